"""The commands: import, close, demo club."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from factories import make_club

from clubs.models import Player, User
from ratings.models import RatingChange
from tournaments.demo.club import OWNER
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

FILES = Path(__file__).parent.parent / "data" / "trf"
FACTS = json.loads((FILES / "facts.json").read_text(encoding="utf-8"))


def run(*arguments: str) -> str:
    output = StringIO()
    call_command(*arguments, stdout=output)
    return output.getvalue()


def run_json(*arguments: str) -> dict[str, Any]:
    return json.loads(run(*arguments, "--json"))


def path(name: str) -> str:
    return str(FILES / name)


def test_an_import_answers_in_the_sense_of_the_facts():
    slug = make_club().slug
    name = "r02-krause-titles-crlf.trf"

    answer = run_json(
        "import_trf", path(name), "--club", slug, "--time-control", "standard",
        "--start-date", "2026-02-06", "--close",
    )  # fmt: skip

    facts = FACTS[name]
    assert {key: answer[key] for key in ("players", "games_over_the_board", "unrated")} == {
        key: facts[key] for key in ("players", "games_over_the_board", "unrated")
    }
    assert (answer["rounds"], answer["encoding"], answer["newline"]) == (
        facts["round_columns"], facts["encoding"], facts["newline"],
    )  # fmt: skip
    assert (answer["event"], answer["state"], answer["problems"]) == (1, "closed", [])
    assert answer["slug"] == Tournament.objects.get().slug


def test_a_refused_file_ends_with_an_error_and_its_problems():
    slug = make_club().slug
    output = StringIO()

    with pytest.raises(CommandError):
        call_command(
            "import_trf", path("bad-2-result.trf"), "--club", slug, "--json", stdout=output
        )

    answer = json.loads(output.getvalue())
    assert answer["code"] == "file_refused"
    assert answer["problems"][0]["line"] == 3
    assert Player.objects.count() == 0


def test_a_refused_file_names_place_finding_and_mend_in_words():
    with pytest.raises(CommandError) as refused:
        run("import_trf", path("bad-5-extra-round.trf"), "--club", make_club().slug)

    first, *lines = str(refused.value).splitlines()
    assert first == "The file was not imported."
    assert [line.split(":")[0].strip() for line in lines] == [
        "line 2, column 142", "line 7, column 142",
    ]  # fmt: skip
    assert "Found “7 b 1”. Allowed: at most 5 rounds (line 8)." in lines[0]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere.trf", "--club", "none"], "no club"),
        (["nowhere.trf", "--club", "{slug}"], "cannot be read"),
        (["{file}", "--club", "{slug}", "--start-date", "tomorrow"], "YYYY-MM-DD"),
        (["{file}", "--club", "{slug}", "--match", "3"], "RANK=PLAYER"),
        (["{file}", "--club", "{slug}", "--match", "²=new"], "RANK=PLAYER"),
        (["{file}", "--club", "{slug}", "--event", "99"], "no event with the number or slug “99”"),
    ],
)
def test_a_wrong_argument_is_named(arguments: list[str], words: str):
    slug = make_club().slug
    filled = [a.format(slug=slug, file=path("SYN-1/final.trf")) for a in arguments]

    with pytest.raises(CommandError, match=words):
        run("import_trf", *filled)


def test_a_dry_run_says_what_would_happen():
    text = run("import_trf", path("SYN-1/final.trf"), "--club", make_club().slug, "--dry-run")

    assert "10 players (10 new), 5 rounds" in text
    assert "this was a dry run" in text
    assert Tournament.objects.count() == 0


def test_an_event_is_closed_by_number_or_slug_and_closing_again_is_no_error(
    django_capture_on_commit_callbacks,
):
    slug = make_club().slug
    run("import_trf", path("SYN-1/final.trf"), "--club", slug, "--time-control", "standard")
    event = Tournament.objects.get()

    with pytest.raises(CommandError, match="no event with the number or slug “nothing”"):
        run("close_tournament", "nothing", "--club", slug)
    with django_capture_on_commit_callbacks(execute=True):
        first = run_json("close_tournament", event.slug, "--club", slug)
    again = run_json("close_tournament", str(event.number), "--club", slug)

    assert (first["rating"], again["rating"]) == ("waiting", "rated")
    assert first["games"] == again["games"]
    change = RatingChange.objects.filter(event_key=1).select_related("player").first()
    assert change is not None
    by_slug = run("explain", change.player.name, event.slug, "--club", slug)
    assert by_slug == run("explain", change.player.name, "1", "--club", slug)


def test_an_event_that_cannot_be_closed_says_why():
    slug = make_club().slug
    run("import_trf", path("r16-hash-comments-round0.trf"), "--club", slug)

    with pytest.raises(CommandError, match="no first day"):
        run("close_tournament", "1", "--club", slug)


def test_the_demo_club_is_set_up_once_and_loses_nothing(django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        first = run("setup_demo")
    Tournament.objects.filter(number=1).update(city="Tried out")
    players, changes = Player.objects.count(), RatingChange.objects.count()

    again = run("setup_demo")

    password = next(line for line in first.splitlines() if OWNER in line).split()[-1]
    assert User.objects.get(email=OWNER).check_password(password)
    assert OWNER not in again
    assert (Player.objects.count(), RatingChange.objects.count()) == (players, changes)
    assert Tournament.objects.get(number=1).city == "Tried out"
    assert list(Tournament.objects.order_by("number").values_list("format", "state")) == [
        ("swiss", "closed"), ("swiss", "closed"), ("swiss", "closed"),
        ("round_robin", "closed"), ("round_robin", "closed"), ("swiss", "running"),
    ]  # fmt: skip
    assert set(
        RatingChange.objects.filter(event_key__isnull=False).values_list(
            "rating_list__time_control", flat=True
        )
    ) == {"standard", "rapid", "blitz"}
