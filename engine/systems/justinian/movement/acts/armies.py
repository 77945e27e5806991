"""6.52, 6.53 Armies together, and no more: ``combine armenia``, ``deal orient 9 armenia 8``, ``disband``."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from engine.kernel.areas import AreaMap
from engine.kernel.statement import Token, Word
from engine.kernel.text import refuse
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.combat.forces import Force
from engine.systems.justinian.events import ArmyRemoved, StrengthChanged, StrengthMoved
from engine.systems.justinian.movement import combining
from engine.systems.justinian.movement.acts.act import Act, pay
from engine.systems.justinian.movement.course import Course
from engine.systems.justinian.movement.steps import Combine, Disband, Redistribute
from engine.systems.justinian.reader import Reader
from engine.systems.justinian.scenario import BYZANTINE
from engine.systems.justinian.state import frontier_at, in_army


class Combining(Act[Combine]):
    step = Combine
    verbs = ("combine",)

    def read(self, reader: Reader, verb: str, others: Collection[str]) -> Combine:
        armies = [reader.army()]
        while reader.names_a_piece():
            armies.append(reader.army())
        return Combine(armies=tuple(armies))

    def write(self, step: Combine, board: AreaMap) -> Iterator[Token]:
        yield from (Word("combine"), *(Word(x) for x in step.armies))

    def check(self, c: Course, step: Combine) -> Course:
        combining.check(c, step.armies)
        return c.later(pay(c, "combine", "6.52"), joined=(*c.joined, *step.armies))

    async def carry_out(self, g: Campaign, force: Force, step: Combine) -> bool:
        await combining.combine(g, force, step.armies)
        return True


class Dealing(Act[Redistribute]):
    step = Redistribute
    verbs = ("deal",)

    def read(self, reader: Reader, verb: str, others: Collection[str]) -> Redistribute:
        sp: dict[str, int] = {}
        while reader.names_a_piece():
            army = reader.once(reader.army(), sp)
            sp[army] = reader.number("deal orient 9 armenia 8")
        return Redistribute(sp=sp)

    def write(self, step: Redistribute, board: AreaMap) -> Iterator[Token]:
        yield Word("deal")
        for army, n in step.sp.items():
            yield from (Word(army), Word(str(n)))

    def check(self, c: Course, step: Redistribute) -> Course:
        combining.check_redistribution(c, step.sp)
        return c.later(pay(c, "combine", "6.52"), own=step.sp.get(c.army.id, c.own))

    async def carry_out(self, g: Campaign, force: Force, step: Redistribute) -> bool:
        combining.redistribute(g, step.sp)
        return True


class Disbanding(Act[Disband]):
    step = Disband
    verbs = ("disband",)
    spends = False

    def check(self, c: Course, step: Disband) -> Course:
        """6.53"""
        army = c.army
        if army.power != BYZANTINE or c.g.scenario.army_specs[army.id].praesental:
            refuse("{army} can't be disbanded.", rule="6.53", army=c.force.name)
        if c.at == c.g.land.lazica:
            refuse("No army is disbanded in Lazica: Frontier SP are never there.", rule="6.53")
        return replace(c, mp=0)

    async def carry_out(self, g: Campaign, force: Force, step: Disband) -> bool:
        army, to = force.army, frontier_at(force.at)
        if army.sp:
            unpaid = army.unpaid
            g.emit(StrengthMoved(source=in_army(army), to=to, n=army.sp, why="disbanded", unpaid=unpaid, rule="6.53"))
        for power, n in list(army.allied.items()):
            g.emit(StrengthChanged(group=in_army(army, power), n=-n, why="disbanded", rule="6.53"))
        g.emit(ArmyRemoved(army=army.id, to="aside", why="disbanded", rule="6.53"))
        return False
