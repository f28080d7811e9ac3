"""The shapes of clubs, members, players, tokens, audit and webhooks in the REST API."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from clubs.access import ClubAccess, Right
from clubs.api.bodies import BodySchema
from clubs.models import (
    ApiToken,
    AuditEvent,
    Club,
    Invitation,
    Membership,
    NameForm,
    Player,
    Role,
    Sex,
    WebhookDelivery,
    WebhookEndpoint,
)
from clubs.public_fields import public_player
from clubs.tokens import TOKEN_SCOPES
from clubs.webhooks import EVENTS


class ClubSchema(BodySchema, serializers.ModelSerializer[Club]):
    """A club as everybody may see it."""

    class Meta:
        model = Club
        fields = ["slug", "name", "city", "federation", "website", "language", "time_zone",
                  "is_public", "shows_birth_years", "issues_lists_monthly"]  # fmt: skip
        read_only_fields = ["slug"]


class MemberSchema(BodySchema, serializers.ModelSerializer[Membership]):
    """Somebody with a role in the club."""

    name = serializers.CharField(source="user.name", read_only=True)
    email = serializers.EmailField(source="user.email", read_only=True)
    role = serializers.ChoiceField(choices=Role.choices)

    class Meta:
        model = Membership
        fields = ["id", "name", "email", "role", "created_at"]
        read_only_fields = ["id", "created_at"]


class InvitationRequest(BodySchema):
    """Whom to bring into the club."""

    role = serializers.ChoiceField(choices=Role.choices)
    email = serializers.EmailField(required=False, allow_blank=True, default="")


class InvitationSchema(serializers.ModelSerializer[Invitation]):
    """An invitation that waits for somebody."""

    class Meta:
        model = Invitation
        fields = ["id", "role", "email", "created_at", "expires_at"]


class NewInvitationSchema(InvitationSchema):
    """A new invitation; ``link`` is in this answer only."""

    link = serializers.URLField(read_only=True, allow_null=True)

    class Meta(InvitationSchema.Meta):
        fields = [*InvitationSchema.Meta.fields, "link"]


class PlayerSchema(serializers.Serializer[Any]):
    """What everybody may know of a player; the fields below ``version`` are for organisers only."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    latin_name = serializers.CharField(allow_blank=True)
    title = serializers.CharField(allow_blank=True)
    sex = serializers.CharField(allow_blank=True)
    federation = serializers.CharField(allow_blank=True)
    fide_id = serializers.IntegerField(allow_null=True)
    birth_year = serializers.IntegerField(allow_null=True)
    version = serializers.IntegerField(required=False)
    birth_date = serializers.DateField(required=False, allow_null=True)
    national_id = serializers.CharField(required=False)
    email = serializers.CharField(required=False)
    phone = serializers.CharField(required=False)
    note = serializers.CharField(required=False)
    family_group = serializers.CharField(required=False)
    name_form = serializers.CharField(required=False)
    is_hidden = serializers.BooleanField(required=False)
    shows_birth_year = serializers.BooleanField(required=False)
    is_archived = serializers.BooleanField(required=False)


ORGANISERS_FIELDS = ("version", "birth_date", "national_id", "email", "phone", "note",
                     "family_group", "name_form", "is_hidden", "shows_birth_year")  # fmt: skip


def player_body(player: Player, access: ClubAccess) -> dict[str, Any]:
    """Return a player as this caller may see him."""
    body = public_player(player, access)
    if access.may(Right.MANAGE) and access.event_number is None:
        body |= {name: getattr(player, name) for name in ORGANISERS_FIELDS}
        body["is_archived"] = player.archived_at is not None
    return body


class PlayerRequest(BodySchema):
    """The particulars of a player; only the name is needed."""

    name = serializers.CharField(max_length=100)
    latin_name = serializers.CharField(max_length=100, required=False, allow_blank=True)
    title = serializers.CharField(max_length=3, required=False, allow_blank=True)
    sex = serializers.ChoiceField(choices=Sex.choices, required=False, allow_blank=True)
    birth_year = serializers.IntegerField(required=False, allow_null=True)
    birth_date = serializers.DateField(required=False, allow_null=True)
    federation = serializers.CharField(max_length=3, required=False, allow_blank=True)
    fide_id = serializers.IntegerField(required=False, allow_null=True)
    national_id = serializers.CharField(max_length=20, required=False, allow_blank=True)
    email = serializers.EmailField(required=False, allow_blank=True)
    phone = serializers.CharField(max_length=40, required=False, allow_blank=True)
    note = serializers.CharField(max_length=5000, required=False, allow_blank=True)
    family_group = serializers.CharField(max_length=40, required=False, allow_blank=True)
    name_form = serializers.ChoiceField(choices=NameForm.choices, required=False)
    is_hidden = serializers.BooleanField(required=False)
    shows_birth_year = serializers.BooleanField(required=False)


class PlayerChange(PlayerRequest):
    """Particulars to change; `is_archived` false brings a player back."""

    is_archived = serializers.BooleanField(required=False)


class TokenSchema(serializers.ModelSerializer[ApiToken]):
    """A token without its text."""

    class Meta:
        model = ApiToken
        fields = ["id", "label", "prefix", "scopes", "event_number", "expires_at", "revoked_at",
                  "last_used_at", "created_at"]  # fmt: skip


class TokenRequest(BodySchema):
    """What a new token may do."""

    label = serializers.CharField(max_length=60)  # type: ignore[assignment]
    scopes = serializers.ListField(
        child=serializers.ChoiceField(choices=[str(scope) for scope in TOKEN_SCOPES])
    )
    event_number = serializers.IntegerField(required=False, allow_null=True, min_value=1)
    expires_at = serializers.DateTimeField(required=False, allow_null=True)


class NewTokenSchema(TokenSchema):
    """A new token; ``token`` is its text, in this answer only."""

    token = serializers.CharField(read_only=True, allow_null=True)

    class Meta(TokenSchema.Meta):
        fields = [*TokenSchema.Meta.fields, "token"]


class AuditEventSchema(serializers.ModelSerializer[AuditEvent]):
    """One line of the audit."""

    class Meta:
        model = AuditEvent
        fields = ["id", "at", "actor_label", "action", "event_number", "subject", "facts"]


class WebhookSchema(serializers.ModelSerializer[WebhookEndpoint]):
    """An address that is told of events."""

    class Meta:
        model = WebhookEndpoint
        fields = ["id", "label", "url", "events", "is_active", "failing_since", "disabled_at",
                  "created_at"]  # fmt: skip


class WebhookRequest(BodySchema):
    """Whom to tell of what."""

    label = serializers.CharField(max_length=60)  # type: ignore[assignment]
    url = serializers.URLField(max_length=500)
    events = serializers.ListField(child=serializers.ChoiceField(choices=list(EVENTS)))


class NewWebhookSchema(WebhookSchema):
    """A new webhook; ``secret`` is in this answer only."""

    secret = serializers.CharField(read_only=True, allow_null=True)

    class Meta(WebhookSchema.Meta):
        fields = [*WebhookSchema.Meta.fields, "secret"]


class WebhookDeliverySchema(serializers.ModelSerializer[WebhookDelivery]):
    """One attempt to tell."""

    class Meta:
        model = WebhookDelivery
        fields = ["id", "event_id", "event_type", "state", "attempts", "next_try_at",
                  "response_status", "last_error", "created_at", "delivered_at"]  # fmt: skip
