"""What an act upon an event is called when somebody reads the audit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from clubs.audit_sentences import Facts, field_names, person_names
from ratings.audit_sentences import list_name
from tournaments.models.entry import BYE_LABELS
from tournaments.results import Result

SENTENCES: dict[str, str | Promise] = {
    "event_created": gettext_lazy("Event %(subject)s was created"),
    "event_changed": gettext_lazy("Settings of the event changed: %(fields)s"),
    "event_deleted": gettext_lazy(
        "Event %(subject)s was deleted (entries: %(entries)s, rounds: %(rounds)s)"
    ),
    "event_closed": gettext_lazy("The event was closed (%(lists)s; rated games: %(games)s)"),
    "event_reopened": gettext_lazy("The event was reopened: %(reason)s"),
    "event_corrected": gettext_lazy("The closed event was corrected: %(reason)s"),
    "event_imported": gettext_lazy(
        "Event %(subject)s was imported (players: %(players)s, rounds: %(rounds)s)"
    ),
    "event_updated_from_file": gettext_lazy(
        "The event was updated from a file (results: %(results)s, late entries: %(late_entries)s)"
    ),
    "players_entered": gettext_lazy("Entered: %(names)s"),
    "entry_removed": gettext_lazy("%(subject)s was taken off the list of players"),
    "entry_withdrawn": gettext_lazy("%(subject)s plays no longer from round %(from_round)s on"),
    "entry_returned": gettext_lazy("%(subject)s plays again from round %(from_round)s on"),
    "players_checked_in": gettext_lazy("Players ticked as here: %(count)s"),
    "check_in_undone": gettext_lazy("Players ticked as not here: %(count)s"),
    "absent_left_out": gettext_lazy("Absent players left out of round %(round)s: %(count)s"),
    "family_set": gettext_lazy("Not to be paired with each other (%(word)s): %(names)s"),
    "list_numbered": gettext_lazy("The starting list was numbered"),
    "bye_requested": gettext_lazy("%(subject)s: %(kind)s in round %(round)s"),
    "bye_cancelled": gettext_lazy("%(subject)s plays in round %(round)s after all"),
    "pairing_started": gettext_lazy("Pairing of round %(round)s was started"),
    "round_paired": gettext_lazy("Round %(round)s was paired (boards: %(boards)s)"),
    "rounds_paired": gettext_lazy("Rounds were paired: %(numbers)s"),
    "boards_set": gettext_lazy("Boards of round %(round)s were set by hand"),
    "players_swapped": gettext_lazy("Two players of round %(round)s were exchanged"),
    "paired_by_hand": gettext_lazy("Two players of round %(round)s were paired by hand"),
    "boards_swapped": gettext_lazy(
        "Boards of round %(round)s were swapped after a corrected result: %(boards)s"
    ),
    "bye_set": gettext_lazy("A player of round %(round)s got the bye by hand"),
    "boards_paired_again": gettext_lazy("Boards of round %(round)s were paired again"),
    "round_received": gettext_lazy(
        "Round %(round)s came from another program (%(engine)s; boards: %(boards)s)"
    ),
    "round_published": gettext_lazy("Round %(round)s was published"),
    "round_hidden": gettext_lazy("Round %(round)s was made a draft again"),
    "round_undone": gettext_lazy("Round %(round)s was undone (boards: %(boards)s)"),
    "round_changed": gettext_lazy("Round %(round)s: changed %(fields)s"),
    "round_checked": gettext_lazy("Results of round %(round)s were checked and locked"),
    "round_unlocked": gettext_lazy("Results of round %(round)s were unlocked"),
    "colours_swapped": gettext_lazy("Colours were swapped in round %(round)s, board %(board)s"),
    "result_changed": gettext_lazy(
        "Round %(round)s, board %(board)s: result %(new)s instead of %(old)s"
    ),
    "results_entered": gettext_lazy("Results of round %(round)s: %(results)s"),
    "game_excluded": gettext_lazy(
        "Round %(round)s, board %(board)s: not rated, because %(reason)s"
    ),
    "game_included": gettext_lazy("Round %(round)s, board %(board)s: rated again"),
    "helper_link_made": gettext_lazy("A link for results was made for %(subject)s"),
    "helper_link_revoked": gettext_lazy("The link for results of %(subject)s was taken back"),
    "club_exported": gettext_lazy("The whole club was exported"),
    "club_imported": gettext_lazy("The club %(subject)s was imported from a file"),
    "players_merged": gettext_lazy("%(name)s was merged into %(subject)s: one person"),
    "merge_undone": gettext_lazy("%(name)s and %(subject)s are two players again"),
    "personal_data_exported": gettext_lazy("The data held on %(subject)s were exported"),
}
MOST_RESULTS = 30


def result_name(value: Any) -> str:
    """Return a result as it stands in a table, in words where there is none."""
    if value in ("", None) or value == Result.PENDING.value:
        return gettext("none")
    try:
        return Result(value).label
    except ValueError:
        return str(value)


def _results(facts: Facts) -> Facts:
    changes = facts.get("changes", [])
    shown = [f"{item.get('board')}: {result_name(item.get('new'))}" for item in changes]
    more = ", …" if len(shown) > MOST_RESULTS else ""
    return {"results": ", ".join(shown[:MOST_RESULTS]) + more}


def _count(facts: Facts) -> Facts:
    return {"count": len(facts.get("players", []))}


FACTS: dict[str, Callable[[Facts], Facts]] = {
    "event_reopened": lambda facts: {"reason": facts.get("reason") or gettext("no reason given")},
    "event_changed": lambda facts: {"fields": field_names(facts.get("new", {}))},
    "event_closed": lambda facts: {
        "lists": ", ".join(list_name(name) for name in facts.get("lists", []))
    },
    "players_entered": lambda facts: {"names": person_names(facts.get("players", []))},
    "players_checked_in": _count,
    "check_in_undone": _count,
    "absent_left_out": _count,
    "family_set": lambda facts: {"names": person_names(facts.get("players", []))},
    "bye_requested": lambda facts: {"kind": BYE_LABELS.get(facts.get("kind", ""), "")},
    "rounds_paired": lambda facts: {"numbers": ", ".join(map(str, facts.get("rounds", [])))},
    "boards_swapped": lambda facts: {"boards": ", ".join(map(str, facts.get("boards", [])))},
    "round_changed": lambda facts: {"fields": field_names(facts.get("new", {}))},
    "result_changed": lambda facts: {
        "old": result_name(facts.get("old")), "new": result_name(facts.get("new")),
    },
    "results_entered": _results,
}  # fmt: skip
