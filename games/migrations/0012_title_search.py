from django.db import migrations

from core.migrations import trigram_index


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('games', '0011_bot_names'),
    ]

    operations = [
        # A game without a title needs no entry, so most moves do not change the index.
        trigram_index(
            "game_title_parts",
            "games_game USING gin (title gin_trgm_ops) WHERE title <> ''",
        ),
    ]
