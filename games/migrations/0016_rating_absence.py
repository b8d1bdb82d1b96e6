from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0015_statistics'),
    ]

    operations = [
        migrations.AddField(
            model_name='rating',
            name='played_at',
            field=models.DateTimeField(blank=True, help_text='When the last rated game ended.', null=True),
        ),
        migrations.AddField(
            model_name='rating',
            name='settled_until',
            field=models.DateTimeField(blank=True, help_text='When it becomes too uncertain to be compared, without another game.', null=True),
        ),
    ]
