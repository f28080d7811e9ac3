"""Writing many rows of one table at once, several times faster than model instances would.

PostgreSQL takes a batch as one JSON document in one statement; SQLite runs one prepared statement
over the batch. Values are plain: numbers, text, dates, and lists or dicts for JSON columns.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from itertools import islice
from typing import Any

from django.db import connection
from django.db.models import Field, JSONField, Model

BATCH = 2000


def insert_rows(
    model: type[Model],
    columns: Sequence[str],
    rows: Iterable[Sequence[Any]],
    *,
    conflict: Sequence[str] = (),
    updated: Sequence[str] = (),
) -> None:
    """Insert rows; where ``conflict`` columns are taken already, update the ``updated`` ones."""
    quote = connection.ops.quote_name
    ending = ""
    if conflict:
        changes = ", ".join(f"{quote(name)} = excluded.{quote(name)}" for name in updated)
        ending = f" ON CONFLICT ({', '.join(map(quote, conflict))}) DO UPDATE SET {changes}"
    fields = _fields(model, columns)
    names = ", ".join(map(quote, columns))
    if _is_postgresql():
        values = f"SELECT {names} FROM {_source(fields)}"  # noqa: S608 - names of the models' own
    else:
        values = f"VALUES ({', '.join(['%s'] * len(columns))})"
    statement = f"INSERT INTO {quote(model._meta.db_table)} ({names}) {values}{ending}"
    _run(statement, fields, rows)


def update_rows(model: type[Model], columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Update rows found by their id, which is the last of ``columns`` and of each row."""
    quote = connection.ops.quote_name
    table = quote(model._meta.db_table)
    fields = _fields(model, columns)
    if _is_postgresql():
        changes = ", ".join(f"{quote(name)} = x.{quote(name)}" for name in columns[:-1])
        ending = f"FROM {_source(fields)} WHERE {table}.id = x.id"
    else:
        changes = ", ".join(f"{quote(name)} = %s" for name in columns[:-1])
        ending = "WHERE id = %s"
    statement = f"UPDATE {table} SET {changes} {ending}"  # noqa: S608 - names of the models' own
    _run(statement, fields, rows)


def _is_postgresql() -> bool:
    return connection.vendor == "postgresql"


def _fields(model: type[Model], columns: Sequence[str]) -> list[Field[Any, Any]]:
    by_column = {field.column: field for field in model._meta.concrete_fields}
    return [by_column[name] for name in columns]


def _source(fields: Sequence[Field[Any, Any]]) -> str:
    names = [connection.ops.quote_name(str(field.column)) for field in fields]
    kinds = [field.rel_db_type(connection) for field in fields]
    types = ", ".join(f"{name} {kind}" for name, kind in zip(names, kinds, strict=True))
    return f"json_to_recordset(%s) AS x({types})"


def _run(statement: str, fields: Sequence[Field[Any, Any]], rows: Iterable[Sequence[Any]]) -> None:
    with connection.cursor() as cursor:
        for batch in _batches(rows):
            if _is_postgresql():
                names = [field.column for field in fields]
                document = [dict(zip(names, row, strict=True)) for row in batch]
                cursor.execute(statement, [json.dumps(document, default=str)])
            else:
                cursor.executemany(statement, [_for_sqlite(fields, row) for row in batch])


def _batches(rows: Iterable[Sequence[Any]]) -> Iterator[list[Sequence[Any]]]:
    remaining = iter(rows)
    while batch := list(islice(remaining, BATCH)):
        yield batch


def _for_sqlite(fields: Sequence[Field[Any, Any]], row: Sequence[Any]) -> list[Any]:
    return [
        json.dumps(value)
        if value is not None and isinstance(field, JSONField)
        else connection.ops.adapt_datetimefield_value(value)
        if isinstance(value, datetime)
        else value.isoformat()
        if isinstance(value, date)
        else value
        for field, value in zip(fields, row, strict=True)
    ]
