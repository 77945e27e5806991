"""Pelium by night: a camp asleep."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.kernel.decisions import Risk
from engine.kernel.dice import Modifier, RollRequest
from engine.kernel.hexes import Hex
from engine.kernel.parameters import Params, SideId
from engine.kernel.special import Taken
from engine.kernel.text import Refusal, Text
from engine.systems.alexander.battle import Battle
from engine.systems.alexander.hooks import Special
from engine.systems.alexander.state import Leader, Unit
from engine.systems.gboh.events import LeaderChanged, NoteSet, Told
from engine.systems.gboh.referee.mark import Mark


class Camp(Params):
    side: SideId
    """that sleeps"""


class Night(Special):
    """Nobody of the side acts before one of its units is shot at or attacked. From then on each of its leaders must
    roll his Initiative or less when his turn comes, until he has once; none tries Momentum. Missiles reach one hex, and
    add 1 to the roll.
    """

    about = "a side asleep until it is attacked, whose leaders wake one by one; missiles that reach one hex"
    params = Taken(Camp)
    DARK = 1
    """8.15 Modifier of every shot."""

    def _asleep(self, g: Battle, piece: Unit | Leader) -> bool:
        return piece.side == self.params.side and self.spec.id not in g.state.notes

    def _wake(self, g: Battle, unit: Unit | Leader) -> None:
        if not self._asleep(g, unit):
            return
        g.emit(NoteSet(key=self.spec.id, value="awake", rule=self.spec.id))
        story = Text("The camp of the {side} wakes.", side=g.spec(self.params.side).name)
        g.emit(Told(story=story, rule=self.spec.id))

    def fired_at(self, g: Battle, target: Unit | Leader) -> None:
        self._wake(g, target)

    def fights(self, g: Battle, unit: Unit) -> None:
        self._wake(g, unit)

    def kept_back(self, g: Battle, leader: Leader, *, prize: bool) -> bool:
        return self._asleep(g, leader)

    def silences(self, g: Battle, unit: Unit) -> Refusal | None:
        return Refusal("{unit} is asleep.", rule=self.spec.id, unit=unit.id) if self._asleep(g, unit) else None

    def stands_fast(self, g: Battle, unit: Unit) -> Refusal | None:
        return self.silences(g, unit)

    def rooted(self, g: Battle, unit: Unit) -> Text | None:
        return Text("it is asleep") if self._asleep(g, unit) else None

    def marks(self, g: Battle, name: str) -> Iterator[Mark]:
        notes, note = g.state.notes, f"{self.spec.id}:{name}"
        if name == self.params.side:
            yield Mark("awake", Text("the camp is awake"), self.spec.id in notes, self.spec.id, yes="awake")
        elif name in g.state.leaders and g.state.leaders[name].side == self.params.side:
            yield Mark("awake", Text("awake"), note in notes, note, yes="awake")

    def _rolls(self, g: Battle, leader: Leader) -> bool:
        return leader.side == self.params.side and f"{self.spec.id}:{leader.id}" not in g.state.notes

    def risk(self, g: Battle, leader: Leader) -> Text | None:
        if not self._rolls(g, leader):
            return None
        return Text("he must wake: {n} or less, or he is Finished", n=leader.initiative)

    def activation_risk(self, g: Battle, leader: Leader) -> Risk | None:
        if not self._rolls(g, leader):
            return None
        n = leader.initiative
        needs = Text("needs {n} or less to wake", n=n)
        return Risk(needs, (n + 1) / 10, Text("ends {leader}'s turn", leader=leader.name))

    async def activating(self, g: Battle, leader: Leader) -> bool:
        if not self._rolls(g, leader):
            return True
        limit = leader.initiative
        roll = await g.roll(
            RollRequest(
                purpose="waking",
                side=leader.side,
                text=Text("Is {leader} awake?", leader=leader.name),
                rule=self.spec.id,
                needs=Text("{n} or less", n=limit),
                unit=leader.id,
                outcome=lambda n: Text("he is") if n <= limit else Text("not yet: Finished"),
            )
        )
        if roll.total <= limit:
            g.emit(NoteSet(key=f"{self.spec.id}:{leader.id}", value="awake", rule=self.spec.id))
            return True
        reason = Text("is not awake yet: Finished.")
        g.emit(LeaderChanged(leader=leader.id, status="finished", reason=reason, rule=self.spec.id))
        return False

    def may_momentum(self, g: Battle, leader: Leader) -> Text | None:
        return Text("it is night, and nobody finds his men") if leader.side == self.params.side else None

    def range_changes(self, g: Battle, shooter: Unit, a: Hex, b: Hex) -> Sequence[Modifier]:
        return (Modifier(value=-30, reason=Text("night"), rule=self.spec.id),)

    def fire_modifiers(self, g: Battle, shooter: Unit, a: Hex, b: Hex) -> Sequence[Modifier]:
        return (Modifier(value=self.DARK, reason=Text("night"), rule=self.spec.id),)
