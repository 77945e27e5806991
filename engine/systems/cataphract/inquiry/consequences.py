"""A rehearsed order in words: what the enemy would be asked, what would be rolled with which odds, what is certain."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.kernel.decisions import Choice, Choose, ChooseEach, Command, Decision, Item
from engine.kernel.events import Event
from engine.kernel.hexes import Hex, show
from engine.kernel.inquiry import Fact, Section, joined, percent
from engine.kernel.rehearsal import Step, Throw
from engine.kernel.text import Text
from engine.systems.cataphract import feigned, withdrawal
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.events import Fired, LeaderMoved, UnitMoved, UnitTurned

LISTED = 3
"""Choices told one by one; of more only how many there are."""


def sections(g: Battle, side: str, steps: Sequence[Step]) -> list[Section]:
    """What ``steps``, the rehearsal of an order of ``side``, tell; ``g`` is the battle after them."""
    found = [
        Section(
            Text("What the {side} may do on the way", side=g.spec(g.state.enemy(side)).name),
            tuple(_asked(g, steps, side)),
        ),
        Section(Text("What would be rolled for"), tuple(_rolls(steps))),
        Section(Text("What the {side} would be asked", side=g.spec(side).name), tuple(_own(steps, side))),
        Section(Text("If nobody reacts"), tuple(_certain(g, steps))),
    ]
    return [s for s in found if s.facts] or [
        Section(Text("What follows"), (Fact(Text("Nobody may react; nothing is rolled for.")),))
    ]


def _certain(g: Battle, steps: Sequence[Step]) -> list[Fact]:
    """What events tell before the first die or question; steps of the move itself are told by its price."""
    facts: list[Fact] = []
    for step in steps:
        if isinstance(step, Throw):
            break
        if isinstance(step, Event) and not isinstance(step, (UnitMoved, UnitTurned, LeaderMoved, Fired)):
            text = step.text(g.state)
            fact = Fact(text, step.rule) if text is not None else None
            if fact is not None and fact not in facts:
                facts.append(fact)
    return facts


def _rolls(steps: Sequence[Step]) -> list[Fact]:
    facts: list[Fact] = []
    for step in steps:
        if isinstance(step, Throw):
            fact = Fact(odds(step), step.request.rule)
            if fact not in facts:
                facts.append(fact)
    return facts


def odds(throw: Throw) -> Text:
    """A roll with what it needs and each result's probability."""
    request = throw.request
    why = "".join(f", {m.value:+d} {m.reason}" for m in request.modifiers)
    chances = joined(Text("{result} {p}", result=words, p=percent(p)) for words, p in throw.chances)
    text = Text("{what}{why}: {chances}", what=request.text, why=why, chances=chances)
    return text if throw.chances else Text("{what}: needs {needs}", what=request.text, needs=request.needs)


# -- questions -------------------------------------------------------------------------------------------------------


def _own(steps: Sequence[Step], side: str) -> list[Fact]:
    """Questions to the side itself on the way."""
    asked = [s for s in steps if isinstance(s, Decision) and s.side == side and not isinstance(s, Command)]
    return list(dict.fromkeys(Fact(d.prompt, d.rule) for d in asked))


def _asked(g: Battle, steps: Iterable[Step], side: str) -> list[Fact]:
    """Reactions open to the other side, each unit's once, with the hexes at which they are."""
    places: dict[tuple[str, str], list[Hex]] = {}
    first: dict[tuple[str, str], tuple[Decision, Item | None]] = {}
    for d in steps:
        if not isinstance(d, Decision) or d.side == side:
            continue
        for item in d.items if isinstance(d, ChooseEach) else (None,):
            key = (d.kind, item.key if item is not None else d.subject or "")
            first.setdefault(key, (d, item))
            at = d.focus[0] if d.focus else None
            if at is not None and at not in places.setdefault(key, []):
                places[key].append(at)
    return [_reaction(g, d, item, places.get(key, [])) for key, (d, item) in first.items()]


def _reaction(g: Battle, d: Decision, item: Item | None, at: Sequence[Hex]) -> Fact:
    if item is None:
        what = d.prompt
        if isinstance(d, Choose) and len(d.choices) <= LISTED:
            choices = joined((c.label for c in d.choices), " / ")
            what = Text("{question} {choices}", question=d.prompt, choices=choices)
        return Fact(what, d.rule)
    what = _withdrawal(g, d, item) if d.kind == withdrawal.POLICY.kind else _choices(item)
    where = Text(", when the mover is at {hexes}", hexes=", ".join(show(h) for h in at)) if at else Text("")
    return Fact(Text("{who}: {what}{where}", who=item.label, what=what, where=where), d.rule)


def _choices(item: Item) -> Text:
    """The choices of a unit that do something, with their odds where there are any."""
    idle = item.policy.no if item.policy is not None else item.default_key
    shown = [c for c in item.choices if c.key != idle]
    if len(shown) > LISTED:
        return Text("{n} choices", n=len(shown))
    return joined((_choice(c) for c in shown), " / ")


def _choice(c: Choice) -> Text:
    """What a choice does, how likely it succeeds, what it costs and brings."""
    parts = [c.label]
    if c.chance is not None:
        parts = [Text("{choice} ({p})", choice=c.label, p=percent(c.chance))]
    if c.hits:
        parts.append(Text("1 hit") if c.hits == 1 else Text("{n} hits", n=c.hits))
    return joined([*parts, *([c.note] if c.note is not None else [])])


def _withdrawal(g: Battle, d: Decision, item: Item) -> Text:
    """6.51, 6.72 Many hexes make one sentence: how many, at what price."""
    ways = [c for c in item.choices if c.hex is not None]
    parts: list[Text] = []
    if ways:
        least = min(c.hits or 0 for c in ways)
        words = "may withdraw ({n} ways, at least {hits} hits)" if least else "may withdraw ({n} ways, without a hit)"
        parts.append(Text(words, n=len(ways), hits=least))
    if any(c.key == "line" for c in item.choices):
        parts.append(Text("may withdraw with its whole Line"))
    if any(c.key == "feign" for c in item.choices) and d.subject is not None:
        chance = max(0, 9 - feigned.stays_on(g, g.state.units[d.subject])) / 10
        parts.append(Text("may feign a retreat ({p} that {mover} must pursue)", p=percent(chance), mover=d.subject))
    return joined(parts, "; ")
