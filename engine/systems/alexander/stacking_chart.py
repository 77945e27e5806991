"""6.9, table:stacking The Stacking Chart: one unit to a hex, and what passing through friends costs."""

from __future__ import annotations

from engine.systems.alexander.state import Unit
from engine.systems.gboh.stack import BARRED, Chart, Row, Toll, Verdict

_HIT = Toll(hits=1)


def _skirmishes(u: Unit) -> bool:
    return u.troop.ground == "SK" and not u.routed


def _heavy(u: Unit) -> bool:
    return u.troop.is_heavy_foot and u.troop.target == "heavy"


_FLOWN = Verdict(stationary=Toll(hits=1, check="excess"), onward=True)
"""10.24 A routed unit runs through: 1 hit, then what a roll exceeds TQ by."""

CHART: Chart[Unit] = Chart(
    rows=(
        # 9.62 Double depth: the two of it, and nobody else ever.
        Row(lambda m, s: m.id == s.beneath or s.id == m.beneath, Verdict(), Verdict()),
        Row(lambda m, s: s.beneath is not None, BARRED),
        # 10.24 In flight, whoever stands there.
        Row(lambda m, s: m.routed, _FLOWN, _FLOWN),
        # 6.67 Columns neither pass nor are passed.
        Row(lambda m, s: m.column or s.column, BARRED),
        # 6.94 Exception 2: skirmishers come and go; 6.92 who must stop there goes on instead, at a hit to both.
        Row(lambda m, s: _skirmishes(m), Verdict(), Verdict(mover=_HIT, stationary=_HIT, onward=True)),
        # 6.94 A routed friend lets anybody through.
        Row(lambda m, s: s.routed, Verdict(mover=_HIT)),
        # 6.94 Exception 1: heavy infantry and phalanxes go through nobody, and nobody through them.
        Row(lambda m, s: _heavy(m) or _heavy(s), BARRED),
        Row(lambda m, s: True, Verdict(mover=_HIT, stationary=_HIT)),
    ),
    by=("troop", "column", "routed"),
    most=2,
)
"""6.94, 10.24"""
