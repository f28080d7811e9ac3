"""F18: what the public may see, on every output of a player and of the lists."""

from __future__ import annotations

import base64
from datetime import date

import pytest
from django.conf import settings
from django.core.cache import cache
from django.utils import timezone
from factories import list_of, make_access, make_club, make_player, make_rating, sign_in

from clubs.models import Membership, NameForm, Player, User
from clubs.names import search_form
from ratings.identity import change_birth_year
from ratings.pictures import Figure, Picture, drawable, picture_png
from ratings.publishing import issue_list
from ratings.replay import update_list
from support.page_text import history_of, sent

SECRETS = (
    "ana@private.example", "+351 910 000 111", "2013-05-14", "14 May 2013", "14/05/2013",
    "very private note", "PT-4711", "family-word",
)  # fmt: skip
PLAYER = (
    "", "?list=standard&open=event-1", "records/", "corrections/", "history.json", "records.json",
    "events.csv", "games.csv", "corrections.csv", "records.csv", "changes.atom", "embed/",
)  # fmt: skip
LISTS = (
    "ratings/standard/", "ratings/standard/?q=silva", "ratings/standard/?sort=name",
    "ratings/standard/?all=1", "ratings/standard/list.csv", "ratings/standard/list.json",
    "ratings/standard/list.txt", "ratings/standard/list.xml", "ratings/standard/embed/", "lists/",
    "lists/standard/1/", "lists/standard/2/", "lists/standard/2/list.csv",
    "lists/standard/2/list.json", "lists/standard/2/list.txt", "lists/standard/2/list.xml",
)  # fmt: skip


@pytest.fixture
def pair(club, play):
    """A minor with everything a file can hold, and an opponent; one correction, two lists."""
    ana, bruno = make_player(club, "Silva, Ana Maria"), make_player(club, "Costa, Bruno")
    ana.email, ana.phone, ana.note = SECRETS[0], SECRETS[1], "very private note"
    ana.birth_date, ana.birth_year = date(2013, 5, 14), 2013
    ana.national_id, ana.family_group, ana.fide_id = "PT-4711", "family-word", 1900001
    ana.latin_name, ana.sex, ana.title, ana.federation = "Silva Latin", "w", "WFM", "POR"
    ana.save()
    for player in (ana, bruno):
        make_rating(player, 1500, games=40)
    play([(ana, bruno, "10")], key=1, day=date(2026, 3, 1))
    issue_list(make_access(club), list_of(club), date(2026, 3, 2))
    play([(ana, bruno, "01")], key=1, day=date(2026, 3, 1), reason="Swapped.")
    issue_list(make_access(club), list_of(club), date(2026, 3, 31))
    return ana, bruno


def outputs(client, club, ana, bruno):
    """Return what every address says, by address; 404 answers are left out."""
    own = [f"players/{ana.pk}/{name}" for name in PLAYER]
    others = [f"players/{bruno.pk}/{name}" for name in PLAYER]
    found = {}
    for name in [*own, *others, *LISTS]:
        answer = client.get(f"/clubs/{club.slug}/{name}")
        if answer.status_code != 404:
            assert answer.status_code == 200, name
            found[name] = sent(answer)
    return found


def leaks(found, *words):
    """Return the addresses whose answers hold one of the words."""
    return sorted({name for name, text in found.items() for word in words if word in text})


def test_private_fields_leave_nowhere(client, club, pair):
    """Nobody's page holds them, whoever is hidden or not."""
    found = outputs(client, club, *pair)

    assert len(found) == 2 * len(PLAYER) + len(LISTS)
    assert leaks(found, *SECRETS) == []
    assert len(leaks(found, "Silva")) > 20


@pytest.mark.parametrize("role", ["member", "helper"])
def test_members_see_no_private_fields_either(client, club, pair, role):
    sign_in(client, club, role)

    assert leaks(outputs(client, club, *pair), *SECRETS) == []


@pytest.mark.parametrize("role", ["", "member", "helper"])
def test_the_year_of_birth_needs_both_consents(client, club, pair, role):
    """For the public and for another player alike: neither the year nor a word that tells an age.

    K itself must be shown.
    """
    ana, _bruno = pair
    if role:
        sign_in(client, club, role)
    assert leaks(outputs(client, club, *pair), "2013", "unior") == []
    club.shows_birth_years = True
    club.save()
    found = outputs(client, club, *pair)
    assert leaks(found, "2013", "a junior", '"junior"', ",junior,", "40j") == []
    ana.shows_birth_year = True
    ana.save()

    found = outputs(client, club, *pair)

    own = f"players/{ana.pk}/"
    assert set(leaks(found, "2013")) > {
        f"{own}?list=standard&open=event-1", f"{own}history.json", "ratings/standard/list.json",
        "ratings/standard/list.xml", "lists/standard/2/list.csv",
    }  # fmt: skip
    assert "Born 2013 and never 2300 or more on this list, so K is 40." in found[own]
    assert leaks(found, '"junior"', ",junior,") == [f"{own}events.csv", f"{own}history.json"]


@pytest.mark.parametrize("role", ["organiser", "owner"])
def test_organisers_see_the_year_of_birth(client, club, pair, role):
    ana, _bruno = pair
    sign_in(client, club, role)

    found = outputs(client, club, *pair)

    assert "Born 2013" in found[f"players/{ana.pk}/"]
    assert history_of(client, ana)["changes"][0]["k_reason"] == "junior"
    assert leaks(found, SECRETS[0], SECRETS[1], "very private note") == []


def test_a_year_of_birth_that_was_put_right_is_not_told(client, club, pair):
    """The old and the new K would tell on which side of an age a player is."""
    ana, bruno = pair
    change_birth_year(make_access(club), ana, 1980)
    update_list(list_of(club).pk)

    found = outputs(client, club, ana, bruno)

    own = f"players/{ana.pk}/"
    assert leaks(found, "year of birth", "Year of birth", "2013", "1980") == []
    told = "A player's particulars were put right, which decide K."
    for name in ("", "corrections/", "history.json", "corrections.csv", "changes.atom"):
        assert told in found[own + name].replace("&#x27;", "'"), name


def test_a_hidden_player_is_nowhere_and_his_opponents_stay_whole(client, club, pair):
    ana, bruno = pair
    before = history_of(client, bruno)
    ana.is_hidden = True
    ana.save()

    found = outputs(client, club, ana, bruno)
    after = history_of(client, bruno)

    assert len(found) == len(PLAYER) + len(LISTS)
    assert leaks(found, "Silva", "1900001", "Ana", f"players/{ana.pk}/") == []
    assert leaks(found, f"Player {ana.pk}") == [
        f"players/{bruno.pk}/?list=standard&open=event-1",
        f"players/{bruno.pk}/games.csv",
        f"players/{bruno.pk}/history.json",
        f"players/{bruno.pk}/records.csv",
        f"players/{bruno.pk}/records.json",
        f"players/{bruno.pk}/records/",
    ]
    for body in (before, after):
        for line in body["changes"][0]["lines"]:
            line.pop("opponent", None)
    assert after == before


def test_hidden_and_unknown_answer_alike(client, club, pair):
    ana, _bruno = pair
    ana.is_hidden = True
    ana.save()

    def answer(number):
        given = client.get(f"/clubs/{club.slug}/players/{number}/")
        return given.status_code, given.content.decode().replace(f"players/{number}/", "N")

    assert answer(ana.pk) == answer(999_999)


@pytest.mark.parametrize("form", [NameForm.SHORT, NameForm.NEUTRAL])
def test_a_short_or_neutral_name_is_the_only_one(client, club, pair, form):
    """Neither the name, its Latin form, its search form nor what it sorts by."""
    ana, _bruno = pair
    ana.name_form = form
    ana.save()

    found = outputs(client, club, *pair)
    del found["ratings/standard/?q=silva"]

    assert leaks(found, "Silva", "silva", "Maria", "Latin", "1900001", "WFM", "POR") == []
    name = "Ana S." if form == NameForm.SHORT else f"Player {ana.pk}"
    assert f"players/{ana.pk}/" in leaks(found, name)


def test_a_pseudonymised_player_keeps_no_name(client, club, pair):
    ana, _bruno = pair
    ana.pseudonymised_at = timezone.now()
    ana.save()

    found = outputs(client, club, *pair)
    del found["ratings/standard/?q=silva"]

    assert leaks(found, "Silva", "silva", "2013", "1900001") == []
    assert f"Player {ana.pk}" in found["ratings/standard/"]


def test_cursors_of_pages_hold_no_hidden_name(client, club):
    """The last player of a page is in the address of the next one."""
    for number in range(51):
        player = make_player(club, f"Secretname {number:02}")
        player.name_form = NameForm.NEUTRAL
        player.search_name = search_form(player.name)
        player.save()
        make_rating(player, 1500)
    update_list(list_of(club).pk)

    for query in ("", "?sort=name", "?sort=-name", "?sort=games"):
        page = client.get(f"/clubs/{club.slug}/ratings/standard/{query}")
        link = page.content.decode().split('rel="next" href="?')[1].split('"')[0]
        cursor = link.split("after=")[1].split("&")[0]
        inside = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode().lower()
        assert "secretname" not in inside


def test_a_private_club_answers_strangers_nothing(client, pair):
    club = pair[0].club
    club.is_public = False
    club.save()

    assert outputs(client, club, *pair) == {}


def test_players_of_another_club_are_not_found_here(client, pair):
    elsewhere = make_club()

    assert outputs(client, elsewhere, pair[0], pair[1]).keys() == {
        name
        for name in LISTS
        if name.startswith(("ratings/", "lists/")) and not name.startswith("lists/standard")
    }


def test_pictures_show_what_the_public_sees_whoever_asks(client, club, pair):
    """They are kept by caches, so they may not depend on who asked first."""
    ana, _bruno = pair
    address = f"/clubs/{club.slug}/players/{ana.pk}/picture.png"
    ana.name_form = NameForm.SHORT
    ana.save()
    public = client.get(address).content
    member = User.objects.create_user("m@example.org")
    Membership.objects.create(club=club, user=member, role="owner")
    client.force_login(member)
    cache.clear()

    assert client.get(address).content == public
    whole = Picture("WFM Silva", club.name, (Figure("Standard", 1490),))
    assert picture_png(whole) != public
    ana.is_hidden = True
    ana.save()
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("name", ["ratings/standard/picture.png", "lists/standard/2/picture.png"])
def test_pictures_of_lists_leave_hidden_players_out(client, club, pair, name):
    """The same bytes as before he was there at all, for the organiser too."""
    ana, _bruno = pair
    address = f"/clubs/{club.slug}/{name}"
    both = client.get(address).content
    Player.objects.filter(pk=ana.pk).update(is_hidden=True)

    public = client.get(address)
    sign_in(client, club, "owner")

    assert public["Content-Type"] == "image/png"
    assert public.content != both
    assert client.get(address).content == public.content


def test_every_page_for_sharing_names_a_title_and_a_picture_that_exists(client, club, pair):
    for name in (
        "",
        f"players/{pair[0].pk}/",
        f"players/{pair[0].pk}/records/",
        f"players/{pair[0].pk}/corrections/",
        "ratings/standard/",
        "lists/standard/2/",
    ):
        html = client.get(f"/clubs/{club.slug}/{name}").text

        assert '<meta property="og:title" content="' in html, name
        picture = html.split('<meta property="og:image" content="')[1].split('"')[0]
        assert client.get(picture.removeprefix(settings.BASE_URL)).status_code == 200, name


def test_pictures_are_png_and_change_with_their_content():
    first = Picture("Ångström, Öz", "Ελλάς Борис", (Figure("Standard", 1500, 12),))
    second = Picture("Ångström, Öz", "Ελλάς Борис", (Figure("Standard", None),))

    assert picture_png(first)[:8] == b"\x89PNG\r\n\x1a\n"
    assert picture_png(first) == picture_png(first) != picture_png(second)
    assert (drawable("Łukasz Čapek Nguyễn Ольга Νεφέλη"), drawable("陳美玲")) == (
        "Łukasz Čapek Nguyễn Ольга Νεφέλη", "",
    )  # fmt: skip
    long = Picture("x" * 300, "y" * 300, lines=(("z" * 200, "1500"),))
    assert picture_png(long)[:4] == b"\x89PNG"


def test_only_embeds_may_be_framed(client, club, pair):
    """They hold no script; everything else refuses."""
    ana, _bruno = pair
    for name in (f"players/{ana.pk}/", "ratings/standard/"):
        page = client.get(f"/clubs/{club.slug}/{name}")
        frame = client.get(f"/clubs/{club.slug}/{name}embed/")

        assert "frame-ancestors 'none'" in page["Content-Security-Policy"]
        assert "frame-ancestors *" in frame["Content-Security-Policy"]
        assert "X-Frame-Options" not in frame
        assert "<script" not in frame.content.decode()
