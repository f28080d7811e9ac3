"""Issued lists are numbered, dated and frozen; the next one says what corrections changed."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from factories import list_of, make_access, make_club, make_player, make_rating

from clubs.access import Right
from clubs.errors import InvalidInput, NotAllowed, Refused
from clubs.models import AuditEvent, Membership, User, WebhookDelivery, WebhookEndpoint
from ratings.models import PublishedList, PublishedListRow, RatingList
from ratings.publishing import issue_list, issue_monthly_lists, plan_list
from ratings.replay import update_list
from support.page_text import text_of

REASON = "The score sheet had been read the wrong way round."


def rows_of(issued):
    return list(
        issued.rows.values_list(
            "rank", "player__name", "rating", "previous_rating", "games", "k_factor"
        )
    )


@pytest.fixture
def trio(rated, play):
    """F08's players after the first event: 1510, 1490 and 1510."""
    a, b, c = rated("Adam", 1500), rated("Beth", 1500), rated("Carl", 1510)
    play([(a, b, "10")], key=1, day=date(2026, 3, 1), name="Spring Open")
    return a, b, c


def test_a_list_holds_what_was_in_force_at_the_end_of_its_day(club, trio):
    access = make_access(club)

    before = issue_list(access, list_of(club), date(2026, 2, 28))
    after = issue_list(access, list_of(club), date(2026, 3, 1), note="  March   list ")

    assert (before.number, after.number, after.note) == (1, 2, "March list")
    assert rows_of(before) == [
        (1, "Carl", 1510, None, 30, 20),
        (2, "Adam", 1500, None, 30, 20),
        (2, "Beth", 1500, None, 30, 20),
    ]
    assert rows_of(after) == [
        (1, "Adam", 1510, 1500, 31, 20),
        (1, "Carl", 1510, 1510, 30, 20),
        (3, "Beth", 1490, 1500, 31, 20),
    ]


def test_a_correction_never_edits_an_issued_list_and_the_next_one_tells_it(
    club, trio, play, client
):
    a, b, _c = trio
    access = make_access(club)
    first = issue_list(access, list_of(club), date(2026, 3, 31))
    frozen = rows_of(first)

    play([(a, b, "01")], key=1, day=date(2026, 3, 1), name="Spring Open", reason=REASON)
    second = issue_list(access, list_of(club), date(2026, 4, 30))

    assert rows_of(first) == frozen
    cause = {"kind": "corrected", "event_key": 1, "event_name": "Spring Open", "reason": REASON}
    assert second.corrections == [
        {"player": a.pk, "was": 1510, "now": 1490, "causes": [cause]},
        {"player": b.pk, "was": 1490, "now": 1510, "causes": [cause]},
    ]
    shown = text_of(client.get(f"/clubs/{club.slug}/lists/standard/2/"))
    assert f"Adam “Spring Open” was corrected. {REASON} 1510 1490" in shown


def test_games_after_the_list_are_no_correction(club, trio, play):
    a, b, _c = trio
    access = make_access(club)
    issue_list(access, list_of(club), date(2026, 3, 31))
    play([(a, b, "10")], key=2, day=date(2026, 4, 2))

    assert issue_list(access, list_of(club), date(2026, 4, 30)).corrections == []


def test_audit_and_webhook_are_written_with_the_list(club, trio):
    endpoint = WebhookEndpoint.objects.create(
        club=club, label="site", url="https://example.org/", secret="s", events=["list.issued"]
    )

    issue_list(make_access(club), list_of(club), date(2026, 3, 31))

    act = AuditEvent.objects.get(club=club, action="list_issued")
    facts = {"list": "standard", "number": 1, "as_of": "2026-03-31", "players": 3}
    assert act.facts == facts
    delivery = WebhookDelivery.objects.get(endpoint=endpoint)
    assert (delivery.event_type, delivery.payload["data"]) == ("list.issued", facts)


def test_days_to_come_and_days_before_the_last_list_are_refused(club, trio):
    access = make_access(club)
    issue_list(access, list_of(club), date(2026, 3, 31))

    for day, code in (
        (timezone.localdate() + timedelta(days=3), "day_to_come"),
        (date(2026, 3, 30), "before_last_list"),
    ):
        with pytest.raises(InvalidInput) as refused:
            issue_list(access, list_of(club), day)
        assert [problem.code for problem in refused.value.problems] == [code]
    assert PublishedList.objects.count() == 1


def test_nothing_is_issued_while_ratings_are_worked_out_or_nobody_is_rated(club):
    access = make_access(club)
    with pytest.raises(Refused) as nobody:
        issue_list(access, list_of(club), date(2026, 3, 31))
    make_rating(make_player(club), 1500)
    with pytest.raises(Refused) as waiting:
        issue_list(access, list_of(club), date(2026, 3, 31))

    assert (nobody.value.code, waiting.value.code) == ("nobody_rated", "ratings_waiting")
    assert PublishedList.objects.count() == 0


def test_members_cannot_issue(club, trio):
    with pytest.raises(NotAllowed):
        issue_list(
            make_access(club, rights=frozenset({Right.READ})), list_of(club), date(2026, 3, 1)
        )


@pytest.mark.parametrize("players", [2, 40])
def test_issuing_costs_the_same_for_two_players_and_for_forty(club, players):
    for _ in range(players):
        make_rating(make_player(club), 1500)
    update_list(list_of(club).pk)

    with CaptureQueriesContext(connection) as queries:
        issue_list(make_access(club), list_of(club), date(2026, 3, 31))

    assert len(queries) == 11


@pytest.fixture
def monthly(club, trio):
    club.issues_lists_monthly = True
    club.save()
    update_list(list_of(club, "rapid").pk)
    return club


def test_a_list_a_month_and_no_second_one(monthly):
    with time_machine.travel("2026-04-01T00:30:00Z", tick=False):
        assert issue_monthly_lists() == 2
        assert issue_monthly_lists() == 0
    with time_machine.travel("2026-04-30T23:30:00Z", tick=False):
        assert issue_monthly_lists() == 0
    with time_machine.travel("2026-05-03T08:00:00Z", tick=False):
        assert issue_monthly_lists() == 2

    issued = PublishedList.objects.filter(rating_list__time_control="standard")
    assert list(issued.values_list("number", "as_of")) == [
        (2, date(2026, 4, 30)),
        (1, date(2026, 3, 31)),
    ]


def test_the_month_is_that_of_the_club(monthly):
    """At half past ten in the evening UTC it is the first of the month in Istanbul."""
    monthly.time_zone = "Europe/Istanbul"
    monthly.save()

    with time_machine.travel("2026-03-31T22:30:00Z", tick=False):
        assert issue_monthly_lists() == 2

    assert PublishedList.objects.order_by("pk")[0].as_of == date(2026, 3, 31)


def test_a_list_whose_ratings_wait_comes_with_the_next_run(monthly):
    make_rating(make_player(monthly), 1500)

    with time_machine.travel("2026-04-01T00:30:00Z", tick=False):
        assert issue_monthly_lists() == 1
        update_list(list_of(monthly).pk)
        assert issue_monthly_lists() == 1


def test_clubs_that_did_not_ask_get_none(club, trio):
    with time_machine.travel("2026-04-01T00:30:00Z", tick=False):
        assert issue_monthly_lists() == 0


@pytest.fixture
def organiser(club, client):
    user = User.objects.create_user("o@example.org", name="Olga")
    Membership.objects.create(club=club, user=user, role="organiser")
    client.force_login(user)
    return user


def test_the_list_is_shown_first_and_then_issued(club, trio, client, organiser):
    address = f"/clubs/{club.slug}/manage/lists/"

    shown = text_of(client.get(f"{address}?time_control=standard&as_of=2026-03-31"))
    answer = client.post(
        address, {"time_control": "standard", "as_of": "2026-03-31", "note": "Spring"}
    )

    assert "Standard, list 1, as of 31 March 2026 3 players." in shown
    assert "Nothing has been issued yet." in shown
    assert (answer.status_code, answer["Location"]) == (
        303, f"/clubs/{club.slug}/lists/standard/1/",
    )  # fmt: skip
    page = text_of(client.get(answer["Location"]))
    assert "As of 31 March 2026. 3 players. This list never changes. Spring" in page
    assert PublishedList.objects.get().issued_by == organiser


def test_a_day_to_come_stands_at_its_field(club, trio, client, organiser):
    answer = client.post(
        f"/clubs/{club.slug}/manage/lists/", {"time_control": "standard", "as_of": "2999-01-01"}
    )

    assert answer.status_code == 422
    assert "This day is still to come." in answer.content.decode()


@pytest.mark.parametrize("query", ["?as_of=never", "?time_control=bullet"])
def test_bad_addresses_are_told(club, client, organiser, query):
    assert client.get(f"/clubs/{club.slug}/manage/lists/{query}").status_code == 422


def test_strangers_find_no_such_page(club, client):
    address = f"/clubs/{club.slug}/manage/lists/"
    visited = client.get(address)
    client.force_login(User.objects.create_user("stranger@example.org"))

    assert visited.url == f"/accounts/login/?next={address}"
    assert client.get(address).status_code == 404


def test_what_speaks_against_a_list_stands_above_the_form(club, trio, client, organiser):
    address = f"/clubs/{club.slug}/manage/lists/"
    asked = {"time_control": "blitz", "as_of": "2026-03-31", "note": "Spring"}

    nobody = client.post(address, asked)
    RatingList.objects.filter(club=club).update(stale_since=date(2026, 3, 1))
    waiting = client.post(address, {**asked, "time_control": "standard"})

    assert (nobody.status_code, waiting.status_code) == (409, 409)
    assert "Nobody has a rating on this list on that day." in nobody.text
    assert "Ratings are being worked out at this moment." in waiting.text
    assert 'value="2026-03-31"' in waiting.text
    assert "no-store" in waiting["Cache-Control"]


def test_hidden_players_leave_a_gap(club, trio, client):
    a, _b, _c = trio
    issue_list(make_access(club), list_of(club), date(2026, 3, 31))
    a.is_hidden = True
    a.save()

    body = client.get(f"/clubs/{club.slug}/lists/standard/1/list.json").json()

    assert [(row["place"], row["name"]) for row in body["players"]] == [
        (1, "Carl"),
        (3, "Beth"),
    ]
    assert PublishedListRow.objects.count() == 3


@pytest.mark.parametrize("kind", ["csv", "txt", "xml", "json"])
def test_files(club, trio, client, kind):
    issue_list(make_access(club), list_of(club), date(2026, 3, 31))

    text = client.get(f"/clubs/{club.slug}/lists/standard/1/list.{kind}").content.decode()

    assert text.index("Adam") < text.index("Carl") < text.index("Beth")
    assert "1490" in text


def test_all_lists_are_listed(club, trio, client):
    empty = text_of(client.get(f"/clubs/{club.slug}/lists/"))
    issue_list(make_access(club), list_of(club), date(2026, 3, 31))
    plan = plan_list(list_of(club), date(2026, 4, 30))

    assert "No list issued yet" in empty
    assert "Standard, list 1 3 31 March 2026" in text_of(client.get(f"/clubs/{club.slug}/lists/"))
    assert (plan.number, plan.new, plan.changed) == (2, 0, 0)


@pytest.mark.parametrize("address", ["standard/2/", "rapid/1/", "standard/1/list.pdf"])
def test_other_lists_do_not_exist(club, trio, client, address):
    issue_list(make_access(club), list_of(club), date(2026, 3, 31))

    assert client.get(f"/clubs/{club.slug}/lists/{address}").status_code == 404


def test_a_club_whose_list_cannot_be_issued_keeps_no_other_from_its_own(monthly, caplog):
    broken = make_club()
    make_rating(make_player(broken), 1500)
    update_list(list_of(broken).pk)
    # The broken club comes first; its time zone has been taken out of the world's table.
    type(broken).objects.filter(pk=broken.pk).update(
        issues_lists_monthly=True, time_zone="Nowhere/Gone"
    )
    type(monthly).objects.filter(pk=monthly.pk).update(issues_lists_monthly=False)
    after = make_club()
    make_rating(make_player(after), 1500)
    update_list(list_of(after).pk)
    type(after).objects.filter(pk=after.pk).update(issues_lists_monthly=True)

    with time_machine.travel("2026-04-01T00:30:00Z", tick=False):
        assert issue_monthly_lists() == 1

    assert PublishedList.objects.get().club == after
    assert f"rating list {list_of(broken).pk}: the monthly list was not issued" in caplog.text
