from django.db import migrations, models

from core.migrations import AddConstraintBeside, AddIndexBeside


def devices_delete(apps, schema_editor):
    """Delete the known devices: which of them had sent an id is not stored."""
    apps.get_model("accounts", "ClientFingerprint").objects.filter(kind="device").delete()


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('accounts', '0007_guests'),
    ]

    operations = [
        migrations.RunPython(devices_delete, migrations.RunPython.noop),
        migrations.RemoveConstraint(
            model_name='clientfingerprint',
            name='fingerprint_kind_known',
        ),
        migrations.AlterField(
            model_name='clientfingerprint',
            name='kind',
            field=models.CharField(choices=[('address', 'the same address'), ('network', 'the same network'), ('program', 'the same program in the same network'), ('device', 'the same device')], max_length=8),
        ),
        AddIndexBeside(
            model_name='clientfingerprint',
            index=models.Index(fields=['keyed_hash'], name='fingerprint_shared'),
        ),
        AddConstraintBeside(
            model_name='clientfingerprint',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['address', 'network', 'program', 'device'])), name='fingerprint_kind_known'),
        ),
    ]
