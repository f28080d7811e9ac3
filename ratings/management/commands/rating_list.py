"""``rating_list``: a club's ratings for one time control."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from clubs.models import Club
from ratings.models import RatingList
from ratings.queries import rating_rows
from ratings.rules import TimeControl


class Command(BaseCommand):
    """Print the list, best first."""

    help = "Prints the ratings of a club for one time control, best first."

    def add_arguments(self, parser: CommandParser) -> None:
        """Say what can be given."""
        parser.add_argument("club", help="the club's address (slug)")
        parser.add_argument("time_control", choices=list(TimeControl))
        parser.add_argument("--json", action="store_true", help="print data instead of a table")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print the table or the data."""
        club = Club.objects.filter(slug=options["club"]).first()
        if club is None:
            raise CommandError(f"There is no club with the address {options['club']!r}.")
        rating_list = RatingList.objects.get(club=club, time_control=options["time_control"])
        rows = [
            {
                "name": row.player.name,
                "fide_id": row.player.fide_id,
                "rating": row.rating,
                "games": row.games,
                "peak": row.peak,
            }
            for row in rating_rows(rating_list)
        ]
        if options["json"]:
            self.stdout.write(json.dumps(rows, ensure_ascii=False, indent=2))
            return
        self.stdout.write(f"{club.name} · {rating_list.get_time_control_display()}")
        for rank, row in enumerate(rows, start=1):
            self.stdout.write(
                f"{rank:>4}. {row['name']:<40} {row['rating']:>5}"
                f"  games {row['games']:>4}  highest {row['peak']}"
            )
        if not rows:
            self.stdout.write("Nobody is rated yet.")
        if rating_list.failed_at is not None:
            self.stderr.write(f"The last update failed: {rating_list.last_error}")
        elif rating_list.stale_since is not None:
            self.stderr.write("Ratings are being worked out; run update_ratings to do it now.")
