"""An event begins in three taps, changes, and goes away; bad input stays in the form."""

from __future__ import annotations

from datetime import date

import pytest
from django.urls import reverse
from django.utils import timezone

from support.club_night import Evening, make_evening
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

COMPLETE = {
    "name": "Blitz gala", "start_date": "2026-11-28", "minutes": "3", "increment": "2",
    "format": "swiss", "rounds_planned": "7", "pairing_bye": "50", "half_point_bye_cap": "2",
    "last_rounds_without_bye": "1", "tie_breaks": "de, bh/c1; SB", "win": "1", "draw": "½",
    "loss": "0", "is_public": "on", "time_control": "", "end_date": "",
}  # fmt: skip


@pytest.fixture
def evening() -> Evening:
    return make_evening(3)


def new_url(evening: Evening, name: str = "tournament_new") -> str:
    return reverse(name, args=[evening.club.slug])


def newest(evening: Evening) -> Tournament:
    return Tournament.objects.filter(club=evening.club).latest("number")


def test_an_event_is_made_from_nothing(evening: Evening) -> None:
    answer = evening.sign_in().post(new_url(evening), COMPLETE)
    made = newest(evening)

    assert answer["Location"] == reverse("manage_entries", args=[evening.club.slug, made.number])
    assert (made.name, made.time_control, made.rounds_planned) == ("Blitz gala", "blitz", 7)
    assert made.points.pairing_bye == 50
    assert made.tie_breaks == ["DE", "BH/C1", "SB"]


def test_like_last_time_needs_three_taps(evening: Evening) -> None:
    evening.play_round()
    client = evening.sign_in()
    page = client.get(new_url(evening))
    like = new_url(evening, "tournament_like_last_time")
    assert f"{like}?event=1" in page.content.decode()

    form = client.get(f"{like}?event=1").context["form"]
    sent = {"short": "1", "name": form["name"].value(), "start_date": "2026-12-03"}
    client.post(f"{like}?event=1", sent)

    made = newest(evening)
    assert (made.number, made.start_date, made.minutes) == (2, date(2026, 12, 3), 12)
    assert made.time_control == "rapid"


def test_the_day_of_a_new_event_is_today(evening: Evening) -> None:
    before = timezone.localdate()
    form = evening.sign_in().get(new_url(evening)).context["form"]

    # Midnight may come while the page is made.
    assert form["start_date"].value() in (before, timezone.localdate())


def test_without_an_earlier_event_one_starts_from_nothing(evening: Evening) -> None:
    Tournament.objects.all().delete()

    answer = evening.sign_in().get(new_url(evening, "tournament_like_last_time"))

    assert answer["Location"] == new_url(evening)


def test_another_list_than_the_time_controls_needs_a_reason(evening: Evening) -> None:
    client = evening.sign_in()
    sent = {**COMPLETE, "time_control": "rapid"}

    refused = client.post(new_url(evening), sent)
    assert refused.status_code == 422
    assert "Say why this event counts for another list" in refused.content.decode()
    client.post(new_url(evening), {**sent, "time_control_reason": "Decided by the members"})
    assert newest(evening).time_control == "rapid"


@pytest.mark.parametrize(("field", "typed", "shown"), [
    ("name", "", "This field is required."),
    ("name", "\N{GRINNING FACE}", "Enter a name for the event."),
    ("name", "x" * 151, "at most 150 characters"),
    ("minutes", "l2", "Did you mean 12?"),
    ("minutes", "9999", "Minutes from 0 to 600."),
    ("rounds_planned", "0", "A number from 1 to 99."),
    ("start_date", "31.31.2026", "Enter a valid date."),
    ("start_date", "1800-01-01", "This day cannot be right."),
    ("tie_breaks", "DE, XX", "There is no tie-break XX."),
    ("federation", "PT", "Three capital letters"),
    ("win", "one", "Points such as 1, 0.5 or 3."),
    ("draw", "2", "A win must be worth at least a draw"),
    ("format", "bughouse", "Select a valid choice."),
])  # fmt: skip
def test_what_is_wrong_stands_at_the_field_and_nothing_is_lost(
    evening: Evening, field: str, typed: str, shown: str
) -> None:
    answer = evening.sign_in().post(new_url(evening), {**COMPLETE, "city": "Faro", field: typed})
    page = answer.content.decode()

    assert answer.status_code == 422
    assert shown in page
    assert 'value="Faro"' in page
    assert Tournament.objects.filter(club=evening.club).count() == 1


def test_the_list_is_shown_while_the_time_is_typed(evening: Evening) -> None:
    answer = evening.sign_in().get(
        new_url(evening, "time_control_list"),
        {"minutes": "12", "increment": "3"},
        headers={"HX-Request": "true"},
    )

    assert "15 minutes for 60 moves: rated as <b>Rapid</b>." in answer.content.decode()


def settings_of(evening: Evening, **changes: str) -> dict[str, str]:
    """Return what the settings page sends when only ``changes`` were typed."""
    form = evening.sign_in().get(evening.url("tournament_settings")).context["form"]
    shown = {name: form[name].value() for name in form.fields}
    stored = {name: str(value) for name, value in shown.items() if value not in (None, False)}
    return stored | changes


def test_settings_change_and_the_list_follows_the_time_control(evening: Evening) -> None:
    url = evening.url("tournament_settings")

    answer = evening.sign_in().post(url, settings_of(evening, minutes="3", increment="2"))

    assert answer.status_code == 303
    evening.event.refresh_from_db()
    assert evening.event.time_control == "blitz"


def test_another_list_after_results_is_confirmed_with_its_effect(evening: Evening) -> None:
    evening.play_round()
    client = evening.sign_in()
    url = evening.url("tournament_settings")
    sent = settings_of(evening, minutes="3", increment="2")

    refused = client.post(url, sent)
    assert refused.status_code == 409
    assert "3 players get the ratings of the other list." in refused.content.decode()
    evening.event.refresh_from_db()
    assert evening.event.time_control == "rapid"
    assert client.post(url, {**sent, "reseed": "1"}).status_code == 303
    evening.event.refresh_from_db()
    assert evening.event.time_control == "blitz"


def test_an_older_version_is_refused_and_what_was_typed_stays(evening: Evening) -> None:
    sent = settings_of(evening, name="Other name", version="0")

    answer = evening.sign_in().post(evening.url("tournament_settings"), sent)

    assert answer.status_code == 409
    assert 'value="Other name"' in answer.content.decode()
    evening.event.refresh_from_db()
    assert evening.event.name == "Thursday rapid"


def test_deleting_asks_first(evening: Evening) -> None:
    client = evening.sign_in()
    url = evening.url("tournament_delete")

    assert "Delete the event</button>" in client.get(url).content.decode()
    client.post(url)
    assert not Tournament.objects.filter(pk=evening.event.pk).exists()


def test_deleting_a_rated_event_shows_the_way_out() -> None:
    evening = make_evening(4, rounds=1)
    evening.play_round()
    client = evening.sign_in()
    digest = client.get(evening.url("close_tournament")).context["digest"]
    client.post(evening.url("close_tournament"), {"digest": digest})

    asked = client.get(evening.url("tournament_delete"))
    answer = client.post(evening.url("tournament_delete"))

    assert (asked.status_code, answer.status_code) == (200, 409)
    for page in (asked.content.decode(), answer.content.decode()):
        assert "The event has been rated. Reopen it first" in page
        assert evening.url("reopen_tournament") in page
        assert "Delete the event</button>" not in page
    assert Tournament.objects.filter(pk=evening.event.pk).exists()
