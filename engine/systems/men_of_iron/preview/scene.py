"""Positions as they might be: another activation, another part of it, units elsewhere. The real one is left alone."""

from __future__ import annotations

from engine.kernel.hexes import Hex
from engine.kernel.inquiry import names as names
from engine.kernel.text import Text, refuse
from engine.systems.men_of_iron import activation, reach
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.state import Activation, Phase, Unit


def under_way(g: Battle, command: str) -> bool:
    """Whether the Command is the activated one, and not a Standard in its place."""
    act = g.state.activation
    return act is not None and act.command == command and act.standard is None


def as_if(g: Battle, command: str, phase: Phase = "move") -> Battle:
    """The battle in an activation of the Command: the one under way if it is its own, else one that just begins."""
    if under_way(g, command) and g.state.phase != "begin":
        if g.state.phase == phase:
            return g
        assert g.state.activation is not None
        return derive(g, phase=phase, activation=g.state.activation.model_copy(deep=True))
    side = g.state.commands[command].side
    found = derive(g, phase=phase, chooser=side, activation=Activation(side=side, command=command, how="free"))
    activation.status(found, command).apply(found.state)
    found.version += 1
    return found


def derive(g: Battle, **changes: object) -> Battle:
    """The battle with parts of its state replaced; the other parts are shared and must be left alone."""
    return g.afresh(g.state.model_copy(update=changes))


def copied(g: Battle) -> Battle:
    """A battle of its own, to try things on."""
    return g.afresh(g.state.model_copy(deep=True))


def trail(start: Hex, end: reach.Node) -> dict[Hex, int]:
    """MP spent at each hex of a way."""
    costs: dict[Hex, int] = {}
    node = end
    while node.previous is not None:
        if node.hex != start:
            costs.setdefault(node.hex, node.mp)
        node = node.previous
    return costs


# -- pieces ----------------------------------------------------------------------------------------------------------


def unit(g: Battle, name: str) -> Unit:
    """A unit on the map by its id. Raises Refusal."""
    found = g.state.units.get(name)
    if found is None:
        refuse("There is no unit {name}.", name=name)
    if not found.on_map:
        refuse("{unit} is not on the map.", unit=found.id)
    return found


def whose(g: Battle, side: str) -> str:
    return g.spec(side).name


def state(u: Unit) -> Text:
    """12.2, 12.4, 14.1 How a unit is, in a word or two."""
    if u.retired:
        return Text("Retired")
    how = Text("Disordered") if u.disordered else Text("Normal")
    if u.formation is None:
        return how
    return Text("{how}, in Shield Wall" if u.formation == "shield-wall" else "{how}, in Schiltron", how=how)
