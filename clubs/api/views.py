"""The base of all API views: through the club's door, in one transaction, within limits."""

from __future__ import annotations

from typing import Any, ClassVar

from django.utils.translation import gettext as _
from rest_framework.exceptions import APIException, NotAuthenticated
from rest_framework.permissions import SAFE_METHODS, AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.access import ClubAccess, Right, club_for, club_for_token
from clubs.api.authentication import AUTHENTICATION_CLASSES
from clubs.api.bodies import StrictJsonParser
from clubs.api.paging import CursorPages
from clubs.api.throttling import CallerThrottle
from clubs.models import ApiToken

MOST_BODY_BYTES = 2_000_000


class BodyTooLarge(APIException):
    """The request is larger than this operation takes."""

    status_code = 413
    default_code = "body_too_large"


class ApiView(APIView):
    """A view without a club: limits and headers only."""

    authentication_classes = AUTHENTICATION_CLASSES
    permission_classes = [AllowAny]
    throttle_classes = [CallerThrottle]
    parser_classes = [StrictJsonParser]
    pagination_class: ClassVar[type[CursorPages] | None] = CursorPages
    most_body_bytes: ClassVar[int] = MOST_BODY_BYTES

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse what is too large before anything reads it."""
        length = request.META.get("CONTENT_LENGTH") or "0"
        if not (length.isascii() and length.isdigit()) or int(length) > self.most_body_bytes:
            raise BodyTooLarge(
                _("At most %(most)s bytes are taken here.") % {"most": self.most_body_bytes}
            )
        super().initial(request, *args, **kwargs)

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        """Say how many calls are left."""
        response = super().finalize_response(request, response, *args, **kwargs)
        limit = getattr(getattr(request, "_request", request), "rate_limit", None)
        if limit is not None:
            most, left, reset = limit
            response["RateLimit-Limit"] = str(most)
            response["RateLimit-Remaining"] = str(left)
            response["RateLimit-Reset"] = str(reset)
        return response


class ClubView(ApiView):
    """A view below ``/api/v1/clubs/<club>/``; ``self.access`` says who asks and what he may do.

    ``read_right`` is demanded for reading (None: what is public is for everybody). Writes demand a
    caller who is known at all; the right itself is the use case's to ask for. ``whole_club`` keeps
    tokens of a single event away from everything that is not that event.
    """

    access: ClubAccess
    read_right: ClassVar[Right | None] = None
    whole_club: ClassVar[bool] = True

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Open the club's door."""
        super().initial(request, *args, **kwargs)
        slug = kwargs["club"]
        is_read = request.method in SAFE_METHODS
        if isinstance(request.auth, ApiToken):
            self.access = club_for_token(request.auth, slug)
        else:
            if not is_read and not request.user.is_authenticated:
                raise NotAuthenticated
            self.access = club_for(request.user, slug)
        if self.whole_club and self.access.event_number is not None:
            self.access.require_whole_club()
        if is_read and self.read_right is not None:
            self.access.require(self.read_right)
        handler = getattr(self, (request.method or "").lower(), None)
        if not getattr(handler, "is_idempotent", False):
            self.find_subject(request, **kwargs)

    def find_subject(self, request: Request, **kwargs: Any) -> None:
        """Find what the address names inside the club, or raise NotFound.

        ``idempotent`` calls it for its writes, after it has looked for a repeat: what a first call
        deleted is no longer there for the second.
        """
