"""What the pairing library says, in words for organisers."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.errors import Problem, Refused
from tournaments.pairing.errors import PairingError, WrongState
from tournaments.pairing.validate import Code, Finding

REFUSALS: dict[str, str | Promise] = {
    "too_few_players": gettext_lazy(
        "Fewer than two players are here for this round, so there is nothing to pair. "
        "You can close the event."
    ),
    "no_legal_pairing": gettext_lazy(
        "No pairing of these players keeps the rules: too many of them have met already. "
        "Pair the round by hand, or end the event here."
    ),
    "engine_failed": gettext_lazy(
        "The pairing program broke off. Nothing was changed; try again, or pair by hand."
    ),
    "engine_timed_out": gettext_lazy(
        "The pairing took too long and was ended. Nothing was changed; try again, or pair by hand."
    ),
    "pairing_error": gettext_lazy("This round cannot be paired."),
}
WRONG_STATES: dict[str, str | Promise] = {
    "round_out_of_range": gettext_lazy("All rounds of this event have been paired."),
    "earlier_round_missing": gettext_lazy("An earlier round has no boards."),
    "results_missing": gettext_lazy("Results of an earlier round are missing."),
    "initial_colour_missing": gettext_lazy("The first colour has not been drawn."),
    "unknown_player": gettext_lazy("A player is not in the starting list."),
    "points_not_expressible": gettext_lazy(
        "The pairing program cannot work with the points this event gives."
    ),
    "acceleration_needs_standard_points": gettext_lazy(
        "Acceleration needs a point for a win and half a point for a draw."
    ),
}
FINDINGS: dict[Code, str | Promise] = {
    Code.UNKNOWN_PLAYER: gettext_lazy("Number %(ranks)s is not in the starting list."),
    Code.SELF_PAIRING: gettext_lazy("Number %(ranks)s cannot play against themselves."),
    Code.PLAYER_TWICE: gettext_lazy("Number %(ranks)s is in the round twice."),
    Code.PLAYER_MISSING: gettext_lazy("Number %(ranks)s is here but has no opponent and no bye."),
    Code.ABSENT_PLAYER: gettext_lazy("Number %(ranks)s asked not to be paired in this round."),
    Code.WITHDRAWN_PLAYER: gettext_lazy("Number %(ranks)s has withdrawn."),
    Code.REMATCH: gettext_lazy("Numbers %(ranks)s have met before, in round %(round)s."),
    Code.FORFEIT_MET_AGAIN: gettext_lazy(
        "Numbers %(ranks)s were paired in round %(round)s, but did not play."
    ),
    Code.FORBIDDEN_PAIR: gettext_lazy("Numbers %(ranks)s are of one family."),
    Code.SECOND_BYE: gettext_lazy("Number %(ranks)s had the bye already, in round %(round)s."),
    Code.BYE_AFTER_FREE_POINT: gettext_lazy(
        "Number %(ranks)s won a point without play in round %(round)s and cannot have the bye."
    ),
    Code.NEEDLESS_BYE: gettext_lazy("The number of players is even: nobody needs the bye."),
    Code.SEVERAL_BYES: gettext_lazy("Several players have the bye: %(ranks)s."),
    Code.SAME_COLOUR_THREE_TIMES: gettext_lazy(
        "Number %(ranks)s has the same colour for the third time running."
    ),
    Code.COLOUR_DIFFERENCE: gettext_lazy(
        "Number %(ranks)s would have one colour three times more often than the other."
    ),
    Code.TOPSCORER_COLOUR: gettext_lazy(
        "Number %(ranks)s has a colour that is allowed only at the top of the last round."
    ),
    Code.COLOUR_NOT_DUE: gettext_lazy("Number %(ranks)s does not get the colour that is due."),
    Code.SCORE_DIFFERENCE: gettext_lazy("Numbers %(ranks)s do not have the same points."),
    Code.BOARD_ORDER: gettext_lazy("The boards are not in the order of the points."),
}


def pairing_refusal(error: PairingError) -> Refused:
    """Return the refusal for a round that cannot be paired."""
    reason = str(error.facts.get("reason", ""))
    is_state = isinstance(error, WrongState)
    message = WRONG_STATES.get(reason) if is_state else REFUSALS.get(error.code)
    code = reason if is_state and reason in WRONG_STATES else error.code
    facts = {name: value for name, value in error.facts.items() if name != "detail"}
    return Refused(code, str(message or REFUSALS["pairing_error"]), facts=facts)


def finding_problems(findings: Iterable[Finding], path: str = "boards") -> list[Problem]:
    """Return findings as problems; ``facts.grade`` says how grave each is."""
    return [
        Problem(
            code=finding.code.value,
            message=finding_text(finding),
            path=f"{path}[{finding.board - 1}]" if finding.board else path,
            facts={
                **finding.facts,
                "grade": finding.grade.value,
                "players": list(finding.ranks),
                "article": finding.article,
            },
        )
        for finding in findings
    ]


def finding_text(finding: Finding) -> str:
    """Return a finding as a sentence; players are named by their starting ranks."""
    ranks = ", ".join(str(rank) for rank in finding.ranks)
    return str(FINDINGS[finding.code]) % {"ranks": ranks, **finding.facts}


def results_missing(round_number: int, boards: list[int]) -> Refused:
    """Return the refusal to pair on while results are missing, naming the boards."""
    message = ngettext(
        "The result of board %(boards)s in round %(round)s is missing.",
        "The results of boards %(boards)s in round %(round)s are missing.",
        len(boards),
    ) % {"boards": ", ".join(str(board) for board in boards), "round": round_number}
    return Refused("results_missing", message, facts={"round": round_number, "boards": boards})


def too_few_players(present: list[int]) -> Refused:
    """Return the refusal to make a round for nobody or for one player (F14)."""
    return Refused(
        "too_few_players",
        str(REFUSALS["too_few_players"]),
        facts={"present": present, "way_out": ["close_tournament"]},
    )


def all_rounds_paired(rounds: int) -> Refused:
    """Return the refusal to pair beyond the last round."""
    return Refused(
        "all_rounds_paired",
        _("All rounds of this event have been paired. Add a round in the settings, or close it."),
        facts={"rounds": rounds, "way_out": ["change_settings", "close_tournament"]},
    )


JOB_FAILURES: dict[str, str | Promise] = {
    "worker_lost": gettext_lazy(
        "The program that pairs went away before it was done. Nothing was changed; try again."
    ),
    "event_changed": gettext_lazy(
        "The event changed while the round was being paired. Nothing was stored; pair it again."
    ),
}


def job_failure(code: str) -> str:
    """Return why a round could not be paired in the background, for people."""
    known = {**WRONG_STATES, **REFUSALS, **JOB_FAILURES}
    return str(known.get(code, REFUSALS["pairing_error"]))
