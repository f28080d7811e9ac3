"""What an event announces for its tie-breaks: a rating for unrated players, forfeits that count."""

from __future__ import annotations

import pytest
from django.urls import reverse
from factories import make_access, make_club
from factories_events import make_event, make_field

from support.api_caller import caller_for
from support.club_night import make_evening
from tournaments.creation import like_last_time
from tournaments.entering_results import enter_results
from tournaments.event_queries import standings_of
from tournaments.event_settings import change_settings
from tournaments.given_rounds import set_round_pairings
from tournaments.models import Tournament
from tournaments.results import Result
from tournaments.standings.presets import PRESETS

pytestmark = pytest.mark.django_db

HERE = "tournaments/1/"


def event_with_an_unrated_player() -> Tournament:
    """Player 3 is unrated; 1 beats 3, 2 draws with 4."""
    access = make_access(make_club("North"))
    event = make_event(access, format="external", rounds_planned=2, tie_breaks=["ARO", "TPR"])
    make_field(access, event, [1800, 1700, None, 1500])
    ranks = {entry.rating: entry.starting_rank for entry in event.entries.all()}
    pairs = [(ranks[1800], ranks[None]), (ranks[1700], ranks[1500])]
    round_ = set_round_pairings(access, event, 1, pairs, in_board_order=True)
    enter_results(
        access, round_,
        [{"board": 1, "result": Result.WHITE_WINS}, {"board": 2, "result": Result.DRAW}],
    )  # fmt: skip
    event.refresh_from_db()
    return event


def test_rating_tie_breaks_have_no_value_while_an_unrated_player_takes_part() -> None:
    event = event_with_an_unrated_player()

    assert {value.value for row in standings_of(event).rows for value in row.values} == {None}


def test_the_rating_an_event_gives_unrated_players_makes_them_values() -> None:
    event = event_with_an_unrated_player()
    change_settings(make_access(event.club), event, unrated_as=1400)
    event.refresh_from_db()

    table = standings_of(event)
    of_rating = {entry.rating: table.row_of[entry.starting_rank] for entry in event.entries.all()}

    # One win: 800 above the opponent by the table; a draw: the opponent's rating.
    assert [value.value for value in of_rating[1800].values] == [1400, 2200]
    assert [value.value for value in of_rating[1700].values] == [1500, 1500]
    assert [value.value for value in of_rating[None].values] == [1800, 1000]
    body = caller_for(event.club).get(f"{HERE}standings/?expand=lines").json()
    lines = [line for row in body["rows"] for value in row["tie_breaks"] for line in value["lines"]]
    assert "assumed-rating" in {reason for line in lines for reason in line["reasons"]}


def test_forfeits_count_in_direct_encounter_where_the_event_says_so() -> None:
    access = make_access(make_club())
    event = make_event(access, format="external", rounds_planned=2, tie_breaks=["DE"])
    make_field(access, event, [1900, 1800, 1700, 1600])
    for number, pairs, results in (
        (1, [(1, 2), (3, 4)], [Result.BLACK_WINS_BY_FORFEIT, Result.DRAW]),
        (2, [(3, 1), (2, 4)], [Result.BLACK_WINS, Result.BLACK_WINS]),
    ):
        round_ = set_round_pairings(access, event, number, pairs, in_board_order=True)
        items = [{"board": n, "result": each} for n, each in enumerate(results, start=1)]
        enter_results(access, round_, items)
    event.refresh_from_db()
    usual = standings_of(event).row_of

    change_settings(access, event, forfeits_count_in_direct_encounter=True)
    event.refresh_from_db()
    row_of = standings_of(event).row_of

    # 1 and 2 have a point each; 2 won their game without play.
    assert (usual[1].rank, usual[2].rank, usual[1].is_shared) == (2, 2, True)
    assert (row_of[2].rank, row_of[1].rank, row_of[1].decided_by) == (2, 3, "DE")


def test_both_are_set_on_the_page_and_kept_for_next_time() -> None:
    evening = make_evening(3)
    client = evening.sign_in()
    url = evening.url("tournament_settings")
    form = client.get(url).context["form"]
    typed = {name: form[name].value() or "" for name in form.fields if name != "is_public"}

    wrong = client.post(url, {**typed, "unrated_as": "4"})
    done = client.post(
        url, {**typed, "unrated_as": "1000", "forfeits_count_in_direct_encounter": "on",
              "tie_breaks": "swiss-rated"},
    )  # fmt: skip

    assert wrong.context["form"].errors["unrated_as"] == ["A number from 100 to 3000."]
    assert done.status_code == 303
    event = Tournament.objects.get(pk=evening.event.pk)
    assert (event.unrated_as, event.forfeits_count_in_direct_encounter) == (1000, True)
    assert event.tie_breaks == list(PRESETS["swiss-rated"])
    again = like_last_time(event, evening.event.start_date)
    assert (again["unrated_as"], again["forfeits_count_in_direct_encounter"]) == (1000, True)


def test_both_are_set_over_the_api() -> None:
    tool = caller_for(make_club("North"))

    made = tool.post("tournaments/", {"name": "Open", "unrated_as": 1200}).json()
    changed = tool.patch(HERE, {"forfeits_count_in_direct_encounter": True}).json()
    wrong = tool.patch(HERE, {"unrated_as": 99})

    assert (made["unrated_as"], made["forfeits_count_in_direct_encounter"]) == (1200, False)
    assert (changed["unrated_as"], changed["forfeits_count_in_direct_encounter"]) == (1200, True)
    assert [item["path"] for item in wrong.json()["errors"]] == ["unrated_as"]


def test_the_usual_orders_are_shown_where_one_is_chosen() -> None:
    evening = make_evening(3)

    page = evening.sign_in().get(reverse("tournament_new", args=[evening.club.slug]))

    for name, codes in PRESETS.items():
        assert f"<dt><b>{name}</b></dt><dd>{', '.join(codes)}</dd>" in page.content.decode()
