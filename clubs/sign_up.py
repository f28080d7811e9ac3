"""Who may make an account, and where a person begins after signing in."""

from __future__ import annotations

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from clubs.models import Invitation, Membership, Role, User
from clubs.secret_links import digest_of

INVITATION_KEY = "invitation"


def note_invitation(request: HttpRequest, secret: str) -> None:
    """Remember that this visitor holds an invitation, so that he may make an account.

    Needed only where strangers may not; the session keeps the digest, never the secret.
    """
    if not settings.SIGN_UP_OPEN and not request.user.is_authenticated:
        request.session[INVITATION_KEY] = digest_of(secret)


def start_page(user: User) -> str:
    """Return the address a person goes to after signing in; one query.

    The workspace of the only club, the list of clubs where there are several, a new club where
    there is none.
    """
    own = list(Membership.objects.filter(user=user).select_related("club")[:2])
    if not own:
        return reverse("club_create")
    if len(own) > 1 or own[0].role == Role.MEMBER:
        return reverse("my_clubs")
    return reverse("club_manage", args=[own[0].club.slug])


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # ships no types
    """The product's own answers to what the account pages ask."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Return whether this visitor may make an account: anybody, or only invited people."""
        if settings.SIGN_UP_OPEN:
            return True
        digest = request.session.get(INVITATION_KEY, "")
        waiting = Invitation.objects.filter(
            digest=digest, accepted_at__isnull=True, revoked_at__isnull=True,
            expires_at__gt=timezone.now(),
        )  # fmt: skip
        return bool(digest) and waiting.exists()

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Return where to go after signing in, unless the page before said so."""
        return start_page(request.user) if isinstance(request.user, User) else "/"

    def get_signup_redirect_url(self, request: HttpRequest) -> str:
        """Return the same for a new account."""
        return self.get_login_redirect_url(request)
