"""Dara: the wind blows against the Persians' arrows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from engine.kernel.dice import Modifier
from engine.kernel.hexes import Hex, column
from engine.kernel.parameters import Params
from engine.kernel.special import Taken
from engine.kernel.text import Text
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.state import Unit


class Against(Params):
    towards: Literal["W", "E"] = "W"
    """the way the missiles fly: to lower-numbered columns, or to higher-numbered ones"""


class Wind(Special):
    """Fire against it reaches 1 hex less far and adds 1 to its roll; fire along a column of hexes isn't touched."""

    about = "missiles against the wind reach less far and hit less"
    params = Taken(Against)

    RANGE = -1
    ROLL = 1

    def _against(self, a: Hex, b: Hex) -> bool:
        west = self.params.towards == "W"
        return column(b) < column(a) if west else column(b) > column(a)

    def _effect(self, value: int, a: Hex, b: Hex) -> Sequence[Modifier]:
        if not self._against(a, b):
            return ()
        return (Modifier(value=value, reason=Text("against the wind"), rule=self.spec.id),)

    def range_changes(self, g: Battle, shooter: Unit, a: Hex, b: Hex) -> Sequence[Modifier]:
        return self._effect(self.RANGE, a, b)

    def fire_modifiers(self, g: Battle, shooter: Unit, a: Hex, b: Hex) -> Sequence[Modifier]:
        return self._effect(self.ROLL, a, b)
