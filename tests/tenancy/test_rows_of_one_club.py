"""The database refuses a row that ties two clubs together, at whichever column."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.db import IntegrityError, transaction
from django.db.models import Field, ForeignKey, ManyToManyField, Model
from factories import ANA, list_of, make_club, make_player, make_rating, make_report

from clubs.models import Club
from clubs.same_club import SameClub
from ratings.models import RatingAdjustment, RatingPolicy, RatingReport, RatingRevision
from ratings.submit import submit_report
from support.ledger import settle


def is_of_a_club(model: type[Model]) -> bool:
    return any(field.name == "club" for field in model._meta.fields)


def tenant_keys() -> list[tuple[type[Model], Field]]:
    """Return every column by which a row of a club points at a row of a club."""
    return [
        (model, field)
        for model in apps.get_models()
        for field in model._meta.get_fields()
        if isinstance(field, ForeignKey | ManyToManyField)
        and field.name != "club"
        and is_of_a_club(model)
        and is_of_a_club(field.related_model)
    ]


def test_every_key_of_a_club_s_row_stays_in_the_club() -> None:
    keys = tenant_keys()
    missing = [
        f"{model._meta.label}.{field.name}"
        for model, field in keys
        if field.name
        not in {item.field for item in model._meta.constraints if isinstance(item, SameClub)}
    ]

    assert missing == []
    assert (RatingRevision, RatingRevision._meta.get_field("cause_report")) in keys


def a_row_of(club: Club) -> RatingRevision:
    """Return a revision that is not stored, of a club with a report and a rating by hand."""
    a, b = make_player(club), make_player(club)
    make_rating(a, 1500)
    submit_report(club, ANA, make_report([(a, b, "10")]))
    settle(club)
    return RatingRevision(club=club, rating_list=list_of(club), player=a)


@pytest.mark.parametrize(
    ("name", "target"),
    [
        ("adjustment", RatingAdjustment),
        ("cause_report", RatingReport),
        ("cause_adjustment", RatingAdjustment),
    ],
)
def test_a_revision_names_nothing_of_another_club(
    transactional_db: None, name: str, target: type[Model]
) -> None:
    ours, theirs = a_row_of(make_club()), a_row_of(make_club())
    setattr(ours, name, target.objects.get(club=ours.club))
    ours.save()
    setattr(theirs, name, target.objects.get(club=ours.club))

    with pytest.raises(IntegrityError), transaction.atomic():
        theirs.save()


@pytest.mark.django_db
def test_a_policy_under_which_nobody_falls_names_the_lowest_rating() -> None:
    policies = RatingPolicy.objects.filter(club=make_club())

    with pytest.raises(IntegrityError, match="minimum_where_nobody_falls"):
        policies.update(minimum=None)
