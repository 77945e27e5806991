"""Why what a player wrote is none of the choices of a question; see :mod:`engine.kernel.reasons`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.kernel import naming, reasons
from engine.kernel.decisions import Why
from engine.kernel.hexes import Hex, show
from engine.kernel.text import Refusal
from engine.kernel.wanted import Wanted
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.state import CommandState, Unit


class _Reasons(reasons.Reasons[Battle, Unit]):
    def units(self, g: Battle) -> Sequence[Unit]:
        return list(g.state.units.values())

    def closed(self, g: Battle, who: Unit, a: Hex, b: Hex) -> bool:
        return g.step_cost(who, a, b) is None


_reasons = _Reasons()
unit, target, hexes = _reasons.unit, _reasons.target, _reasons.hexes
one_of, not_asked = _reasons.one_of, _reasons.not_asked


def no_closer(causes: Sequence[Hex], away: Callable[[Hex], bool], rule: str) -> Callable[[Hex], Refusal | None]:
    """12.3 Why a hex is no retreat: it leads nearer to an enemy, or no farther from any."""

    def other(h: Hex) -> Refusal | None:
        if away(h) or not causes:
            return None
        return Refusal("{hex} doesn't lead away from {enemies}.", rule=rule, hex=show(h), enemies=_places(causes))

    return other


def _places(hexes: Sequence[Hex]) -> str:
    return " and ".join(show(h) for h in dict.fromkeys(hexes))


def command(g: Battle, side: str, rule: str, bar: Callable[[CommandState], Refusal | None]) -> Why:
    """Why a Command isn't among those to choose from: by ``bar``, or because it is the enemy's or gone."""

    def why(wanted: Wanted) -> Refusal | None:
        for word in wanted.words:
            found = _command(g, word)
            if found is None:
                continue
            if found.side != side:
                return Refusal("That is the enemy's: {name}.", rule=rule, name=found.name)
            if found.gone or not list(g.units(command=found.id)):
                return Refusal("No unit is left of {name}.", rule=rule, name=found.name)
            return bar(found) or Refusal("Name the Command: {id}, for {name}.", rule=rule, id=found.id, name=found.name)
        return None

    return why


def _command(g: Battle, word: str) -> CommandState | None:
    """The Command of an id or name, of its leader, or of a unit."""
    for c in g.state.commands.values():
        if word in (c.id.casefold(), c.name.casefold()):
            return c
    pieces = [*g.state.leaders.values(), *g.state.units.values()]
    piece = naming.exactly(pieces, word)
    return g.state.commands.get(piece.command) if piece is not None else None
