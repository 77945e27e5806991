"""10.3 The combats of an engagement: a roll for each defender, all at the same moment, then every result."""

from __future__ import annotations

from engine.kernel.dice import RollRequest
from engine.kernel.text import Text, joined
from engine.systems.men_of_iron import results, shot
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.charts import Code
from engine.systems.men_of_iron.events import Fought
from engine.systems.men_of_iron.shock import drms
from engine.systems.men_of_iron.shock.advance import Fight
from engine.systems.men_of_iron.shock.engagement import Engagement


async def threaten(g: Battle, e: Engagement) -> None:
    """FK-3 Every defender is about to be Shocked; who leaves the battle for that drops out."""
    for defender in e.defenders:
        if not await shot.threaten(g, defender):
            e.lapse(g)


async def clash(g: Battle, e: Engagement) -> list[Fight]:
    """10.3/multi Multiple combats: roll for every defender on the state at this moment; then apply all results."""
    fought: list[tuple[drms.Combat, tuple[Code, ...]]] = []
    for defender in e.defenders:
        c = e.combat(g, defender)
        fought.append((c, await _roll(g, c)))
    fights = [
        Fight(
            defender=c.defender,
            at=c.defender.at,
            attackers=c.attackers,
            stood={a.id: a.at for a in c.attackers},
            shaken=frozenset(a.id for a in c.attackers if a.disordered),
            codes=codes,
        )
        for c, codes in fought
    ]
    # What befalls defenders comes first: they go away from where their attackers stood.
    for (c, codes), fight in zip(fought, fights, strict=True):
        harm: list[Code] = [code for code in codes if code in results.HARMS]
        if harm:
            await results.apply(g, harm, c.defender, c.attackers, "shock", origins=tuple(fight.stood.values()))
    for (c, codes), fight in zip(fought, fights, strict=True):
        own: list[Code] = [code for code in codes if code in drms.BACKFIRE]
        if own:
            await results.apply(g, own, c.defender, c.attackers, "shock", charging=c.charging, origin=fight.at)
    return fights


async def _roll(g: Battle, c: drms.Combat) -> tuple[Code, ...]:
    attackers, defender = c.attackers, c.defender
    first = attackers[0]
    names = joined((a.id for a in attackers), " and ")
    does = "{units} {units:=charges|charge} {enemy}" if c.charging else "{units} {units:=attacks|attack} {enemy}"
    roll = await g.roll(
        RollRequest(
            purpose="shock",
            side=first.side,
            text=Text(does, units=names, enemy=defender.id),
            rule="10.3",
            table="charge" if c.charge else "shock",
            modifiers=tuple(drms.reckon(g, c)),
            unit=first.id,
            outcome=lambda total: drms.told(drms.result(g, c, total), c, homeless=results.homeless(g, defender)),
        )
    )
    codes = drms.result(g, c, roll.total)
    g.emit(
        Fought(
            attackers=[a.id for a in attackers],
            defender=defender.id,
            at=first.at,
            target_at=defender.at,
            side=first.side,
            charge=bool(c.charging),
            rule="10.3",
        )
    )
    return codes
