"""Who in an exchange file is who in the club: by FIDE ID, national ID, or name with year of birth.

A match that is only likely is reported, never made: two people of one name are two people until
somebody says otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Q
from django.utils.translation import gettext as _

from clubs.access import ClubAccess, of_club
from clubs.errors import Problem
from clubs.models import Player
from clubs.names import search_form, tidy_name
from clubs.whole_numbers import whole_number
from tournaments.event_record import Competitor
from tournaments.models import Entry

NEW = "new"


class MatchedBy(StrEnum):
    """What told who a player of the file is."""

    FIDE_ID = "fide_id"
    NATIONAL_ID = "national_id"
    NAME_AND_BIRTH = "name_and_birth"
    ANSWER = "answer"
    ENTRY = "entry"


@dataclass(frozen=True, slots=True)
class Match:
    """One player of the file; ``player`` None means that he is new to the club.

    ``candidates`` are players of the club that he may be, where that is not certain.
    """

    competitor: Competitor
    player: Player | None = None
    matched_by: MatchedBy | None = None
    candidates: tuple[Player, ...] = ()

    @property
    def is_doubtful(self) -> bool:
        """Whether somebody has to say who this is."""
        return self.player is None and bool(self.candidates)


def match_players(
    access: ClubAccess,
    competitors: Sequence[Competitor],
    answers: Mapping[int, int | str],
    *,
    doubles_are_doubtful: bool = True,
) -> tuple[list[Match], list[Problem]]:
    """Return a match for each player of a file, and what is wrong with the answers; one query.

    ``answers`` says of starting ranks which player of the club it is (an id), or ``new``. One
    player as the answer for two is a problem, and who else would be that player is doubtful, unless
    the caller deals with such doubles.
    """
    named = (
        Q(fide_id__in={each.fide_id for each in competitors if each.fide_id})
        | Q(national_id__in={each.national_id for each in competitors if each.national_id})
        | Q(search_name__in={search_form(each.name) for each in competitors})
        | Q(pk__in={answer for answer in answers.values() if isinstance(answer, int)})
        | ~Q(latin_name="")
    )
    players = of_club(access, Player).filter(
        named, merged_into__isnull=True, pseudonymised_at__isnull=True
    )
    known = _Known(list(players))
    problems = []
    matches = []
    for competitor in competitors:
        answer = answers.get(competitor.starting_rank)
        if answer is None:
            matches.append(known.match(competitor))
        elif answer == NEW:
            matches.append(Match(competitor))
        elif (chosen := known.by_id.get(answer)) is not None:
            matches.append(Match(competitor, chosen, MatchedBy.ANSWER))
        else:
            message = _("There is no such player in this club.")
            path = f"matches.{competitor.starting_rank}"
            problems.append(Problem("player_unknown", message, path))
            matches.append(Match(competitor))
    if not doubles_are_doubtful:
        return matches, problems
    return _refuse_doubles(matches), problems + _answered_doubles(matches)


class _Known:
    """The club's players, by everything a file may name them by."""

    def __init__(self, players: Sequence[Player]) -> None:
        self.by_id: dict[int | str, Player] = {player.pk: player for player in players}
        self._by_fide_id = {player.fide_id: player for player in players if player.fide_id}
        self._by_national_id: dict[str, list[Player]] = {}
        self._by_name: dict[str, list[Player]] = {}
        for player in players:
            if player.national_id:
                self._by_national_id.setdefault(player.national_id, []).append(player)
            self._by_name.setdefault(search_form(player.name), []).append(player)

    def match(self, competitor: Competitor) -> Match:
        by_fide_id = self._by_fide_id.get(competitor.fide_id or 0)
        if by_fide_id is not None:
            return Match(competitor, by_fide_id, MatchedBy.FIDE_ID)
        by_national_id = self._by_national_id.get(competitor.national_id, [])
        name = search_form(competitor.name)
        if competitor.national_id and len(by_national_id) == 1:
            found = by_national_id[0]
            # The numbers of several federations look alike: another name is another person.
            if search_form(found.name) == name and not _differ(competitor, found):
                return Match(competitor, found, MatchedBy.NATIONAL_ID)
        year = birth_year_of(competitor)
        namesakes = [
            player for player in self._by_name.get(name, ()) if not _differ(competitor, player)
        ]
        same_year = [player for player in namesakes if year and player.birth_year == year]
        if len(same_year) == 1:
            return Match(competitor, same_year[0], MatchedBy.NAME_AND_BIRTH)
        return Match(competitor, candidates=tuple(namesakes))


def _differ(competitor: Competitor, player: Player) -> bool:
    """Whether two namesakes are certainly two people."""
    year = birth_year_of(competitor)
    if year and player.birth_year and year != player.birth_year:
        return True
    return bool(competitor.fide_id and player.fide_id and competitor.fide_id != player.fide_id)


def _refuse_doubles(matches: list[Match]) -> list[Match]:
    """Make players of one file that would be the same player of the club doubtful.

    Who was said to be that player is him.
    """
    times: dict[int, int] = {}
    for match in matches:
        if match.player is not None:
            times[match.player.pk] = times.get(match.player.pk, 0) + 1
    return [
        Match(match.competitor, candidates=(match.player,))
        if match.player is not None
        and match.matched_by is not MatchedBy.ANSWER
        and times[match.player.pk] > 1
        else match
        for match in matches
    ]


def _answered_doubles(matches: Sequence[Match]) -> list[Problem]:
    problems = []
    seen: dict[int, int] = {}
    for match in matches:
        if match.player is None or match.matched_by is not MatchedBy.ANSWER:
            continue
        rank = match.competitor.starting_rank
        first = seen.setdefault(match.player.pk, rank)
        if first != rank:
            message = _("Numbers %(first)s and %(second)s cannot both be %(name)s.") % {
                "first": first,
                "second": rank,
                "name": match.player.name,
            }
            facts = {"starting_rank": rank, "player": match.player.pk, "same_as": first}
            problems.append(Problem("player_twice", message, f"matches.{rank}", facts))
    return problems


def entered_problems(matches: Sequence[Match], entered: Mapping[int, Entry]) -> list[Problem]:
    """Return whom a later file would enter a second time; ``entered`` goes by player."""
    return [
        Problem(
            "already_entered",
            _("Number %(rank)s would be %(name)s, who plays in this event as number %(other)s.")
            % {"rank": match.competitor.starting_rank, "name": match.player.name,
               "other": entered[match.player.pk].starting_rank},
            f"matches.{match.competitor.starting_rank}",
            {"starting_rank": match.competitor.starting_rank, "player": match.player.pk,
             "entered_as": entered[match.player.pk].starting_rank},
        )
        for match in matches
        if match.player is not None and match.player.pk in entered
    ]  # fmt: skip


def birth_year_of(competitor: Competitor) -> int | None:
    """Return the year of birth a file gives, or None."""
    return whole_number(competitor.birth[:4]) or None


def doubtful_problems(access: ClubAccess, matches: Sequence[Match]) -> list[Problem]:
    """Return each player somebody has to identify, with who he may be.

    A token of one event learns nothing of the club's other players.
    """
    may_know = access.event_number is None
    return [
        Problem(
            "doubtful_player",
            _("%(name)s may be a player of the club, but the file does not say enough.")
            % {"name": match.competitor.name},
            f"matches.{match.competitor.starting_rank}",
            {
                "starting_rank": match.competitor.starting_rank,
                "name": match.competitor.name,
                "candidates": [
                    {"player": player.pk, "name": player.name, "birth_year": player.birth_year}
                    for player in match.candidates
                    if may_know
                ],
            },
        )
        for match in matches
        if match.is_doubtful
    ]


def may_be(competitor: Competitor, player: Player) -> bool:
    """Whether a line may speak of a player: the same name, and nothing that tells them apart."""
    is_namesake = search_form(competitor.name) == search_form(player.name)
    return is_namesake and not _differ(competitor, player)


def same_person(competitor: Competitor, player: Player) -> bool:
    """Whether a line of a later file still speaks of the player entered under its number."""
    if competitor.fide_id and player.fide_id:
        return competitor.fide_id == player.fide_id
    name = tidy_name(competitor.name)[:100]
    return not name or search_form(name) == search_form(player.name)
