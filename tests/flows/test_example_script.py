"""The example for tool authors plays a whole evening against a real server."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from factories import make_access, make_club

from clubs.tokens import make_token
from ratings.models import RatingChange
from support.sources import ROOT
from tournaments.models import Tournament

SCOPES = ["read", "results", "pairing", "manage", "close"]


@pytest.fixture
def club(transactional_db):
    return make_club("North")


def test_a_whole_evening_by_api_alone(club, live_server):
    _token, text = make_token(make_access(club), "Example", SCOPES)

    ran = subprocess.run(
        [sys.executable, "-I", ROOT / "examples" / "club_night.py", live_server.url, club.slug],
        env={"PATH": os.environ["PATH"], "RANKFILE_TOKEN": text, "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )

    assert ran.returncode == 0, ran.stdout + ran.stderr
    event = Tournament.objects.get(club=club)
    assert event.state == Tournament.State.CLOSED
    assert event.rounds.count() == 3
    assert "correction: 409 later_round_paired" in ran.stdout
    assert "ratings: rated" in ran.stdout
    assert RatingChange.objects.filter(club=club, event_key=event.number).count() == 9
