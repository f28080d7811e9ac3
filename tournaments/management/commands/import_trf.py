"""``import_trf``: an exchange file becomes an event of a club."""

from __future__ import annotations

import argparse
from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from clubs.access import ClubAccess
from clubs.errors import ProductError
from clubs.whole_numbers import whole_number
from ratings.rules import TimeControl
from tournaments.closing import close_tournament
from tournaments.exchange.decoding import MAX_FILE_BYTES
from tournaments.importing import ImportOutcome, import_exchange_file
from tournaments.management.answers import club_named, event_or_end, print_json, refuse
from tournaments.models import Tournament


class Command(BaseCommand):
    """Import, and close if asked to; all of the file or nothing."""

    help = (
        "Imports a tournament report file (TRF16, TRF26 and their dialects) into a club. "
        "The same file again changes nothing; a later file of the same event adds its rounds."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the file, the club and what the file may leave open."""
        parser.add_argument("file", type=Path, help="the file to import")
        parser.add_argument("--club", required=True, help="the club's address, for example north")
        parser.add_argument(
            "--start-date", type=_day, help="first day (YYYY-MM-DD) where the file has none"
        )
        parser.add_argument(
            "--time-control", choices=[control.value for control in TimeControl], default="",
            help="rating list where the time control does not tell it",
        )  # fmt: skip
        parser.add_argument("--event", default="", help="number or slug of the event to update")
        parser.add_argument(
            "--match", action="append", default=[], type=_match, metavar="RANK=PLAYER",
            help="who a player of the file is: the id of a player of the club, or new",
        )  # fmt: skip
        parser.add_argument(
            "--refuse-doubtful", action="store_true",
            help="refuse the file where a namesake is doubtful, instead of adding a new player",
        )  # fmt: skip
        parser.add_argument("--close", action="store_true", help="close and rate it afterwards")
        parser.add_argument("--dry-run", action="store_true", help="say what would happen only")
        parser.add_argument("--json", action="store_true", help="answer in JSON")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Read, import, close, answer."""
        access = club_named(options["club"])
        data = _content(options["file"])
        if not options["json"]:
            self.stdout.write(f"Reading {options['file'].name} ({len(data)} bytes) …")
        try:
            event = event_or_end(access, options["event"]) if options["event"] else None
            outcome = import_exchange_file(
                access,
                data,
                start_date=options["start_date"],
                time_control=options["time_control"],
                dry_run=options["dry_run"],
                event=event,
                matches=dict(options["match"]),
                doubtful_are_new=not options["refuse_doubtful"],
            )
            if options["close"] and outcome.tournament and not options["dry_run"]:
                if not options["json"]:
                    self.stdout.write("Closing the event and rating its games …")
                close_tournament(access, outcome.tournament)
        except ProductError as error:
            raise refuse(self, error, as_json=options["json"]) from error
        answer = _answer(access, outcome, dry_run=options["dry_run"])
        if options["json"]:
            print_json(self, answer)
        else:
            self._tell(answer)

    def _tell(self, answer: dict[str, Any]) -> None:
        for message in answer["messages"]:
            place = f"line {message['line']}: " if message["line"] else ""
            self.stdout.write(f"  {place}{message['message']}")
        for doubt in answer["doubtful"]:
            self.stdout.write(
                f"  {doubt['name']} was added as a new player but may be known to the club "
                f"(ids {', '.join(map(str, doubt['candidates']))})."
            )
        self.stdout.write(
            f"{answer['players']} players ({answer['new_players']} new), {answer['rounds']} rounds,"
            f" {answer['games_over_the_board']} games over the board, encoding "
            f"{answer['encoding']}, line ends {answer['newline']}."
        )
        if answer["event"] is None:
            self.stdout.write("Nothing was written: this was a dry run.")
            return
        changed = "changed" if answer["changed"] else "unchanged"
        self.stdout.write(
            self.style.SUCCESS(
                f"Event {answer['event']} ({answer['slug']}): {changed}, {answer['state']}."
            )
        )


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text} is no day of the form YYYY-MM-DD") from error


def _match(text: str) -> tuple[int, int | str]:
    number, _equals, who = text.partition("=")
    rank = whole_number(number)
    player = who if who == "new" else whole_number(who)
    if rank is None or player is None:
        raise argparse.ArgumentTypeError(f"{text} is not of the form RANK=PLAYER or RANK=new")
    return rank, player


def _content(path: Path) -> bytes:
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise CommandError(
                f"{path.name} is larger than {MAX_FILE_BYTES // 1_000_000} MB; "
                "no report of an event is."
            )
        return path.read_bytes()
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from error


def _answer(access: ClubAccess, outcome: ImportOutcome, *, dry_run: bool) -> dict[str, Any]:
    file, counts = outcome.file, outcome.file.counts
    event = None
    if outcome.tournament is not None:
        event = Tournament.objects.filter(club=access.club, pk=outcome.tournament.pk).first()
    return {
        "event": event.number if event else None,
        "slug": event.slug if event else None,
        "state": event.state if event else None,
        "dry_run": dry_run,
        "new": outcome.is_new,
        "changed": outcome.is_changed,
        "players": counts.players,
        "new_players": outcome.created,
        "rounds": counts.round_columns,
        "rounds_added": list(outcome.rounds_added),
        "results_added": outcome.results_added,
        "games_over_the_board": counts.games_over_the_board,
        "unrated": counts.unrated,
        "ratings_recorded": outcome.ratings_recorded,
        "encoding": file.encoding,
        "newline": file.newline,
        "problems": [],
        "messages": [message.as_dict(_) for message in outcome.messages],
        "doubtful": [
            {
                "starting_rank": match.competitor.starting_rank,
                "name": match.competitor.name,
                "candidates": [player.pk for player in match.candidates],
            }
            for match in outcome.doubtful
        ],
    }
