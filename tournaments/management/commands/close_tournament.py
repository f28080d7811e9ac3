"""``close_tournament``: close an event, so that its games are rated."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from clubs.errors import ProductError
from ratings.reports import event_state
from tournaments.closing import close_tournament
from tournaments.event_queries import load_event_view
from tournaments.management.answers import club_named, event_or_end, print_json, refuse
from tournaments.rating_report import rated_games


class Command(BaseCommand):
    """Close by the same use case an organiser's page calls."""

    help = "Closes an event and submits its games for rating; closed already, nothing changes."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the event and its club."""
        parser.add_argument("event", help="number or slug of the event, as import_trf prints it")
        parser.add_argument("--club", required=True, help="the club's address, for example north")
        parser.add_argument("--json", action="store_true", help="answer in JSON")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Close, and say what was submitted."""
        access = club_named(options["club"])
        try:
            tournament = close_tournament(access, event_or_end(access, options["event"]))
        except ProductError as error:
            raise refuse(self, error, as_json=options["json"]) from error
        games = rated_games(load_event_view(tournament))
        answer = {
            "event": tournament.number,
            "slug": tournament.slug,
            "name": tournament.name,
            "state": tournament.state,
            "rating": event_state(access.club, tournament.number),
            "games": {str(control): len(played) for control, played in games.items()},
        }
        if options["json"]:
            print_json(self, answer)
            return
        for control, played in games.items():
            self.stdout.write(f"  {control}: {len(played)} games")
        if not games:
            self.stdout.write("  No game over the board: nothing to rate.")
        self.stdout.write(
            self.style.SUCCESS(f"Event {tournament.number} ({tournament.slug}) is closed.")
        )
