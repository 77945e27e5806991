"""Optional rules of the book, off unless a battle's players have switched them on."""

from __future__ import annotations

from engine.systems.spqr.battle import Battle


def chosen(g: Battle, *cases: str) -> bool:
    """Whether any of these optional cases was switched on."""
    return any(g.state.options.get(case, False) for case in cases)
