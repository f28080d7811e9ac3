"""What day it is, which at midnight is a matter of place."""

from __future__ import annotations

from datetime import date
from zoneinfo import ZoneInfo

from django.utils import timezone

from clubs.models import Club


def today_in(club: Club) -> date:
    """Return the day it is at the club, wherever the server or the visitor is."""
    return timezone.localdate(timezone=ZoneInfo(club.time_zone))
