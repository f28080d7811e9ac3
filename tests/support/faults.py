"""Faults of the world around the product, made where they happen: in the database itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from django.db.models import Model

ON_SQLITE = (
    "CREATE TRIGGER refused_for_a_test BEFORE INSERT ON {table}"
    " BEGIN SELECT RAISE(ABORT, 'refused for a test'); END",
)
ON_POSTGRESQL = (
    "CREATE FUNCTION refuse_for_a_test() RETURNS trigger LANGUAGE plpgsql AS"
    " $$ BEGIN RAISE EXCEPTION 'refused for a test'; END $$",
    "CREATE TRIGGER refused_for_a_test BEFORE INSERT ON {table}"
    " FOR EACH ROW EXECUTE FUNCTION refuse_for_a_test()",
)


@contextmanager
def rows_refused(model: type[Model]) -> Iterator[None]:
    """Let the database refuse every new row of a table; what was written before it stays open."""
    is_sqlite = connection.vendor == "sqlite"
    table = connection.ops.quote_name(model._meta.db_table)
    _run(*(line.format(table=table) for line in (ON_SQLITE if is_sqlite else ON_POSTGRESQL)))
    try:
        yield
    finally:
        on_table = "" if is_sqlite else f" ON {table}"
        _run(f"DROP TRIGGER refused_for_a_test{on_table}")
        if not is_sqlite:
            _run("DROP FUNCTION refuse_for_a_test()")


def _run(*statements: str) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
