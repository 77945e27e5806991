"""6.14, 6.5 Hoplites, where a battle's players want them so: they don't stop short, and drift to the right."""

from __future__ import annotations

from engine.kernel.hexes import show
from engine.kernel.text import Refusal
from engine.systems.alexander.battle import Battle
from engine.systems.alexander.hooks import Chapter
from engine.systems.alexander.state import Unit
from engine.systems.gboh import footprint
from engine.systems.gboh.footprint import Move, Shape, Stand
from engine.systems.gboh.movement import pairs, steps
from engine.systems.gboh.movement.move_rule import Way

INERTIA, DRIFT = "6.14", "6.5"
DRIFTING = (1, 2, 4)
"""6.5 The Movement Points that take it to the right."""


def citizens(unit: Unit) -> bool:
    """6.14 Hoplites but for Greek mercenaries and Spartans."""
    return unit.cls in ("HO", "HO1") and unit.nationality != "Spartan" and not unit.mercenary


class Hoplites(Chapter):
    """6.14, 6.5 The inertia of hoplites, and their drift to the right."""

    case = INERTIA
    about = "hoplites that go on, and drift to the right"

    def bars_end(self, g: Battle, unit: Unit, *, more: bool) -> Refusal | None:
        if not more or not g.chosen(INERTIA) or not citizens(unit):
            return None
        return Refusal("{unit} goes on as far as it can: Hellenic inertia.", rule=INERTIA, unit=unit.id)

    def bars_step(self, g: Battle, unit: Unit, way: Way, move: Move, mp: int) -> Refusal | None:
        drifts = g.chosen(DRIFT) and unit.cls == "HO" and unit.shape is Shape.TWO and unit.moved
        if not drifts or move.kind != "forward-left" or unit.column:
            return None
        spent = forward(way)
        if not any(n in DRIFTING for n in range(spent + 1, spent + mp + 1)):
            return None
        right = next(m for m in footprint.steps(Stand(way.hex, way.facing, unit.shape)) if m.kind == "forward-right")
        if not open_to(g, unit, right, steps.allowance(g, unit) - way.mp):
            return None
        text = "{unit} moves again and drifts to the right: to {hex} with its left half."
        return Refusal(text, rule=DRIFT, unit=unit.id, hex=show(right.to.hex))


def forward(way: Way) -> int:
    """Movement Points spent on going forward; wheels are no movement here."""
    spent = 0
    while way.previous is not None:
        before = way.previous
        spent += way.mp - before.mp if way.facing == before.facing else 0
        way = before
    return spent


def open_to(g: Battle, unit: Unit, move: Move, left: int) -> bool:
    """Whether neither units nor ground keep it from a move for ``left`` MP, and no enemy would be next to it then."""
    if any(g.unit_at(to) not in (None, unit) for _, to in move.steps):
        return False
    if pairs.Pricing(g, unit).of(move, left, 0) is None:
        return False
    return not any(g.adjacent_enemies(h, unit.side) for h in footprint.hexes_of(move.to))
