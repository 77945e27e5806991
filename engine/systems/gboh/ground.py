"""What rules of single battles say about the ground, whoever stands on it; and the charts as they change them."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel import special
from engine.kernel.hexes import Hex
from engine.kernel.terrain import BattleMap
from engine.systems.gboh.charts import Charts, Cost
from engine.systems.gboh.scenario import GbohScenario
from engine.systems.gboh.state import Unit


class GroundRule(special.Special):
    """The hooks that hold for the ground alone: what they say never changes in a battle."""

    def gentle_slopes(self) -> bool:
        """Whether changing level never causes hits (6.22)."""
        return False

    def screens(self, ground: BattleMap, a: Hex, b: Hex) -> bool:
        """Whether ZOC reaches across this hexside for missile fire alone. By the ground, not by who stands where."""
        return False

    def priced(self, unit: Unit | None, a: Hex, b: Hex, cost: Cost) -> Cost:
        """What the step from ``a`` to ``b`` costs in place of what the chart says, for a unit (None: a leader).

        By the ground and the unit's side, kind and formation, not by who stands where.
        """
        return cost

    def shuts(self, unit: Unit | None, a: Hex, b: Hex) -> bool:
        """Whether the unit (None: a leader) may not step from ``a`` to ``b``, whatever the terrain.

        By the ground and the unit's side, type and rout, not by who stands where.
        """
        return False


def charts(base: Charts, scenario: GbohScenario, rules: Sequence[GroundRule]) -> Charts:
    """The battle's charts: its own missile rows (9.31), steps its special rules forbid, slopes they make easier.

    Made once for every map, whose costs are kept by chart pack.
    """
    closing = [r for r in rules if special.overrides(type(r), "shuts")]
    missiles = scenario.missile_overrides
    gentle = any(r.gentle_slopes() for r in rules)
    pricing = [r for r in rules if special.overrides(type(r), "priced")]
    names = scenario.ground_names
    if base.is_adapted or not (closing or missiles or gentle or pricing or names):
        return base
    key = ("charts", base, tuple(r.spec.id for r in (*closing, *pricing)), gentle, tuple(names.items()))
    known = scenario.map.scratch
    if key not in known:

        def shut(unit: Unit | None, a: Hex, b: Hex) -> bool:
            return any(r.shuts(unit, a, b) for r in closing)

        one = closing[0].shuts if len(closing) == 1 else shut

        def price(unit: Unit | None, a: Hex, b: Hex, cost: Cost) -> Cost:
            for r in pricing:
                cost = r.priced(unit, a, b, cost)
            return cost

        named = base.named(names) if names else base
        known[key] = named.adapted(missiles, one if closing else None, price if pricing else None, gentle=gentle)
    return known[key]


def nimble(base: Charts, ground: BattleMap) -> Charts:
    """The battle's charts where horse turns lightly out of charge formation; made once for every map."""
    known = ground.scratch
    key = ("nimble", base)
    return base if base.is_nimble else known.setdefault(key, known.get(key) or base.nimble())
