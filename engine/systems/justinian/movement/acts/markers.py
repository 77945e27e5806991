"""7.18, 8.24, 6.54 Markers: ``claim`` and ``clear``; ``rally``, ``reduce``, ``restore``; ``fort armenia-1``."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.kernel.areas import AreaMap
from engine.kernel.statement import Token, Word
from engine.kernel.text import refuse
from engine.systems.justinian import forts
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.combat import status
from engine.systems.justinian.combat.forces import Force
from engine.systems.justinian.events import ControlPlaced, ControlRemoved, RevoltEnded
from engine.systems.justinian.movement.acts.act import Act, in_province, pay
from engine.systems.justinian.movement.course import Course
from engine.systems.justinian.movement.steps import Claim, Clear, Fortify, Recover
from engine.systems.justinian.reader import Reader
from engine.systems.justinian.scenario import BYZANTINE


class Claiming(Act[Claim]):
    step = Claim
    verbs = ("claim",)

    def check(self, c: Course, step: Claim) -> Course:
        """7.18"""
        g, power, place = c.g, c.force.power, c.g.land.name(c.at)
        if not g.major(power):
            refuse("Only Persians, Ostrogoths and Vandals have control markers.", rule="7.18")
        in_province(c, "7.18")
        if c.at == g.land.lazica:
            refuse("No control marker is placed in Lazica.", rule="3.41")
        if not c.own:
            refuse("{army} has no SP of its own to hold {place}.", rule="7.18", army=c.force.name, place=place)
        if c.at in g.state.control:
            refuse("There is a control marker in {place}.", rule="7.18", place=place)
        if c.at in g.state.revolt:
            refuse("{place} is In Revolt.", rule="7.18", place=place)
        others = [x for x in g.forces(c.at) if x.power != power and not (c.won and g.side_of(x.power) != c.force.side)]
        if others or any(a.allied for a in c.force.armies):
            refuse("SP of another power are in {place}.", rule="7.18", place=place)
        return c.later(pay(c, "place_marker", "7.18"))

    async def carry_out(self, g: Campaign, force: Force, step: Claim) -> bool:
        g.emit(ControlPlaced(place=force.at, power=force.army.power, rule="7.18"))
        return True


class Clearing(Act[Clear]):
    step = Clear
    verbs = ("clear",)

    def check(self, c: Course, step: Clear) -> Course:
        """7.18"""
        g, place = c.g, c.g.land.name(c.at)
        if c.force.power != BYZANTINE:
            refuse("Byzantine armies remove markers; {army} can't.", rule="7.18", army=c.force.name)
        if c.at not in g.state.control and c.at not in g.state.revolt:
            refuse("There is neither a control nor a Revolt marker in {place}.", rule="7.18", place=place)
        if c.enemies:
            refuse("Enemy SP are in {place}.", rule="7.18", place=place)
        return c.later(pay(c, "remove_marker", "7.18"))

    async def carry_out(self, g: Campaign, force: Force, step: Clear) -> bool:
        event = RevoltEnded if force.at in g.state.revolt else ControlRemoved
        g.emit(event(place=force.at, rule="7.18"))
        return True


class Recovering(Act[Recover]):
    step = Recover
    verbs = ("rally", "reduce", "restore")

    def read(self, reader: Reader, verb: str, others: Collection[str]) -> Recover:
        return Recover.model_validate({"how": verb})

    def write(self, step: Recover, board: AreaMap) -> Iterator[Token]:
        yield Word(step.how)

    def check(self, c: Course, step: Recover) -> Course:
        """8.24"""
        name = c.force.name
        match step.how:
            case "rally":
                if not c.disorganized:
                    refuse("{army} is not Disorganized.", rule="8.24", army=name)
                return c.later(pay(c, "recover_disorganized", "8.24"), disorganized=False)
            case "reduce":
                if not c.defeated or c.disorganized:
                    refuse("{army} must be Defeated, and not Disorganized.", rule="8.24", army=name)
                return c.later(pay(c, "recover_disorganized", "8.24"), defeated=False, disorganized=True)
            case "restore":
                if not c.defeated:
                    refuse("{army} is not Defeated.", rule="8.24", army=name)
                return c.later(pay(c, "recover_defeated", "8.24"), defeated=False)

    async def carry_out(self, g: Campaign, force: Force, step: Recover) -> bool:
        match step.how:
            case "rally":
                status.mark(g, force, "8.24", disorganized=False)
            case "reduce":
                status.mark(g, force, "8.24", defeated=False, disorganized=True)
            case "restore":
                status.mark(g, force, "8.24", defeated=False)
        return True


class Fortifying(Act[Fortify]):
    step = Fortify
    verbs = ("fort",)

    def read(self, reader: Reader, verb: str, others: Collection[str]) -> Fortify:
        return Fortify(at=reader.place())

    def write(self, step: Fortify, board: AreaMap) -> Iterator[Token]:
        yield from (Word("fort"), Word(board.code(step.at)))

    def check(self, c: Course, step: Fortify) -> Course:
        """6.54 It costs no MP."""
        if c.g.state.phase != "byzantine":
            refuse("Forts are built in Byzantine activations.", rule="6.54")
        forts.check(c.g, step.at)
        return c

    async def carry_out(self, g: Campaign, force: Force, step: Fortify) -> bool:
        forts.build(g, step.at)
        return True
