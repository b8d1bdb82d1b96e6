"""The OAuth library looks user codes of devices up without an index."""

from django.db import migrations


def add_index(apps, schema_editor):
    how = concurrently(schema_editor)
    schema_editor.execute(f"DROP INDEX {how} IF EXISTS device_user_code")  # of an interrupted run
    schema_editor.execute(
        f"CREATE INDEX {how} device_user_code ON oauth2_provider_devicegrant (user_code)"
    )


def drop_index(apps, schema_editor):
    schema_editor.execute(f"DROP INDEX {concurrently(schema_editor)} IF EXISTS device_user_code")


def concurrently(schema_editor):
    return "CONCURRENTLY" if schema_editor.connection.vendor == "postgresql" else ""


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('accounts', '0008_programs_and_devices'),
        ('oauth2_provider', '0021_translatable_field_labels'),
    ]

    operations = [
        migrations.RunPython(add_index, drop_index),
    ]
