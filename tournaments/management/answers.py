"""What the commands share: finding the club, and saying no in words or in JSON."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from clubs.access import ClubAccess, the_product_in
from clubs.errors import NotFound, ProductError
from clubs.models import Club
from tournaments.access import event_by_key
from tournaments.models import Tournament


def club_named(slug: str) -> ClubAccess:
    """Return the installation's own access to a club, or end the command."""
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        raise CommandError(f"There is no club with the address “{slug}”.")
    return the_product_in(club)


def event_or_end(access: ClubAccess, key: str) -> Tournament:
    """Return an event of a club by number or slug, or end the command."""
    try:
        return event_by_key(access, key)
    except NotFound as error:
        message = f"There is no event with the number or slug “{key}” in {access.club.slug}."
        raise CommandError(message) from error


def print_json(command: BaseCommand, answer: dict[str, Any]) -> None:
    """Print one JSON object, readable for people too."""
    command.stdout.write(json.dumps(answer, ensure_ascii=False, indent=2, default=str))


def refuse(command: BaseCommand, error: ProductError, *, as_json: bool) -> CommandError:
    """Return the end of a command that was refused; every problem is printed.

    In JSON the problems go to standard output like any answer, and the exit status tells.
    """
    problems = [
        {
            "code": problem.code,
            "path": problem.path,
            "message": str(problem.message),
            **dict(problem.facts),
        }
        for problem in error.problems
    ]
    if as_json:
        print_json(
            command,
            {"code": error.code, "message": error.message, "facts": error.facts,
             "problems": problems},
        )  # fmt: skip
        return CommandError(error.message)
    return CommandError("\n".join([error.message, *map(_in_words, problems)]))


def _in_words(problem: dict[str, Any]) -> str:
    """Return a problem on one line: the place, what is wrong, what stands there, what may."""
    place = problem["path"]
    if problem.get("column"):
        place += f", column {problem['column']}"
    words = f"  {place}: {problem['message']}" if place else f"  {problem['message']}"
    if problem.get("found") is not None:
        words += f" Found “{problem['found']}”."
    if problem.get("allowed"):
        words += f" Allowed: {problem['allowed']}."
    return words
