"""A database constraint that refuses a row tying two clubs together.

A composite foreign key (thing, club) -> (thing.id, thing.club): the database itself compares the
two clubs, on SQLite and on PostgreSQL alike. The referenced model needs the ``tenant_key``
constraint, because a foreign key must point at something unique.
"""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.backends.ddl_references import Columns, Statement, Table


def tenant_key(name: str) -> models.UniqueConstraint:
    """Return the constraint that lets ``SameClub`` of other tables point at a model."""
    return models.UniqueConstraint(fields=["id", "club"], name=name)


class SameClub(models.BaseConstraint):
    """The row named by ``field`` belongs to the same club as this row."""

    def __init__(self, *, field: str, name: str) -> None:
        super().__init__(name=name)
        self.field = field

    def _parts(self, model: Any, schema_editor: Any) -> tuple[Columns, Table, str]:
        target = model._meta.get_field(self.field)
        remote = target.remote_field.model._meta
        columns = Columns(
            model._meta.db_table,
            [target.column, model._meta.get_field("club").column],
            schema_editor.quote_name,
        )
        remote_columns = Columns(
            remote.db_table,
            [remote.pk.column, remote.get_field("club").column],
            schema_editor.quote_name,
        )
        table = Table(remote.db_table, schema_editor.quote_name)
        return columns, table, str(remote_columns)

    def constraint_sql(self, model: Any, schema_editor: Any) -> str:
        """Return the table's part that declares the composite key."""
        columns, table, remote_columns = self._parts(model, schema_editor)
        name = schema_editor.quote_name(self.name)
        return (
            f"CONSTRAINT {name} FOREIGN KEY ({columns}) REFERENCES {table} ({remote_columns})"
            " DEFERRABLE INITIALLY DEFERRED"
        )

    def create_sql(self, model: Any, schema_editor: Any) -> Any:
        """Return the statement that adds the key to a table that exists."""
        return Statement(
            "ALTER TABLE %(table)s ADD %(definition)s",
            table=Table(model._meta.db_table, schema_editor.quote_name),
            definition=self.constraint_sql(model, schema_editor),
        )

    def remove_sql(self, model: Any, schema_editor: Any) -> Any:
        """Return the statement that takes the key away."""
        return Statement(
            "ALTER TABLE %(table)s DROP CONSTRAINT %(name)s",
            table=Table(model._meta.db_table, schema_editor.quote_name),
            name=schema_editor.quote_name(self.name),
        )

    def validate(self, model: Any, instance: Any, exclude: Any = None, using: str = "") -> None:
        """Leave the check to the database: forms choose through the club's door anyway."""

    def deconstruct(self) -> tuple[str, tuple[()], dict[str, Any]]:
        """Return what a migration needs to build the constraint again."""
        path = f"{type(self).__module__}.{type(self).__qualname__}"
        return path, (), {"field": self.field, "name": self.name}

    def __eq__(self, other: object) -> bool:
        """Compare by name and field, so that an unchanged constraint makes no migration."""
        if isinstance(other, SameClub):
            return self.name == other.name and self.field == other.field
        return NotImplemented

    def __hash__(self) -> int:
        return hash((self.name, self.field))
