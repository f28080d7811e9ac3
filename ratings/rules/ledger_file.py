"""Ledger files: everything a rated event was rated from, and a check that needs nothing else.

A file is JSON (docs/ledger-files.md has the format). In canonical form - keys sorted, no spaces,
UTF-8 - its SHA-256 is its digest; each file names the digest of the event before it on the same
list, so that nothing in the past can be changed without changing everything after it. This module
needs Python alone: packed with the rest of the rules it is the verifier people can download.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from ratings.rules.ledger_rows import EventCheck, Finding, StatedGame
from ratings.rules.regimes import regime_for
from ratings.rules.time_controls import TimeControl

FORMAT = "rankfile-ledger/1"
# What a file that is none, or has something else in the place of a value, makes the rules raise.
NO_LEDGER_FILE = (
    *(ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError),
)


def canonical(data: Mapping[str, Any]) -> bytes:
    """Return the canonical form of a file without its own digest."""
    content = {key: value for key, value in data.items() if key != "digest"}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode()


def digest_of(data: Mapping[str, Any]) -> str:
    """Return the digest that a file must carry."""
    return hashlib.sha256(canonical(data)).hexdigest()


def verify_file(data: Any) -> list[Finding]:
    """Return everything in a file that does not follow from its inputs; empty when all is equal.

    A file that is not one, or lacks a part, comes back as a single finding.
    """
    try:
        if data["format"] != FORMAT:
            return [Finding("format", data["format"], FORMAT)]
        findings = []
        if data["digest"] != digest_of(data):
            findings.append(Finding("digest", data["digest"], digest_of(data)))
        for text in (data["previous"], data["event"]["name"]):
            if not isinstance(text, str):
                return [Finding("file", text, "a text")]
        regime = regime_for(
            TimeControl(data["list"]), date.fromisoformat(data["event"]["first_day"])
        )
        if data["edition"] != regime.id:
            findings.append(Finding("edition", data["edition"], regime.id))
        return findings + EventCheck(data, regime).run()
    except NO_LEDGER_FILE as error:
        return [Finding("file", f"{type(error).__name__}: {error}", "a complete ledger file")]


def verify_chain(files: Sequence[Any]) -> list[Finding]:
    """Return where files, given in the order of their lists, do not follow one another.

    Each list of each club is a chain of its own, and a file given twice counts once. In a chain
    each names the digest of the one before it, and a pool holds the games that the earlier files
    among them tell. A file that is not one comes back as a finding.
    """
    try:
        return [
            finding
            for chain in _chains(files)
            for part in (_links(chain), _pools(chain))
            for finding in part
        ]
    except NO_LEDGER_FILE as error:
        return [Finding("chain", f"{type(error).__name__}: {error}", "complete ledger files")]


def _chains(files: Sequence[Mapping[str, Any]]) -> list[list[Mapping[str, Any]]]:
    chains: dict[tuple[Any, Any], dict[str, Mapping[str, Any]]] = {}
    for data in files:
        chains.setdefault((data["club"], data["list"]), {}).setdefault(data["digest"], data)
    return [list(chain.values()) for chain in chains.values()]


def _links(files: Sequence[Mapping[str, Any]]) -> Iterator[Finding]:
    for before, after in itertools.pairwise(files):
        if after["previous"] != before["digest"]:
            path = f"{after['list']}, event {after['event']['key']}: previous"
            yield Finding(path, after["previous"], before["digest"])


def _pools(files: Sequence[Mapping[str, Any]]) -> Iterator[Finding]:
    """Yield where a pool holds other games than the earlier files tell.

    Where the files begin with the first event of the list, it holds no others at all.
    """
    is_whole = bool(files) and files[0]["previous"] == ""
    played: dict[int, dict[int, list[list[Any]]]] = {}
    for data in files:
        key = data["event"]["key"]
        for row in data["players"]:
            pool = row["first"]["pool"] if row["first"] else ()
            for earlier in sorted({item[0] for item in pool} - {key}):
                if earlier not in played and not is_whole:
                    continue
                pooled = [item[2:4] for item in pool if item[0] == earlier]
                told = played.get(earlier, {}).get(row["player"], [])
                if pooled != told:
                    path = f"event {key}, player {row['player']}: pool, event {earlier}"
                    yield Finding(path, pooled, told)
        played[key] = {row["player"]: _counted(row) for row in data["players"]}


def _counted(row: Mapping[str, Any]) -> list[list[Any]]:
    games = [StatedGame(*game) for game in row["games"]]
    return [[game.used, game.score] for game in games if game.is_against_a_rated_player]


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the files named on the command line; 0 when all is equal, 1 when not, 2 for no file."""
    names = list(sys.argv[1:] if arguments is None else arguments)
    write = sys.stdout.write
    if not names or names[0] in ("-h", "--help"):
        write("Usage: rankfile-verify.pyz FILE [FILE ...]\n")
        write("Recomputes rated events from their ledger files, given in the order of the list.\n")
        return 0 if names else 2
    files, findings = [], []
    for name in names:
        try:
            with open(name, encoding="utf-8") as file:
                content = json.load(file)
        except (OSError, ValueError, RecursionError) as error:
            write(f"{name}: cannot be read: {error}\n")
            return 2
        for data in content if isinstance(content, list) else [content]:
            found = verify_file(data)
            files += [] if found else [data]
            findings += found
            write(
                f"{name if found else data['event']['name']}: {'NOT EQUAL' if found else 'equal'}\n"
            )
    if not findings:
        findings = verify_chain(files)
    for finding in findings:
        write(f"  {finding}\n")
    if not findings:
        write(f"{len(files)} events recomputed, every value that follows from them is equal.\n")
    return 1 if findings else 0
