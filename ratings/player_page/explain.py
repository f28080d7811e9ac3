"""Why a rating moved: the games of one history row and the sum they make."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from clubs.access import ClubAccess
from clubs.models import Player
from clubs.public_fields import knows_birth_year
from ratings.calculator_pages.what_if import calculator_address
from ratings.models import RatingChange
from ratings.player_page import words
from ratings.player_page.load import event_names
from ratings.player_page.people import Person, people
from ratings.queries import GameLine, PooledLine, first_rating_steps, game_lines, pooled_lines
from ratings.reason_words import left_out_words


@dataclass(frozen=True, slots=True)
class ShownGame:
    """A game with the opponent's name; ``left_out`` is a sentence, empty for a game that counts."""

    line: GameLine
    opponent: Person
    left_out: str

    @property
    def is_capped(self) -> bool:
        """Whether the 400-point rule made the difference smaller."""
        return self.line.difference != self.line.counted_difference


@dataclass(frozen=True, slots=True)
class PooledGame:
    """A game of the pool that gave a first rating, with the event's name."""

    line: PooledLine
    event: str
    left_out: str


@dataclass(frozen=True, slots=True)
class FirstRating:
    """The steps of a first rating; average, percentage and performance in hundredths."""

    games: int
    hypothetical: int | None
    average: int
    percentage: int
    dp: int | None
    performance: int
    rating: int | None
    pool: tuple[PooledGame, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """All that is shown when a row is opened; ``has_sum`` where K was applied once."""

    change: RatingChange
    games: tuple[ShownGame, ...]
    has_sum: bool
    k: str = ""
    first: FirstRating | None = None
    sentences: tuple[str, ...] = ()
    rules: str = ""
    calculator_url: str = ""

    @property
    def gain(self) -> int:
        """Score minus expected score of the counted games, in hundredths."""
        return self.change.score - self.change.expected_score

    @property
    def counted(self) -> int:
        """How many of the games count."""
        return sum(game.line.left_out is None for game in self.games)


def explain(change: RatingChange, player: Player, access: ClubAccess) -> Explanation:
    """Return the explanation of one row; one query for names, a second for a pool's events."""
    lines = game_lines(change)
    names = people(access, {line.opponent_id for line in lines})
    pooled = pooled_lines(change)
    events = event_names(change.rating_list, {line.event_key for line in pooled})
    return explained(change, player, access, names, events)


def explained(
    change: RatingChange,
    player: Player,
    access: ClubAccess,
    names: Mapping[int, Person],
    events: Mapping[int, str],
) -> Explanation:
    """Return the explanation of one row from names that have been read already."""
    has_sum = change.used_k is not None
    return Explanation(
        change=change,
        games=tuple(
            ShownGame(line, names[line.opponent_id], words.left_out_sentence(line))
            for line in game_lines(change)
        ),
        has_sum=has_sum,
        k=_k(change, player, access) if has_sum else "",
        first=_first(change, events),
        sentences=tuple(sentences(change)),
        rules=str(words.EDITIONS.get(change.regime, "")),
        calculator_url=calculator_address(change, knows_year=knows_birth_year(player, access)),
    )


def sentences(change: RatingChange) -> Iterable[str]:
    """Return everything there is to say of a row besides its sum."""
    yield from words.kind_sentences(change)
    if change.kind != RatingChange.Kind.ADJUSTMENT:
        yield words.start_sentence(change)
    if text := words.adding_up_sentence(change):
        yield text
    yield from words.flag_sentences(change)


def _k(change: RatingChange, player: Player, access: ClubAccess) -> str:
    assert change.base_k is not None
    shown = change.birth_year if knows_birth_year(player, access) else None
    found = [
        words.k_sentence(change.k_reason, change.base_k, change.games_before, shown),
        words.k_limit_sentence(change),
    ]
    return " ".join(text for text in found if text)


def _first(change: RatingChange, events: Mapping[int, str]) -> FirstRating | None:
    steps = first_rating_steps(change)
    if steps is None or steps["performance"] is None:
        return None
    return FirstRating(
        games=steps["games"],
        hypothetical=steps["terms"][1],
        average=steps["average"],
        percentage=steps["percentage"],
        dp=steps["dp"],
        performance=steps["performance"],
        rating=change.after if change.kind == RatingChange.Kind.FIRST else None,
        pool=tuple(_pool(pooled_lines(change), events)),
    )


def _pool(lines: Sequence[PooledLine], events: Mapping[int, str]) -> Iterable[PooledGame]:
    for line in lines:
        left_out = left_out_words(line.left_out)
        name = events.get(line.event_key) or gettext("Event %(key)s") % {"key": line.event_key}
        yield PooledGame(line, name, left_out)
