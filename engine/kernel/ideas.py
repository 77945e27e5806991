"""What somebody might want to order: finished orders with their consequence in a line, and units that go together.

A system knows what is worth doing (:meth:`~engine.kernel.system.System.ideas`); whoever shows it, a panel or a computer
player, needs no rule to do so. An idea is always legal where it is offered.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.kernel.ahead import Ahead
from engine.kernel.board import Place
from engine.kernel.decisions import Answer, Choice, Command, Decision, Risk
from engine.kernel.hexes import Facing, Hex
from engine.kernel.statement import Statement
from engine.kernel.text import Refusal, Text

MOST = 5
"""Ideas a unit or leader is offered at most."""


@dataclass(frozen=True, slots=True)
class Idea:
    """One finished order for one unit or leader."""

    kind: str
    """What it is for, in a word that is the same in every system: "strike", "charge", "fire", "advance", "hold",
    "wheel", "fall back", "home", "rally", "recover", "form", "lead", "line", "leave", "done"."""
    label: Text
    """What a button says: "Strike LC5 from 2305"; the unit itself is known where it is shown."""
    answer: Answer
    unit: str | None = None
    """Unit or leader that carries it out."""
    hex: Place | None = None
    """Where it ends, or what it aims at."""
    other: Hex | None = None
    """Of a unit of two hexes that goes there: where its second half ends."""
    facing: Facing | None = None
    """Which way it faces there, of a unit of two hexes; None where that isn't told."""
    note: Text | None = None
    """What it costs and triggers, in a line; None where nothing is to be said."""
    chance: float | None = None
    """Probability that it does what it is meant to; None where no die, or more than one, decides."""
    risk: Risk | None = None
    """What is rolled for, and the price of failing."""
    then: tuple[Ahead, ...] = ()
    """What is answered to the questions that come at once afterwards, as far as they are asked and it can be."""
    spare: bool = False
    """Whether too little speaks for it to urge it: it is there for who looks for it."""

    @property
    def answers(self) -> tuple[Answer, ...]:
        """Everything that is answered by it."""
        return (self.answer, *(a.answer for a in self.then))


@dataclass(frozen=True, slots=True)
class Counsel:
    """One order a computer player who thinks considers."""

    weight: float
    """How much speaks for it."""
    answer: Answer
    kind: str
    """As :attr:`Idea.kind`."""


@dataclass(frozen=True, slots=True)
class Group:
    """Units of one side that can be ordered together now."""

    key: str
    """Unique among those offered, short, without spaces: it stands in custom ids."""
    title: Text
    """"The five crossbows", "Gara's Command", "The row at 2206 to 2210"."""
    units: tuple[str, ...]
    """Ids, in the order they are best given their orders: those in front first."""
    left: tuple[str, ...] = ()
    """Those who belong to it as well, and for whom there are no orders left."""


@dataclass(frozen=True, slots=True)
class GroupIdea:
    """The same thing for each of several units: orders that are carried out one after the other like written ones."""

    kind: str
    """As :attr:`Idea.kind`."""
    label: Text
    """"Forward 2", "Fire at what is nearest"."""
    orders: tuple[Statement, ...]
    """One for each unit that can, in the order they are to be given."""
    left: tuple[tuple[str, Text], ...] = ()
    """Units that can't, each with the reason in words."""
    note: Text | None = None
    spare: bool = False
    """Whether it is nothing to be pressed for: offered to who looks for it, where what seems best is something else, or
    to stay."""
    deeds: tuple[Text, ...] = ()
    """Who does what, in the order it is done, where its units don't all do the same."""


URGED = 0.5
"""Weight from which on an idea is urged, and not only offered to who looks for it."""


LONGEST = 60
"""Characters of a label, so that it fits on a button."""


def best(decision: Decision, found: Iterable[tuple[float, Idea]], *, most: int = MOST) -> list[Idea]:
    """The ideas with the highest weights, those that are refused and those with answers given before left out."""
    ideas: list[Idea] = []
    for weight, idea in sorted(found, key=lambda x: -x[0]):
        if len(ideas) == most:
            break
        idea = idea if weight >= URGED else replace(idea, spare=True)
        if all(idea.answers != other.answers for other in ideas) and _legal(decision, idea.answer):
            ideas.append(idea)
    return ideas


def _legal(decision: Decision, answer: Answer) -> bool:
    try:
        decision.check(answer)
    except Refusal:
        return False
    return True


def likeliest(decision: Decision, unit: str, *, most: int = MOST) -> list[Idea]:
    """Ideas read off a system's menus: each choice of the unit with the likeliest order below it, by their ``lean``.

    What a system without ideas of its own offers.
    """
    if not isinstance(decision, Command):
        return []
    own = next((c for c in decision.menu if c.unit == unit and c.menu is not None), None)
    if own is None or own.menu is None:
        return []
    found = [(c.lean, idea) for c in own.menu() if (idea := _followed(c, unit)) is not None]
    return [idea for _, idea in sorted(found, key=lambda x: -x[0])][:most]


def _followed(choice: Choice, unit: str) -> Idea | None:
    words = choice.label
    while choice.answer is None:
        below = choice.menu() if choice.menu is not None else ()
        best = max(below, key=lambda c: c.lean, default=None)
        if best is None:
            return None
        choice = best
        whole = Text("{what}: {where}", what=words, where=choice.label)
        words = whole if len(str(whole)) <= LONGEST else choice.label
    return Idea(
        choice.key,
        words,
        choice.answer,
        unit=unit,
        hex=choice.hex,
        note=choice.note,
        chance=choice.chance,
        risk=choice.risk,
    )
