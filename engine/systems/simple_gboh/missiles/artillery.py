"""7.1, 7.24, 10.1 Artillery: it moves or fires; out of turn it fires at any moment, once at each active unit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.kernel.decisions import Choice
from engine.kernel.inquiry import Fact
from engine.kernel.text import Refusal, Text
from engine.systems.gboh import state as gboh
from engine.systems.gboh.missiles import artillery
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.state import Unit


class Artillery(artillery.Artillery):
    """10.11 to 10.13, 7.24; 7.1 its own turn is :mod:`.shooting`'s."""

    about = "engines: they move or fire, and fire at any moment in reaction"

    def shots(self, g: Battle, unit: Unit) -> int:
        """7.1 One shot in a Player Turn of its own side."""
        return int(g.state.orders is not None and unit.id in g.state.orders.fired)

    def free_choices(self, g: Battle) -> Iterator[Choice]:
        """Its fire is ordered as that of others is."""
        yield from ()

    def goes_on(self, g: Battle) -> bool:
        return False

    def facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        yield from ()

    def counter_facts(self, g: Battle, unit: Unit) -> Iterator[tuple[Text, str]]:
        yield from ()

    def reaction_facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        if unit.troop.is_engine:
            yield Fact(Text("Fires at any moment of the enemy's movement, once at each enemy in reach"), "7.24")

    async def before_shock(self, g: Battle) -> None:
        await artillery.last_shots(g, [u for u in g.units(g.orders.side) if g.activated(u)])

    async def joins_fire(self, g: Battle, shooter: Unit) -> Sequence[gboh.Unit]:
        return await artillery.joining(g, shooter)

    def bars_target(self, g: Battle, shooter: Unit, target: Unit) -> Refusal | None:
        """7.14, 10.13 Infantry in its hex is on top, and takes what is fired at them."""
        if not target.troop.is_engine:
            return None
        cover = g.unit_at(target.at)
        if cover is None or cover.id == target.id:
            return None
        text = "{cover} stands with {target}, and takes what is fired at them."
        return Refusal(text, rule="7.14", cover=cover.id, target=target.id)
