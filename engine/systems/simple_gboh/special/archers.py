"""Arigaeum and the Hydaspes: how the Indians shoot."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.dice import Modifier
from engine.kernel.hexes import Hex
from engine.kernel.parameters import Params, SideId
from engine.kernel.special import Taken
from engine.kernel.text import Refusal, Text
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.state import Unit
from engine.systems.simple_gboh.special.rule import Rule


class Army(Params):
    side: SideId
    """the Indian army"""


class _Archers(Rule):
    params = Taken(Army)

    def _archer(self, unit: Unit) -> bool:
        return unit.side == self.params.side and unit.missile == "A" and unit.type == "LI"


class IndianBows(_Archers):
    """7.1 They move or shoot in an activation, and armour counts for nothing against them."""

    about = "archers on foot who move or shoot in an activation, and whom armour doesn't hinder"

    def _one(self, unit: Unit, done: str) -> Refusal:
        words = "{unit} {done}: it moves or shoots, not both." if done else "{unit} moves or shoots, not both."
        return Refusal(words, rule=self.spec.id, unit=unit.id, done=Text(done))

    def silences(self, g: Battle, unit: Unit) -> Refusal | None:
        return self._one(unit, "has moved") if self._archer(unit) and unit.moved else None

    def shoots_standing(self, g: Battle, shooter: Unit) -> Refusal | None:
        return self._one(shooter, "") if self._archer(shooter) else None

    def bars_move(self, g: Battle, unit: Unit) -> Refusal | None:
        shot = self._archer(unit) and g.state.orders is not None and unit.id in g.state.orders.fired
        return self._one(unit, "has shot") if shot else None

    def target_modifiers(self, g: Battle, shooter: Unit, target: Unit) -> Sequence[Modifier]:
        worse = g.game.fire.targets.get(target.troop.target, 0)
        if not self._archer(shooter) or target.troop.target != "heavy" or not worse:
            return ()
        return (Modifier(value=-worse, reason=Text("the long bow goes through armour"), rule=self.spec.id),)


class Mud(_Archers):
    """The long bow, anchored to a foot, slips: their rolls are worse by 2."""

    about = "archers on foot whose rolls are worse by 2"

    LOSS = 2

    def fire_modifiers(self, g: Battle, shooter: Unit, a: Hex, b: Hex) -> Sequence[Modifier]:
        if not self._archer(shooter):
            return ()
        return (Modifier(value=self.LOSS, reason=Text("mud"), rule=self.spec.id),)
