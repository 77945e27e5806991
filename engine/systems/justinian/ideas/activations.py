"""What an army might do if it were activated: told before its MP are rolled, by the MP it may count on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.kernel.decisions import Choice, Command
from engine.kernel.ideas import Idea
from engine.kernel.text import Text, joined
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.ideas import plans
from engine.systems.justinian.movement.choice_weights import TYPICAL_MP

TOLD = 2
"""Ideas told of an army."""
PLANNED = 12
"""Plans of an army: the best, and whatever else it may have in mind."""


def ideas(g: Campaign, decision: Command, unit: str) -> Iterator[tuple[float, Idea]]:
    """Activating a unit, with what it could then do; and doing that at once, told with its price.

    That comes first where something is done by it, and the MP will mostly suffice.
    """
    own = next((c for c in decision.menu if c.unit == unit and c.menu is not None), None)
    if own is None or own.menu is None:
        return
    for n, way in enumerate(own.menu()):
        assert way.answer is not None
        notes = [x for x in (way.note, prospects(g, unit) if n == 0 else None) if x is not None]
        lean = own.lean * way.lean
        note = joined(notes, "; ") if notes else None
        yield lean, Idea("lead", way.label, way.answer, unit=unit, hex=way.hex, note=note)
        if n == 0:
            yield from _at_once(g, way, lean)


def _at_once(g: Campaign, way: Choice, lean: float) -> Iterator[tuple[float, Idea]]:
    """What is done as soon as the unit is activated, the price first."""
    unit = way.unit or ""
    price = Text("{price} G", price=g.charts.expense("activation"))
    fleet = next((x for x in g.fleets(way.hex, "byzantine") if x.key == unit), None)
    if fleet is not None:
        for weight, idea in plans.voyages_of(g, way, fleet.power, fleet.place):
            yield lean * weight, _priced(idea, price)
        return
    for n, plan in enumerate(plans.of(g, unit, PLANNED)):
        sooner = n == 0 and plan.settles and plan.enough >= plans.LIKELY
        yield lean * (1.1 if sooner else 0.9 - 0.05 * n), _priced(plans.after(plan, way), price)


def _priced(idea: Idea, price: Text) -> Idea:
    return replace(idea, note=joined([price, idea.note], "; ") if idea.note is not None else price)


def prospects(g: Campaign, army: str) -> Text | None:
    """The best it could do, in a line; None for nothing, or where it is part of another army's force."""
    c = plans.course(g, army)
    found = plans.prospects(c) if c is not None else []
    if not found:
        return None
    told = [_told(idea) for _, idea in found[:TOLD]]
    return Text("with {mp} MP: {ideas}", mp=TYPICAL_MP, ideas=joined(told, " · "))


def _told(idea: Idea) -> Text:
    if idea.chance is None:
        return idea.label
    return Text("{what} ({n} %)", what=idea.label, n=round(100 * idea.chance))
