"""The answer of a pairing engine: the number of pairs, then one pair a line."""

from __future__ import annotations

import re

from tournaments.exchange.problems import ExchangeFileError, Findings

MAX_PAIRS = 5_000


def parse_engine_answer(text: str) -> list[tuple[int, int]]:
    """Return the pairs, White first, in the engine's order; 0 as Black stands for the bye.

    Whether the pairs suit the event is not looked at. Raises ``ExchangeFileError`` with every
    line that cannot be read.

    >>> parse_engine_answer("2\\n4 1\\n3 0\\n")
    [(4, 1), (3, 0)]
    """
    findings = Findings()
    lines = [
        (number, line.strip())
        for number, line in enumerate(text[: MAX_PAIRS * 20].splitlines(), start=1)
        if line.strip()
    ]
    if not lines or not re.fullmatch(r"[0-9]{1,4}", lines[0][1]):
        number, found = lines[0] if lines else (1, "")
        findings.problem("no_number_of_pairs", number, 1, found)
        raise ExchangeFileError(findings.problems)
    pairs: list[tuple[int, int]] = []
    for number, line in lines[1:]:
        match = re.fullmatch(r"([0-9]{1,4})\s+([0-9]{1,4})", line)
        if match is None or int(match[1]) == 0 or match[1] == match[2]:
            findings.problem("bad_pair", number, 1, line)
        else:
            pairs.append((int(match[1]), int(match[2])))
    expected = int(lines[0][1])
    if expected != len(lines) - 1:
        found = str(len(lines) - 1)
        findings.problem("wrong_number_of_pairs", lines[0][0], 1, found, expected=expected)
    if findings.problems:
        raise ExchangeFileError(findings.problems)
    return pairs
