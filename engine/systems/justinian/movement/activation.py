"""7.1, 8.1 One activation of an army: its MP, then one order after the other until it stops, or has to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from engine.kernel.board import Place
from engine.kernel.decisions import Answer, Command, Risk
from engine.kernel.dice import RollRequest
from engine.kernel.text import Refusal, Text, refuse
from engine.systems.justinian import recruits, standing
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.combat import attack, treasure
from engine.systems.justinian.combat.forces import Force
from engine.systems.justinian.events import (
    ActivationBegan,
    ActivationClosed,
    ArmiesSeparated,
    ArmyMoved,
    MpRolled,
    MpSpent,
    Told,
    TreasuryMoved,
)
from engine.systems.justinian.interception import land
from engine.systems.justinian.movement import arriving, boxes, limits, menus, steps, straying, voyage
from engine.systems.justinian.movement.acts import kinds
from engine.systems.justinian.movement.course import Course
from engine.systems.justinian.scenario import BYZANTINE, VANDALS, Side

Held: TypeAlias = Mapping[str, tuple[Place, ...]]
"""Who controls what, as :meth:`Campaign.snapshot` says it."""


async def army(g: Campaign, army_id: str, *, extra_mp: int = 0, held: Held | None = None) -> None:
    """An army, with those combined with it, moves and fights: one activation, paid for and free to be made.

    ``held``: who controlled what as the activation began, where that was before now (6.42).
    """
    active = g.state.armies[army_id]
    _begin(g, g.side(active), army=army_id, held=held)
    if active.led_by is not None:
        g.emit(ArmiesSeparated(armies=(army_id,), rule="6.52"))
    march = Marching(g, Force(g, army_id))
    if await march.sets_out():
        await march.roll(extra_mp)
        await march.play()
    limits.enforce(g, march.took_part)
    standing.settle(g)
    await treasure.everywhere(g)
    g.emit(ActivationClosed(rule="7.15"))


async def fleet(g: Campaign, power: str, place: Place) -> None:
    """Fleet SP of a power in one place move and fight: one activation, paid for and free to be made."""
    _begin(g, g.side_of(power), fleet=power)
    await voyage.sail(g, power, place)
    standing.settle(g)
    await treasure.everywhere(g)
    g.emit(ActivationClosed(rule="7.15"))


def _begin(
    g: Campaign, side: Side, *, army: str | None = None, fleet: str | None = None, held: Held | None = None
) -> None:
    held = held if held is not None else g.snapshot()
    rule = "7.2" if army is None else "7.1"
    g.emit(
        ActivationBegan(
            side=side, army=army, fleet=fleet, barbarian=held["barbarian"], nobody=held["nobody"], rule=rule
        )
    )


class Marching:
    """An active force on its way."""

    def __init__(self, g: Campaign, force: Force) -> None:
        self.g = g
        self.force = force
        self.came_from: Place | None = None
        self.crossed = False
        self.took_part: list[str] = [a.id for a in force.armies]
        """Armies that were part of the force, whatever became of them (7.14)."""
        self.ahead = land.Ahead()
        """What the order under way has yet to do, and who has said whether to intercept it there."""

    # -- how it stands --------------------------------------------------------------------------------------------

    def course(self) -> Course:
        """Where it is now."""
        army = self.force.army
        return Course(
            self.g,
            self.force,
            self.force.at,
            self.mp,
            army.sp,
            army.defeated,
            army.disorganized,
            self.came_from,
            self.crossed,
            self.g.state.treasuries.get(army.power),
        )

    @property
    def mp(self) -> int:
        """MP left."""
        act = self.g.state.activation
        assert act is not None
        return (act.mp or 0) - act.spent

    async def roll(self, extra: int) -> None:
        """7.11 Movement allowance, by the commander's letter."""
        g, leader = self.g, self.force.leader
        if leader is None:
            g.emit(MpRolled(mp=0, rule="4.1"))
            return
        roll = await g.roll(
            RollRequest(
                purpose="movement",
                side=self.force.side,
                text=Text(
                    "{army} moves under {leader}, {letter}"
                    if self.force.power == BYZANTINE
                    else "{army} moves, {letter}",
                    army=self.force.name,
                    leader=leader.name,
                    letter=leader.movement,
                ),
                rule="7.11",
                table="movement_allowance",
                unit=self.force.lead,
                outcome=lambda die: Text("{n} MP", n=g.charts.allowance(die, leader.movement) + extra),
            )
        )
        g.emit(MpRolled(mp=g.charts.allowance(roll.natural, leader.movement) + extra, rule="7.11"))

    # -- orders ---------------------------------------------------------------------------------------------------

    async def sets_out(self) -> bool:
        """7.11 Whether it is to move: the die is rolled then, and not for an army that disbands, has a Fort built, or
        does nothing.

        Asked of those alone who write their orders unseen, and may have no die for it: it changes nothing for these.
        """
        while self.g.spelled_out and self.force.leader is not None:
            order = await self.g.ask(self._beginning())
            for step in order.steps:
                if self.possible(step) and not await self.step(step):
                    return False
            if order.end:
                return False
            if not order.steps:
                break
        return True

    def _beginning(self) -> Command:
        c, force = self.course(), self.force
        prompt = Text("{army} in {place}: does it move?", army=force.name, place=self.g.land.name(c.at))
        return Command(
            kind="march",
            side=force.side,
            rule="7.11",
            prompt=prompt,
            subject=force.lead,
            focus=(c.at,),
            menu=menus.before_moving(c, prompt),
            accept=self._check_beginning,
            default_answer=steps.March(),
            settled=True,
        )

    def _check_beginning(self, answer: Answer) -> None:
        self.check(answer)
        assert isinstance(answer, steps.March)
        if not all(isinstance(x, steps.Disband | steps.Fortify) for x in answer.steps):
            refuse("The die for its MP is rolled first.", rule="7.11")

    async def play(self) -> None:
        """7.15 End of movement: it stops when its player says so, when it can do nothing, or when it is beaten."""
        while self.force.army.on_map and (menus.any_step(self.course()) or self.g.spelled_out):
            order = await self.g.ask(self.question())
            self.ahead = land.Ahead()
            for n, step in enumerate(order.steps):
                self.ahead.way = tuple(x.to for x in order.steps[n + 1 :] if isinstance(x, steps.Go))
                if not self.possible(step):
                    break  # it is asked again
                if await self.deserted(step):
                    if not self.force.army.on_map:
                        return
                    if not self.possible(step):
                        break
                if not await self.step(step):
                    return
            if order.end or not order.steps:
                return

    def question(self) -> Command:
        """What the army does next."""
        c, force = self.course(), self.force
        prompt = Text("{army} in {place}, {mp} MP: what next?", army=force.name, place=self.g.land.name(c.at), mp=c.mp)
        return Command(
            kind="march",
            side=force.side,
            rule="7.1",
            prompt=prompt,
            subject=force.lead,
            focus=(c.at,),
            menu=menus.actions(c, prompt),
            accept=self.check,
            default_answer=steps.March(end=True),
            price=self.price,
        )

    def price(self, answer: Answer) -> Risk | None:
        """7.14 Armies that the order would lose where it ends, as things stand now."""
        if not isinstance(answer, steps.March) or any(isinstance(x, steps.Disband) for x in answer.steps):
            return None
        c = self.course()
        for step in answer.steps:
            c = kinds.after(c, step)
        return straying.ordered(c, answer)

    def check(self, answer: Answer) -> None:
        """Refuse an order of which a step can't be done, as far as that can be told beforehand."""
        if not isinstance(answer, steps.March):
            refuse("{army} is under way: where does it go, or what does it do?", rule="7.1", army=self.force.name)
        if any(isinstance(x, steps.Disband) for x in answer.steps[:-1]):
            refuse("{army} is no more when it is disbanded: nothing follows.", rule="6.53", army=self.force.name)
        c = self.course()
        for step in answer.steps:
            c = kinds.after(c, step)

    def possible(self, step: steps.AnyStep) -> bool:
        """Whether a step that was ordered can still be done as things stand now; if not, why not is told."""
        c = self.course()
        try:
            kinds.after(c, step)
        except Refusal as no:
            place = self.g.land.name(c.at)
            self.g.emit(
                Told(story=Text("{army} stops in {place}: {why}", army=self.force.name, place=place, why=no.text))
            )
            return False
        return True

    async def deserted(self, step: steps.AnyStep) -> bool:
        """6.27 Vandals desert before they go or attack. True where some may have done so just now."""
        act = self.g.state.activation
        if not isinstance(step, steps.Go | steps.Attack) or self.force.power != VANDALS or act is None or act.deserted:
            return False
        await recruits.desertion(self.g)
        return True

    async def step(self, step: steps.AnyStep) -> bool:
        """Do one step that is possible. True while the army is free to go on."""
        c = self.course()
        later = kinds.after(c, step)
        match step:
            case steps.Go():
                return await self.go(step, c.mp - later.mp)
            case steps.Attack():
                return await self.attack(step.army, c)
            case _:
                goes_on = await kinds.carry_out(self.g, self.force, step, c.mp - later.mp)
                self.took_part += [a.id for a in self.force.armies if a.id not in self.took_part]
                if self.force.army.on_map:
                    await arriving.settled(self.g, self.force.at)
                return goes_on

    async def go(self, step: steps.Go, mp: int) -> bool:
        """7.12 Into the next place."""
        g, force, start = self.g, self.force, self.force.at
        along = step.treasury and g.state.treasuries.get(force.power) == start
        g.emit(ArmyMoved(army=force.lead, start=start, to=step.to, how="march", mp=mp, rule="7.12"))
        if along:
            g.emit(TreasuryMoved(power=force.power, to=step.to, rule="5.41"))
        self.came_from = start if g.land.is_province(start) else None
        self.crossed = g.land.strait(start, step.to)
        if g.land.is_box(step.to):
            return await boxes.entered(g, force)
        await arriving.settled(g, start)
        return await arriving.arrived(g, force, crossed=self.crossed, pays=True, ahead=self.ahead)

    async def attack(self, target: str | None, c: Course) -> bool:
        """8.11 Starting a battle, for 1 MP."""
        g, at = self.g, c.at

        def pay() -> None:
            g.emit(MpSpent(mp=g.charts.cost("attack"), rule="8.11"))

        goes_on = await attack.attack(g, self.force, target, came_from=self.came_from, crossed=self.crossed, pay=pay)
        await arriving.settled(g, at)
        return goes_on
