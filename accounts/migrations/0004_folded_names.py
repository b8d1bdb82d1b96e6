from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0003_play_by_mail'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='lookalike_number',
            field=models.PositiveSmallIntegerField(db_default=0, default=0, editable=False, help_text='0, except for users who had a look-alike name before such names were refused.'),
        ),
    ]
