"""Players as the organiser works with them, through the pages."""

from __future__ import annotations

import pytest
from django.urls import reverse
from factories import (
    make_club,
    make_player,
    sign_in,
)

from clubs.models import AuditEvent, FidePlayer, Player
from ratings.models import Rating

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return make_club("Torre")


@pytest.fixture
def organiser(client, club):
    return sign_in(client, club, "organiser")


@pytest.fixture
def committed(django_capture_on_commit_callbacks):
    """Run what comes after a commit."""
    return lambda: django_capture_on_commit_callbacks(execute=True)


def add(client, club, lines, **more):
    url = reverse("player_add", args=[club.slug])
    fields = {"lines": lines, "time_control": "rapid", "day": "2026-11-30", "form_key": "k1"}
    return client.post(url, {**fields, **more})


def page(client, name, club, *arguments, **query):
    return client.get(reverse(name, args=[club.slug, *arguments]), query)


def test_one_line_is_enough_for_name_year_and_rating(client, club, organiser, committed):
    with committed():
        answer = add(client, club, "Sousa, Ana 2011 1240")

    player = Player.objects.get()
    assert (player.name, player.birth_year, player.name_form) == ("Sousa, Ana", 2011, "short")
    assert answer.url == reverse("player_manage", args=[club.slug, player.pk])
    (rating,) = Rating.objects.values_list("rating_list__time_control", "rating")
    assert rating == ("rapid", 1240)


@pytest.mark.parametrize(
    "name", ["محمد علي", "♞ Rui", "👩‍🚀 Zoë van der Heijden", "ნინო ბერიძე", "O\u2019Neil, Íris"]
)
def test_names_of_any_script_are_added_as_written(client, club, organiser, name):
    add(client, club, f"{name} 1700")

    assert Player.objects.get().name == name
    assert name in page(client, "player_list", club).text


def test_a_name_the_club_has_is_asked_about_and_nothing_typed_is_lost(client, club, organiser):
    known = make_player(club, "Sousa, Ana", birth_year=1990)

    asked = add(client, club, "Ana Sousa 1300\nLima, Rui")

    assert asked.status_code == 422
    assert Player.objects.count() == 1
    assert "Ana Sousa 1300\nLima, Rui</textarea>" in asked.text
    assert reverse("player_manage", args=[club.slug, known.pk]) in asked.text
    added = add(client, club, "Ana Sousa 1300\nLima, Rui", **{"line-1": "leave_out"})
    assert added.status_code == 303
    assert list(Player.objects.order_by("pk").values_list("name", flat=True)) == [
        "Sousa, Ana",
        "Lima, Rui",
    ]


def test_wrong_lines_do_not_hide_the_questions_about_others(client, club, organiser):
    make_player(club, "Sousa, Ana", birth_year=1990)

    asked = add(client, club, "Ana Sousa 1300\nRui 1 2 3 1500 1600 1700")

    assert 'name="line-1" value="add"' in asked.text
    assert "There are more numbers than a year of birth, a rating and a FIDE ID." in asked.text


def test_a_different_person_of_the_same_name_is_added_when_said_so(client, club, organiser):
    make_player(club, "Sousa, Ana")

    add(client, club, "Sousa, Ana", **{"line-1": "add"})

    assert Player.objects.filter(name="Sousa, Ana").count() == 2


def test_a_double_tap_adds_once(client, club, organiser):
    first = add(client, club, "Lima, Rui")
    second = add(client, club, "Lima, Rui")

    assert (first.status_code, second.status_code, first.url) == (303, 303, second.url)
    assert Player.objects.count() == 1


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("", "This field is required."),
        ("  \n ", "This field is required."),
        ("1234", "Enter the player&#x27;s name."),
        ("x" * 101, "At most 100 characters."),
        ("Ana 1700 1800 1900 2000 2100", "There are more numbers than a year of birth"),
        ("Ana Sousa\nSousa, Ana", "The same as line 1."),
        ("\n".join(f"Player {n:c}" for n in range(0x4E00, 0x4E00 + 501)), "At most 500 lines"),
    ],
)
def test_wrong_lines_are_refused_whole(client, club, organiser, lines, message):
    answer = add(client, club, lines)

    assert answer.status_code == 422
    assert message in answer.text
    assert not Player.objects.exists()


def test_a_rating_below_the_lowest_of_the_club_is_refused(client, club, organiser):
    answer = add(client, club, "Lima, Rui 099")

    assert answer.status_code == 422
    assert "The lowest rating of this club is 100." in answer.text


def test_the_list_shows_ratings_beside_names_and_finds_by_any_spelling(
    client, club, organiser, committed
):
    with committed():
        add(client, club, "Conceição, José 1712\nLima, Rui")

    found = page(client, "player_list", club, q="conceicao")
    fragment = client.get(
        reverse("player_list", args=[club.slug]), {"q": "lima"}, headers={"HX-Request": "true"}
    )

    assert "Conceição, José" in found.text
    assert "1712" in found.text
    assert "Lima, Rui" not in found.text
    assert fragment.text.lstrip().startswith('<div id="players"')
    assert "Lima, Rui" in fragment.text


def test_each_filter_shows_its_players_only(client, club, organiser, committed):
    with committed():
        add(client, club, "Rated, Rita 1500\nYoung, Yara 2015\nHidden, Hugo\nGone, Gil 1600")
    Player.objects.filter(name="Hidden, Hugo").update(is_hidden=True)
    Player.objects.filter(name="Gone, Gil").update(archived_at="2026-11-01T00:00Z")
    names = ("Rated, Rita", "Young, Yara", "Hidden, Hugo", "Gone, Gil")

    shown = {}
    for status in ("active", "unrated", "juniors", "hidden", "archived", "no-such"):
        text = page(client, "player_list", club, status=status).text
        shown[status] = [name for name in names if f"<bdi>{name}</bdi>" in text]

    assert shown == {
        "active": ["Rated, Rita", "Young, Yara", "Hidden, Hugo"],
        "unrated": ["Young, Yara", "Hidden, Hugo"],
        "juniors": ["Young, Yara"],
        "hidden": ["Hidden, Hugo"],
        "archived": ["Gone, Gil"],
        "no-such": ["Rated, Rita", "Young, Yara", "Hidden, Hugo"],
    }


def test_the_list_sorts_by_rating_and_pages_by_key(client, club, organiser, committed):
    lines = "\n".join(f"Player{chr(65 + n // 26)}{chr(65 + n % 26)} {1000 + n}" for n in range(60))
    with committed():
        add(client, club, lines)

    first = page(client, "player_list", club, sort="-rapid")
    order = [first.text.index(f">{rating}<") for rating in (1059, 1058, 1010)]
    after = first.text.split("after=")[1].split('"')[0]
    second = page(client, "player_list", club, sort="-rapid", after=after)

    assert order == sorted(order)
    assert ">1009<" not in first.text
    assert all(f">{rating}<" in second.text for rating in range(1000, 1010))


@pytest.mark.parametrize(
    ("sort", "queries"), [("name", 6), ("-name", 6), ("newest", 6), ("-rapid", 7)]
)
def test_the_list_costs_the_same_for_one_and_three_players(
    client, club, organiser, committed, django_assert_num_queries, sort, queries
):
    with committed():
        add(client, club, "Lima, Rui 1500")
    with django_assert_num_queries(queries):
        page(client, "player_list", club, sort=sort)
    with committed():
        add(client, club, "Reis, Ivo 1600\nSousa, Ana 1700", form_key="k2")
    with django_assert_num_queries(queries):
        page(client, "player_list", club, sort=sort)


def test_a_damaged_cursor_is_no_fault_of_the_product(client, club, organiser):
    assert page(client, "player_list", club, after="&&&").status_code == 422


def particulars(player, **more):
    fields = {"name": player.name, "sex": "", "title": "", "version": player.version}
    return {**fields, **more}


def test_particulars_are_changed_and_an_older_version_is_told(client, club, organiser):
    player = make_player(club, "Sousa, Ana")
    url = reverse("player_manage", args=[club.slug, player.pk])

    saved = client.post(url, particulars(player, email="ana@example.org"))
    stale = client.post(url, particulars(player, email="other@example.org", note="Typed"))
    again = client.post(url, particulars(player, email="other@example.org", version=2))

    assert (saved.status_code, stale.status_code, again.status_code) == (303, 409, 303)
    assert "Somebody changed this player meanwhile." in stale.text
    assert "Typed" in stale.text
    assert 'name="version" value="2"' in stale.text
    player.refresh_from_db()
    assert (player.email, player.note, player.version) == ("other@example.org", "", 3)


def test_a_player_whose_name_was_taken_away_is_not_named_again(client, club, organiser):
    player = make_player(club, "Sousa, Ana")
    url = reverse("player_manage", args=[club.slug, player.pk])
    client.post(reverse("player_pseudonymise", args=[club.slug, player.pk]))
    nameless = Player.objects.get(pk=player.pk)

    shown = client.get(url)
    renamed = client.post(url, particulars(nameless, name="Sousa, Ana"))

    assert 'name="name"' not in shown.text
    assert reverse("player_merge", args=[club.slug, player.pk]) not in shown.text
    assert renamed.status_code == 409
    assert "The name of this player was taken away." in renamed.text
    assert Player.objects.get(pk=player.pk).name == f"Player {player.pk}"


@pytest.mark.parametrize("damaged", ["zzz", "9" * 40])
def test_a_version_that_cannot_be_read_is_an_outdated_one(client, club, organiser, damaged):
    player = make_player(club, "Sousa, Ana")
    url = reverse("player_manage", args=[club.slug, player.pk])

    answer = client.post(url, particulars(player, note="Typed", version=damaged))

    assert answer.status_code == 409
    assert "Somebody changed this player meanwhile." in answer.text
    assert 'name="version" value="1"' in answer.text
    assert Player.objects.get(pk=player.pk).note == ""


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("name", "", "This field is required."),
        ("name", "x" * 101, "Ensure this value has at most 100 characters"),
        ("fide_id", "12a4", "is not a whole number."),
        ("fide_id", "77", "Lima, Rui has this FIDE ID already."),
        ("federation", "P1R", "Three capital letters, for example POR."),
        ("title", "XM", "Select a valid choice."),
        ("email", "nobody", "Enter a valid email address."),
        ("note", "x" * 2001, "Ensure this value has at most 2000 characters"),
    ],
)
def test_what_is_wrong_is_said_at_its_field_and_kept(
    client, club, organiser, field, value, message
):
    player, other = make_player(club, "Sousa, Ana"), make_player(club, "Lima, Rui")
    Player.objects.filter(pk=other.pk).update(fide_id=77)
    url = reverse("player_manage", args=[club.slug, player.pk])

    answer = client.post(url, particulars(player, phone="+351 1", **{field: value}))

    assert answer.status_code == 422
    assert message in answer.text
    assert f'href="#id_{field}"' in answer.text
    assert 'value="+351 1"' in answer.text
    player.refresh_from_db()
    assert (player.version, player.name) == (1, "Sousa, Ana")


def test_privacy_says_what_the_public_reads(client, club, organiser):
    player = make_player(club, "Sousa, Ana Maria")
    url = reverse("player_privacy", args=[club.slug, player.pk])

    client.post(url, {"name_form": "short", "version": 1})

    assert "The public reads: Ana S." in client.get(url).text


def test_archiving_is_undone_by_bringing_back(client, club, organiser):
    player = make_player(club, "Sousa, Ana")
    url = reverse("player_archive", args=[club.slug, player.pk])

    for archived in ("yes", "yes", "no"):
        client.post(url, {"archived": archived})

    player.refresh_from_db()
    assert player.archived_at is None
    assert list(AuditEvent.objects.order_by("pk").values_list("action", flat=True)) == [
        "player_archived",
        "player_restored",
    ]


def test_a_player_of_the_fide_list_comes_with_first_ratings(client, club, organiser, committed):
    FidePlayer.objects.create(
        fide_id=1234567, name="O'Neil, Iris", search_name="o neil iris", standard=1640, title="WFM",
        rapid=1700, birth_year=2008, federation="IRL", sex="w",
    )  # fmt: skip

    found = page(client, "fide_lookup", club, q="o'neil")
    by_number = page(client, "fide_lookup", club, q="1234567")
    url = reverse("fide_add", args=[club.slug, 1234567])
    form = client.get(url)
    with committed():
        done = client.post(
            url,
            {
                "name": "O’Neil, Íris", "birth_year": "2008", "federation": "IRL", "rapid": "",
                "fide_id": "1234567", "standard": "1640", "blitz": "", "day": "2026-11-30",
            },
        )  # fmt: skip
    twice = client.post(url, {"name": "X", "fide_id": "1234567", "day": "2026-11-30"})

    assert url in found.text
    assert url in by_number.text
    assert 'value="1640"' in form.text
    assert done.status_code == 303
    player = Player.objects.get()
    assert (player.name, player.title, player.sex) == ("O’Neil, Íris", "WFM", "w")
    assert list(Rating.objects.values_list("rating_list__time_control", "rating")) == [
        ("standard", 1640)
    ]
    assert twice.status_code == 422
    assert "has this FIDE ID already." in twice.text


def test_a_player_of_another_club_is_nowhere(client, club, organiser):
    foreign = make_player(make_club("South"), "Foreign, Fritz")
    names = ("player_manage", "player_privacy", "player_birth", "player_rating", "player_merge",
             "player_pseudonymise")  # fmt: skip

    answers = [page(client, name, club, foreign.pk).status_code for name in names]
    own = make_player(club, "Sousa, Ana")
    answers.append(page(client, "player_merge_with", club, own.pk, foreign.pk).status_code)
    posted = client.post(reverse("player_archive", args=[club.slug, foreign.pk]))

    assert answers == [404] * 7
    assert posted.status_code == 404
    assert "Foreign" not in page(client, "player_list", club).text


def test_a_helper_sees_no_players_in_the_workspace(client, club):
    sign_in(client, club, "helper")

    assert page(client, "player_list", club).status_code == 403
