"""Newcomers enter in one line: a name, perhaps with year of birth and rating.

A name the club knows already is asked about first, because the wrong namesake is the dearest
mistake of an evening.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.access import ClubAccess, Right
from clubs.errors import InvalidInput, Problem, Refused
from clubs.matching import KnownPlayer, index_of_club
from clubs.models import Player
from clubs.players import add_player, read_player_line
from ratings.adjustments import give_rating
from ratings.models import RatingAdjustment
from ratings.queries import lists_of
from tournaments.entries import enter_players
from tournaments.event_lock import lock_event
from tournaments.models import Entry, Tournament
from tournaments.results import ByeKind

MOST_LINES = 200


@dataclass(frozen=True, slots=True)
class NewcomerLine:
    """One typed line as it was understood."""

    row: int
    name: str
    birth_year: int | None
    rating: int | None


@transaction.atomic
def enter_newcomers(
    access: ClubAccess,
    tournament: Tournament,
    text: str,
    *,
    namesakes_are_new: bool = False,
    missed_rounds_as: ByeKind = ByeKind.ZERO_POINT,
) -> list[Entry]:
    """Return the entries of people who are new to the club, one for each line of ``text``.

    A rating in a line becomes his start rating on the event's list from its first day. Refused with
    ``namesakes`` while a name is known to the club, unless they are said to be other people;
    InvalidInput names every line that cannot be read. All lines, or none.
    """
    tournament = lock_event(access, tournament.pk, Right.MANAGE)
    lines = newcomer_lines(text)
    if not namesakes_are_new and (known := _namesakes(access, lines)):
        raise Refused(
            "namesakes",
            _("The club has players of this name. Tick them in the list, or say that they differ."),
            problems=known,
        )
    players = []
    for line in lines:
        try:
            player = add_player(access, name=line.name, birth_year=line.birth_year)
            _give_start_rating(access, tournament, player, line.rating)
        except InvalidInput as wrong:
            raise InvalidInput(
                "newcomers_invalid",
                wrong.message,
                problems=[_in_line(line, each) for each in wrong.problems],
            ) from wrong
        players.append(player)
    return enter_players(access, tournament, players, missed_rounds_as=missed_rounds_as)


def newcomer_lines(text: str) -> list[NewcomerLine]:
    """Return what stands in the lines of a text; empty ones do not count. Raises InvalidInput."""
    rows = [(row, line) for row, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if not rows:
        message = _("Enter a name on each line.")
        raise InvalidInput("no_names", message, problems=[Problem("no_names", message, "names")])
    if len(rows) > MOST_LINES:
        message = _("At most %(most)s names at once. Use the import for more.") % {
            "most": MOST_LINES
        }
        problem = Problem("too_many", message, "names")
        raise InvalidInput("too_many", message, problems=[problem])
    return [NewcomerLine(row, *read_player_line(line)) for row, line in rows]


def _namesakes(access: ClubAccess, lines: Sequence[NewcomerLine]) -> list[Problem]:
    """Return the lines whose name the club knows, with who that is; one query."""
    index = index_of_club(access)
    return [
        Problem(
            "namesake",
            _namesake_text(player),
            f"line {line.row}",
            {"player": player.id, "birth_year": player.birth_year},
        )
        for line in lines
        for player in index.namesakes(line.name)
    ]


def _namesake_text(player: KnownPlayer) -> str:
    if player.birth_year is None:
        return _("%(name)s is a player of the club already.") % {"name": player.name}
    return _("%(name)s, born %(year)s, is a player of the club already.") % {
        "name": player.name,
        "year": player.birth_year,
    }


def _give_start_rating(
    access: ClubAccess, tournament: Tournament, player: Player, rating: int | None
) -> None:
    rating_list = lists_of(access.club).get(tournament.time_control)
    if rating is None or rating_list is None:
        return
    give_rating(
        access, player, rating_list, rating=rating, day=tournament.start_date,
        kind=RatingAdjustment.Kind.START, reason=_("Start rating given with the entry"),
    )  # fmt: skip


def _in_line(line: NewcomerLine, problem: Problem) -> Problem:
    message = _("Line %(row)s, %(name)s: %(message)s") % {
        "row": line.row,
        "name": line.name[:40],
        "message": problem.message,
    }
    return Problem(problem.code, message, "names", problem.facts)
