"""Players typed one a line, with a year of birth and a first rating where they are known.

Nothing is written before every line is clear: a name that the club has already is a question to the
person, not a guess.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.access import ClubAccess, Right
from clubs.errors import InvalidInput, Problem
from clubs.matching import KnownPlayer, MatchKind, index_of_club
from clubs.models import FidePlayer, Player
from clubs.names import search_form
from clubs.player_lines import PlayerLine, listed_fields, read_player_lines
from clubs.players import add_player, add_players, player_problems
from clubs.today import today_in
from ratings.adjustments import ImportedRating, lowest_rating, record_imported_ratings
from ratings.queries import lists_of
from ratings.replay import lock_club, lock_lists
from ratings.rules import TimeControl, is_junior
from ratings.rules.k_factor import (
    ESTABLISHED_K,
    JUNIOR_UNDER,
    NEWCOMER_GAMES,
    TOP_K,
    TOP_RATING,
)

MOST_LINES = 500
LONGEST_TEXT = 40_000
ADD, LEAVE_OUT = "add", "leave_out"


@dataclass(frozen=True, slots=True)
class TypedPlayer:
    """One line as it was read. ``namesakes`` are players of the club it may already mean."""

    number: int
    text: str
    line: PlayerLine
    namesakes: tuple[KnownPlayer, ...] = ()
    problem: str = ""
    decision: str = ""

    @property
    def name(self) -> str:
        """The name in the line, or the one of the FIDE list."""
        return self.line.name

    @property
    def birth_year(self) -> int | None:
        """The year of birth in the line, or the one of the FIDE list."""
        return self.line.birth_year

    @property
    def is_open(self) -> bool:
        """Whether the person has to decide before anything is added."""
        return bool(self.namesakes) and not self.decision

    @property
    def is_added(self) -> bool:
        """Whether the line becomes a player."""
        return not self.problem and (not self.namesakes or self.decision == ADD)


def read_typed_players(
    access: ClubAccess,
    text: str,
    *,
    time_control: str,
    day: date,
    decisions: Mapping[int, str] | None = None,
) -> list[TypedPlayer]:
    """Return what the lines mean; three queries at most.

    ``decisions`` go by the number of the line.
    """
    access.require(Right.MANAGE)
    index = index_of_club(access)
    today = today_in(access.club)
    lowest = lowest_rating(access.club, TimeControl(time_control), day)
    seen: dict[tuple[str, int | None], int] = {}
    read = []
    texts = [
        (number, text.strip())
        for number, text in enumerate(text[:LONGEST_TEXT].splitlines()[: MOST_LINES + 1], start=1)
        if text.strip()
    ]
    lines = read_player_lines(text for _number, text in texts)
    for (number, text), line in zip(texts, lines, strict=True):
        problems = player_problems(line.fields, today)
        problem = line.problem or (problems[0].message if problems else "")
        if not problem and line.rating is not None and line.rating < lowest:
            problem = _("The lowest rating of this club is %(lowest)s.") % {"lowest": lowest}
        match = index.match(name=line.name, birth_year=line.birth_year, fide_id=line.fide_id)
        form = " ".join(sorted(search_form(line.name).split()))
        if not problem and form and (form, line.birth_year) in seen:
            same = seen[form, line.birth_year]
            problem = _("The same as line %(number)s.") % {"number": same}
        seen.setdefault((form, line.birth_year), number)
        decision = (decisions or {}).get(number, "")
        read.append(
            TypedPlayer(
                number, text, line, () if match.kind == MatchKind.NEW else match.players, problem,
                decision if decision in (ADD, LEAVE_OUT) else "",
            )
        )  # fmt: skip
    return read


@transaction.atomic
def add_typed_players(
    access: ClubAccess,
    text: str,
    *,
    time_control: str,
    day: date,
    decisions: Mapping[int, str] | None = None,
) -> list[Player]:
    """Return the players that were added, all of the lines or none.

    Ratings hold on the list of ``time_control`` from ``day`` on. Raises InvalidInput with every
    line that is wrong or that asks a question.
    """
    typed = read_typed_players(
        access, text, time_control=time_control, day=day, decisions=decisions
    )
    problems = [
        Problem("line_invalid", line.problem, "lines", {"line": line.number})
        for line in typed if line.problem
    ]  # fmt: skip
    if len(typed) > MOST_LINES or len(text) > LONGEST_TEXT:
        problems.append(Problem("too_many_lines", _("At most 500 lines at a time."), "lines"))
    if not typed:
        problems.append(Problem("lines_missing", _("Write at least one name."), "lines"))
    for line in typed:
        if line.is_open and not line.problem:
            message = _("Line %(number)s: the club has a player of this name.")
            facts = {"number": line.number}
            problems.append(Problem("namesake", message % facts, "", facts))
    if problems:
        raise InvalidInput("players_invalid", _("Nobody was added."), problems=problems)
    wanted = [line for line in typed if line.is_added]
    lock_club(access.club.pk)
    lock_lists(access.club.pk)
    added = add_players(access, [line.line.fields for line in wanted], source=_("Typed in"))
    rated = [
        ImportedRating(player.pk, line.line.rating)
        for player, line in zip(added, wanted, strict=True) if line.line.rating
    ]  # fmt: skip
    if rated:
        record_imported_ratings(
            access.club, access.actor, lists_of(access.club)[time_control],
            day=day, ratings=rated, reason=_("Given when the player was added"),
        )  # fmt: skip
    given = {rating.player_id for rating in rated}
    record_listed_ratings(
        access, [(player, line.line.listed) for player, line in zip(added, wanted, strict=True)],
        day=day, given={time_control: given},
    )  # fmt: skip
    return added


def record_listed_ratings(
    access: ClubAccess,
    people: Sequence[tuple[Player, FidePlayer | None]],
    *,
    day: date,
    given: Mapping[str, Collection[int]],
) -> None:
    """Record the ratings of the FIDE list as first ratings from ``day`` on; constant queries.

    ``given`` are the players, by time control, whose rating was said otherwise. Ratings below the
    lowest of the club count as none.
    """
    if not any(found for _player, found in people):
        return
    for control, rating_list in lists_of(access.club).items():
        lowest = lowest_rating(access.club, TimeControl(control), day)
        ratings = [
            _with_k_of(found, control, player, rating, day.year)
            for player, found in people
            if found
            and player.pk not in given.get(control, ())
            and (rating := getattr(found, control) or 0) >= lowest
        ]
        record_imported_ratings(
            access.club, access.actor, rating_list, day=day, ratings=ratings,
            reason=_("From the FIDE list"),
        )  # fmt: skip


@transaction.atomic
def add_fide_player(
    access: ClubAccess,
    found: FidePlayer,
    *,
    name: str,
    birth_year: int | None,
    federation: str,
    fide_id: int,
    day: date,
    standard: int | None = None,
    rapid: int | None = None,
    blitz: int | None = None,
) -> Player:
    """Return a player added from a line of the FIDE list, with first ratings from ``day`` on.

    The fields are those the person saw and perhaps changed; title and K come from the list, so
    that the player keeps his K here. Raises InvalidInput.
    """
    ratings = {"standard": standard, "rapid": rapid, "blitz": blitz}
    problems = []
    for control, rating in ratings.items():
        lowest = lowest_rating(access.club, TimeControl(control), day)
        if rating and rating < lowest:
            facts = {"lowest": lowest}
            text = _("The lowest rating of this club is %(lowest)s.") % facts
            problems.append(Problem("below_lowest", text, control, facts))
    if problems:
        raise InvalidInput("player_invalid", _("The player was not added."), problems=problems)
    player = add_player(
        access, name=name, birth_year=birth_year, federation=federation.upper(), fide_id=fide_id,
        **{name: value for name, value in listed_fields(found).items() if name != "federation"},
    )  # fmt: skip
    lists = lists_of(access.club)
    for control, rating in ratings.items():
        if rating:
            record_imported_ratings(
                access.club, access.actor, lists[control], day=day,
                ratings=[_with_k_of(found, control, player, rating, day.year)],
                reason=_("From the FIDE list"),
            )  # fmt: skip
    return player


def _with_k_of(
    found: FidePlayer, control: str, player: Player, rating: int, year: int
) -> ImportedRating:
    """Return a rating of the FIDE list with the least of games and peak that explains its K.

    The list tells no games of a career and no peak. K 20 means 30 games, for a junior 2300 reached
    once; K 10 means 2400 reached once. Without a K nothing is known: the player begins as new.
    """
    k = getattr(found, f"{control}_k")
    is_established = k in (ESTABLISHED_K, TOP_K)
    peak = rating
    if k == TOP_K:
        peak = max(rating, TOP_RATING)
    elif k == ESTABLISHED_K and is_junior(player.birth_year, year):
        peak = max(rating, JUNIOR_UNDER)
    games = NEWCOMER_GAMES if is_established else 0
    return ImportedRating(player.pk, rating, games=games, peak=peak)
