"""Casilinum: the Frankish Wedge, a body of foot in the shape of a triangle that moves and attacks as one.

Whether it stands is read off the map, so that it falls apart and forms again with every move: foot of one facing, one
unit ahead, two behind it, three behind those, then up to three ranks more; the first three complete, those after them
as far as each unit has one of the rank before in front of it; and its leader with a unit of the first three.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from engine.kernel.decisions import Choice, Menu
from engine.kernel.hexes import Facing, Hex, direction, distance, front, rear, show, step
from engine.kernel.parameters import LeaderId, Params, SideId
from engine.kernel.special import Taken
from engine.kernel.text import Refusal, Text, joined, refuse
from engine.systems.cataphract import uncontrolled
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.hooks import Special
from engine.systems.cataphract.orders import WedgeAdvance
from engine.systems.cataphract.scenario import CataphractScenario
from engine.systems.cataphract.state import Leader, Unit
from engine.systems.gboh import special
from engine.systems.gboh.command import leader_moves
from engine.systems.gboh.events import LineNoted, Told
from engine.systems.gboh.movement import movement, reach, zoc
from engine.systems.gboh.orders import orders
from engine.systems.gboh.special.named import strangers

RANKS = 6
HEAD = 3
"""Ranks that must be complete, and in one of which the leader must be."""


@dataclass(frozen=True)
class Formation:
    """The Wedge as it stands."""

    leader: Leader
    ranks: tuple[tuple[Unit, ...], ...]
    """From the tip backwards."""

    @property
    def tip(self) -> Unit:
        return self.ranks[0][0]

    @property
    def units(self) -> tuple[Unit, ...]:
        return tuple(u for rank in self.ranks for u in rank)

    @cached_property
    def _codes(self) -> frozenset[str]:
        return frozenset(u.id for u in self.units)

    def holds(self, unit: Unit) -> bool:
        """Whether the unit is part of it."""
        return unit.id in self._codes

    @property
    def head(self) -> tuple[Unit, ...]:
        """The units of the ranks the leader may be in."""
        return tuple(u for rank in self.ranks[:HEAD] for u in rank)


class Body(Params):
    side: SideId
    leader: LeaderId

    def problems(self, scenario: CataphractScenario, rule_id: str) -> Iterator[str]:
        yield from strangers(scenario, self.side, "leader", [self.leader])


class Wedge(Special):
    """Line Commands to it are its leader's alone; he stays in its first ranks; its units weave through one another."""

    about = "the Frankish wedge, which moves as one"
    params = Taken(Body)

    def formation(self, g: Battle) -> Formation | None:
        """The largest Wedge there is now; None while there is none."""
        return g.derived(("special", self.spec.id), lambda: self._find(g))

    def _find(self, g: Battle) -> Formation | None:
        leader = g.state.leaders.get(self.params.leader)
        if leader is None or not leader.on_map:
            return None
        foot = {
            u.at: u
            for u in g.units(self.params.side)
            if u.is_infantry and u.type != "CH" and not (u.routed or u.column)
        }
        found = [f for u in foot.values() if (f := _behind(u, foot, leader)) is not None]
        return max(found, key=lambda f: len(f.units), default=None)

    def post(self, g: Battle, leader: Leader) -> Collection[Hex] | None:
        body = self.formation(g)
        return [u.at for u in body.head] if body is not None and body.leader is leader else None

    def other_line(self, g: Battle, leader: Leader, unit: Unit) -> Text | None:
        body = self.formation(g)
        if body is None or body.leader is leader or not body.holds(unit):
            return None
        return Text("{leader} commands the Wedge", leader=body.leader.name)

    def weaves(self, g: Battle, unit: Unit) -> bool:
        body = self.formation(g)
        return body is not None and body.holds(unit)

    async def rush(self, g: Battle, units: Sequence[Unit]) -> Collection[str]:
        """11.31 The tip alone rushes its whole MA, without turning if it can; the rest keep their places behind it."""
        body = self.formation(g)
        if body is None or body.tip not in units:
            return ()
        mine = [u for u in body.units if u in units]
        if g.enemies_in_zoc(body.tip):
            return [u.id for u in mine]  # face to face: it attacks where it stands
        ends = uncontrolled.rushes(g, body.tip)
        straight = {h: n for h, n in ends.items() if all(not isinstance(x, Facing) for x in n.path())}
        node = await uncontrolled.choose_rush(g, body.tip, straight or self._forward(g, body.tip))
        if node is None:
            g.emit(Told(story=Text("The Wedge turns upon its enemy and breaks up."), rule=self.spec.id))
            return ()
        path = tuple(x for x in node.path() if not isinstance(x, Facing))
        await march(g, body, path, mine, attack=True)
        return [u.id for u in mine]

    def _forward(self, g: Battle, tip: Unit) -> dict[int, reach.Node]:
        """The longest ways that bring the tip nearer to its nearest enemy with every hex, and never turn it."""
        found: dict[int, reach.Node] = {}
        for node in reach.search(g, tip).values():
            path = node.path()
            if any(isinstance(x, Facing) for x in path):
                continue
            for e in uncontrolled.nearest_enemies(g, tip):
                steps = [distance(h, e.at) for h in (tip.at, *path)]
                if all(b < a for a, b in pairwise(steps)):
                    found.setdefault(node.hex, node)
        longest = max((len(n.path()) for n in found.values()), default=0)
        return {h: n for h, n in found.items() if len(n.path()) == longest}


def _behind(tip: Unit, foot: dict[Hex, Unit], leader: Leader) -> Formation | None:
    """The Wedge with this unit as its tip, if there is one."""
    ranks: list[tuple[Unit, ...]] = [(tip,)]
    while len(ranks) < RANKS:
        behind = {h for u in ranks[-1] for h in rear(u.at, tip.facing)}
        rank = tuple(u for h in sorted(behind) if (u := foot.get(h)) is not None and u.facing == tip.facing)
        if not rank or (len(ranks) < HEAD and len(rank) <= len(ranks)):
            break
        ranks.append(rank)
    body = Formation(leader, tuple(ranks))
    return body if len(ranks) >= HEAD and any(u.hex == leader.hex for u in body.head) else None


def rule(g: Battle) -> Wedge | None:
    """The battle's rule about the Wedge, if it has one."""
    return next((r for r in special.rules(g) if isinstance(r, Wedge)), None)


def standing(g: Battle, side: str) -> Formation | None:
    """The Wedge of a side, while it stands."""
    found = rule(g)
    body = found.formation(g) if found is not None else None
    return body if body is not None and body.leader.side == side else None


# -- moving as one -----------------------------------------------------------------------------------------------------


def ordered(g: Battle, leader: Leader) -> Formation | None:
    """The Wedge this leader could order to advance as one."""
    body = standing(g, leader.side)
    return body if body is not None and body.leader is leader else None


def line(body: Formation) -> orders.Line:
    """The Line Command to the whole Wedge."""
    return orders.Line(units=tuple(u.id for u in body.units))


def check_advance(g: Battle, leader: Leader, path: Sequence[Hex]) -> Formation:
    """Refuse an advance of the whole Wedge along the tip's path, which every unit takes from its own place."""
    found = rule(g)
    name = found.spec.id if found is not None else ""
    body = ordered(g, leader)
    if body is None:
        refuse(
            "{leader} leads no Wedge: it takes ranks of 1, 2 and 3 at least, facing one way, and him with one of them.",
            rule=name,
            leader=leader.name,
        )
    if not path:
        refuse("How far does the Wedge advance? wedge +3, or wedge > 2114 2214.", rule=name)
    at = body.tip.at
    for h in path:
        if h not in g.map.neighbours(at):
            refuse("{to} is not next to {hex}.", rule="6.31", to=show(h), hex=show(at))
        if h not in front(at, body.tip.facing):
            refuse(
                "The Wedge advances straight ahead: from {hex} to {options}.",
                rule=name,
                hex=show(at),
                options=joined((show(x) for x in front(at, body.tip.facing)), " or "),
            )
        at = h
    for u in body.units:
        movement.check_orderable(g, u)
    for u in body.units:
        _check_way(g, body, u, path)
    escort = next(u for u in body.head if u.hex == leader.hex)
    if not leader_moves.can_keep_up(g, leader, places(body.tip.at, path, escort.at)):
        refuse("{leader} can't stay with {unit} so far.", rule="6.14", leader=leader.name, unit=escort.id)
    return body


def _check_way(g: Battle, body: Formation, u: Unit, path: Sequence[Hex]) -> None:
    if zoc.holders(g, u):
        zoc.check_leave(g, u)
    own = {x.at for x in body.units}
    at, mp = u.at, 0
    way = places(body.tip.at, path, u.at)
    for i, to in enumerate(way):
        cost = g.charts.step_cost(g.map, u, at, to) if to in g.map else None
        if cost is None:
            refuse("{unit} can't enter {hex}, so the Wedge would break up.", rule="6.25", unit=u.id, hex=show(to))
        mp += cost.mp
        if mp > reach.allowance(g, u):
            refuse(
                "{unit} has {ma} MP; {hex} would bring it to {mp}.",
                rule="6.25",
                unit=u.id,
                ma=reach.allowance(g, u),
                hex=show(to),
                mp=mp,
            )
        if to not in own and (held := g.unit_at(to)) is not None:
            refuse("{other} at {hex} is in the way of {unit}.", rule="6.62", other=held.id, hex=show(to), unit=u.id)
        if g.enemy_zoc(to, u.side):
            special.check_zoc(g, u, to)
            if i < len(way) - 1:
                refuse("{unit} must stop at {hex}: it is in enemy ZOC.", rule="7.23", unit=u.id, hex=show(to))
        at = to


def places(tip: Hex, path: Sequence[Hex], start: Hex) -> tuple[Hex, ...]:
    """The path that keeps a unit in its place behind a tip that takes ``path``.

    >>> places(2014, (2114, 2214), 1913)
    (2014, 2113)
    """
    found: list[Hex] = []
    for h in path:
        start = step(start, direction(tip, h))
        found.append(start)
        tip = h
    return tuple(found)


def advances(g: Battle, leader: Leader) -> Iterator[tuple[Hex, ...]]:
    """Every advance the leader may order now, shortest first; one way to each hex the tip can reach."""
    body = ordered(g, leader)
    if body is None:
        return
    ways: dict[Hex, tuple[Hex, ...]] = {body.tip.at: ()}
    while ways:
        farther: dict[Hex, tuple[Hex, ...]] = {}
        for at, way in ways.items():
            for to in front(at, body.tip.facing):
                if to not in farther and _allowed(g, leader, (*way, to)):
                    farther[to] = (*way, to)
        yield from farther.values()
        ways = farther


def _allowed(g: Battle, leader: Leader, path: tuple[Hex, ...]) -> bool:
    try:
        check_advance(g, leader, path)
    except Refusal:
        return False
    return True


async def advance(g: Battle, leader: Leader, path: Sequence[Hex]) -> None:
    """Carry out a checked advance of the Wedge under a Line Command (5.23); it is its leader's move too (4.34)."""
    body, start = check_advance(g, leader, path), leader.hex
    await march(g, body, path, body.units, line=True)
    if leader.hex != start:
        g.emit(LineNoted(led=True, rule="4.34"))


async def march(
    g: Battle,
    body: Formation,
    path: Sequence[Hex],
    units: Sequence[Unit],
    *,
    line: bool = False,
    attack: bool | None = None,
) -> None:
    """Rank after rank takes the tip's path from its own place, as far as the tip has come; the leader with his unit."""
    tip, start = body.tip, body.tip.at
    escort = next(u for u in body.head if u.hex == body.leader.hex)
    steps = tuple(path)
    for u in units:
        way = _open_way(g, u, places(start, steps, u.at))
        if not way:
            continue
        if line:
            g.emit(LineNoted(acted=u.id))
        order = orders.Move(unit=u.id, path=way, attack=attack)
        await movement.move(g, u, order, line=line, rider=body.leader if u is escort else None)
        if u is tip:
            last = g.orders.last_step.get(tip.id)
            steps = steps[: steps.index(last[1]) + 1] if last is not None and last[1] in steps else ()


def _open_way(g: Battle, u: Unit, path: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """As much of the path as the unit can take now."""
    while path:
        try:
            movement.check_move(g, u, orders.Move(unit=u.id, path=path))
        except Refusal:
            path = path[:-1]
        else:
            break
    return path


# -- choosing ----------------------------------------------------------------------------------------------------------


def choices(g: Battle, leader: Leader) -> Iterator[Choice]:
    """The advance of the whole Wedge as one order, with the menu of hexes its tip can reach."""
    if next(advances(g, leader), None) is not None:
        text = Text("The Wedge advances as one")
        yield Choice("wedge", text, menu=lambda: _menu(g, leader), unit=leader.id, lean=12.0)


def _menu(g: Battle, leader: Leader) -> Menu:
    body = ordered(g, leader)
    assert body is not None

    def build() -> list[Choice]:
        found: list[Choice] = []
        for path in advances(g, leader):
            n = len(path)
            text = Text(
                "1 hex, its tip to {hex}" if n == 1 else "{n:hex|hexes}, its tip to {hex}", n=n, hex=show(path[-1])
            )
            answer = WedgeAdvance(path=path)
            note = leads_into(g, body, path)
            found.append(
                Choice(
                    show(path[-1]), text, answer=answer, unit=body.tip.id, hex=path[-1], mp=n, note=note, lean=2.0**n
                )
            )
        return found

    return Menu(Text("The Wedge advances. How far?"), build)


def leads_into(g: Battle, body: Formation, path: tuple[Hex, ...]) -> Text | None:
    """What the advance would lead into."""
    ends = [(u, places(body.tip.at, path, u.at)[-1]) for u in body.units]
    stopped = {e.id: None for u, h in ends for e in g.enemy_zoc(h, u.side)}
    met = {e.id: None for u, h in ends for x in front(h, u.facing) if (e := g.enemy_in(x, u.side)) is not None}
    parts: list[Text] = []
    if stopped:
        parts.append(Text("stops in the ZOC of {units}", units=", ".join(stopped)))
    if met:
        parts.append(Text("must attack {units}", units=", ".join(met)))
    return joined(parts, "; ") if parts else None
