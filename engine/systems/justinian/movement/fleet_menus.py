"""Guided orders of an active fleet: with which army and how many SP, then where to."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.board import Place
from engine.kernel.decisions import Choice, Menu
from engine.kernel.text import Text, joined
from engine.systems.justinian.campaign import Campaign, other
from engine.systems.justinian.combat.forces import Force, forces_at
from engine.systems.justinian.combat.squadron import capacity, ships_for
from engine.systems.justinian.movement import choice_weights, landing, limits, sea_routes, steps, straying
from engine.systems.justinian.scenario import Side
from engine.systems.justinian.state import fleet_at


def voyages(g: Campaign, power: str, place: Place, prompt: Text) -> Menu:
    """What a fleet can do: stay, sail alone, or carry one of the armies beside it."""
    pool = g.fleet(power, place)
    most = pool.sp if pool is not None else 0
    stay = Choice("done", Text("It stays where it is"), answer=steps.March(end=True), lean=0.3)

    def build() -> Iterator[Choice]:
        for force in passengers(g, power, place, most):
            label = Text("Carry {army}, {n} SP, to…", army=force.name, n=force.sp)
            least = ships_for(g, force.sp)
            yield Choice(
                f"carry-{force.lead}",
                label,
                menu=lambda force=force: _where(g, power, place, most, force),
                unit=force.lead,
                hex=place,
                lean=2.0,
            )
            if least < most:
                yield Choice(
                    f"carry-{force.lead}-{least}",
                    Text("Carry {army} with only {n} Fleet SP to…", army=force.name, n=least),
                    menu=lambda force=force, n=least: _where(g, power, place, n, force),
                    unit=force.lead,
                    hex=place,
                    lean=0.5,
                )
        own = fleet_at(place, power).key
        yield Choice(
            "sail", Text("Sail to…"), menu=lambda: _where(g, power, place, most, None), unit=own, hex=place, lean=1.0
        )
        if most > 1:
            yield Choice(
                "part", Text("Sail with part of the fleet…"), menu=lambda: _part(g, power, place, most), lean=0.3
            )
        yield stay

    return Menu(prompt, lambda: list(build()), lambda: stay)


def passengers(g: Campaign, power: str, place: Place, ships: int) -> list[Force]:
    """7.24 Armies that all the Fleet SP of a place could carry."""
    if not g.land.is_province(place):
        return []
    found = forces_at(g, place, g.side_of(power))
    return [
        f
        for f in found
        if landing.not_aboard(g, power, place, f) is None and landing.aboard(g, f) <= capacity(g, ships)
    ]


def _part(g: Campaign, power: str, place: Place, most: int) -> Menu:
    return Menu(
        Text("How many Fleet SP sail?"),
        lambda: [
            Choice(str(n), Text("{n} Fleet SP", n=n), menu=lambda n=n: _where(g, power, place, n, None))
            for n in range(1, most)
        ],
    )


def _where(g: Campaign, power: str, place: Place, sp: int, force: Force | None) -> Menu:
    side, code = g.side_of(power), g.land.map.code
    carry = force.lead if force is not None else None

    def build() -> Iterator[Choice]:
        for port, seas in sea_routes.ports(g, place, side).items():
            yield Choice(
                code(port),
                Text("In Port: {place}", place=g.land.name(port)),
                answer=steps.Sail(sp=sp, carry=carry, seas=seas, port=port),
                hex=port,
                note=lambda port=port, seas=seas: _consequences(g, side, port, seas, force),
                risk=lambda port=port: straying.landing(g, force.armies, port) if force is not None else None,
                lean=_worth(g, side, port, force) / (1 + sea_routes.watched(g, seas, side)),
            )
        if force is not None:
            return
        for sea, seas in sea_routes.voyages(g, place, side).items():
            if sea != place:
                yield Choice(
                    code(sea),
                    Text("On Patrol: {sea}", sea=g.land.name(sea)),
                    answer=steps.Sail(sp=sp, seas=seas),
                    hex=sea,
                    lean=0.4 / (1 + sea_routes.watched(g, seas, side)),
                )

    return Menu(Text("Where does the fleet go?"), lambda: list(build()))


def _consequences(g: Campaign, side: Side, port: Place, seas: tuple[Place, ...], force: Force | None) -> Text | None:
    parts: list[Text] = []
    foe = other(side)
    watched = [g.land.name(s) for s in seas if g.fleets(s, foe)]
    if watched:
        parts.append(Text("enemy patrol: {seas}", seas=joined(watched)))
    if g.fleets(port, foe):
        parts.append(Text("an enemy fleet is In Port there"))
    if force is not None:
        enemies = g.land_sp(port, foe)
        if enemies:
            parts.append(Text("{n} enemy SP there", n=enemies))
        outside = limits.warning(g, force.armies, port)
        if outside is not None:
            parts.append(outside)
    return joined(parts, "; ") if parts else None


def _worth(g: Campaign, side: Side, port: Place, force: Force | None) -> float:
    """What computer players think of a port."""
    if force is None:
        return 0.5 if g.control(port) == side and not g.fleets(port, other(side)) else 0.05
    return choice_weights.worth(g, force, port)


def prospects(g: Campaign, power: str, place: Place) -> float:
    """What computer players expect of activating a fleet: a landing somewhere better than where the army is."""
    pool = g.fleet(power, place)
    best = 0.1
    for force in passengers(g, power, place, pool.sp if pool is not None else 0):
        here = choice_weights.worth(g, force, place)
        for port, seas in sea_routes.ports(g, place, force.side).items():
            gain = choice_weights.worth(g, force, port) - here
            best = max(best, gain / (1 + sea_routes.watched(g, seas, force.side)))
    return best
