"""Why two players meet, as everybody may read it: published rounds, shown names."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.event_queries import RoundView
from tournaments.event_tables import EventTables, Person
from tournaments.pairing_explanations import EXPLAINED, Explained, explain_board


@dataclass(frozen=True, slots=True)
class PassedPerson:
    """Somebody who might have been the opponent, and why not."""

    person: Person
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class PublicExplanation:
    """A board of a published round explained."""

    board: int
    white: Person
    black: Person
    explained: Explained
    passed: tuple[PassedPerson, ...]


def can_be_explained(tables: EventTables) -> bool:
    """Whether the rounds of this event follow from points."""
    return tables.view.tournament.format in EXPLAINED


def explain_public_board(
    tables: EventTables, found: RoundView, board: int | None
) -> PublicExplanation | None:
    """Return why two players of a round meet; None where there is nothing to explain."""
    pairing = next((each for each in found.pairings if each.board_number == board), None)
    if pairing is None or board is None or not can_be_explained(tables):
        return None
    explained = explain_board(tables.view, found, board, shown_to=tables.access)
    if explained is None:
        return None
    people = tables.people
    return PublicExplanation(
        board=board,
        white=people[pairing.white.starting_rank or 0],
        black=people[pairing.black.starting_rank or 0],
        explained=explained,
        passed=tuple(
            PassedPerson(people[each.entry.starting_rank or 0], each.score, each.reason)
            for each in explained.passed
        ),
    )
