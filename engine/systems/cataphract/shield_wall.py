"""11.7 Shield Wall: Roman foot locks shields when fired at from afar, and stands until a Line Command releases it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.kernel.decisions import PolicyKind, yes_no
from engine.kernel.dice import Modifier
from engine.kernel.hexes import Hex, distance, front
from engine.kernel.inquiry import Fact, names
from engine.kernel.referee import Setting
from engine.kernel.sight import exits
from engine.kernel.text import Refusal, Text, few, refuse
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.events.formations import UnitFormed
from engine.systems.cataphract.hooks import Chapter
from engine.systems.cataphract.state import Unit
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.command import line_composition
from engine.systems.gboh.events import OrdersNoted
from engine.systems.gboh.missiles import volley

WALL = 3
"""11.73 What a Shield Wall adds to rolls against it, in place of the modifiers for heavy infantry."""
FAR = 2
"""Hexes from which fire lets a unit lock shields (11.71)."""

LEAVING_MP = 1
"""11.74 Movement Points a unit pays to leave a Shield Wall before it moves."""

POLICY = PolicyKind(
    "shield-wall",
    Text("Lock shields when fired at"),
    {
        "even-odds": Text("when the fire hits at least five times in ten"),
        "near-rout": Text("when one more hit would break the unit"),
        "no-missiles": Text("when nobody in the wall could fire"),
    },
)


class ShieldWall(Chapter):
    """11.7 Shield Wall."""

    case = "11.7"
    about = "Roman foot that locks shields when fired at"

    async def before_volley(
        self, g: Battle, shooter: Unit, target: Unit, *, distance: int | None, moved: bool | None, origin: Hex | None
    ) -> None:
        await offer(g, shooter, target, distance_fired=distance, moved=moved, origin=origin)

    def heeds(self, g: Battle, unit: Unit, *, releasing: bool, firing: bool) -> Refusal | None:
        if unit.shield_wall and firing:
            return Refusal("{unit} stands in Shield Wall and can't fire.", rule="11.73", unit=unit.id)
        if unit.shield_wall and not releasing:
            text = "{unit} stands in Shield Wall: only a Line Command to all of it moves it."
            return Refusal(text, rule="11.73", unit=unit.id)
        return None

    def silences(self, g: Battle, unit: Unit) -> Refusal | None:
        if unit.shield_wall:
            return Refusal("{unit} stands in Shield Wall and can't fire.", rule="11.73", unit=unit.id)
        return None

    def stands_fast(self, g: Battle, unit: Unit) -> Refusal | None:
        return Refusal("{unit} stands in Shield Wall.", rule="11.73", unit=unit.id) if unit.shield_wall else None

    def halts(self, g: Battle, unit: Unit) -> tuple[Text, str] | None:
        return (Text("it has locked shields"), "11.73") if unit.shield_wall else None

    def mp_taken(self, g: Battle, unit: Unit) -> int:
        """11.74 For leaving the wall before it moves."""
        return LEAVING_MP if unit.id in g.orders.left_wall else 0

    def bars_attack(self, g: Battle, unit: Unit) -> Refusal | None:
        return (
            Refusal("{unit} stands in Shield Wall and can't attack.", rule="7.34", unit=unit.id)
            if unit.shield_wall
            else None
        )

    def reaction_facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        if can_lock(g, unit):
            text = Text(
                "Locks shields against fire from {n:hex|hexes} or more: {units}", n=FAR, units=names(company(g, unit))
            )
            yield Fact(text, "11.71")

    def cover(self, g: Battle, target: Unit) -> Modifier | None:
        return Modifier(value=WALL, reason=Text("Shield Wall"), rule="11.73") if target.shield_wall else None

    def states(self, unit: Unit) -> Mapping[str, bool]:
        return {"shield-wall": unit.shield_wall}

    def settings(self, g: Battle, unit: Unit) -> Iterator[Setting]:
        if unit.shield_wall or (trained(unit) and not unit.routed and not unit.column):
            yield g.state.words.kept.flag("shield-wall", unit.shield_wall)

    def broken(self, g: Battle, *, at_rest: bool) -> Iterator[str]:
        for u in g.state.units.values():
            if u.hex is not None and u.shield_wall and (u.routed or u.column or u.type not in ("HI", "MI")):
                yield f"{u.id} stands in Shield Wall, and can't (11.71)"

    def check_line(self, g: Battle, units: Sequence[Unit]) -> None:
        check_leave(g, units)

    def line_words(self, g: Battle, units: Sequence[Unit], what: Text) -> Text:
        walled = [u.id for u in units if u.shield_wall]
        return Text("{what}; {walled} leave the Shield Wall", what=what, walled=", ".join(walled)) if walled else what

    def line_begins(self, g: Battle, units: Sequence[Unit]) -> None:
        leave(g, units)

    def fights(self, g: Battle, unit: Unit) -> None:
        if unit.shield_wall:
            reason = Text("leaves the Shield Wall to fight.")
            g.emit(UnitFormed(unit=unit.id, shield_wall=False, rule="11.73", reason=reason))


# -- 11.71, 11.72 Locking shields ------------------------------------------------------------------------------------


def trained(unit: Unit) -> bool:
    """11.71 Roman and Byzantine heavy and medium infantry, as the battle says which."""
    return unit.forms_shield_wall and unit.type in ("HI", "MI")


def can_lock(g: Battle, unit: Unit) -> bool:
    """11.71 Whether the unit is able to lock shields where it stands.

    Units of an Uncontrolled Line rush on (11.31), Engaged ones are at handstrokes (10.31), and nobody locks shields on
    his way through a friend (6.61).
    """
    if not g.uses("11.7") or not trained(unit) or not unit.on_map or unit.shield_wall:
        return False
    if unit.routed or unit.column or unit.engaged or any(unit.id in x.units for x in g.state.uncontrolled):
        return False
    return all(u is unit or u.hex != unit.hex or u.type == "CH" for u in g.units(unit.side))


def in_front(unit: Unit, origin: Hex) -> bool:
    """11.71 Whether fire from ``origin`` comes in through a Front hexside; along the spine next to one counts."""
    return any(h in front(unit.at, unit.facing) for h in exits(unit.at, origin))


def company(g: Battle, unit: Unit) -> list[Unit]:
    """11.72 The unit and all linked to it side by side that lock shields with it or have done so, in roster order."""
    able = [u for u in g.units(unit.side) if u is unit or can_lock(g, u) or (u.shield_wall and trained(u))]
    return _linked(able, unit)


def wall(g: Battle, unit: Unit) -> list[Unit]:
    """11.74 The Shield Wall the unit stands in: all linked to it side by side with shields locked, in roster order."""
    return _linked([u for u in g.units(unit.side) if u.shield_wall], unit)


def _linked(units: Sequence[Unit], first: Unit) -> list[Unit]:
    found, linked = [first], {first.id}
    for u in found:
        beside = [x for x in units if x.id not in linked and line_composition.side_by_side(u, x)]
        found += beside
        linked.update(x.id for x in beside)
    return [u for u in units if u.id in linked]


async def offer(
    g: Battle,
    shooter: Unit,
    target: Unit,
    *,
    distance_fired: int | None = None,
    moved: bool | None = None,
    origin: Hex | None = None,
) -> None:
    """11.71 Adopt Shield Wall.

    Before the die is rolled, the owner of a unit under fire may have it and its line lock shields.

    The counters' own distance decides whether the fire comes from afar: so fire at a unit that is leaving a ZOC (8.22)
    does not, and Harassment (8.3) does. Nobody is asked when the fire can't hit anyway.
    """
    start = shooter.at if origin is None else origin
    if distance(shooter.at, target.at) < FAR or not can_lock(g, target) or not in_front(target, start):
        return
    odds = volley.preview(g, shooter, target, distance=distance_fired, moved=moved, origin=origin)
    if odds.needed < 0:
        return
    units = [u for u in company(g, target) if not u.shield_wall]
    now = 1 - odds.chances[0]
    then = odds.strength - odds.modifier + _armour(odds) - WALL + 1
    answer = await g.ask(
        yes_no(
            kind=POLICY.kind,
            side=target.side,
            rule="11.71",
            prompt=Text(
                "{shooter} is about to fire at {unit} ({now} in 10; {then} against locked shields). Lock shields?",
                shooter=shooter.id,
                unit=target.id,
                now=round(10 * now),
                then=max(0, min(10, then)),
            ),
            yes=Text(
                "Shield Wall: {units}; no move or fire until a Line Command", units=", ".join(u.id for u in units)
            ),
            no=Text("Stand as they are"),
            default=False,
            subject=target.id,
            focus=(shooter.at, *(u.at for u in units)),
            policy=POLICY.kind,
            conditions={
                "even-odds": now >= 0.5,
                "near-rout": cohesion.tq(g, target) - target.hits <= 1,
                "no-missiles": all(u.missile is None or u.supply == "no" for u in units),
            },
            lean=0.3,
        )
    )
    if answer.key == "yes":
        lock(g, units)


def _armour(odds: volley.Preview) -> int:
    """11.73 What the present modifiers for heavy infantry count; the Shield Wall's replaces them."""
    return sum(m.value for m in odds.modifiers if str(m.reason).startswith("heavy infantry"))


def lock(g: Battle, units: Sequence[Unit]) -> None:
    """11.72 All these units lock shields."""
    for u in units:
        g.emit(UnitFormed(unit=u.id, shield_wall=True, rule="11.71", reason=Text("locks shields (Shield Wall).")))


# -- 11.74 Leaving it ------------------------------------------------------------------------------------------------


def check_leave(g: Battle, units: Sequence[Unit]) -> None:
    """11.74 Refuse a Line Command that names some of a Shield Wall and not all of it."""
    for unit in units:
        if not unit.shield_wall:
            continue
        missing = [u for u in wall(g, unit) if u not in units]
        if missing:
            refuse(
                "The whole Shield Wall of {unit} leaves together or stays: name {units} too.",
                rule="11.74",
                unit=unit.id,
                units=few(u.id for u in missing),
            )


def leave(g: Battle, units: Sequence[Unit]) -> None:
    """11.74 Leaving the wall: units under a Line Command leave the Shield Wall for 1 MP each; it costs no hit."""
    for u in units:
        if u.shield_wall:
            g.emit(OrdersNoted(field="left_wall", value=u.id, rule="11.74"))
            g.emit(
                UnitFormed(unit=u.id, shield_wall=False, rule="11.74", reason=Text("leaves the Shield Wall (1 MP)."))
            )
