from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0016_rating_absence'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='anonymous',
            field=models.BooleanField(db_default=False, default=False, help_text='The names of the players are shown only after the end.'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('anonymous', False), models.Q(('visibility', 'private'), _negated=True), _connector='OR'), name='game_anonymous_takes_strangers'),
        ),
    ]
