"""Whose order a written one is, whose activation it could be given in, and the copy of the battle it is tried on."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from engine.kernel import naming
from engine.kernel.decisions import Answer
from engine.kernel.statement import Statement
from engine.kernel.text import Refusal
from engine.systems.men_of_iron import move_fire, shock_phase, written
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.order_kinds import kinds
from engine.systems.men_of_iron.preview import scene
from engine.systems.men_of_iron.reader import Reader
from engine.systems.men_of_iron.state import Marker, Phase


@dataclass
class Trial:
    """A copy of the battle in an activation of a Command, and the order to be tried on it."""

    g: Battle
    command: str
    answer: Answer
    now: bool
    """It could be given at this moment."""

    @property
    def side(self) -> str:
        return self.g.state.commands[self.command].side

    def again(self, statement: Statement) -> tuple[Trial | None, list[Refusal]]:
        """The next order, after this one; or why it can't be."""
        try:
            return _read(self.g, self.command, statement, self.now, fresh=False), []
        except Refusal as no:
            return None, [no]


def begin(g: Battle, statement: Statement, sides: Collection[str]) -> tuple[Trial | None, list[Refusal]]:
    """The first order: as given now if it can be, else in an activation of a Command of its side.

    With it what speaks against it: now, and where nobody could be given it, at any time.
    """
    side = _side(g, statement, sides)
    objections: list[Refusal] = []
    act = g.state.activation
    now = act.command if act is not None and act.side == side and scene.under_way(g, act.command) else None
    if now is not None and g.state.phase in ("move", "shock"):
        try:
            return _read(g, now, statement, True), []
        except Refusal as no:
            objections.append(no)
    later: list[Refusal] = []
    for command in _candidates(g, side, statement):
        if command == now and g.state.phase == "move" == _phase(statement):
            continue
        try:
            return _read(g, command, statement, False), objections
        except Refusal as no:
            later.append(no)
    objections += [no for no in later[:1] if str(no) not in {str(x) for x in objections}]
    nobody = Refusal("The {side} have no Command left to activate.", rule="4.1", side=scene.whose(g, side))
    return None, objections or [nobody]


def _phase(statement: Statement) -> Phase:
    """The part of an activation an order is judged by: one to attack by the Shock part, any other by Move/Fire."""
    kind = kinds.begun_by(str(statement.tokens[0]).casefold()) if statement.tokens else None
    return "shock" if kind is not None and kind.phases == ("shock",) else "move"


def _read(g: Battle, command: str, statement: Statement, now: bool, *, fresh: bool = True) -> Trial:
    """The order in a copy of the battle, checked, be its part over or not. Raises Refusal."""
    phase = _phase(statement)
    now = now and g.state.phase == phase
    if fresh:
        g = scene.copied(scene.as_if(g, command, phase))
    elif g.state.phase != phase:
        g.state.phase = phase
        g.version += 1
    answer = written.order(g, g.act.side, statement)
    (shock_phase if phase == "shock" else move_fire).check(g, answer)
    return Trial(g, command, answer, now)


def _side(g: Battle, statement: Statement, sides: Collection[str]) -> str:
    """Whose order it is: the side of the first piece it names; else of the side that acts, or the asker's."""
    reader = Reader(g, "", statement)
    bombard = next((m.side for m in _bombards(g, statement)), None)
    named = naming.side_of(reader.pieces(), statement, lambda h: reader.standing(h, None))
    return bombard or named or g.active or next(iter(sides), next(iter(g.state.armies)))


def _bombards(g: Battle, statement: Statement) -> list[Marker]:
    return [m for t in statement.tokens for m in g.markers("bombard") if m.id.casefold() == str(t).casefold()]


def _candidates(g: Battle, side: str, statement: Statement) -> list[str]:
    """Commands of the side that could be given the order, those of the pieces it names first."""
    reader = Reader(g, side, statement)
    meant = (naming.meant(reader.pieces(), t, lambda h: reader.standing(h, None)) for t in statement.tokens)
    named = [p.command for p in meant if p is not None and p.side == side]
    named += [m.command for m in _bombards(g, statement) if m.command]
    able = [c.id for c in g.commands(side)]
    first = [c for c in dict.fromkeys(named) if c in able]
    return first or able
