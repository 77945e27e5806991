"""9.14 Leaders in the thick of it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.dice import RollRequest
from engine.kernel.text import Text
from engine.systems.gboh import special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.command import leaders
from engine.systems.gboh.shock import clash
from engine.systems.gboh.shock.combat import Combat
from engine.systems.gboh.state import Leader


async def check(g: Battle, combats: Sequence[Combat]) -> None:
    """9.14, 9.36 Leaders stacked with units still in a combat: a 0 hits them. The killed are remembered (9.16)."""
    settled: set[int] = set()
    for rule in special.having(g, Special.duels):
        settled.update(await rule.duels(g, combats))
    for i, combat in enumerate(combats):
        if i in settled:
            continue
        for u in (*clash.foremost(combat.attacking), *clash.foremost(combat.defending)):
            for leader in g.leaders_with(u):
                if await is_hit(g, leader):
                    await leaders.casualty(g, leader, g.case(Case.LEADERS_IN_SHOCK))
                    note(g, combat, leader)


def note(g: Battle, combat: Combat, leader: Leader) -> None:
    """9.16 step 3 (A 8.34) What his being hit means for the Charisma of this combat."""
    if leader.eliminated:
        combat.killed.append(leader)
    if g.game.combat.hurt_lend_nothing:
        g.unheard.add(leader.id)


async def is_hit(g: Battle, leader: Leader) -> bool:
    """Whether a 0 hits him."""
    roll = await g.roll(
        RollRequest(
            purpose="leader-hit",
            side=leader.side,
            text=Text("{leader} is in the thick of it", leader=leader.name),
            rule=g.case(Case.LEADERS_IN_SHOCK),
            table="leader_casualty",
            needs=Text("0 is a casualty"),
            unit=leader.id,
            outcome=lambda n: Text("hit") if n == 0 else Text("unharmed"),
        )
    )
    return roll.natural == 0
