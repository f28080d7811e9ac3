"""Who calls: a program by its token, or a person by the session (for the browsable pages)."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from clubs.models import ApiToken
from clubs.tokens import token_for


class TokenAuthentication(BaseAuthentication):
    """``Authorization: Bearer rf_…``; ``request.auth`` becomes the ApiToken."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, ApiToken] | None:
        """Return nobody with a token, or None where no token is given."""
        scheme, _space, text = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        token = token_for(text.strip())
        if token is None:
            raise AuthenticationFailed(_("This token is not valid."), code="token_invalid")
        return AnonymousUser(), token

    def authenticate_header(self, _request: Request) -> str:
        """Return the challenge that makes the framework answer 401."""
        return 'Bearer realm="rankfile"'


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Describes the token in the schema."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, _auto_schema: object) -> dict[str, str]:
        """Return the scheme's description."""
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A token of one club, made in its workspace.",
        }


# First the token: its challenge is what an unauthenticated write is answered with.
AUTHENTICATION_CLASSES = [TokenAuthentication, SessionAuthentication]
