"""The guide for tool authors: its requests are sent in order, its code runs, no code is missing."""

from __future__ import annotations

import ast
import json
import re
import time

import pytest
from factories import list_of, make_club

from clubs.webhooks import signature
from ratings.replay import update_list
from support.api_caller import caller_for
from support.sources import ROOT, product_modules, tree_of

GUIDE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
REFUSALS = {"Refused", "Outdated"}
# Raised only for pages.
PAGES = {
    "club_changed_meanwhile",
    "mail_not_sent",
    "namesakes",
    "ratings_being_worked_out",
    "start_value_in_use",
    "transfer_to_self",
}


def blocks(kind):
    """Return the fenced blocks of a kind."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE)


def read_example(text):
    """Return method, path, headers and body of a request, and status and body of its answer."""
    asked, _blank, answered = text.partition("\n\n")
    first, *lines = asked.splitlines()
    method, path = first.split(" ", 1)
    headers = dict(line.split(": ", 1) for line in lines if not line.startswith("{"))
    body = next((json.loads(line) for line in lines if line.startswith("{")), None)
    status, _break, wanted = answered.strip().partition("\n")
    return method, path, headers, body, int(status), json.loads(wanted) if wanted else None


def holds(answer, wanted):
    """Whether an answer has all that the guide shows of it."""
    if isinstance(wanted, dict):
        return all(name in answer and holds(answer[name], value) for name, value in wanted.items())
    if isinstance(wanted, list):
        same = len(answer) == len(wanted)
        return same and all(map(holds, answer, wanted))
    return answer == wanted


def test_the_requests_of_the_guide_are_answered_as_it_says(db):
    club = make_club("North")
    tool = caller_for(club)
    digest = ""
    examples = [read_example(text) for text in blocks("http")]

    for method, path, headers, body, status, wanted in examples:
        if body and "digest" in body:
            body["digest"] = digest
        if "rating/" in path:
            update_list(list_of(club, "rapid").pk)
        names = {name.replace("-", "_"): value for name, value in headers.items()}
        answer = tool.get(path) if method == "GET" else tool.send(method, path, body, **names)
        assert answer.status_code == status, (method, path, answer.content)
        if wanted is not None:
            assert holds(answer.json(), wanted), (method, path, answer.json())
        if path.endswith("closing/preview/"):
            digest = answer.json()["preview"]["digest"]

    assert len(examples) > 15


def test_the_code_that_checks_a_signature_is_right():
    names = {}
    (code,) = blocks("python")
    exec(compile(code, "docs/api.md", "exec"), names)  # noqa: S102 - the guide's own example
    moment, body = int(time.time()), b'{"id": "1"}'
    sent = f"t={moment},v1={signature('secret', moment, body)}"

    assert names["is_genuine"]("secret", sent, body)
    assert not names["is_genuine"]("secret", sent, body + b" ")
    assert not names["is_genuine"]("other", sent, body)
    assert not names["is_genuine"]("secret", sent, body, now=moment + 3600)


def codes_raised():
    """Return every code with which the use cases refuse a state."""
    return {
        node.args[0].value
        for path in product_modules()
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in REFUSALS
        and node.args
        and isinstance(node.args[0], ast.Constant)
    }


def test_every_code_of_a_refused_state_is_in_the_guide():
    missing = {code for code in codes_raised() - PAGES if f"`{code}`" not in GUIDE}

    assert missing == set()


@pytest.mark.parametrize("address", re.findall(r"\]\(([^)]+)\)", GUIDE))
def test_its_links_lead_somewhere(address):
    assert (ROOT / "docs" / address).resolve().exists()
