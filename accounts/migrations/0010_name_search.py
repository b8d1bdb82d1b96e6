from django.db import migrations

from core.migrations import trigram_index


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('accounts', '0009_user_code_index'),
    ]

    operations = [
        trigram_index("user_name_parts", "accounts_user USING gin (username gin_trgm_ops)"),
    ]
