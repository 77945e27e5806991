"""6.21, 6.22 Ground that a unit can't step into: who can't, and what closes it."""

from __future__ import annotations

from engine.kernel.ground import called
from engine.kernel.hexes import Hex, show
from engine.kernel.text import Refusal, Text
from engine.systems.gboh import special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.state import Unit


def refusal(g: Battle, unit: Unit, a: Hex, to: Hex) -> Refusal:
    """Why the unit may not step from a hex into the one beside it, where :meth:`Charts.step_cost` has no price."""
    if g.charts.is_impassable(g.map, a, to):
        # 6.25, S 6.24 Closed to all.
        text = "Nothing may enter {hex} from {start}."
        return Refusal(text, rule=g.case(Case.IMPASSABLE), hex=show(to), start=show(a))
    rule, names = g.case(Case.CLOSED_GROUND), {"unit": unit.id, "hex": show(to), "start": show(a)}
    if _opens(g, unit.model_copy(update={"column": not unit.column}), a, to):
        if unit.column:
            return Refusal("{unit} can't enter {hex} from {start} In Column.", rule=rule, **names)
        # Only what can form Column can hear that it would have to.
        if unit.troop.column:
            return Refusal("{unit} can enter {hex} from {start} In Column alone.", rule=rule, **names)
    terrain = g.map.terrain_at(to)
    # A 9.74 Out of formation it could go there.
    shy = unit.headlong and g.charts.is_difficult(terrain, unit) and g.charts.ground_hits(terrain, unit) is not None
    headlong = special.first(g, Special.narrow, unit) if shy else None
    if headlong is not None:
        text = "{unit} can't enter {hex} from {start} in charge formation: it keeps off rough ground."
        return Refusal(text, rule=headlong.rule, **names)
    others = [u for u in g.state.units.values() if u.troop.ground != unit.troop.ground]
    if any(_opens(g, u, a, to) for u in others) or g.charts.step_cost(g.map, None, a, to) is not None:
        bar, kind = g.charts.barred_by_works(g.map, unit, a, to), unit.troop.name
        if bar is not None:
            text = (
                "{unit} can't enter {hex} from {start}: camps are closed to {kind}."
                if bar == "camp"
                else "{unit} can't enter {hex} from {start}: works are closed to {kind} but for their gates."
            )
            return Refusal(text, rule=g.case(Case.WORKS_LIMITS), kind=kind, **names)
        if climb := g.charts.steep(g.map, unit, a, to):
            text = (
                "{unit} can't enter {hex} from {start}: {n:level|levels} up in one step is closed to {kind}."
                if climb > 0
                else "{unit} can't enter {hex} from {start}: {n:level|levels} down in one step is closed to {kind}."
            )
            return Refusal(text, rule=rule, n=abs(climb), kind=kind, **names)
        ground = g.charts.closing(g.map, unit, a, to)
        text = "{unit} can't enter {hex} from {start}: {ground} is closed to {kind}."
        what = called(ground) if ground is not None else Text("the way there")
        return Refusal(text, rule=rule, ground=what, kind=kind, **names)
    return Refusal("Nothing may enter {hex} from {start}.", rule=rule, hex=show(to), start=show(a))


def _opens(g: Battle, unit: Unit, a: Hex, to: Hex) -> bool:
    return g.charts.step_cost(g.map, unit, a, to) is not None
