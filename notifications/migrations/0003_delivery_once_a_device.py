"""Indexes of deliveries to devices. No row that an older version writes can violate them.

Writing deliveries waits while they are built: the relay does that, which has time, and no move.
"""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('notifications', '0002_web_push'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='delivery',
            name='delivery_once_a_user',
        ),
        migrations.AddConstraint(
            model_name='delivery',
            constraint=models.UniqueConstraint(condition=models.Q(('endpoint', None), ('subscription', None)), fields=('entry', 'user', 'channel'), name='delivery_once_a_user'),
        ),
        migrations.AddConstraint(
            model_name='delivery',
            constraint=models.UniqueConstraint(condition=models.Q(('subscription__isnull', False)), fields=('subscription', 'entry'), name='delivery_once_a_subscription'),
        ),
        migrations.AddIndex(
            model_name='delivery',
            index=models.Index(condition=models.Q(('progress', 'waiting'), ('subscription__isnull', False)), fields=['subscription', 'available_at'], name='delivery_due_at_subscription'),
        ),
    ]
