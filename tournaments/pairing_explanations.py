"""Why a pairing is what it is, in sentences; the facts come from the pairing library.

No sentence is put together from parts: each reason has its own, so that it can be translated.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy

from clubs.access import ClubAccess
from clubs.formatting import points
from clubs.public_fields import sees_private_facts, shown_name
from tournaments.event_queries import EventView, RoundView
from tournaments.models import Entry, Tournament
from tournaments.pairing.colours import ColourReason
from tournaments.pairing.explain import (
    BoardExplanation,
    ByeExplanation,
    ByeReason,
    NeighbourReason,
    explain_round,
)
from tournaments.pairing.histories import Float, PlayerHistory, Strength
from tournaments.results import Colour
from tournaments.round_state import pairing_state, proposed_round

# Rounds of these follow from points, so that there is something to explain.
EXPLAINED = frozenset({Tournament.Format.SWISS, Tournament.Format.EXTERNAL})

Words = dict[tuple[Strength, Colour | None], str | Promise]

DUE: Words = {
    (Strength.ABSOLUTE, Colour.WHITE): gettext_lazy("%(name)s must have White now."),
    (Strength.ABSOLUTE, Colour.BLACK): gettext_lazy("%(name)s must have Black now."),
    (Strength.STRONG, Colour.WHITE): gettext_lazy(
        "%(name)s should have White: one Black more than White so far."
    ),
    (Strength.STRONG, Colour.BLACK): gettext_lazy(
        "%(name)s should have Black: one White more than Black so far."
    ),
    (Strength.MILD, Colour.WHITE): gettext_lazy("%(name)s had Black last, so White is due."),
    (Strength.MILD, Colour.BLACK): gettext_lazy("%(name)s had White last, so Black is due."),
}
NOTHING_DUE = gettext_lazy("%(name)s has not played yet, so no colour is due.")
COLOUR_REASONS: dict[ColourReason, str | Promise] = {
    ColourReason.BOTH_GRANTED: gettext_lazy("Both get the colour that suits them."),
    ColourReason.STRONGER_PREFERENCE: gettext_lazy(
        "Both are due the same colour; the one with the stronger claim gets it."
    ),
    ColourReason.WIDER_DIFFERENCE: gettext_lazy(
        "Both must have the same colour; the one with the wider difference gets it."
    ),
    ColourReason.ALTERNATION: gettext_lazy(
        "Both are due the same colour; it goes by the last round in which their colours differed."
    ),
    ColourReason.HIGHER_RANKED: gettext_lazy(
        "Both are due the same colour; the better placed player gets it."
    ),
    ColourReason.INITIAL_COLOUR: gettext_lazy(
        "Nobody is due a colour: it follows from the colour drawn by lot and the starting number."
    ),
}
BY_HAND = gettext_lazy("The colours are not those of the rule: this board was made by hand.")
FLOAT_DOWN = gettext_lazy(
    "%(name)s goes down to a player with fewer points: the group did not come out in pairs."
)
# Floats of the last two rounds are what the rules look at; a free point or half counts as one.
ROUNDS_OF_FLOATS = 2
FLOATED: dict[Float, str | Promise] = {
    Float.DOWN: gettext_lazy(
        "%(name)s met somebody with fewer points, or had points without a game, in round %(round)s."
    ),
    Float.UP: gettext_lazy("%(name)s met somebody with more points in round %(round)s."),
}
SAME_POINTS = gettext_lazy("Both have the same points: %(points)s.")
NEIGHBOURS: dict[NeighbourReason, str | Promise] = {
    NeighbourReason.ALREADY_MET: gettext_lazy("They have met, in round %(round)s."),
    NeighbourReason.FORBIDDEN: gettext_lazy("They are of one family."),
    NeighbourReason.COLOUR_CLASH: gettext_lazy("Both must have the same colour."),
    NeighbourReason.SAME_HALF: gettext_lazy(
        "Both are in the upper half of their group, which meets the lower half."
    ),
    NeighbourReason.QUALITY: gettext_lazy("Allowed, but the group as a whole would fit worse."),
}
PASSED_BY: dict[ByeReason, str | Promise] = {
    ByeReason.HAD_BYE: gettext_lazy("Had the bye in round %(round)s."),
    ByeReason.HAD_FREE_POINT: gettext_lazy("Won without play in round %(round)s."),
    ByeReason.MORE_UNPLAYED: gettext_lazy("Has missed more games."),
    ByeReason.QUALITY: gettext_lazy("Allowed, but the other pairings would fit worse."),
}


@dataclass(frozen=True, slots=True)
class Passed:
    """Somebody who might have been the opponent, or had the bye, and why not."""

    entry: Entry
    score: int
    reason: str


@dataclass(frozen=True, slots=True)
class Explained:
    """A board in words: colours so far of both, sentences, and the neighbours passed by."""

    white_colours: tuple[Colour | None, ...]
    black_colours: tuple[Colour | None, ...]
    sentences: tuple[str, ...]
    article: str
    passed: tuple[Passed, ...]


def explain_board(
    view: EventView, round_view: RoundView, board: int, *, shown_to: ClubAccess | None = None
) -> Explained | None:
    """Return why two players meet, or None for a board that is not there; no queries.

    ``shown_to`` leaves out what that person may not know: names, and who is of one family.
    """
    explained = explain_round(
        pairing_state(view, round_view.round.number), proposed_round(view, round_view)
    )
    found = next((each for each in explained.boards if each.board == board), None)
    return _explained(view, found, shown_to) if found else None


def explain_bye(view: EventView, round_view: RoundView) -> tuple[Passed, ...]:
    """Return who was passed by when the bye was given, and why; empty without a bye."""
    explained = explain_round(
        pairing_state(view, round_view.round.number), proposed_round(view, round_view)
    )
    return _passed_by(view, explained.bye) if explained.bye else ()


def _explained(view: EventView, board: BoardExplanation, shown_to: ClubAccess | None) -> Explained:
    white, black = board.white, board.black
    reason = COLOUR_REASONS[board.colour_reason] if board.colour_reason else BY_HAND
    sentences = (
        _meeting(view, board, shown_to),
        *_floats(view, white, shown_to),
        *_floats(view, black, shown_to),
        _due(view, white, shown_to),
        _due(view, black, shown_to),
        str(reason),
    )
    passed = tuple(
        Passed(view.entry_by_rank[each.rank], each.score, str(NEIGHBOURS[each.reason]) % each.facts)
        for each in board.neighbours
        if each.reason is not NeighbourReason.FORBIDDEN
        or shown_to is None
        or sees_private_facts(shown_to)
    )
    return Explained(white.colours, black.colours, sentences, board.colour_article, passed)


def _meeting(view: EventView, board: BoardExplanation, shown_to: ClubAccess | None) -> str:
    if board.floats_down is not None:
        return str(FLOAT_DOWN) % {"name": _name(view, board.floats_down, shown_to)}
    return str(SAME_POINTS) % {"points": points(board.bracket, get_language() or "en")}


def _floats(
    view: EventView, history: PlayerHistory, shown_to: ClubAccess | None
) -> tuple[str, ...]:
    """Return in which of the last two rounds a player floated, the earlier one first."""
    first = max(len(history.floats) - ROUNDS_OF_FLOATS, 0)
    name = _name(view, history.rank, shown_to)
    return tuple(
        str(FLOATED[floated]) % {"name": name, "round": number}
        for number, floated in enumerate(history.floats[first:], start=first + 1)
        if floated in FLOATED
    )


def _due(view: EventView, history: PlayerHistory, shown_to: ClubAccess | None) -> str:
    words = DUE.get((history.strength, history.due_colour), NOTHING_DUE)
    return str(words) % {"name": _name(view, history.rank, shown_to)}


def _passed_by(view: EventView, bye: ByeExplanation) -> tuple[Passed, ...]:
    return tuple(
        Passed(view.entry_by_rank[each.rank], each.score, str(PASSED_BY[each.reason]) % each.facts)
        for each in bye.passed_by
    )


def _name(view: EventView, rank: int, shown_to: ClubAccess | None) -> str:
    player = view.entry_by_rank[rank].player
    return shown_name(player, shown_to) if shown_to else player.name
