"""The keys under which origins are hashed: of chance, and destroyed after their time. And when the
origin of a token was last noted.
"""

import django.utils.timezone
from django.db import migrations, models

import accounts.models.fingerprint


class Migration(migrations.Migration):
    dependencies = [("accounts", "0007_privacy")]

    operations = [
        migrations.CreateModel(
            name="HintKey",
            fields=[
                ("ends_at", models.DateTimeField(primary_key=True, serialize=False)),
                (
                    "key",
                    models.BinaryField(
                        default=accounts.models.fingerprint.key_new, help_text="SECRET."
                    ),
                ),
            ],
            options={"default_permissions": ()},
        ),
        migrations.AddField(
            model_name="apitoken",
            name="sighted_at",
            field=models.DateTimeField(
                blank=True,
                default=django.utils.timezone.now,
                help_text="When its origin was last noted.",
                null=True,
            ),
        ),
    ]
