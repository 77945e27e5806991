"""6.69 The stacking charts: who passes through whom by order or in rout, who stays with whom, and what it costs."""

from __future__ import annotations

from dataclasses import replace

from engine.systems.gboh.footprint import Shape
from engine.systems.gboh.stack import BARRED, Chart, Row, Toll, Verdict
from engine.systems.spqr.state import Unit
from engine.systems.spqr.troops import ROMAN, VELITES

_HIT = Toll(hits=1)
_BOTH = Verdict(mover=_HIT, stationary=_HIT)
_SHAKEN = Verdict(stationary=Toll(hits=1, check="excess"), onward=True)
_PUSHED = Verdict(stationary=_HIT, onward=True)
_FREED = Verdict(onward=True)
_MIXED = Verdict(check_drm=1)


def _is(unit: Unit, tag: str) -> bool:
    return tag in unit.troop.tags and unit.legion is not None


def _slips(unit: Unit) -> bool:
    """Skirmishers and velites (6.69)."""
    return unit.troop.ground == "FOOT" and (unit.type == "SK" or VELITES in unit.troop.tags)


def _roman(m: Unit, s: Unit) -> bool:
    return _is(m, ROMAN) and _is(s, ROMAN)


def _colour(m: Unit, s: Unit) -> bool:
    return m.legion is not None and m.legion == s.legion


def _orderly(m: Unit, s: Unit) -> bool:
    """Two of the Roman infantry in line and in good order."""
    return _roman(m, s) and not any(u.column or u.routed for u in (m, s))


def _class(unit: Unit) -> str | None:
    """6.63 Extraordinarii count as cohorts."""
    return "CO" if unit.cls == "CE" else unit.cls


def _deep(u: Unit) -> bool:
    return u.beneath is not None and u.shape is Shape.TWO


_ALWAYS: tuple[Row[Unit], ...] = (
    # 9.52 Double depth: the two of it, and nobody else ever.
    Row(lambda m, s: (_deep(s) and m.id == s.beneath) or (_deep(m) and s.id == m.beneath), Verdict(), Verdict()),
    Row(lambda m, s: _deep(s), BARRED),
)

_FLIGHT: tuple[Row[Unit], ...] = (
    Row(lambda m, s: m.routed and _slips(m) and _slips(s), Verdict(onward=True), Verdict(onward=True)),
    Row(lambda m, s: m.routed and _slips(m), _PUSHED, _SHAKEN),
    Row(lambda m, s: m.routed, _SHAKEN, _SHAKEN),
)
"""table:stacking_rout Rout: skirmishers and velites, and Basic."""

_BASIC: tuple[Row[Unit], ...] = (
    # 6.77 Columns neither pass nor are passed.
    Row(lambda m, s: m.column or s.column, BARRED),
    Row(lambda m, s: m.type == "SK", Verdict()),
    Row(lambda m, s: _is(m, VELITES) and _colour(m, s) and s.is_infantry, Verdict()),
    Row(lambda m, s: True, _BOTH),
)

CHART: Chart[Unit] = Chart(
    rows=(
        *_ALWAYS,
        # Rout of Roman infantry. 6.63 #2 Skirmishers and velites of any colour never check when it stops with them.
        Row(lambda m, s: m.routed and _is(m, ROMAN) and _is(s, VELITES) and _colour(m, s), _FREED, _FREED),
        Row(lambda m, s: m.routed and _roman(m, s) and _colour(m, s), _FREED, _SHAKEN),
        Row(lambda m, s: m.routed and _is(m, ROMAN) and _slips(s), _PUSHED, _PUSHED),
        Row(lambda m, s: m.routed and _is(m, ROMAN), _PUSHED, _SHAKEN),
        *_FLIGHT,
        # By order: Roman infantry, not In Column (6.77), nor with who has routed (10.25).
        Row(lambda m, s: _orderly(m, s) and _colour(m, s) and _class(m) == _class(s), Verdict(), Verdict()),
        Row(lambda m, s: _orderly(m, s) and _colour(m, s), Verdict(), _MIXED),
        Row(lambda m, s: _orderly(m, s), _BOTH, _MIXED),
        # Who has routed is passed as others of its legion are; nobody stays with it.
        Row(lambda m, s: _roman(m, s) and _colour(m, s) and not (m.column or s.column), Verdict()),
        Row(lambda m, s: _is(m, ROMAN) and not m.column and _is(s, VELITES) and _colour(m, s), Verdict()),
        *_BASIC,
    ),
    by=("troop", "type", "cls", "legion", "column", "routed"),
    most=2,
    crowd=(*_ALWAYS, *_FLIGHT, *_BASIC),  # 6.63 a third unit is Basic
)
"""6.69, table:stacking_voluntary Stacking chart: voluntary movement, and rout."""

_RIDDEN: Row[Unit] = Row(
    # 4.75 The elephant of a leader is led behind whoever shares its hex; horses keep off.
    lambda m, s: "LEADER" in (m.cls, s.cls) and not (m.is_cavalry or s.is_cavalry),
    Verdict(),
    Verdict(),
)

WITH_LEADERS: Chart[Unit] = replace(CHART, rows=(_RIDDEN, *CHART.rows), crowd=(_RIDDEN, *CHART.crowd))
"""The same, with elephants that leaders ride (4.75)."""
