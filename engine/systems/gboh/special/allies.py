"""The Catalaunian Fields, Tricameron: allies whom nobody trusts to stay."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.dice import Modifier
from engine.kernel.text import Text
from engine.systems.gboh import rolls, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.events import UnitsLeft
from engine.systems.gboh.own import B, L, U
from engine.systems.gboh.state import Leader, Unit

LEAVE = 9
"""Modified roll from which on they leave instead of fighting."""


def all_but_won(g: Battle, side: str) -> bool:
    """Whether the enemy has twice the side's Rout Points; an enemy without losses is never "twice as badly off"."""
    own, enemy = g.state.sides[side].rout_points, g.state.sides[g.state.enemy(side)].rout_points
    return enemy > 0 and enemy >= 2 * own


def losing(g: Battle, side: str) -> bool:
    """Whether the side has more Rout Points than the enemy."""
    return g.state.sides[side].rout_points > g.state.sides[g.state.enemy(side)].rout_points


def leave(g: Battle, units: Sequence[Unit], leaders: Sequence[str], tribe: str, rule: str) -> None:
    """They leave the battle at once, with these leaders, and nobody counts them as lost."""
    story = Text("The {tribe} leave the battle: they count as nobody's loss.", tribe=tribe)
    g.emit(UnitsLeft(units=[u.id for u in units], leaders=list(leaders), story=story, rule=rule))
    special.call(g, Special.dislodged)


class Allies(Special[B, U, L]):
    """They may all go home, and it depends on a leader whether they fight."""

    def theirs(self, unit: Unit) -> bool:
        """Whether the unit is one of them."""
        raise NotImplementedError

    def leader(self, g: B) -> Leader:
        """On whose Initiative it depends."""
        raise NotImplementedError

    async def depart(self, g: B) -> None:
        """They :func:`leave`."""
        raise NotImplementedError

    def present(self, g: B) -> Sequence[Unit]:
        """Their units on the map."""
        return [u for u in g.units() if self.theirs(u)]

    def limit(self, g: B) -> int:
        """Highest roll on which they stay: with their leader lost nobody holds them but a 0."""
        leader = self.leader(g)
        return 0 if leader.eliminated else leader.initiative

    async def defect(self, g: B, unit: U, text: Text) -> None:
        """One of them is lost: they roll, and stay or leave."""
        good, bad, rule = Text("they stay"), Text("they leave the battle"), self.spec.id
        if not await rolls.at_most(g, self.limit(g), "defection", unit.side, text, rule, good, bad, unit=unit.id):
            await self.depart(g)

    def doubts(self, g: B, side: str) -> tuple[Modifier, ...]:
        """Modifiers of the roll for whether they fight: how the battle goes."""
        own, theirs = g.state.sides[side].rout_points, g.state.sides[g.state.enemy(side)].rout_points
        if own == theirs:
            return ()
        words = Text("more Rout Points than the enemy" if own > theirs else "fewer Rout Points than the enemy")
        return (Modifier(value=1 if own > theirs else -1, reason=words, rule=self.spec.id),)
