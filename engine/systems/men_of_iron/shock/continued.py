"""12.7 Continued Attacks, and how every engagement ends: combats, advances, attacks that go on."""

from __future__ import annotations

from engine.kernel.text import Text
from engine.systems.men_of_iron import charge
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import Told
from engine.systems.men_of_iron.shock import advance, before, combat
from engine.systems.men_of_iron.shock.engagement import Engagement, Striker
from engine.systems.men_of_iron.state import Unit


async def finish(g: Battle, e: Engagement) -> None:
    """10.3 (e) to (g): roll and apply, advance, and carry out every Continued Attack, to any depth."""
    fights = await combat.clash(g, e)
    pressing = await advance.press(g, fights)
    await advance.follow(g, fights, pressing)
    for unit in pressing:
        await press_on(g, unit)


async def press_on(g: Battle, unit: Unit) -> None:
    """12.7 Continued Attack: who has pressed on Shocks every enemy before it, without Charge or Counter-Charge."""
    if not unit.on_map or unit.retired:
        return
    targets = charge.before(g, unit, unit.at, unit.facing)
    if not targets:
        g.emit(Told(story=Text("{unit} finds nobody before it.", unit=unit.id), unit=unit.id, rule="12.7"))
        return
    e = Engagement([Striker(unit, targets)])
    await combat.threaten(g, e)
    if e.strikers:
        await before.withdrawals(g, e)
    e.lapse(g)
    if e.strikers:
        await finish(g, e)
