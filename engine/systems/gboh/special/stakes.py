"""Issus: stakes before the Persian foot, however the game reckons with them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydantic import StrictStr

from engine.kernel.decisions import Choice, Choose
from engine.kernel.hexes import Hex, show
from engine.kernel.parameters import Count, OpenHexes, Params, SideId
from engine.kernel.special import Taken
from engine.kernel.text import Text
from engine.systems.gboh import footprint
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.events import NoteSet, Told
from engine.systems.gboh.own import B, L, U
from engine.systems.gboh.referee.mark import Mark
from engine.systems.gboh.state import Unit


class Stakes(Params):
    side: SideId
    markers: Count
    suggested: OpenHexes
    """where they stand unless their owner says otherwise"""
    beside: tuple[StrictStr, ...]
    """types of terrain a hex must be next to"""


class StakesSetUp(Special[B, U, L]):
    """Set up under foot beside the river when both armies stand; behind the first enemy unit the stakes are down."""

    params = Taken(Stakes)

    def stakes(self, unit: Unit) -> bool:
        """Whether the unit is of those who stand behind stakes."""
        return unit.side == self.params.side and unit.troop.arm == "foot"

    def behind(self, g: B, unit: U) -> bool:
        """Whether it stands on them, with both halves if it has two."""
        hexes, stakes = footprint.hexes_of(unit), self.standing(g)
        return self.stakes(unit) and bool(hexes) and all(h in stakes for h in hexes)

    def standing(self, g: B) -> list[Hex]:
        """Hexes with stakes, in ascending order."""
        return [int(h) for h in g.state.notes.get(self.spec.id, "").split()]

    def eligible(self, g: B) -> list[Hex]:
        """Hexes that may be given stakes as the army stands."""
        held = {h for u in g.units(self.params.side) if self.stakes(u) for h in footprint.hexes_of(u)}
        return [h for h in sorted(held) if self._by_the_river(g, h)]

    def _by_the_river(self, g: B, h: Hex) -> bool:
        return any(g.map.terrain_at(n) in self.params.beside for n in g.map.neighbours(h))

    def _keep(self, g: B, hexes: Sequence[Hex]) -> None:
        g.emit(NoteSet(key=self.spec.id, value=" ".join(map(str, sorted(hexes))), rule=self.spec.id))

    async def setup(self, g: B) -> None:
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

    def marks(self, g: B, name: str) -> Iterator[Mark]:
        there = self.standing(g)
        for h in sorted({*there, *self.eligible(g)}) if name == self.params.side else ():
            yes, no = (" ".join(map(str, sorted(x))) for x in ({*there, h}, {*there} - {h}))
            words = Text("stakes stand at {hex}", hex=show(h))
            yield Mark(f"stakes-{show(h)}", words, h in there, self.spec.id, yes, no)

    def entered(self, g: B, unit: U) -> None:
        stakes = self.standing(g)
        felled = [h for h in footprint.hexes_of(unit) if h in stakes]
        if unit.side == self.params.side or not felled:
            return
        self._keep(g, [h for h in stakes if h not in felled])
        where = ", ".join(show(h) for h in felled)
        g.emit(Told(story=Text("The stakes at {hexes} are down.", hexes=where), rule=self.spec.id))
