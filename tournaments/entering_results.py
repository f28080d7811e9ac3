"""Results are entered, corrected and taken back while an event runs.

Two helpers at once never overwrite each other silently: who sends the version he saw is told of a
newer one, with its result and who entered it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.access import ClubAccess, Right, nothing_here
from clubs.audit import record_act
from clubs.errors import InvalidInput, Outdated, Problem, Refused
from tournaments.access import works_on_events
from tournaments.boards import refuse_checked
from tournaments.event_lock import lock_event, save_event
from tournaments.models import Pairing, Round, Tournament
from tournaments.results import Result, read_result
from tournaments.told_results import tell_of_results
from tournaments.wrong_results import (
    KEEP,
    PAIR_AGAIN,
    later_round_paired,
    pair_open_boards_again,
    was_used_for_pairing,
)

CODES = frozenset(result.value for result in Result)
RESULT_FIELDS = ("result", "previous_result", "version", "changed_at", "changed_by_label")


def result_from(value: Result | str, *, played: bool | None = None) -> Result:
    """Return the result somebody means: a stored code such as ``+-`` or text such as ``½-½``.

    ``0-0`` says that both lost but not whether they played, which decides whether it is rated: it
    is refused with ``was_it_played`` until ``played`` says so (F16). Raises InvalidInput.
    """
    if isinstance(value, Result):
        return value
    if value in CODES:
        return Result(value)
    try:
        result = read_result(value)
    except ValueError:
        message = _("%(text)s is no result.") % {"text": value[:20]}
        problem = Problem("result_unknown", message, "result", {"text": value[:20]})
        raise InvalidInput("result_invalid", message, problems=[problem]) from None
    if result is Result.BOTH_LOSE and played is not True:
        if played is False:
            return Result.DOUBLE_FORFEIT
        message = _("Was the game played, or were both players absent?")
        facts = {"played": Result.BOTH_LOSE.value, "not_played": Result.DOUBLE_FORFEIT.value}
        problem = Problem("was_it_played", message, "result", facts)
        raise InvalidInput("was_it_played", message, problems=[problem], facts=facts)
    return result


@transaction.atomic
def enter_result(
    access: ClubAccess,
    pairing: Pairing,
    result: Result | str,
    *,
    version: int | None = None,
    played: bool | None = None,
    later_rounds: str = "",
) -> Pairing:
    """Return the board with its result; the same again changes nothing, whatever version was seen.

    Where a later round has been paired with another result, ``later_rounds`` must say ``keep`` (its
    boards stay) or ``pair_again`` (boards without result are paired anew); without it the refusal
    ``later_round_paired`` tells what the correction means.
    """
    wanted = result_from(result, played=played)
    return _change_result(access, pairing, wanted, version, later_rounds)


def _change_result(
    access: ClubAccess,
    pairing: Pairing,
    wanted: Result | None,
    version: int | None,
    later_rounds: str,
) -> Pairing:
    """Return the board with the wanted result; None means the one it had before.

    Neither the board nor its event need have been read.
    """
    tournament = lock_event(access, pairing.tournament, Right.RESULTS)
    board = _board(access, tournament, pairing)
    if wanted is None:
        if not board.previous_result:
            raise Refused("nothing_to_undo", _("This board has had no other result."))
        wanted = Result(board.previous_result)
    if board.result == wanted:
        return board
    _refuse_result(board, version)
    has_later = was_used_for_pairing(tournament, board)
    if has_later and later_rounds not in (KEEP, PAIR_AGAIN):
        raise later_round_paired(access, tournament, board, wanted)
    if later_rounds == PAIR_AGAIN:
        access.require(Right.PAIRING)
    _write_result(access, board, wanted)
    if has_later and later_rounds == PAIR_AGAIN:
        pair_open_boards_again(access, tournament, board.round.number)
    save_event(tournament)
    tell_of_results(access, tournament, [board])
    record_act(
        access.club, access.actor, "result_changed", subject=tournament.name,
        event_number=tournament.number, round=board.round.number, board=board.board_number,
        old=board.previous_result, new=board.result, later_rounds=later_rounds,
    )  # fmt: skip
    return board


def _board(access: ClubAccess, tournament: Tournament, named: Pairing) -> Pairing:
    """Return a board of a locked event with its round; drafts are there for those who pair."""
    boards = tournament.pairings.select_related("round").order_by()
    if named.pk is None:
        place = {"round__number": named.round.number, "board_number": named.board_number}
    else:
        place = {"pk": named.pk}
    board = next(iter(boards.filter(**place)[:1]), None)
    if board is None or (board.round.state == Round.State.DRAFT and not works_on_events(access)):
        raise nothing_here()
    board.tournament = board.round.tournament = tournament
    return board


def refuse_outdated_board(access: ClubAccess, pairing: Pairing, version: int) -> None:
    """Refuse a change of a board that is no longer as the person saw it; locks the event."""
    board = _board(access, lock_event(access, pairing.tournament, Right.RESULTS), pairing)
    if version != board.version:
        raise _outdated(board, version)


def _refuse_result(board: Pairing, version: int | None) -> None:
    if board.round.state != Round.State.PUBLISHED:
        raise Refused(
            "round_not_published",
            _("Publish the round before results are entered."),
            facts={"round": board.round.number, "way_out": ["publish_round"]},
        )
    refuse_checked(board.round)
    if version is not None and version != board.version:
        raise _outdated(board, version)


def _outdated(board: Pairing, version: int) -> Outdated:
    text = _outdated_text(board, version)
    return Outdated("result_changed", text, facts=current_state(board))


def _outdated_text(board: Pairing, version: int) -> str:
    """Return the sentence for somebody who saw an older result, or names a version never there."""
    result = Result(board.result)
    if not 0 < version < board.version or not (board.changed_by_label or result.label):
        return _("It has changed since you read it.")
    return _("%(who)s entered %(result)s for board %(board)s meanwhile.") % {
        "who": board.changed_by_label or _("Somebody"),
        "result": result.label or _("no result"),
        "board": board.board_number,
    }


def current_state(board: Pairing) -> dict[str, Any]:
    """Return what a person who saw an older version has to know of a board."""
    return {
        "board": board.board_number,
        "version": board.version,
        "result": board.result,
        "changed_by": board.changed_by_label,
        "changed_at": board.changed_at.isoformat() if board.changed_at else None,
    }


def _write_result(access: ClubAccess, board: Pairing, result: Result) -> None:
    _set_result(access, board, result)
    board.save(update_fields=RESULT_FIELDS)


def _set_result(access: ClubAccess, board: Pairing, result: Result) -> None:
    board.previous_result, board.result = board.result, result.value
    board.version += 1
    board.changed_at, board.changed_by_label = timezone.now(), access.actor.label


@transaction.atomic
def undo_result(
    access: ClubAccess, pairing: Pairing, *, version: int | None = None, later_rounds: str = ""
) -> Pairing:
    """Return the board with the result it had before the last change; undone twice, it is back."""
    return _change_result(access, pairing, None, version, later_rounds)


@transaction.atomic
def enter_results(
    access: ClubAccess, round_: Round, items: Sequence[Mapping[str, Any]]
) -> list[Pairing]:
    """Return the boards of a round with their new results: all of them, or none.

    Each item has ``board`` and ``result``, optionally ``version`` and ``played``. InvalidInput
    names what is wrong with each as ``results[i].field``; an older version anywhere is Outdated
    with the state of all such boards. The number of queries depends on the number of different
    results only.
    """
    tournament = lock_event(access, round_.tournament_id, Right.RESULTS)
    boards = {
        board.board_number: board
        for board in tournament.pairings.filter(round=round_.pk).select_related("round")
    }
    wanted = _read_items(items, boards)
    for board in boards.values():
        board.tournament = board.round.tournament = tournament
    for board in list(boards.values())[:1]:
        _refuse_result(board, None)
    _refuse_outdated(items, boards, wanted)
    changed = [
        board
        for number, board in boards.items()
        if wanted.get(number, board.result) != board.result
    ]
    corrected = [board for board in changed if not Result(board.result).is_open]
    if corrected and was_used_for_pairing(tournament, corrected[0]):
        raise later_round_paired(
            access, tournament, corrected[0], wanted[corrected[0].board_number]
        )
    old = {board.board_number: board.result for board in changed}
    for board in changed:
        _set_result(access, board, wanted[board.board_number])
    _write_results(changed)
    if changed:
        save_event(tournament)
        tell_of_results(access, tournament, changed)
        record_act(
            access.club, access.actor, "results_entered", subject=tournament.name,
            event_number=tournament.number, round=changed[0].round.number,
            changes=[
                {"board": b.board_number, "old": old[b.board_number], "new": b.result}
                for b in changed
            ],
        )  # fmt: skip
    return [boards[int(item["board"])] for item in items]


def _write_results(boards: Sequence[Pairing]) -> None:
    """Write changed boards: one statement a result, which is far quicker than one for all."""
    by_result: dict[str, list[Pairing]] = {}
    for board in boards:
        by_result.setdefault(board.result, []).append(board)
    for result, alike in by_result.items():
        Pairing.objects.filter(pk__in=[board.pk for board in alike]).update(
            previous_result=F("result"),
            result=result,
            version=F("version") + 1,
            changed_at=alike[0].changed_at,
            changed_by_label=alike[0].changed_by_label,
        )


def _read_items(
    items: Sequence[Mapping[str, Any]], boards: Mapping[int, Pairing]
) -> dict[int, Result]:
    wanted: dict[int, Result] = {}
    problems = []
    for index, item in enumerate(items):
        path = f"results[{index}]"
        number = item.get("board")
        if not isinstance(number, int) or number not in boards:
            message = _("There is no board %(board)s in this round.") % {"board": number}
            problems.append(
                Problem("board_unknown", message, f"{path}.board", {"board": str(number)[:20]})
            )
            continue
        if number in wanted:
            message = _("Board %(board)s is listed twice.") % {"board": number}
            problems.append(Problem("board_twice", message, f"{path}.board", {"board": number}))
            continue
        try:
            wanted[number] = result_from(item.get("result") or "", played=item.get("played"))
        except InvalidInput as wrong:
            problems += [
                Problem(each.code, each.message, f"{path}.result", each.facts)
                for each in wrong.problems
            ]
    if problems:
        raise InvalidInput("results_invalid", _("No result was entered."), problems=problems)
    return wanted


def _refuse_outdated(
    items: Sequence[Mapping[str, Any]],
    boards: Mapping[int, Pairing],
    wanted: Mapping[int, Result],
) -> None:
    problems = []
    for index, item in enumerate(items):
        board = boards[item["board"]]
        is_new = wanted[board.board_number] != board.result
        if is_new and item.get("version") not in (None, board.version):
            problems.append(
                Problem(
                    "result_changed",
                    _outdated_text(board, item["version"]),
                    f"results[{index}].version",
                    current_state(board),
                )
            )
    if problems:
        raise Outdated(
            "result_changed",
            _("Somebody entered results meanwhile. Look at them and repeat what you did."),
            problems=problems,
            facts={"boards": [dict(problem.facts) for problem in problems]},
        )
