"""Number the names that look like older ones. Their users keep them; the output lists them.

Old processes can run on: they answer 422 if the index refuses a new name, as for one that another
request has just taken. They may add such a name between the two operations. Then the index fails:
migrate again.
"""

import sys

from django.db import migrations, models
from django.db.models.functions import RowNumber

from accounts.names import RESERVED_PATTERN, FoldedName
from core.migrations import AddConstraintBeside


def number_lookalikes(apps, schema_editor):
    users = apps.get_model('accounts', 'User').objects.using(schema_editor.connection.alias)
    folded = users.annotate(folded=FoldedName('username'))
    ranked = folded.annotate(
        place=models.Window(RowNumber(), partition_by='folded', order_by=['date_joined', 'id'])
    )
    lookalikes = list(ranked.filter(place__gt=1).order_by('folded', 'place'))
    for user in lookalikes:
        users.filter(id=user.id).update(lookalike_number=user.place - 1)
    reserved = folded.filter(is_active=True, is_staff=False, folded__regex=RESERVED_PATTERN)
    for text, found in (
        ('These names look like older ones', lookalikes),
        ('These names are now reserved', reserved),
    ):
        if found := ', '.join(user.username for user in found):
            sys.stdout.write(
                f'\n    {text}, and stay as they are (see the filter "name" of the users in the '
                f'admin): {found}'
            )


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ('accounts', '0004_folded_names'),
    ]

    operations = [
        migrations.RunPython(number_lookalikes, migrations.RunPython.noop),
        AddConstraintBeside(
            model_name='user',
            constraint=models.UniqueConstraint(
                FoldedName('username'), models.F('lookalike_number'), name='user_folded_name_unique'
            ),
        ),
    ]
