"""Checks of reports about seats. No row that an older version writes can violate them: it writes no
seats, and what was unique stays so.
"""

from django.db import migrations, models
from django.db.models import Q

from core.migrations import AddConstraintBeside


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("moderation", "0010_report_seat"),
    ]

    operations = [
        AddConstraintBeside(
            model_name="report",
            constraint=models.CheckConstraint(
                condition=Q(about="user", user__isnull=False, game=None, seat=None, message=None)
                | Q(
                    about="user",
                    user__isnull=False,
                    game__isnull=False,
                    seat__isnull=False,
                    message=None,
                )
                | Q(about="game", user=None, game__isnull=False, seat=None, message=None)
                | Q(
                    about="message",
                    user__isnull=False,
                    game__isnull=False,
                    seat=None,
                    message__isnull=False,
                ),
                name="report_has_one_subject",
            ),
        ),
        AddConstraintBeside(
            model_name="report",
            constraint=models.UniqueConstraint(
                condition=Q(about="user", seat=None, state="open"),
                fields=["by", "user"],
                name="report_one_open_a_name",
            ),
        ),
        AddConstraintBeside(
            model_name="report",
            constraint=models.UniqueConstraint(
                condition=Q(about="user", seat__isnull=False, state="open"),
                fields=["by", "game", "seat"],
                name="report_one_open_a_seat",
            ),
        ),
        # Last, so that there is never a moment without one of the two.
        migrations.RemoveConstraint(model_name="report", name="report_one_open_a_user"),
    ]
