"""A rehearsed order in words: what the enemy would be asked, what would be rolled with which odds, what is certain.

And the frame of an answer to "would these orders be legal": a verdict for each, then what would follow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from engine.kernel.board import Place
from engine.kernel.decisions import Choice, Choose, ChooseEach, Command, Decision, Item
from engine.kernel.dice import need
from engine.kernel.events import Event
from engine.kernel.hexes import show
from engine.kernel.inquiry import Fact, Section, percent
from engine.kernel.rehearsal import Step, Throw
from engine.kernel.statement import Statement
from engine.kernel.text import Text, joined, refuse

LISTED = 3
"""Choices told one by one; of more only how many there are."""

MOST = 8
"""Orders looked at in one question."""

Wording = Callable[[Decision, Item], Text | None]
"""How a system tells one unit's choices in a sentence of its own; None where it has none."""


def _plain(decision: Decision, item: Item) -> Text | None:
    return None


# -- the orders ------------------------------------------------------------------------------------------------------


def title(statements: Sequence[Statement], example: str) -> Text:
    """The orders asked about, as a heading. Raises Refusal where there are none, or too many at once."""
    if not statements:
        refuse("Which order? Write it as for /order: {example}.", example=example)
    if len(statements) > MOST:
        refuse("That is more than {most:order|orders} at once; ask about them in parts.", most=MOST)
    return Text("{orders}", orders="; ".join(str(s) for s in statements))


def verdict(statement: Statement, statements: Sequence[Statement], *, legal: bool, later: bool = False) -> Text:
    """What the referee says to one of several orders; ``later``: at another moment it would be legal."""
    words = Text("Legal") if legal else Text("Not legal now") if later else Text("Not legal")
    return words if len(statements) == 1 else Text("{order}: {verdict}", order=str(statement), verdict=words)


# -- what would follow -----------------------------------------------------------------------------------------------


def sections(
    state: Any,
    steps: Sequence[Step],
    *,
    side: str,
    name: str,
    enemy: str,
    untold: tuple[type[Event], ...] = (),
    wording: Wording = _plain,
    called: Callable[[Place], str] = show,
) -> list[Section]:
    """What ``steps``, the rehearsal of an order of ``side``, tell; ``state`` is the position after them.

    ``name`` and ``enemy`` are what the sides are called, ``called`` says what a place is; events ``untold`` are those
    the order itself tells.
    """
    found = [
        Section(Text("What the {side} may do on the way", side=enemy), tuple(_asked(steps, side, wording, called))),
        Section(Text("What would be rolled for"), tuple(_rolls(steps))),
        Section(Text("What the {side} would be asked", side=name), tuple(_own(steps, side))),
        Section(Text("If nobody reacts"), tuple(_certain(state, steps, untold))),
    ]
    return [s for s in found if s.facts] or [
        Section(Text("What follows"), (Fact(Text("Nobody may react; nothing is rolled for.")),))
    ]


def _certain(state: Any, steps: Sequence[Step], untold: tuple[type[Event], ...]) -> list[Fact]:
    """What events tell before the first die or question."""
    facts: list[Fact] = []
    for step in steps:
        if isinstance(step, Throw):
            break
        if isinstance(step, Event) and not isinstance(step, untold):
            text = step.text(state)
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
    what = joined((request.text, *(m.words for m in request.modifiers)))
    chances = joined(Text("{result} {p}", result=words, p=percent(p)) for words, p in throw.chances)
    text = Text("{what}: {chances}", what=what, chances=chances)
    return (
        text
        if throw.chances
        else Text("{what}: {needs}", what=request.text, needs=need(request.purpose, request.needs))
    )


# -- questions -------------------------------------------------------------------------------------------------------


def _own(steps: Sequence[Step], side: str) -> list[Fact]:
    """Questions to the side itself on the way."""
    asked = [s for s in steps if isinstance(s, Decision) and s.side == side and not isinstance(s, Command)]
    return list(dict.fromkeys(Fact(d.prompt, d.rule) for d in asked))


def _asked(steps: Iterable[Step], side: str, wording: Wording, called: Callable[[Place], str]) -> list[Fact]:
    """Reactions open to the other side, each unit's once, with the places at which they are."""
    places: dict[tuple[str, str], list[Place]] = {}
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
    return [_reaction(d, item, [called(h) for h in places.get(key, [])], wording) for key, (d, item) in first.items()]


def _reaction(d: Decision, item: Item | None, at: Sequence[str], wording: Wording) -> Fact:
    if item is None:
        what = d.prompt
        if isinstance(d, Choose) and len(d.choices) <= LISTED:
            choices = joined((c.label for c in d.choices), " / ")
            what = Text("{question} {choices}", question=d.prompt, choices=choices)
        return Fact(what, d.rule)
    what = wording(d, item) or _choices(item)
    where = Text(", when the mover is at {hexes}", hexes=", ".join(at)) if at else Text("")
    return Fact(Text("{who}: {what}{where}", who=item.label, what=what, where=where), d.rule)


def _choices(item: Item) -> Text:
    """The choices of a unit that do something, with their odds where there are any."""
    idle = item.policy.no if item.policy is not None else item.default_key
    shown = [c for c in item.choices if c.key != idle]
    if len(shown) > LISTED:
        return Text("{n:choice|choices}", n=len(shown))
    return joined((_choice(c) for c in shown), " / ")


def _choice(c: Choice) -> Text:
    """What a choice does, how likely it succeeds, what it costs and brings."""
    parts = [c.label]
    if c.chance is not None:
        parts = [Text("{choice} ({p})", choice=c.label, p=percent(c.chance))]
    if c.hits:
        parts.append(Text("1 hit") if c.hits == 1 else Text("{n:hit|hits}", n=c.hits))
    return joined([*parts, *([c.note] if c.note is not None else [])])
