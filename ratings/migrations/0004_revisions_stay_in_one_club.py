"""Revisions point at rows of their own club alone; a minimum needs somebody who may fall."""

from django.conf import settings
from django.db import migrations, models

import clubs.same_club


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0001_initial"),
        ("ratings", "0003_queue_columns"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddConstraint(
            model_name="ratingpolicy",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("falls_to_unrated", True), ("minimum__isnull", False), _connector="OR"
                ),
                name="minimum_where_nobody_falls",
            ),
        ),
        migrations.AddConstraint(
            model_name="ratingrevision",
            constraint=clubs.same_club.SameClub(
                field="adjustment", name="revision_adjustment_same_club"
            ),
        ),
        migrations.AddConstraint(
            model_name="ratingrevision",
            constraint=clubs.same_club.SameClub(
                field="cause_report", name="revision_report_same_club"
            ),
        ),
        migrations.AddConstraint(
            model_name="ratingrevision",
            constraint=clubs.same_club.SameClub(
                field="cause_adjustment", name="revision_cause_adjustment_same_club"
            ),
        ),
    ]
