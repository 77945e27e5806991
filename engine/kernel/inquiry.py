"""Asking the referee without doing anything: questions, and what is found.

A rule system answers them in :meth:`engine.kernel.system.System.inquire`; whoever shows the answer needs no rule.

>>> fact = Fact(Text("{unit} can't reach {hex}.", unit="HC3", hex="2405"), "6.11")
>>> str(fact.text), fact.rule
("HC3 can't reach 2405.", '6.11')
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeAlias, TypeVar

from engine.kernel.board import Place
from engine.kernel.decisions import Decision
from engine.kernel.hexes import Hex
from engine.kernel.statement import Statement
from engine.kernel.text import Refusal, Text, refuse

G = TypeVar("G")


@dataclass(frozen=True, slots=True)
class AboutNow:
    """How do things stand: who decides what, how far is each army from defeat?"""


@dataclass(frozen=True, slots=True)
class AboutPiece:
    """What can a unit or leader do now, what would its loss mean?"""

    piece: str
    """Its id."""


@dataclass(frozen=True, slots=True)
class AboutOrder:
    """Would these orders be legal, one after the other, and what would follow?"""

    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class AboutAttack:
    """What would come of an attack?"""

    attackers: tuple[str, ...]
    """Unit ids, like the next."""
    defenders: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AboutPlace:
    """What is there, who can go there, see it, fire at it? With a piece: that one only."""

    place: Place
    piece: str | None = None


Question: TypeAlias = AboutNow | AboutPiece | AboutOrder | AboutAttack | AboutPlace


@dataclass(frozen=True, slots=True)
class Fact:
    """One sentence of an answer, with the case it rests on ("" for none)."""

    text: Text
    rule: str = ""

    @classmethod
    def of(cls, refusal: Refusal) -> Fact:
        """Why something can't be, as a fact."""
        return cls(refusal.text, refusal.rule)


@dataclass(frozen=True, slots=True)
class Section:
    """Facts that belong together, the most important first: where room is short the last ones go."""

    heading: Text
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Sketch:
    """What a picture of the answer shows; empty parts are left out."""

    focus: tuple[Place, ...] = ()
    """Places that must be in the picture, the most important first."""
    costs: Mapping[Place, int] = field(default_factory=dict[Place, int])
    """Places the piece in the first of ``focus`` can go to, with MP."""
    hits: Mapping[Place, int] = field(default_factory=dict[Place, int])
    """Hits it takes for certain on the way there, where there are any."""
    bands: Mapping[Hex, int] = field(default_factory=dict[Hex, int])
    """A field of fire: range in hexes of every hex in it."""
    needs: Mapping[Hex, str] = field(default_factory=dict[Hex, str])
    """What must be rolled there."""
    sight: tuple[Hex, Hex, Hex | None] | None = None
    """A line of sight: from, to, and the hex that blocks it."""
    attacks: tuple[tuple[str, str], ...] = ()
    """Pairs of attacker and defender."""
    labels: Mapping[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])
    """Written on an attack: its column, or its modifiers on the die."""
    odds: Mapping[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])
    """How likely an attack is to hurt the defender (more than the attacker, where both are hurt): "60 %"."""
    command: frozenset[Hex] = frozenset()
    """Hexes a leader's command reaches."""

    def __bool__(self) -> bool:
        """Whether there is anything to draw but the position."""
        return bool(self.costs or self.bands or self.sight or self.attacks or self.command)


@dataclass(frozen=True, slots=True)
class Findings:
    """The referee's answer."""

    title: Text
    sections: tuple[Section, ...]
    sketch: Sketch = Sketch()

    @property
    def facts(self) -> Iterator[Fact]:
        for section in self.sections:
            yield from section.facts

    @property
    def cases(self) -> tuple[str, ...]:
        """Cases the facts rest on, in order, each once."""
        return tuple(dict.fromkeys(f.rule for f in self.facts if f.rule))


@dataclass(frozen=True, slots=True, kw_only=True)
class Inquiry(Generic[G]):
    """What a system answers, a function a question. All of them look at the battle as the asker sees it."""

    now: Callable[[G, Sequence[Decision], Collection[str]], Findings]
    piece: Callable[[G, str], Findings]
    order: Callable[[G, Sequence[Statement], Sequence[Decision], Collection[str]], Findings]
    attack: Callable[[G, Sequence[str], Sequence[str]], Findings]
    place: Callable[[G, Place, str | None], Findings]
    seen: Callable[[G, Collection[str]], G] = lambda g, sides: g
    """The battle as these sides know it."""

    def answer(self, g: G, pending: Sequence[Decision], question: Question, sides: Collection[str]) -> Findings:
        """The answer for somebody who plays ``sides`` (() for a spectator). Raises Refusal for what can't be asked."""
        g = self.seen(g, sides)
        match question:
            case AboutNow():
                return self.now(g, pending, sides)
            case AboutPiece():
                return self.piece(g, question.piece)
            case AboutOrder():
                return self.order(g, question.statements, pending, sides)
            case AboutAttack():
                return self.attack(g, question.attackers, question.defenders)
            case AboutPlace():
                return self.place(g, question.place, question.piece)


def percent(chance: float) -> Text:
    """A probability for readers.

    >>> str(percent(0.3))
    '30 %'
    """
    return Text("{n} %", n=round(100 * chance))


def at_least_one(chances: Iterable[float]) -> float:
    """Probability that at least one of several independent things happens.

    >>> at_least_one([0.5, 0.5])
    0.75
    """
    none = 1.0
    for p in chances:
        none *= 1 - p
    return 1 - none


class Named(Protocol):
    """A unit, as far as an answer names it."""

    @property
    def id(self) -> str: ...
    @property
    def side(self) -> str: ...


def names(units: Iterable[Named]) -> str:
    """Units by their codes."""
    return ", ".join(u.id for u in units)


def told(*parts: tuple[Text, Iterable[Fact]]) -> tuple[Section, ...]:
    """The parts, heading and facts, that have something to tell."""
    sections = (Section(heading, tuple(facts)) for heading, facts in parts)
    return tuple(s for s in sections if s.facts)


def within_sight(side: str, hexes: int, seeing: Sequence[Named]) -> Text:
    """Who of a side sees a hex; ``side``: what it is called, ``hexes``: from how far units are told."""
    if not seeing:
        return Text("{side}: nobody within {n:hex|hexes}", side=side, n=hexes)
    return Text("{side}, within {n:hex|hexes}: {units}", side=side, n=hexes, units=names(seeing))


def check_opposed(ours: Sequence[Named], theirs: Iterable[Named], rule: str) -> None:
    """Refuse, with the case, attackers of different sides, and defenders of theirs."""
    side = ours[0].side
    for u in ours:
        if u.side != side:
            refuse("{a} and {b} are on different sides.", rule=rule, a=ours[0].id, b=u.id)
    for u in theirs:
        if u.side == side:
            refuse("{a} and {b} are on the same side.", rule=rule, a=ours[0].id, b=u.id)


def refusal_of(check: Callable[[], object]) -> Refusal | None:
    """What a check refuses with; None when it lets it pass."""
    try:
        check()
    except Refusal as no:
        return no
    return None


def why_not(*checks: Refusal | None) -> Fact | None:
    """The first reason that speaks against something, as a fact."""
    return next((Fact.of(r) for r in checks if r is not None), None)


def by_mp(costs: Mapping[Hex, int]) -> list[tuple[int, Sequence[Hex]]]:
    """Hexes by what they cost, cheapest first."""
    found: dict[int, list[Hex]] = {}
    for h, mp in sorted(costs.items()):
        found.setdefault(mp, []).append(h)
    return sorted(found.items())


def asked(decision: Decision, name: str, sides: Collection[str]) -> Fact:
    """An open question as somebody who plays ``sides`` may know it; ``name``: what the side asked is called."""
    if decision.secret and decision.side not in sides:
        return Fact(Text("{side}: they decide in secret", side=name), decision.rule)
    template = "You, {side}: {question}" if decision.side in sides else "{side}: {question}"
    return Fact(Text(template, side=name, question=decision.prompt), decision.rule)
