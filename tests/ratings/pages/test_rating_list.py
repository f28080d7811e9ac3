"""The live list: order, search, filters, files."""

from __future__ import annotations

import csv
import io
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from factories import list_of, make_access, make_player, make_rating, sign_in

from clubs.fide_list import read_fide_list
from clubs.models import NameForm, Player
from ratings.publishing import issue_list
from ratings.replay import update_list
from support.page_text import text_of


@pytest.fixture
def listed(club):
    """Five players with standard ratings, two of them equal."""
    players = {}
    for name, rating, games in (
        ("Öberg, Lars", 2037, 318),
        ("Beridze, Nino", 1714, 90),
        ("Chan, Mei-ling", 1714, 12),
        ("Obi, Chukwu", 1679, 0),
        ("Falcão, Rui", 1500, 40),
    ):
        players[name.split(",")[0]] = make_player(club, name)
        make_rating(players[name.split(",")[0]], rating, date(2026, 1, 9), games=games)
    update_list(list_of(club).pk)
    return players


def names(client, club, query=""):
    """Return who is shown, in order."""
    rows = csv.DictReader(
        io.StringIO(
            client.get(f"/clubs/{club.slug}/ratings/standard/list.csv{query}").content.decode()
        )
    )
    return [row["name"].split(",")[0] for row in rows]


def test_the_best_stand_first_and_equals_share_a_place(client, club, listed):
    shown = text_of(client.get(f"/clubs/{club.slug}/ratings/standard/"))

    assert "1 Öberg, Lars 318 games · 9 Jan 318 20 9 Jan 2037" in shown
    assert "2 Beridze, Nino 90 games" in shown
    assert "2 Chan, Mei-ling 12 games" in shown
    assert "4 Obi, Chukwu 0 games" in shown
    assert "All 5" in shown


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", ["Öberg", "Beridze", "Chan", "Obi", "Falcão"]),
        ("?sort=rating", ["Falcão", "Obi", "Beridze", "Chan", "Öberg"]),
        ("?sort=name", ["Beridze", "Chan", "Falcão", "Öberg", "Obi"]),
        ("?sort=-games", ["Öberg", "Beridze", "Falcão", "Chan", "Obi"]),
        ("?sort=nonsense", ["Öberg", "Beridze", "Chan", "Obi", "Falcão"]),
        ("?games=40", ["Öberg", "Beridze", "Falcão"]),
        ("?games=x", ["Öberg", "Beridze", "Chan", "Obi", "Falcão"]),
        ("?q=oberg", ["Öberg"]),
        ("?q=FALCAO rui", ["Falcão"]),
        ("?q=zzz", []),
        ("?active=1", []),
        ("?group=women", []),
    ],
)
def test_order_search_and_filters(client, club, listed, query, expected):
    assert names(client, club, query) == expected


@pytest.mark.parametrize("year", [None, 18, 19])
@pytest.mark.parametrize("games", [29, 30])
@pytest.mark.parametrize(
    ("rating", "peak"),
    [(1500, None), (2299, 2299), (2299, 2300), (2300, 2300), (2399, 2399), (2399, 2400),
     (2400, 2400)],
)  # fmt: skip
def test_k_is_sorted_by_what_the_column_shows(client, club, rating, peak, games, year):
    """At every limit of the article: 2300, 2400, 30 games, the year of the 18th birthday."""
    born = None if year is None else timezone.localdate().year - year
    one = make_player(club, "One", birth_year=born)
    make_rating(one, rating, peak=peak, games=games)
    for name, value, past in (("Ten", 2450, 40), ("Twenty", 1500, 40), ("Forty", 1500, 0)):
        make_rating(make_player(club, name), value, games=past)
    update_list(list_of(club).pk)

    rows = client.get(f"/clubs/{club.slug}/ratings/standard/list.json?sort=-k").json()["players"]

    ks = [row["k"] for row in rows]
    assert ks == sorted(ks, reverse=True)
    assert {row["name"]: row["k"] for row in rows} | {"One": 0} == {
        "Forty": 40, "One": 0, "Ten": 10, "Twenty": 20,
    }  # fmt: skip


def test_the_head_of_k_sorts(client, club, listed):
    base = f"/clubs/{club.slug}/ratings/standard/"

    html = client.get(base).content.decode()
    by_k = text_of(client.get(f"{base}?sort=-k"))

    assert 'href="?sort=-k"' in html
    assert by_k.index("Chan") < by_k.index("Öberg")
    assert names(client, club, "?sort=k") == ["Öberg", "Beridze", "Falcão", "Chan", "Obi"]


def test_active_means_a_rated_event_in_twelve_months(client, club, listed, play):
    """A rating by hand is no game."""
    day = timezone.localdate() - timedelta(days=300)
    play([(listed["Obi"], listed["Chan"], "10")], day=max(day, date(2026, 1, 10)))

    assert sorted(names(client, club, "?active=1")) == ["Chan", "Obi"]


def test_age_groups_hold_those_who_show_their_year(client, club, listed):
    """Nobody filters by what he cannot see; only organisers see all."""
    year = timezone.localdate().year
    Player.objects.filter(pk=listed["Obi"].pk).update(birth_year=year - 15, shows_birth_year=True)
    Player.objects.filter(pk=listed["Chan"].pk).update(birth_year=year - 15)
    Player.objects.filter(pk=listed["Öberg"].pk).update(birth_year=year - 60)

    assert names(client, club, "?group=juniors") == []
    assert "Juniors" not in text_of(client.get(f"/clubs/{club.slug}/ratings/standard/"))
    club.shows_birth_years = True
    club.save()
    assert names(client, club, "?group=juniors") == ["Obi"]
    assert names(client, club, "?group=veterans") == []
    sign_in(client, club, "member")
    assert names(client, club, "?group=juniors") == ["Obi"]
    sign_in(client, club, "organiser")
    assert names(client, club, "?group=juniors") == ["Chan", "Obi"]
    assert names(client, club, "?group=veterans") == ["Öberg"]


def test_filters_are_combined_and_taken_away_one_by_one(client, club, listed):
    """Each link keeps what the others, the search and the order ask for."""
    base = f"/clubs/{club.slug}/ratings/standard/"

    plain = client.get(base).text
    both = client.get(f"{base}?active=1&group=women&q=ob&sort=name&games=5").text

    assert f'<a href="{base}?group=women">Women</a>' in plain
    assert "<b>All 5</b>" in plain
    kept = "q=ob&amp;sort=name"
    assert f'href="{base}?{kept}&amp;group=women&amp;games=5" aria-current="true"' in both
    assert f'href="{base}?{kept}&amp;active=1&amp;games=5" aria-current="true"' in both
    assert f'<a href="{base}?sort=name">All 5</a>' in both
    for name, value in (("sort", "name"), ("active", "1"), ("group", "women")):
        assert f'<input type="hidden" name="{name}" value="{value}">' in both


def test_veiled_names_are_neither_sorted_nor_found_by_what_they_hide(client, club, listed):
    Player.objects.filter(pk=listed["Beridze"].pk).update(name_form=NameForm.SHORT, sex="w")
    Player.objects.filter(pk=listed["Obi"].pk).update(sex="w")

    assert names(client, club, "?sort=name") == ["Chan", "Falcão", "Öberg", "Obi", "Nino B."]
    assert names(client, club, "?q=beridze") == []
    assert names(client, club, "?group=women") == ["Obi"]


def test_change_since_the_last_published_list(client, club, listed, play):
    issue_list(make_access(club), list_of(club), date(2026, 1, 31))
    newcomer = make_player(club, "Newcomer")
    play([(listed["Öberg"], listed["Falcão"], "01"), (newcomer, listed["Falcão"], "01")])

    rows = client.get(f"/clubs/{club.slug}/ratings/standard/list.json").json()
    page = text_of(client.get(f"/clubs/{club.slug}/ratings/standard/?sort=-change"))

    assert {row["name"]: row["change"] for row in rows["players"]} == {
        "Öberg, Lars": -18,
        "Beridze, Nino": 0,
        "Chan, Mei-ling": 0,
        "Obi, Chukwu": 0,
        "Falcão, Rui": 21,
        "Newcomer": None,
    }
    assert "Since list 1" in page
    assert page.index("Falcão") < page.index("Öberg") < page.index("Newcomer")


@pytest.mark.parametrize("kind", ["txt", "xml"])
def test_pairing_programs_can_read_the_list(client, club, listed, kind):
    """The FIDE layouts, read back by the reader of federation lists."""
    Player.objects.filter(pk=listed["Öberg"].pk).update(
        fide_id=1503014, federation="SWE", title="FM"
    )

    answer = client.get(f"/clubs/{club.slug}/ratings/standard/list.{kind}")

    first, *others = read_fide_list(io.BytesIO(answer.content))
    assert (first.fide_id, first.name, first.federation, first.title) == (
        1503014, "Öberg, Lars", "SWE", "FM",
    )  # fmt: skip
    assert (first.standard, first.standard_games, first.standard_k) == (2037, 318, 20)
    assert [record.standard for record in others] == [1714, 1714, 1679, 1500]
    assert first.birth_year is None


def test_names_cannot_become_formulas(client, club, listed):
    Player.objects.filter(pk=listed["Öberg"].pk).update(name="=HYPERLINK(1)")

    text = client.get(f"/clubs/{club.slug}/ratings/standard/list.csv").content.decode()

    assert "1," in text
    assert "'=HYPERLINK(1)" in text


def test_pages_of_fifty_keep_search_and_order(client, club):
    for number in range(60):
        make_rating(make_player(club, f"Player {number:02}"), 1500 + number)
    update_list(list_of(club).pk)
    base = f"/clubs/{club.slug}/ratings/standard/"

    first = client.get(f"{base}?sort=name&q=player")
    html = first.content.decode()
    following = html.split('rel="next" href="')[1].split('"')[0].replace("&amp;", "&")
    second = text_of(client.get(base + following))

    assert "Player 49" in html
    assert "Player 50" not in html
    assert "Player 50" in second
    assert "sort=name" in following
    assert "Player 00" in text_of(client.get(f"{base}?all=1"))
    assert "Next page" not in text_of(client.get(f"{base}?all=1"))


def test_a_script_gets_the_table_alone(client, club, listed):
    answer = client.get(
        f"/clubs/{club.slug}/ratings/standard/?q=oberg",
        headers={"HX-Request": "true", "HX-Target": "list"},
    )

    assert answer.content.decode().lstrip().startswith('<div id="list"')


@pytest.mark.parametrize("address", ["bullet/", "standard/list.pdf"])
def test_unknown_lists_and_files_do_not_exist(client, club, address):
    assert client.get(f"/clubs/{club.slug}/ratings/{address}").status_code == 404


@pytest.mark.parametrize("players", [1, 3])
def test_the_list_costs_the_same_for_one_player_and_for_three(client, club, players):
    for number in range(players):
        make_rating(make_player(club), 1500 + number)
    update_list(list_of(club).pk)
    issue_list(make_access(club), list_of(club), date(2026, 1, 31))
    base = f"/clubs/{club.slug}/ratings/standard/"
    counts = {}
    for name in ("", "?q=player&active=1", "list.csv", "list.json", "list.txt", "embed/"):
        with CaptureQueriesContext(connection) as queries:
            assert client.get(base + name).status_code == 200
        counts[name] = len(queries)

    assert counts == {
        "": 6,
        "?q=player&active=1": 6,
        "list.csv": 5,
        "list.json": 5,
        "list.txt": 5,
        "embed/": 5,
    }
