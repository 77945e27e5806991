"""9.0 Shock: the whole segment, each step done for every combat before the next (9.1)."""

from __future__ import annotations

from engine.kernel.dice import RollRequest
from engine.systems.cataphract import column, leaders, special
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.events import SupplyChanged, UnitFormed
from engine.systems.cataphract.shock import advance, charge, choices, collapse, designation, resolve
from engine.systems.cataphract.shock.combat import Combat


async def shock_segment(g: Battle) -> None:
    """9.11 to 9.17 for the Orders Phase under way."""
    plan = await designation.designate(g)
    if not plan.attacks:
        return
    combats = [Combat.of(g, a) for a in plan.attacks]
    before = {u.id: u.hits for c in combats for u in c.defenders}
    columns = [u for c in combats for u in c.defenders if u.column]
    for c in combats:
        for u in c.defenders:
            if u.shield_wall:
                _leave_wall(g, u.id)
    await charge.charge(g, combats)  # 9.13
    for c in combats:
        if c.goes_on:
            await _casualties(g, c)  # 9.14
    for c in combats:
        if c.goes_on:
            await choices.choose_units(g, c)  # 9.15
    fought = [c for c in combats if c.goes_on]
    for c in fought:
        if c.goes_on and c.chosen_attacker in c.attacking and c.chosen_defender in c.defending:
            await resolve.resolve(g, c)  # 9.16
    for c in fought:
        await collapse.break_units(g, c)  # 9.17(1)
    await collapse.last_stands(g, fought)  # 9.17(2)
    for c in combats:
        c.note_vacated(g)
        await advance.advance(g, c)  # 9.17(3)
    for u in columns:
        if u.on_map and u.column and not u.routed:
            await column.forced_out(g, u)  # 6.46
    for c in combats:
        for u in (*c.attackers, *c.defenders):
            # 8.17 Javelins are thrown in the press.
            if u.missile == "J" and u.is_infantry and u.supply != "no" and u.on_map:
                g.emit(SupplyChanged(unit=u.id, supply="no", rule="8.17"))
    losers = [u for c in combats for u in c.defenders if u.id in c.hurt or u.hits > before[u.id]]
    if losers:
        for rule in special.rules(g):
            rule.after_shock(g, losers)


def _leave_wall(g: Battle, name: str) -> None:
    from engine.systems.cataphract.events import UnitFormed

    g.emit(UnitFormed(unit=name, shield_wall=False, rule="11.73", reason="leaves the Shield Wall to fight."))


async def _casualties(g: Battle, combat: Combat) -> None:
    """9.14 Leaders stacked with units still in the combat: on a 0 they are hit."""
    for u in (*combat.attacking, *combat.defending):
        for leader in g.leaders_at(u.at, u.side):
            roll = await g.roll(
                RollRequest(
                    purpose="leader-hit",
                    side=leader.side,
                    text=f"{leader.name} is in the thick of it",
                    rule="9.14",
                    table="leader_casualty",
                    needs="0 is a casualty",
                    unit=leader.id,
                    outcome=lambda n: "hit" if n == 0 else "unharmed",
                )
            )
            if roll.natural == 0:
                await leaders.casualty(g, leader, "9.14")
                if leader.eliminated:
                    combat.killed.append(leader)
