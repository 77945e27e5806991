"""Battles of one's own: ground worth points, and units that come on later, by the number of activations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydantic import Field, StrictInt

from engine.kernel import objectives
from engine.kernel.dice import RollRequest
from engine.kernel.hexes import Hex, distance
from engine.kernel.objectives import Objectives
from engine.kernel.parameters import Die, OpenHexes, Params, SideId, UnitCode
from engine.kernel.special import Taken
from engine.kernel.text import Text
from engine.kernel.view import Particular
from engine.systems.men_of_iron import victory
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import NoteSet, UnitPlaced
from engine.systems.men_of_iron.scenario import MenOfIronScenario
from engine.systems.men_of_iron.special import Special, Verdict
from engine.systems.men_of_iron.special.named import Numbered, brought
from engine.systems.men_of_iron.state import Unit

BETWEEN = ("free", "continue")
"""Phases between activations."""


class Places(Objectives, Numbered):
    pass


class Held(Special):
    """Units that aren't Retired hold the ground they stand on, when an activation has ended."""

    about = "places worth points: a side that holds enough of them has won, or who has more at the battle's limit"
    params = Taken(Places)

    def score(self, g: Battle, held: objectives.Holders | None = None) -> dict[str, int]:
        """Points of each side; ``held``: as somebody is about to hold the places."""
        if held is None:
            held = objectives.holders(self.params, self.spec.id, g.state.notes)
        return objectives.points(self.params, held, {s: victory.flight_points(g, s) for s in g.state.armies})

    def tracks(self, g: Battle, side: str) -> Sequence[Particular]:
        return (objectives.track(self.params, self.score(g), side),)

    def _told(self, g: Battle, held: objectives.Holders | None = None) -> Text:
        return objectives.told(self.score(g, held), {s: g.spec(s).name for s in g.state.armies})

    async def between(self, g: Battle) -> None:
        if g.state.phase not in BETWEEN:
            return
        standing = {s: {u.at for u in g.units(s) if not u.retired} for s in g.state.armies}
        held = dict(objectives.holders(self.params, self.spec.id, g.state.notes))
        for i, side in list(objectives.taken(self.params, held, standing)):
            place = self.params.places[i]
            held[place.name] = side
            name, score = g.spec(side).name, self._told(g, held)
            story = Text("The {side} hold {place}: {score}.", side=name, place=place.name, score=score)
            g.emit(NoteSet(key=objectives.note(self.spec.id, place), value=side, story=story, rule=self.case))
        if g.state.activations < self.params.from_turn:
            return
        winner = objectives.winner(self.params, self.score(g))
        if winner is not None:
            name = g.spec(winner).name
            story = Text("The {side} hold what they came for: they win, {score}.", side=name, score=self._told(g))
            await victory.won(g, winner, story)

    def reckoned(self, g: Battle) -> Verdict | None:
        winner = objectives.better(self.score(g))
        return None if winner is None else Verdict(winner, self._told(g))


class Wave(Params):
    side: SideId
    units: tuple[UnitCode, ...] = Field(min_length=1)
    hexes: OpenHexes = Field(min_length=1)
    """where they come on: each in the first that is vacant"""
    after: StrictInt = Field(ge=1, le=9999)
    """activations, of both sides together"""
    arrives_on: Die | None = None
    """highest roll on which they have come, one roll after each activation from then on; without it they come for
    certain"""


class Later(Wave, Numbered):
    also: tuple[Wave, ...] = Field(default=(), min_length=1)
    """further arrivals, each with `side`, `units`, `hexes`, `after` and `arrives_on` as above"""

    @property
    def waves(self) -> tuple[Wave, ...]:
        """All arrivals, in the order of the file."""
        return (self, *self.also)

    def problems(self, scenario: MenOfIronScenario, rule_id: str) -> Iterator[str]:
        coming = [name for wave in self.waves for name in wave.units]
        for i, wave in enumerate(self.waves):
            at = f"also[{i - 1}]." if i else ""
            others = [name for name in coming if name not in wave.units]
            told = brought(scenario, wave.side, rule_id, wave.units, wave.hexes[: len(wave.units)], others)
            told = [why for why in told if not (i and "leaves out" in why)]  # that is told once
            yield from (at + why for why in told)
            for name in wave.units:
                if any(name in earlier.units for earlier in self.waves[:i]):
                    yield f"{at}units: {name} is brought on already, earlier in this rule"


class Arrivals(Special):
    """They come on between activations, as many as find room; the others when there is some."""

    about = "units that come on after a number of activations, or are rolled for from then on"
    params = Taken(Later)

    async def between(self, g: Battle) -> None:
        for i, wave in enumerate(self.params.waves):
            await self._between(g, wave, f"{self.spec.id}:{i}" if i else self.spec.id)

    async def _between(self, g: Battle, p: Wave, note: str) -> None:
        """One arrival; ``note`` is the key under which it is remembered that it has come."""
        waiting = [u for name in p.units if (u := g.state.units[name]).hex is None and not (u.eliminated or u.departed)]
        if g.state.phase not in BETWEEN or not waiting or g.state.activations < p.after:
            return
        if note not in g.state.notes and not await self._here(g, p, note):
            return
        for unit in waiting:
            at = self._room(g, p, unit)
            if at is not None:
                g.emit(UnitPlaced(unit=unit.id, hex=at, facing=unit.facing, rule=self.case))

    async def _here(self, g: Battle, p: Wave, note: str) -> bool:
        """Whether they have come by now, with a roll where one is due: one after each activation."""
        asked = f"{note}:rolled"
        name = g.spec(p.side).name
        if p.arrives_on is not None:
            if g.state.notes.get(asked) == str(g.state.activations):
                return False
            g.emit(NoteSet(key=asked, value=str(g.state.activations), rule=self.case))
            limit = p.arrives_on
            roll = await g.roll(
                RollRequest(
                    purpose="reinforcements",
                    side=p.side,
                    text=Text("Reinforcements of the {side}: {title}?", side=name, title=self.spec.title),
                    rule=self.case,
                    needs=Text("{n} or less", n=limit),
                    outcome=lambda n: Text("they have come") if n <= limit else Text("not yet"),
                )
            )
            if roll.total > limit:
                return False
        story = Text("Reinforcements of the {side}: {title}.", side=name, title=self.spec.title)
        g.emit(NoteSet(key=note, value="here", story=story, rule=self.case))
        return True

    def _room(self, g: Battle, p: Wave, unit: Unit) -> Hex | None:
        """The vacant hex of theirs, with no enemy beside it, that is nearest to the first of them."""
        first = p.hexes[0]
        free = [h for h in p.hexes if g.unit_at(h) is None and not g.adjacent_enemies(h, unit.side)]
        return min(free, key=lambda h: (distance(h, first), h), default=None)
