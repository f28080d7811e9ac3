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
from ratings.rules.ledger_file import canonical, digest_of, main, verify_chain, verify_file
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


# Taken as given, because it lies outside the event (docs/ledger-files.md): start values, the
# rating before, what was kept before, games after, the policy's terms, whether a start without a
# point had been dropped before.
GIVEN = {"player", "start", "before", "kept_before", "games_after", "terms", "zero_start_open"}
# The places of a game that the event's own results fix: the rest of it is worked out.
WORKED_OUT_OF_A_GAME = (4, 6, 7, 8, 9)
OTHER = {int: 7, str: "forged", bool: None, type(None): 1500, list: ["forged"]}


def _worked_out(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of everything in a player's part that follows from something else."""
    if path[:1] == ("games",) and len(path) == 2:
        yield from ((*path, place) for place in WORKED_OUT_OF_A_GAME)
        return
    if not isinstance(value, dict | list) or value == []:
        yield path
        return
    for key, item in value.items() if isinstance(value, dict) else enumerate(value):
        if key not in GIVEN:
            yield from _worked_out(item, (*path, key))


def _put(value: Any, path: tuple[Any, ...], other: Any) -> Any:
    """Put another value at a path and return what stood there."""
    for key in path[:-1]:
        value = value[key]
    before, value[path[-1]] = value[path[-1]], other
    return before


def _at(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


def _chained(files: list[dict[str, Any]]) -> list[Any]:
    """Return what the chain of files finds once each names the digest before it again."""
    copies = deepcopy(files)
    previous = ""
    for file in copies:
        file["previous"] = previous
        previous = file["digest"] = digest_of(file)
    return verify_chain(copies)


@pytest.mark.django_db
@pytest.mark.parametrize(("preset_name", "seed"), [("club", 3), ("fide_strict", 1)])
def test_no_value_that_was_worked_out_can_be_forged(preset_name: str, seed: int) -> None:
    """Every value of every row of every file, one after the other, each as a whole new chain."""
    files = list(ledger_files(_play_season(preset_name, seed)))
    kinds, missed = set(), []
    for file in files:
        known = {row["player"] for row in file["players"]}
        for row in file["players"]:
            kinds.add(row["kind"])
            for path in list(_worked_out(row)):
                if path[-1] == 4 and path[0] == "games" and _at(row, path[:2])[3] not in known:
                    # Nothing in this file says what an opponent without a row was rated.
                    continue
                if path == ("kept",) and row["kind"] in ("pooled", "zero_start"):
                    # What an unrated player still keeps comes from before the event.
                    continue
                value = _at(row, path)
                other = value + 50 if type(value) is int else OTHER[type(value)]
                _put(row, path, other)
                file["digest"] = digest_of(file)
                # The day of an earlier event in a pool is that event's own affair.
                is_earlier_day = path[:2] == ("first", "pool") and path[3] == 1
                found = verify_file(file) or is_earlier_day or _chained(files)
                if not found:
                    missed.append((file["event"]["key"], row["player"], path, value, other))
                _put(row, path, value)
                file["digest"] = digest_of(file)
    assert missed == []
    assert [finding for file in files for finding in verify_file(file)] == []
    assert kinds >= ({"change", "pooled", "first"} if preset_name == "fide_strict" else {"change"})


@pytest.mark.django_db
def test_a_changed_file_breaks_its_digest_and_the_chain() -> None:
    files = list(ledger_files(_play_season("club", 3)))
    forged = deepcopy(files[0])
    forged["event"]["name"] = "Another event"

    assert [finding.path for finding in verify_file(forged)] == ["digest"]
    forged["digest"] = digest_of(forged)
    assert verify_file(forged) == []
    assert [finding.path for finding in verify_chain([forged, *files[1:]])] == [
        f"standard, event {files[1]['event']['key']}: previous"
    ]


@pytest.mark.django_db
def test_a_rated_opponent_cannot_be_passed_off_as_unrated() -> None:
    """1500 loses to a player of 1500 and says that the game did not count: his row is forged."""
    club = make_club()
    a, b, c = (make_player(club) for _ in range(3))
    for player in (a, b, c):
        make_rating(player, 1500)
    submit_report(club, ANA, make_report([(a, b, "10"), (b, c, "10")]))
    update_list(list_of(club).pk)
    (file,) = ledger_files(list_of(club))
    row = next(row for row in file["players"] if row["player"] == b.pk)
    assert (row["change"], row["after"]) == (0, 1500)

    row["games"][0][4:10] = [None, 0, None, None, None, "unrated_opponent"]
    row |= {"games_counted": 1, "score": 100, "expected_score": 50, "raw_change": 1000}
    row |= {"change": 10, "after": 1510}
    file["digest"] = digest_of(file)

    assert f"event 1, player {b.pk}: round 1, rating of opponent {a.pk}" in [
        finding.path for finding in verify_file(file)
    ]


@pytest.mark.django_db
def test_a_pool_holds_the_games_of_the_files_before() -> None:
    files = list(ledger_files(_play_season("fide_strict", 1)))
    forged = deepcopy(files)
    number, row, item = next(
        (number, row, item)
        for number, file in enumerate(forged)
        for row in file["players"]
        if row["kind"] == "pooled"
        for item in row["first"]["pool"]
        if item[0] != file["event"]["key"]
    )

    item[2] += 1

    assert (
        f"event {forged[number]['event']['key']}, player {row['player']}: pool, event"
        in " ".join(finding.path for finding in verify_chain(forged))
    )


@pytest.mark.django_db
def test_another_address_of_the_club_breaks_no_chain(client: Any) -> None:
    rating_list = _play_season("club", 4)
    old = list(ledger_files(rating_list))
    first = old[0]["event"]["key"]
    client.get(f"/clubs/{rating_list.club.slug}/ledger/standard/{first}.json")

    type(rating_list.club).objects.update(slug="another-address")

    answer = client.get(f"/clubs/another-address/ledger/standard/{old[1]['event']['key']}.json")
    assert verify_chain([old[0], answer.json()]) == []
    assert list(ledger_files(list_of(rating_list.club))) == old


ODD = [
    *({}, [], 5, None, "rankfile-ledger/1", {"format": "rankfile-ledger/1"}),
    {"format": "rankfile-ledger/1", "digest": 5, "event": {}, "previous": ""},
    {"format": "rankfile-ledger/1", "digest": "", "event": 5, "players": [1]},
    {"format": "rankfile-ledger/1", "digest": "\ud800", "event": {"name": "\ud800"}},
]


@pytest.mark.parametrize("odd", ODD)
def test_what_is_no_ledger_file_is_a_finding_and_no_traceback(
    odd: Any, tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "odd.json"
    path.write_text(json.dumps([odd]), encoding="utf-8")

    assert main([str(path)]) == 1

    assert len(verify_file(odd)) == 1
    assert [type(finding.path) for finding in verify_chain([odd, odd])] == [str]
    assert "odd.json: NOT EQUAL" in capsys.readouterr().out


@pytest.mark.django_db
def test_a_file_with_a_part_missing_is_a_finding_and_no_traceback() -> None:
    file = next(ledger_files(_play_season("fide_strict", 1)))
    for part in (file, file["event"], file["terms"], *file["players"], file["players"][0]["start"]):
        for name in list(part):
            value = part.pop(name)
            assert verify_file(file) != [], name
            part[name] = value
    assert verify_file(file) == []


def test_a_file_that_cannot_be_read_says_so(
    tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    for number, content in enumerate((b"", b"\xff", b"[" * 100_000)):
        path = tmp_path / f"{number}.json"
        path.write_bytes(content)
        assert main([str(path)]) == 2
        assert "cannot be read" in capsys.readouterr().out


@pytest.mark.django_db
def test_a_file_names_nobody_and_tells_no_year_of_birth() -> None:
    files = list(ledger_files(_play_season("club", 1)))

    text = b"".join(canonical(file) for file in files).decode()

    assert "birth" not in text
    assert {
        (row["start"]["games"] < 30, row["k"][1])
        for file in files
        for row in file["players"]
        if row["start"]["junior"]
    } == {(False, "junior")}
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
    assert f"{len(files)} events recomputed, every value that follows" in good.stdout

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


def test_the_verifier_is_packed_once() -> None:
    assert build_verifier() is build_verifier()


@pytest.mark.django_db
def test_files_of_several_lists_are_chains_of_their_own() -> None:
    """A whole club may be checked at once, and a file may be named twice."""
    one, other = (list(ledger_files(_play_season("club", seed))) for seed in (1, 2))
    mixed = [file for pair in zip(one, other, strict=True) for file in pair]

    assert verify_chain([*mixed, one[3]]) == []
    assert [finding.path for finding in verify_chain([*one[:2], *one[3:], *other])] == [
        "standard, event 4: previous"
    ]
