"""``explain``: how an event changed a player's rating, game by game."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.text import slugify

from clubs.models import Club, Player
from clubs.names import search_form
from clubs.whole_numbers import whole_number
from ratings.explaining import explain_as_data, explain_in_words, opponents_of
from ratings.models import RatingChange, RatingReport
from ratings.reports import all_live
from tournaments.models import Tournament


class Command(BaseCommand):
    """Print the calculation of one player in one event."""

    help = "Prints how an event changed a player's rating, game by game."

    def add_arguments(self, parser: CommandParser) -> None:
        """Say what can be given."""
        parser.add_argument("player", help="the player's id, FIDE ID or exact name")
        parser.add_argument(
            "event", help="the event's number or slug, as import_trf prints them, or its name"
        )
        parser.add_argument("--club", required=True, help="the club's address (slug)")
        parser.add_argument("--json", action="store_true", help="print data instead of text")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print the rows of the event, one for each list it was rated on."""
        club = Club.objects.filter(slug=options["club"]).first()
        if club is None:
            raise CommandError(f"There is no club with the address {options['club']!r}.")
        player = _player(club, options["player"])
        reports = _reports(club, options["event"])
        changes = list(
            RatingChange.objects.filter(report__in=reports, player=player)
            .select_related("player", "report", "rating_list")
            .order_by("rating_list_id")
        )
        if not changes:
            _explain_absence(player, reports)
        if options["json"]:
            data = [explain_as_data(change, opponents_of(change)) for change in changes]
            self.stdout.write(json.dumps(data, ensure_ascii=False, indent=2))
            return
        for change in changes:
            for line in explain_in_words(change, opponents_of(change)):
                self.stdout.write(line)


def _player(club: Club, text: str) -> Player:
    players = Player.objects.filter(club=club, merged_into__isnull=True)
    found: list[Player] = []
    if (number := whole_number(text)) is not None:
        found = list(players.filter(pk=number)) or list(players.filter(fide_id=number))
    found = found or list(players.filter(search_name=search_form(text)))
    if not found:
        raise CommandError(f"There is no player {text!r} in this club.")
    if len(found) > 1:
        ids = ", ".join(str(player.pk) for player in found)
        raise CommandError(f"{len(found)} players are called {text!r}; give one of the ids {ids}.")
    return found[0]


def _reports(club: Club, text: str) -> list[RatingReport]:
    live = list(all_live(club).select_related("rating_list"))
    numbers = set(Tournament.objects.filter(club=club, slug=text).values_list("number", flat=True))
    number = whole_number(text)
    if number is not None:
        numbers.add(number)
    found = [report for report in live if report.event_key in numbers]
    if not found:
        wanted = slugify(text)
        found = [report for report in live if wanted and slugify(report.event_name) == wanted]
    if not found:
        raise CommandError(f"No event {text!r} of this club has been closed for rating.")
    keys = sorted({report.event_key for report in found})
    if len(keys) > 1:
        listed = ", ".join(map(str, keys))
        raise CommandError(f"Several events are called {text!r}; give one of the numbers {listed}.")
    return found


def _explain_absence(player: Player, reports: list[RatingReport]) -> None:
    name = reports[0].event_name
    if any(report.rating_list.stale_since for report in reports):
        raise CommandError(f"{name} has not been rated yet; run update_ratings.")
    if any(
        report.games.filter(white=player).exists() or report.games.filter(black=player).exists()
        for report in reports
    ):
        raise CommandError(
            f"No game of {player.name} in {name} counted: every opponent was unrated, "
            "or the games are kept out of rating."
        )
    raise CommandError(f"{player.name} has no game in {name} that was played over the board.")
