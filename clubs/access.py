"""The club's door: every object is fetched for somebody in a club, here and nowhere else.

A ``ClubAccess`` says who is asking, in which club, and what he may do there. An object of another
club answers exactly like one that does not exist.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

from django.contrib.auth.models import AnonymousUser
from django.db.models import Model, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.errors import NotAllowed, NotFound
from clubs.models import ApiToken, Club, Membership, Player, Role, User

M = TypeVar("M", bound=Model)


class Right(StrEnum):
    """What may be done in a club; also the scopes of tokens, except ``OWN``."""

    READ = "read"
    RESULTS = "results"
    PAIRING = "pairing"
    MANAGE = "manage"
    CLOSE = "close"
    OWN = "own"


RIGHTS_OF_ROLE: dict[str, frozenset[Right]] = {
    Role.MEMBER: frozenset({Right.READ}),
    Role.HELPER: frozenset({Right.READ, Right.RESULTS}),
    Role.ORGANISER: frozenset(set(Right) - {Right.OWN}),
    Role.OWNER: frozenset(Right),
}


@dataclass(frozen=True, slots=True)
class Actor:
    """Who does something, as the audit and the history will name him."""

    label: str
    user_id: int | None = None


@dataclass(frozen=True, slots=True)
class ClubAccess:
    """What somebody may do in a club.

    ``rights`` is empty for the public, who see what the club publishes. ``event_number`` limits a
    token or a helper's link to one event.
    """

    club: Club
    actor: Actor
    rights: frozenset[Right] = frozenset()
    role: str = ""
    event_number: int | None = None

    @property
    def is_public(self) -> bool:
        """Whether the one who asks is a visitor without any right in the club."""
        return not self.rights

    def may(self, right: Right) -> bool:
        """Return whether the right is held."""
        return right in self.rights

    def require(self, right: Right) -> None:
        """Refuse one who lacks the right: strangers learn nothing, others learn what is missing.

        Raises NotFound for the public, NotAllowed for people of the club.
        """
        if right in self.rights:
            return
        if self.is_public:
            raise nothing_here()
        raise NotAllowed(
            "right_missing",
            _("Your role in this club does not allow this."),
            facts={"right": str(right)},
        )

    def require_whole_club(self) -> None:
        """Refuse a token or link that is limited to one event."""
        if self.event_number is not None:
            raise nothing_here()


def nothing_here() -> NotFound:
    """Return the one answer for what does not exist and for what must not be known."""
    return NotFound("not_found", _("There is nothing at this address."))


def club_for(user: User | AnonymousUser, slug: str, right: Right | None = None) -> ClubAccess:
    """Return a person's access to a club; one query for people of the club, two for others.

    Without ``right`` anybody may enter a public club, and members a private one. Raises NotFound
    or NotAllowed.
    """
    access = _member_in(slug, user) or _visitor_in(slug, user)
    if right is not None:
        access.require(right)
    elif access.is_public and not access.club.is_public:
        raise nothing_here()
    return access


def _member_in(slug: str, user: User | AnonymousUser) -> ClubAccess | None:
    if isinstance(user, AnonymousUser) or not user.is_authenticated:
        return None
    memberships = Membership.objects.filter(user=user, club__slug=slug).select_related("club")
    found = next(iter(memberships.order_by()[:1]), None)
    if found is None:
        return None
    actor = Actor(label=str(user), user_id=user.pk)
    return ClubAccess(found.club, actor, RIGHTS_OF_ROLE[found.role], found.role)


def _visitor_in(slug: str, user: User | AnonymousUser) -> ClubAccess:
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        raise nothing_here()
    is_known = user.is_authenticated
    return ClubAccess(club, Actor(label=str(user) if is_known else "", user_id=user.pk))


def club_for_token(token: ApiToken, slug: str) -> ClubAccess:
    """Return a program's access; the token must be valid and of this very club.

    ``token.club`` must be loaded. Raises NotFound for any other club, public ones included: a
    token speaks for its club alone.
    """
    if token.club.slug != slug or token.revoked_at is not None:
        raise nothing_here()
    if token.expires_at is not None and token.expires_at <= timezone.now():
        raise nothing_here()
    return ClubAccess(
        club=token.club,
        actor=Actor(label=token.label),
        rights=frozenset(Right(scope) for scope in token.scopes) | {Right.READ},
        event_number=token.event_number,
    )


def the_product_in(club: Club) -> ClubAccess:
    """Return the access of commands and tasks, which act for the installation itself."""
    return ClubAccess(club=club, actor=Actor(label="Rankfile"), rights=frozenset(Right))


def of_club(access: ClubAccess, model: type[M]) -> QuerySet[M]:
    """Return the rows of a model that belong to the club; what of them is public, callers say."""
    return model._default_manager.filter(club=access.club)


def fetch(access: ClubAccess, rows: type[M] | QuerySet[M], **lookup: Any) -> M:
    """Return one object of the club, or raise NotFound.

    ``rows`` is a model or a queryset of it; the club is checked again in either case.
    """
    queryset = rows if isinstance(rows, QuerySet) else rows._default_manager.all()
    # What is looked up is there once at most; an order would only cost time.
    found = next(iter(queryset.filter(club=access.club, **lookup).order_by()[:1]), None)
    if found is None:
        raise nothing_here()
    return found


def visible_players(access: ClubAccess) -> QuerySet[Player]:
    """Return the players this person may know of; merged rows are nobody's business."""
    players = of_club(access, Player).filter(merged_into__isnull=True)
    return players.filter(is_hidden=False) if access.is_public else players
