"""7.12, 8.11 Going and attacking, which the march does itself: :mod:`~engine.systems.justinian.movement.activation`.

==============================================  ==========================================================
``> syria-2 > phoenice x``                      go, go, attack all; ``x totila`` attacks one army
``> picenum treasury``                          the treasury goes along
==============================================  ==========================================================
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.kernel.areas import AreaMap
from engine.kernel.board import Place
from engine.kernel.statement import Sign, Token, Word
from engine.kernel.text import refuse
from engine.systems.justinian.combat import attack
from engine.systems.justinian.movement import going
from engine.systems.justinian.movement.acts.act import Act
from engine.systems.justinian.movement.course import Course
from engine.systems.justinian.movement.steps import Attack, Go
from engine.systems.justinian.reader import Reader


class Going(Act[Go]):
    step = Go
    verbs = (">",)

    def read(self, reader: Reader, verb: str, others: Collection[str]) -> Go:
        return Go(to=reader.place(), treasury=reader.word_is("treasury"))

    def write(self, step: Go, board: AreaMap) -> Iterator[Token]:
        yield from (Sign(">"), Word(board.code(step.to)))
        if step.treasury:
            yield Word("treasury")

    def check(self, c: Course, step: Go) -> Course:
        mp = going.check(c, step.to)
        if step.treasury:
            _check_treasury(c, step.to)
        crossed = c.g.land.strait(c.at, step.to)
        here = c.at if c.g.land.is_province(c.at) else None
        treasury = step.to if step.treasury else c.treasury
        return c.later(mp, at=step.to, came_from=here, crossed=crossed, treasury=treasury, won=False)


class Attacking(Act[Attack]):
    step = Attack
    verbs = ("x", "attack")

    def read(self, reader: Reader, verb: str, others: Collection[str]) -> Attack:
        """8.12 Everybody, or the army that is named."""
        if reader.word_is("all", "everybody") or reader.word() is None or reader.word() in others:
            return Attack(army=None)
        return Attack(army=reader.own_army())

    def write(self, step: Attack, board: AreaMap) -> Iterator[Token]:
        yield Sign("x")
        if step.army is not None:
            yield Word(step.army)

    def check(self, c: Course, step: Attack) -> Course:
        attack.check(c.force, defeated=c.defeated)
        attack.target(c.g, c.force, step.army, c.at)
        mp = c.g.charts.cost("attack")
        if mp > c.mp:
            refuse("An attack costs {mp} MP, and {army} has {left}.", rule="8.11", mp=mp, army=c.force.name, left=c.mp)
        return c.later(mp, won=step.army is None)


def _check_treasury(c: Course, to: Place) -> None:
    """5.41"""
    if c.treasury != c.at:
        refuse("No treasury of its power is in {place}.", rule="5.41", place=c.g.land.name(c.at))
    if not c.g.land.is_province(to):
        refuse("A treasury stays in the provinces.", rule="5.41")
