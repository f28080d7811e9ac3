# A withdrawal holds no games, so it has no digest of them; nothing changes in the database.

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ratings", "0004_revisions_stay_in_one_club"),
    ]

    operations = [
        migrations.AlterField(
            model_name="ratingreport",
            name="digest",
            field=models.CharField(blank=True, max_length=64),
        ),
    ]
