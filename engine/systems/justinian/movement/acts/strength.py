"""7.16, 7.17 SP stay behind or join: ``drop 5``, ``detach 5``, ``pick 5``, ``give 5 totila``."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, TypeVar

from engine.kernel.areas import AreaMap
from engine.kernel.statement import Token, Word
from engine.kernel.text import refuse
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.combat.forces import Force
from engine.systems.justinian.events import ArmyRemoved, StrengthMoved
from engine.systems.justinian.movement.acts.act import Act, in_province, pay
from engine.systems.justinian.movement.course import Course
from engine.systems.justinian.movement.steps import Detach, Drop, PickUp, Transfer
from engine.systems.justinian.reader import Reader
from engine.systems.justinian.scenario import BYZANTINE
from engine.systems.justinian.state import Army, detached_at, frontier_at, in_army

N = TypeVar("N", Drop, Detach, PickUp)


class _SoMany(Act[N]):
    """So many SP."""

    def read(self, reader: Reader, verb: str, others: Collection[str]) -> Any:
        return self.step.model_validate({"sp": reader.number(f"{verb} 5", least=1)})

    def write(self, step: N, board: AreaMap) -> Iterator[Token]:
        yield from (Word(self.verbs[0]), Word(str(step.sp)))


class Dropping(_SoMany[Drop]):
    step = Drop
    verbs = ("drop",)

    def check(self, c: Course, step: Drop) -> Course:
        """7.16"""
        army = c.army
        if army.power != BYZANTINE or c.g.scenario.army_specs[army.id].praesental:
            refuse(
                "{army} leaves no Frontier SP behind: Byzantine armies do, Praesental ones excepted.",
                rule="7.16",
                army=c.force.name,
            )
        in_province(c, "7.16")
        if c.at == c.g.land.lazica:
            refuse("No Frontier SP are placed in Lazica.", rule="3.41")
        if step.sp > c.own or step.sp >= c.own + sum(army.allied.values()):
            refuse("{army} has {n} SP of its own and keeps at least 1 SP.", rule="7.16", army=c.force.name, n=c.own)
        return c.later(pay(c, "drop", "7.16"), own=c.own - step.sp)

    async def carry_out(self, g: Campaign, force: Force, step: Drop) -> bool:
        army, to = force.army, frontier_at(force.at)
        g.emit(StrengthMoved(source=in_army(army), to=to, n=step.sp, why="dropped", unpaid=army.unpaid, rule="7.16"))
        return True


class Detaching(_SoMany[Detach]):
    step = Detach
    verbs = ("detach",)

    def check(self, c: Course, step: Detach) -> Course:
        """7.17"""
        if not c.g.major(c.force.power):
            refuse("Persians, Ostrogoths and Vandals detach SP; {army} can't.", rule="7.17", army=c.force.name)
        if c.defeated or c.disorganized:
            refuse("{army} is Defeated or Disorganized and detaches no SP.", rule="7.17", army=c.force.name)
        in_province(c, "7.17")
        if c.at == c.g.land.lazica:
            refuse("No SP are detached in Lazica.", rule="3.41")
        if step.sp > c.own:
            refuse("{army} has {n} SP of its own.", rule="7.17", army=c.force.name, n=c.own)
        return c.later(pay(c, "detach", "7.17"), own=c.own - step.sp)

    async def carry_out(self, g: Campaign, force: Force, step: Detach) -> bool:
        army, to = force.army, detached_at(force.at, force.army.power)
        g.emit(StrengthMoved(source=in_army(army), to=to, n=step.sp, why="detached", rule="7.17"))
        return _left_alone(g, army)


class PickingUp(_SoMany[PickUp]):
    step = PickUp
    verbs = ("pick",)

    def check(self, c: Course, step: PickUp) -> Course:
        """7.17 Byzantine armies never do (7.16)."""
        power = c.force.power
        if power == BYZANTINE:
            refuse("Byzantine armies never pick SP up.", rule="7.16")
        held = c.g.state.sp_of(detached_at(c.at, power))
        if step.sp > held:
            refuse(
                "{n} Detached SP of the {name} are in {place}.",
                rule="7.17",
                n=held,
                name=c.g.state.names[power],
                place=c.g.land.name(c.at),
            )
        return c.later(pay(c, "pick_up", "7.17"), own=c.own + step.sp)

    async def carry_out(self, g: Campaign, force: Force, step: PickUp) -> bool:
        source = detached_at(force.at, force.army.power)
        g.emit(StrengthMoved(source=source, to=in_army(force.army), n=step.sp, why="picked-up", rule="7.17"))
        return True


class HandingOver(Act[Transfer]):
    step = Transfer
    verbs = ("give",)

    def read(self, reader: Reader, verb: str, others: Collection[str]) -> Transfer:
        n = reader.number("give 5 totila", least=1)
        return Transfer(sp=n, army=reader.army())

    def write(self, step: Transfer, board: AreaMap) -> Iterator[Token]:
        yield from (Word("give"), Word(str(step.sp)), Word(step.army))

    def check(self, c: Course, step: Transfer) -> Course:
        """7.17"""
        if not c.g.minor(c.force.power):
            refuse("Only a minor power's army hands SP over.", rule="7.17")
        found = c.g.state.armies.get(step.army)
        if found is None or found.at != c.at or not c.g.major(found.power) or c.g.side(found) != c.force.side:
            refuse(
                "There is no army of a major power of its side called {army} in {place}.",
                rule="7.17",
                army=step.army[:40],
                place=c.g.land.name(c.at),
            )
        if step.sp > c.own:
            refuse("{army} has {n} SP.", rule="7.17", army=c.force.name, n=c.own)
        return c.later(pay(c, "hand_over", "7.17"), own=c.own - step.sp)

    async def carry_out(self, g: Campaign, force: Force, step: Transfer) -> bool:
        army, to = force.army, in_army(g.state.armies[step.army], force.army.power)
        g.emit(StrengthMoved(source=in_army(army), to=to, n=step.sp, why="handed-over", rule="7.17"))
        return _left_alone(g, army)


def _left_alone(g: Campaign, army: Army) -> bool:
    """7.17 A leader who has given all SP away: he goes to his box, if he has one. True while he is still there."""
    box = g.land.box(army.power)
    if army.strength or box is None:
        return True
    g.emit(ArmyRemoved(army=army.id, to="box", box=box, why="empty", rule="7.17"))
    return False
