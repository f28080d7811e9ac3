"""Players: particulars, the public's view of them, and making one anonymous."""

from __future__ import annotations

from datetime import date

import pytest
from django.contrib.auth.models import AnonymousUser

from clubs.access import club_for
from clubs.errors import InvalidInput, NotAllowed, Outdated, Refused
from clubs.models import AuditEvent, Player
from clubs.players import add_player, change_player, pseudonymise_player
from clubs.public_fields import PUBLIC_FIELDS, public_player


@pytest.fixture
def young(people):
    """Return the player of case F18: everything filled in, born on 14 May 2013."""
    return add_player(
        people.access(people.ana),
        name="Sousa, Ana Maria",
        birth_date=date(2013, 5, 14),
        email="parent@example.org",
        phone="+351 000 000",
        note="allergic to nuts",
        fide_id=1234567,
    )


def test_every_wrong_field_is_named(people):
    with pytest.raises(InvalidInput) as refused:
        add_player(
            people.access(people.ana),
            name="  ",
            birth_year=1850,
            federation="portugal",
            title="XM",
            fide_id=-5,
        )

    assert sorted(problem.path for problem in refused.value.problems) == [
        "birth_year",
        "federation",
        "fide_id",
        "name",
        "title",
    ]
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("O'Neil,  Íris", "O'Neil, Íris"),
        ("Jose\u0301", "José"),
        ("\u202eEvil\u202c, Rui", "Evil, Rui"),
        ("محمد، علي", "محمد، علي"),
        ("♞ Rui", "♞ Rui"),
    ],
)
def test_names_are_kept_as_written_in_composed_form(people, typed, stored):
    assert add_player(people.access(people.ana), name=typed).name == stored


def test_a_helper_adds_nobody(people):
    with pytest.raises(NotAllowed):
        add_player(people.access(people.hans), name="Lima, Rui")


def test_two_players_cannot_have_one_fide_id(people, young):
    with pytest.raises(InvalidInput) as refused:
        add_player(people.access(people.ana), name="Other", fide_id=1234567)

    assert refused.value.problems[0].path == "fide_id"
    assert refused.value.problems[0].facts == {"player": young.pk}


def test_an_older_version_does_not_overwrite(people, young):
    access = people.access(people.ana)
    change_player(access, young, version=1, title="CM")

    with pytest.raises(Outdated):
        change_player(access, young, version=1, title="FM")

    young.refresh_from_db()
    assert (young.title, young.version) == ("CM", 2)


def test_the_public_sees_a_minor_by_first_name_and_initial(people, young):
    seen = public_player(young, club_for(AnonymousUser(), "north"))

    assert tuple(seen) == PUBLIC_FIELDS
    assert seen == {
        "id": young.pk,
        "name": "Ana S.",
        "latin_name": "",
        "title": "",
        "sex": "",
        "federation": "",
        "fide_id": None,
        "birth_year": None,
    }


def test_birth_year_needs_the_consent_of_club_and_player(people, young):
    people.north.shows_birth_years = True
    people.north.save()
    public = club_for(AnonymousUser(), "north")
    assert public_player(young, public)["birth_year"] is None

    change_player(people.access(people.ana), young, shows_birth_year=True)
    young.refresh_from_db()

    assert public_player(young, public)["birth_year"] == 2013


def test_an_anonymous_player_keeps_nothing_that_names_him(people, young):
    pseudonymise_player(people.access(people.ana), young)

    stored = Player.objects.filter(pk=young.pk).values().get()
    left = {
        key: stored[key]
        for key in ("latin_name", "email", "phone", "note", "fide_id", "birth_date", "national_id")
    }
    assert set(left.values()) == {"", None}
    assert stored["name"] == f"Player {young.pk}"
    assert stored["birth_year"] == 2013
    assert not AuditEvent.objects.filter(subject__contains="Sousa").exists()


@pytest.mark.parametrize(
    "field",
    [
        {"name": "Sousa, Ana"},
        {"fide_id": 1234567},
        {"birth_date": date(2013, 5, 4)},
        {"note": "Ana"},
        {"name_form": "full"},
    ],
)
def test_nothing_names_a_player_again_whose_name_was_taken_away(people, young, field):
    access = people.access(people.ana)
    pseudonymise_player(access, young)

    with pytest.raises(Refused) as refused:
        change_player(access, young, **field)

    assert refused.value.code == "pseudonymised"
    assert refused.value.facts == {"fields": [*field]}
    assert Player.objects.get(pk=young.pk).name == f"Player {young.pk}"
    assert change_player(access, young, is_hidden=True, birth_year=2012).birth_year == 2012
