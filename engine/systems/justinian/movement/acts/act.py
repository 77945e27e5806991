"""What every kind of step of a march has: how it is written, what forbids it, what it costs and does."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, ClassVar, Generic, TypeVar

from engine.kernel.areas import AreaMap
from engine.kernel.statement import Token, Word
from engine.kernel.text import refuse
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.combat.forces import Force
from engine.systems.justinian.movement.course import Course
from engine.systems.justinian.movement.steps import Step
from engine.systems.justinian.reader import Reader

S = TypeVar("S", bound=Step)


class Act(Generic[S]):
    """One kind of step; its steps are of the class :attr:`step`."""

    step: ClassVar[type[Step]]
    verbs: ClassVar[tuple[str, ...]]
    """Words or signs a step of it begins with, the one it is written with first."""
    spends: ClassVar[bool] = True
    """Whether what it costs is told for itself, as MP spent."""

    def read(self, reader: Reader, verb: str, others: Collection[str]) -> Any:
        """The step that is meant, its verb taken; ``others``: words that begin another or end the march."""
        return self.step.model_validate({})

    def write(self, step: S, board: AreaMap) -> Iterator[Token]:
        """Its canonical tokens."""
        yield Word(self.verbs[0])

    def check(self, c: Course, step: S) -> Course:
        """The course after it. Raises Refusal where it can't be done."""
        raise NotImplementedError

    async def carry_out(self, g: Campaign, force: Force, step: S) -> bool:
        """Do a checked step. True while there is an army to go on with."""
        raise NotImplementedError


def pay(c: Course, what: str, rule: str) -> int:
    """MP something costs. Raises Refusal where too few are left."""
    mp = c.g.charts.cost(what)
    if mp > c.mp:
        refuse("That costs {mp} MP, and {army} has {left}.", rule=rule, mp=mp, army=c.force.name, left=c.mp)
    return mp


def in_province(c: Course, rule: str) -> None:
    """Refuse what isn't done in a box."""
    if not c.g.land.is_province(c.at):
        refuse("{army} is in a box.", rule=rule, army=c.force.name)
