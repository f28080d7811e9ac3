"""An event says how unrated players and forfeits count in its tie-breaks."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0002_previous_results_and_numbering"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="unrated_as",
            field=models.PositiveSmallIntegerField(
                blank=True, null=True, verbose_name="rating of unrated players in tie-breaks"
            ),
        ),
        migrations.AddField(
            model_name="tournament",
            name="forfeits_count_in_direct_encounter",
            field=models.BooleanField(
                default=False, verbose_name="forfeits count in direct encounter"
            ),
        ),
    ]
