"""Why what a player wrote is none of the choices of a question: in words, with the case, for any rule system.

A system subclasses :class:`Reasons` and gives what its questions are made with to :attr:`Choose.why` and the like. Each
reason returns None where it has nothing to say to what is wanted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, Protocol, TypeVar

from engine.kernel import naming
from engine.kernel.decisions import Why
from engine.kernel.hexes import Hex, adjacent, show
from engine.kernel.text import Refusal, Text, few
from engine.kernel.wanted import Wanted


class Piece(naming.Piece, Protocol):
    """A unit or a leader, on the map or not."""

    hex: Hex | None


U = TypeVar("U", bound=Piece)
G = TypeVar("G")


class Reasons(Generic[G, U]):
    """What can be said of units and hexes in general."""

    def units(self, g: G) -> Sequence[U]:
        """Units that may be spoken of: nobody learns of an enemy they don't see."""
        raise NotImplementedError

    def closed(self, g: G, who: U, a: Hex, b: Hex) -> bool:
        """Whether the ground between two neighbouring hexes keeps a unit from going."""
        raise NotImplementedError

    def unit(self, g: G, wanted: Wanted, side: str | None = None) -> U | None:
        """The unit named by its code, of one side if given; None where none is."""
        pieces = [u for u in self.units(g) if side in (None, u.side)]
        return next((u for w in wanted.words if (u := naming.exactly(pieces, w)) is not None), None)

    def target(
        self,
        g: G,
        shooter: U,
        offered: Sequence[Piece],
        bar: Callable[[U], Refusal | None],
        rule: str,
        verb: Text | None = None,
    ) -> Why:
        """Why a unit doesn't fire at somebody who is named: by ``bar``, or because it is asked about others.

        ``verb`` is what it does, where it isn't firing.
        """

        def why(wanted: Wanted) -> Refusal | None:
            enemy = self.unit(g, wanted)
            if enemy is None and wanted.hexes:
                place = show(wanted.hexes[-1])
                if wanted.hexes[-1] not in _map(g):
                    return Refusal("{hex} is not on the map.", rule=rule, hex=place)
                enemy = next((u for u in self.units(g) if u.on_map and u.hex == wanted.hexes[-1]), None)
                if enemy is None:
                    return Refusal("Nobody stands at {hex}.", rule=rule, hex=place)
            if enemy is None or enemy.id == shooter.id or any(x.id == enemy.id for x in offered):
                return None
            return bar(enemy) or Refusal(
                "{unit} may {verb} {targets} now, nobody else.",
                rule=rule,
                unit=shooter.id,
                verb=verb or Text("fire at"),
                targets=few(x.id for x in offered),
            )

        return why

    def hexes(
        self, g: G, who: U, rule: str, *, step: bool = True, other: Callable[[Hex], Refusal | None] | None = None
    ) -> Why:
        """Why a unit can't go to a hex that is named: ground, others in it, ZOC. ``step``: it goes one hex.

        ``other`` is asked before.
        """

        def why(wanted: Wanted) -> Refusal | None:
            if step and len(wanted.hexes) > 1:
                return Refusal("{unit} goes one hex now: name the next one alone.", rule=rule, unit=who.id)
            return self._hex(g, who, wanted.hexes[-1], rule, step=step, other=other) if wanted.hexes else None

        return why

    def _hex(
        self, g: Any, who: U, h: Hex, rule: str, *, step: bool, other: Callable[[Hex], Refusal | None] | None
    ) -> Refusal:
        place = show(h)
        if h not in _map(g):
            return Refusal("{hex} is not on the map.", rule=rule, hex=place)
        if other is not None and (no := other(h)) is not None:
            return no
        if h == who.hex:
            return Refusal("{unit} stands at {hex} already.", rule=rule, unit=who.id, hex=place)
        if step and who.hex is not None and not adjacent(h, who.hex):
            return Refusal("{hex} is not next to {unit}.", rule=rule, hex=place, unit=who.id)
        held = next((u for u in self.units(g) if u.on_map and u.hex == h), None)
        if held is not None:
            return Refusal("{other} stands at {hex}.", rule=rule, other=held.id, hex=place)
        if step and who.hex is not None and self.closed(g, who, who.hex, h):
            return Refusal(
                "{unit} can't enter {hex} from {start}.", rule=rule, unit=who.id, hex=place, start=show(who.hex)
            )
        if zoc := g.enemy_zoc(h, who.side):
            return Refusal("{hex} is in the ZOC of {enemy}.", rule=rule, hex=place, enemy=zoc[0].id)
        return Refusal("{hex} is not open to {unit}.", rule=rule, hex=place, unit=who.id)

    def one_of(self, g: G, units: Iterable[Piece], rule: str, side: str, words: Text) -> Why:
        """Why a unit isn't among those to choose from: it is no part of this, the enemy's, or off the map.

        ``words`` says what those have in common: "fight in this Shock".
        """
        ids = [u.id for u in units]

        def why(wanted: Wanted) -> Refusal | None:
            named = self.unit(g, wanted)
            if named is None or named.id in ids:
                return None
            if not named.on_map:
                return Refusal("{unit} is not on the map.", rule=rule, unit=named.id)
            if named.side != side:
                return Refusal("{unit} is the enemy's.", rule=rule, unit=named.id)
            return Refusal("{unit} is none of those that {words}.", rule=rule, unit=named.id, words=words)

        return why

    def not_asked(self, g: G, side: str, bar: Callable[[U], Refusal | None]) -> Why:
        """Why a unit of the side that is asked isn't: by ``bar``."""

        def why(wanted: Wanted) -> Refusal | None:
            named = self.unit(g, wanted, side)
            return None if named is None or not named.on_map else bar(named)

        return why


def _map(g: Any) -> Any:
    return g.map
