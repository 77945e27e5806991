"""9.2 Chariots: whom they spare the roll before contact, and who opens ranks to them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from engine.kernel.hexes import Hex
from engine.kernel.inquiry import Fact
from engine.kernel.text import Text
from engine.systems.alexander.battle import Battle
from engine.systems.alexander.hooks import Chapter
from engine.systems.alexander.state import Unit
from engine.systems.gboh.cases import Case
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.movement.move_rule import Narrow

HEADLONG = 4
"""9.22 Hexes driven in a move that spare them their own roll."""


def is_chariot(unit: Unit) -> bool:
    """Whether it is driven."""
    return unit.troop.arm == "chariot"


class Chariots(Chapter):
    """9.22 Chariots that come far needn't roll; 9.24 Macedonians may let them through."""

    case = Case.CHARIOTS_ATTACK
    about = "chariots"

    def narrow(self, g: Battle, unit: Unit) -> Narrow | None:
        if not is_chariot(unit):
            return None
        return Narrow(g.case(Case.DRIVING), ends=True, levels_rule=g.case(Case.DRIVING_LEVELS))

    def excused(self, g: Battle, unit: Unit, attackers: Sequence[Unit], defenders: Sequence[Unit]) -> bool:
        return unit in attackers and is_chariot(unit) and g.orders.driven.get(unit.id, 0) >= HEADLONG

    async def opens_ranks(self, g: Battle, charger: Unit, enemies: Sequence[Unit], origin: Hex) -> Collection[str]:
        if not is_chariot(charger):
            return ()
        opened = [e for e in enemies if opens(g, e, origin) and await _opens(g, e, charger)]
        if origin != charger.hex and len(opened) < len(enemies):
            return [e.id for e in opened]  # it strikes the one that stands, and the other is spared
        for e in opened:
            await cohesion.hits(
                g, e, 1, Text("{charger} drives through", charger=charger.id), g.case(Case.OPENING_RANKS)
            )
        return [e.id for e in opened]

    def facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        if is_chariot(unit):
            text = Text("After {n:hex|hexes} or more it doesn't roll before contact", n=HEADLONG)
            yield Fact(text, g.case(Case.CHARIOTS_ATTACK))

    def reaction_facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        if macedonian(g, unit) and any(is_chariot(e) for e in g.units(g.state.enemy(unit.side))):
            text = Text("Opens its ranks to chariots before it on a roll of its TQ or less")
            yield Fact(text, g.case(Case.OPENING_RANKS))


def macedonian(g: Battle, unit: Unit) -> bool:
    """Whether it fights for Macedon: its army is not the one that is first of equals (5.12)."""
    return not g.spec(unit.side).first_of_equals


def opens(g: Battle, unit: Unit, origin: Hex) -> bool:
    """9.24 Whether the unit rolls for opening its ranks to chariots that come from a hex: its Front, and it stands."""
    return macedonian(g, unit) and unit.on_map and not unit.routed and g.arc(unit, origin) == "front"


async def _opens(g: Battle, unit: Unit, charger: Unit) -> bool:
    limit, rule = cohesion.tq(g, unit), g.case(Case.OPENING_RANKS)
    text = Text("{unit} opens its ranks to {chariots}", unit=unit.id, chariots=charger.id)
    good, bad = Text("they drive through"), Text("it stands in their way")
    return await cohesion.holds(g, unit, "open-ranks", text, rule, good, bad, needs=Text("{n} or less", n=limit))
