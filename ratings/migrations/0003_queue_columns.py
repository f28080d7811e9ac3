"""The sweep's deferral and the moment a list began to wait get columns of their own."""

from typing import Any

from django.db import migrations, models
from django.utils import timezone


def begin_to_wait(apps: Any, _schema_editor: Any) -> None:
    """Let what is stale now wait from now on: since when, nobody has written down."""
    lists = apps.get_model("ratings", "RatingList").objects
    lists.filter(stale_since__isnull=False).update(pending_since=timezone.now())


class Migration(migrations.Migration):
    dependencies = [("ratings", "0002_ledger_state")]

    operations = [
        migrations.AddField(
            model_name="ratinglist",
            name="next_nudge_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="ratinglist",
            name="pending_since",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.RunPython(begin_to_wait, migrations.RunPython.noop),
    ]
