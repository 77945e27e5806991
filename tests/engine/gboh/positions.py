"""What shared tests lay out, and the little a game has to say of itself for them.

A test writes its units as Cataphract's kit does, "HC1" for heavy and "LC1" for light horse, "LN1" for lancers, "HI1",
"MI1", "LI1" for foot, with the same ratings in every game; a bow is "bow", javelins are "javelin"::

    r = kit.battle([unit("LC1", 1010, missile="bow")], [unit("HC9", 1310, "W")]).orders("a")
    r.fires("LC1", "HC9", dice=[9])

What may be asked of the battle is in :class:`tests.engine.gboh.rig.Rig`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.kernel.hexes import Hex
from engine.systems.gboh.cases import Case
from engine.systems.gboh.field import Layout
from engine.systems.gboh.rules import Rules
from engine.systems.gboh.system import GbohSystem
from tests.engine.gboh.rig import Rig, laid

RATINGS: Mapping[str, Mapping[str, int]] = {
    "HC": {"tq": 6, "size": 5, "ma": 8},
    "LN": {"tq": 6, "size": 4, "ma": 8},
    "LC": {"tq": 5, "size": 5, "ma": 9},
    "HI": {"tq": 6, "size": 7, "ma": 4},
    "MI": {"tq": 5, "size": 7, "ma": 4},
    "LI": {"tq": 4, "size": 7, "ma": 5},
}
"""Of units of shared tests that say no other, by type."""


def unit(code: str, at: Hex | None, facing: str = "E", **values: Any) -> dict[str, Any]:
    """A unit for :meth:`Kit.battle`; state such as hits, routed, supply may be given too."""
    return {"code": code, "hex": at, "facing": facing, **RATINGS[code.rstrip("0123456789")], **values}


def leader(name: str, at: Hex | None, role: str = "OC", **values: Any) -> dict[str, Any]:
    """A leader for :meth:`Kit.battle`."""
    ratings = {"initiative": 5, "command_range": 5, "strategy": 5, "charisma": 4, "line_commands": 1}
    return {"id": name, "hex": at, "role": role, **ratings, **values}


def _nothing(unit: Any) -> None:
    """Nothing to bring in order."""


@dataclass(frozen=True)
class Kit:
    """One game for the shared tests."""

    game: type[GbohSystem[Any, Any]]
    layout: Layout[Any]
    types: Mapping[str, str] = field(default_factory=dict)
    """What the game calls types of :data:`RATINGS` otherwise."""
    missiles: Mapping[str, str] = field(default_factory=dict)
    """Its missile classes for "bow" and "javelin"."""
    ground: Mapping[str, str] = field(default_factory=dict)
    """What its charts call kinds of ground otherwise."""
    settle: Callable[[Any], None] = _nothing
    """Takes from a unit what it has only because it stands where it was set up."""

    @property
    def system(self) -> str:
        """Its id, as marks have it."""
        return self.game.id

    @property
    def rules(self) -> Rules:
        return self.game.rules

    def case(self, case: Case) -> str:
        """The book's number."""
        return self.rules.cases[case]

    def battle(self, a: Sequence[Mapping[str, Any]] = (), b: Sequence[Mapping[str, Any]] = (), **values: Any) -> Rig:
        """Units of side "a", who go home west, and of "b", who go east; ``a_leaders``, ``terrain`` and so on as
        :func:`~tests.engine.gboh.rig.laid` takes them."""
        if "terrain" in values:
            values["terrain"] = {h: self.ground.get(kind, kind) for h, kind in values["terrain"].items()}
        rig = Rig(laid(self.game, self.layout, [*map(self._own, a)], [*map(self._own, b)], **values))
        for u in rig.state.units.values():
            self.settle(u)
        rig.g.version += 1
        return rig

    def _own(self, given: Mapping[str, Any]) -> Mapping[str, Any]:
        letters = given["code"].rstrip("0123456789")
        own = {"type": self.types[letters]} if letters in self.types else {}
        if given.get("missile") is not None:
            own["missile"] = self.missiles.get(given["missile"], given["missile"])
        return {**given, **own}
