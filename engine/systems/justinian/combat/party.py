"""8.12 One side of a land battle: its armies, and the Frontier and Detached SP that fight beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.kernel.board import Place
from engine.kernel.text import Text, joined
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.combat.drms import WEAK
from engine.systems.justinian.combat.engagement import Body
from engine.systems.justinian.combat.forces import Force, forces_at
from engine.systems.justinian.scenario import BYZANTINE, PERSIA, Side
from engine.systems.justinian.state import Group, detached_at, frontier_at


@dataclass(frozen=True, slots=True)
class Party:
    """Those of one side who take part in a battle."""

    g: Campaign
    side: Side
    place: Place
    forces: tuple[Force, ...] = ()
    frontier: bool = False
    detached: tuple[str, ...] = ()
    """Powers whose Detached SP fight."""
    levy: int = 0
    """3.41 Lazic SP."""
    commander: Force | None = None
    """The force whose commander leads; the first where nobody was named."""

    @property
    def leading(self) -> Force | None:
        return self.commander or (self.forces[0] if self.forces else None)

    @property
    def groups(self) -> tuple[Group, ...]:
        """Every group of SP in it, without the levy."""
        found = [group for f in self.forces for group in f.groups]
        if self.frontier:
            found.append(frontier_at(self.place))
        found += [detached_at(self.place, power) for power in self.detached]
        return tuple(x for x in found if self.g.state.sp_of(x))

    @property
    def sp(self) -> int:
        return self.levy + sum(self.g.state.sp_of(x) for x in self.groups)

    @property
    def name(self) -> Text:
        """Who fights, in a few words."""
        names = [Text("{army}", army=f.name) for f in self.forces]
        if self.frontier:
            names.append(Text("Frontier SP"))
        names += [Text("Detached {whose} SP", whose=self.g.state.adjectives[power]) for power in self.detached]
        if self.levy:
            names.append(Text("the Lazic levy"))
        return joined(names, " and ")

    def bodies(self) -> Iterator[Body]:
        """8.12 Its SP by kind, with the values that go with each."""
        if self.forces:
            yield self._army()
        garrison = self.levy + (self.g.state.sp_of(frontier_at(self.place)) if self.frontier else 0)
        if garrison:
            yield Body("frontier", BYZANTINE, garrison)
        held = {power: self.g.state.sp_of(detached_at(self.place, power)) for power in self.detached}
        if held:
            yield Body("detached", max(held, key=lambda p: held[p]), sum(held.values()))

    def _army(self) -> Body:
        most = max(f.sp for f in self.forces)
        largest = [f for f in self.forces if f.sp == most]
        leading = self.leading
        assert leading is not None
        return Body(
            "army",
            _weakest(largest),
            sum(f.sp for f in self.forces),
            leading.battle,
            any(f.disorganized for f in largest),
            any(f.defeated for f in largest),
        )


def _weakest(forces: Sequence[Force]) -> str:
    """8.12 The power whose modifiers are the worst of equally large armies: weak troops; then whoever is neither
    Byzantine, who attack others better, nor Persian, whom they don't."""
    return min(forces, key=lambda f: 0 if f.power in WEAK else 1 + (f.power in (BYZANTINE, PERSIA))).power


def everybody(g: Campaign, place: Place, side: Side, forces: Sequence[Force] | None = None) -> Party:
    """All land SP of a side in a province or box; ``forces`` where not all armies stand."""
    detached = tuple(p for p, n in g.state.detached.get(place, {}).items() if n and g.side_of(p) == side)
    return Party(
        g,
        side,
        place,
        tuple(forces_at(g, place, side) if forces is None else forces),
        side == "byzantine" and place in g.state.frontier,
        detached,
    )
