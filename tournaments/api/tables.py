"""Standings, crosstables and explanations over REST."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Right, nothing_here
from clubs.api.bodies import read_query
from clubs.errors import InvalidInput, Problem, Refused
from clubs.public_fields import sees_private_facts
from tournaments.access import works_on_events
from tournaments.api.table_schemas import (
    CrosstableSchema,
    RoundExplanationSchema,
    StandingsSchema,
    crosstable_row,
    explanation_body,
    standings_body,
)
from tournaments.api.views import EventApiView
from tournaments.event_queries import load_event_record, load_event_view, standings_of
from tournaments.event_record import EventRecord
from tournaments.pairing.explain import explain_round
from tournaments.pairing_explanations import EXPLAINED
from tournaments.round_state import pairing_state, proposed_round
from tournaments.standings.crosstable import Order, crosstable, matrix
from tournaments.standings.table import Standings


class StandingsQuery(serializers.Serializer[Any]):
    """Which table."""

    after = serializers.IntegerField(
        required=False, min_value=1, max_value=100, help_text="After this round; else the last."
    )
    expand = serializers.ChoiceField(choices=["lines"], required=False)


class CrosstableQuery(serializers.Serializer[Any]):
    """Which crosstable."""

    after = serializers.IntegerField(required=False, min_value=1, max_value=100)
    order = serializers.ChoiceField(choices=[str(order) for order in Order], required=False)
    shape = serializers.ChoiceField(choices=["rounds", "matrix"], required=False)


class TableView(EventApiView):
    """What the tables share: the record as this caller may see it, and the standings."""

    def table(self, after: int | None) -> tuple[EventRecord, Standings, dict[int, str]]:
        """Return record, standings and names by starting rank; four queries."""
        record = load_event_record(self.event, shown_to=self.access)
        if after is not None and after > record.rounds_paired:
            message = _("Round %(round)s has not been paired.") % {"round": after}
            facts = {"rounds": record.rounds_paired}
            problem = Problem("round_not_paired", message, "after", facts)
            raise InvalidInput("round_not_paired", message, problems=[problem])
        names = {player.starting_rank: player.name for player in record.competitors}
        return record, standings_of(self.event, after, record=record), names


class StandingsTable(TableView):
    """The standings."""

    @extend_schema(
        operation_id="standings_read",
        parameters=[StandingsQuery],
        responses=StandingsSchema,
        tags=["standings"],
    )
    def get(self, request: Request, **_kwargs: Any) -> Response:
        """Return the table by points and tie-breaks, live or after an earlier round.

        `expand=lines` opens each tie-break to the rounds that make it.
        """
        query = read_query(StandingsQuery, request)
        _record, table, names = self.table(query.get("after"))
        return Response(standings_body(table, names, lines=query.get("expand") == "lines"))


class Crosstable(TableView):
    """Who met whom."""

    @extend_schema(
        operation_id="crosstable_read",
        parameters=[CrosstableQuery],
        responses=CrosstableSchema,
        tags=["standings"],
    )
    def get(self, request: Request, **_kwargs: Any) -> Response:
        """Return the crosstable by standing or starting rank, by rounds or as a matrix."""
        query = read_query(CrosstableQuery, request)
        record, table, names = self.table(query.get("after"))
        order = Order(query.get("order", Order.STANDING))
        make = matrix if query.get("shape") == "matrix" else crosstable
        return Response(
            {
                "after_round": table.after_round,
                "order": str(order),
                "rows": [crosstable_row(row, names) for row in make(record, table, order=order)],
            }
        )


class RoundExplanation(EventApiView):
    """Why a round is what it is."""

    read_right = Right.READ

    @extend_schema(operation_id="rounds_explain", responses=RoundExplanationSchema, tags=["rounds"])
    def get(self, _request: Request, round_number: int, **_kwargs: Any) -> Response:
        """Return for each board scores, colours, floats, and why not the neighbours.

        409 in events whose rounds do not follow from points.
        """
        view = load_event_view(self.event, drafts=works_on_events(self.access))
        found = view.round(round_number)
        if found is None:
            raise nothing_here()
        if self.event.format not in EXPLAINED:
            raise Refused("not_explained", _("The rounds of this event do not follow from points."))
        explanation = explain_round(pairing_state(view, round_number), proposed_round(view, found))
        families = sees_private_facts(self.access)
        return Response(explanation_body(explanation, families=families))
