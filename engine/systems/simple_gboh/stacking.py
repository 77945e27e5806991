"""5.3 Who passes through whom, and who stays with whom."""

from __future__ import annotations

from engine.systems.gboh.footprint import Shape
from engine.systems.gboh.stack import BARRED, Chart, Row, Verdict
from engine.systems.simple_gboh.state import Unit


def _engine_with_foot(m: Unit, s: Unit) -> bool:
    """10.13 One engine, one infantry unit."""
    engine, other = (m, s) if m.troop.is_engine else (s, m)
    return engine.troop.is_engine and other.troop.arm == "foot" and not (m.column or s.column)


def _one_legion(m: Unit, s: Unit) -> bool:
    """5.32 Two Roman units of one type and legion, legionaries of one class too."""
    return (
        m.stacks
        and s.stacks
        and m.legion == s.legion
        and m.type == s.type
        and (m.type != "LG" or m.cls == s.cls)
        and not (m.column or s.column)
    )


def _deep(u: Unit) -> bool:
    return u.beneath is not None and u.shape is Shape.TWO


CHART: Chart[Unit] = Chart(
    rows=(
        # 10.3 The two of a double depth; nobody else ever passes them.
        Row(lambda m, s: (_deep(s) and m.id == s.beneath) or (_deep(m) and s.id == m.beneath), Verdict(), Verdict()),
        Row(lambda m, s: _deep(s), BARRED),
        # 11.26 Columns neither pass nor are passed.
        Row(lambda m, s: m.column or s.column, BARRED),
        Row(_one_legion, Verdict(), Verdict()),
        Row(_engine_with_foot, Verdict(), Verdict()),
        Row(lambda m, s: True, Verdict()),
    ),
    most=2,
)
"""5.31, 5.32"""
