"""F18 over REST: list, detail, nested in an event, history; nobody, another player, organisers."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client
from factories import make_access, make_club, make_member, make_player
from factories_events import make_event, play_round, rate

from clubs.models import Club, NameForm, Player
from support.api_caller import caller_for
from tournaments.closing import close_tournament
from tournaments.entries import enter_players
from tournaments.results import Result

PRIVATE = (
    "ana@private.example", "+351 910 000 111", "very private note", "PT-4711", "family-word",
    "2013-05-14", "2013/05/14",
)  # fmt: skip
YEAR = ("2013", '"junior"', ",junior,")


@pytest.fixture
def club(db, django_capture_on_commit_callbacks) -> Club:
    """Ana, born on 14 May 2013, has played Bruno in an event that is closed and rated."""
    club = make_club("North")
    access = make_access(club)
    ana, bruno = make_player(club, "Silva, Ana"), make_player(club, "Costa, Bruno")
    Player.objects.filter(pk=ana.pk).update(
        email=PRIVATE[0], phone=PRIVATE[1], note=PRIVATE[2], national_id=PRIVATE[3],
        family_group=PRIVATE[4], birth_date=date(2013, 5, 14), birth_year=2013, title="WCM",
        federation="POR", fide_id=1900001, sex="w",
    )  # fmt: skip
    for player in (ana, bruno):
        rate(player, 1500, games=40)
    ana.refresh_from_db()
    event = make_event(access, rounds_planned=1)
    enter_players(access, event, [ana, bruno])
    play_round(access, event, usual=Result.WHITE_WINS)
    with django_capture_on_commit_callbacks(execute=True):
        close_tournament(access, event)
    return club


def read(get, club: Club) -> str:
    """Return all that one caller is told of the players."""
    event = club.tournaments.get()
    here = f"tournaments/{event.number}/"
    paths = [
        "players/", "players/?search=silva", "ratings/standard/", "ratings/standard/download/",
        "ratings/standard/history/download/?form=jsonl", "corrections/",
        *(
            f"players/{player}/{name}"
            for player in club.players.values_list("pk", flat=True)
            for name in ("", "ratings/", "history/")
        ),
        here, f"{here}entries/?expand=rounds", f"{here}entries/1/", f"{here}rounds/1/",
        f"{here}standings/?expand=lines", f"{here}crosstable/", f"{here}rating-report/",
        f"{here}file/", f"{here}file/?dialect=json",
    ]  # fmt: skip
    texts = []
    for path in paths:
        answer = get(path)
        assert answer.status_code == 200, (path, answer.status_code)
        texts.append(b"".join(answer).decode())
    return "\n".join(texts)


def visitor(club: Club, user=None):
    """Return what fetches an address below the club for somebody who is signed in, or nobody."""
    client = Client()
    if user:
        client.force_login(user)
    return lambda path: client.get(f"/api/v1/clubs/{club.slug}/{path}")


def those_without_a_claim(club: Club):
    """Yield nobody, another player, a helper, another club's organiser and a reading program."""
    yield visitor(club)
    yield visitor(club, make_member(club, "member"))
    yield visitor(club, make_member(club, "helper"))
    yield visitor(club, make_member(make_club("South"), "organiser"))
    yield caller_for(club, scopes=("read",)).get


def test_only_the_organiser_learns_what_is_private(club):
    for get in those_without_a_claim(club):
        told = read(get, club)

        assert [word for word in (*PRIVATE, *YEAR) if word in told] == []
        assert all(word in told for word in ("Silva, Ana", "WCM", "1900001", "POR"))
    organiser = read(visitor(club, make_member(club, "organiser")), club)
    assert [word for word in (*PRIVATE[:6], "2013", '"junior"') if word not in organiser] == []


def test_the_year_is_told_where_club_and_player_show_it(club):
    Club.objects.update(shows_birth_years=True)
    Player.objects.filter(birth_year=2013).update(shows_birth_year=True)
    club.refresh_from_db()

    for get in those_without_a_claim(club):
        told = read(get, club)
        assert '"birth_year":2013' in told.replace(" ", "")
        assert [word for word in PRIVATE if word in told] == []


@pytest.mark.parametrize(
    ("form", "name"), [(NameForm.SHORT, "Ana S."), (NameForm.NEUTRAL, "Player ")]
)
def test_a_short_or_neutral_name_stands_alone(club, form, name):
    Player.objects.filter(birth_year=2013).update(name_form=form)

    told = read(visitor(club), club)

    assert name in told
    assert [word for word in ("Silva", "WCM", "1900001", "POR") if word in told] == []
    assert "Silva, Ana" in read(visitor(club, make_member(club, "member")), club)


def test_a_hidden_player_leaves_the_opponents_history_whole(club):
    before = visitor(club)(f"players/{club.players.get(name='Costa, Bruno').pk}/history/").json()
    ana = club.players.get(name="Silva, Ana")
    Player.objects.filter(pk=ana.pk).update(is_hidden=True)

    after = visitor(club)(f"players/{club.players.get(name='Costa, Bruno').pk}/history/").json()

    assert after["results"][0]["games"][0].pop("opponent") == {
        "id": ana.pk, "name": f"Player {ana.pk}",
    }  # fmt: skip
    del before["results"][0]["games"][0]["opponent"]
    assert after == before
    assert visitor(club)(f"players/{ana.pk}/").status_code == 404
