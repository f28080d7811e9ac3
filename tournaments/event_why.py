"""Places and tie-breaks opened: what decided between two players, and which games made a value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from clubs.formatting import decimal_sign, hundredths, points, signed
from tournaments.event_tables import EventTables, Person
from tournaments.pairing.keizer import KeizerLine, KeizerRow, Source
from tournaments.results import Outcome
from tournaments.standings.editions import Edition
from tournaments.standings.table import DecisionStep, StandingsRow, decision
from tournaments.standings.tie_breaks.codes import DIRECT_ENCOUNTER, POINTS
from tournaments.standings.tie_breaks.values import Method, OpponentLine, TieBreakValue
from tournaments.standings.words import NAMES, REASONS

# What a tie-break looks at in each opponent, by family of codes; the others count rounds alone.
BASIS_HEADS: dict[str, str | Promise] = {
    "BH": _("Their points"),
    "FB": _("Their points"),
    "SB": _("Their points"),
    "KS": _("Their points"),
    "AOB": _("Their Buchholz"),
    "ARO": _("Their rating"),
    "TPR": _("Their rating"),
    "PTP": _("Their rating"),
    "APRO": _("Their performance"),
    "APPO": _("Their perfect performance"),
    "PS": _("Score so far"),
}
# Averages of long events are published with three decimals.
THOUSANDTHS = 1000
SIXTHS = {0: "0", 1: "⅙", 2: "⅓", 3: "½", 4: "⅔", 5: "⅚", 6: "1"}
RATING_FAMILIES = frozenset({"ARO", "TPR", "PTP", "APRO", "APPO"})
EDITIONS = {
    Edition.C07_2024: _("Tie-break rules of 1 August 2024."),
    Edition.C07_2026: _("Tie-break rules of 1 March 2026."),
}
KEIZER_SOURCES: dict[Source, str | Promise] = {
    Source.WIN: pgettext_lazy("outcome for a player", "Won"),
    Source.DRAW: pgettext_lazy("outcome for a player", "Drew"),
    Source.LOSS: pgettext_lazy("outcome for a player", "Lost"),
    Source.PAIRING_BYE: _("Bye: a part of the own value"),
    Source.CLUB_DUTY: _("Away for the club: a part of the own value"),
    Source.EXCUSED: _("Away with notice: part of the player’s own value"),
    Source.EXCUSED_UNPAID: _("Away once too often to bring points"),
    Source.ABSENT: _("Absent"),
    Source.PENDING: _("No result yet"),
}


@dataclass(frozen=True, slots=True)
class Criterion:
    """A tie-break by name."""

    code: str
    name: str
    meaning: str


def criterion(code: str) -> Criterion:
    """Return a tie-break with its name and meaning in the reader's language."""
    name, meaning = NAMES[code]
    return Criterion(code, gettext(name), gettext(meaning))


@dataclass(frozen=True, slots=True)
class ShownLine:
    """One round in a tie-break, in figures people read."""

    round_number: int
    opponent: Person | None
    colour: str
    outcome: Outcome
    result: str
    basis: str
    counted: str
    is_counted: bool
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Opened:
    """A tie-break value of one player with the rounds it is made of."""

    person: Person
    criterion: Criterion
    value: str
    basis_head: str
    lines: tuple[ShownLine, ...]
    how: str
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One criterion in the comparison of two players; ``note`` says why it cannot decide."""

    criterion: Criterion
    first: str
    second: str
    decides: bool
    note: str = ""


@dataclass(frozen=True, slots=True)
class Why:
    """What put one of two neighbours in the table below the other, and a value opened.

    ``values`` are the opened value of both where they are level on points, else of the player
    asked about. ``others`` are the event's criteria, to be opened instead.
    """

    heading: str
    first: tuple[Person, StandingsRow] | None
    second: tuple[Person, StandingsRow] | None
    steps: tuple[Step, ...]
    is_undecided: bool
    values: tuple[Opened, ...]
    code: str
    others: tuple[Criterion, ...]
    edition: str


def why_place(tables: EventTables, rank: int | None, code: str = "") -> Why | None:
    """Return the explanation of a player's place and of one of his tie-breaks.

    ``code`` is the tie-break to open; unknown or none is the one that decided, else the first.
    None for a player who is not in the table.
    """
    table = tables.standings
    if table is None or rank is None or rank not in table.row_of:
        return None
    row = table.row_of[rank]
    pair = _neighbours(table.rows, row)
    steps = decision(table, pair[0].starting_rank, pair[1].starting_rank) if pair else ()
    are_level = pair is not None and pair[0].points == pair[1].points
    chosen = code if code in table.tie_breaks else _code_to_open(steps, table.tie_breaks)
    shown = pair if pair is not None and are_level else (row,)
    values = tuple(_opened(tables, each, chosen) for each in shown) if chosen else ()
    return Why(
        heading=_heading(row, are_level=are_level),
        first=(tables.people[pair[0].starting_rank], pair[0]) if pair else None,
        second=(tables.people[pair[1].starting_rank], pair[1]) if pair else None,
        steps=tuple(_step(step) for step in steps),
        is_undecided=bool(steps) and not any(step.decides for step in steps),
        values=values,
        code=chosen,
        others=tuple(criterion(each) for each in table.tie_breaks),
        edition=str(EDITIONS[table.edition]),
    )


def _neighbours(
    rows: Sequence[StandingsRow], row: StandingsRow
) -> tuple[StandingsRow, StandingsRow] | None:
    """Return the player above and this one; for the first, this one and the second."""
    if len(rows) < 2:
        return None
    above = max(row.position - 2, 0)
    return rows[above], rows[above + 1]


def _code_to_open(steps: Sequence[DecisionStep], codes: Sequence[str]) -> str:
    for step in steps:
        if step.decides and step.code not in (POINTS, DIRECT_ENCOUNTER):
            return step.code
    return next((code for code in codes if code != DIRECT_ENCOUNTER), codes[0] if codes else "")


def _heading(row: StandingsRow, *, are_level: bool) -> str:
    if not are_level:
        return gettext("Place %(place)s: where it comes from") % {"place": row.rank}
    return ngettext(
        "Both have %(points)s point. What decided?",
        "Both have %(points)s points. What decided?",
        1 if row.points == 100 else 2,
    ) % {"points": _points(row.points)}


def _step(step: DecisionStep) -> Step:
    if step.code == POINTS:
        first, second = _points(step.first_points), _points(step.second_points)
    else:
        first, second = value_text(step.first), value_text(step.second)
    notes = step.first.notes if step.first is not None and not step.decides else ()
    note = "; ".join(gettext(REASONS[each]) for each in notes)
    return Step(criterion(step.code), first, second, step.decides, note)


def value_text(value: TieBreakValue | None) -> str:
    """Return a tie-break as people write it; a dash where there is none."""
    if value is None or value.value is None:
        return "–"
    return _in_unit(value.value, value.unit)


def _in_unit(value: int, unit: int) -> str:
    """Return a figure of a unit of its own; thirds and the like with two decimals."""
    language = get_language() or "en"
    exact, rest = divmod(value * 100, unit)
    if not rest:
        return points(exact, language)
    if unit == THOUSANDTHS:
        return f"{value // unit}{decimal_sign(language)}{value % unit:03d}"
    return hundredths((value * 200 + unit) // (2 * unit), language)


def _points(value: int) -> str:
    return points(value, get_language() or "en")


def open_values(tables: EventTables, rank: int) -> tuple[Opened, ...]:
    """Return every tie-break of a player with what it is made of."""
    table = tables.standings
    if table is None or rank not in table.row_of:
        return ()
    return tuple(_opened(tables, table.row_of[rank], code) for code in table.tie_breaks)


def _opened(tables: EventTables, row: StandingsRow, code: str) -> Opened:
    assert tables.standings is not None
    value = tables.standings.value(row.starting_rank, code)
    family = code.partition("/")[0]
    notes = [gettext(REASONS[note]) for note in value.notes]
    if value.why_undefined is not None:
        notes.append(gettext(REASONS[value.why_undefined]))
    return Opened(
        person=tables.people[row.starting_rank],
        criterion=criterion(code),
        value=value_text(value),
        basis_head=str(BASIS_HEADS.get(family, "")),
        lines=tuple(_line(tables, value, line, family) for line in value.lines),
        how=_how(value),
        notes=tuple(notes),
    )


def _line(tables: EventTables, value: TieBreakValue, line: OpponentLine, family: str) -> ShownLine:
    # The search for a perfect performance counts expected scores, not ratings.
    unit = 100 if value.method is Method.SEARCH else value.unit
    return ShownLine(
        round_number=line.round_number,
        opponent=tables.people.get(line.opponent or 0),
        colour=line.colour or "",
        outcome=line.outcome,
        result=_points(line.points),
        basis=_basis(line.basis, family),
        counted=_in_unit(line.counted, unit) if line.is_counted else "–",
        is_counted=line.is_counted,
        notes=tuple(gettext(REASONS[reason]) for reason in line.reasons),
    )


def _basis(basis: int | None, family: str) -> str:
    if basis is None:
        return "–"
    return str(basis) if family in RATING_FAMILIES else _points(basis)


def _how(value: TieBreakValue) -> str:
    """Return how the value follows from its lines, as the foot of the table says it."""
    if value.value is None:
        return ""
    if value.method is Method.AVERAGE:
        return gettext("On average")
    if value.method is Method.AVERAGE_PLUS:
        return gettext("On average, and what the score adds: %(addend)s") % {
            "addend": signed(value.addend)
        }
    if value.method is Method.SEARCH:
        return gettext("The lowest rating with this expected score")
    return gettext("Together")


@dataclass(frozen=True, slots=True)
class KeizerShown:
    """One round of a Keizer season: what it brought and why."""

    line: KeizerLine
    opponent: Person | None
    words: str
    share: str


@dataclass(frozen=True, slots=True)
class KeizerWhy:
    """A player's season, round by round; the own value comes on top."""

    person: Person
    row: KeizerRow
    lines: tuple[KeizerShown, ...]
    counts_own_value: bool


def why_keizer(tables: EventTables, rank: int | None) -> KeizerWhy | None:
    """Return what a player's score of the season is made of; None where he is not in it."""
    rows = tables.keizer.rows if tables.keizer else ()
    row = next((each for each in rows if each.rank == rank), None)
    if row is None:
        return None
    brought = sum(line.value * line.sixths for line in row.lines)
    return KeizerWhy(
        person=tables.people[row.rank],
        row=row,
        lines=tuple(
            KeizerShown(
                line,
                tables.people.get(line.opponent or 0),
                str(KEIZER_SOURCES[line.source]),
                SIXTHS.get(line.sixths, f"{line.sixths}/6"),
            )
            for line in row.lines
        ),
        counts_own_value=row.exact > brought,
    )
