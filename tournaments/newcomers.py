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
from clubs.matching import KnownPlayer, PlayerIndex, index_of_club
from clubs.models import Player
from clubs.player_lines import PlayerLine, read_player_lines
from clubs.players import add_player
from clubs.today import today_in
from ratings.adding import record_listed_ratings
from ratings.adjustments import give_rating
from ratings.models import RatingAdjustment
from ratings.queries import lists_of
from ratings.replay import lock_club, lock_lists
from tournaments.entries import enter_players
from tournaments.event_lock import lock_event
from tournaments.models import Entry, Tournament
from tournaments.results import ByeKind

MOST_LINES = 200


@dataclass(frozen=True, slots=True)
class NewcomerLine:
    """One typed line as it was understood."""

    row: int
    line: PlayerLine


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
    access.require(Right.MANAGE)
    lines = newcomer_lines(text)
    # The whole club is looked through before anything is held that results wait for.
    known = [] if namesakes_are_new else _namesakes(access, lines)
    lock_club(access.club.pk)
    tournament = lock_event(access, tournament.pk, Right.MANAGE)
    lock_lists(access.club.pk)
    if known:
        raise Refused(
            "namesakes",
            _("The club has players of this name. Tick them in the list, or say that they differ."),
            problems=known,
        )
    players = [_add(access, tournament, line) for line in lines]
    record_listed_ratings(
        access,
        [(player, line.line.listed) for player, line in zip(players, lines, strict=True)],
        day=tournament.start_date or today_in(access.club),
        given={
            tournament.time_control: {
                player.pk
                for player, line in zip(players, lines, strict=True) if line.line.rating
            }
        },
    )  # fmt: skip
    return enter_players(access, tournament, players, missed_rounds_as=missed_rounds_as)


def _add(access: ClubAccess, tournament: Tournament, line: NewcomerLine) -> Player:
    """Return a new player with the rating of his line; InvalidInput names the line."""
    try:
        player = add_player(access, **line.line.fields)
        _give_start_rating(access, tournament, player, line.line.rating)
    except InvalidInput as wrong:
        raise InvalidInput(
            "newcomers_invalid",
            wrong.message,
            problems=[_in_line(line, each) for each in wrong.problems],
        ) from wrong
    return player


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
    lines = [
        NewcomerLine(row, line)
        for (row, _text), line in zip(rows, read_player_lines(t for _r, t in rows), strict=True)
    ]
    if problems := [
        _in_line(line, Problem("line_unclear", line.line.problem))
        for line in lines if line.line.problem
    ]:  # fmt: skip
        raise InvalidInput("newcomers_invalid", problems[0].message, problems=problems)
    return lines


def _namesakes(access: ClubAccess, lines: Sequence[NewcomerLine]) -> list[Problem]:
    """Return the lines whose name or FIDE ID the club knows, with who that is; one query."""
    index = index_of_club(access)
    return [
        Problem(
            "namesake",
            _namesake_text(player),
            f"line {line.row}",
            {"player": player.id, "birth_year": player.birth_year},
        )
        for line in lines
        for player in _known(index, line.line)
    ]


def _known(index: PlayerIndex, line: PlayerLine) -> list[KnownPlayer]:
    """Return whom of the club a line may mean: a FIDE ID decides alone."""
    known = index.by_fide_id.get(line.fide_id or 0)
    return [known] if known else index.namesakes(line.name)


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
    told = line.line.name[:40] or line.line.fide_id
    if told:
        message = _("Line %(row)s, %(name)s: %(message)s") % {
            "row": line.row,
            "name": told,
            "message": problem.message,
        }
    else:
        message = _("Line %(row)s: %(message)s") % {"row": line.row, "message": problem.message}
    return Problem(problem.code, message, "names", problem.facts)
