"""10.3 Depletion: who has been rallied has lost men for good."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.kernel.dice import Modifier
from engine.kernel.hexes import Hex
from engine.kernel.inquiry import Fact
from engine.kernel.referee import Setting
from engine.kernel.text import Text
from engine.kernel.view import Particular
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.state import Unit
from engine.systems.spqr.hooks import Chapter

FIRE = 1
"""Added to its volleys (10.33)."""
SHIFT = 1
"""Columns in Shock, once for a side (10.33)."""
RALLY, COMES_BACK = 1, 2
"""Added to the roll that rallies it, and to that for its hits (10.34, 10.35)."""


class Depletion(Chapter):
    """10.31-10.35; that rallying Depletes is :meth:`Unit.comes_back`'s."""

    case = Case.DEPLETION
    about = "Depleted units"

    def fire_modifiers(self, g: Battle, shooter: Unit, a: Hex, b: Hex) -> Sequence[Modifier]:
        return _if(g, [shooter], FIRE, Case.DEPLETION_EFFECTS)

    def shock_shifts(
        self, g: Battle, attackers: Sequence[Unit], defenders: Sequence[Unit], attacker: Unit, defender: Unit
    ) -> Sequence[Modifier]:
        ours = _if(g, attackers, -SHIFT, Case.DEPLETION_EFFECTS, Text("Depleted attacks"))
        return (*ours, *_if(g, defenders, SHIFT, Case.DEPLETION_EFFECTS, Text("Depleted defends")))

    def rally_modifiers(self, g: Battle, unit: Unit) -> Sequence[Modifier]:
        return _if(g, [unit], RALLY, Case.DEPLETED_RALLY)

    def rally_hits_modifiers(self, g: Battle, unit: Unit) -> Sequence[Modifier]:
        return _if(g, [unit], COMES_BACK, Case.DEPLETED_HITS)

    def states(self, unit: Unit) -> Mapping[str, bool]:
        return {"depleted": _is(unit)}

    def counter_facts(self, g: Battle, unit: Unit) -> Iterator[Particular]:
        if _is(unit):
            yield Text("Depleted"), Text("yes")

    def settings(self, g: Battle, unit: Unit) -> Iterator[Setting]:
        if unit.troop.fate == "rout":
            yield g.state.words.kept.flag("depleted", _is(unit))

    def facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        if _is(unit):
            text = Text("Depleted: one column to the bad in Shock, {fire} to its fire", fire=f"{FIRE:+d}")
            yield Fact(text, g.case(Case.DEPLETION_EFFECTS))


def _is(unit: Unit) -> bool:
    return bool(getattr(unit, "depleted", False))


DEPLETED = Text("Depleted")


def _if(g: Battle, units: Sequence[Unit], n: int, case: Case, reason: Text = DEPLETED) -> tuple[Modifier, ...]:
    return (Modifier(value=n, reason=reason, rule=g.case(case)),) if any(map(_is, units)) else ()
