"""``setup_demo``: a club to look at, with events closed and rated by the real path."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from clubs.errors import ProductError
from ratings.models import TIME_CONTROL_LABELS
from ratings.queries import lists_of, rating_rows
from tournaments.demo.club import OWNER, SLUG, set_up_demo
from tournaments.management.answers import refuse

SHOWN = 10


class Command(BaseCommand):
    """Set up what is missing of the demo club; run again, it adds and removes nothing."""

    help = (
        "Sets up a demo club from exchange files that come with the product: invented players and "
        "events, imported, closed and rated. What is there already stays as it is."
    )

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Set up, then print the standard list and how to get in."""
        try:
            demo = set_up_demo(self._tell)
        except ProductError as error:
            raise refuse(self, error, as_json=False) from error
        if not demo.events_added:
            self._tell("The demo club is complete.")
        for name, rating_list in lists_of(demo.club).items():
            rows = list(rating_rows(rating_list)[:SHOWN])
            self._tell(f"\n{TIME_CONTROL_LABELS[name]} rating list, the first {len(rows)}")
            for place, row in enumerate(rows, start=1):
                self._tell(f"{place:3d}. {row.player.name:<34} {row.rating:5d} {row.games:4d}")
        self._tell(f"\nThe demo club: {settings.BASE_URL}/clubs/{SLUG}/")
        if demo.new_password is not None:
            self._tell(f"Sign in as {OWNER} with the password {demo.new_password}")
            self._tell("It is shown this once. Change it, or delete the account, on a public site.")

    def _tell(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()
