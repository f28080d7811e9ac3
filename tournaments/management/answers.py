"""What the commands share: finding the club, and saying no in words or in JSON."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from clubs.access import ClubAccess, the_product_in
from clubs.errors import ProductError
from clubs.models import Club


def club_named(slug: str) -> ClubAccess:
    """Return the installation's own access to a club, or end the command."""
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        raise CommandError(f"There is no club with the address “{slug}”.")
    return the_product_in(club)


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
    lines = [error.message]
    lines += [f"  {p['path'] + ': ' if p['path'] else ''}{p['message']}" for p in problems]
    return CommandError("\n".join(lines))
