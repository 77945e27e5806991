"""9.15 The units the clash is reckoned with: defender's choice first, then the attacker's."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.decisions import Choice, Choose, Policy, PolicyKind
from engine.kernel.text import Text
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.shock import clash
from engine.systems.cataphract.shock.combat import Combat
from engine.systems.cataphract.state import Unit

POLICY = PolicyKind("clash-unit", Text("Choose the unit a Shock is reckoned with, where several fight"))


async def choose_units(g: Battle, combat: Combat) -> None:
    """Settle both chosen units; a side with one unit, or with equals, is not asked."""
    attackers, defenders = combat.attacking, combat.defending
    defender = await _pick(
        g,
        defenders,
        clash.best_defender(g, attackers, defenders),
        lambda d: clash.reckon(g, attackers, defenders, clash.best_attacker(g, attackers, defenders, d), d),
        Text("Which of your units does the Shock of {enemy} strike first?", enemy=" and ".join(u.id for u in attackers)),
    )
    attacker = await _pick(
        g,
        attackers,
        clash.best_attacker(g, attackers, defenders, defender),
        lambda a: clash.reckon(g, attackers, defenders, a, defender),
        Text("Which of your units leads the Shock against {enemy}?", enemy=defender.id),
    )
    combat.chosen_attacker, combat.chosen_defender = attacker, defender


async def _pick(g: Battle, units: Sequence[Unit], best: Unit, odds, prompt: Text) -> Unit:  # type: ignore[no-untyped-def]
    reckonings = {u.id: odds(u) for u in units}
    first = reckonings[best.id]
    if all((r.column, r.superiority, r.halved) == (first.column, first.superiority, first.halved) for r in reckonings.values()):
        return best
    other = next(u for u in units if u is not best)
    answer = await g.ask(
        Choose(
            kind=POLICY.kind,
            side=best.side,
            rule="9.15",
            prompt=prompt,
            subject=best.id,
            focus=tuple(u.at for u in units),
            choices=tuple(
                Choice(u.id, Text("{unit}: {odds}", unit=u.id, odds=reckonings[u.id].words()), unit=u.id, hex=u.at) for u in units
            ),
            default_key=best.id,
            policy=Policy(POLICY.kind, best.id, other.id, free=True),
        )
    )
    return g.state.units[answer.key]
