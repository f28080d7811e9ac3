"""A roster sent by a program: who is in the club already is found, who is new is added."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.access import ClubAccess, Right
from clubs.errors import InvalidInput, Problem
from clubs.models import Player
from clubs.players import player_problems
from clubs.today import today_in
from clubs.whole_numbers import whole_number
from tournaments.entries import enter_players
from tournaments.event_lock import lock_event
from tournaments.event_record import Competitor
from tournaments.import_matching import NEW, Match, MatchedBy, match_players, may_be
from tournaments.import_rows import create_players
from tournaments.imported_ratings import record_stated_ratings
from tournaments.models import Entry, Tournament
from tournaments.results import ByeKind
from tournaments.starting_list import number_entries


@dataclass(frozen=True, slots=True)
class RosterLine:
    """One player of a roster; ``player_id`` or ``is_new`` settle who he is.

    ``rating`` is taken only where the club has none for him.
    """

    name: str = ""
    player_id: int | None = None
    is_new: bool = False
    fide_id: int | None = None
    national_id: str = ""
    birth: str = ""
    title: str = ""
    sex: str = ""
    federation: str = ""
    rating: int | None = None


@transaction.atomic
def enter_roster(
    access: ClubAccess,
    tournament: Tournament,
    lines: Sequence[RosterLine],
    *,
    missed_rounds_as: ByeKind = ByeKind.ZERO_POINT,
) -> list[Entry]:
    """Return the entries of a roster in its order; the same roster again changes nothing.

    InvalidInput names every line that is wrong or doubtful as ``players[i]``. The number of queries
    does not depend on the number of players.
    """
    tournament = lock_event(access, tournament.pk, Right.MANAGE)
    competitors = [_competitor(number, line) for number, line in enumerate(lines)]
    answers: dict[int, int | str] = {}
    for number, line in enumerate(lines):
        if line.player_id is not None:
            answers[number] = line.player_id
        elif line.is_new:
            answers[number] = NEW
    matches, _unknown = match_players(access, competitors, answers, doubles_are_doubtful=False)
    entered = {
        entry.player_id: entry.player for entry in tournament.entries.select_related("player")
    }
    matches = _sent_before(lines, [_settled(match, entered) for match in matches], entered)
    if problems := _problems(access, lines, matches):
        raise InvalidInput("roster_invalid", _("Nobody was entered."), problems=problems)
    by_number = create_players(access, matches)
    players = [by_number[number] for number in range(len(lines))]
    enter_players(access, tournament, players, missed_rounds_as=missed_rounds_as)
    entries = {entry.player_id: entry for entry in tournament.entries.select_related("player")}
    ratings = {player.pk: line.rating for player, line in zip(players, lines, strict=True)}
    stated = [
        entry
        for player_id, entry in entries.items()
        if entry.rating is None and player_id not in entered and ratings.get(player_id)
    ]
    if stated:
        for entry in stated:
            entry.rating = entry.stated_rating = ratings[entry.player_id]
        Entry.objects.bulk_update(stated, ["rating", "stated_rating"])
        number_entries(tournament)
        record_stated_ratings(access, tournament)
        entries = {entry.player_id: entry for entry in tournament.entries.select_related("player")}
    return [entries[player.pk] for player in players]


def _competitor(number: int, line: RosterLine) -> Competitor:
    return Competitor(
        starting_rank=number,
        name=line.name,
        title=line.title,
        sex=line.sex,
        federation=line.federation,
        fide_id=line.fide_id,
        national_id=line.national_id,
        birth=line.birth,
    )


def _settled(match: Match, entered: Mapping[int, Player]) -> Match:
    """Take the one namesake who plays in this event already: the roster was sent before."""
    here = [player for player in match.candidates if player.pk in entered]
    if match.player is None and len(here) == 1:
        return replace(match, player=here[0], matched_by=MatchedBy.ENTRY, candidates=())
    return match


def _sent_before(
    lines: Sequence[RosterLine], matches: Sequence[Match], entered: Mapping[int, Player]
) -> list[Match]:
    """Take for a new player the namesake in this event whom no other line of the roster names.

    Then the roster was sent before and he has been added already; another year of birth or FIDE ID
    is another person.
    """
    named = {match.player.pk for match in matches if match.player is not None}
    free = [player for player in entered.values() if player.pk not in named]
    settled = []
    for line, match in zip(lines, matches, strict=True):
        if line.is_new and match.player is None:
            found = next((player for player in free if may_be(match.competitor, player)), None)
            if found is not None:
                free.remove(found)
                match = replace(match, player=found, matched_by=MatchedBy.ENTRY)
        settled.append(match)
    return settled


def _problems(
    access: ClubAccess, lines: Sequence[RosterLine], matches: Sequence[Match]
) -> list[Problem]:
    problems = []
    today = today_in(access.club)
    for number, (line, match) in enumerate(zip(lines, matches, strict=True)):
        path = f"players[{number}]"
        found = None if match.player is None else match.player.pk
        if line.player_id is not None and found != line.player_id:
            message = _("There is no such player in this club.")
            problems.append(Problem("player_unknown", message, f"{path}.player"))
        elif match.player is None and match.candidates and not line.is_new:
            problems.append(_doubtful(access, path, line, match))
        elif match.player is None:
            problems += [
                Problem(each.code, each.message, f"{path}.{each.path}", each.facts)
                for each in player_problems(_particulars(line), today)
            ]
    return problems + _doubles(lines, matches)


def _particulars(line: RosterLine) -> dict[str, Any]:
    return {
        "name": line.name,
        "title": line.title,
        "sex": line.sex,
        "federation": line.federation,
        "fide_id": line.fide_id,
        "birth_year": whole_number(line.birth[:4]) or None,
    }


def _doubtful(access: ClubAccess, path: str, line: RosterLine, match: Match) -> Problem:
    message = _(
        "%(name)s may be a player of the club: give the number of that player, or say that this"
        " one is new."
    )
    candidates = [
        {"player": player.pk, "name": player.name, "birth_year": player.birth_year}
        for player in match.candidates
    ]
    # A token of one event learns nothing of the club's other players.
    known = candidates if access.event_number is None else []
    return Problem("doubtful_player", message % {"name": line.name}, path, {"candidates": known})


def _doubles(lines: Sequence[RosterLine], matches: Sequence[Match]) -> list[Problem]:
    problems = []
    seen: dict[Any, int] = {}
    for number, (line, match) in enumerate(zip(lines, matches, strict=True)):
        key = match.player.pk if match.player is not None else ("fide", line.fide_id)
        if key == ("fide", None):
            continue
        if key in seen:
            message = _("This is the same player as in line %(line)s.") % {"line": seen[key] + 1}
            facts = {"same_as": seen[key]}
            problems.append(Problem("player_twice", message, f"players[{number}]", facts))
        seen.setdefault(key, number)
    return problems
