"""Commands nobody can count on: a roll, and they leave the field (FK-3, PO-6, NA-5)."""

from __future__ import annotations

from engine.kernel import risk
from engine.kernel.decisions import Risk
from engine.kernel.dice import RollRequest
from engine.kernel.parameters import Die
from engine.kernel.special import Taken
from engine.kernel.text import Text
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import CommandLeft, NoteSet
from engine.systems.men_of_iron.special import Special
from engine.systems.men_of_iron.special.named import CommandId, Numbered


class Doubtful(Numbered):
    command: CommandId
    leaves: Die
    """highest roll"""


class MayLeave(Special):
    """On a roll of ``leaves`` or less the whole Command leaves the field."""

    params = Taken(Doubtful)

    @property
    def command(self) -> str:
        return self.params.command

    def settled(self, g: Battle) -> bool:
        """Whether there is nothing to roll for any more: it is gone, or has made up its mind to stay."""
        return self.spec.id in g.state.notes or next(g.units(command=self.command), None) is None

    def remember(self, g: Battle) -> None:
        """It stays for good."""
        g.emit(NoteSet(key=self.spec.id, value="stays", rule=self.case))

    def request(self, g: Battle) -> RollRequest:
        """Whether the Command stays."""
        command, limit = g.state.commands[self.command], self.params.leaves
        goes, stays = Text("it leaves the field"), Text("it stays")
        return RollRequest(
            purpose="nerve",
            side=command.side,
            text=Text("Does {name} stay?", name=command.name),
            rule=self.case,
            needs=Text("{n} or more", n=limit + 1),
            unit=command.leader,
            outcome=lambda n: goes if n <= limit else stays,
        )

    async def leaves(self, g: Battle) -> bool:
        """Roll; True when the Command has left the field."""
        command = g.state.commands[self.command]
        roll = await g.roll(self.request(g))
        if roll.total > self.params.leaves:
            return False
        story = Text("{name} leaves the field.", name=command.name)
        g.emit(CommandLeft(command=self.command, story=story, rule=self.case))
        return True


class OnActivation(MayLeave):
    """PO-6 Rolled for when the Command is activated for the first time; who stays then stays for good."""

    def risk(self, g: Battle, command: str) -> Text | None:
        if command != self.command or self.settled(g):
            return None
        return Text("A die is rolled first: {n} or less, and the Command leaves the field.", n=self.params.leaves)

    def activation_risk(self, g: Battle, command: str) -> Risk | None:
        if command != self.command or self.settled(g):
            return None
        units = sum(1 for _ in g.units(command=command))
        needs = Text("needs {n} or more", n=self.params.leaves + 1)
        failing = Text("takes {name} off the field", name=g.state.commands[command].name)
        return risk.of(self.request(g), lambda n: n > self.params.leaves, needs, failing, units=units)

    async def activating(self, g: Battle, command: str) -> bool:
        return command != self.command or await self.stays(g)

    async def stays(self, g: Battle) -> bool:
        """Roll if that is due; False when the Command has left the field by it."""
        if self.settled(g):
            return True
        if await self.leaves(g):
            return False
        self.remember(g)
        return True
