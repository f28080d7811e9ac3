"""The budgets of the API: reads against a minimal REST view, and a bulk of results against one.

The minimal view does what any API must: it knows the caller by a token and reads one row, or a page
of fifty, through the framework's own serializer. Both sides go through all middleware. The tests
hold the number of queries; this measures time.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
RATIO = 3
PLAYERS, BOARDS, RUNS = 300, 150, 25


def measure() -> list[dict[str, object]]:
    """Return the measurements, on SQLite in a folder that goes away, in a process of their own."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "static").mkdir()
        environment = {
            **os.environ,
            "API_RATE": "1000000/min",
            "DATABASE_URL": "",
            "DATA_DIR": folder,
            "DJANGO_SETTINGS_MODULE": "rankfile.settings",
            "LOG_LEVEL": "ERROR",
            "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "platform"), str(ROOT / "tests")]),
            "REDIS_URL": "",
        }
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.bench_api"],
            cwd=ROOT,
            env=environment,
            check=True,
            stdout=subprocess.PIPE,
            timeout=600,
        )
    rows: list[dict[str, object]] = json.loads(done.stdout.splitlines()[-1])
    return rows


def _measure() -> list[dict[str, object]]:
    import django  # noqa: PLC0415 - only this process is one of Django

    django.setup()
    from django.core.management import call_command  # noqa: PLC0415
    from django.urls import path  # noqa: PLC0415
    from rest_framework import serializers  # noqa: PLC0415
    from rest_framework.response import Response  # noqa: PLC0415
    from rest_framework.views import APIView  # noqa: PLC0415

    from clubs.api.authentication import TokenAuthentication  # noqa: PLC0415
    from clubs.models import Player  # noqa: PLC0415
    from rankfile import urls  # noqa: PLC0415

    class PlainPlayer(serializers.ModelSerializer[Player]):
        class Meta:
            model = Player
            fields = ["id", "name", "title", "sex", "federation", "fide_id", "birth_year"]

    class MinimalRow(APIView):
        authentication_classes = [TokenAuthentication]

        def get(self, _request: Any, number: int) -> Response:
            return Response(PlainPlayer(Player.objects.get(pk=number)).data)

    class MinimalPage(APIView):
        authentication_classes = [TokenAuthentication]

        def get(self, _request: Any) -> Response:
            rows = Player.objects.order_by("pk")[:50]
            return Response(PlainPlayer(rows, many=True).data)

    urls.urlpatterns[:0] = [
        path("bench/<int:number>/", MinimalRow.as_view()),
        path("bench/", MinimalPage.as_view()),
    ]
    call_command("migrate", verbosity=0)
    call, root, player = _world()
    row, page = f"/bench/{player}/", "/bench/"
    rows: list[dict[str, object]] = []
    for name, address, bare in (
        ("an event", "tournaments/1/", row),
        ("an entry", "tournaments/1/entries/7/", row),
        ("a board", "tournaments/1/rounds/1/boards/7/", row),
        ("the state of a rating", "tournaments/1/rating/", row),
        ("50 entries", "tournaments/1/entries/", page),
        ("50 ratings", "ratings/standard/", page),
        ("50 players", "players/", page),
    ):
        seconds, minimal = _side_by_side(
            lambda _turn, address=address: call("get", root + address),
            lambda _turn, bare=bare: call("get", bare),
        )
        against = f"minimal view {minimal * 1000:.1f} ms"
        rows.append(
            {"name": f"reading {name}; {against}", "seconds": seconds, "budget": RATIO * minimal}
        )
    return [*rows, _bulk(call, root)]


def _world() -> tuple[Callable[..., Any], str, int]:
    """Return a way to call, the club's address and a player; 300 players at 150 boards."""
    from django.test import Client  # noqa: PLC0415
    from factories import make_access, make_club, make_rating  # noqa: PLC0415
    from factories_events import make_event, make_field  # noqa: PLC0415

    from clubs.tokens import make_token  # noqa: PLC0415
    from ratings.replay import mark_stale, update_list  # noqa: PLC0415
    from tournaments.given_rounds import set_round_pairings  # noqa: PLC0415

    club = make_club("North")
    access = make_access(club)
    event = make_event(access, format="external", rounds_planned=3)
    entries = make_field(access, event, [1500 + number for number in range(PLAYERS)])
    make_rating(entries[0].player, 1500)
    rating_list = club.rating_lists.get(time_control="standard")
    mark_stale(rating_list, entries[0].player.adjustments.earliest("day").day, {})
    update_list(rating_list.pk)
    seats = [(rank, rank + BOARDS) for rank in range(1, BOARDS + 1)]
    set_round_pairings(access, event, 1, seats, confirmed=True)
    _token, text = make_token(access, "Bench", ["read", "results"])
    client = Client(headers={"Authorization": f"Bearer {text}"}, SERVER_NAME="127.0.0.1")

    def call(method: str, address: str, body: Any = None) -> Any:
        extra = {} if body is None else {"data": body, "content_type": "application/json"}
        answer = getattr(client, method)(address, **extra)
        assert answer.status_code == 200, answer.content
        return answer

    return call, f"/api/v1/clubs/{club.slug}/", entries[0].player_id


def _bulk(call: Callable[..., Any], root: str) -> dict[str, object]:
    """Measure 150 results in one request against one result; each time others than before."""
    results = ["1-0", "0-1"]

    def one(turn: int) -> None:
        address = f"{root}tournaments/1/rounds/1/boards/1/"
        call("patch", address, {"result": results[(turn + 1) % 2]})

    def many(turn: int) -> None:
        items = [{"board": n, "result": results[turn % 2]} for n in range(1, BOARDS + 1)]
        call("put", f"{root}tournaments/1/rounds/1/results/", {"results": items})

    bulk, single = _side_by_side(many, one)
    name = f"{BOARDS} results as one bulk; one result {single * 1000:.1f} ms"
    return {"name": name, "seconds": bulk, "budget": RATIO * single}


def _side_by_side(one: Callable[[int], Any], other: Callable[[int], Any]) -> tuple[float, float]:
    """Return the best seconds of two acts, done in turn so that both meet the same machine."""
    taken: tuple[list[float], list[float]] = [], []
    for turn in range(RUNS + 1):
        for act, times in zip((one, other), taken, strict=True):
            began = perf_counter()
            act(turn)
            times.append(perf_counter() - began)
    return min(taken[0][1:]), min(taken[1][1:])


if __name__ == "__main__":
    print(json.dumps(_measure()))
