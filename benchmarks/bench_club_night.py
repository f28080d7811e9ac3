"""The budget of a club night: a result, a tick and an undo against an empty view for a member.

Each may take 5 times what an empty view takes that only asks who is signed in. Requests take turns
and the processor's time is measured, so that a busy machine spoils nothing; the median counts. Each
is measured as a plain form, which answers with the way to the next page, and as a script sends it,
which gets the changed part of the page back. The round has twelve boards, as an evening of 24
players has; queries are counted on two boards as well and must be the same.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
TURNS = 60
TIMES = 5
SCRIPT = {"HX-Request": "true"}


def measure() -> list[dict[str, object]]:
    """Return the measurements, made in a process of their own with a database of its own."""
    with tempfile.TemporaryDirectory(prefix="rankfile-bench-") as folder:
        answer = subprocess.run(
            [sys.executable, "-m", "benchmarks.bench_club_night"],
            env=os.environ
            | {"DATA_DIR": folder, "LOG_LEVEL": "ERROR", "DATABASE_URL": "", "REDIS_URL": ""},
            cwd=ROOT,
            check=True,
            capture_output=True,
            text=True,
        )
    rows: list[dict[str, object]] = json.loads(answer.stdout.splitlines()[-1])
    return rows


def _rows() -> list[dict[str, object]]:
    sys.path[:0] = [str(ROOT), str(ROOT / "platform"), str(ROOT / "tests")]
    os.environ["DJANGO_SETTINGS_MODULE"] = "rankfile.settings"
    import django  # noqa: PLC0415 - settings first

    django.setup()
    from django.core.management import call_command  # noqa: PLC0415
    from django.http import HttpRequest, HttpResponse  # noqa: PLC0415
    from django.urls import path  # noqa: PLC0415

    from rankfile import urls  # noqa: PLC0415

    def empty(request: HttpRequest) -> HttpResponse:
        return HttpResponse("x" if request.user.is_authenticated else "")

    urls.urlpatterns.insert(0, path("empty/", empty))
    call_command("migrate", verbosity=0)
    return _measured()


def _measured() -> list[dict[str, object]]:
    evening, small = _evening(24), _evening(4)
    acts, few = _acts(evening), _acts(small)
    times: dict[str, list[float]] = {name: [] for name in acts}
    for turn in range(TURNS):
        for name, act in acts.items():
            started = time.process_time()
            act()
            if turn >= TURNS // 6:
                times[name].append(time.process_time() - started)
    base = median(times["empty"])
    rows: list[dict[str, object]] = []
    for name, found in times.items():
        if name == "empty":
            continue
        seconds = median(found)
        label = f"{name}: {seconds / base:.2f} times an empty view ({1000 * base:.2f} ms)"
        rows.append({"name": label, "seconds": seconds, "budget": TIMES * base})
        many, less = _queries(acts[name]), _queries(few[name])
        rows.append(
            {
                "name": f"{name}: queries with 12 boards, as many as with 2",
                "seconds": many,
                "budget": less,
                "unit": "queries",
            }
        )
    return rows


def _evening(players: int) -> Any:
    from support.club_night import make_evening  # noqa: PLC0415

    evening = make_evening(players)
    evening.play_round(results=False)
    return evening


def _acts(evening: Any) -> dict[str, Callable[[], Any]]:
    """Return what is measured, in an order that can be gone through again and again."""
    client = evening.sign_in()
    client.defaults["SERVER_NAME"] = "127.0.0.1"
    board = evening.url("enter_board_result", round_number=1, board_number=1)
    undo = evening.url("undo_board_result", round_number=1, board_number=1)
    tick = evening.url("check_in_entry", entry_id=evening.entries()[0].pk)
    state = {"tick": 0}

    def result(**more: Any) -> Any:
        return _done(client.post(board, {"result": "10"}, **more))

    def ticked(**more: Any) -> Any:
        state["tick"] += 1
        return _done(client.post(tick, {"present": "1"} if state["tick"] % 2 else {}, **more))

    return {
        "empty": lambda: _done(client.get("/empty/")),
        "result, form": result,
        "undo, form": lambda: _done(client.post(undo)),
        "result, script": lambda: result(headers=SCRIPT),
        "undo, script": lambda: _done(client.post(undo, headers=SCRIPT)),
        "tick, form": ticked,
        "tick, script": lambda: ticked(headers=SCRIPT),
    }


def _done(answer: Any) -> Any:
    if answer.status_code not in (200, 303):
        raise RuntimeError(f"{answer.status_code}: {answer.content[:200]!r}")
    return answer


def _queries(act: Callable[[], Any]) -> int:
    from django.db import connection  # noqa: PLC0415
    from django.test.utils import CaptureQueriesContext  # noqa: PLC0415

    with CaptureQueriesContext(connection) as captured:
        act()
    return len(captured)


if __name__ == "__main__":
    print(json.dumps(_rows()))
