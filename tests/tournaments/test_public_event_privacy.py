"""F18 on everything an event gives out: pages, explanations, files, frame, picture, club home."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from factories import make_access, make_club, make_member
from factories_events import make_event, make_field, play_round

from clubs.models import Membership, NameForm, Player
from tournaments.closing import close_tournament
from tournaments.exporting import PUBLIC_DIALECTS
from tournaments.models import Tournament
from tournaments.results import Result

pytestmark = pytest.mark.django_db

# What nobody outside those who organise may read anywhere.
PRIVATE = {
    "email": "hidden.person@example.org", "phone": "+351900111222", "note": "owes a coffee",
    "national_id": "NAT7788",
}  # fmt: skip
FAMILY = "Familyword"
BORN = date(2013, 5, 14)


@pytest.fixture
def event(django_capture_on_commit_callbacks) -> Tournament:
    """An event of six: one hidden, one pseudonymised, one with a short name, two of a family."""
    access = make_access(make_club("Torre"))
    event = make_event(access, rounds_planned=3)
    make_field(access, event, [1900, 1800, 1700, 1600, 1500, 1400])
    players = {name: Player.objects.get(name=name) for name in ("P1", "P2", "P3", "P4")}
    hide(players["P1"], "Segredo, Aurora", latin_name="Segredolatin", is_hidden=True)
    hide(players["P2"], "Anonima, Berta", pseudonymised_at=timezone.now())
    hide(players["P3"], "Curtomar, Carla", name_form=NameForm.SHORT)
    hide(players["P4"], "Curtomar, Diana", name_form=NameForm.NEUTRAL)
    Player.objects.filter(name__in=["Segredo, Aurora", "P5"]).update(family_group=FAMILY)
    for _ in range(3):
        play_round(access, event, {1: Result.WHITE_WINS})
    with django_capture_on_commit_callbacks(execute=True):
        close_tournament(access, event)
    return event


def hide(player: Player, name: str, **more: object) -> None:
    Player.objects.filter(pk=player.pk).update(
        name=name, birth_date=BORN, birth_year=BORN.year, fide_id=9_000_000 + player.pk,
        **PRIVATE, **more,
    )  # fmt: skip


def outputs(event: Tournament) -> list[str]:
    """Return every public address of the event, and the club's first page."""
    pages = [
        "tournament_page", "tournament_crosstable", "tournament_report", "embed_standings",
    ]  # fmt: skip
    ranks = [rank for rank in range(1, 7) if rank != 1]
    here = [event.club.slug, event.number]
    return [
        reverse("club_home", args=here[:1]),
        reverse("tournament_list", args=here[:1]),
        *(reverse(name, args=here) for name in pages),
        *(f"{reverse('tournament_page', args=here)}?why={rank}&by=BH" for rank in range(1, 7)),
        *(
            f"{reverse('tournament_round', args=[*here, number])}?why={board}"
            for number in (1, 2, 3)
            for board in (1, 2, 3)
        ),
        *(reverse("tournament_entry", args=[*here, rank]) for rank in ranks),
        *(reverse("tournament_file", args=[*here, dialect]) for dialect in PUBLIC_DIALECTS),
    ]


@pytest.fixture
def read(event: Tournament) -> Callable[[Client], str]:
    def everything(client: Client) -> str:
        texts = []
        for address in outputs(event):
            answer = client.get(address)
            assert answer.status_code == 200, address
            texts.append(answer.content.decode())
        return "\n".join(texts)

    return everything


def test_the_public_learns_nothing_of_whom_it_may_not_know(event, read):
    text = read(Client())

    names = ("Segredo", "Segredolatin", "Anonima", "Curtomar", "Diana")
    for word in (*PRIVATE.values(), FAMILY, "of one family", *names):
        assert word not in text, word
    for written in ("2013/05/14", "2013-05-14", "14 May 2013", "2013"):
        assert written not in text, written
    for player in Player.objects.filter(club=event.club, fide_id__isnull=False):
        assert str(player.fide_id) not in text
    hidden = Player.objects.get(is_hidden=True)
    assert f"Player {hidden.pk}" in text
    assert "Carla C." in text


def test_a_hidden_player_has_no_link_and_no_card(event, read):
    hidden = event.entries.select_related("player").get(player__is_hidden=True)

    text = read(Client())

    here = [event.club.slug, event.number]
    assert reverse("player_page", args=[event.club.slug, hidden.player_id]) not in text
    card = reverse("tournament_entry", args=[*here, hidden.starting_rank])
    assert card not in text
    assert Client().get(card).status_code == 404


@pytest.mark.parametrize("role", ["member", "helper"])
def test_members_see_names_but_no_private_facts(event, read, role):
    client = Client()
    client.force_login(make_member(event.club, role))

    text = read(client)

    assert "Segredo, Aurora" in text
    for word in (*PRIVATE.values(), FAMILY, "of one family", "2013/05/14", "2013-05-14"):
        assert word not in text, word


def test_organisers_get_what_an_exchange_file_needs(event):
    client = Client()
    client.force_login(make_member(event.club, "organiser"))

    file = client.get(reverse("tournament_file", args=[event.club.slug, event.number, "trf26"]))

    assert "2013/05/14" in file.text
    assert re.search(r"^(XXP|260)", file.text, re.MULTILINE)
    public = Client().get(reverse("tournament_file", args=[event.club.slug, event.number, "trf26"]))
    assert not re.search(r"^(XXP|260)", public.text, re.MULTILINE)
    assert "attachment" in file.headers["Content-Disposition"]


def test_somebody_of_another_club_is_the_public(event, read):
    client = Client()
    client.force_login(make_member(make_club("South"), "owner"))

    assert "Segredo" not in read(client)


def test_the_picture_is_the_publics_whoever_asks(event):
    address = reverse("tournament_picture", args=[event.club.slug, event.number])
    organiser = Client()
    organiser.force_login(make_member(event.club, "organiser"))

    public = Client().get(address)

    assert public.headers["Content-Type"] == "image/png"
    assert organiser.get(address).content == public.content
    Player.objects.filter(is_hidden=True).update(name="Outro, Nome")
    assert Client().get(address).content == public.content


def test_the_pages_name_the_picture_and_the_title_for_shared_links(event):
    html = Client().get(reverse("tournament_page", args=[event.club.slug, event.number])).text

    picture = reverse("tournament_picture", args=[event.club.slug, event.number])
    assert f'<meta property="og:image" content="{settings.BASE_URL}{picture}">' in html
    assert '<meta property="og:title" content="Club night · Torre">' in html


def test_the_frame_may_stand_on_any_site_and_holds_no_script(event):
    answer = Client().get(reverse("embed_standings", args=[event.club.slug, event.number]))

    assert "frame-ancestors *" in answer.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in answer.headers
    assert "<script" not in answer.text
    assert "<form" not in answer.text


@pytest.mark.parametrize("name", ["tournament_page", "embed_standings", "tournament_picture"])
def test_an_event_for_members_is_nothing_to_the_public(event, name):
    Tournament.objects.filter(pk=event.pk).update(is_public=False)
    address = reverse(name, args=[event.club.slug, event.number])

    assert Client().get(address).status_code == 404


def test_no_file_but_the_public_ones(event):
    for dialect in ("engine", "exe"):
        address = reverse("tournament_file", args=[event.club.slug, event.number, dialect])
        assert Client().get(address).status_code == 404


def test_one_who_left_the_club_sees_what_the_public_sees(event, read):
    member = make_member(event.club, "member")
    client = Client()
    client.force_login(member)
    Membership.objects.filter(user=member).delete()

    assert "Segredo" not in read(client)
