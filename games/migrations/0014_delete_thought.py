"""Old processes fail where the server's turn is set again, so stop them before: no version that has
this table was ever released.
"""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0013_two_bot_levels_go'),
    ]

    operations = [
        migrations.DeleteModel(name='Thought'),
    ]
