"""How often a token or an address may call, and headers that say what is left."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from clubs.models import ApiToken


class CallerThrottle(SimpleRateThrottle):
    """Counts per token, per person, or per address for the rest.

    A view names its ``throttle_scope``; reads and writes of one scope count together. The result is
    left on the request for ``ClubView`` to tell (RateLimit headers).
    """

    scope = "api"

    def __init__(self) -> None:
        """Wait for the view: the rate depends on its scope."""

    def allow_request(self, request: Request, view: Any) -> bool:
        """Return whether the call is within the rate."""
        self.scope = getattr(view, "throttle_scope", "api")
        self.rate = self.get_rate()
        self.num_requests, self.duration = self.parse_rate(self.rate)
        is_allowed = super().allow_request(request, view)
        most, seconds = self.num_requests or 0, self.duration or 0
        left = max(0, most - len(self.history)) if is_allowed else 0
        oldest = self.history[-1] if self.history else self.now
        reset = int(seconds - (self.now - oldest)) + 1
        request._request.rate_limit = (most, left, reset)  # type: ignore[attr-defined]
        return is_allowed

    def get_cache_key(self, request: Request, _view: Any) -> str:
        """Return whom to count."""
        if isinstance(request.auth, ApiToken):
            ident = f"token-{request.auth.pk}"
        elif request.user and request.user.is_authenticated:
            ident = f"user-{request.user.pk}"
        else:
            ident = f"address-{self.get_ident(request)}"
        return self.cache_format % {"scope": self.scope, "ident": ident}
