"""Every write of the API once, with a body that works: the walks over all operations read it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import date
from typing import Any, NamedTuple

from factories_events import make_event, make_field, paired, play_round
from rest_framework.test import APIClient
from tenancy.world import World, build_world

from clubs.access import ClubAccess, club_for
from clubs.models import Role
from rankfile.api.documentation import schema
from ratings.models import RatingAdjustment
from tournaments.byes import request_bye
from tournaments.entering_results import enter_result
from tournaments.helper_links import make_helper_link
from tournaments.models import Tournament
from tournaments.pairing_rounds import pair_all_rounds
from tournaments.publishing import publish_round
from tournaments.results import Result

UNSAFE = ("post", "put", "patch", "delete")
# They answer what would be, and write nothing.
READING_POSTS = frozenset(
    {"adjustments_preview", "calculator_work_out", "correction_preview",
     "entries_replace_preview", "merges_preview", "policies_preview", "prizes_work_out",
     "published_lists_preview"}
)  # fmt: skip
MEMBERS = "Name;Born\r\nNovo, José;1990\r\n"


class Operation(NamedTuple):
    """An operation of the schema."""

    name: str
    method: str
    path: str
    parameters: frozenset[str]


class Write(NamedTuple):
    """Where a write goes, below the club, and with what; a callable looks a digest up first."""

    path: str
    body: Any = None


class Stage:
    """A club with an event in every state, and its owner, who may send anything."""

    def __init__(self) -> None:
        self.world: World = build_world("north")
        owner = self.world.people[Role.OWNER]
        self.access: ClubAccess = club_for(owner, "north")
        self.client = APIClient()
        self.client.force_login(owner)
        self.numbers = dict(self.world.numbers)
        fresh, drafted, shown, done = (self._event(name) for name in "ABCD")
        paired(self.access, drafted)
        publish_round(self.access, paired(self.access, shown))
        play_round(self.access, done)
        live = self._event("G")
        publish_round(self.access, paired(self.access, live))
        board = live.pairings.select_related("round").get(board_number=1)
        enter_result(self.access, board, Result.WHITE_WINS)
        bye = request_bye(self.access, live.entries.get(starting_rank=4), round_number=2)
        link, _secret = make_helper_link(self.access, live, label="Helper", hours=5)
        robin = self._event("E", format="round_robin")
        pair_all_rounds(self.access, robin)
        evening = self._event("F", format="free")
        self.numbers |= {
            "fresh": fresh.number, "drafted": drafted.number, "shown": shown.number,
            "running": live.number, "bye": bye.pk, "link": link.pk,
            "done": done.number, "robin": robin.number, "evening": evening.number,
            "adjustment": RatingAdjustment.objects.get(pk=self.numbers["adjustment"]).key,
        }  # fmt: skip

    def _event(self, name: str, **fields: Any) -> Tournament:
        event = make_event(
            self.access, name=name, start_date=date(2026, 11, 28), rounds_planned=3, **fields
        )
        make_field(self.access, event, [1900, 1800, 1700, 1600])
        return event

    def address(self, path: str) -> str:
        """Return a whole address; words in braces become this club's numbers."""
        return "/api/v1/clubs/north/" + path.format(**self.numbers)

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Send a request: a text as it is, anything else as JSON."""
        is_text = isinstance(body, str)
        return self.client.generic(
            method.upper(),
            self.address(path),
            body if is_text else json.dumps({} if body is None else body, default=str),
            content_type="text/plain" if is_text else "application/json",
            headers={name.replace("_", "-"): value for name, value in headers.items()},
        )

    def body_of(self, write: Write) -> Any:
        """Return the body of a write, with the digest of its preview where it needs one."""
        return write.body(self) if callable(write.body) else write.body


def operations() -> Iterator[Operation]:
    """Yield all operations of the schema."""
    for path, methods in schema()["paths"].items():
        for method, operation in methods.items():
            names = frozenset(each["name"] for each in operation.get("parameters", ()))
            yield Operation(operation["operationId"], method, path, names)


def _previewed(path: str, body: dict[str, Any], **more: Any) -> Callable[[Stage], dict[str, Any]]:
    """Return a maker of ``body`` with the digest of its preview, asked for by POST."""

    def make(stage: Stage) -> dict[str, Any]:
        filled = {
            name: stage.numbers.get(value, value) if isinstance(value, str) else value
            for name, value in body.items()
        }
        return {**filled, "digest": stage.send("post", path, filled).json()["digest"], **more}

    return make


def _looked_up(path: str, *steps: str) -> Callable[[Stage], dict[str, Any]]:
    """Return a maker of a body that holds only the digest of a preview, asked for by GET."""

    def make(stage: Stage) -> dict[str, Any]:
        found = stage.client.get(stage.address(path)).json()
        for step in steps:
            found = found[step]
        return {"digest": found["digest"]}

    return make


def _file(stage: Stage) -> str:
    answer = stage.client.get(stage.address("tournaments/{done}/file/"))
    return str(answer.content.decode())


RUNNING, SHOWN = "tournaments/{running}/", "tournaments/{shown}/"
ROUND, BOARD = f"{RUNNING}rounds/1/", f"{RUNNING}rounds/1/boards/1/"
CORRECTION = {"results": [{"round_number": 1, "board": 1, "result": "0-1"}]}
WRITES: dict[str, Write] = {
    "adjustments_give": Write(
        "adjustments/",
        lambda stage: {
            "player": stage.numbers["player"],
            "time_control": "rapid",
            "rating": 1500,
            "reason": "start",
        },
    ),
    "adjustments_withdraw": Write("adjustments/{adjustment}/withdraw/", {"reason": "typing"}),
    "boards_change": Write(BOARD, {"result": "0-1"}),
    "boards_set": Write(BOARD, {"result": "0-1"}),
    "boards_swap_colours": Write(f"{BOARD}swap-colours/"),
    "boards_undo": Write(f"{BOARD}undo/"),
    "byes_cancel": Write(f"{RUNNING}byes/{{bye}}/"),
    "byes_leave_out_absent": Write("tournaments/{fresh}/leave-out-absent/"),
    "byes_request": Write(f"{RUNNING}byes/", {"starting_rank": 2, "round_number": 2}),
    "byes_set_absences": Write(f"{RUNNING}rounds/2/absences/", {"absences": {"3": "Z"}}),
    "close": Write(
        "tournaments/{done}/close/", _looked_up("tournaments/{done}/closing/preview/", "preview")
    ),
    "clubs_change": Write("", {"city": "Porto"}),
    "correct": Write(
        "tournaments/{closed}/correct/",
        _previewed("tournaments/{closed}/correction/preview/", CORRECTION, reason="misread"),
    ),
    "entries_change": Write(f"{RUNNING}entries/2/", {"checked_in": True}),
    "entries_check_in": Write(f"{RUNNING}check-in/", {"present": [1, 2]}),
    "entries_enter": Write(
        f"{RUNNING}entries/", {"players": [{"name": "Novo, José", "birth_year": 1990}]}
    ),
    "entries_number": Write("tournaments/{fresh}/starting-list/", {"by": "draw"}),
    "entries_remove": Write("tournaments/{fresh}/entries/1/"),
    "entries_replace": Write(
        f"{RUNNING}entries/2/replace/", lambda stage: {"player": stage.numbers["other_player"]}
    ),
    "helper_links_make": Write(f"{RUNNING}helper-links/", {"label": "Hans"}),
    "helper_links_revoke": Write(f"{RUNNING}helper-links/{{link}}/"),
    "invitations_revoke": Write("invitations/{invitation}/"),
    "members_change": Write("members/{membership}/", {"role": "helper"}),
    "members_invite": Write("members/", {"role": "member"}),
    "members_remove": Write("members/{membership}/"),
    "merges_make": Write(
        "merges/", _previewed("merges/preview/", {"kept": "player", "gone": "other_player"})
    ),
    "merges_undo": Write("merges/{merge}/undo/", _looked_up("merges/{merge}/undo/preview/")),
    "players_add": Write("players/", {"name": "Novo, José"}),
    "players_archive": Write("players/{player}/"),
    "players_change": Write("players/{player}/", {"title": "CM"}),
    "players_import": Write("players/import/", MEMBERS),
    "policies_set": Write(
        "policies/", {"valid_from": "2026-02-01", "start_value": 1450, "minimum": 100}
    ),
    "published_lists_issue": Write(
        "published-lists/", {"time_control": "standard", "as_of": "2026-11-29"}
    ),
    "ratings_try_again": Write("ratings/standard/try-again/"),
    "reopen": Write(
        "tournaments/{closed}/reopen/", _looked_up("tournaments/{closed}/reopening/preview/")
    ),
    "rounds_arrange": Write(
        "tournaments/{drafted}/rounds/1/arrange/",
        {"action": "swap_players", "players": [1, 2], "confirmed": True},
    ),
    "rounds_change": Write(ROUND, {"time_control": "rapid"}),
    "rounds_check": Write("tournaments/{done}/rounds/1/check/"),
    "rounds_compare": Write("tournaments/{drafted}/rounds/1/comparison/"),
    "rounds_enter_results": Write(f"{ROUND}results/", {"results": [{"board": 1, "result": "0-1"}]}),
    "rounds_pair": Write("tournaments/{fresh}/rounds/", {"number": 1}),
    "rounds_publish": Write("tournaments/{drafted}/rounds/1/publication/"),
    "rounds_publish_all": Write("tournaments/{robin}/publish-all/"),
    "rounds_set_boards": Write(
        "tournaments/{evening}/rounds/1/boards/", {"pairings": [{"white": 1, "black": 2}]}
    ),
    "rounds_uncheck": Write("tournaments/{done}/rounds/1/check/"),
    "rounds_undo": Write("tournaments/{drafted}/rounds/1/"),
    "rounds_unpublish": Write(f"{SHOWN}rounds/1/publication/"),
    "tokens_make": Write("tokens/", {"label": "Site", "scopes": ["read"]}),
    "tokens_revoke": Write("tokens/{token}/"),
    "tournaments_change": Write(RUNNING, {"city": "Faro"}),
    "tournaments_create": Write("tournaments/", {"name": "Blitz night"}),
    "tournaments_delete": Write("tournaments/{fresh}/"),
    "tournaments_import": Write("tournaments/import/", _file),
    "tournaments_repeat": Write(f"{RUNNING}repeat/", {"start_date": "2026-12-04"}),
    "tournaments_update_from_file": Write("tournaments/{done}/file/", _file),
    "webhook_deliveries_repeat": Write("webhooks/{webhook}/deliveries/{delivery}/again/"),
    "webhooks_enable": Write("webhooks/{webhook}/enable/"),
    "webhooks_make": Write(
        "webhooks/",
        {"label": "Site", "url": "https://example.org/hook", "events": ["event.rated"]},
    ),
    "webhooks_remove": Write("webhooks/{webhook}/"),
}
