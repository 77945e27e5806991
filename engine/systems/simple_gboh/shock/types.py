"""7.35 Whose Types count in a Shock: the attacker chooses first, then the defender."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.decisions import Choice, Choose, Policy, PolicyKind
from engine.kernel.text import Text
from engine.systems.gboh.orders import reasons
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.shock import odds, reckoning
from engine.systems.simple_gboh.shock.combat import Combat
from engine.systems.simple_gboh.shock.reckoning import Reckoning
from engine.systems.simple_gboh.state import Unit

POLICY = PolicyKind("clash-unit", Text("Choose the unit a Shock is reckoned with, where several fight"))
RULE = "7.35"


async def choose(g: Battle, c: Combat) -> Reckoning:
    """7.35 Settle both Types; a side with one unit, or one that may be chosen, is not asked."""
    ours, theirs = c.ours, c.theirs
    best = {a.id: reckoning.choice_of_defender(g, ours, theirs, a) for a in reckoning.attackers(g, ours, theirs)}
    first = reckoning.foresee(g, ours, theirs).attacker
    name = await _ask(g, best, first, Text("Which of your units leads the Shock?"), ours[0].side, theirs)
    attacker = g.state.units[name]
    options = {d.id: reckoning.reckon(g, ours, theirs, attacker, d) for d in theirs}
    worst = min(options.values(), key=lambda r: r.drm).defender
    name = await _ask(g, options, worst, Text("Which of your units does the Shock strike?"), theirs[0].side, ours)
    return options[name]


async def _ask(
    g: Battle, options: dict[str, Reckoning], best: Unit, prompt: Text, side: str, enemies: Sequence[Unit]
) -> str:
    if len(options) == 1:
        return best.id
    units = g.state.units
    ranked = [best.id, *(name for name in options if name != best.id)]
    answer = await g.ask(
        Choose(
            kind=POLICY.kind,
            side=side,
            rule=RULE,
            prompt=prompt,
            focus=tuple(u.at for u in (*(units[n] for n in options), *enemies)),
            choices=tuple(
                Choice(
                    name,
                    Text("{unit}: {odds}", unit=name, odds=odds.in_short(options[name])),
                    unit=name,
                    hex=units[name].at,
                    lean=3.0 if name == best.id else 0.5,
                )
                for name in ranked
            ),
            default_key=best.id,
            # The unit that leads is the one that advances (7.71): who cares says so.
            policy=Policy(POLICY.kind, best.id, ranked[1], free=True),
            why=reasons.one_of(g, [units[n] for n in options], RULE, side, Text("can be chosen in this Shock")),
        )
    )
    return answer.key
