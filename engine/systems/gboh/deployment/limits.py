"""Who may be set up where: areas, facings, stacking (6.6, 11.63), and who sees what meanwhile."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from engine.kernel.decisions import Answer
from engine.kernel.hexes import Facing, Hex, column, row, show
from engine.kernel.text import Refusal, refuse
from engine.systems.gboh import footprint, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.events import Spot, facing_name
from engine.systems.gboh.footprint import Shape, Stand
from engine.systems.gboh.movement import sharing
from engine.systems.gboh.orders import orders
from engine.systems.gboh.state import Leader, Unit

LISTED = 12
"""Stretches of hexes a refusal names; the menus have them all."""


@dataclass(frozen=True, slots=True)
class Suggested:
    """What the scenario says about one piece."""

    hex: Hex | None
    facing: Facing | None = None
    allowed: tuple[Hex, ...] = ()
    free_facing: bool = False
    letters: str = ""
    """Code of its group."""
    beside_foot: bool = False
    """11.63 A cheiroballistra whose place is in a hex of the infantry."""
    host: str | None = None
    """Unit in whose hex a leader is set up."""


def suggested(g: Battle, piece: str) -> Suggested:
    """What the scenario says about a unit or leader, by id. Raises KeyError for an unknown one."""
    return g.derived("suggested", lambda: _suggested(g))[piece]


def _suggested(g: Battle) -> dict[str, Suggested]:
    found: dict[str, Suggested] = {}
    for side in g.scenario.sides:
        places = {c: h for group in side.units for c, h in zip(group.codes, group.hexes, strict=False)}
        shelters = {h for c, h in places.items() if c in g.state.units and g.state.units[c].troop.shelters}
        for group in side.units:
            for code in group.codes:
                if code not in g.state.units:
                    continue  # an optional rule's
                at = places.get(code)
                found[code] = Suggested(
                    at,
                    group.facing,
                    g.scenario.places(group),
                    group.free_facing,
                    group.code,
                    g.state.units[code].troop.is_engine and at in shelters,
                )
        for leader in (*side.leaders, *side.replacements):
            found[leader.id] = Suggested(leader.hex, None, g.scenario.places(leader), host=leader.set_up_with)
    return found


# -- who has a choice ----------------------------------------------------------------------------------------------


def area(g: Battle, piece: Unit | Leader) -> tuple[Hex, ...]:
    """Hexes the piece may be set up in, in ascending order; () for one that stays where the scenario puts it."""
    return g.derived(("area", piece.id), lambda: _area(g, piece))


def _area(g: Battle, piece: Unit | Leader) -> tuple[Hex, ...]:
    said = suggested(g, piece.id)
    if not piece.on_map or said.hex is None or said.host is not None:
        return ()
    ruled = (r.set_up_area(g, piece) for r in special.having(g, Special.set_up_area))
    given = next((a for a in ruled if a is not None), said.allowed)
    open_ = (h for h in sorted(set(given)) if h in g.map and not g.charts.is_prohibited(g.map.terrain_at(h)))
    found = tuple(open_)
    return found if found != (piece.hex,) else ()


def faces_freely(g: Battle, piece: Unit | Leader) -> bool:
    """Whether its owner chooses its facing. A cheiroballistra has none (11.64)."""
    if isinstance(piece, Leader) or not piece.on_map or not piece.troop.faces or suggested(g, piece.id).hex is None:
        return False
    return suggested(g, piece.id).free_facing or any(
        r.faces_freely(g, piece) for r in special.having(g, Special.faces_freely)
    )


def choosers(g: Battle, side: str) -> list[Unit | Leader]:
    """Pieces of a side that leave their owner a choice: units, then leaders, in roster order."""
    return g.derived(
        ("choosers", side),
        lambda: [p for p in (*g.units(side), *g.leaders(side)) if area(g, p) or faces_freely(g, p)],
    )


def order(g: Battle) -> tuple[str, ...]:
    """Sides in the order they set up in."""
    return g.scenario.setup_order or tuple(g.state.sides)


def deploying(g: Battle) -> str | None:
    """The side that sets up now; None when all that have a choice are done."""
    return next((s for s in order(g) if s not in g.state.deployed and choosers(g, s)), None)


def areas(g: Battle) -> dict[str, frozenset[Hex]]:
    """Hexes open to each side that hasn't set up yet."""
    return {
        s: frozenset(h for p in choosers(g, s) for h in area(g, p)) for s in g.state.sides if s not in g.state.deployed
    }


def hidden(g: Battle, sides: Collection[str]) -> set[str]:
    """Pieces that are not shown to ``sides`` while their owner sets them up: all that there is a choice about."""
    if g.state.phase != "setup":
        return set()
    return {p.id for s in g.state.sides if s not in g.state.deployed and s not in sides for p in _touched(g, s)}


def _touched(g: Battle, side: str) -> Iterable[Unit | Leader]:
    """The pieces of :func:`choosers`, and leaders set up with one of them."""
    yield from choosers(g, side)
    names = {p.id for p in choosers(g, side)}
    for x in g.leaders(side):
        if suggested(g, x.id).host in names:
            yield x


# -- what a change does --------------------------------------------------------------------------------------------


def spots(g: Battle, side: str, answer: Answer) -> tuple[Spot, ...]:
    """The new places of every piece a change moves or turns; () where all stand so already.

    Raises Refusal for a change that isn't allowed.
    """
    match answer:
        case orders.Place():
            found = _place(g, side, answer)
        case orders.Swap():
            found = _swap(g, side, answer)
        case orders.FaceAll():
            found = _face(g, side, answer)
        case orders.Reset():
            found = changed(g, side)
        case _:
            refuse("You are setting up: place units (THC1 2012 @E), swap them (THC1 <> THC3), or say done.")
    found = [*found, *_followers(g, side, found)]
    _check_stacking(g, side, found)
    if (rules := special.having(g, Special.check_set_up)) and found:
        to = {s.piece: s.hex for s in found}
        places = {p.id: to.get(p.id, p.at) for p in (*g.units(side), *g.leaders(side))}
        for r in rules:
            r.check_set_up(g, side, places)
    return tuple(found)


def destinations(g: Battle, piece: Unit | Leader) -> dict[Hex, Unit | None]:
    """Where the piece may be placed now, in ascending order, and the unit that would take its place, if any."""
    # A unit that leaves nobody behind may go to any empty hex, a leader to any the enemy doesn't hold: there can be
    # hundreds, so only the others are looked at closely.
    light = isinstance(piece, Leader) or sum(u.hex == piece.hex for u in g.units(piece.side)) == 1
    light = light and not special.having(g, Special.check_set_up)
    light = light and not (isinstance(piece, Unit) and (piece.troop.is_engine or not footprint.is_single(piece)))
    found: dict[Hex, Unit | None] = {}
    for h in area(g, piece):
        holder = g.unit_at(h)
        if h == piece.hex:
            continue
        if light and (holder is None or (isinstance(piece, Leader) and holder.side == piece.side)):
            found[h] = None
            continue
        try:
            moved = spots(g, piece.side, orders.Place(piece=piece.id, to=h))
        except Refusal:
            continue
        others = [g.state.units[s.piece] for s in moved if s.piece != piece.id and s.piece in g.state.units]
        found[h] = others[0] if others else None
    return found


def named(g: Battle, side: str, name: str) -> Unit | Leader:
    """A piece of the side that leaves it a choice. Raises Refusal."""
    piece = g.state.units.get(name) or g.state.leaders.get(name)
    if piece is None:
        refuse("There is no unit or leader {name}.", name=name)
    if piece.side != side:
        refuse("{piece} is the enemy's.", piece=piece.id)
    if not piece.on_map:
        refuse("{piece} is not on the map yet.", piece=piece.id)
    host = suggested(g, piece.id).host
    if host is not None:
        refuse("{piece} is set up with {host}, wherever that is.", piece=piece.id, host=host)
    if piece not in choosers(g, side):
        refuse("{piece} is set up at {hex}, and nowhere else.", piece=piece.id, hex=show(piece.at))
    return piece


def _place(g: Battle, side: str, answer: orders.Place) -> list[Spot]:
    piece = named(g, side, answer.piece)
    to = piece.at if answer.to is None else answer.to
    facing = _facing(g, piece, answer.facing)
    if to == piece.at:
        return [_spot(piece, to, facing)] if facing != _now(piece) else []
    _check_area(g, piece, to)
    found = [_spot(piece, to, facing)]
    if isinstance(piece, Unit):
        rivals = [
            u
            for u in g.units(side)
            if u is not piece and to in footprint.hexes_of(u) and not sharing.companions(g, piece, u)
        ]
        if rivals:
            # The hex is taken: whoever holds it takes the place that falls free, if it may.
            if piece.at not in area(g, rivals[0]):
                refuse(
                    "{hex} is held by {unit}, which can't be set up at {old} instead.",
                    rule=g.case(Case.STACKING_LIMIT),
                    hex=show(to),
                    unit=rivals[0].id,
                    old=show(piece.at),
                )
            found.append(_spot(rivals[0], piece.at, rivals[0].facing))
    return found


def _swap(g: Battle, side: str, answer: orders.Swap) -> list[Spot]:
    a, b = named(g, side, answer.first), named(g, side, answer.second)
    if isinstance(a, Unit) != isinstance(b, Unit):
        refuse(
            "A unit and a leader don't change places; place the leader: {leader} 2012.",
            leader=(a, b)[isinstance(b, Leader)].id,
        )
    if a.at == b.at:
        refuse("{a} and {b} stand in the same hex.", a=a.id, b=b.id)
    _check_area(g, a, b.at)
    _check_area(g, b, a.at)
    return [_spot(a, b.at, _now(a)), _spot(b, a.at, _now(b))]


def _face(g: Battle, side: str, answer: orders.FaceAll) -> list[Spot]:
    able = [u for u in g.units(side) if faces_freely(g, u)]
    found: dict[str, Unit] = {}
    for name in answer.who:
        units = [u for u in able if name in ("all", u.id, suggested(g, u.id).letters)]
        if not units:
            refuse("{name} names no unit whose facing you choose.", name=name)
        found |= {u.id: u for u in units}
    if not found:
        refuse("Who turns? face all @E, or face HLC @E.")
    _check_vertex(g, answer.facing)
    return [_spot(u, u.at, answer.facing) for u in found.values() if u.facing != answer.facing]


def changed(g: Battle, side: str) -> list[Spot]:
    """The suggested places of all pieces that stand otherwise now."""
    found: list[Spot] = []
    for p in choosers(g, side):
        said = suggested(g, p.id)
        facing = said.facing if isinstance(p, Unit) and faces_freely(g, p) else _now(p)
        if said.hex is not None and (p.hex, _now(p)) != (said.hex, facing):
            found.append(_spot(p, said.hex, facing))
    return found


def _followers(g: Battle, side: str, moved: Sequence[Spot]) -> list[Spot]:
    """Leaders set up with a unit go where it goes."""
    to = {s.piece: s.hex for s in moved}
    found: list[Spot] = []
    for x in g.leaders(side):
        host = suggested(g, x.id).host
        if host in to and x.hex != to[host]:
            found.append(Spot(piece=x.id, hex=to[host]))
    return found


def _spot(piece: Unit | Leader, at: Hex, facing: Facing | None) -> Spot:
    return Spot(piece=piece.id, hex=at, facing=facing if isinstance(piece, Unit) else None)


def _now(piece: Unit | Leader) -> Facing | None:
    return piece.facing if isinstance(piece, Unit) else None


# -- checks --------------------------------------------------------------------------------------------------------


def _facing(g: Battle, piece: Unit | Leader, wanted: Facing | None) -> Facing | None:
    """The facing a unit has afterwards."""
    if wanted is None or isinstance(piece, Leader):
        if wanted is not None:
            refuse("{leader} is a leader and faces nowhere.", leader=piece.id)
        return _now(piece)
    if not piece.troop.faces:
        refuse("{unit} is a cheiroballista: it has no facing.", rule=g.case(Case.ARTILLERY_FACING), unit=piece.id)
    _check_vertex(g, wanted)
    if wanted != piece.facing and not faces_freely(g, piece):
        refuse("{unit} is set up facing {facing}.", unit=piece.id, facing=facing_name(piece.facing))
    return wanted


def _check_vertex(g: Battle, facing: Facing) -> None:
    if not facing.is_vertex:
        refuse("Units face a vertex: E, NE, NW, W, SW or SE.", rule=g.case(Case.ARCS))


def _check_area(g: Battle, piece: Unit | Leader, to: Hex) -> None:
    allowed = area(g, piece)
    if to not in allowed:
        if not allowed:
            refuse("{piece} stays at {hex}: it has no other place.", piece=piece.id, hex=show(piece.at))
        refuse(
            "{piece} can't be set up at {hex}. Its hexes: {hexes}.",
            piece=piece.id,
            hex=show(to),
            hexes=stretches(allowed),
        )
    enemy = g.enemy_in(to, piece.side)
    if enemy is not None:
        refuse(
            "{hex} is the enemy's: {enemy} stands there.", rule=g.case(Case.ENEMY_HEXES), hex=show(to), enemy=enemy.id
        )


def _check_stacking(g: Battle, side: str, moved: Sequence[Spot]) -> None:
    """6.61, 11.63 One unit to a hex, or a cheiroballistra and the infantry it belongs to; both halves of a pair count
    (A 6.4).
    """
    to = {s.piece: s for s in moved}
    places: dict[Hex, list[Unit]] = {}
    touched: set[Hex] = set()
    for u in g.units(side):
        spot = to.get(u.id)
        stands = footprint.hexes_of(u) if spot is None else _parts(u, spot)
        if spot is not None:
            _check_parts(g, u, stands)
            touched |= {*stands, u.at}
        for h in stands:
            places.setdefault(h, []).append(u)
    for h in sorted(touched):
        here = places.get(h, [])
        if len(here) > 2 or (len(here) == 2 and not sharing.companions(g, *here)):
            rule = (
                g.case(Case.ARTILLERY_STACKING) if any(u.troop.is_engine for u in here) else g.case(Case.STACKING_LIMIT)
            )
            refuse("{units} can't share {hex}.", rule=rule, units=" and ".join(u.id for u in here), hex=show(h))
        for u in here:
            if len(here) == 1 and suggested(g, u.id).beside_foot:
                refuse(
                    "{unit} is set up in a hex with heavy or medium infantry; there would be none at {hex}.",
                    rule=g.case(Case.ARTILLERY_STACKING),
                    unit=u.id,
                    hex=show(h),
                )


def _parts(unit: Unit, spot: Spot) -> tuple[Hex, ...]:
    """The hexes a unit would stand in."""
    if footprint.is_single(unit) or spot.facing is None:
        return (spot.hex,)
    return footprint.hexes_of(Stand(spot.hex, spot.facing, Shape.TWO))


def _check_parts(g: Battle, unit: Unit, parts: Sequence[Hex]) -> None:
    """A 6.4 Refuse a place that has no room for the second half of a unit of two hexes."""
    allowed = area(g, unit)
    for h in parts[1:]:
        if h not in g.map or g.charts.is_prohibited(g.map.terrain_at(h)):
            refuse("{unit} needs two hexes, and {hex} is no ground for it.", unit=unit.id, hex=show(h))
        if allowed and h not in allowed:
            refuse("{unit}'s second half would stand at {hex}, outside its area.", unit=unit.id, hex=show(h))
        enemy = g.enemy_in(h, unit.side)
        if enemy is not None:
            refuse("{hex} is the enemy's: {enemy} stands there.", hex=show(h), enemy=enemy.id)


def stretches(hexes: Sequence[Hex]) -> str:
    """Hexes in ascending order in few words, neighbours in a column taken together.

    >>> stretches((1811, 1812, 1813, 1913, 2001, 2002))
    '1811-1813, 1913, 2001-2002'
    """
    runs: list[list[Hex]] = []
    for h in hexes:
        if runs and column(runs[-1][-1]) == column(h) and row(runs[-1][-1]) + 1 == row(h):
            runs[-1].append(h)
        else:
            runs.append([h])
    told = [show(r[0]) if len(r) == 1 else f"{show(r[0])}-{show(r[-1])}" for r in runs]
    return ", ".join(told[:LISTED]) + ("…" if len(told) > LISTED else "")
