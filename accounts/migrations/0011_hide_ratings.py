"""The preference to see no ratings."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0010_name_search")]

    operations = [
        migrations.AddField(
            model_name="preferences",
            name="hide_ratings",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="Clients show the user no ratings, neither their own nor those of others.",
            ),
        ),
    ]
