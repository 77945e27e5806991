"""5.3 Who passes through whom, who stays with whom, and what it takes (Terrain Effects Chart, note g)."""

from __future__ import annotations

from engine.systems.gboh.stack import BARRED, Chart, Row, Verdict
from engine.systems.simple_gboh.state import Unit

_LITTLE, _MORE = Verdict(mp=1), Verdict(mp=2)

_ROMAN_INFANTRY = frozenset({"LG", "CO", "HI", "LI"})
"""Types that pass each other easily where they are Roman."""


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


def _easily(m: Unit, s: Unit) -> bool:
    """Skirmishers among anybody, Roman infantry among its own."""
    romans = all(u.roman and u.type in _ROMAN_INFANTRY for u in (m, s))
    return romans or m.troop.target == "skirmisher"


def _deep(u: Unit) -> bool:
    return u.beneath is not None and u.may_double


CHART: Chart[Unit] = Chart(
    rows=(
        # 10.3 The two of a double depth; nobody else ever passes them.
        Row(lambda m, s: (_deep(s) and m.id == s.beneath) or (_deep(m) and s.id == m.beneath), Verdict(), Verdict()),
        Row(lambda m, s: _deep(s), BARRED),
        # 11.26 Columns neither pass nor are passed.
        Row(lambda m, s: m.column or s.column, BARRED),
        Row(_one_legion, _LITTLE, _LITTLE),
        Row(lambda m, s: _engine_with_foot(m, s) and _easily(m, s), _LITTLE, _LITTLE),
        Row(_engine_with_foot, _MORE, _MORE),
        Row(_easily, _LITTLE),
        Row(lambda m, s: True, _MORE),
    ),
    most=2,
)
"""5.31, 5.32"""
