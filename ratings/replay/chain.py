"""The ledger's arithmetic: history as a pure function of reports and adjustments.

``replay`` walks the chain once, in order of last day, adjustments before reports, first day, key.
Everything in the formula is taken from the first day of an event, everything done to the chain
happens at its last day. The same function serves a batch, an increment and a preview; they differ
only in the inputs.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from ratings.replay.lines import Line, add_performance, shown, shown_unrated, sides
from ratings.replay.pool import add_to_pool
from ratings.replay.records import (
    ADJUSTMENT,
    NOTHING,
    REPORT,
    AdjustmentInput,
    ChainTerms,
    Inputs,
    Outcome,
    PolicyTerms,
    ReportInput,
    Row,
    Snapshot,
    State,
    chain_terms,
    group_of,
    highest,
    reference,
)
from ratings.rules import (
    BORROWED_K,
    EventGames,
    Game,
    KFactor,
    LeftOut,
    PeriodChange,
    Regime,
    k_factor,
    rating_change,
    regime_for,
)


class Start(NamedTuple):
    """What a player brings into the formula of an event, and where it comes from."""

    rating: int | None
    source: str
    games: int
    peak: int | None
    ref: list[Any]


@dataclass(slots=True)
class Event:
    """A report at its place in the chain, with the rules of its first and of its last day."""

    report: ReportInput
    first: int
    group: int
    regime: Regime
    policy: PolicyTerms
    terms: ChainTerms
    policies: list[str]
    starts: dict[int, Start]


def replay(inputs: Inputs) -> Outcome:
    """Return the history rows of all reports and adjustments given, in chain order."""
    return Chain(inputs).run()


class Chain:
    """One walk along the chain; made by ``replay`` and used once."""

    def __init__(self, inputs: Inputs) -> None:
        self.inputs = inputs
        self.states = inputs.states
        self.timelines = inputs.timelines
        self.rows: list[Row] = []
        self.uncounted: dict[tuple[int, int], list[Any]] = {}
        self._terms: dict[tuple[date, str], ChainTerms] = {}

    def run(self) -> Outcome:
        """Walk the chain."""
        nodes: list[tuple[int, int, int, AdjustmentInput | ReportInput]] = [
            (group_of(item.day, ADJUSTMENT), 0, item.key, item) for item in self.inputs.adjustments
        ]
        nodes += [
            (group_of(item.last_day, REPORT), item.first_day.toordinal(), item.event_key, item)
            for item in self.inputs.reports
        ]
        nodes.sort(key=lambda node: node[:3])
        for group, _, _, item in nodes:
            if isinstance(item, AdjustmentInput):
                self._adjust(item, group)
            else:
                self._rate_report(item, group)
        return Outcome(self.rows, self.states, self.timelines, self.uncounted)

    def _adjust(self, given: AdjustmentInput, group: int) -> None:
        state = self.states.get(given.player)
        if state is None:
            state = self.states[given.player] = State()
        if given.is_import and not _is_new_to_the_list(state):
            return
        state.enter(group)
        row = Row(
            player=given.player,
            kind="adjustment",
            report_id=None,
            adjustment_id=given.id,
            event_key=None,
            key=given.key,
            first_day=given.day,
            last_day=given.day,
            chain_rank=ADJUSTMENT,
            games_before=state.games,
            peak_before=state.peak,
            before=state.rating,
        )
        had_counted_games = bool(state.pool) or bool(given.games)
        state.rating = given.rating
        state.kept = None
        state.lost = group if given.rating is None else None
        state.games = state.games if given.games is None else given.games
        state.peak = highest(state.peak, given.peak)
        state.pool = ()
        state.never_counted = state.never_counted and not had_counted_games
        self._finish(row, state)

    def _rate_report(self, report: ReportInput, group: int) -> None:
        time_control = self.inputs.time_control
        regime = regime_for(time_control, report.first_day)
        policy = self.inputs.policies.on(report.first_day)
        last_policy = self.inputs.policies.on(report.last_day)
        last_regime = regime_for(time_control, report.last_day)
        terms_key = (last_policy.valid_from, last_regime.id)
        terms = self._terms.get(terms_key)
        if terms is None:
            terms = self._terms[terms_key] = chain_terms(last_policy, last_regime)
        event = Event(
            report=report,
            first=group_of(report.first_day, REPORT),
            group=group,
            regime=regime,
            policy=policy,
            terms=terms,
            policies=[policy.valid_from.isoformat(), last_policy.valid_from.isoformat()],
            starts={},
        )
        players = sides(report)
        for player in players:
            event.starts[player] = self._start(event, player)
        for player, lines in players.items():
            self._rate_player(event, player, lines)

    def _start(self, event: Event, player: int) -> Start:
        """Return the start value of the formula: own, borrowed, newcomer's, or none (rule 1)."""
        own = self._snapshot_before(player, event.first)
        if own.rating is not None:
            return Start(own.rating, "own", own.games, own.peak, own.ref)
        for value in reversed(self.inputs.standard.get(player, ())):
            if value.group < event.first:
                if value.rating is not None:
                    return Start(value.rating, "borrowed", own.games, own.peak, value.ref)
                break
        if event.policy.start_value is not None:
            return Start(event.policy.start_value, "newcomer", own.games, own.peak, [])
        return Start(None, "unrated", own.games, own.peak, [])

    def _snapshot_before(self, player: int, place: int) -> Snapshot:
        snapshot: Snapshot
        for snapshot in reversed(self.timelines.get(player, ())):
            if snapshot.group < place:
                return snapshot
        return NOTHING

    def _rate_player(self, event: Event, player: int, lines: list[Line]) -> None:
        start = event.starts[player]
        starts = event.starts
        games = [
            Game(starts[line[3]].rating, line[4], LeftOut.EXCLUDED if line[5] else None)
            for line in lines
        ]
        if start.rating is not None:
            self._rate(event, player, start, lines, games)
            return
        earlier = self._snapshot_before(player, event.group)
        if earlier.rating is not None:
            # Rule 4: rated by now, though not yet when the event began. What was in force at the
            # end of the day before decides, so that reports of one day do not depend on their keys.
            late = Start(earlier.rating, "late", earlier.games, earlier.peak, earlier.ref)
            self._rate(event, player, late, lines, games)
        else:
            self._pool(event, player, start, lines, games)

    def _rate(
        self, event: Event, player: int, start: Start, lines: list[Line], games: list[Game]
    ) -> None:
        assert start.rating is not None
        birth_year = self.inputs.birth_years.get(player)
        k = _k_of(start, birth_year, event.report.first_day.year)
        period = rating_change([EventGames(start.rating, games, event.regime)], k_base=k.k_base)
        lines_shown = [shown(line, step) for line, step in zip(lines, period.steps, strict=True)]
        if not period.games_counted:
            self.uncounted[event.report.event_key, player] = lines_shown
            return
        state = self._enter(player, event.group)
        row = self._row(event, player, "late" if start.source == "late" else "change", start)
        row.birth_year = birth_year
        row.base_k, row.k_reason, row.used_k = k.k_base, str(k.reason), period.k_used
        row.game_count, row.score = period.games_counted, period.score
        row.expected_score = period.expected_score
        row.raw_change, row.change = period.raw_change, period.change
        row.games = lines_shown
        add_performance(row, games)
        if start.source == "borrowed":
            row.details["standard"] = start.ref
        elif start.source == "late":
            row.details["rated_by"] = start.ref
        self._add_change(event, state, row, start, period)
        state.games += period.games_counted
        state.never_counted = False
        self._finish(row, state)

    def _add_change(
        self, event: Event, state: State, row: Row, start: Start, period: PeriodChange
    ) -> None:
        """Add the change at the chain's place; floor and minimum apply here (rules 3, 5, 7)."""
        row.before = base = state.rating
        if base is None and state.lost is not None and state.lost >= event.first:
            base = state.kept
            if base is None:
                row.flags = ["nothing_to_add_to"]
                return
            row.details["kept_before"] = base
        elif base is None:
            row.before = base = start.rating
        assert base is not None
        value = base + period.change
        if value >= event.terms.lowest:
            row.flags = ["returned"] if row.before is None else []
        elif not event.terms.falls_to_unrated:
            row.flags = ["minimum"] if row.before is not None else ["returned", "minimum"]
            value = event.terms.lowest
        else:
            if row.before is not None:
                row.flags = ["fell"]
                state.lost = event.group
                state.pool = ()
            else:
                row.flags = ["kept"]
            state.rating, state.kept = None, value
            return
        state.rating, state.kept, state.lost, state.pool = value, None, None, ()

    def _pool(
        self, event: Event, player: int, start: Start, lines: list[Line], games: list[Game]
    ) -> None:
        """Let a player without any rating collect games towards a first one (rule 9)."""
        lines_shown = [shown_unrated(line, game) for line, game in zip(lines, games, strict=True)]
        counted = [
            [game.opponent, game.score]
            for game in games
            if game.opponent is not None and game.left_out is None
        ]
        if not counted:
            self.uncounted[event.report.event_key, player] = lines_shown
            return
        state = self._enter(player, event.group)
        row = self._row(event, player, "pooled", start)
        row.birth_year = self.inputs.birth_years.get(player)
        row.game_count = len(counted)
        row.score = sum(score for _, score in counted)
        row.games = lines_shown
        add_performance(row, games)
        row.before = state.rating
        add_to_pool(
            state,
            row,
            counted,
            terms=event.terms,
            regime=event.regime,
        )
        self._finish(row, state)

    def _enter(self, player: int, group: int) -> State:
        state = self.states.get(player)
        if state is None:
            state = self.states[player] = State()
        state.enter(group)
        return state

    def _row(self, event: Event, player: int, kind: str, start: Start) -> Row:
        report = event.report
        return Row(
            player=player,
            kind=kind,
            report_id=report.id,
            adjustment_id=None,
            event_key=report.event_key,
            key=report.event_key,
            first_day=report.first_day,
            last_day=report.last_day,
            chain_rank=REPORT,
            report_revision=report.revision,
            digest=report.digest,
            start_rating=start.rating,
            start_source=start.source,
            games_before=start.games,
            peak_before=start.peak,
            regime=event.regime.id,
            details={"policies": event.policies},
        )

    def _finish(self, row: Row, state: State) -> None:
        """Write down what stands after the row, and let later events see it."""
        row.after = state.rating
        row.kept_value = state.kept
        if state.lost is not None:
            row.lost_on = date.fromordinal(state.lost // 2)
        row.games_after = state.games
        row.peak_after = highest(state.peak, state.rating)
        row.pool_after = state.pool_as_json() if state.pool else []
        if state.never_counted:
            row.details["never_counted"] = True
        state.row = row
        self.rows.append(row)
        snapshot = Snapshot(
            state.group,
            state.rating,
            state.games,
            row.peak_after,
            reference(row.event_key, row.key),
        )
        timeline = self.timelines.setdefault(row.player, [])
        if timeline and timeline[-1].group == state.group:
            timeline[-1] = snapshot
        else:
            timeline.append(snapshot)


def _is_new_to_the_list(state: State) -> bool:
    """Whether nothing on this list speaks for the player yet, so that an import may (rule 7)."""
    return state.rating is None and state.peak is None and state.lost is None


def _k_of(start: Start, birth_year: int | None, year: int) -> KFactor:
    if start.source == "borrowed":
        return BORROWED_K
    # A newcomer's start value is no rating he has reached, so it counts for no threshold.
    rating = (start.peak or 0) if start.source == "newcomer" else start.rating
    assert rating is not None
    return k_factor(
        rating=rating,
        peak=start.peak,
        games_before=start.games,
        birth_year=birth_year,
        year=year,
    )
