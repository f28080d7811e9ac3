#!/usr/bin/env python3
"""A whole club night through the REST API of Rankfile, with nothing but the standard library.

It plays the part of a pairing program: it creates an event, enters a roster, pairs the rounds
itself, sends results, handles a bye, a withdrawal, a late entry and a wrong result, closes the
event, waits for the ratings and fetches report and exchange file.

    RANKFILE_TOKEN=rf_… python3 examples/club_night.py https://chess.example.org north

The token needs the scopes read, results, pairing, manage and close. Run it against a club made for
trying out: it leaves an event behind. docs/api.md explains every step.
"""

from __future__ import annotations

import datetime
import json
import os
import sys
import urllib.error
import urllib.parse
import urllib.request
import uuid

ROUNDS = 3
ROSTER = [
    {"name": "Almeida, Rita", "birth_year": 1990, "rating": 1850},
    {"name": "Bauer, Jonas", "birth_year": 1985, "rating": 1780},
    {"name": "Costa, Inês", "birth_year": 1999, "rating": 1700},
    {"name": "Demir, Kerem", "birth_year": 2001, "rating": 1640},
    {"name": "Eriksen, Nils", "birth_year": 1978, "rating": 1560},
    {"name": "Ferreira, Tiago", "birth_year": 1969, "rating": 1500},
    {"name": "Gomes, Luísa", "birth_year": 1995, "rating": 1440},
    {"name": "Horváth, Eszter", "birth_year": 2003, "rating": 1380},
]
LATE = {"name": "Ivanova, Mila", "birth_year": 1992, "rating": 1600}


class Refusal(Exception):
    """An answer that is not 2xx: problem details with a stable code, facts and errors."""

    def __init__(self, status: int, problem: dict) -> None:
        super().__init__(f"{status} {problem.get('code')}: {problem.get('title')}")
        self.status = status
        self.code = problem.get("code")
        self.problem = problem


class Api:
    """One club's API: JSON in and out, a token, and an Idempotency-Key on every write."""

    def __init__(self, base: str, club: str, token: str) -> None:
        self.root = f"{base.rstrip('/')}/api/v1/clubs/{club}/"
        self.token = token

    def call(self, method: str, path: str, body: object = None, **headers: str):
        """Send one request and return (answer, headers); text stays text."""
        sent = {"Authorization": f"Bearer {self.token}", **headers}
        data = None
        if isinstance(body, str):
            sent["Content-Type"], data = "text/plain; charset=utf-8", body.encode()
        elif body is not None:
            sent["Content-Type"], data = "application/json", json.dumps(body).encode()
        if method != "GET":
            # Should the line break, the very same request may be sent again under this key.
            sent.setdefault("Idempotency-Key", str(uuid.uuid4()))
        request = urllib.request.Request(self.root + path, data, sent, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                text = answer.read().decode()
                is_json = answer.headers.get_content_type() == "application/json"
                return (json.loads(text) if is_json and text else text), answer.headers
        except urllib.error.HTTPError as error:
            with error:
                raise Refusal(error.code, json.loads(error.read() or b"{}")) from None

    def get(self, path: str):
        """Return the answer to a GET."""
        return self.call("GET", path)[0]

    def all_of(self, path: str) -> list:
        """Return all items of a list, page by page."""
        items, page = [], self.get(path)
        while True:
            items += page["results"]
            if not page["next"]:
                return items
            page = self.get(page["next"].removeprefix(self.root))


def may_meet(one: dict, other: dict) -> bool:
    """Whether two players have not met and can share out the colours."""
    met = {cell["opponent"] for cell in one["rounds"]}
    return other["starting_rank"] not in met and bool(seats(one, other))


def seats(one: dict, other: dict) -> tuple[int, int] | None:
    """Return White and Black of two players, or None where both must have the same colour."""
    for white, black in ((one, other), (other, one)):
        if may_have(white, "w") and may_have(black, "b") and balance(white) <= balance(black):
            return white["starting_rank"], black["starting_rank"]
    for white, black in ((one, other), (other, one)):
        if may_have(white, "w") and may_have(black, "b"):
            return white["starting_rank"], black["starting_rank"]
    return None


def colours(player: dict) -> list[str]:
    """Return the colours of the games a player has played."""
    return [cell["colour"] for cell in player["rounds"] if cell["colour"]]


def balance(player: dict) -> int:
    """Return White games minus Black games."""
    return colours(player).count("w") - colours(player).count("b")


def may_have(player: dict, colour: str) -> bool:
    """Whether a colour is neither the third in a row nor three more than the other."""
    difference = balance(player) + (1 if colour == "w" else -1)
    return colours(player)[-2:] != [colour, colour] and abs(difference) <= 2


def pair(players: list[dict]) -> list[dict]:
    """Pair players from the top of the table down; a real program does this better."""
    players = sorted(players, key=lambda each: (-each["score"], each["starting_rank"]))
    bye = []
    if len(players) % 2:
        last = [each for each in players if not had_a_free_point(each)][-1]
        players.remove(last)
        bye = [{"white": last["starting_rank"], "black": None, "bye": "U"}]
    boards = pair_from_the_top(players)
    if boards is None:
        raise SystemExit("these players cannot be paired any more")
    return [{"white": white, "black": black} for white, black in boards] + bye


def had_a_free_point(player: dict) -> bool:
    """Whether a player has scored like a winner without playing, so that the bye is not his."""
    return any(cell["outcome"] in ("U", "F", "+") for cell in player["rounds"])


def pair_from_the_top(players: list[dict]) -> list[tuple[int, int]] | None:
    """Return boards for all players, or None where there is no way."""
    if not players:
        return []
    first, *rest = players
    for other in rest:
        if may_meet(first, other):
            others = pair_from_the_top([each for each in rest if each is not other])
            if others is not None:
                return [seats(first, other), *others]
    return None


def play(board: dict) -> str:
    """Return the result of a board: whoever is rated 150 points more wins, others draw."""
    gap = (board["white"]["rating"] or 0) - (board["black"]["rating"] or 0)
    return "1-0" if gap >= 150 else "0-1" if gap <= -150 else "1/2-1/2"


def main(base: str, club: str, token: str, day: datetime.date) -> None:
    """Play the evening."""
    api = Api(base, club, token)

    # 1. The event. Time control in minutes and increment; the list follows from it.
    event, _headers = api.call(
        "POST", "tournaments/",
        {"name": f"API night {day}", "format": "external", "start_date": day.isoformat(),
         "minutes": 12, "increment": 3, "rounds_planned": ROUNDS},
    )  # fmt: skip
    here = f"tournaments/{event['number']}/"
    print(f"event {event['number']}: {event['name']}, {event['time_control']}")

    # 2. The roster, all or nothing; sent a second time it changes nothing.
    entries, _headers = api.call("POST", f"{here}entries/", {"players": ROSTER})
    again, _headers = api.call("POST", f"{here}entries/", {"players": ROSTER})
    assert [each["id"] for each in again] == [each["id"] for each in entries]
    rank = {each["player"]["name"]: each["starting_rank"] for each in entries}

    # 3. A player will miss round 2 and asks for half a point.
    api.call("PUT", f"{here}rounds/2/absences/",
             {"absences": {str(rank["Costa, Inês"]): "H"}})  # fmt: skip

    for number in range(1, ROUNDS + 1):
        if number == 2:
            # 4. Somebody leaves, somebody comes late.
            api.call("PATCH", f"{here}entries/{rank['Horváth, Eszter']}/", {"withdrawn_from": 2})
            api.call("POST", f"{here}entries/", {"players": [LATE], "missed_rounds_as": "Z"})

        # 5. Who is here? The program pairs, the server checks every rule and refuses a bad round.
        absent = {bye["starting_rank"] for bye in api.all_of(f"{here}byes/?round_number={number}")}
        present = [
            each
            for each in api.all_of(f"{here}entries/?expand=rounds")
            if each["withdrawn_after"] is None and each["starting_rank"] not in absent
        ]
        _event, headers = api.call("GET", here)
        round_, _headers = api.call(
            "POST", f"{here}rounds/",
            {"number": number, "engine": "club_night.py 1", "pairings": pair(present)},
            **{"If-Match": headers["ETag"]},
        )  # fmt: skip

        # 6. The first board alone, guarded by its version; the others in one request.
        first, *others = round_["boards"]
        board = f"{here}rounds/{number}/boards/{first['board']}/"
        _board, headers = api.call("GET", board)
        api.call("PATCH", board, {"result": play(first)}, **{"If-Match": headers["ETag"]})
        api.call(
            "PUT", f"{here}rounds/{number}/results/",
            {"results": [{"board": each["board"], "result": play(each)} for each in others]},
        )  # fmt: skip
        print(f"round {number}: {len(round_['boards'])} boards")

    # 7. Round 1, board 1 was entered wrongly: the server asks what becomes of the later rounds.
    board = f"{here}rounds/1/boards/1/"
    try:
        api.call("PATCH", board, {"result": "0-1"})
    except Refusal as refusal:
        choices = refusal.problem["facts"]["choices"]
        print(f"correction: {refusal.status} {refusal.code}, choices {choices}")
        api.call("PATCH", board, {"result": "0-1", "later_rounds": "keep"})

    # 8. The table.
    table = api.get(f"{here}standings/")
    for row in table["rows"]:
        print(f"{row['rank']:3} {row['name']:20} {row['points'] / 100:.1f}")

    # 9. What closing would do; confirm exactly that.
    preview = api.get(f"{here}closing/preview/")
    assert not preview["problems"], preview["problems"]
    closed, _headers = api.call("POST", f"{here}close/", {"digest": preview["preview"]["digest"]})

    # 10. Wait until the ratings are there.
    state = closed["rating"]["state"]
    while state == "waiting":
        state = api.get(f"{here}rating/?wait=20")["state"]
    print(f"ratings: {state}")

    # 11. Why everybody's rating moved, and the file for the federation.
    for row in api.all_of(f"{here}rating-report/"):
        name, before, games = row["player"]["name"], row["before"] or "-", len(row["games"])
        print(f"{name:20} {before:>5} {row['change']:+4} = {row['after']}  {games} games")
    file = api.get(f"{here}file/?dialect=trf26")
    print(f"exchange file: {len(file.splitlines())} lines")


if __name__ == "__main__":
    if len(sys.argv) != 3 or "RANKFILE_TOKEN" not in os.environ:
        raise SystemExit(__doc__)
    main(sys.argv[1], sys.argv[2], os.environ["RANKFILE_TOKEN"], datetime.date.today())
