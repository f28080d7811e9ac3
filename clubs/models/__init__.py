"""Tables of clubs, people and access."""

from clubs.models.access import ApiToken, IdempotencyRecord, Invitation
from clubs.models.audit import AuditEvent
from clubs.models.club import Club, Membership, Role
from clubs.models.fide import FideListImport, FidePlayer
from clubs.models.player import NameForm, Player, PlayerMerge, Sex
from clubs.models.user import User
from clubs.models.webhook import WebhookDelivery, WebhookEndpoint

__all__ = [
    "ApiToken",
    "AuditEvent",
    "Club",
    "FideListImport",
    "FidePlayer",
    "IdempotencyRecord",
    "Invitation",
    "Membership",
    "NameForm",
    "Player",
    "PlayerMerge",
    "Role",
    "Sex",
    "User",
    "WebhookDelivery",
    "WebhookEndpoint",
]
