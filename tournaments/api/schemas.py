"""The shapes of events and entries in the REST API; points are whole numbers in hundredths."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from clubs.access import ClubAccess
from clubs.api.bodies import BodySchema
from clubs.api.schemas import PlayerSchema
from clubs.models import Sex
from clubs.public_fields import public_player
from ratings.api.schemas import TIME_CONTROLS
from tournaments.event_fields import HIGHEST_UNRATED, LOWEST_UNRATED, POINT_FIELDS
from tournaments.event_queries import tie_breaks_of
from tournaments.event_record import Competitor
from tournaments.models import Entry, Tournament
from tournaments.results import Outcome, PointValues

PLAIN_FIELDS = (
    "number", "slug", "name", "city", "federation", "start_date", "end_date", "minutes",
    "increment", "time_control", "time_control_reason", "format", "rounds_planned", "state",
    "half_point_bye_cap", "last_rounds_without_bye", "tie_break_edition", "unrated_as",
    "forfeits_count_in_direct_encounter", "numbering", "initial_colour", "acceleration",
    "chief_arbiter", "deputy_arbiters", "description", "is_public", "revision", "version",
    "closed_at",
)  # fmt: skip


class PointsSchema(serializers.Serializer[Any]):
    """What each outcome is worth, in hundredths of a point."""

    win = serializers.IntegerField()
    draw = serializers.IntegerField()
    loss = serializers.IntegerField()
    pairing_bye = serializers.IntegerField()
    half_point_bye = serializers.IntegerField()
    full_point_bye = serializers.IntegerField()
    zero_point_bye = serializers.IntegerField()


class TournamentSchema(serializers.ModelSerializer[Tournament]):
    """An event. `version` grows with every change of the event or anything in it."""

    points = PointsSchema()
    tie_breaks = serializers.ListField(
        child=serializers.CharField(), help_text="In effect, in their order."
    )

    class Meta:
        model = Tournament
        fields = [*PLAIN_FIELDS, "points", "tie_breaks"]


def tournament_body(tournament: Tournament) -> dict[str, Any]:
    """Return an event as the API shows it."""
    body = {name: getattr(tournament, name) for name in PLAIN_FIELDS}
    points = tournament.points
    return body | {
        "points": {name: getattr(points, name) for name in POINT_FIELDS},
        "tie_breaks": list(tie_breaks_of(tournament)),
    }


class PointsRequest(BodySchema):
    """Other values than 1, ½ and 0, in hundredths of a point."""

    win = serializers.IntegerField(required=False, min_value=0, max_value=9900)
    draw = serializers.IntegerField(required=False, min_value=0, max_value=9900)
    loss = serializers.IntegerField(required=False, min_value=0, max_value=9900)
    pairing_bye = serializers.IntegerField(required=False, min_value=0, max_value=9900)
    half_point_bye = serializers.IntegerField(required=False, min_value=0, max_value=9900)
    full_point_bye = serializers.IntegerField(required=False, min_value=0, max_value=9900)
    zero_point_bye = serializers.IntegerField(required=False, min_value=0, max_value=9900)


class TournamentRequest(BodySchema):
    """The settings of an event; a new one needs only its name."""

    name = serializers.CharField(max_length=150)
    city = serializers.CharField(max_length=100, required=False, allow_blank=True)
    federation = serializers.CharField(max_length=3, required=False, allow_blank=True)
    start_date = serializers.DateField(required=False, allow_null=True)
    end_date = serializers.DateField(required=False, allow_null=True)
    minutes = serializers.IntegerField(required=False, allow_null=True, min_value=0, max_value=600)
    increment = serializers.IntegerField(required=False, min_value=0, max_value=300)
    time_control = serializers.ChoiceField(
        choices=TIME_CONTROLS,
        required=False,
        allow_blank=True,
        help_text="The rating list; left empty it follows from minutes and increment.",
    )
    time_control_reason = serializers.CharField(max_length=200, required=False, allow_blank=True)
    format = serializers.ChoiceField(choices=Tournament.Format.choices, required=False)
    rounds_planned = serializers.IntegerField(required=False, min_value=1, max_value=99)
    half_point_bye_cap = serializers.IntegerField(required=False, min_value=0, max_value=99)
    last_rounds_without_bye = serializers.IntegerField(required=False, min_value=0, max_value=99)
    tie_breaks = serializers.ListField(
        child=serializers.CharField(max_length=10), required=False, max_length=20
    )
    tie_break_edition = serializers.ChoiceField(
        choices=["2024", "2026"], required=False, allow_blank=True
    )
    unrated_as = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=LOWEST_UNRATED,
        max_value=HIGHEST_UNRATED,
        help_text="Rating of unrated players in rating tie-breaks; null: those have no value then.",
    )
    forfeits_count_in_direct_encounter = serializers.BooleanField(required=False)
    initial_colour = serializers.ChoiceField(choices=["w", "b"], required=False, allow_blank=True)
    acceleration = serializers.ChoiceField(choices=["baku"], required=False, allow_blank=True)
    chief_arbiter = serializers.CharField(max_length=100, required=False, allow_blank=True)
    deputy_arbiters = serializers.CharField(max_length=200, required=False, allow_blank=True)
    description = serializers.CharField(max_length=5000, required=False, allow_blank=True)
    is_public = serializers.BooleanField(required=False)
    points = PointsRequest(required=False)


class TournamentChange(TournamentRequest):
    """Settings to change; `reseed` confirms new ratings after results have been entered."""

    name = serializers.CharField(max_length=150, required=False)
    reseed = serializers.BooleanField(required=False)


class RepeatRequest(BodySchema):
    """The day on which an event is held again."""

    start_date = serializers.DateField()
    name = serializers.CharField(max_length=150, required=False)


class TournamentQuery(serializers.Serializer[Any]):
    """Which events to list."""

    state = serializers.ChoiceField(choices=Tournament.State.choices, required=False)
    time_control = serializers.ChoiceField(choices=TIME_CONTROLS, required=False)
    format = serializers.ChoiceField(choices=Tournament.Format.choices, required=False)
    first_day_from = serializers.DateField(required=False)
    first_day_until = serializers.DateField(required=False)
    search = serializers.CharField(required=False, help_text="Part of the name.")


def settings_from(body: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a use case: the point values stand beside the others there."""
    fields = dict(body)
    return fields | dict(fields.pop("points", {}))


class CellSchema(serializers.Serializer[Any]):
    """One round of one player; `outcome` is the letter of the report format."""

    round_number = serializers.IntegerField()
    outcome = serializers.ChoiceField(choices=[str(outcome) for outcome in Outcome])
    points = serializers.IntegerField(help_text="Hundredths.")
    opponent = serializers.IntegerField(allow_null=True, help_text="Starting rank.")
    colour = serializers.ChoiceField(choices=["w", "b"], allow_null=True)


class EntrySchema(serializers.Serializer[Any]):
    """A player in an event."""

    id = serializers.IntegerField()
    starting_rank = serializers.IntegerField(allow_null=True)
    player = PlayerSchema()
    rating = serializers.IntegerField(allow_null=True)
    first_round = serializers.IntegerField()
    withdrawn_after = serializers.IntegerField(allow_null=True)
    checked_in = serializers.BooleanField()
    version = serializers.IntegerField()
    score = serializers.IntegerField(required=False, help_text="With `expand=rounds`.")
    rounds = CellSchema(many=True, required=False, help_text="With `expand=rounds`.")


def entry_body(
    entry: Entry,
    access: ClubAccess,
    competitor: Competitor | None = None,
    points: PointValues | None = None,
) -> dict[str, Any]:
    """Return an entry as this caller may see it, with its rounds where the record is given."""
    body: dict[str, Any] = {
        "id": entry.pk,
        "starting_rank": entry.starting_rank,
        "player": public_player(entry.player, access),
        "rating": entry.rating,
        "first_round": entry.first_round,
        "withdrawn_after": entry.withdrawn_after,
        "checked_in": entry.checked_in_at is not None,
        "version": entry.version,
    }
    if competitor is None:
        return body
    values = points or PointValues()
    cells: list[dict[str, Any]] = [
        {
            "round_number": number,
            "outcome": str(cell.outcome),
            "points": values.points(cell.outcome),
            "opponent": cell.opponent,
            "colour": cell.colour and str(cell.colour),
        }
        for number, cell in enumerate(competitor.cells, start=1)
        if cell is not None
    ]
    return body | {"score": sum(cell["points"] for cell in cells), "rounds": cells}


# Databases cannot look for larger ones.
HIGHEST_NUMBER = 10**15


class RosterPlayer(BodySchema):
    """One line of a roster: a player of the club by number, or by what is known of him.

    He is looked for by FIDE ID, national ID, then name with year of birth. Who may be a player of
    the club without being certainly him is refused until `player` or `is_new` says so.
    """

    player = serializers.IntegerField(required=False, min_value=1, max_value=HIGHEST_NUMBER)
    name = serializers.CharField(max_length=100, required=False)
    title = serializers.CharField(max_length=3, required=False, allow_blank=True)
    sex = serializers.ChoiceField(choices=Sex.choices, required=False, allow_blank=True)
    birth_year = serializers.IntegerField(
        required=False, allow_null=True, min_value=1000, max_value=9999
    )
    birth_date = serializers.DateField(required=False, allow_null=True)
    federation = serializers.CharField(max_length=3, required=False, allow_blank=True)
    fide_id = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=10**11
    )
    national_id = serializers.CharField(max_length=20, required=False, allow_blank=True)
    is_new = serializers.BooleanField(required=False)
    rating = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=4000,
        help_text="Rating of a player the list does not know yet.",
    )


class RosterRequest(BodySchema):
    """Players to enter, all of them or none."""

    players = serializers.ListField(child=RosterPlayer(), min_length=1, max_length=1000)
    missed_rounds_as = serializers.ChoiceField(
        choices=["Z", "H"], required=False, help_text="What a late entry gets for missed rounds."
    )


class EntryChange(BodySchema):
    """What happens to an entry; several at once are done in this order."""

    checked_in = serializers.BooleanField(required=False)
    withdrawn_from = serializers.IntegerField(
        required=False, min_value=1, max_value=100, help_text="The first round he will not play."
    )
    paired = serializers.ChoiceField(
        choices=["pair_again", "forfeit"],
        required=False,
        help_text="What becomes of boards he has already.",
    )
    returns_in = serializers.IntegerField(required=False, min_value=1, max_value=100)


class ReplacementRequest(BodySchema):
    """Who really played; a closed event needs the digest of the preview, and a reason."""

    player = serializers.IntegerField(min_value=1)
    reason = serializers.CharField(max_length=200, required=False, allow_blank=True)
    digest = serializers.CharField(max_length=64, required=False, allow_blank=True)


class NumberingRequest(BodySchema):
    """How the starting list is numbered: by rating, by lot, or as the entry ids stand here."""

    by = serializers.ChoiceField(choices=["rating", "draw"], required=False)
    entries = serializers.ListField(
        child=serializers.IntegerField(min_value=1), required=False, max_length=1000
    )


class CheckInRequest(BodySchema):
    """Who is here and who is not, by starting rank."""

    present = serializers.ListField(
        child=serializers.IntegerField(min_value=1), required=False, max_length=1000
    )
    absent = serializers.ListField(
        child=serializers.IntegerField(min_value=1), required=False, max_length=1000
    )


class RegularSchema(serializers.Serializer[Any]):
    """A player of the club with how often he came in the year before the event."""

    player = PlayerSchema()
    events = serializers.IntegerField()
    last_day = serializers.DateField(allow_null=True)
    rating = serializers.IntegerField(allow_null=True)
    is_entered = serializers.BooleanField()
