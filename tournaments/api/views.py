"""The base of all views of one event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from rest_framework.request import Request

from clubs.access import Right
from clubs.api.views import ClubView
from tournaments.access import event_for
from tournaments.models import Tournament


class EventApiView(ClubView):
    """A view below ``…/tournaments/<number>/``; ``self.event`` is the event.

    ``rights`` names what each method demands, so that who lacks it learns nothing from a body that
    is wrong. A token of another event finds nothing here.
    """

    whole_club: ClassVar[bool] = False
    rights: ClassVar[Mapping[str, Right]] = {}
    event: Tournament

    def find_subject(self, request: Request, **kwargs: Any) -> None:
        """Find the event through the club's door."""
        self.event = event_for(self.access, kwargs["number"])
        self.event.club = self.access.club
        right = self.rights.get(request.method or "")
        if right is not None:
            self.access.require(right)
