"""Who plays: ticks, newcomers, check-in, leaving, coming back, byes, families, namesakes."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone
from factories import make_player

from clubs.models import AuditEvent, FidePlayer, Player
from clubs.players import add_player
from support.club_night import Evening, make_evening
from tournaments.models import Bye, Entry, Tournament
from tournaments.results import ByeKind

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def evening() -> Evening:
    return make_evening(4)


def entry(evening: Evening, rank: int) -> Entry:
    return Entry.objects.select_related("player").get(tournament=evening.event, starting_rank=rank)


def test_ticked_players_enter_and_a_second_press_changes_nothing(evening: Evening) -> None:
    one, other = make_player(evening.club, "Ada"), make_player(evening.club, "Bea")
    url = evening.url("enter_ticked")
    client = evening.sign_in()

    for _press in range(2):
        assert client.post(url, {"player": [one.pk, other.pk]}).status_code == 303

    assert evening.event.entries.count() == 6


def test_players_of_another_club_cannot_be_ticked(evening: Evening) -> None:
    foreign = make_evening().entries()[0].player

    evening.sign_in().post(evening.url("enter_ticked"), {"player": [foreign.pk, "x", "9" * 30]})

    assert evening.event.entries.count() == 4


def test_those_who_come_most_often_are_offered_first(evening: Evening) -> None:
    from tournaments.creation import create_like_last_time  # noqa: PLC0415

    make_player(evening.club, "Aaron Never")
    following = create_like_last_time(
        evening.access, evening.event, start_date=evening.event.start_date
    )
    client = evening.sign_in()
    url = evening.url("manage_entries").replace("/1/manage", f"/{following.number}/manage")

    offered = [each.player.name for each in client.get(url).context["regulars"]]

    assert offered[-1] == "Aaron Never"
    assert len(offered) == 5


def test_newcomers_enter_in_one_line_each(evening: Evening) -> None:
    text = "Ana Sousa 2011 1240\n\nبدر العلي\nEmoji \N{GRINNING FACE}"

    answer = evening.sign_in().post(evening.url("add_newcomers"), {"names": text})

    assert answer.status_code == 303
    ana = Player.objects.get(name="Ana Sousa")
    assert (ana.birth_year, ana.entries.get().rating) == (2011, 1240)
    assert evening.event.entries.count() == 7


def test_a_namesake_is_asked_about_before_somebody_is_added_twice(evening: Evening) -> None:
    Player.objects.filter(pk=entry(evening, 1).player_id).update(
        name="Emre Yılmazer", search_name="emre yilmazer", birth_year=1974
    )
    client = evening.sign_in()

    answer = client.post(evening.url("add_newcomers"), {"names": "Emre Yilmazer 2013"})
    page = answer.content.decode()

    assert answer.status_code == 409
    assert "Emre Yılmazer, born 1974, is a player of the club already." in page
    assert "Emre Yilmazer 2013</textarea>" in page
    sent = {"names": "Emre Yilmazer 2013", "namesakes_are_new": "1"}
    assert client.post(evening.url("add_newcomers"), sent).status_code == 303
    assert evening.event.entries.count() == 5


@pytest.mark.parametrize("typed", ["Badr al-Ali", "al-Ali, Badr", "علي بدر"])
def test_a_namesake_is_known_by_his_latin_name_and_in_any_order(
    evening: Evening, typed: str
) -> None:
    add_player(evening.access, name="بدر علي", latin_name="al-Ali, Badr")

    answer = evening.sign_in().post(evening.url("add_newcomers"), {"names": typed})

    assert answer.status_code == 409
    assert "بدر علي is a player of the club already." in answer.content.decode()


@pytest.mark.parametrize("typed", ["", "  \n ", "1234", "x" * 200, "Ana 1899 99999"])
def test_lines_that_cannot_be_names_keep_what_was_typed(evening: Evening, typed: str) -> None:
    answer = evening.sign_in().post(evening.url("add_newcomers"), {"names": typed})

    page = answer.content.decode()
    assert answer.status_code == 422
    assert typed.strip() in page
    assert "None" not in page
    assert evening.event.entries.count() == 4


@pytest.mark.parametrize("typed", ["Ana -5", "Ana 99999", "Ana 1500 1500"])
def test_numbers_that_are_left_over_become_no_part_of_a_name(evening: Evening, typed: str) -> None:
    answer = evening.sign_in().post(evening.url("add_newcomers"), {"names": f"Bo\n{typed}"})

    assert answer.status_code == 422
    assert f"Line 2, {typed}: There are more numbers" in answer.content.decode()
    assert evening.event.entries.count() == 4


def test_a_tick_on_arrival_answers_with_the_row_and_the_count(evening: Evening) -> None:
    evening.play_round()
    who = entry(evening, 1)
    url = evening.url("check_in_entry", entry_id=who.pk)

    answer = evening.sign_in("helper").post(url, {"present": "1"}, headers=HTMX)
    text = answer.content.decode()

    assert answer.status_code == 200
    assert "<html" not in text
    assert f'id="e{who.pk}"' in text
    assert "1 here" in text
    evening.sign_in("helper").post(url)
    assert entry(evening, 1).checked_in_at is None


def test_who_is_not_here_is_left_out_of_the_next_round(evening: Evening) -> None:
    client = evening.sign_in()
    for rank in (1, 2):
        url = evening.url("check_in_entry", entry_id=entry(evening, rank).pk)
        client.post(url, {"present": "1"})

    client.post(evening.url("leave_absent_out"))
    client.post(evening.url("pair_next_round"), {"round": "1"})

    assert evening.event.rounds.get().pairings.count() == 1


def test_a_late_entry_may_get_half_a_point_for_the_round_it_missed(evening: Evening) -> None:
    evening.play_round()
    late = make_player(evening.club, "Late")

    evening.sign_in().post(
        evening.url("enter_ticked"), {"player": [late.pk], "missed_rounds_as": "H"}
    )

    found = Entry.objects.get(player=late)
    assert (found.starting_rank, found.first_round) == (5, 2)
    assert list(found.byes.values_list("round_number", "kind")) == [(1, "H")]


def test_withdrawing_and_coming_back(evening: Evening) -> None:
    evening.play_round()
    who = entry(evening, 4)
    url = evening.url("manage_entry", entry_id=who.pk)
    client = evening.sign_in()

    assert client.post(url, {"act": "withdraw", "round_number": "2"}).status_code == 303
    assert entry(evening, 4).withdrawn_after == 1
    assert client.post(url, {"act": "return", "round_number": "2"}).status_code == 303
    assert entry(evening, 4).withdrawn_after is None


def test_withdrawing_somebody_who_is_paired_offers_the_ways_out(evening: Evening) -> None:
    evening.play_round(results=False)
    url = evening.url("manage_entry", entry_id=entry(evening, 1).pk)
    client = evening.sign_in()

    answer = client.post(url, {"act": "withdraw", "round_number": "1"})
    page = answer.content.decode()

    assert answer.status_code == 409
    assert "Withdraw, the opponent wins" in page
    sent = {"act": "withdraw", "round_number": "1", "paired": "forfeit"}
    assert client.post(url, sent).status_code == 303
    board = evening.event.rounds.get().pairings.filter(white=entry(evening, 1)) | (
        evening.event.rounds.get().pairings.filter(black=entry(evening, 1))
    )
    assert board.get().result in ("+-", "-+")


def test_the_limits_of_half_point_byes_are_said_in_whole_words(evening: Evening) -> None:
    url = evening.url("manage_entry", entry_id=entry(evening, 1).pk)
    client = evening.sign_in()

    for last, said in ((1, "None in the last round."), (2, "None in the last 2 rounds.")):
        Tournament.objects.update(last_rounds_without_bye=last)
        assert f"At most 1 in this event. {said}" in client.get(url).content.decode()


def test_half_point_byes_have_a_cap_that_a_reason_overrules(evening: Evening) -> None:
    url = evening.url("manage_entry", entry_id=entry(evening, 1).pk)
    client = evening.sign_in()

    assert client.post(url, {"act": "bye", "round_number": "1", "kind": "H"}).status_code == 303
    refused = client.post(url, {"act": "bye", "round_number": "2", "kind": "H", "reason": ""})
    assert refused.status_code == 409
    assert "A player may take 1 half-point bye in this event." in refused.content.decode()
    sent = {"act": "bye", "round_number": "2", "kind": "H", "reason": "Late train"}
    assert client.post(url, sent).status_code == 303
    bye = Bye.objects.get(round_number=2)
    client.post(url, {"act": "cancel_bye", "bye": bye.pk})
    assert list(Bye.objects.values_list("round_number", "kind")) == [(1, ByeKind.HALF_POINT)]


@pytest.mark.parametrize("sent", [{"act": "bye", "round_number": "99"}, {"act": "withdraw"}, {}])
def test_impossible_rounds_are_refused_at_the_page(evening: Evening, sent: dict[str, str]) -> None:
    url = evening.url("manage_entry", entry_id=entry(evening, 1).pk)

    assert evening.sign_in().post(url, sent).status_code in (303, 422)
    assert entry(evening, 1).withdrawn_after is None


def test_removing_goes_back_to_the_list(evening: Evening) -> None:
    url = evening.url("manage_entry", entry_id=entry(evening, 4).pk)

    answer = evening.sign_in().post(url, {"act": "remove"})

    assert answer["Location"] == evening.url("manage_entries")
    assert evening.event.entries.count() == 3


def test_families_are_set_for_several_at_once(evening: Evening) -> None:
    ids = [entry(evening, 1).pk, entry(evening, 2).pk]

    evening.sign_in().post(evening.url("set_family"), {"entry": ids, "word": "Hinterhuber"})

    assert [entry(evening, n).player.family_group for n in (1, 2, 3)] == ["Hinterhuber"] * 2 + [""]


def test_the_starting_list_is_numbered_by_hand_until_round_1_is_published(evening: Evening) -> None:
    last = entry(evening, 4)
    client = evening.sign_in()
    url = evening.url("starting_list")

    client.post(
        url, {"order": "hand", f"place-{last.pk}": "1", f"place-{entry(evening, 1).pk}": "2"}
    )
    assert entry(evening, 1).pk == last.pk
    client.post(url, {"order": "rating"})
    assert entry(evening, 4).pk == last.pk
    evening.play_round()
    assert client.post(url, {"order": "rating"}).status_code == 409


def test_the_wrong_namesake_is_replaced_while_the_event_runs(evening: Evening) -> None:
    wrong = entry(evening, 1)
    right = make_player(evening.club, wrong.player.name)
    url = evening.url("replace_entry", entry_id=wrong.pk)
    client = evening.sign_in()

    assert [each.pk for each in client.get(url).context["candidates"]] == [right.pk]
    assert client.post(url, {"player": right.pk}).status_code == 303
    assert Entry.objects.get(pk=wrong.pk).player_id == right.pk


def test_somebody_who_plays_already_cannot_replace(evening: Evening) -> None:
    url = evening.url("replace_entry", entry_id=entry(evening, 1).pk)

    answer = evening.sign_in().post(url, {"player": entry(evening, 2).player_id})

    assert answer.status_code == 422
    assert "plays in this event already." in answer.content.decode()


def test_a_player_of_another_club_is_not_found(evening: Evening) -> None:
    foreign = make_evening().entries()[0].player
    url = evening.url("replace_entry", entry_id=entry(evening, 1).pk)

    assert evening.sign_in().post(url, {"player": foreign.pk}).status_code == 404


def test_a_helper_ticks_who_arrives_before_the_first_round(evening: Evening) -> None:
    client = evening.sign_in("helper")
    first = entry(evening, 1)
    page = client.get(evening.url("manage_entries")).content.decode()

    assert first.player.name in page
    for name in ("manage_tournament", "manage_rounds", "tournament_page", "enter_ticked"):
        assert f'"{evening.url(name)}"' not in page
    url = evening.url("check_in_entry", entry_id=first.pk)
    assert client.post(url, {"present": "1"}).status_code == 303
    assert client.post(url, {"present": "1"}, headers=HTMX).status_code == 200

    assert Entry.objects.get(pk=first.pk).checked_in_at is not None
    assert AuditEvent.objects.filter(action="players_checked_in").count() == 1


@pytest.mark.parametrize("name", ["club_manage", "club_home"])
def test_a_helper_finds_the_event_that_is_being_prepared(evening: Evening, name: str) -> None:
    today = timezone.localdate()
    Tournament.objects.update(start_date=today, end_date=today)

    page = evening.sign_in("helper").get(reverse(name, args=[evening.club.slug]))

    assert f'href="{evening.url("manage_entries")}"' in page.content.decode()


def test_a_newcomer_of_the_fide_list_enters_by_his_number(evening: Evening) -> None:
    FidePlayer.objects.create(
        fide_id=1901234, name="Sousa, Ana", search_name="sousa ana", federation="POR",
        birth_year=1990, standard=1640, rapid=1580,
    )  # fmt: skip
    client = evening.sign_in()
    assert "data-suggests-for" in client.get(evening.url("manage_entries")).content.decode()
    sent = {"names": "1901234"}

    assert client.post(evening.url("add_newcomers"), sent).status_code == 303
    ana = Player.objects.get(fide_id=1901234)
    assert (ana.name, ana.birth_year, ana.entries.get().rating) == ("Sousa, Ana", 1990, 1580)

    again = client.post(evening.url("add_newcomers"), sent)
    assert again.status_code == 409
    assert "Sousa, Ana, born 1990, is a player of the club already." in again.content.decode()
    assert client.post(evening.url("add_newcomers"), {"names": "1999999"}).status_code == 422
