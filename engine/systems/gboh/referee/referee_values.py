"""Values of units, leaders and sides a referee may set, and the events that set them."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.dice import D10
from engine.kernel.hexes import VERTICES, Facing, Hex
from engine.kernel.referee import MOST_POINTS, NO, YES, Setting, switch
from engine.kernel.text import Text, refuse
from engine.systems.gboh import special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.cohesion import cohesion, pair_flight, rout_path
from engine.systems.gboh.events import (
    LeaderChanged,
    NoteByHand,
    PieceShifted,
    SupplyChanged,
    UnitRouted,
    UnitTurned,
    ValueSet,
)
from engine.systems.gboh.state import SUPPLIES, Leader, Unit

LIGHT = 7
"""A 8.34, S 4.63 The roll of the slightest wound."""
HEXSIDES = tuple(f for f in Facing if not f.is_vertex)


def of_piece(g: Battle, piece: Unit | Leader) -> list[Setting]:
    """What can be set of a piece that is on the map."""
    if not piece.on_map:
        return []
    return list(_of_unit(g, piece) if isinstance(piece, Unit) else _of_leader(g, piece))


def of_side(g: Battle, side: str) -> list[Setting]:
    """What can be set of a side."""
    account = g.state.sides[side]
    found = [
        g.state.words.kept.number("rout-points", account.rout_points, 0, MOST_POINTS),
        g.state.words.kept.number("withdrawal-level", account.withdrawal_level, 1, MOST_POINTS),
    ]
    return [*found, *special.told(g, Special.side_settings, side), *_noted(g, side)]


def _noted(g: Battle, name: str) -> Iterator[Setting]:
    return (switch(m.key, m.words, m.on) for m in special.told(g, Special.marks, name))


def _of_unit(g: Battle, u: Unit) -> Iterator[Setting]:
    troop = u.troop
    if not u.routed:
        yield g.state.words.kept.number("hits", u.hits, 0, max(0, cohesion.tq(g, u) - 1))
    if troop.fate == "rout":
        yield switch("routed", g.state.words.values["routed"], u.routed)
    if troop.rallies or g.led:
        yield g.state.words.kept.flag("rallied", u.rallied)
    if g.led:
        yield g.state.words.kept.flag("moved", u.moved)
    if u.weapon is not None and u.weapon.supply:
        yield Setting("supply", Text("missile supply"), u.supply, ("full", "low", "no"))
    if troop.faces:
        facings = HEXSIDES if u.column else VERTICES
        yield Setting("facing", Text("facing"), u.facing.name, tuple(f.name for f in facings))
    yield from special.told(g, Special.settings, u)
    yield from _noted(g, u.id)
    if g.state.orders is not None and u.side == g.orders.side:
        yield g.state.words.kept.flag("ordered", u.id in g.orders.acted)


def _of_leader(g: Battle, x: Leader) -> Iterator[Setting]:
    if not g.led:
        yield from special.told(g, Special.leader_settings, x)
        return
    orders = g.state.orders
    if orders is not None and orders.leader == x.id:
        yield g.state.words.kept.number("orders-used", orders.orders_used, 0, x.initiative)
    else:
        yield Setting("status", Text("Inactive or Finished this turn"), x.status, ("inactive", "finished"))
    yield switch("momentum", Text("may gain Momentum this turn"), not x.no_momentum)
    worst = max(g.game.casualty.hurt(n, personal_combat=x.personal_combat, wounded=False).ratings for n in D10)
    if worst > 1:
        # A 8.45, S 4.63 Wounds differ, and where one doesn't kill who has one they add up.
        kills = g.game.casualty.hurt(LIGHT, personal_combat=x.personal_combat, wounded=True).killed
        most = worst if kills else max(worst, x.initiative_printed)
        yield g.state.words.kept.number("wound", x.lowered or int(x.wounded), 0, most)
    else:
        yield g.state.words.kept.flag("wounded", x.wounded)
    yield from special.told(g, Special.leader_settings, x)
    yield from _noted(g, x.id)


def put(g: Battle, name: str, key: str, value: str) -> None:
    """Emit what sets a value, one of those above, of a unit, a leader or a side."""
    kept = g.state.words.kept.read(key, value)
    mark = next((m for m in special.told(g, Special.marks, name) if m.key == key), None)
    if mark is not None:
        text = mark.yes if value == YES else mark.no
        g.emit(NoteByHand(key=mark.note, value=text, name=_name(g, name), what=mark.words, on=value == YES))
    elif kept is not None:
        g.emit(ValueSet(piece=name, name=_name(g, name), field=kept[0], value=kept[1]))
    elif name in g.state.leaders:
        _put_leader(g, name, key, value)
    else:
        _put_unit(g, g.state.units[name], key, value)


def _put_leader(g: Battle, name: str, key: str, value: str) -> None:
    if key == "momentum":
        reason = Text("may gain Momentum this turn." if value == YES else "gains no Momentum this turn.")
        g.emit(LeaderChanged(leader=name, no_momentum=value == NO, reason=reason))
    elif key != "status":
        if not special.any_of(g, Special.put_leader, g.state.leaders[name], key, value):
            raise ValueError(f"{key} can't be set")
    elif value == "inactive":
        g.emit(
            LeaderChanged(leader=name, status="inactive", deferred=False, reason=Text("may be activated this turn."))
        )
    else:
        g.emit(LeaderChanged(leader=name, status="finished", deferred=False, reason=Text("is Finished for this turn.")))


def _put_unit(g: Battle, u: Unit, key: str, value: str) -> None:
    on = value == YES
    match key:
        case "routed" if on:
            if g.stacked(u):
                g.emit(PieceShifted(piece=u.id, start=u.at, to=_aside(g, u)))
                special.call(g, Special.dislodged)
            g.emit(UnitRouted(unit=u.id))
            g.emit(UnitTurned(unit=u.id, facing=rout_path.flight_facing(g, u), how="rout"))
            if u.facing.is_vertex:
                pair_flight.turn(g, u)
            special.call(g, Special.dislodged)
        case "routed":
            g.emit(ValueSet(piece=u.id, name=u.id, field="routed", value=False))
        case "supply":
            g.emit(SupplyChanged(unit=u.id, supply=SUPPLIES[value]))
        case "facing":
            g.emit(PieceShifted(piece=u.id, start=u.at, to=u.at, facing=Facing[value]))
        case _:
            if not special.any_of(g, Special.put, u, key, value):
                raise ValueError(f"{key} can't be set")


def _aside(g: Battle, u: Unit) -> Hex:
    """Where one of a stack that is to be routed goes, since the routed share no hex (S 10.25).

    A free hex beside it, the nearest to its Retreat Edge, out of enemy ZOC if there is one. Raises Refusal where no hex
    is free.
    """
    free = [
        h
        for h in g.map.neighbours(u.at)
        if g.unit_at(h) is None and not g.leaders_at(h, g.state.enemy(u.side)) and g.step_cost(u, u.at, h) is not None
    ]
    if not free:
        rule = g.case(Case.ROUT_THROUGH)
        refuse("{unit} shares its hex, and no hex beside it is free: move it first.", rule=rule, unit=u.id)
    return min(free, key=lambda h: (bool(g.enemy_zoc(h, u.side)), rout_path.to_edge(g, h, u), h))


def _name(g: Battle, name: str) -> str:
    if name in g.state.sides:
        return g.spec(name).name
    return g.state.leaders[name].name if name in g.state.leaders else name
