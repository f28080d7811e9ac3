"""Closing, waiting, correcting and reopening, as pages."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from ratings.models import RatingChange, RatingList, RatingRevision
from support.club_night import Evening, make_evening
from tournaments.correcting import Correction, correct_tournament, preview_correction
from tournaments.models import Pairing, Tournament
from tournaments.results import Result

pytestmark = pytest.mark.django_db


@pytest.fixture
def played() -> Evening:
    """Return an evening of one round that is played."""
    evening = make_evening(4, rounds=1)
    evening.play_round()
    return evening


def close(evening: Evening, django_capture_on_commit_callbacks: object) -> None:
    client = evening.sign_in()
    url = evening.url("close_tournament")
    digest = client.get(url).context["digest"]
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        assert client.post(url, {"digest": digest}).status_code == 303
    evening.event.refresh_from_db()


def test_each_problem_leads_to_where_it_is_mended() -> None:
    evening = make_evening(4, rounds=2)
    evening.play_round(results=False)
    Tournament.objects.update(start_date=None)

    page = evening.sign_in().get(evening.url("close_tournament")).content.decode()

    assert "2 things to fix before closing" in page
    assert evening.url("manage_round", round_number=1) + "#b1" in page
    assert evening.url("tournament_settings") in page


def test_the_preview_shows_every_change_with_k_and_its_reason(played: Evening) -> None:
    client = played.sign_in()
    player = played.entries()[0].player_id

    page = client.get(played.url("close_tournament") + f"?open=rapid-{player}").content.decode()

    assert "4 ratings will be written." in page
    assert "Close and write 4 ratings" in page
    assert "K 20" in page
    assert "30 games or more" in page
    assert "How the rating of" in page


def test_games_that_are_not_rated_stand_with_their_reason() -> None:
    evening = make_evening(5, rounds=1)
    evening.play_round()
    Pairing.objects.filter(board_number=1).update(result="+-")

    page = evening.sign_in().get(evening.url("close_tournament")).content.decode()

    assert "Forfeit, no move was made" in page
    assert ">Bye</td>" in page


def test_an_outdated_digest_closes_nothing_and_shows_the_new_preview(played: Evening) -> None:
    client = played.sign_in()
    url = played.url("close_tournament")
    digest = client.get(url).context["digest"]
    Pairing.objects.filter(board_number=1).update(result="01")

    answer = client.post(url, {"digest": digest})
    page = answer.content.decode()

    assert answer.status_code == 409
    assert "Nothing was written. This is the new preview." in page
    assert answer.context["digest"] != digest
    assert Tournament.objects.get().state == "running"


def test_a_second_press_is_no_error(
    played: Evening, django_capture_on_commit_callbacks: object
) -> None:
    close(played, django_capture_on_commit_callbacks)

    answer = played.sign_in().post(played.url("close_tournament"), {"digest": "old"})

    assert answer.status_code == 303
    assert RatingChange.objects.filter(event_key=1).count() == 4


def test_the_page_says_when_the_ratings_are_there(
    played: Evening, django_capture_on_commit_callbacks: object
) -> None:
    close(played, django_capture_on_commit_callbacks)

    page = played.sign_in().get(played.url("close_tournament")).content.decode()

    assert "4 ratings were written." in page


def test_while_the_worker_is_away_the_page_waits_and_says_so(played: Evening) -> None:
    client = played.sign_in()
    url = played.url("close_tournament")
    client.post(url, {"digest": client.get(url).context["digest"]})

    page = client.get(url).content.decode()
    assert "The ratings are being worked out." in page
    assert 'data-hx-trigger="every 1s"' in page
    assert ">Refresh</a>" in page
    assert "is away" not in page

    Tournament.objects.update(updated_at=timezone.now() - timedelta(minutes=2))
    page = client.get(url).content.decode()
    assert "The program that works them out is away." in page


def test_lists_that_were_put_aside_can_be_tried_again(played: Evening) -> None:
    client = played.sign_in()
    url = played.url("close_tournament")
    client.post(url, {"digest": client.get(url).context["digest"]})
    RatingList.objects.filter(time_control="rapid").update(failed_at=timezone.now(), attempts=5)

    page = client.get(url).content.decode()
    assert "The ratings could not be worked out." in page
    client.post(played.url("rate_again"))
    assert RatingList.objects.get(time_control="rapid").failed_at is None


def test_a_mixed_event_is_previewed_on_each_list() -> None:
    evening = make_evening(4, rounds=2)
    evening.play_round()
    evening.play_round()
    client = evening.sign_in()
    client.post(evening.url("round_settings", round_number=2), {"minutes": "3", "increment": "2"})

    page = client.get(evening.url("close_tournament")).content.decode()

    assert "Rating changes, Rapid" in page
    assert "Rating changes, Blitz" in page


def test_a_correction_shows_the_wave_first_and_leaves_revisions(
    played: Evening, django_capture_on_commit_callbacks: object
) -> None:
    close(played, django_capture_on_commit_callbacks)
    client = played.sign_in()
    url = played.url("correct_tournament")
    sent = {"result-1.1": "01"}

    look = client.post(url, sent)
    assert "Nothing has been changed yet." in look.content.decode()
    # Nothing was played later, so nothing later is rated again.
    assert "Correct the event</button>" in look.content.decode()
    assert Pairing.objects.get(board_number=1).result == "10"
    confirmed = {**sent, "confirm": "1", "digest": look.context["preview"].digest}

    no_reason = client.post(url, confirmed)
    assert no_reason.status_code == 422
    assert "Say why" in no_reason.content.decode()
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        done = client.post(url, {**confirmed, "reason": "Score sheet says so"})

    assert done.status_code == 303
    assert Pairing.objects.get(board_number=1).result == "01"
    assert RatingRevision.objects.filter(club=played.club).exists()


@pytest.mark.parametrize("stage", ["look", "confirm"])
def test_an_old_form_does_not_bring_back_what_a_colleague_corrected(
    played: Evening, django_capture_on_commit_callbacks: object, stage: str
) -> None:
    close(played, django_capture_on_commit_callbacks)
    client, url = played.sign_in(), played.url("correct_tournament")
    version = _version_in(client.get(url).content.decode())
    # What the page sends: every board as it stood, and the one that is corrected.
    sent = {"version": version, "result-1.1": "01", "result-1.2": "=="}
    look = client.post(url, sent)
    assert f'name="version" value="{version}"' in look.content.decode()
    theirs = Correction(results={(1, 2): Result.WHITE_WINS})
    shown = preview_correction(played.access, played.event, theirs)
    correct_tournament(
        played.access, played.event, theirs, digest=shown.digest, reason="Sheet"
    )  # fmt: skip

    confirmed = {**sent, "confirm": "1", "digest": look.context["preview"].digest, "reason": "R"}
    stale = client.post(url, confirmed if stage == "confirm" else sent)

    page = stale.content.decode()
    assert stale.status_code == 409
    assert "Somebody changed this event meanwhile." in page
    assert _version_in(page) > version
    results = Pairing.objects.order_by("board_number").values_list("result", flat=True)
    assert list(results) == ["10", "10"]
    # The form begins with what is there now.
    assert page.count('<option value="10" selected>') == 2


def _version_in(page: str) -> int:
    found = re.search(r'name="version" value="(\d+)"', page)
    assert found
    return int(found[1])


def test_the_wave_names_the_boards_that_are_corrected(
    played: Evening, django_capture_on_commit_callbacks: object
) -> None:
    close(played, django_capture_on_commit_callbacks)

    page = played.sign_in().post(
        played.url("correct_tournament"),
        {"result-1.1": "01", "result-1.2": "==", "excluded-1.2": "Friendly game"},
    )  # fmt: skip

    corrected = page.content.decode().split("What is corrected")[1].split("</ul>")[0]
    text = " ".join(re.sub(r"<[^>]+>", " ", corrected).split())
    assert re.fullmatch(
        r"Round 1, board 1 .+ – .+ 1–0 → 0–1 Round 1, board 2 .+ – .+ Not rated: Friendly game",
        text,
    )


def test_a_correction_with_an_old_digest_is_shown_again(
    played: Evening, django_capture_on_commit_callbacks: object
) -> None:
    close(played, django_capture_on_commit_callbacks)

    answer = played.sign_in().post(
        played.url("correct_tournament"),
        {"result-1.1": "01", "confirm": "1", "digest": "0" * 64, "reason": "Why not"},
    )

    assert answer.status_code == 409
    assert "Why not</textarea>" in answer.content.decode()
    assert Pairing.objects.get(board_number=1).result == "10"


def test_a_game_is_kept_out_of_rating_after_closing(
    played: Evening, django_capture_on_commit_callbacks: object
) -> None:
    close(played, django_capture_on_commit_callbacks)
    client = played.sign_in()
    url = played.url("correct_tournament")
    assert 'name="excluded-1.1"' in client.get(url).content.decode()
    sent = {"excluded-1.1": "clocks were wrong"}
    look = client.post(url, sent)
    assert 'name="excluded-1.1" value="clocks were wrong"' in look.content.decode()

    confirmed = {"confirm": "1", "digest": look.context["preview"].digest, "reason": "Arbiter"}
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        assert client.post(url, {**sent, **confirmed}).status_code == 303

    board = Pairing.objects.select_related("white", "black").get(board_number=1)
    assert board.excluded_reason == "clocks were wrong"
    others = Pairing.objects.select_related("white", "black").get(board_number=2)
    assert set(RatingChange.objects.filter(event_key=1).values_list("player", flat=True)) == {
        others.white.player_id, others.black.player_id,
    }  # fmt: skip
    assert 'value="clocks were wrong"' in client.get(url).content.decode()


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"result-1.1": "+-", "excluded-1.1": "why not"}, "This game would not be rated anyway."),
        ({"excluded-1.1": "x" * 61}, "Say in at most 60 characters why the game is not rated."),
    ],
)
def test_a_refused_correction_says_so_at_the_board_and_keeps_what_was_typed(
    played: Evening, django_capture_on_commit_callbacks: object, sent: dict[str, str], said: str
) -> None:
    close(played, django_capture_on_commit_callbacks)
    typed = {**sent, "result-1.2": "01", "swap-1.2": "1", "end_date": "2026-12-01"}

    answer = played.sign_in().post(played.url("correct_tournament"), typed)
    page = answer.content.decode()

    assert answer.status_code == 422
    assert f'id="r1.1-e">{said}' in page
    assert f'value="{sent["excluded-1.1"]}"' in page
    assert '<option value="01" selected>' in page
    assert 'name="swap-1.2" value="1" checked' in page
    assert 'value="2026-12-01"' in page


@pytest.mark.parametrize("sent", [
    {"start_date": "yesterday"}, {"start_date": "2026-11-27", "end_date": "2026-11-01"},
])  # fmt: skip
def test_a_correction_that_cannot_be_right_is_refused(
    played: Evening, django_capture_on_commit_callbacks: object, sent: dict[str, str]
) -> None:
    close(played, django_capture_on_commit_callbacks)

    answer = played.sign_in().post(played.url("correct_tournament"), sent)

    assert answer.status_code == 422


def test_the_right_namesake_is_put_in_after_closing(
    played: Evening, django_capture_on_commit_callbacks: object
) -> None:
    from factories import make_player  # noqa: PLC0415

    close(played, django_capture_on_commit_callbacks)
    entry = played.entries()[0]
    right = make_player(played.club, entry.player.name, birth_year=2013)
    url = played.url("replace_entry", entry_id=entry.pk)
    client = played.sign_in()

    look = client.get(f"{url}?player={right.pk}")
    assert "What this changes" in look.content.decode()
    assert "Replace the player</button>" in look.content.decode()
    sent = {"player": right.pk, "digest": look.context["preview"].digest}
    assert client.post(url, sent).status_code == 422
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        assert client.post(url, {**sent, "reason": "The younger one played"}).status_code == 303

    assert RatingChange.objects.filter(event_key=1, player=right).exists()
    assert not RatingChange.objects.filter(event_key=1, player=entry.player).exists()


@pytest.mark.parametrize("reason", ["", "The younger one played"])
def test_who_plays_already_is_not_put_in_after_closing(
    played: Evening, django_capture_on_commit_callbacks: object, reason: str
) -> None:
    close(played, django_capture_on_commit_callbacks)
    entry, other = played.entries()[:2]
    url = played.url("replace_entry", entry_id=entry.pk)
    sent = {"player": other.player_id, "digest": "from an old page", "reason": reason}

    answer = played.sign_in().post(url, sent)

    assert answer.status_code == 422
    assert f"{other.player.name} plays in this event already." in answer.content.decode()


def test_reopening_takes_the_event_out_of_the_ratings(
    played: Evening, django_capture_on_commit_callbacks: object
) -> None:
    close(played, django_capture_on_commit_callbacks)
    client = played.sign_in()
    url = played.url("reopen_tournament")

    assert client.post(url, {"digest": "wrong"}).status_code == 409
    look = client.get(url)
    # Ratings that go have no distance to nothing; "0" would deny that anything moves.
    assert "Largest change 0" not in look.content.decode()
    digest = look.context["preview"].digest
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        assert client.post(url, {"digest": digest, "reason": "Round missing"}).status_code == 303

    played.event.refresh_from_db()
    assert played.event.state == "running"
    assert not RatingChange.objects.filter(event_key=1).exists()


def test_a_closed_event_takes_no_result(
    played: Evening, django_capture_on_commit_callbacks: object
) -> None:
    close(played, django_capture_on_commit_callbacks)
    url = played.url("enter_board_result", round_number=1, board_number=1)

    answer = played.sign_in().post(url, {"result": "01"})

    assert answer.status_code == 409
    assert Pairing.objects.get(board_number=1).result == "10"
