"""The club's programs hear of every result that changes, whoever changes it and how."""

from __future__ import annotations

from collections.abc import Iterable

from clubs.access import ClubAccess
from clubs.webhooks import record_webhook_event
from tournaments.models import Pairing, Round, Tournament


def tell_of_results(access: ClubAccess, tournament: Tournament, boards: Iterable[Pairing]) -> None:
    """Note that these boards have other results now; call it in the transaction of the change.

    The boards' rounds must be loaded. What happens in a draft is told when its round is published.
    """
    changed = [
        {"round": board.round.number, "board": board.board_number, "result": board.result}
        for board in boards
        if board.round.state == Round.State.PUBLISHED
    ]
    if changed:
        record_webhook_event(
            access.club, "result.changed", {"event": tournament.number, "results": changed}
        )
