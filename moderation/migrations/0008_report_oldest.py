from django.db import migrations, models

from core.migrations import AddIndexBeside


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ('moderation', '0007_questions_to_reporters'),
    ]

    operations = [
        AddIndexBeside(
            model_name='report',
            index=models.Index(fields=['created_at', '-id'], name='report_oldest'),
        ),
    ]
