"""Courtrai: the ditch, the foot in the way, the garrison of the castle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydantic import Field

from engine.kernel import risk
from engine.kernel.decisions import Choice, ChooseEach, Item, Risk
from engine.kernel.dice import RollRequest
from engine.kernel.hexes import Facing, Hex, show
from engine.kernel.parameters import Die, OpenHexes, SideId, UnitCode
from engine.kernel.special import Taken
from engine.kernel.text import Refusal, Text
from engine.kernel.wanted import Wanted
from engine.systems.men_of_iron import results
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import NoteSet, UnitPlaced
from engine.systems.men_of_iron.scenario import MenOfIronScenario
from engine.systems.men_of_iron.special import Special
from engine.systems.men_of_iron.special.named import CommandId, Numbered, Terrain, brought, strangers
from engine.systems.men_of_iron.state import Unit


class Wet(Numbered):
    terrain: Terrain
    disorders_foot: Die
    """lowest roll"""
    disorders_mounted: Die
    """lowest roll"""


class Ditch(Special):
    """CO-2 Hexes of ``terrain`` are entered slowly, for the whole MA, or in haste, with a die.

    ``disorders_foot`` and ``disorders_mounted``: lowest roll that Disorders a unit in haste.
    """

    about = "hexes entered slowly, or in haste with a die"
    params = Taken(Wet)

    def _there(self, g: Battle, h: Hex) -> bool:
        return g.map.terrain_at(h) == self.params.terrain

    def _least(self, unit: Unit) -> int:
        return self.params.disorders_mounted if unit.mounted else self.params.disorders_foot

    def entry_cost(self, g: Battle, unit: Unit, a: Hex, b: Hex, *, only: bool) -> int | None:
        if not only or not self._there(g, b) or g.spent(unit):
            return None
        return g.ma(unit)

    def entry_note(self, g: Battle, unit: Unit, a: Hex, b: Hex, *, only: bool) -> Text | None:
        if not self._there(g, b) or unit.retired or (only and not g.spent(unit)):
            return None
        if unit.disordered:
            return Text("{n} or more in the ditch stops it", n=self._least(unit))
        return Text("{n} or more in the ditch Disorders it", n=self._least(unit))

    def _request(self, unit: Unit, at: Hex) -> RollRequest:
        least = self._least(unit)
        bad = Text("it stops") if unit.disordered else Text("Disordered, and it stops")
        return RollRequest(
            purpose="ditch",
            side=unit.side,
            text=Text("{unit} crosses the ditch at {hex} in haste", unit=unit.id, hex=show(at)),
            rule=self.case,
            needs=Text("{n} or less", n=least - 1),
            unit=unit.id,
            outcome=lambda n: bad if n >= least else Text("it goes on"),
        )

    def entry_risk(self, g: Battle, unit: Unit, a: Hex, b: Hex, *, only: bool) -> Risk | None:
        if self.entry_note(g, unit, a, b, only=only) is None:
            return None
        least = self._least(unit)
        words = "stops {unit} in the ditch" if unit.disordered else "stops {unit} in the ditch, Disordered"
        return risk.of(self._request(unit, b), lambda n: n < least, risk.at_most(least - 1), Text(words, unit=unit.id))

    async def entered(self, g: Battle, unit: Unit, origin: Hex, *, only: bool) -> bool:
        slowly = only and g.spent(unit) >= g.ma(unit)
        if not self._there(g, unit.at) or unit.retired or slowly:
            return True
        roll = await g.roll(self._request(unit, unit.at))
        if roll.total < self._least(unit):
            return True
        await results.disorder(g, unit, cause="other", rule=self.case)
        return False


class Beneath(Numbered):
    side: SideId
    commands: tuple[CommandId, ...] = Field(min_length=1)

    def problems(self, scenario: MenOfIronScenario, rule_id: str) -> Iterator[str]:
        yield from strangers(scenario, self.side, "commands", self.commands)


class RiddenDown(Special):
    """CO-3 Mounted Men-at-Arms of ``side`` ride through foot of the Commands in ``commands``."""

    about = "foot that mounted Men-at-Arms of its side ride through"
    params = Taken(Beneath)

    def rides_through(self, g: Battle, rider: Unit, friend: Unit) -> bool:
        return (
            rider.type == "MM"
            and rider.side == friend.side == self.params.side
            and friend.foot
            and friend.command in self.params.commands
        )


class Garrison(Numbered):
    side: SideId
    units: tuple[UnitCode, ...] = Field(min_length=1)
    hexes: OpenHexes = Field(min_length=1)
    """one each"""

    def problems(self, scenario: MenOfIronScenario, rule_id: str) -> Iterator[str]:
        yield from brought(scenario, self.side, rule_id, self.units, self.hexes)


class Sally(Special):
    """courtrai/sally: once, in a free activation, ``units`` of ``side`` come out to ``hexes``, one to each."""

    about = "units that come out once, in a free activation"
    params = Taken(Garrison)

    def _places(self, g: Battle) -> list[tuple[Unit, Hex]]:
        """Units that find their hex vacant, with it."""
        pairs = zip(self.params.units, self.params.hexes, strict=True)
        return [(g.state.units[name], h) for name, h in pairs if g.unit_at(h) is None]

    def free_choices(self, g: Battle, side: str) -> Sequence[Choice]:
        places = self._places(g)
        if side != self.params.side or self.spec.id in g.state.notes or not places:
            return ()
        told = ", ".join(f"{u.id} {show(h)}" for u, h in places)
        return (Choice(self.spec.id, Text("The garrison sallies: {units}", units=told), hex=places[0][1], lean=0.3),)

    def _no_facing(self, unit: Unit, wanted: Wanted) -> Refusal | None:
        if wanted.facing is None:
            return None
        return Refusal("{unit} comes out facing E or W.", rule=self.case, unit=unit.id)

    async def chosen(self, g: Battle, side: str, key: str) -> bool:
        if key != self.spec.id:
            return False
        places = self._places(g)
        answer = await g.ask(
            ChooseEach(
                kind="sally",
                side=side,
                rule=self.case,
                prompt=Text("The garrison sallies. Which way does each unit face?"),
                focus=tuple(h for _, h in places),
                items=[
                    Item(
                        key=u.id,
                        label=Text("{unit} at {hex}", unit=u.id, hex=show(h)),
                        choices=tuple(
                            Choice(f.name, Text("Facing {f}", f=f.name), unit=u.id, hex=h, facing=f)
                            for f in (Facing.E, Facing.W)
                        ),
                        default_key=u.facing.name,
                        why=lambda wanted, u=u: self._no_facing(u, wanted),
                    )
                    for u, h in places
                ],
            )
        )
        g.emit(NoteSet(key=self.spec.id, value="made", story=Text("The garrison sallies."), rule=self.case))
        for u, h in places:
            facing = Facing[answer.picks.get(u.id, u.facing.name)]
            g.emit(UnitPlaced(unit=u.id, hex=h, facing=facing, rule=self.case))
        return True
