"""The command line: Django's commands, with the ends that need no traceback."""

from __future__ import annotations

import os
import sys

from django.core.management import execute_from_command_line
from django.db import DatabaseError, OperationalError, connection
from django.db.migrations.executor import MigrationExecutor


def run(arguments: list[str]) -> None:
    """Run a command; exit with 1 and one line where the database or the reader is missing."""
    try:
        execute_from_command_line(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read the output, `head` for one, has read enough. What is still buffered must
        # not fail again when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except DatabaseError as error:
        # What fails in `migrate` itself has its own cause, which must be read.
        reason = None if "migrate" in arguments else _why_no_database(error)
        if reason is None:
            raise
        sys.exit(reason)


def _why_no_database(error: DatabaseError) -> str | None:
    """Return what an operator has to do, or nothing where the error is a fault of the product."""
    try:
        connection.ensure_connection()
        executor = MigrationExecutor(connection)
    except OperationalError:
        return f"The database cannot be reached: {str(error).strip()}"
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return "The database is not up to date. Run: python manage.py migrate"
    return None
