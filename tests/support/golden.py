"""The worked cases of the rating rules, and the comparison on their anchored keys."""

import json
from pathlib import Path
from typing import Any

PATH = Path(__file__).parent.parent / "data" / "rules_golden.json"
CASES: list[dict[str, Any]] = json.loads(PATH.read_text(encoding="utf-8"))["cases"]


def anchored(case: dict[str, Any], answer: dict[str, Any]) -> dict[str, Any]:
    """Return what ``answer`` says on the keys that the case vouches for."""
    return {key: _at(answer, key) for key in case["anchored"]}


def expected(case: dict[str, Any]) -> dict[str, Any]:
    """Return what it should say."""
    return anchored(case, case["expected"])


def _at(answer: dict[str, Any], key: str) -> Any:
    outer, _, inner = key.partition(".")
    if not inner:
        return answer[outer]
    parts = answer.get("events", [answer])
    return [item[inner] for part in parts for item in part[outer]]
