"""Values of units, leaders and sides a referee may set, and the events that set them."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.hexes import VERTICES, Facing
from engine.kernel.referee import Setting
from engine.kernel.text import Text
from engine.systems.cataphract import artillery, cohesion, column, engaged, rout_path, special
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.events import (
    LeaderChanged,
    PieceShifted,
    SupplyChanged,
    UnitFormed,
    UnitRouted,
    UnitTurned,
    ValueSet,
    facing_name,
)
from engine.systems.cataphract.events.referee import WORDS, Field
from engine.systems.cataphract.state import SUPPLIES, Leader, Unit

YES, NO = "yes", "no"
SWITCH = (YES, NO)
HEXSIDES = tuple(f for f in Facing if not f.is_vertex)
MOST_POINTS = 999
"""Highest Rout Points and Withdrawal Level that may be set."""

_FLAGS: dict[str, Field] = {
    "rallied": "rallied",
    "moved": "moved",
    "shield-wall": "shield_wall",
    "engaged": "engaged",
    "wounded": "wounded",
    "ordered": "ordered",
    "bonus": "bonus",
}
_NUMBERS: dict[str, Field] = {
    "hits": "hits",
    "shots": "turn_shots",
    "orders-used": "orders_used",
    "rout-points": "rout_points",
    "withdrawal-level": "withdrawal_level",
}
"""Values kept as they are set: what a referee writes, and the field that keeps it."""


def of_piece(g: Battle, piece: Unit | Leader) -> list[Setting]:
    """What can be set of a piece that is on the map."""
    if not piece.on_map:
        return []
    return list(_of_unit(g, piece) if isinstance(piece, Unit) else _of_leader(g, piece))


def of_side(g: Battle, side: str) -> list[Setting]:
    """What can be set of a side."""
    account = g.state.sides[side]
    found = [
        _number("rout-points", account.rout_points, 0, MOST_POINTS),
        _number("withdrawal-level", account.withdrawal_level, 1, MOST_POINTS),
    ]
    if not g.spec(side).disciplined and g.uses("11.2"):
        found.append(_flag("bonus", account.bonus))
    return found


def _of_unit(g: Battle, u: Unit) -> Iterator[Setting]:
    gun = u.type == "CH"
    if not u.routed:
        yield _number("hits", u.hits, 0, max(0, cohesion.tq(g, u) - 1))
    if not gun:
        yield _switch("routed", WORDS["routed"], u.routed)
    yield _flag("rallied", u.rallied)
    yield _flag("moved", u.moved)
    if u.missile is not None:
        yield Setting("supply", Text("missile supply"), u.supply, ("full", "low", "no"))
    if not gun:
        facings = HEXSIDES if u.column else VERTICES
        yield Setting("facing", Text("facing"), u.facing.name, tuple(f.name for f in facings))
    if u.column or (u.is_infantry and not gun and not u.routed and not u.shield_wall and g.uses("6.4")):
        yield _switch("column", Text("In Column"), u.column)
    if u.shield_wall or (u.forms_shield_wall and u.type in ("HI", "MI") and not u.routed and not u.column):
        yield _flag("shield-wall", u.shield_wall)
    if g.uses(engaged.CASE) and not u.routed:
        yield _flag("engaged", u.engaged)
    if u.counterpart is not None and not u.column and not u.routed:
        yield _switch("mounted", Text("mounted"), not u.dismounted)
    if gun:
        yield Setting("mode", Text("Fire or Move mode"), "fire" if u.fire_mode else "move", ("fire", "move"))
        yield _number("shots", u.turn_shots, 0, artillery.SHOTS)
    if g.state.orders is not None and u.side == g.orders.side:
        yield _flag("ordered", u.id in g.orders.acted)


def _of_leader(g: Battle, x: Leader) -> Iterator[Setting]:
    orders = g.state.orders
    if orders is not None and orders.leader == x.id:
        yield _number("orders-used", orders.orders_used, 0, x.initiative)
    else:
        yield Setting("status", Text("Inactive or Finished this turn"), x.status, ("inactive", "finished"))
    yield _switch("momentum", Text("may gain Momentum this turn"), not x.no_momentum)
    yield _flag("wounded", x.wounded)


def _switch(key: str, title: Text, now: bool) -> Setting:
    return Setting(key, title, YES if now else NO, SWITCH)


def _flag(key: str, now: bool) -> Setting:
    return _switch(key, WORDS[_FLAGS[key]], now)


def _number(key: str, now: int, least: int, most: int) -> Setting:
    return Setting(key, WORDS[_NUMBERS[key]], str(now), least=least, most=most)


def put(g: Battle, name: str, key: str, value: str) -> None:
    """Emit what sets a value, one of those above, of a unit, a leader or a side."""
    on = value == YES
    if key in _NUMBERS:
        g.emit(ValueSet(piece=name, name=_name(g, name), field=_NUMBERS[key], value=int(value)))
    elif key in _FLAGS:
        g.emit(ValueSet(piece=name, name=_name(g, name), field=_FLAGS[key], value=on))
    elif name in g.state.leaders:
        _put_leader(g, name, key, value)
    else:
        _put_unit(g, g.state.units[name], key, value)


def _put_leader(g: Battle, name: str, key: str, value: str) -> None:
    if key == "momentum":
        reason = "may gain Momentum this turn." if value == YES else "gains no Momentum this turn."
        g.emit(LeaderChanged(leader=name, no_momentum=value == NO, reason=reason))
    elif value == "inactive":
        g.emit(LeaderChanged(leader=name, status="inactive", deferred=False, reason="may be activated this turn."))
    else:
        g.emit(LeaderChanged(leader=name, status="finished", deferred=False, reason="is Finished for this turn."))


def _put_unit(g: Battle, u: Unit, key: str, value: str) -> None:
    on = value == YES
    match key:
        case "routed" if on:
            g.emit(UnitRouted(unit=u.id))
            g.emit(UnitTurned(unit=u.id, facing=rout_path.flight_facing(g, u), how="rout"))
            special.dislodged(g)
        case "routed":
            g.emit(ValueSet(piece=u.id, name=u.id, field="routed", value=False))
        case "supply":
            g.emit(SupplyChanged(unit=u.id, supply=SUPPLIES[value]))
        case "facing":
            g.emit(PieceShifted(piece=u.id, start=u.at, to=u.at, facing=Facing[value]))
        case "column":
            facing = column.options(u, u.facing)[0]
            reason = f"is put {'into Column' if on else 'into line'}, facing {facing_name(facing)}."
            g.emit(UnitFormed(unit=u.id, column=on, facing=facing, reason=reason))
        case "mounted":
            g.emit(UnitFormed(unit=u.id, dismounted=not on, reason="is mounted." if on else "is on foot."))
        case "mode":
            reason = "is in Fire mode." if value == "fire" else "is in Move mode."
            g.emit(UnitFormed(unit=u.id, fire_mode=value == "fire", reason=reason))
        case _:
            raise ValueError(f"{key} can't be set")


def _name(g: Battle, name: str) -> str:
    if name in g.state.sides:
        return g.spec(name).name
    return g.state.leaders[name].name if name in g.state.leaders else name
