"""Points and colours of players before a round, for pages that show them beside a name."""

from __future__ import annotations

from tournaments.event_queries import EventView
from tournaments.results import Outcome, Result


def scores_of_entries(view: EventView, round_number: int) -> dict[int, int]:
    """Return each entry's points before a round, in hundredths by entry id; no queries."""
    values = view.tournament.points
    scores = dict.fromkeys((entry.pk for entry in view.entries), 0)
    for each in view.rounds:
        if each.round.number >= round_number:
            continue
        for board in each.pairings:
            result = Result(board.result)
            scores[board.white_id] += values.points(result.white)
            scores[board.black_id] += values.points(result.black)
        for bye in each.byes:
            scores[bye.entry_id] += values.points(Outcome(bye.kind))
    return scores
