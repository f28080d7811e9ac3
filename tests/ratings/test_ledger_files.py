"""Ledger files: every rated event can be worked out again by anybody with Python alone."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from copy import deepcopy
from datetime import date, timedelta
from random import Random
from typing import Any

import pytest
from factories import ANA, list_of, make_club, make_player, make_rating, make_report

from ratings.ledger_files import build_verifier, ledger_files
from ratings.models import RatingChange
from ratings.policy_input import club_preset, fide_strict_preset
from ratings.replay import update_list
from ratings.rules.ledger_file import canonical, digest_of, verify_chain, verify_file
from ratings.submit import submit_report

RESULTS = ("10", "==", "01")


def _play_season(preset_name: str, seed: int) -> Any:
    """Return a list with eight events of rated, unrated, junior and very strong players."""
    preset = {"club": club_preset, "fide_strict": fide_strict_preset}[preset_name]
    club = make_club(policy=preset(date(1970, 1, 1)))
    players = [
        make_player(club, birth_year=year) for year in (None, 2012, 1960, None, 2008, None, None)
    ]
    for player, rating in zip(players, (2655, 1500, 1402, 2395, 1700), strict=False):
        make_rating(player, rating, games=5 if rating == 1500 else 40)
    rating_list = list_of(club)
    dice = Random(seed)
    for key in range(1, 9):
        games = []
        for _ in range(dice.randint(2, 9)):
            white, black = dice.sample(players, 2)
            games.append((white, black, dice.choice(RESULTS)))
        first_day = date(2026, 2, 1) + timedelta(days=7 * key)
        days = dice.choice((0, 0, 3))
        submit_report(
            club,
            ANA,
            make_report(games, key=key, first_day=first_day, last_day=first_day + timedelta(days)),
        )
    update_list(rating_list.pk)
    return rating_list


@pytest.mark.django_db
@pytest.mark.parametrize("preset_name", ["club", "fide_strict"])
@pytest.mark.parametrize("seed", range(6))
def test_every_event_follows_from_its_file(preset_name: str, seed: int) -> None:
    files = list(ledger_files(_play_season(preset_name, seed)))

    assert [file["event"]["key"] for file in files] == sorted({f["event"]["key"] for f in files})
    assert [finding for file in files for finding in verify_file(file)] == []
    assert verify_chain(files) == []
    rows = RatingChange.objects.filter(event_key__isnull=False).count()
    assert sum(len(file["players"]) for file in files) == rows > 10


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every whole number in a file."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in items:
        if isinstance(item, dict | list):
            yield from _places(item, (*path, key))
        elif isinstance(item, int) and not isinstance(item, bool):
            yield (*path, key)


@pytest.mark.django_db
def test_a_changed_number_is_found_by_the_digest_and_by_the_rules() -> None:
    files = list(ledger_files(_play_season("club", 3)))
    original = files[0]
    worked_out = ("change", "raw_change", "expected_score", "after", "games_counted", "score")

    for row_number, row in enumerate(original["players"]):
        for name in worked_out:
            forged = deepcopy(original)
            forged["players"][row_number][name] = row[name] + 1
            assert next(finding.path for finding in verify_file(forged)) == "digest"
            forged["digest"] = digest_of(forged)
            assert verify_file(forged) != []
            assert verify_chain([forged, files[1]]) != []


@pytest.mark.parametrize(
    "broken", [{}, {"format": "rankfile-ledger/1"}, {"format": "rankfile-ledger/1", "digest": 5}]
)
def test_what_is_no_ledger_file_is_a_finding_and_no_traceback(broken: dict[str, Any]) -> None:
    assert len(verify_file(broken)) == 1


@pytest.mark.django_db
def test_a_file_names_nobody_and_tells_no_year_of_birth() -> None:
    files = list(ledger_files(_play_season("club", 1)))

    text = b"".join(canonical(file) for file in files).decode()

    assert "birth" not in text
    assert "2012" not in text
    assert "Player" not in text


@pytest.mark.django_db
def test_the_packed_verifier_needs_python_alone(tmp_path: Any) -> None:
    files = list(ledger_files(_play_season("fide_strict", 2)))
    program = tmp_path / "rankfile-verify.pyz"
    program.write_bytes(build_verifier())
    names = []
    for file in files:
        path = tmp_path / f"event-{file['event']['key']}.json"
        path.write_text(json.dumps(file), encoding="utf-8")
        names.append(str(path))

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        # -I -S: no site packages, no environment, so nothing of this installation is in reach.
        command = [sys.executable, "-I", "-S", str(program), *arguments]
        return subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
        )

    good = run(*names)
    assert good.returncode == 0, good.stdout + good.stderr
    assert f"{len(files)} events recomputed, every value equal." in good.stdout

    forged = json.loads((tmp_path / "event-1.json").read_text(encoding="utf-8"))
    forged["players"][0]["change"] += 1
    (tmp_path / "event-1.json").write_text(json.dumps(forged), encoding="utf-8")
    bad = run(*names)
    assert bad.returncode == 1
    assert "NOT EQUAL" in bad.stdout
    assert run("no-such-file").returncode == 2


@pytest.mark.django_db
def test_files_are_served_one_by_one_and_all_at_once(client: Any) -> None:
    rating_list = _play_season("club", 4)
    base = f"/clubs/{rating_list.club.slug}/ledger/standard"

    whole = json.loads(b"".join(client.get(f"{base}.json").streaming_content))

    assert whole == list(ledger_files(rating_list))
    for file in whole:
        assert client.get(f"{base}/{file['event']['key']}.json").json() == file
    assert client.get(f"{base}/999.json").status_code == 404
    assert client.get(f"/clubs/{rating_list.club.slug}/ledger/bullet.json").status_code == 404


@pytest.mark.django_db
def test_a_private_club_shows_its_ledger_to_nobody_outside(client: Any) -> None:
    rating_list = _play_season("club", 4)
    type(rating_list.club).objects.update(is_public=False)

    assert client.get(f"/clubs/{rating_list.club.slug}/ledger/standard.json").status_code == 404


@pytest.mark.django_db
def test_the_verifier_is_there_for_everybody(client: Any) -> None:
    assert client.get("/verify/").status_code == 200
    assert client.get("/verify/rankfile-verify.pyz").getvalue()[:2] in (b"#!", b"PK")
