"""Why did my number change? Every correction shows on every player it touched."""

from __future__ import annotations

import csv
import io
from datetime import date, timedelta

import pytest
from django.utils import timezone
from factories import ANA, list_of, make_access, make_player, make_report

from ratings.adjustments import give_rating, withdraw_adjustment
from ratings.models import RatingRevision
from ratings.replay import update_list
from ratings.submit import submit_report, withdraw_report
from support.page_text import history_of, page_of, sent, text_of

REASON = "The score sheet had been read the wrong way round."


@pytest.fixture
def corrected(rated, play):
    """F08: A beats B, then A draws C; then it turns out that B beat A."""
    a, b, c = rated("Adam", 1500), rated("Beth", 1500), rated("Carl", 1510)
    play([(a, b, "10")], key=1, day=date(2026, 3, 1), name="Spring Open")
    play([(a, c, "==")], key=2, day=date(2026, 3, 8), name="Club Evening")
    play([(a, b, "01")], key=1, day=date(2026, 3, 1), name="Spring Open", reason=REASON)
    return a, b, c


def test_the_page_says_what_was_corrected_and_old_and_new(client, corrected):
    a, b, c = corrected

    adam = page_of(client, a, "?list=standard")

    assert f"“Spring Open” was corrected. {REASON} The rating went from 1510 to 1491." in adam
    assert "2 ratings here changed on" in adam
    assert "1491 was 1510" in adam
    assert "1490 was 1510" in adam
    assert "The rating went from 1490 to 1510." in page_of(client, b, "?list=standard")
    assert "The rating went from 1510 to 1509." in page_of(client, c, "?list=standard")


def test_every_changed_row_stands_on_the_page_of_corrections(client, corrected):
    a, _b, c = corrected

    adam = page_of(client, a, "corrections/")
    carl = page_of(client, c, "corrections/")

    assert REASON in adam
    assert "Spring Open change +10, now −10 up +10 down −10 1510 1490" in adam
    assert "Club Evening change 0, now +1 unchanged 0 up +1 1510 1491" in adam
    assert "Club Evening change 0, now −1 unchanged 0 down −1 1510 1509" in carl


def test_a_player_whom_nothing_touched_has_no_correction(client, rated, play, corrected):
    other = rated("Dora", 1400)

    assert "No correction yet" in page_of(client, other, "corrections/")
    assert "changed on" not in page_of(client, other, "?list=standard")


def test_who_corrected_it_stays_inside_the_club(client, corrected):
    """Names of organisers may be their e-mail addresses."""
    a, _b, _c = corrected

    assert "By Ana" not in page_of(client, a, "corrections/")


def test_an_event_taken_back_is_told_too(client, corrected):
    a, _b, c = corrected
    withdraw_report(a.club, ANA, event_key=2, time_control="standard", reason="Reopened.")
    update_list(list_of(a.club).pk)

    carl = page_of(client, c, "corrections/")

    assert "“Club Evening” was opened again, so its ratings were taken back. Reopened." in carl
    assert "Club Evening no longer in the history down −1 – 1509 –" in carl
    assert "1509 to 1510" not in carl


def test_two_corrections_of_one_event_are_told_apart(client, corrected, play):
    a, b, _c = corrected
    play([(a, b, "==")], key=1, day=date(2026, 3, 1), name="Spring Open", reason="A draw.")

    shown = page_of(client, a, "corrections/")

    assert shown.count("“Spring Open” was corrected.") == 2
    assert shown.index("A draw.") < shown.index(REASON)


def test_files_tell_the_same(client, corrected):
    """JSON, CSV and the feed carry the numbers of the page."""
    a, _b, _c = corrected
    base = f"/clubs/{a.club.slug}/players/{a.pk}/"

    body = history_of(client, a)
    rows = list(csv.DictReader(io.StringIO(sent(client.get(f"{base}events.csv")))))
    games = list(csv.DictReader(io.StringIO(sent(client.get(f"{base}games.csv")))))
    told = list(csv.DictReader(io.StringIO(sent(client.get(f"{base}corrections.csv")))))
    feed = client.get(f"{base}changes.atom").content.decode()

    first = next(item for item in body["corrections"])
    assert (first["rating_was"], first["rating_is"], first["reason"]) == (1510, 1491, REASON)
    assert [
        (row["label"], row["change_was"], row["change_is"], row["rating_was"], row["rating_is"])
        for row in told
    ] == [("Spring Open", "10", "-10", "1510", "1490"), ("Club Evening", "0", "1", "1510", "1491")]
    assert {row["reason"] for row in told} == {REASON}
    assert [row["after"] for row in rows if row["event"] == "Club Evening"] == ["1491"]
    (line,) = [game for game in games if game["event"] == "Club Evening"]
    assert (line["opponent"], line["difference"], line["expected_score"], line["gain"]) == (
        "Carl", "-20", "47", "3",
    )  # fmt: skip
    assert "Standard corrected: 1510 → 1491" in feed
    assert "Standard 1491 (+1): Club Evening" in feed


def test_the_chart_marks_corrected_events(client, rated, play):
    a, b = rated("Adam", 1500), rated("Beth", 1500)
    today = timezone.localdate()
    for key in (1, 2, 3):
        play([(a, b, "10")], key=key, day=today.replace(day=1))
    play([(a, b, "01")], key=1, day=today.replace(day=1))

    html = client.get(f"/clubs/{a.club.slug}/players/{a.pk}/?list=standard").content.decode()

    assert html.count('class="c-fix"') == 6
    assert "A hollow square is a rating that a correction changed." in text_of(
        client.get(f"/clubs/{a.club.slug}/players/{a.pk}/?list=standard")
    )


def test_a_rating_taken_back_tells_why_it_was_taken_back_not_why_it_was_given(client, rated, play):
    a, b = rated("Adam", 1500), rated("Beth", 1500)
    play([(a, b, "10")], key=1, day=date(2026, 3, 8))
    given = give_rating(
        make_access(a.club),
        a,
        list_of(a.club),
        rating=1700,
        reason="He showed a letter of his old club.",
        day=date(2026, 3, 1),
    )
    update_list(list_of(a.club).pk)

    withdraw_adjustment(make_access(a.club), given, reason="The letter was somebody else's.")
    update_list(list_of(a.club).pk)

    shown = page_of(client, a, "corrections/")
    assert "taken back. The letter was somebody else's." in shown
    assert "A rating was given by hand for an earlier day. He showed a letter" in shown
    assert "taken back. He showed a letter" not in shown


def test_two_corrections_of_the_standard_list_are_told_apart_on_a_list_that_borrows(
    client, club, play
):
    """Adam borrows for 10 March: only what ended before that day can have moved it."""
    a, b = (make_player(club, name) for name in ("Adam", "Beth"))
    early, late = date(2026, 3, 1), date(2026, 3, 20)
    play([(a, b, "10")], key=1, day=early, name="Spring Open")
    play([(a, b, "10")], key=2, day=late, name="Club Evening")
    play([(a, b, "10")], key=3, day=date(2026, 3, 10), time_control="rapid", name="Rapid Cup")
    for key, day, reason in ((1, early, REASON), (2, late, "A draw was meant.")):
        report = make_report([(a, b, "01")], key=key, first_day=day, name=f"Event {key}")
        submit_report(club, ANA, report, reason=reason)

    update_list(list_of(club).pk)
    update_list(list_of(club, "rapid").pk)

    revision = RatingRevision.objects.get(player=a, rating_list__time_control="rapid")
    assert (revision.cause["event_name"], revision.cause["reason"]) == ("Event 1", REASON)


def test_no_row_is_left_without_a_cause_however_many_there_were(club, play):
    a, b = (make_player(club, name) for name in ("Adam", "Beth"))
    days = [date(2026, 1, 1) + timedelta(days=number) for number in range(60)]
    for key, day in enumerate(days, 1):
        submit_report(club, ANA, make_report([(a, b, "10")], key=key, first_day=day))
    update_list(list_of(club).pk)

    for _again in range(2):
        for key, day in enumerate(days, 1):
            for result in ("==", "01"):
                report = make_report([(a, b, result)], key=key, first_day=day)
                submit_report(club, ANA, report, reason=f"Correction {key}")
    assert len(list_of(club).stale_causes) == 60
    update_list(list_of(club).pk)

    told = RatingRevision.objects.filter(player=a).values_list("event_key", "cause__reason")
    assert sorted(told) == [(key, f"Correction {key}") for key in range(1, 61)]
