import uuid

import django.db.models.functions.datetime
import django.utils.timezone
from django.db import migrations, models


def request_if_rated(apps, schema_editor):
    """Let the workers recompute the ratings, since the model of skill has changed."""
    if apps.get_model("games", "RatingChange").objects.exists():
        apps.get_model("games", "RatingRecomputation").objects.create()


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0013_maintenance'),
    ]

    operations = [
        migrations.CreateModel(
            name='RatingRecomputation',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('position', models.BigIntegerField(default=0, help_text='The first change of the last game that was counted again.')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('due_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), default=django.utils.timezone.now, help_text='When a worker may continue.')),
                ('attempts', models.PositiveSmallIntegerField(default=0, help_text='Attempts since the last progress.')),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['-created_at'],
                'default_permissions': (),
                'constraints': [models.UniqueConstraint(models.Value(1), condition=models.Q(('finished_at', None)), name='ratingrecomputation_one_at_a_time')],
            },
        ),
        migrations.RunPython(request_if_rated, migrations.RunPython.noop),
    ]
