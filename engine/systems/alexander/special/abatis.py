"""Issus: stakes before the Persian foot."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import StrictStr

from engine.kernel.decisions import Choice, Choose
from engine.kernel.hexes import Hex, show
from engine.kernel.parameters import Count, OpenHex, Params, SideId
from engine.kernel.text import Refusal, Text
from engine.systems.alexander.battle import Battle
from engine.systems.alexander.state import Unit
from engine.systems.gboh import footprint
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.events import HitsTaken, NoteSet, Told

FOOT = ("PH", "HI", "MI", "LI", "SK")


class Stakes(Params):
    side: SideId
    markers: Count
    suggested: tuple[OpenHex, ...]
    """where they stand unless their owner says otherwise"""
    beside: tuple[StrictStr, ...]
    """types of terrain a hex must be next to"""


class Abatis(Special):
    """Set up under foot beside the river. Foot of the side that stands on them, with both halves, has 1 TQ more.
    Whoever else enters takes a hit, and the stakes are down.
    """

    about = "stakes under foot beside a river: 1 TQ more, and a hit for the first enemy who enters"
    takes = Stakes
    params: Stakes

    def standing(self, g: Battle) -> list[Hex]:
        """Hexes with stakes, in ascending order."""
        return [int(h) for h in g.state.notes.get(self.spec.id, "").split()]

    def eligible(self, g: Battle) -> list[Hex]:
        """Hexes that may be given stakes as the army stands."""
        held = {h for u in g.units(self.params.side) if u.type in FOOT for h in footprint.hexes_of(u)}
        return [h for h in sorted(held) if self._by_the_river(g, h)]

    def _by_the_river(self, g: Battle, h: Hex) -> bool:
        return any(g.map.terrain_at(n) in self.params.beside for n in g.map.neighbours(h))

    def _keep(self, g: Battle, hexes: Sequence[Hex]) -> None:
        g.emit(NoteSet(key=self.spec.id, value=" ".join(map(str, sorted(hexes))), rule=self.spec.id))

    async def setup(self, g: Battle) -> None:
        for n in range(len(self.standing(g)), self.params.markers):
            taken = self.standing(g)
            free = [h for h in self.eligible(g) if h not in taken]
            if not free or g.state.notes.get(f"{self.spec.id}:done"):
                return
            wanted = next(h for h in (*self.params.suggested, *free) if h in free)
            choices = [Choice(show(h), Text("Stakes at {hex}", hex=show(h)), hex=h) for h in free]
            answer = await g.ask(
                Choose(
                    kind="abatis",
                    side=self.params.side,
                    rule=self.spec.id,
                    prompt=Text("Where do stakes stand? {n} of {most}.", n=n + 1, most=self.params.markers),
                    focus=tuple(free),
                    choices=(*choices, Choice("done", Text("No more stakes"), lean=0.1)),
                    default_key=show(wanted),
                )
            )
            if answer.key == "done":
                g.emit(NoteSet(key=f"{self.spec.id}:done", value="yes"))
                return
            self._keep(g, [*taken, int(answer.key)])

    def tq_change(self, g: Battle, unit: Unit) -> int:
        if unit.side != self.params.side or unit.type not in FOOT:
            return 0
        hexes, stakes = footprint.hexes_of(unit), self.standing(g)
        return int(bool(hexes) and all(h in stakes for h in hexes))

    def _propped(self, g: Battle, unit: Unit) -> bool:
        """Whether the stakes alone keep it from breaking: away from them it would."""
        return bool(self.tq_change(g, unit)) and unit.hits >= cohesion.tq(g, unit) - 1

    def bars_move(self, g: Battle, unit: Unit) -> Refusal | None:
        if not self._propped(g, unit):
            return None
        return Refusal("{unit} would break away from its stakes.", rule=self.spec.id, unit=unit.id)

    def bars_withdrawal(self, g: Battle, unit: Unit, mover: Unit) -> str | None:
        return str(Text("it would break away from its stakes")) if self._propped(g, unit) else None

    def may_advance(self, g: Battle, unit: Unit, to: Hex) -> bool:
        return not self._propped(g, unit)

    def _felled(self, g: Battle, unit: Unit) -> list[Hex]:
        if unit.side == self.params.side:
            return []
        stakes = self.standing(g)
        return [h for h in footprint.hexes_of(unit) if h in stakes]

    def _fell(self, g: Battle, hexes: Sequence[Hex]) -> None:
        self._keep(g, [h for h in self.standing(g) if h not in hexes])
        where = ", ".join(show(h) for h in hexes)
        g.emit(Told(story=str(Text("The stakes at {hexes} are down.", hexes=where)), rule=self.spec.id))

    def entered(self, g: Battle, unit: Unit) -> None:
        felled = self._felled(g, unit)
        tq = cohesion.tq(g, unit)
        if not felled or unit.hits + 1 >= tq:
            return  # one that breaks on them does so as it acts
        cause = str(Text("stakes"))
        g.emit(HitsTaken(unit=unit.id, hits=1, cause=cause, total=unit.hits + 1, tq=tq, rule=self.spec.id))
        self._fell(g, felled)

    async def acting(self, g: Battle, unit: Unit) -> None:
        if unit.side == self.params.side:
            await cohesion.settle(g, unit)  # who has come past its stakes is without them again
            return
        if felled := self._felled(g, unit):
            self._fell(g, felled)
            await cohesion.hits(g, unit, 1, str(Text("stakes")), self.spec.id)
