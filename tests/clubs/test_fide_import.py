"""A FIDE list as the installation's local copy, and looking players up in it."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from clubs.fide_import import BATCH, import_fide_list
from clubs.fide_list import FideListError, FideRecord, write_fide_text, write_fide_xml
from clubs.fide_search import find_fide_players
from clubs.models import FideListImport, FidePlayer

pytestmark = pytest.mark.django_db


def record(number, name, **more):
    fields = {"federation": "POR", "sex": "w", "standard": 1640, "standard_games": 7}
    return FideRecord(fide_id=number, name=name, **{**fields, **more})


def write(path, records, writer=write_fide_text):
    path.write_text("".join(writer(iter(records))), encoding="utf-8")
    return path


@pytest.mark.parametrize("writer", [write_fide_text, write_fide_xml])
def test_both_layouts_become_rows(tmp_path, writer):
    path = write(tmp_path / "list.txt", [record(7, "O'Neil, Iris", birth_year=2008)], writer)

    done = import_fide_list(path)

    assert (done.rows, done.error) == (1, "")
    assert done.finished_at is not None
    assert list(
        FidePlayer.objects.values_list(
            "fide_id", "name", "search_name", "federation", "sex", "birth_year", "standard",
            "standard_games", "rapid",
        )
    ) == [(7, "O'Neil, Iris", "o neil iris", "POR", "w", 2008, 1640, 7, None)]  # fmt: skip


def test_a_later_list_updates_and_one_of_a_single_control_leaves_the_others(tmp_path):
    import_fide_list(write(tmp_path / "a.txt", [record(7, "Reis, Ivo"), record(8, "Lima, Rui")]))
    ratings = {"standard": None, "standard_games": 0, "rapid": 1700, "rapid_games": 3}
    rapid = record(7, "Reis, Ivo Manuel", **ratings)

    import_fide_list(write(tmp_path / "rapid.txt", [rapid]))

    assert list(
        FidePlayer.objects.order_by("fide_id").values_list("name", "standard", "rapid")
    ) == [("Reis, Ivo Manuel", 1640, 1700), ("Lima, Rui", 1640, None)]


def test_a_damaged_list_changes_nothing_and_says_where(tmp_path):
    path = write(tmp_path / "a.txt", [record(7, "Reis, Ivo"), record(8, "Lima, Rui")])
    path.write_text(path.read_text().replace("1640", "16x0"), encoding="utf-8")

    with pytest.raises(FideListError):
        import_fide_list(path)

    assert not FidePlayer.objects.exists()
    assert FideListImport.objects.get().error.startswith("Line 2:")


def test_batches_are_written_one_after_another_with_progress(tmp_path, django_assert_num_queries):
    path = write(tmp_path / "a.txt", [record(n, f"Player {n}") for n in range(1, BATCH + 2)])
    told = []

    import_fide_list(path, lambda *step: told.append(step))

    assert told == [("write", BATCH, BATCH + 1), ("write", BATCH + 1, BATCH + 1)]
    assert FidePlayer.objects.count() == BATCH + 1


def test_the_command_says_how_many_and_what_is_wrong(tmp_path):
    out = StringIO()
    call_command(
        "import_fide_list", str(write(tmp_path / "a.txt", [record(7, "Reis, Ivo")])), stdout=out
    )

    assert out.getvalue() == "1 players are ready to be looked up.\n"
    with pytest.raises(CommandError, match="There is no file"):
        call_command("import_fide_list", str(tmp_path / "none.txt"))
    (tmp_path / "odd.txt").write_text("nothing\n")
    with pytest.raises(CommandError, match="Nothing was changed"):
        call_command("import_fide_list", str(tmp_path / "odd.txt"))


@pytest.fixture
def listed(tmp_path):
    names = ("O'Neil, Iris", "Oneill, Sean", "Sousa, Ana", "Sousa, Ana Maria", "Zz, Top", "李, 明")
    import_fide_list(
        write(tmp_path / "a.txt", [record(n, name) for n, name in enumerate(names, start=1)])
    )


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("o'neil", [1]),
        ("oneil", [2]),
        ("SOUSA", [3, 4]),
        ("sousa maria", [4]),
        ("zz", [5]),
        ("李", []),
        ("李, 明", [6]),
        ("3", [3]),
        ("999999999999999999999", []),
        ("s", []),
        ("", []),
        ("ana", []),
    ],
)
def test_a_search_begins_with_the_family_name(listed, search, found):
    assert [player.fide_id for player in find_fide_players(search)] == found
