"""Overview, first steps, policy, audit and the end of a club, through the pages."""

from __future__ import annotations

import ast
import re
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from django.urls import reverse
from django.utils.translation import override
from factories import (
    ANA,
    list_of,
    make_club,
    make_player,
    make_report,
    owner_access,
    sign_in,
)

from clubs.audit import record_act
from clubs.models import AuditEvent, Club, Player, User
from rankfile.pages.audit import SENTENCES, sentence
from ratings.adjustments import give_rating
from ratings.models import RatingChange, RatingList, RatingPolicy
from ratings.policies import set_policy
from ratings.policy_input import fide_strict_preset
from ratings.submit import submit_report
from tournaments.creation import create_tournament
from tournaments.entries import enter_players
from tournaments.pairing_rounds import pair_round
from tournaments.views.desk import event_url

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[2]


@pytest.fixture
def club():
    return make_club("Torre")


@pytest.fixture
def committed(django_capture_on_commit_callbacks):
    return lambda: django_capture_on_commit_callbacks(execute=True)


def page(client, name, club, **query):
    return client.get(reverse(name, args=[club.slug]), query)


# Overview


def test_a_parked_list_is_shown_and_tried_again(client, club, committed):
    sign_in(client, club, "organiser")
    RatingList.objects.filter(club=club, time_control="rapid").update(
        stale_since=date(2026, 1, 1), attempts=5, failed_at=datetime(2026, 1, 2, tzinfo=UTC),
        last_error="ValueError: odd",
    )  # fmt: skip

    shown = page(client, "club_manage", club).text
    with committed():
        client.post(reverse("list_try_again", args=[club.slug, "rapid"]))

    assert "The Rapid ratings could not be worked out." in shown
    assert "ValueError: odd" in shown
    assert list_of(club, "rapid").stale_since is None
    assert "could not be worked out" not in page(client, "club_manage", club).text


def test_running_events_and_drafts_stand_apart(client, club):
    access = owner_access(club)
    sign_in(client, club, "helper")
    people = [make_player(club) for _ in range(4)]
    draft = create_tournament(access, name="Draft Cup", start_date=date(2026, 6, 1), minutes=15)
    running = create_tournament(access, name="June Rapid", start_date=date(2026, 6, 1), minutes=15)
    enter_players(access, running, people)
    pair_round(access, running)

    for_helper = page(client, "club_manage", club).text
    sign_in(client, club, "organiser")
    for_organiser = page(client, "club_manage", club).text

    assert running.name in for_organiser
    draft.club = club
    assert f'href="{event_url(draft, "manage_tournament")}"' in for_organiser
    assert f'href="{event_url(draft, "manage_tournament")}"' not in for_helper
    assert f'href="{event_url(draft, "manage_entries")}"' in for_helper


def test_the_overview_costs_the_same_for_one_and_three_events(
    client, club, django_assert_num_queries
):
    sign_in(client, club, "organiser")
    access = owner_access(club)
    for count in (1, 2):
        for _ in range(count):
            create_tournament(access, name="Cup", start_date=date(2026, 6, 1), minutes=15)
        with django_assert_num_queries(9):
            page(client, "club_manage", club)


def test_a_plain_member_has_no_workspace(client, club):
    sign_in(client, club, "member")

    assert page(client, "club_manage", club).status_code == 403


# First steps


def test_first_steps_take_players_and_the_start_value(client, club, committed):
    sign_in(client, club)
    url = reverse("first_steps", args=[club.slug])
    lines = "Jürgen Oberländer-Schäfer 1611 1951\nLina Hinterhuber 2014"

    with committed():
        added = client.post(
            url,
            {"lines": lines, "time_control": "rapid", "day": "2026-11-30", "form_key": "k"},
        )
        value = client.post(url, {"start_value": "1000"})
    after = client.get(url).text

    assert (added.status_code, value.status_code) == (303, 303)
    assert list(Player.objects.order_by("pk").values_list("name", "birth_year")) == [
        ("Jürgen Oberländer-Schäfer", 1951),
        ("Lina Hinterhuber", 2014),
    ]
    assert RatingPolicy.objects.get().start_value == 1000
    assert "2 so far" in after


def test_a_wrong_start_value_stays_where_it_was_typed(client, club):
    sign_in(client, club)

    answer = client.post(reverse("first_steps", args=[club.slug]), {"start_value": "9999"})

    assert answer.status_code == 422
    assert 'value="9999"' in answer.text


def test_another_policy_is_not_overwritten_by_a_start_value(client, club):
    set_policy(owner_access(club), fide_strict_preset(RatingPolicy.objects.get().valid_from))
    sign_in(client, club)

    answer = client.post(reverse("first_steps", args=[club.slug]), {"start_value": "1000"})

    assert answer.status_code == 409
    assert "The club has decided otherwise meanwhile" in answer.text
    assert list(RatingPolicy.objects.values_list("preset", flat=True)) == ["fide_strict"]


# Policy


def policy(**more):
    fields = {"preset": "fide_strict", "valid_from": "2026-01-01", "start_value": "1200",
              "newcomer_rule": "start_value", "reason": "Vote"}  # fmt: skip
    return {**fields, **more}


def test_a_policy_shows_its_wave_before_it_is_set(client, club, committed):
    sign_in(client, club)
    ana, rui = make_player(club, "Sousa, Ana"), make_player(club, "Lima, Rui")
    with committed():
        give_rating(
            owner_access(club), ana, list_of(club), rating=1600, games=30, reason="List",
            day=date(2026, 1, 1),
        )  # fmt: skip
        submit_report(club, ANA, make_report([(ana, rui, "10")]))
    url = reverse("club_policy", args=[club.slug])

    shown = client.post(url, policy())
    digest = shown.text.split('name="digest" value="')[1].split('"')[0]
    before = RatingPolicy.objects.count()
    with committed():
        client.post(url, policy(digest=digest))

    # Under FIDE's rules the newcomer is unrated, so the game counts for nobody's rating yet.
    assert "ratings will move." in shown.text
    assert before == 1
    assert RatingPolicy.objects.latest("valid_from").preset == "fide_strict"
    assert list(
        RatingChange.objects.filter(event_key=1).values_list("player__name", "kind", "after")
    ) == [("Lima, Rui", "zero_start", None)]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"preset": ""}, "This field is required."),
        ({"valid_from": "1900-01-01"}, "A policy cannot begin before"),
        ({"preset": "club", "start_value": "2300"}, "Give a number from 1 to 2299."),
        ({"preset": "own", "minimum": ""}, "Say which rating is the lowest"),
        ({"reason": "x" * 201}, "at most 200 characters"),
    ],
)
def test_a_wrong_policy_is_refused_at_its_field(client, club, fields, message):
    sign_in(client, club)

    answer = client.post(reverse("club_policy", args=[club.slug]), policy(**fields))

    assert answer.status_code == 422
    assert message in answer.text


def test_an_organiser_reads_the_policy_but_does_not_set_it(client, club):
    sign_in(client, club, "organiser")

    read = page(client, "club_policy", club)
    refused = client.post(reverse("club_policy", args=[club.slug]), policy())

    assert "Only owners of the club set the policy." in read.text
    assert refused.status_code == 403


# Audit


def codes_in_use():
    """Return every code that a use case writes into the audit, read off the source."""
    found = set()
    for folder in ("clubs", "ratings", "tournaments"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and _name(node) in ("record_act", "save_entry"):
                    found |= {
                        part.value
                        for part in ast.walk(node.args[2])
                        if isinstance(part, ast.Constant) and isinstance(part.value, str)
                    }
                if isinstance(node, ast.Call) and _name(node) in ("_set_exclusion", "_rearrange"):
                    found |= {
                        part.value
                        for part in node.args
                        if isinstance(part, ast.Constant) and "_" in str(part.value)
                    }
    return found


def _name(call):
    return getattr(call.func, "id", getattr(call.func, "attr", ""))


def test_every_act_that_is_written_down_has_a_sentence():
    found = codes_in_use()

    assert len(found) > 50
    assert found - set(SENTENCES) == set()


def test_sentences_read_well_and_are_in_the_club_s_language(client, club):
    organiser = sign_in(client, club, "organiser")
    access = owner_access(club)
    for action, facts in (
        ("result_changed", {"round": 5, "board": 6, "old": "10", "new": "=="}),
        ("role_changed", {"old": "helper", "new": "organiser"}),
        ("players_entered", {"players": [{"player": 1, "name": "Ana"}, {"name": "Rui"}]}),
        ("something_new", {}),
        ("result_changed", {}),
    ):
        record_act(club, access.actor, action, subject="Subject", **facts)

    text = page(client, "club_audit", club).text

    assert organiser.name == "Organiser"
    assert [re.sub("<[^>]+>", "", line) for line in re.findall(
        r'<th scope="row">(<bdi>.*?</bdi>)', text
    )] == [
        "Round –, board –: result none instead of none",
        "Something new: Subject",
        "Entered: Ana, Rui",
        "Role of Subject changed from Helper to Organiser",
        "Round 5, board 6: result ½–½ instead of 1–0",
    ]  # fmt: skip


def test_the_audit_is_searched_by_event_person_act_and_day(client, club):
    sign_in(client, club, "organiser")
    access = owner_access(club)
    record_act(club, access.actor, "event_created", subject="June Rapid", event_number=4)
    record_act(club, ANA, "player_added", subject="Lima, Rui")
    late = datetime(2026, 1, 31, 23, tzinfo=UTC)
    AuditEvent.objects.filter(action="player_added").update(at=late)
    Club.objects.filter(pk=club.pk).update(time_zone="Europe/Istanbul")

    def found(**query):
        text = page(client, "club_audit", club, **query).text
        return [word for word in ("June Rapid", "Lima, Rui") if word in text]

    assert found() == ["June Rapid", "Lima, Rui"]
    assert found(event="4") == ["June Rapid"]
    assert found(person="lima") == ["Lima, Rui"]
    assert found(action="event_created") == ["June Rapid"]
    # 23:00 in London is the first of February in Istanbul.
    assert found(until="2026-01-31") == []
    assert found(since="2026-02-01", until="2026-02-01") == ["Lima, Rui"]
    assert page(client, "club_audit", club, event="x").status_code == 422


def test_the_audit_of_another_club_is_not_in_it(client, club):
    sign_in(client, club, "organiser")
    record_act(make_club("South"), ANA, "player_added", subject="Foreign, Fritz")

    assert "Foreign" not in page(client, "club_audit", club).text


def test_the_audit_costs_the_same_for_one_and_three_lines(client, club, django_assert_num_queries):
    sign_in(client, club, "organiser")
    for count in (1, 2):
        for _ in range(count):
            record_act(club, ANA, "player_added", subject="Lima, Rui")
        with django_assert_num_queries(5):
            page(client, "club_audit", club)


@pytest.mark.parametrize("code", sorted(SENTENCES))
@pytest.mark.parametrize("language", ["en", "pt-br", "tr"])
def test_every_sentence_can_be_said_without_any_facts(club, code, language):
    with override(language):
        assert sentence(AuditEvent(club=club, action=code, subject="Ana", facts={}))


# The end


def test_a_club_with_history_is_deleted_whole_after_its_name_was_typed(client, club, committed):
    user = sign_in(client, club)
    ana, rui = make_player(club, "Sousa, Ana"), make_player(club, "Lima, Rui")
    access = owner_access(club)
    with committed():
        submit_report(club, ANA, make_report([(ana, rui, "10")]))
    event = create_tournament(access, name="Cup", start_date=date(2026, 6, 1), minutes=15)
    enter_players(access, event, [ana, rui])
    pair_round(access, event)
    south = make_club("South")
    url = reverse("club_delete", args=[club.slug])

    wrong = client.post(url, {"name": "torre"})
    done = client.post(url, {"name": "Torre"})

    assert wrong.status_code == 422
    assert "Type the name of the club as it is written here." in wrong.text
    assert done.url == reverse("my_clubs")
    assert list(Club.objects.all()) == [south]
    assert User.objects.filter(pk=user.pk).exists()
    assert not RatingChange.objects.exists()


def test_an_organiser_deletes_nothing(client, club):
    sign_in(client, club, "organiser")

    refused = client.post(reverse("club_delete", args=[club.slug]), {"name": "Torre"})

    assert refused.status_code == 403
    assert Club.objects.exists()
