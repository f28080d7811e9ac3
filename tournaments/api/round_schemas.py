"""The shapes of rounds, boards, byes and results in the REST API."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers

from clubs.access import ClubAccess
from clubs.api.bodies import BodySchema
from clubs.public_fields import shown_name
from ratings.api.schemas import TIME_CONTROLS
from tournaments.models import Bye, Entry, Pairing, PairingJob, Round
from tournaments.results import ByeKind, Result
from tournaments.round_state import is_available

BYE_KINDS = [str(kind) for kind in ByeKind]
RESULT_CODES = [result.value for result in Result]
RESULT_HELP = (
    "A code of the API such as `10`, `==`, `01`, `+-`, `--`, `WL`, `**` (none), or as people write "
    "it: `1-0`, `½-½`, `+:-`."
)


class SeatSchema(serializers.Serializer[Any]):
    """A player at a board."""

    starting_rank = serializers.IntegerField(allow_null=True)
    player = serializers.IntegerField(help_text="The player's number in the club.")
    name = serializers.CharField()
    rating = serializers.IntegerField(allow_null=True)


class BoardSchema(serializers.Serializer[Any]):
    """A board; `result` holds two outcome letters, White first."""

    round_number = serializers.IntegerField()
    board = serializers.IntegerField()
    white = SeatSchema()
    black = SeatSchema()
    result = serializers.ChoiceField(choices=RESULT_CODES)
    result_text = serializers.CharField(allow_blank=True)
    is_rated = serializers.BooleanField()
    excluded_reason = serializers.CharField(allow_blank=True)
    version = serializers.IntegerField()
    changed_at = serializers.DateTimeField(allow_null=True)
    changed_by = serializers.CharField(allow_blank=True, help_text="For people of the club.")


class ByeSchema(serializers.Serializer[Any]):
    """A round without opponent: U given by the pairing, H half a point, F a full one, Z none."""

    id = serializers.IntegerField()
    round_number = serializers.IntegerField()
    starting_rank = serializers.IntegerField(allow_null=True)
    player = serializers.IntegerField()
    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=BYE_KINDS)


class RoundSchema(serializers.Serializer[Any]):
    """A round. Empty day and time control mean the event's own."""

    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=Round.State.choices)
    day = serializers.DateField(allow_null=True)
    minutes = serializers.IntegerField(allow_null=True)
    increment = serializers.IntegerField(allow_null=True)
    time_control = serializers.ChoiceField(choices=TIME_CONTROLS, allow_blank=True)
    engine = serializers.CharField(allow_blank=True)
    version = serializers.IntegerField()
    published_at = serializers.DateTimeField(allow_null=True)
    checked_at = serializers.DateTimeField(allow_null=True)
    boards = BoardSchema(many=True, required=False)
    byes = ByeSchema(many=True, required=False)
    absent = serializers.ListField(
        child=serializers.IntegerField(),
        required=False,
        help_text="Starting ranks of players with neither board nor bye.",
    )


class JobSchema(serializers.Serializer[Any]):
    """A round being paired in the background."""

    round_number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=PairingJob.State.choices)
    error_code = serializers.CharField(allow_blank=True)
    error_facts = serializers.DictField()
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)


def job_body(job: PairingJob) -> dict[str, Any]:
    """Return a pairing job as the API shows it."""
    names = ("round_number", "error_code", "error_facts", "created_at", "finished_at")
    return {name: getattr(job, name) for name in names} | {"state": str(job.state)}


def seat_body(entry: Entry, access: ClubAccess) -> dict[str, Any]:
    """Return a player at a board as this caller may see him."""
    return {
        "starting_rank": entry.starting_rank,
        "player": entry.player_id,
        "name": shown_name(entry.player, access),
        "rating": entry.rating,
    }


def board_body(board: Pairing, access: ClubAccess) -> dict[str, Any]:
    """Return a board; round, entries and players must be loaded."""
    result = Result(board.result)
    return {
        "round_number": board.round.number,
        "board": board.board_number,
        "white": seat_body(board.white, access),
        "black": seat_body(board.black, access),
        "result": result.value,
        "result_text": result.label,
        "is_rated": result.is_rated and not board.excluded_reason,
        "excluded_reason": board.excluded_reason,
        "version": board.version,
        "changed_at": board.changed_at,
        "changed_by": "" if access.is_public else board.changed_by_label,
    }


def bye_body(bye: Bye, access: ClubAccess) -> dict[str, Any]:
    """Return a bye; its entry and player must be loaded."""
    return {
        "id": bye.pk,
        "round_number": bye.round_number,
        "starting_rank": bye.entry.starting_rank,
        "player": bye.entry.player_id,
        "name": shown_name(bye.entry.player, access),
        "kind": bye.kind,
    }


def round_body(round_: Round) -> dict[str, Any]:
    """Return a round without its boards."""
    names = ("number", "day", "minutes", "increment", "time_control", "engine", "version",
             "published_at", "checked_at")  # fmt: skip
    return {name: getattr(round_, name) for name in names} | {"state": str(round_.state)}


def boards_body(
    number: int,
    boards: Sequence[Pairing],
    byes: Sequence[Bye],
    absent: Sequence[Entry],
    access: ClubAccess,
) -> dict[str, Any]:
    """Return the boards of a round, its byes, and who has neither."""
    return {
        "boards": [board_body(board, access) for board in boards],
        "byes": [bye_body(bye, access) for bye in byes],
        "absent": [
            entry.starting_rank
            for entry in absent
            if entry.starting_rank is not None and is_available(entry, number)
        ],
    }


class PairingRequest(BodySchema):
    """A board of a given round, White first, by starting rank; without Black it is a bye."""

    white = serializers.IntegerField(min_value=1, max_value=32000)
    black = serializers.IntegerField(min_value=1, max_value=32000, required=False, allow_null=True)
    bye = serializers.ChoiceField(choices=BYE_KINDS, required=False)


class RoundRequest(BodySchema):
    """The next round.

    Without `pairings` it is paired here. With them it is stored as another program paired it; who
    is here must have a board or a bye.
    """

    number = serializers.IntegerField(
        required=False, min_value=1, max_value=100, help_text="Guards against a second round."
    )
    pairings = serializers.ListField(child=PairingRequest(), required=False, max_length=1000)
    engine = serializers.CharField(required=False, max_length=60, allow_blank=True)
    publish = serializers.BooleanField(
        required=False, help_text="Rounds sent with pairings are published unless this is false."
    )
    confirmed = serializers.BooleanField(
        required=False, help_text="Store it although it breaks rules."
    )
    in_board_order = serializers.BooleanField(
        required=False, help_text="Keep the order given instead of that of C.04.2."
    )
    all_rounds = serializers.BooleanField(
        required=False, help_text="All rounds of a round robin at once."
    )


class GivenRoundQuery(serializers.Serializer[Any]):
    """What belongs to a round sent as the plain answer of an engine."""

    number = serializers.IntegerField(required=False, min_value=1, max_value=100)
    engine = serializers.CharField(required=False, max_length=60)
    publish = serializers.BooleanField(required=False)
    confirmed = serializers.BooleanField(required=False)


class RoundChange(BodySchema):
    """Day and time control of a single round; null and empty mean the event's."""

    day = serializers.DateField(required=False, allow_null=True)
    minutes = serializers.IntegerField(required=False, allow_null=True, min_value=0, max_value=600)
    increment = serializers.IntegerField(
        required=False, allow_null=True, min_value=0, max_value=300
    )
    time_control = serializers.ChoiceField(choices=TIME_CONTROLS, required=False, allow_blank=True)


class PublishRequest(BodySchema):
    """`leave_out` publishes although somebody who is here has no board."""

    leave_out = serializers.BooleanField(required=False)


class ArrangeRequest(BodySchema):
    """One change of seats by hand; warnings are answered with 409 until confirmed."""

    action = serializers.ChoiceField(choices=["swap_players", "pair", "bye"])
    players = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=32000), min_length=1, max_length=2,
        help_text="Starting ranks: the two to swap, White and Black, or the one with the bye.",
    )  # fmt: skip
    kind = serializers.ChoiceField(choices=BYE_KINDS, required=False)
    confirmed = serializers.BooleanField(required=False)


class BoardsRequest(BodySchema):
    """The boards of a round that the organiser makes: exactly these."""

    pairings = serializers.ListField(child=PairingRequest(), max_length=1000)


class ResultRequest(BodySchema):
    """A result, or that a game is not rated and why."""

    result = serializers.CharField(
        required=False, max_length=20, allow_blank=True, help_text=RESULT_HELP
    )
    played = serializers.BooleanField(
        required=False, allow_null=True, help_text="For `0-0`: whether the game was played."
    )
    later_rounds = serializers.ChoiceField(
        choices=["keep", "pair_again"],
        required=False,
        help_text="What becomes of a later round paired with another result.",
    )
    excluded_reason = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=60,
        help_text="Why a played game is not rated; empty: it is.",
    )


class ResultItem(BodySchema):
    """The result of one board; `version` guards against overwriting somebody else's entry."""

    board = serializers.IntegerField(min_value=1, max_value=32000)
    result = serializers.CharField(max_length=20, allow_blank=True, help_text=RESULT_HELP)
    played = serializers.BooleanField(required=False, allow_null=True)
    version = serializers.IntegerField(required=False, min_value=1)


class ResultsRequest(BodySchema):
    """Results of several boards of a round: all of them, or none."""

    results = serializers.ListField(child=ResultItem(), min_length=1, max_length=1000)


class ConfirmRequest(BodySchema):
    """`confirmed` does it although there are warnings."""

    confirmed = serializers.BooleanField(required=False)


class ByeRequest(BodySchema):
    """A bye somebody asks for."""

    starting_rank = serializers.IntegerField(min_value=1, max_value=32000)
    round_number = serializers.IntegerField(min_value=1, max_value=100)
    kind = serializers.ChoiceField(choices=["H", "F", "Z"], required=False)
    override_reason = serializers.CharField(
        required=False, allow_blank=True, max_length=200, help_text="Goes beyond the event's rules."
    )


class ConsequencesSchema(serializers.Serializer[Any]):
    """What another result of an earlier round would mean."""

    old = serializers.ChoiceField(choices=RESULT_CODES)
    new = serializers.ChoiceField(choices=RESULT_CODES)
    later_round = serializers.IntegerField(allow_null=True)
    open_boards = serializers.ListField(child=serializers.IntegerField())
    started_boards = serializers.ListField(child=serializers.IntegerField())
    choices = serializers.ListField(child=serializers.CharField())
    differs = serializers.BooleanField(
        allow_null=True, help_text="Whether the engine would pair the later round otherwise."
    )
    moved = serializers.ListField(child=serializers.DictField())
