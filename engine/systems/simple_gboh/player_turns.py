"""4.1, 4.12 What activation and command status let units do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from engine.kernel.decisions import Answer
from engine.kernel.inquiry import Fact
from engine.kernel.text import Refusal, Text
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.chapter import Chapter
from engine.systems.gboh.state import Unit
from engine.systems.simple_gboh.battle import Battle as SimpleBattle
from engine.systems.simple_gboh.inquiry import command
from engine.systems.simple_gboh.turn import moving_phase

ACTIVATED, OUT_OF_COMMAND, HELD = "4.1", "4.12", "6.23"


def _own(g: Battle) -> SimpleBattle:
    assert isinstance(g, SimpleBattle)
    return g


class PlayerTurns(Chapter):
    """4.1 Units act when their Formation is activated, and as their command status lets them."""

    case = ACTIVATED
    about = "activation by Formations"

    def conduct(self, g: Battle) -> Self | None:
        return self if g.state.orders is not None and g.state.phase == "orders" else None

    def check_unled(self, g: Battle, answer: Answer) -> None:
        """Refuse what can't be ordered."""
        moving_phase.check(_own(g), answer)

    async def unled(self, g: Battle, answer: Answer) -> None:
        """Carry a checked order out."""
        await moving_phase.carry_out(_own(g), answer)

    def heeds(self, g: Battle, unit: Unit, *, releasing: bool, firing: bool) -> Refusal | None:
        if g.orders.side == unit.side and _own(g).activated(_own(g).state.units[unit.id]):
            return None
        return Refusal("{unit} isn't activated in this Player Turn.", rule=ACTIVATED, unit=unit.id)

    def bars_attack(self, g: Battle, unit: Unit) -> Refusal | None:
        if g.state.phase != "orders":
            return None
        return Refusal("Whom {unit} attacks is settled in the Shock Phase.", rule="7.3", unit=unit.id)

    def body(self, g: Battle, unit: Unit) -> str | None:
        """4.1 Its Formation."""
        own = _own(g)
        return own.formation(own.state.units[unit.id]).name

    # -- Out of Command ---------------------------------------------------------------------------------------------

    def keeps_clear(self, g: Battle, unit: Unit) -> str | None:
        return OUT_OF_COMMAND if out_of_command(g, unit) else None

    def bars_move(self, g: Battle, unit: Unit) -> Refusal | None:
        """4.12, 6.23 Out of Command it spends no Movement Points in contact."""
        if not out_of_command(g, unit):
            return None
        if g.in_enemy_zoc(unit):
            text = "{unit} is Out of Command and in enemy ZOC: it neither moves nor turns."
            return Refusal(text, rule=HELD, unit=unit.id)
        held = [e.id for e in g.enemies_in_zoc(unit)]
        if not held:
            return None
        text = "{unit} is Out of Command with {enemies} in its ZOC: it neither moves nor turns."
        return Refusal(text, rule=HELD, unit=unit.id, enemies=", ".join(held))

    def command_facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        yield from command.of_unit(_own(g), _own(g).state.units[unit.id])

    def facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        if out_of_command(g, unit):
            yield Fact(Text("Out of Command: nowhere next to an enemy, and no movement in contact"), OUT_OF_COMMAND)


def out_of_command(g: Battle, unit: Unit) -> bool:
    """4.12 Whether an activated unit is Out of Command."""
    orders = _own(g).state.orders
    return orders is not None and unit.id in orders.activated and unit.id not in orders.in_command
