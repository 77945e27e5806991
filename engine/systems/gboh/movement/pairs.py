"""A 6.4, S 6.4 Where a unit of two hexes can move: forward, by wheels, about-face, In Column; and the price of a path.

An item of its path is a hex, the one its left half enters as it goes forward (or its head, In Column), or a facing: one
vertex to the left or right is a wheel, the opposite one an about-face.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Any, NoReturn

from engine.kernel.hexes import Facing, Hex, show
from engine.kernel.text import Refusal, Text, few, refuse
from engine.systems.gboh import footprint, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.charts import AVOIDING_MP, OPEN
from engine.systems.gboh.footprint import Move, MoveKind, Shape, Stand
from engine.systems.gboh.movement import avoiding, climbs, closed, leaving, sharing, zoc
from engine.systems.gboh.movement.steps import Entering, Node, Step, allowance, avoid, keeps_off, start_node
from engine.systems.gboh.movement.steps import stride as stride
from engine.systems.gboh.state import Unit

WHEELS = ("wheel-left", "wheel-right")
ABOUT_FACE_MP = 3
"""A 6.44, S 6.44, G 6.13"""


@dataclass(frozen=True, slots=True)
class Price:
    """What one primitive move costs."""

    mp: int
    hits: int
    causes: tuple[Text, ...]
    stops: bool
    """A half of it stands in enemy ZOC then (A 6.4)."""
    through: bool
    """A half of it stands with a friend then."""
    by_road: bool = False
    """It takes half a Movement Point."""
    avoidable: tuple[Text, ...] = ()
    """What there are hits for that Movement Points may be paid in place of (G 5.17); not among the hits."""

    def bought(self) -> list[tuple[int, int]]:
        """G 5.17 Its Movement Points and hits with none of those hits bought off, with one, and so on."""
        n = len(self.avoidable)
        return [(self.mp + paid * AVOIDING_MP, self.hits + n - paid) for paid in range(n + 1)]


def named(unit: Unit, here: Stand, item: Step) -> Move | None:
    """The primitive move an item of a path means; None where it means none."""
    if isinstance(item, Facing):
        if here.shape is Shape.TWO and here.facing.is_vertex and item == here.facing.turned(6):
            return footprint.about_face(here)
        return next((m for m in footprint.steps(here) if m.kind in WHEELS and m.to.facing == item), None)
    return next((m for m in footprint.steps(here) if m.kind not in WHEELS and m.to.hex == item), None)


def about_faces(g: Battle, unit: Unit, here: Stand) -> bool:
    """A 6.44 Whether it may face about where it stands: out of enemy ZOC and off Rough ground."""
    in_line = here.shape is Shape.TWO and here.facing.is_vertex
    held = any(g.enemy_zoc(h, unit.side) for h in footprint.hexes_of(here))
    return in_line and not held and not _rough(g, unit, here)


def _rough(g: Battle, unit: Unit, here: Stand) -> list[Hex]:
    """Hexes it stands in that are Rough for it."""
    return [h for h in footprint.hexes_of(here) if g.charts.is_difficult(g.map.terrain_at(h), unit)]


class Pricing:
    """What primitive moves of one unit cost, with what that takes looked up once."""

    def __init__(
        self,
        g: Battle,
        unit: Unit,
        *,
        bold: bool = False,
        overrun: Collection[Hex] = (),
        riding_down: bool = False,
    ) -> None:
        """``bold``: nothing keeps it from hexes next to enemies (G 7.33). ``overrun``: hexes that whoever stands there
        doesn't keep it from, since they are lost as it comes in (G 10.13). ``riding_down``: through routed friends
        too, as it is told to (6.63, A 6.94)."""
        self.g = g
        self.unit = unit
        self._riding_down = riding_down
        own = bold or overrun
        self._enter = Entering(g, unit, bold=bold, overrun=overrun) if own else Entering.of(g, unit)
        self.zones = g.zones(g.state.enemy(unit.side))

    def of(self, m: Move, left: int, passed: int, climbed: int = 0, *, half: bool = False) -> Price | None:
        """A 6.42 The dearest of the hexes entered and, apart, the worst hits; None if it can't be made so.

        A 6.94, S 6.69 What each friend passed costs comes on top of what the ground does.

        ``climbed``: levels it has climbed before (S 6.22). ``half``: half a Movement Point is paid already, which a
        road takes.
        """
        if m.kind == "about-face":
            here = Stand(m.steps[0][0], m.to.facing.turned(6), Shape.TWO)
            free = left >= ABOUT_FACE_MP and about_faces(self.g, self.unit, here)
            return Price(ABOUT_FACE_MP, 0, (), False, False) if free else None
        mp, hits, through = 0, 0, False
        causes: tuple[Text, ...] = ()
        most, choices = 0, ()
        passed_by: dict[str, tuple[int, Text]] = {}
        levels = climbs.count(self.g)
        for a, to in m.steps:
            if to not in m.entered:
                continue
            found = self._enter.price(a, to, left, passed, riding_down=self._riding_down, half=half)
            if found is None:
                return None
            toll = self._enter.toll(to) if found[4] else None
            if toll is not None:
                friend, n, cause = toll
                passed_by[friend] = n, cause
                found = (found[0], found[1] - n, found[2][:-1], *found[3:])
            found = (found[0], found[1] - self._spared(m, to) - spared(self.g, self.unit, m, a, to), *found[2:])
            more = climbs.hits(self.g, self.unit, a, to, climbed) if levels else 0
            if found[1] + more > hits:
                hits, causes = found[1] + more, (*found[2], *((climbs.CAUSE,) if more else ()))
            mp, through = max(mp, found[0]), through or found[4]
            if found[1] + len(found[5]) > most:
                most, choices = found[1] + len(found[5]), found[5]
        # G 5.22 Of the halves the one that may suffer more counts, for what is certain and for what isn't.
        choices = choices[: max(0, most - hits)]
        if m.kind in WHEELS and self.unit.troop.wheel_hits:
            hits, causes = hits + self.unit.troop.wheel_hits, (*causes, Text("wheeling"))  # A 6.43
        for n, cause in passed_by.values():
            hits, causes = hits + n, (*causes, cause)
        stops = bool(footprint.held(m.to, self.zones))
        road = any(self._enter.by_road(a, to) for a, to in m.steps if to in m.entered)
        return Price(mp, hits, causes, stops, through, road, choices)

    def _spared(self, m: Move, to: Hex) -> int:
        """S 6.42 Hits of the ground that a half which wheels needn't take: the other stands on such ground already."""
        if not self.g.game.movement.half_spares or m.kind not in WHEELS:
            return 0

        def hits(h: Hex) -> int:
            return self.g.charts.ground_hits(self.g.map.terrain_at(h), self.unit) or 0

        return hits(to) if any(hits(h) for h in footprint.hexes_of(m.to) if h not in m.entered) else 0


def spared(g: Battle, unit: Unit, m: Move, a: Hex, to: Hex) -> int:
    """Hits of the ground that rules of the battle spare a half for what the other does."""
    return sum(r.half_spares(g, unit, m, a, to) for r in special.having(g, Special.half_spares))


def _climbed(g: Battle, node: Node, m: Move) -> int:
    """S 6.22 Levels climbed after a move: of the halves the one that climbs more counts."""
    if not climbs.count(g):
        return 0
    return node.climbed + max((climbs.up(g, a, to) for a, to in m.steps if to in m.entered), default=0)


def _after(node: Node, m: Move, price: Price, again: int, climbed: int) -> Node:
    """The node a move leads to; ``again``: a hit more for drawing on its stride."""
    after = Node(
        m.to.hex,
        m.to.facing,
        node.mp + price.mp,
        node.hits + price.hits + again,
        node,
        (*price.causes, *((Text("moving again at a stride"),) if again else ())),
        price.stops,
        price.through,
        node.passed + price.through,
        m.kind in (*WHEELS, "about-face"),
        climbed,
        node.half != price.by_road,
    )
    avoid(after, price.avoidable)
    return after


def _at(unit: Unit, node: Node) -> Stand:
    return Stand(node.hex, node.facing, unit.shape)


def _open(g: Battle, unit: Unit, node: Node, pricing: Pricing) -> Iterator[Move]:
    """The primitive moves open to it there, as far as zones of control go."""
    here = _at(unit, node)
    if node.previous is None and unit.id in g.orders.stationary:
        return
    if footprint.held(here, pricing.zones):
        free = node.previous is None and zoc.may_leave(g, unit)
        if free:
            yield from footprint.steps(here)
        # A 6.45 With one half held the other may wheel about it, once, and then the move is over.
        elif _wheels_held(g, unit, node):
            yield from (m for m in footprint.wheels_about(here, pricing.zones) if _on_open_ground(g, unit, here, m))
        return
    yield from footprint.steps(here)
    if here.shape is Shape.TWO and here.facing.is_vertex:
        yield footprint.about_face(here)


def _wheels_held(g: Battle, unit: Unit, node: Node) -> bool:
    """A 6.45, G 5.24 Whether one that stands there with a half in enemy ZOC may still wheel with the other."""
    if g.game.movement.half_wheel_mp is None:
        return node.previous is None or not node.previous.stops
    return node.previous is not None and not node.previous.stops and not g.deep(unit)


def _on_open_ground(g: Battle, unit: Unit, here: Stand, m: Move) -> bool:
    """G 5.24 Whether it stands, and will, on open ground alone, where that matters."""
    if g.game.movement.half_wheel_mp is None:
        return True
    return all(g.charts.ground(g.map.terrain_at(h)) == OPEN for h in (*footprint.hexes_of(here), *m.entered))


def priced(g: Battle, unit: Unit, node: Node, m: Move, pricing: Pricing, limit: int) -> Price | None:
    """What a primitive move costs there; None if it can't be made with what ``limit`` leaves of Movement Points."""
    found = pricing.of(m, limit - node.mp, node.passed, node.climbed, half=node.half)
    half = g.game.movement.half_wheel_mp
    if found is None or half is None or not node.stops or node.previous is None:
        return found
    open_to_it = not found.through and node.mp + half <= limit
    return replace(found, mp=half) if open_to_it else None


def search(
    g: Battle, unit: Unit, *, any_will_do: bool = False, most: int | None = None
) -> dict[tuple[Hex, Facing], Node]:
    """Everywhere the unit can end a move order, with the cheapest way; see :func:`reach.search`.

    ``any_will_do``: the first end found is enough.
    """
    usual = allowance(g, unit) if most is None else most
    limit = usual + stride(g, unit)
    first = start_node(g, unit)
    pricing = Pricing(g, unit)
    choosy = avoiding.Ways() if g.charts.has_choices else None
    start: tuple[Any, ...] = (first.hex, first.facing)
    best: dict[tuple[Any, ...], Node] = {start: first}
    nodes = [first]
    heap: list[tuple[int, tuple[Any, ...], int]] = [(first.price, start, 0)]
    if choosy is not None:
        choosy.admits(start, 0, first.hits, 0)
    while heap:
        _, key, i = heapq.heappop(heap)
        node = nodes[i]
        if best[key] is not node:
            continue
        found = choosy is None and node is not first and not node.through
        if any_will_do and found and may_end(g, unit, node) is None:
            return {(node.hex, node.facing): node}
        for m in _open(g, unit, node, pricing):
            price = priced(g, unit, node, m, pricing, limit)
            if price is None or barred(g, unit, node, m, price) is not None:
                continue
            strides = unit.moved and node.mp <= usual < node.mp + price.mp
            after = _after(node, m, price, int(strides), _climbed(g, node, m))
            key = (after.hex, after.facing)
            if choosy is not None:
                if not choosy.admits(key, 2 * after.mp - after.half, after.hits, after.choices):
                    continue
                key = (*key, after.hits, after.choices)
            if key not in best or after.price < best[key].price:
                best[key] = after
                nodes.append(after)
                heapq.heappush(heap, (after.price, key, len(nodes) - 1))
    del best[start]
    if choosy is not None:
        ends = avoiding.fewest((n for n in best.values() if not n.through), limit)
        return {k: n for k, n in ends.items() if may_end(g, unit, n) is None}
    return {k: n for k, n in best.items() if not n.through and may_end(g, unit, n) is None}


def may_end(g: Battle, unit: Unit, node: Node) -> Refusal | None:
    """Why the unit may not end its move there, as chapters have it; None when it may."""
    ends = special.having(g, Special.bars_end)
    more = any(r.bars_end(g, unit, more=True) is not None for r in ends) and goes_on(g, unit, node)
    return special.why_not(g, Special.bars_end, unit, more=more) if more else None


def price(g: Battle, unit: Unit, path: tuple[Step, ...], *, most: int | None = None, passing: bool = False) -> Node:
    """6.31 The end of a written path; see :func:`reach.price`. Raises Refusal with the case that forbids it."""
    usual = allowance(g, unit) if most is None else most
    limit = usual + stride(g, unit)
    pricing = Pricing(g, unit, riding_down=True)
    node = start_node(g, unit)
    for item in path:
        node = _stepped(g, unit, node, item, pricing, usual)
    if node.through and not passing:
        refuse(
            "{unit} can't stop at {hex}: one unit to a hex.",
            rule=g.case(Case.STACKING_LIMIT),
            unit=unit.id,
            hex=show(node.hex),
        )
    return avoiding.settled(node, limit) if node.choices else node


def check_next(g: Battle, unit: Unit, node: Node, item: Step) -> None:
    """6.31 Refuse the next item of a path under way; see :func:`reach.check_next`."""
    _stepped(g, unit, node, item, Pricing(g, unit, riding_down=True), allowance(g, unit))


def _stepped(g: Battle, unit: Unit, node: Node, item: Step, pricing: Pricing, usual: int) -> Node:
    """The end of one item of a path. Raises Refusal with the case that forbids it."""
    limit = usual + stride(g, unit)
    m = _meant(g, unit, _at(unit, node), item)
    _check_zone(g, unit, node, m, pricing)
    for h in m.entered:
        _check_hex(g, unit, h, m)
    found = priced(g, unit, node, m, pricing, limit)
    if found is None:
        _refuse_price(g, unit, node, m, limit)
    if (no := barred(g, unit, node, m, found)) is not None:
        raise no
    strides = unit.moved and node.mp <= usual < node.mp + found.mp
    return _after(node, m, found, int(strides), _climbed(g, node, m))


def barred(g: Battle, unit: Unit, node: Node, m: Move, price: Price) -> Refusal | None:
    """Why a chapter keeps the unit from a move it is otherwise able to make; None when none does."""
    left = leaving.of(g, unit) if g.game.movement.zone_left_for_good else None
    shunned = left.shuns(g, m.to, first=node.previous is None) if left is not None and m.entered else None
    if left is not None and shunned is not None:
        return leaving.refusal(g, unit, shunned)
    return special.why_not(g, Special.bars_step, unit, node, m, price.mp)


def goes_on(g: Battle, unit: Unit, node: Node) -> bool:
    """A 6.14 Whether it could go forward from there with the Movement Points it has left."""
    pricing = Pricing(g, unit)
    left = allowance(g, unit) - node.mp
    ahead = [m for m in _open(g, unit, node, pricing) if m.kind not in WHEELS and m.kind != "about-face"]
    prices = ((m, pricing.of(m, left, node.passed, half=node.half)) for m in ahead)
    return any(p is not None and not p.through and barred(g, unit, node, m, p) is None for m, p in prices)


def _meant(g: Battle, unit: Unit, here: Stand, item: Step) -> Move:
    m = named(unit, here, item)
    if m is not None:
        return m
    if isinstance(item, Facing):
        left, right = (here.facing.turned(n).name for n in (2, -2))
        refuse(
            "{unit} wheels to {left} or {right}, or faces about; not to {facing} at once."
            if here.facing.is_vertex
            else "{unit} is In Column and turns by marching.",
            rule=g.case(Case.FACING_COST if here.facing.is_vertex else Case.COLUMN_MARCH),
            unit=unit.id,
            left=left,
            right=right,
            facing=item.name,
        )
    ways = ", ".join(show(s.to.hex) for s in footprint.steps(here) if s.kind not in WHEELS)
    refuse(
        "{unit} goes forward with its left half to {ways}; not to {hex}."
        if here.facing.is_vertex
        else "{unit} marches to {ways}; not to {hex}.",
        rule=g.case(Case.PATH if here.facing.is_vertex else Case.COLUMN_MARCH),
        unit=unit.id,
        ways=ways,
        hex=show(item),
    )


def _check_zone(g: Battle, unit: Unit, node: Node, m: Move, pricing: Pricing) -> None:
    if node.previous is None and unit.id in g.orders.stationary:
        refuse("{unit} has fired on the spot and stays in its hex.", rule=g.case(Case.ORDERED_FIRE), unit=unit.id)
    if m in _open(g, unit, node, pricing):
        return
    if m.kind == "about-face":
        rule = g.case(Case.ABOUT_FACE)
        where = " & ".join(map(show, footprint.held(_at(unit, node), pricing.zones))) or show(node.hex)
        refuse("{unit} is in enemy ZOC at {hex} and can't face about.", rule=rule, unit=unit.id, hex=where)
    if node.previous is None:
        check_held(g, unit, pricing)
        zoc.check_leave(g, unit)
    here = _at(unit, node)
    if _wheels_held(g, unit, node) and m in footprint.wheels_about(here, pricing.zones):
        text = "{unit} has one half in enemy ZOC: the other comes up where both are, and stay, on open ground alone."
        refuse(text, rule=g.case(Case.HALF_WHEEL), unit=unit.id)
    refuse(
        "{unit} must stop at {hex}: it is in enemy ZOC.",
        rule=g.case(Case.ZONE_STOP),
        unit=unit.id,
        hex=show(node.hex),
    )


def check_held(g: Battle, unit: Unit, pricing: Pricing | None = None) -> None:
    """A 6.45 Refuse what a unit with one half in enemy ZOC may not do: it may only wheel about that half."""
    here = footprint.stand(unit)
    zones = pricing.zones if pricing is not None else g.zones(g.state.enemy(unit.side))
    wheels = footprint.wheels_about(here, zones)
    if wheels and not zoc.may_leave(g, unit):
        refuse(
            "{unit} is held at {hex} by {enemies}: all it may do is {what} about that half, to {hexes}.",
            rule=g.case(Case.HALF_WHEEL),
            unit=unit.id,
            hex=show(footprint.held(here, zones)[0]),
            enemies=few(e.id for e in zoc.holders(g, unit)),
            what=_DOES[wheels[0].kind],
            hexes="+".join(map(show, footprint.hexes_of(wheels[0].to))),
        )


_DOES: dict[MoveKind, Text] = {
    "forward-left": Text("go forward left"),
    "forward-right": Text("go forward right"),
    "wheel-left": Text("wheel left"),
    "wheel-right": Text("wheel right"),
    "about-face": Text("face about"),
    "march": Text("march on"),
    "shift": Text("go there"),
}
"""What a primitive move is called."""


def _check_hex(g: Battle, unit: Unit, h: Hex, m: Move) -> None:
    what = _DOES[m.kind]
    if h not in g.map:
        rule = g.case(Case.PATH)
        refuse("{unit} can't {what}: {hex} is not on the map.", rule=rule, unit=unit.id, what=what, hex=show(h))
    occupant = g.unit_at(h)
    if occupant is not None and occupant.side != unit.side:
        refuse(
            "{unit} can't {what}: {enemy} holds {hex}.",
            rule=g.case(Case.ENEMY_HEXES),
            unit=unit.id,
            what=what,
            enemy=occupant.id,
            hex=show(h),
        )
    special.check_zoc(g, unit, h)
    if (no := keeps_off(g, unit, h)) is not None:
        raise no


def _refuse_price(g: Battle, unit: Unit, node: Node, m: Move, limit: int) -> NoReturn:
    for h in m.entered:
        friend = g.unit_at(h)
        if friend is not None and friend is not unit:
            if sharing.shut(g, h):
                text = "{unit} can't {what}: nobody enters {hex}, where phalanxes stand in double depth."
                refuse(text, rule=g.case(Case.DEPTH_MOVEMENT), unit=unit.id, what=_DOES[m.kind], hex=show(h))
            refuse(
                "{unit} can't {what}: it can't pass {friend} at {hex}.",
                rule=g.case(Case.PASSING_FRIENDS),
                unit=unit.id,
                what=_DOES[m.kind],
                friend=friend.id,
                hex=show(h),
            )
    for a, to in m.steps:
        if to in m.entered and g.charts.step_cost(g.map, unit, a, to) is None:
            raise closed.refusal(g, unit, a, to)
    if m.kind == "about-face" and Case.ABOUT_FACE in g.game.cases:
        rough = _rough(g, unit, _at(unit, node))
        refuse(
            "{unit} can't face about on rough ground: {hex} is."
            if rough
            else "{unit} faces about for {n} MP, and has {left} left.",
            rule=g.case(Case.ABOUT_FACE),
            unit=unit.id,
            hex=" & ".join(map(show, rough)),
            n=ABOUT_FACE_MP,
            left=limit - node.mp,
        )
    refuse(
        "{unit} has {ma} MP, too few to go on from {hex}.",
        rule=g.case(Case.CLOSED_GROUND),
        unit=unit.id,
        ma=limit,
        hex=show(node.hex),
    )
