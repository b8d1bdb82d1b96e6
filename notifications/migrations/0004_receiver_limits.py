"""The sender of a notification, when a newer one replaced it, and an index to count what users got.

Older processes leave both columns empty: what they write counts for nobody, and replaces nothing.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from core.migrations import AddIndexBeside


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('notifications', '0003_delivery_once_a_device'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='notification',
            name='replaced_at',
            field=models.DateTimeField(blank=True, help_text='Hidden: a newer one says more about the same subject.', null=True),
        ),
        migrations.AddField(
            model_name='outboxentry',
            name='sender',
            field=models.UUIDField(blank=True, editable=False, help_text='Id of the user who caused it.', null=True),
        ),
        AddIndexBeside(
            model_name='delivery',
            index=models.Index(fields=['user', 'created_at'], name='delivery_lately'),
        ),
        AddIndexBeside(
            model_name='outboxentry',
            index=models.Index(condition=models.Q(('sender__isnull', False)), fields=['sender'], name='outbox_sent_by'),
        ),
        migrations.AlterField(
            model_name='delivery',
            name='user',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to=settings.AUTH_USER_MODEL),
        ),
    ]
