"""Tokens for programs: made, shown once, used, revoked."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.access import ClubAccess, Right
from clubs.audit import record_act
from clubs.errors import InvalidInput, Problem
from clubs.models import ApiToken
from clubs.secret_links import digest_of, make_secret

TOKEN_SCOPES = (Right.READ, Right.RESULTS, Right.PAIRING, Right.MANAGE, Right.CLOSE)
PREFIX_LENGTH = 12
# Often enough to be useful, seldom enough not to turn each read into a write.
LAST_USE_IS_KEPT_EVERY = timedelta(minutes=1)


@transaction.atomic
def make_token(
    access: ClubAccess,
    label: str,
    scopes: Sequence[str],
    *,
    event_number: int | None = None,
    expires_at: datetime | None = None,
) -> tuple[ApiToken, str]:
    """Return a token's row and its text, which is shown once and never stored.

    A token never may more than the person who makes it. Raises InvalidInput.
    """
    access.require(Right.MANAGE)
    access.require_whole_club()
    problems = []
    if not label.strip():
        problems.append(Problem("label_missing", _("Say what the token is for."), "label"))
    known = {str(scope) for scope in TOKEN_SCOPES}
    wrong = [scope for scope in scopes if scope not in known or not access.may(Right(scope))]
    if not scopes or wrong:
        message = _("Choose at least one scope that you have yourself.")
        problems.append(Problem("scope_unknown", message, "scopes", {"scopes": wrong}))
    if expires_at is not None and expires_at <= timezone.now():
        problems.append(Problem("expired", _("The date must be in the future."), "expires_at"))
    if problems:
        raise InvalidInput("token_invalid", _("The token was not made."), problems=problems)
    secret, _digest = make_secret()
    prefix = f"rf_{secret[: PREFIX_LENGTH - 3]}"
    text = prefix + secret[PREFIX_LENGTH - 3 :]
    token = ApiToken.objects.create(
        club=access.club,
        label=label.strip()[:60],
        prefix=prefix,
        digest=digest_of(text),
        scopes=sorted(set(scopes)),
        event_number=event_number,
        expires_at=expires_at,
        created_by_id=access.actor.user_id,
    )
    record_act(
        access.club, access.actor, "token_made", subject=token.label, scopes=token.scopes,
        event_number=event_number,
    )  # fmt: skip
    return token, text


@transaction.atomic
def revoke_token(access: ClubAccess, token: ApiToken) -> None:
    """Stop a token from working; it stays in the list with its last use."""
    access.require(Right.MANAGE)
    access.require_whole_club()
    if token.revoked_at is None:
        token.revoked_at = timezone.now()
        token.save(update_fields=["revoked_at"])
        record_act(access.club, access.actor, "token_revoked", subject=token.label)


def token_for(text: str) -> ApiToken | None:
    """Return the valid token with this text, its club loaded, or None; one query.

    Notes the use, at most once a minute.
    """
    token = ApiToken.objects.select_related("club").filter(prefix=text[:PREFIX_LENGTH]).first()
    if token is None or not hmac.compare_digest(token.digest, digest_of(text)):
        return None
    now = timezone.now()
    if token.revoked_at is not None or (token.expires_at is not None and token.expires_at <= now):
        return None
    if token.last_used_at is None or now - token.last_used_at > LAST_USE_IS_KEPT_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
    return token
