"""4.1, 4.12 What activation and command status let units do."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Self

from engine.kernel.decisions import Answer
from engine.kernel.hexes import Hex, show
from engine.kernel.inquiry import Fact
from engine.kernel.referee import YES, Setting, switch
from engine.kernel.text import Refusal, Text, joined
from engine.kernel.view import Particular
from engine.systems.gboh.movement import together
from engine.systems.gboh.state import Unit as AnyUnit
from engine.systems.simple_gboh import stacks
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.events.turns import CommandSet
from engine.systems.simple_gboh.hooks import Chapter
from engine.systems.simple_gboh.state import Leader, Unit
from engine.systems.simple_gboh.turn import command_status, formations, moving_phase

OUT_OF_COMMAND, HELD = "4.12", "6.23"
MOST_ATTEMPTS = 9
"""Attempts to seize the turn that a referee may give a leader."""


class PlayerTurns(Chapter):
    """4.1 Units act when their Formation is activated, and as their command status lets them."""

    case = "4.1"
    about = "activation by Formations"

    def conduct(self, g: Battle) -> Self | None:
        return self if g.state.orders is not None and g.state.phase == "orders" else None

    def check_unled(self, g: Battle, answer: Answer) -> None:
        """Refuse what can't be ordered."""
        moving_phase.check(g, answer)

    async def unled(self, g: Battle, answer: Answer) -> None:
        """Carry a checked order out."""
        await moving_phase.carry_out(g, answer)

    def heeds(self, g: Battle, unit: Unit, *, releasing: bool, firing: bool) -> Refusal | None:
        return stacks.idle(g, unit)

    def body(self, g: Battle, unit: Unit) -> str | None:
        """4.1 Its Formation."""
        return g.formation(unit).name

    # -- Out of Command ---------------------------------------------------------------------------------------------

    def keeps_clear(self, g: Battle, unit: Unit, to: Hex) -> Refusal | None:
        lost = next((u for u in together.movers(g, unit) if out_of_command(g, u)), None)
        if lost is None:
            return None
        text = "{unit} is Out of Command and may not move next to an enemy: {hex} is."
        return Refusal(text, rule=OUT_OF_COMMAND, unit=lost.id, hex=show(to))

    def bars_move(self, g: Battle, unit: Unit) -> Refusal | None:
        """4.12, 6.23 Out of Command it spends no Movement Points in contact, nor does a stack where one of it is."""
        if not any(out_of_command(g, u) for u in together.movers(g, unit)):
            return None
        if command_status.distracted(g, unit):
            text = "{unit} has {enemies} in its ZOC, and elephants are Out of Command then: it neither moves nor turns."
            before = ", ".join(e.id for e in g.enemies_in_zoc(unit))
            return Refusal(text, rule=command_status.DISTRACTED, unit=unit.id, enemies=before)
        if g.in_enemy_zoc(unit):
            text = "{unit} is Out of Command and in enemy ZOC: it neither moves nor turns."
            return Refusal(text, rule=HELD, unit=unit.id)
        held = [e.id for e in g.enemies_in_zoc(unit)]
        if not held:
            return None
        text = "{unit} is Out of Command with {enemies} in its ZOC: it neither moves nor turns."
        return Refusal(text, rule=HELD, unit=unit.id, enemies=", ".join(held))

    def command_facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        yield from commanded(g, unit)

    def facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        if out_of_command(g, unit):
            yield Fact(Text("Out of Command: nowhere next to an enemy, and no movement in contact"), OUT_OF_COMMAND)

    # -- shown and set ----------------------------------------------------------------------------------------------

    def settings(self, g: Battle, unit: Unit) -> Iterator[Setting]:
        if g.activated(unit):
            yield switch("in-command", Text("In Command in this Player Turn"), not out_of_command(g, unit))

    def put(self, g: Battle, unit: Unit, key: str, value: str) -> bool:
        if key != "in-command":
            return False
        g.emit(CommandSet(unit=unit.id, on=value == YES, rule=OUT_OF_COMMAND))
        return True

    def leader_settings(self, g: Battle, leader: Leader) -> Iterator[Setting]:
        n = leader.seizure
        yield g.state.words.kept.number("seizure", n, 0, MOST_ATTEMPTS)

    def counter_facts(self, g: Battle, unit: Unit) -> Iterator[Particular]:
        yield Text("Formation"), g.formation(unit).name
        if g.activated(unit) and g.state.phase in ("orders", "shock"):
            yield Text("Command"), Text("In Command") if g.in_command(unit) else Text("Out of Command")

    def leader_facts(self, g: Battle, leader: Leader, viewers: Collection[str]) -> Iterator[Particular]:
        yield Text("Seizure attempts left"), str(leader.seizure) if leader.seizure else Text("none")
        if commanded := formations.commands(g, leader):
            yield Text("Commands"), joined(f.name for f in commanded)
        if leader.inspires:
            yield Text("Heroic Charisma"), Text("yes")

    def broken(self, g: Battle, *, at_rest: bool) -> Iterator[str]:
        """4.44, 4.1, 4.11 What a Player Turn never has, whatever has happened."""
        for x in g.state.leaders.values():
            if x.seizure < 0:
                yield f"fewer than no attempts to seize the turn are left to {x.id}: {x.seizure} (4.44)"
            if x.on_map and (x.elsewhere or x.pursuing is not None):
                yield f"{x.id} is on the map and away (4.36)"
        for u in g.state.units.values():
            if u.on_map and u.pursuing:
                yield f"{u.id} is on the map and in pursuit off it (7.62)"
        turn = g.state.orders
        if turn is None:
            return
        for name in turn.in_command:
            if name not in turn.activated:
                yield f"{name} is In Command and not activated (4.11)"
        for u in g.units(turn.side):
            if turn.formations and u.id in turn.activated and u.formation not in turn.formations:
                yield f"{u.id} is activated and its Formation isn't (4.1)"
        for name in turn.leads:
            if g.state.leaders[name].side != turn.side:
                yield f"{name} is activated in the enemy's Player Turn (4.1)"


def out_of_command(g: Battle, unit: AnyUnit) -> bool:
    """4.12 Whether an activated unit is Out of Command."""
    orders = g.state.orders
    return orders is not None and unit.id in orders.activated and unit.id not in orders.in_command


def commanded(g: Battle, u: Unit) -> Iterator[Fact]:
    """Its Formation, its state in the Player Turn under way, and by whom it would be In Command as all stand now."""
    f = g.formation(u)
    if f.auxiliary:
        yield Fact(Text("{name}: auxiliary, always In Command when activated", name=f.name), "4.13")
        return
    yield Fact(Text("Of {name}, which is activated whole", name=f.name), "4.1")
    units = g.of_formation(u.side, f.id)
    turn = g.state.orders
    activated = turn is not None and turn.side == u.side and f.id in turn.formations
    if activated:
        status = "In Command in this Player Turn" if g.in_command(u) else "Out of Command in this Player Turn"
        yield Fact(Text(status), "4.11")
    if u.troop.is_engine:
        yield Fact(Text("Artillery is always In Command when activated"), "4.13")
        return
    able = formations.commanders(g, u.side, f)
    if not able:
        yield Fact(Text("It has no Commander on the map: activated it is Out of Command"), "4.1")
    for x in able:
        near = command_status.within(g, x, u)
        chained = u in command_status.chain(g, f, x, units)
        if near:
            text = Text("Within {leader}'s Command Range of {n}", leader=x.name, n=x.command_range)
        elif chained:
            text = Text("In {leader}'s chain of command", leader=x.name)
        else:
            text = Text("Beyond {leader}'s Command Range of {n}, and in no chain", leader=x.name, n=x.command_range)
        yield Fact(text, "4.11")
