"""Exchange files in and out, results links, and sheets to print."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from factories import make_player

from support.club_night import Evening, make_evening
from tournaments.models import HelperLink, Pairing, Tournament
from tournaments.views.files import MAX_FILE_BYTES

pytestmark = pytest.mark.django_db
FILES = Path(__file__).parents[1] / "data" / "trf"


@pytest.fixture
def evening() -> Evening:
    evening = make_evening(5)
    evening.play_round()
    return evening


def exported(evening: Evening, dialect: str = "trf16") -> bytes:
    return evening.sign_in().get(evening.url("export_tournament", dialect=dialect)).content


def upload(data: bytes, name: str = "event.trf") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data)


def another_club() -> Evening:
    """Return an evening of another club, whose event has another name."""
    other = make_evening(2)
    Tournament.objects.filter(pk=other.event.pk).update(name="Something else")
    return other


@pytest.mark.parametrize("dialect", [
    "trf16", "trf26", "engine", "csv", "csv-players", "csv-results", "pgn", "json",
])  # fmt: skip
def test_an_event_leaves_as_a_file(evening: Evening, dialect: str) -> None:
    answer = evening.sign_in("helper").get(evening.url("export_tournament", dialect=dialect))

    assert answer.status_code == 200
    assert answer["Content-Disposition"].startswith("attachment; filename=")


def test_a_dialect_that_is_not_there_is_refused(evening: Evening) -> None:
    answer = evening.sign_in().get(evening.url("export_tournament", dialect="xls"))

    assert answer.status_code == 422


def test_a_file_is_shown_before_it_is_imported(evening: Evening) -> None:
    data = exported(evening)
    other = another_club()
    url = reverse("tournament_import", args=[other.club.slug])
    client = other.sign_in()

    look = client.post(url, {"file": upload(data), "look": "1"})
    assert look.status_code == 200
    assert "Check before importing" in look.content.decode()
    assert Tournament.objects.filter(club=other.club).count() == 1

    done = client.post(url, {"parcel": look.context["parcel"], "import": "1",
                             "start_date": "2026-11-26", "time_control": "rapid"})  # fmt: skip
    assert done.status_code == 303
    made = Tournament.objects.get(club=other.club, number=2)
    assert (made.name, made.entries.count()) == ("Thursday rapid", 5)


def test_doubtful_players_are_decided_on_the_page(evening: Evening) -> None:
    data = exported(evening)
    other = another_club()
    name = evening.entries()[0].player.name
    known = make_player(other.club, name)
    url = reverse("tournament_import", args=[other.club.slug])
    client = other.sign_in()

    look = client.post(url, {"file": upload(data), "look": "1"})
    page = look.content.decode()
    assert "1 player needs you" in page
    assert f'name="match-1" value="{known.pk}"' in page
    parcel = {"parcel": look.context["parcel"], "import": "1"}

    undecided = client.post(url, parcel)
    assert undecided.status_code == 422
    client.post(url, {**parcel, "match-1": str(known.pk)})
    assert known.entries.count() == 1


@pytest.mark.parametrize("name", ["bad-1", "bad-2", "bad-3", "bad-5"])
def test_a_refused_file_names_lines_and_columns(evening: Evening, name: str) -> None:
    data = next(FILES.glob(f"{name}*")).read_bytes()
    url = reverse("tournament_import", args=[evening.club.slug])

    answer = evening.sign_in().post(url, {"file": upload(data), "look": "1"})
    page = answer.content.decode()

    assert answer.status_code == 422
    assert "The file was not imported." in page
    assert "<b>Line " in page


@pytest.mark.parametrize("data", [b"", b"\x00\x01\x02" * 50, b"%PDF-1.7 nothing", b"PK\x03\x04"])
def test_files_of_the_wrong_kind_are_refused(evening: Evening, data: bytes) -> None:
    url = reverse("tournament_import", args=[evening.club.slug])

    answer = evening.sign_in().post(url, {"file": upload(data), "look": "1"})

    assert answer.status_code == 422
    assert Tournament.objects.filter(club=evening.club).count() == 1


def test_no_file_and_too_large_a_file_are_refused(evening: Evening) -> None:
    url = reverse("tournament_import", args=[evening.club.slug])
    client = evening.sign_in()

    assert "Choose a file." in client.post(url, {"look": "1"}).content.decode()
    large = client.post(url, {"file": upload(b"0" * (MAX_FILE_BYTES + 1)), "look": "1"})
    assert large.status_code == 422
    assert "larger than 2 MB" in large.content.decode()


def test_a_parcel_that_was_tampered_with_is_refused(evening: Evening) -> None:
    url = reverse("tournament_import", args=[evening.club.slug])

    answer = evening.sign_in().post(url, {"parcel": "eJx:1:forged", "import": "1"})

    assert answer.status_code == 422
    assert "Choose the file again." in answer.content.decode()


def link_of(evening: Evening) -> str:
    """Return the path of a new results link."""
    page = evening.sign_in().post(evening.url("helper_links"), {"label": "Table 2", "hours": "3"})
    assert '<svg role="img"' in page.content.decode()
    url: str = page.context["new_url"]
    return url[url.index("/clubs/") :]


def test_a_results_link_opens_the_round_without_an_account(evening: Evening) -> None:
    evening.play_round(results=False)
    phone = Client()

    opened = phone.get(link_of(evening))
    assert opened["Location"] == evening.url("manage_rounds")
    page = phone.get(evening.url("manage_round", round_number=2)).content.decode()
    assert "2 results missing" in page
    url = evening.url("enter_board_result", round_number=2, board_number=1)
    assert phone.post(url, {"result": "10"}).status_code == 303
    assert Pairing.objects.get(round__number=2, board_number=1).changed_by_label == "Table 2"


def test_a_results_link_opens_nothing_else(evening: Evening) -> None:
    phone = Client()
    phone.get(link_of(evening))

    assert phone.get(evening.url("tournament_settings")).status_code == 403
    assert phone.get(evening.url("close_tournament")).status_code == 403
    other = make_evening(2)
    assert phone.get(other.url("manage_tournament")).status_code == 302


@pytest.mark.parametrize("ended", ["revoked", "expired"])
def test_an_ended_link_opens_nothing(evening: Evening, ended: str) -> None:
    path = link_of(evening)
    phone = Client()
    phone.get(path)
    link = HelperLink.objects.get()
    if ended == "revoked":
        evening.sign_in().post(evening.url("revoke_helper_link", link_id=link.pk))
    else:
        HelperLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))

    assert Client().get(path).status_code == 404
    assert phone.get(evening.url("manage_entries")).status_code == 302


@pytest.mark.parametrize("sent", [
    {"label": "", "hours": "3"}, {"label": "x" * 61, "hours": "3"}, {"label": "A", "hours": "0"},
    {"label": "A", "hours": "many"},
])  # fmt: skip
def test_a_link_needs_a_name_and_an_end(evening: Evening, sent: dict[str, str]) -> None:
    answer = evening.sign_in().post(evening.url("helper_links"), sent)

    assert answer.status_code == 422
    assert HelperLink.objects.count() == 0


def test_the_sheet_for_the_wall_says_where_everybody_sits(evening: Evening) -> None:
    page = evening.sign_in().get(evening.url("print_pairings", round_number=1)).content.decode()

    assert "Where do I sit?" in page
    assert page.count("<li><span><bdi>") == 5
    assert '<svg role="img"' in page


def test_slips_have_one_piece_a_board(evening: Evening) -> None:
    page = evening.sign_in().get(evening.url("print_slips", round_number=1)).content.decode()

    assert page.count('class="sheet slip"') == 2


def test_standings_and_sign_in_sheets_name_everybody(evening: Evening) -> None:
    client = evening.sign_in()
    for name in ("print_standings", "print_sign_in"):
        page = client.get(evening.url(name)).content.decode()
        for entry in evening.entries():
            assert entry.player.name in page
