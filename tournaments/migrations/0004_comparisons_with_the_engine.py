"""A pairing job may compare a round instead of making one."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0003_tie_break_rules"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="pairingjob", name="one_pairing_job_at_a_time"),
        migrations.AddField(
            model_name="pairingjob",
            name="compares",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="pairingjob",
            name="fingerprint",
            field=models.CharField(blank=True, max_length=64),
        ),
        migrations.AddField(
            model_name="pairingjob",
            name="answer",
            field=models.JSONField(null=True),
        ),
        migrations.AddConstraint(
            model_name="pairingjob",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state__in", ["waiting", "running"])),
                fields=("tournament", "round_number", "compares"),
                name="one_pairing_job_at_a_time",
            ),
        ),
    ]
