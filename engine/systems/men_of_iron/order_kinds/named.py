"""Who gives an order, and whom it names: own units that may be ordered now, and enemies, by their codes."""

from __future__ import annotations

from engine.kernel.text import refuse
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.state import Unit


def side(g: Battle) -> str:
    """The side that orders: that of the activation; before the battle that which sets up."""
    return g.active or next(name for name, army in g.state.armies.items() if not army.deployed)


def unit(g: Battle, name: str) -> Unit:
    """A unit of the activated Command; before the battle, of the side that sets up. Raises Refusal."""
    found = g.state.units.get(name)
    if g.state.activation is None:
        if found is None or not found.on_map:
            refuse("There is no unit {name} on the map.", name=name)
        if found.side != side(g):
            refuse("{unit} is the enemy's.", unit=found.id)
        return found
    if found is None:
        refuse("There is no unit {name}.", name=name)
    if found.side != g.act.side:
        refuse("{unit} is the enemy's.", rule="4.1", unit=found.id)
    if not found.on_map:
        refuse("{unit} is not on the map.", unit=found.id)
    if found.command != g.act.command:
        refuse(
            "{unit} belongs to {other}; {name} is active.",
            rule="4.1",
            unit=found.id,
            other=g.state.commands[found.command].name,
            name=g.state.commands[g.act.command].name,
        )
    return found


def enemy(g: Battle, name: str) -> Unit:
    """A unit of the inactive side on the map. Raises Refusal."""
    found = g.state.units.get(name)
    if found is None or not found.on_map:
        refuse("There is no enemy {name} on the map.", rule="9.1", name=name)
    if found.side == g.act.side:
        refuse("{unit} is your own.", rule="9.1", unit=found.id)
    return found
