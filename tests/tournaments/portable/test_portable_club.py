"""A club travels in one file, and every rating arrives as it was."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from factories import make_access, make_club, make_player, make_user, owner_access
from factories_events import make_event, make_field, play_round

from clubs.access import ClubAccess, Right, club_for, the_product_in
from clubs.errors import InvalidInput, NotAllowed, Refused
from clubs.models import AuditEvent, Club, Player, PlayerMerge
from clubs.players import add_player
from ratings.ledger_files import ledger_files
from ratings.models import RatingList, RatingReport, RatingRevision
from ratings.rules import TimeControl
from ratings.rules.ledger_file import verify_chain, verify_file
from support.ledger import settle
from support.random_histories import RandomClub
from tournaments.closing import close_tournament
from tournaments.correcting import preview_reopening, reopen_tournament
from tournaments.entries import check_in_several, enter_players
from tournaments.event_queries import load_event_record
from tournaments.merging import merge_players, undo_merge
from tournaments.models import Entry, Tournament
from tournaments.portable.export_club import export_club
from tournaments.portable.import_club import import_club
from tournaments.portable.tables import LEFT_BEHIND, TABLES, checked_rows, rows_of
from tournaments.replacing import replace_player
from tournaments.results import Result

ROOT = Path(__file__).resolve().parents[3]


def _lived_in_club(seed: int) -> Club:
    """Return a club with corrections, withdrawals, adjustments, policies and a played event."""
    history = RandomClub(seed)
    access = history.access
    club = history.club
    club.refresh_from_db()
    Club.objects.filter(pk=club.pk).update(next_event_number=20)
    event = make_event(access, name="Night of the “Ñandú”")
    make_field(access, event, (1800, 1700, None, 1500, 1400))
    play_round(access, event, {1: Result.WHITE_WINS, 2: Result.WHITE_WINS_BY_FORFEIT})
    play_round(access, event, {1: Result.DOUBLE_FORFEIT})
    close_tournament(access, event)
    for _ in range(15):
        history.step()
    history.update_all()
    return Club.objects.get(pk=club.pk)


def _file_of(club: Club) -> io.BytesIO:
    target = io.BytesIO()
    export_club(the_product_in(club), target)
    target.seek(0)
    return target


def _shape(club: Club) -> dict[str, Any]:
    """Return what must be the same on both sides, without numbers that belong to a database."""
    order = {pk: n for n, pk in enumerate(rows_of(club, Player).values_list("pk", flat=True))}
    events = Tournament.objects.filter(club=club).order_by("number")
    return {
        "rows": {model.__name__: rows_of(club, model).count() for model in TABLES},
        "ratings": list(checked_rows(club, order)),
        "times": list(
            AuditEvent.objects.filter(club=club).order_by("pk").values_list("at", flat=True)
        ),
        "revisions": list(
            RatingRevision.objects.filter(club=club)
            .order_by("pk")
            .values_list("event_key", "old", "new", "at")
        ),
        "events": [load_event_record(event) for event in events],
    }


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(5))
def test_a_club_arrives_as_it_left(seed: int) -> None:
    club = _lived_in_club(seed)
    file = _file_of(club)
    before = _shape(club)

    arrived = import_club(make_user(), file)

    after = _shape(arrived)
    # The journey itself is written down on both sides, after the file was made and after it came.
    assert after["rows"].pop("AuditEvent") == before["rows"].pop("AuditEvent")
    assert after["times"][:-1] == before["times"][:-1]
    assert {**after, "times": None} == {**before, "times": None}
    assert len(before["ratings"]) > 10
    assert arrived.slug != club.slug


def test_every_table_of_a_club_travels_or_is_said_to_stay() -> None:
    tables = {
        model
        for model in apps.get_models()
        if any(field.related_model is Club for field in model._meta.concrete_fields)
    }

    assert tables == set(TABLES) | LEFT_BEHIND


@pytest.mark.django_db
def test_the_audit_names_the_same_players_on_the_other_side() -> None:
    """The first club's players have the lower numbers; those of the file get new ones."""
    access = owner_access(make_club())
    event = make_event(access)
    entries = make_field(access, event, [1800, 1700, 1600])
    check_in_several(access, event, entries)
    stranger, gone = make_player(access.club, "Namesake"), make_player(access.club, "Twice")
    replace_player(access, entries[0], stranger)
    merge_players(access, entries[1].player, gone)

    arrived = import_club(make_user(), _file_of(access.club))

    here, there = (
        {player.pk: player.name for player in Player.objects.filter(club=club)}
        for club in (access.club, arrived)
    )
    lines = AuditEvent.objects.order_by("pk")
    for action, key in (
        ("players_checked_in", "players"), ("players_entered", "players"),
        ("players_merged", "gone"), ("players_merged", "player"),
        ("player_replaced", "player"), ("player_replaced", "old"),
    ):  # fmt: skip
        before, after = (
            list(lines.filter(club=club, action=action).values_list(f"facts__{key}", flat=True))
            for club in (access.club, arrived)
        )
        assert _names(after, there) == _names(before, here) != []


def _names(values: list[Any], names: dict[int, str]) -> list[str]:
    found: list[str] = []
    for value in values:
        for item in value if isinstance(value, list) else [value]:
            number = item["player"] if isinstance(item, dict) else item
            found += [names[number]] if number is not None else []
    return found


@pytest.mark.django_db
def test_a_merge_is_taken_back_on_the_other_side() -> None:
    access = owner_access(make_club())
    kept, gone = make_player(access.club, "Kept"), make_player(access.club, "Gone")
    event = make_event(access)
    enter_players(access, event, [gone])
    merge_players(access, kept, gone)
    user = make_user()

    arrived = import_club(user, _file_of(access.club))
    undo_merge(club_for(user, arrived.slug), PlayerMerge.objects.get(club=arrived))

    assert Entry.objects.get(club=arrived).player == Player.objects.get(club=arrived, name="Gone")


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(40, 46))
def test_every_event_of_any_history_follows_from_its_ledger_file(seed: int) -> None:
    club = _lived_in_club(seed)

    for time_control in TimeControl:
        files = list(ledger_files(RatingList.objects.get(club=club, time_control=time_control)))
        assert [finding for file in files for finding in verify_file(file)] == []
        assert verify_chain(files) == []


def _changed(file: io.BytesIO, name: str, change: Callable[[list[str]], list[str]]) -> io.BytesIO:
    target = io.BytesIO()
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(target, "w") as new:
        for info in old.infolist():
            text = old.read(info).decode()
            if info.filename == name:
                text = "".join(f"{line}\n" for line in change(text.splitlines()))
            new.writestr(info.filename, text)
    target.seek(0)
    return target


def _with(line: str, **values: Any) -> str:
    return json.dumps({**json.loads(line), **values})


BROKEN: dict[str, tuple[str, Callable[[list[str]], list[str]], str]] = {
    "a rating nobody earned": (
        "history.jsonl",
        lambda lines: [json.dumps([*json.loads(lines[0])[:-1], 2900]), *lines[1:]],
        "ratings_differ",
    ),
    "a game left out": ("ratedgame.jsonl", lambda lines: lines[1:], "ratings_differ"),
    "no JSON": ("player.jsonl", lambda lines: ["{", *lines], "line_unreadable"),
    "nested too deeply": ("player.jsonl", lambda _lines: ["[" * 100_000], "line_unreadable"),
    "a strange field": (
        "player.jsonl",
        lambda lines: [_with(lines[0], club_id=1), *lines[1:]],
        "row_unsound",
    ),
    "a name too long": (
        "player.jsonl",
        lambda lines: [_with(lines[0], name="x" * 101), *lines[1:]],
        "row_unsound",
    ),
    "a player who is not there": (
        "entry.jsonl",
        lambda lines: [_with(lines[0], player=10**9), *lines[1:]],
        "row_unsound",
    ),
    "twice the same entry": ("entry.jsonl", lambda lines: [*lines, lines[0]], "rows_contradict"),
    "another format": (
        "club.json",
        lambda lines: [_with(lines[0], format="rankfile-club/9")],
        "format_unknown",
    ),
}


@pytest.mark.django_db
def test_a_club_that_opened_an_event_again_travels_too() -> None:
    club = make_club()
    access = make_access(club)
    event = make_event(access, name="Opened again")
    make_field(access, event, (1800, 1700))
    play_round(access, event, {1: Result.WHITE_WINS})
    close_tournament(access, event)
    reopen_tournament(access, event, digest=preview_reopening(access, event).digest)
    settle(club)

    arrived = import_club(make_user(), _file_of(club))

    assert [each.state for each in Tournament.objects.filter(club=arrived)] == ["running"]
    assert list(RatingReport.objects.filter(club=arrived).values_list("status", flat=True)) == list(
        RatingReport.objects.filter(club=club).values_list("status", flat=True)
    )


@pytest.mark.django_db
@pytest.mark.parametrize("name", BROKEN)
def test_an_unsound_file_is_refused_and_leaves_nothing(name: str) -> None:
    part, change, code = BROKEN[name]
    club = _lived_in_club(1)
    clubs, players = Club.objects.count(), Player.objects.count()

    with pytest.raises(InvalidInput) as refused:
        import_club(None, _changed(_file_of(club), part, change))

    assert [problem.code for problem in refused.value.problems] == [code]
    assert (Club.objects.count(), Player.objects.count()) == (clubs, players)


@pytest.mark.django_db
def test_the_page_says_where_in_the_file_a_row_is_unsound(client: Client) -> None:
    club = make_club()
    make_player(club, "Sousa, Ana")
    broken = _changed(
        _file_of(club), "player.jsonl", lambda lines: [*lines, _with(lines[0], name="x" * 101)]
    )
    client.force_login(make_user())

    answer = client.post("/clubs/import/", {"file": broken, "slug": "again", "form_key": "k"})

    assert answer.status_code == 422
    assert "player.jsonl: Line 2: This row cannot be taken over: name: Ensure" in answer.text


@pytest.mark.django_db
@pytest.mark.parametrize("data", [b"", b"no zip", b"PK\x05\x06" + b"\x00" * 18])
def test_what_is_no_file_of_a_club_is_said_to_be_none(data: bytes) -> None:
    with pytest.raises(InvalidInput) as refused:
        import_club(None, io.BytesIO(data))

    assert refused.value.problems[0].code in ("file_not_readable", "parts_missing")


class _SlowDisk(io.BytesIO):
    """A place to write to; while the first bytes go there somebody enters a player."""

    def __init__(self, access: ClubAccess) -> None:
        super().__init__()
        self.access: ClubAccess | None = access

    def write(self, data: Any) -> int:
        access, self.access = self.access, None
        if access is not None:
            add_player(access, name="Late Comer")
        return super().write(data)


@pytest.mark.django_db
def test_a_club_that_changes_while_it_is_written_is_not_half_exported() -> None:
    access = owner_access(make_club())

    with pytest.raises(Refused) as refused:
        export_club(access, _SlowDisk(access))

    assert refused.value.code == "club_changed_meanwhile"
    assert not AuditEvent.objects.filter(action="club_exported").exists()


@pytest.mark.django_db
def test_only_an_owner_takes_the_club_away() -> None:
    club = _lived_in_club(2)

    with pytest.raises(NotAllowed):
        export_club(make_access(club, rights=frozenset({Right.READ, Right.MANAGE})), io.BytesIO())


@pytest.mark.django_db
def test_nothing_leaves_while_ratings_are_worked_out() -> None:
    club = _lived_in_club(2)
    RatingList.objects.filter(club=club, time_control="rapid").update(stale_since="2026-01-01")

    with pytest.raises(Refused) as refused:
        export_club(the_product_in(club), io.BytesIO())

    assert refused.value.code == "ratings_being_worked_out"


@pytest.mark.django_db
def test_the_owner_exports_and_somebody_imports_on_the_pages(client: Any) -> None:
    club = _lived_in_club(3)
    owner, other = make_user(), make_user()
    club.memberships.create(user=owner, role="owner")
    client.force_login(owner)
    answer = client.post(f"/clubs/{club.slug}/manage/export/")
    file = io.BytesIO(b"".join(answer.streaming_content))
    file.name = "club.zip"

    client.force_login(other)
    assert client.post(f"/clubs/{club.slug}/manage/export/").status_code == 404
    assert client.get("/clubs/import/").status_code == 200
    imported = client.post("/clubs/import/", {"file": file, "slug": "arrived"})

    assert (imported.status_code, imported["Location"]) == (303, "/clubs/arrived/")
    assert Club.objects.get(slug="arrived").memberships.get().user == other
    file.seek(5)
    refused = client.post("/clubs/import/", {"file": io.BytesIO(b"rubbish"), "slug": "again"})
    assert refused.status_code == 422


@pytest.mark.big_setup
@pytest.mark.django_db
def test_a_club_goes_from_postgresql_to_sqlite_and_back(tmp_path: Path) -> None:
    club = _lived_in_club(7)
    first = tmp_path / "first.zip"
    first.write_bytes(_file_of(club).getvalue())
    environment = {
        **{
            key: value
            for key, value in os.environ.items()
            if key not in ("DATABASE_URL", "REDIS_URL")
        },
        "DATA_DIR": str(tmp_path / "data"),
    }

    def manage(*arguments: str) -> None:
        command = [sys.executable, str(ROOT / "manage.py"), *arguments]
        subprocess.run(command, env=environment, check=True, timeout=120)

    manage("migrate", "-v0")
    manage("import_club", str(first), "--slug", "on-sqlite")
    manage("export_club", "on-sqlite", str(tmp_path / "second.zip"))
    with (tmp_path / "second.zip").open("rb") as second:
        back = import_club(None, second)

    assert _shape(back)["ratings"] == _shape(club)["ratings"]
    assert _shape(back)["events"] == _shape(club)["events"]


@pytest.mark.django_db
def test_a_file_that_is_sent_twice_makes_one_club(client: Client) -> None:
    file = _file_of(_lived_in_club(1))
    client.force_login(make_user())
    key = client.get("/clubs/import/").context["form"]["form_key"].value()
    assert key

    answers = []
    for _tap in range(2):
        file.seek(0)
        sent = {"file": SimpleUploadedFile("club.zip", file.read()), "slug": "", "form_key": key}
        answers.append(client.post("/clubs/import/", sent))

    assert [answer.status_code for answer in answers] == [303, 303]
    assert answers[0]["Location"] == answers[1]["Location"]
    assert Club.objects.count() == 2
