"""14.2 Hobilars mount and dismount, as a part of their move."""

from __future__ import annotations

from engine.kernel.hexes import Hex, distance, show
from engine.kernel.inquiry import refusal_of
from engine.kernel.text import refuse
from engine.systems.men_of_iron import reach
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import UnitChanged
from engine.systems.men_of_iron.scenario import UnitType
from engine.systems.men_of_iron.state import Unit

OTHER: dict[UnitType, UnitType] = {"MH": "DH", "DH": "MH"}
"""What a Hobilar unit becomes by mounting or dismounting."""


def is_hobilar(unit: Unit) -> bool:
    return unit.type in OTHER


def threat(g: Battle, h: Hex, side: str) -> Unit | None:
    """14.2 The first enemy able to shoot within whose range a hex lies, whatever its arc and sight."""
    for e in g.units(g.state.enemy(side)):
        weapon = e.weapon
        if weapon is not None and not e.retired and distance(e.at, h) <= g.charts.longest_range(weapon):
            return e
    return None


def price(g: Battle) -> int:
    """T-MP: MP for mounting or dismounting."""
    return g.charts.action("mount_or_dismount")


def check_change(g: Battle, unit: Unit, at: Hex, used: int) -> None:
    """14.2 Hobilars: refuse mounting or dismounting at ``at`` with ``used`` MP spent before."""
    if not is_hobilar(unit):
        refuse("Only Hobilars mount and dismount; {unit} is none.", rule="14.2", unit=unit.id)
    verb = "mount" if unit.foot else "dismount"
    if unit.retired:
        refuse("{unit} is Retired and can't {verb}.", rule="12.4", unit=unit.id, verb=verb)
    near = g.adjacent_enemies(at, unit.side)
    if near:
        refuse(
            "{unit} can't {verb} at {hex}, next to {enemy}.",
            rule="14.2",
            unit=unit.id,
            verb=verb,
            hex=show(at),
            enemy=near[0].id,
        )
    if unit.foot and not g.admits(at, mounted=True):
        refuse("{unit} can't mount at {hex}, where horses can't go.", rule="14.2", unit=unit.id, hex=show(at))
    shooter = threat(g, at, unit.side)
    if shooter is not None:
        refuse(
            "{unit} can't {verb} at {hex}, within range of {enemy}'s missiles.",
            rule="14.2",
            unit=unit.id,
            verb=verb,
            hex=show(at),
            enemy=shooter.id,
        )
    if used + price(g) > g.ma(unit):
        refuse(
            "{unit} has {left} of {ma} MP left at {hex}; to {verb} takes {mp}.",
            rule="14.2",
            unit=unit.id,
            left=g.ma(unit) - used,
            ma=g.ma(unit),
            hex=show(at),
            verb=verb,
            mp=price(g),
        )


def can_change(g: Battle, unit: Unit, at: reach.Node) -> bool:
    """Whether it may mount or dismount at the end of a way (for its own hex: :func:`reach.start`)."""
    if not is_hobilar(unit) or reach.barred(g, unit) is not None:
        return False
    return refusal_of(lambda: check_change(g, unit, at.hex, at.mp)) is None


def changed(unit: Unit) -> Unit:
    """The unit as it will be, for looking ahead."""
    return unit.model_copy(update={"type": OTHER[unit.type]})


def mover(g: Battle, unit: Unit, at: reach.Node) -> reach.Mover:
    """14.2 How a unit goes on that changes at the end of a way: what is left is its new MA less what it has spent."""
    return reach.Mover(g, changed(unit), first=at.previous is None, at=at.hex, used=at.mp + price(g))


def search_changed(g: Battle, unit: Unit) -> dict[Hex, reach.Node]:
    """Every hex it can end in after mounting or dismounting where it stands, its own not included."""
    here = reach.start(g, unit)
    if not can_change(g, unit, here):
        return {}
    return g.derived(("reach-changed", unit.id), lambda: mover(g, unit, here).search())


def change(g: Battle, unit: Unit) -> None:
    """Carry out a checked change."""
    g.emit(UnitChanged(unit=unit.id, to=OTHER[unit.type], mp=price(g), rule="14.2"))
