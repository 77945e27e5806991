"""3.1 No more in this part of the game: ``done``."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.inquiry import Fact
from engine.kernel.statement import Token, Word
from engine.kernel.text import Text
from engine.systems.men_of_iron import orders, recovery
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import ArmyDeployed, PhaseBegan
from engine.systems.men_of_iron.order_kinds import named
from engine.systems.men_of_iron.order_kinds.kind import Kind
from engine.systems.men_of_iron.preview import scene
from engine.systems.men_of_iron.reader import Reader


class DoneKind(Kind[orders.Done]):
    answer = orders.Done
    verbs = ("done", "end", "finish")
    phases = ("setup", "move", "shock")
    ends = True

    def read(self, reader: Reader, verb: str) -> orders.Done:
        return orders.Done()

    def write(self, answer: orders.Done) -> list[Token]:
        return [Word("done")]

    def check(self, by: Battle, answer: orders.Done) -> None:
        """Always possible."""

    async def carry_out(self, by: Battle, answer: orders.Done) -> None:
        """The army stands; or the Shock part comes; or nobody attacks in it."""
        if by.state.phase == "setup":
            side = named.side(by)
            by.emit(ArmyDeployed(side=side, name=by.spec(side).name, rule="14.1"))
        else:
            by.emit(PhaseBegan(phase="shock" if by.state.phase == "move" else "end"))

    def facts(self, g: Battle, answer: orders.Done) -> Sequence[Fact]:
        resting = recovery.recovering(g)
        text = Text("Recover if no enemy comes up to them: {units}", units=scene.names(resting))
        return [Fact(text, "13.1")] if resting else []
