"""The player's page shows the numbers of the field cases, and they add up on the page."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from factories import ANA, list_of, make_club, make_player, make_rating, make_report

from ratings.models import RatingChange
from ratings.policy_input import fide_strict_preset
from ratings.replay import update_list
from ratings.submit import submit_report
from support.golden import CASES
from support.page_text import history_of, page_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("result", "score", "change", "raw", "gain", "after"),
    [
        ("10", "3", "+38", "+38.40", "+1.92", 1538),
        ("01", "0", "−22", "−21.60", "−1.08", 1478),
        ("==", "1½", "+8", "+8.40", "+0.42", 1508),
    ],
)
def test_the_event_is_rounded_once_and_its_games_not_at_all(
    client, rated, play, result, score, change, raw, gain, after
):
    """F02: 1500 against three players of 1600, K 20."""
    ana = rated("Ana", 1500)
    play([(ana, rated(f"Opponent {n}", 1600), result) for n in range(3)])

    shown = page_of(client, ana, "?list=standard&open=event-1")

    assert f"Why {change}?" in shown
    assert (
        f"Score {score} Expected score − 1.08 Difference {gain} K × 20 Before rounding {raw}"
        f" Change {change} Why K 20?"
    ) in shown
    row = history_of(client, ana)["changes"][0]
    assert (row["after"], row["change"]) == (after, after - 1500)


def test_k_stays_with_its_list(client, club, play):
    """F07: 2402 once in standard makes K 10 there; rapid, never above 2390, keeps K 20."""
    veteran, opponent = make_player(club, "Veteran"), make_player(club, "Opponent")
    make_rating(veteran, 2385, games=200, peak=2402)
    make_rating(veteran, 2385, time_control="rapid", games=200, peak=2390)
    for control in ("standard", "rapid"):
        make_rating(opponent, 2385, time_control=control, games=200)
    play([(veteran, opponent, "01")], key=1)
    play([(veteran, opponent, "01")], key=2, time_control="rapid")

    standard = page_of(client, veteran, "?list=standard&open=event-1")
    rapid = page_of(client, veteran, "?list=rapid&open=event-2")

    assert "K × 10 Before rounding −5.00 Change −5" in standard
    assert "2400 or more reached on this list, so K is 10 for good." in standard
    assert "K × 20 Before rounding −10.00 Change −10" in rapid
    assert "never 2400 or more on this list, so K is 20." in rapid


def test_the_column_of_gains_adds_up_to_the_sum(client, rated, play):
    """To the hundredth, with a capped difference and a game that does not count."""
    ana = rated("Ana", 1817)
    stranger = make_player(ana.club, "Stranger")
    games = [(ana, rated(f"Opponent {n}", r), result) for n, (r, result) in enumerate(
        [(1500, "10"), (2401, "=="), (1911, "01"), (1333, "10"), (1780, "==")]
    )]  # fmt: skip
    play([*games, (stranger, ana, "01")])
    change = RatingChange.objects.get(player=ana, event_key=1)

    html = client.get(
        f"/clubs/{ana.club.slug}/players/{ana.pk}/?list=standard&open=event-1"
    ).content.decode()

    cells = re.findall(r'<td class="num">([+−]?\d+\.\d\d)</td>', html.split('class="why"')[1])
    gains = [int(cell.replace("−", "-").replace(".", "")) for cell in cells]
    *each, total = gains
    assert sum(each) == total == change.score - change.expected_score
    assert total * change.used_k == change.raw_change
    assert "counted as −400" in html


def test_a_game_left_out_says_why(client, play):
    """Under FIDE's policy a game against an unrated player does not count."""
    club = make_club(policy=fide_strict_preset(date(2020, 1, 1)))
    ana, bruno, unrated = (make_player(club, name) for name in ("Ana", "Bruno", "Unrated"))
    for player in (ana, bruno):
        make_rating(player, 1500)
    play([(ana, bruno, "10"), (ana, unrated, "10")])

    shown = page_of(client, ana, "?list=standard&open=event-1")

    assert "Round 2 · unrated The opponent was unrated, so the game does not count." in shown
    assert "1 counted game" in shown


@pytest.mark.parametrize(
    "case", [case for case in CASES if case["id"] in ("F-I01-2024", "F-I02-2024", "F-I03-2024")],
    ids=lambda case: case["id"],
)  # fmt: skip
def test_a_first_rating_is_explained_step_by_step(client, play, case):
    """The golden cases of first ratings: average, percentage, dp, rating."""
    club = make_club(policy=fide_strict_preset(date(2020, 1, 1)))
    newcomer = make_player(club, "Newcomer")
    (event,) = case["input"]["events"]
    letters = {"1": "10", "0.5": "==", "0": "01"}
    games = []
    for number, game in enumerate(event["games"]):
        opponent = make_player(club, f"Opponent {number}")
        make_rating(opponent, game["opponent"])
        games.append((newcomer, opponent, letters[game["score"]]))
    play(games, day=date.fromisoformat(event["date"]))

    shown = page_of(client, newcomer, "?list=standard&open=event-1")

    expected = case["expected"]
    dp = {50: "+50", -50: "−50", 0: "0"}[expected["dp"]]
    percent = int(expected["p"].replace(".", ""))
    assert (
        f"Games against rated opponents 5 Two draws added, against 1800 + 2 Average of these"
        f" opponents {expected['ra']} Score in percent {percent} % Difference for this percentage"
        f" {dp} Before rounding {expected['ru']} First rating {expected['rating']}"
    ) in shown
    assert f"First rating {expected['rating']}, from 5 games against rated opponents." in shown


def test_games_towards_a_first_rating_are_counted(client, play):
    """Three of five: the row exists and says so."""
    club = make_club(policy=fide_strict_preset(date(2020, 1, 1)))
    newcomer = make_player(club, "Newcomer")
    opponents = [make_player(club, f"Opponent {n}") for n in range(3)]
    for opponent in opponents:
        make_rating(opponent, 1800)
    play([(newcomer, opponent, "==") for opponent in opponents])

    shown = page_of(client, newcomer, "?list=standard")

    assert "3 of 5 games against rated opponents towards a first rating." in shown
    assert "Standard – 3 of 5 games" in shown


def test_a_borrowed_start_is_explained(client, club, play):
    """F05: rapid with the standard rating 1850 and K 40, against 1800."""
    ana, bruno = make_player(club, "Ana"), make_player(club, "Bruno")
    make_rating(ana, 1850)
    make_rating(bruno, 1800, time_control="rapid")
    play([(bruno, ana, "10")], time_control="rapid")

    shown = page_of(client, ana, "?list=rapid&open=event-1")

    assert "Why −23?" in shown
    assert "Played with the standard rating, so K is 40." in shown
    assert (
        "No rating on this list yet: the standard rating of 1 March 2026, 1850, was used." in shown
    )


def test_ratings_by_hand_say_their_reason(client, club):
    player = make_player(club, "Ana")
    make_rating(player, 1712)
    update_list(list_of(club).pk)

    shown = page_of(client, player, "?list=standard&open=adjustment-1")

    assert "Rating 1712, set by decision of the club. Reason: test" in shown


def test_a_script_gets_the_row_alone(client, rated, play):
    """The link works without a script; with one, only the row is exchanged."""
    ana = rated("Ana", 1500)
    play([(ana, rated("Bruno", 1600), "10")])
    address = f"/clubs/{ana.club.slug}/players/{ana.pk}/?list=standard"
    headers = {"HX-Request": "true", "HX-Target": "event-1"}

    opened = client.get(f"{address}&open=event-1", headers=headers).content.decode()
    closed = client.get(address, headers=headers).content.decode()

    assert opened.lstrip().startswith('<tbody id="event-1">')
    assert "Before rounding" in opened
    assert closed.lstrip().startswith('<tbody id="event-1">')
    assert "Before rounding" not in closed


@pytest.mark.parametrize("query", ["?list=bullet", "?open=event-99", "?open=x-1", "?list=standard"])
def test_what_does_not_exist_answers_not_found(client, club, query):
    """Like an unknown player; a player without any row has a page all the same."""
    player = make_player(club, "Ana")

    status = client.get(f"/clubs/{club.slug}/players/{player.pk}/{query}").status_code

    assert status == (200 if query == "?list=standard" else 404)


def test_a_damaged_cursor_is_refused(client, club):
    player = make_player(club, "Ana")

    assert client.get(f"/clubs/{club.slug}/players/{player.pk}/?after=zzz").status_code == 422


def test_long_histories_are_paged_and_an_event_far_back_is_found(client, rated, play):
    ana, bruno = rated("Ana", 1500), rated("Bruno", 1500)
    for key in range(1, 31):
        submit = make_report([(ana, bruno, "==")], key=key, first_day=date(2026, 2, key % 28 + 1))
        submit_report(ana.club, ANA, submit)
    update_list(list_of(ana.club).pk)

    first = page_of(client, ana, "?list=standard")
    far = page_of(client, ana, "?list=standard&open=event-28")

    assert "Next page" in first
    assert "Previous page" in far
    assert "Close Event 28" in far


@pytest.mark.parametrize("events", [1, 3])
def test_the_page_costs_the_same_for_one_event_and_for_three(client, rated, play, events):
    ana, bruno = rated("Ana", 1500), rated("Bruno", 1500)
    for key in range(1, events + 1):
        play([(ana, bruno, "10")] * key, key=key, day=date(2026, 3, key))
    base = f"/clubs/{ana.club.slug}/players/{ana.pk}/"
    counts = {}
    for name in ("?list=standard", "?list=standard&open=event-1", "records/", "corrections/",
                 "history.json", "records.json", "events.csv", "games.csv", "corrections.csv",
                 "records.csv", "changes.atom",
                 "embed/", "picture.png"):  # fmt: skip
        with CaptureQueriesContext(connection) as queries:
            answer = client.get(base + name)
            assert (answer.status_code, b"".join(answer) > b"") == (200, True)
        counts[name] = len(queries)

    assert counts == {
        "?list=standard": 8,
        "?list=standard&open=event-1": 9,
        "records/": 9,
        "corrections/": 3,
        "history.json": 7,
        "records.json": 9,
        "events.csv": 3,
        "games.csv": 5,
        "corrections.csv": 3,
        "records.csv": 9,
        "changes.atom": 4,
        "embed/": 3,
        "picture.png": 3,
    }


def test_the_page_has_a_card_for_shared_links(client, rated, play):
    ana = rated("Ana", 1500)
    play([(ana, rated("Bruno", 1600), "10")])

    html = client.get(f"/clubs/{ana.club.slug}/players/{ana.pk}/").content.decode()

    assert '<meta property="og:title" content="Ana · Northgate Chess Club">' in html
    assert '<meta property="og:description" content="Standard 1513' in html
    assert f"/clubs/{ana.club.slug}/players/{ana.pk}/picture.png" in html


@pytest.mark.parametrize(
    "name", ["event-1234567891", "event-12345678901", "adjustment-" + "9" * 40]
)
def test_a_number_too_long_for_a_row_names_none(client, rated, play, name):
    """The first nine digits would be those of a row that is there."""
    a, b = rated("Adam", 1500), rated("Beth", 1500)
    play([(a, b, "10")], key=123456789, name="Spring Open")
    address = reverse("player_page", args=[a.club.slug, a.pk])

    whole = client.get(address, headers={"HX-Request": "true", "HX-Target": "event-123456789"})
    longer = client.get(address, headers={"HX-Request": "true", "HX-Target": name})

    assert (whole.status_code, longer.status_code) == (200, 404)
