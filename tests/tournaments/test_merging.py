"""Two rows for one person become one, with their history rated again, and two again."""

from __future__ import annotations

import json
from datetime import date

import pytest
from django.urls import reverse
from factories import make_club, make_player, make_report, owner_access, sign_in

from clubs.errors import Refused
from clubs.models import AuditEvent, Player, PlayerMerge
from clubs.players import change_player
from ratings.adjustments import give_rating
from ratings.models import RatingChange
from ratings.pseudonymising import pseudonymise
from ratings.queries import lists_of
from ratings.submit import submit_reports
from tournaments.creation import create_tournament
from tournaments.entries import enter_players, set_family_group
from tournaments.merging import merge_players, undo_merge
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return make_club("Torre")


@pytest.fixture
def access(club):
    return owner_access(club)


@pytest.fixture
def committed(django_capture_on_commit_callbacks):
    return lambda: django_capture_on_commit_callbacks(execute=True)


@pytest.fixture
def rows(club, access, committed):
    """Ana played in March, "Ana S." in April, both against Rui (1500); Ana began with 1600."""
    ana, same, rui = (make_player(club, name) for name in ("Sousa, Ana", "Ana S.", "Lima, Rui"))
    Player.objects.filter(pk=same.pk).update(fide_id=77, email="ana@example.org")
    standard = lists_of(club)["standard"]
    with committed():
        for player, rating in ((ana, 1600), (rui, 1500)):
            give_rating(
                access, player, standard, rating=rating, games=30, reason="List",
                day=date(2026, 1, 1),
            )  # fmt: skip
        submit_reports(
            club, access.actor,
            [
                make_report([(ana, rui, "10")], key=1, first_day=date(2026, 3, 1)),
                make_report([(rui, same, "01")], key=2, first_day=date(2026, 4, 1)),
            ],
        )  # fmt: skip
    return ana, Player.objects.get(pk=same.pk), rui


def history(*players):
    rows = RatingChange.objects.filter(player__in=players, event_key__isnull=False)
    columns = ("event_key", "player_id", "start_rating", "used_k", "after")
    return list(rows.order_by("event_key", "player_id").values_list(*columns))


def test_history_is_one_person_s_after_a_merge_and_two_after_undoing_it(access, rows, committed):
    ana, same, rui = rows
    before = history(ana, same, rui)

    with committed():
        merge = merge_players(access, ana, same)

    # Expected 0.64 and 0.62 for the one, 0.36 and 0.38 for the other; K 20.
    assert history(ana, same, rui) == [
        (1, ana.pk, 1600, 20, 1607),
        (1, rui.pk, 1500, 20, 1493),
        (2, ana.pk, 1607, 20, 1614),
        (2, rui.pk, 1493, 20, 1486),
    ]
    with committed():
        undo_merge(access, merge)
    assert history(ana, same, rui) == before


def test_what_the_kept_row_lacked_comes_over_and_goes_back(access, rows):
    ana, same, _rui = rows

    merge = merge_players(access, ana, same)
    merged = Player.objects.get(pk=ana.pk)
    undo_merge(access, merge)
    apart = Player.objects.get(pk=ana.pk)

    assert (merged.fide_id, merged.email) == (77, "ana@example.org")
    assert (apart.fide_id, apart.email) == (None, "")
    assert Player.objects.get(pk=same.pk).fide_id == 77


def test_entries_follow_and_return(access, rows):
    ana, same, rui = rows
    event = create_tournament(access, name="June", start_date=date(2026, 6, 1), minutes=15)
    enter_players(access, event, [same, rui])

    merge = merge_players(access, ana, same)
    entered = set(Entry.objects.values_list("player_id", flat=True))
    undo_merge(access, merge)

    assert entered == {ana.pk, rui.pk}
    assert set(Entry.objects.values_list("player_id", flat=True)) == {same.pk, rui.pk}


def test_two_who_entered_one_event_are_two_people(access, rows):
    ana, same, _rui = rows
    event = create_tournament(access, name="June", start_date=date(2026, 6, 1), minutes=15)
    enter_players(access, event, [ana, same])

    with pytest.raises(Refused) as refused:
        merge_players(access, ana, same)
    Tournament.objects.filter(pk=event.pk).update(state=Tournament.State.CLOSED)
    with pytest.raises(Refused) as closed:
        merge_players(access, ana, same)

    assert [(p.code, p.facts["number"]) for p in refused.value.problems] == [
        ("both_entered", event.number)
    ]
    assert [p.message for p in (*refused.value.problems, *closed.value.problems)] == [
        "Both are entered in June. Remove one entry there first.",
        "Both are entered in June. Correct it first: replace one of the two.",
    ]
    assert not PlayerMerge.objects.exists()


def test_opponents_are_two_people(access, rows):
    ana, _same, rui = rows

    with pytest.raises(Refused) as refused:
        merge_players(access, ana, rui)

    assert [p.code for p in refused.value.problems] == ["both_played"]


def test_two_fide_ids_are_two_people(access, rows):
    ana, same, _rui = rows
    Player.objects.filter(pk=ana.pk).update(fide_id=78)

    with pytest.raises(Refused) as refused:
        merge_players(access, Player.objects.get(pk=ana.pk), same)

    assert [p.code for p in refused.value.problems] == ["two_fide_ids"]


def test_a_merge_is_undone_once(access, rows):
    ana, same, _rui = rows
    merge = merge_players(access, ana, same)
    undo_merge(access, merge)

    with pytest.raises(Refused):
        undo_merge(access, merge)


def confirm(client, url, committed, **fields):
    shown = client.post(url, fields)
    digest = shown.text.split('name="digest" value="')[1].split('"')[0]
    with committed():
        return shown, client.post(url, {**fields, "digest": digest})


def test_the_pages_show_the_wave_and_offer_the_way_back(client, club, rows, committed):
    sign_in(client, club, "organiser")
    ana, same, _rui = rows
    offered = client.get(reverse("player_merge", args=[club.slug, ana.pk]), {"q": "ana"})
    url = reverse("player_merge_with", args=[club.slug, ana.pk, same.pk])

    shown, done = confirm(client, url, committed, reason="One person")
    page = client.get(done.url)
    merge = PlayerMerge.objects.get()
    undo = reverse("merge_undo", args=[club.slug, merge.pk])
    wave, undone = confirm(client, undo, committed, reason="")

    assert url in offered.text
    # Ana's new row in April, the old row that goes, and Rui's against another rating.
    assert "3 ratings will move." in shown.text
    assert undo in page.text
    assert "ratings will move." in wave.text
    assert undone.status_code == 303
    assert list(
        AuditEvent.objects.filter(action__contains="merge")
        .order_by("pk")
        .values_list("action", "subject")
    ) == [("players_merged", "Sousa, Ana"), ("merge_undone", "Sousa, Ana")]


def test_a_player_is_not_offered_to_be_merged_with_himself(client, club, rows):
    sign_in(client, club, "organiser")
    url = reverse("player_merge_with", args=[club.slug, rows[0].pk, rows[0].pk])

    assert (client.get(url).status_code, client.post(url).status_code) == (404, 404)


def test_a_refused_merge_says_why_on_the_page(client, club, rows):
    sign_in(client, club, "organiser")
    ana, _same, rui = rows

    answer = client.post(reverse("player_merge_with", args=[club.slug, ana.pk, rui.pk]))

    assert answer.status_code == 409
    assert "so they are two people." in answer.text


def test_the_name_goes_and_every_rating_stays(client, club, rows, committed):
    sign_in(client, club, "organiser")
    ana, same, rui = rows
    before = history(ana, same, rui)

    with committed():
        done = client.post(reverse("player_pseudonymise", args=[club.slug, ana.pk]))

    nameless = Player.objects.get(pk=ana.pk)
    assert nameless.name == f"Player {ana.pk}"
    assert history(ana, same, rui) == before
    assert "All 2 history rows are exactly as they were" in client.get(done.url).text
    assert not AuditEvent.objects.filter(subject="Sousa, Ana").exists()


def test_rows_merged_into_a_person_lose_their_name_too(access, rows):
    ana, same, _rui = rows
    merge_players(access, ana, same)

    pseudonymise(access, Player.objects.get(pk=ana.pk))

    names = Player.objects.filter(pk__in=[ana.pk, same.pk]).order_by("pk")
    assert [row.name for row in names] == [f"Player {ana.pk}", f"Player {same.pk}"]
    text = json.dumps(list(AuditEvent.objects.values("subject", "facts")))
    assert "Sousa" not in text
    assert "Ana S." not in text


def test_a_name_from_before_another_one_leaves_the_audit_too(client, club, access, rows):
    ana, same, rui = rows
    change_player(access, ana, name="Prata, Ana")
    change_player(access, same, name="A. Prata")
    event = create_tournament(access, name="Summer", start_date=date(2026, 7, 1))
    entries = enter_players(access, event, [ana, rui])
    set_family_group(access, event, entries, "home")
    change_player(access, ana, name="Reis, Ana")
    merge_players(access, Player.objects.get(pk=ana.pk), Player.objects.get(pk=same.pk))

    pseudonymise(access, Player.objects.get(pk=ana.pk))

    text = json.dumps(list(AuditEvent.objects.values("subject", "facts")))
    assert [name for name in ("Sousa", "Ana S.", "Prata", "Reis") if name in text] == []
    sign_in(client, club, "organiser")
    shown = client.get(reverse("club_audit", args=[club.slug])).text
    assert f"Not to be paired with each other (home): Player {ana.pk}, {rui.name}" in shown
    assert f"Player {same.pk} was merged into Player {ana.pk}: one person" in shown


def test_the_export_of_a_person_holds_all_of_him_and_nobody_else(client, club, access, rows):
    sign_in(client, club, "organiser")
    ana, same, rui = rows
    merge_players(access, ana, same)

    answer = client.post(reverse("player_export", args=[club.slug, ana.pk]))

    data = json.loads(answer.content)
    assert answer["Content-Disposition"] == f'attachment; filename="{club.slug}-sousa-ana.json"'
    assert [row["name"] for row in data["player"]] == ["Sousa, Ana", "Ana S."]
    assert [row["event_key"] for row in data["history"]] == [None, 1, 2]
    assert data["history"][1]["games"][0]["opponent_id"] == rui.pk
    assert [row["rating"] for row in data["ratings_by_hand"]] == [1600]
    assert len(data["merges"]) == 1
    assert "Lima" not in answer.text
