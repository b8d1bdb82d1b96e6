from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("moderation", "0009_staff_actions"),
    ]

    operations = [
        migrations.AddField(
            model_name="report",
            name="seat",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="The seat of the reported user, if the report names it and not the user.",
                null=True,
                verbose_name="seat",
            ),
        ),
        migrations.RemoveConstraint(  # 0011 adds it again
            model_name="report",
            name="report_has_one_subject",
        ),
    ]
