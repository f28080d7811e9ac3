"""The shapes of standings, crosstables and pairing explanations in the REST API."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext
from rest_framework import serializers

from tournaments.pairing.explain import Neighbour, NeighbourReason, PassedBy, RoundExplanation
from tournaments.pairing.histories import Float, PlayerHistory, Strength
from tournaments.results import Outcome
from tournaments.standings.crosstable import CrosstableCell, CrosstableRow, MatrixRow
from tournaments.standings.table import Standings, StandingsRow
from tournaments.standings.tie_breaks.values import OpponentLine, TieBreakValue
from tournaments.standings.words import NAMES, REASONS

OUTCOMES = [str(outcome) for outcome in Outcome]
Names = dict[int, str]


class LineSchema(serializers.Serializer[Any]):
    """One round in a tie-break; `reasons` say why it counts as it does."""

    round_number = serializers.IntegerField()
    opponent = serializers.IntegerField(allow_null=True)
    colour = serializers.CharField(allow_null=True)
    outcome = serializers.ChoiceField(choices=OUTCOMES)
    points = serializers.IntegerField()
    basis = serializers.IntegerField(allow_null=True)
    counted = serializers.IntegerField(help_text="In the unit of the value.")
    is_counted = serializers.BooleanField()
    reasons = serializers.ListField(child=serializers.CharField())
    reason_texts = serializers.ListField(child=serializers.CharField())


class TieBreakSchema(serializers.Serializer[Any]):
    """One tie-break of one player: `value / unit` is the number people read."""

    code = serializers.CharField()
    value = serializers.IntegerField(allow_null=True)
    unit = serializers.IntegerField()
    method = serializers.CharField()
    addend = serializers.IntegerField()
    place = serializers.IntegerField(allow_null=True)
    why_undefined = serializers.CharField(allow_null=True)
    notes = serializers.ListField(child=serializers.CharField())
    lines = LineSchema(many=True, required=False, help_text="With `expand=lines`.")


class StandingsRowSchema(serializers.Serializer[Any]):
    """A player's place; `rank` may be shared, `position` is unique."""

    position = serializers.IntegerField()
    rank = serializers.IntegerField()
    is_shared = serializers.BooleanField()
    starting_rank = serializers.IntegerField()
    name = serializers.CharField()
    points = serializers.IntegerField(help_text="Hundredths.")
    tie_breaks = TieBreakSchema(many=True)
    decided_by = serializers.CharField(
        allow_null=True, help_text="The criterion that puts him below the player above."
    )


class CriterionSchema(serializers.Serializer[Any]):
    """A tie-break of the event, in words."""

    code = serializers.CharField()
    name = serializers.CharField()
    meaning = serializers.CharField()


class StandingsSchema(serializers.Serializer[Any]):
    """The table after a round."""

    after_round = serializers.IntegerField()
    edition = serializers.CharField(help_text="Edition of C.07 that was used.")
    criteria = CriterionSchema(many=True)
    rows = StandingsRowSchema(many=True)
    annulled = serializers.ListField(child=serializers.IntegerField())
    open_games = serializers.IntegerField(help_text="Boards without result so far.")


def standings_body(table: Standings, names: Names, *, lines: bool) -> dict[str, Any]:
    """Return a table; ``lines`` adds what makes each tie-break."""
    return {
        "after_round": table.after_round,
        "edition": str(table.edition),
        "criteria": [
            {"code": code, "name": gettext(NAMES[code][0]), "meaning": gettext(NAMES[code][1])}
            for code in table.tie_breaks
        ],
        "rows": [_row(row, names, lines) for row in table.rows],
        "annulled": list(table.annulled),
        "open_games": table.open_games,
    }


def _row(row: StandingsRow, names: Names, lines: bool) -> dict[str, Any]:
    return {
        "position": row.position,
        "rank": row.rank,
        "is_shared": row.is_shared,
        "starting_rank": row.starting_rank,
        "name": names[row.starting_rank],
        "points": row.points,
        "tie_breaks": [_tie_break(value, lines) for value in row.values],
        "decided_by": row.decided_by,
    }


def _tie_break(value: TieBreakValue, lines: bool) -> dict[str, Any]:
    body = {
        "code": value.code,
        "value": value.value,
        "unit": value.unit,
        "method": str(value.method),
        "addend": value.addend,
        "place": value.place,
        "why_undefined": value.why_undefined and str(value.why_undefined),
        "notes": [str(note) for note in value.notes],
    }
    return body | {"lines": [_line(line) for line in value.lines]} if lines else body


def _line(line: OpponentLine) -> dict[str, Any]:
    return {
        "round_number": line.round_number,
        "opponent": line.opponent,
        "colour": line.colour and str(line.colour),
        "outcome": str(line.outcome),
        "points": line.points,
        "basis": line.basis,
        "counted": line.counted,
        "is_counted": line.is_counted,
        "reasons": [str(reason) for reason in line.reasons],
        "reason_texts": [gettext(REASONS[reason]) for reason in line.reasons],
    }


class CrossCellSchema(serializers.Serializer[Any]):
    """One game in a crosstable; `opponent_number` is the number of the opponent's line."""

    round_number = serializers.IntegerField()
    outcome = serializers.ChoiceField(choices=OUTCOMES)
    points = serializers.IntegerField()
    colour = serializers.CharField(allow_null=True)
    opponent = serializers.IntegerField(allow_null=True)
    opponent_number = serializers.IntegerField(allow_null=True)


class CrosstableRowSchema(serializers.Serializer[Any]):
    """One line; `cells` go by round, `games` (with `matrix`) by the opponent's line."""

    number = serializers.IntegerField()
    rank = serializers.IntegerField(allow_null=True)
    is_shared = serializers.BooleanField()
    starting_rank = serializers.IntegerField()
    name = serializers.CharField()
    points = serializers.IntegerField()
    cells = serializers.ListField(child=CrossCellSchema(allow_null=True), required=False)
    games = serializers.ListField(
        child=serializers.ListField(child=CrossCellSchema(), allow_null=True), required=False
    )


class CrosstableSchema(serializers.Serializer[Any]):
    """Who met whom."""

    after_round = serializers.IntegerField()
    order = serializers.CharField()
    rows = CrosstableRowSchema(many=True)


def crosstable_row(row: CrosstableRow | MatrixRow, names: Names) -> dict[str, Any]:
    """Return one line of a crosstable or of a matrix."""
    body: dict[str, Any] = {
        "number": row.number,
        "rank": row.rank,
        "is_shared": row.is_shared,
        "starting_rank": row.starting_rank,
        "name": names[row.starting_rank],
        "points": row.points,
    }
    if isinstance(row, CrosstableRow):
        return body | {"cells": [cell and _cell(cell) for cell in row.cells]}
    games = [None if met is None else [_cell(cell) for cell in met] for met in row.games]
    return body | {"games": games}


def _cell(cell: CrosstableCell) -> dict[str, Any]:
    return {
        "round_number": cell.round_number,
        "outcome": str(cell.outcome),
        "points": cell.points,
        "colour": cell.colour and str(cell.colour),
        "opponent": cell.opponent,
        "opponent_number": cell.opponent_number,
    }


class HistorySchema(serializers.Serializer[Any]):
    """What a player brought into a round."""

    starting_rank = serializers.IntegerField()
    score = serializers.IntegerField()
    colours = serializers.CharField(allow_blank=True)
    due_colour = serializers.CharField(allow_null=True)
    strength = serializers.ChoiceField(choices=[str(strength) for strength in Strength])
    colour_difference = serializers.IntegerField(help_text="White games minus Black games.")
    floats = serializers.ListField(
        child=serializers.ChoiceField(choices=[str(each) for each in Float]),
        help_text="One for each earlier round.",
    )


class NeighbourSchema(serializers.Serializer[Any]):
    """A player near in the standings, and why it was not him."""

    starting_rank = serializers.IntegerField()
    score = serializers.IntegerField()
    reason = serializers.CharField()
    facts = serializers.DictField()


class BoardExplanationSchema(serializers.Serializer[Any]):
    """Why a board is what it is."""

    board = serializers.IntegerField()
    white = HistorySchema()
    black = HistorySchema()
    higher = serializers.IntegerField()
    bracket = serializers.IntegerField()
    floats_down = serializers.IntegerField(allow_null=True)
    floats_up = serializers.IntegerField(allow_null=True)
    colour_reason = serializers.CharField(allow_null=True)
    colour_article = serializers.CharField(allow_blank=True)
    neighbours = NeighbourSchema(many=True)


class ByeExplanationSchema(serializers.Serializer[Any]):
    """Who has the bye, and why others were passed by."""

    player = HistorySchema()
    passed_by = NeighbourSchema(many=True)


class RoundExplanationSchema(serializers.Serializer[Any]):
    """Why a round is what it is."""

    boards = BoardExplanationSchema(many=True)
    bye = ByeExplanationSchema(allow_null=True)


def explanation_body(explanation: RoundExplanation, *, families: bool) -> dict[str, Any]:
    """Return the explanation of a round; without ``families`` nobody learns who belongs to one."""
    bye = explanation.bye
    return {
        "boards": [
            {
                "board": each.board,
                "white": _history(each.white),
                "black": _history(each.black),
                "higher": each.higher,
                "bracket": each.bracket,
                "floats_down": each.floats_down,
                "floats_up": each.floats_up,
                "colour_reason": each.colour_reason and str(each.colour_reason),
                "colour_article": each.colour_article,
                "neighbours": [
                    _neighbour(one)
                    for one in each.neighbours
                    if families or one.reason is not NeighbourReason.FORBIDDEN
                ],
            }
            for each in explanation.boards
        ],
        "bye": None
        if bye is None
        else {
            "player": _history(bye.player),
            "passed_by": [_neighbour(one) for one in bye.passed_by],
        },
    }


def _history(history: PlayerHistory) -> dict[str, Any]:
    return {
        "starting_rank": history.rank,
        "score": history.score,
        "colours": "".join(str(colour) if colour else "-" for colour in history.colours),
        "due_colour": history.due_colour and str(history.due_colour),
        "strength": str(history.strength),
        "colour_difference": history.colour_difference,
        "floats": [str(each) for each in history.floats],
    }


def _neighbour(one: Neighbour | PassedBy) -> dict[str, Any]:
    return {
        "starting_rank": one.rank,
        "score": one.score,
        "reason": str(one.reason),
        "facts": dict(one.facts),
    }
