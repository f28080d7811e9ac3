"""Results and outcomes as words and signs for pages."""

from __future__ import annotations

from django import template
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy, pgettext, pgettext_lazy

from tournaments.models import Pairing
from tournaments.results import Outcome, Result

register = template.Library()

WORDS: dict[Result, str | Promise] = {
    Result.PENDING: gettext_lazy("No result yet"),
    Result.ADJOURNED: gettext_lazy("Adjourned, still being played"),
    Result.WHITE_WINS: gettext_lazy("White won"),
    Result.DRAW: pgettext_lazy("result of a game", "Draw"),
    Result.BLACK_WINS: gettext_lazy("Black won"),
    Result.BOTH_LOSE: gettext_lazy("Both lost"),
    Result.WHITE_HALF: gettext_lazy("Half a point for White, none for Black"),
    Result.BLACK_HALF: gettext_lazy("Half a point for Black, none for White"),
    Result.WHITE_WINS_BY_FORFEIT: gettext_lazy("Black did not come"),
    Result.BLACK_WINS_BY_FORFEIT: gettext_lazy("White did not come"),
    Result.DOUBLE_FORFEIT: gettext_lazy("Nobody came"),
    Result.UNRATED_WHITE_WINS: gettext_lazy("White won, not rated"),
    Result.UNRATED_DRAW: gettext_lazy("Draw, not rated"),
    Result.UNRATED_BLACK_WINS: gettext_lazy("Black won, not rated"),
    Result.UNRATED_BOTH_LOSE: gettext_lazy("Both lost, not rated"),
}

OUTCOME_SIGNS: dict[Outcome, str] = {
    Outcome.WIN: "1",
    Outcome.DRAW: "½",
    Outcome.LOSS: "0",
    Outcome.FORFEIT_WIN: "+",
    Outcome.FORFEIT_LOSS: "\N{MINUS SIGN}",
    Outcome.UNRATED_WIN: "1",
    Outcome.UNRATED_DRAW: "½",
    Outcome.UNRATED_LOSS: "0",
    Outcome.PENDING: "",
}

OUTCOME_WORDS: dict[Outcome, str | Promise] = {
    Outcome.WIN: pgettext_lazy("outcome for a player", "Won"),
    Outcome.DRAW: pgettext_lazy("outcome for a player", "Drew"),
    Outcome.LOSS: pgettext_lazy("outcome for a player", "Lost"),
    Outcome.FORFEIT_WIN: gettext_lazy("Won by forfeit, no move was made"),
    Outcome.FORFEIT_LOSS: gettext_lazy("Did not come"),
    Outcome.UNRATED_WIN: gettext_lazy("Won, not rated"),
    Outcome.UNRATED_DRAW: gettext_lazy("Drew, not rated"),
    Outcome.UNRATED_LOSS: gettext_lazy("Lost, not rated"),
    Outcome.PAIRING_ALLOCATED_BYE: gettext_lazy("Bye"),
    Outcome.HALF_POINT_BYE: gettext_lazy("Half-point bye"),
    Outcome.FULL_POINT_BYE: gettext_lazy("Full-point bye"),
    Outcome.ZERO_POINT_BYE: gettext_lazy("Absent"),
    Outcome.PENDING: gettext_lazy("No result yet"),
}


@register.filter
def result_label(value: str) -> str:
    """Return a board's result as people write it, White first; nothing without a result."""
    result = Result(value)
    if result is Result.ADJOURNED:
        return pgettext("short for adjourned", "adj.")
    if result.white.is_played and not result.is_rated:
        return gettext("%(result)s, not rated") % {"result": result.label.removesuffix(" u")}
    return result.label


@register.filter
def result_words(value: str) -> str:
    """Return what happened on a board."""
    return str(WORDS[Result(value)])


@register.filter
def outcome_label(value: str) -> str:
    """Return a player's outcome of one round as a sign; byes have words instead."""
    return OUTCOME_SIGNS.get(Outcome(value), "")


@register.filter
def outcome_words(value: str) -> str:
    """Return how a round ended for a player."""
    return str(OUTCOME_WORDS[Outcome(value)])


@register.filter
def white_won(value: str) -> bool:
    """Whether White has the better of a board, played or not."""
    return Result(value).white in WINS


@register.filter
def black_won(value: str) -> bool:
    """Whether Black has the better of a board, played or not."""
    return Result(value).black in WINS


WINS = frozenset({Outcome.WIN, Outcome.FORFEIT_WIN, Outcome.UNRATED_WIN})


@register.filter
def result_sentence(value: str, board: Pairing) -> SafeString:
    """Return what was saved on a board, naming the winner, for the undo bar."""
    if value == Result.PENDING:
        return SafeString(gettext("No result any more"))
    winner = board.white if white_won(value) else board.black if black_won(value) else None
    if winner is None:
        return format_html("{}, {}", result_label(value), result_words(value))
    return format_html(
        gettext("{result}, {name} won"),
        result=result_label(value),
        name=format_html("<bdi>{}</bdi>", winner.player.name),
    )
