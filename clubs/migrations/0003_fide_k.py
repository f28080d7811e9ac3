"""Players of the FIDE list keep their K of each list."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0002_no_admin_pages"),
    ]

    operations = [
        migrations.AddField(
            model_name="fideplayer",
            name="blitz_k",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="fideplayer",
            name="rapid_k",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="fideplayer",
            name="standard_k",
            field=models.PositiveSmallIntegerField(null=True),
        ),
    ]
