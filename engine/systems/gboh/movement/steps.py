"""6.1-6.3, 6.44 What a step means for a unit: Movement Points, hits, who is in the way; :mod:`reach` searches."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from engine.kernel.hexes import SIDE_ANGLE, Facing, Hex, direction, front, show
from engine.kernel.text import Refusal, Text
from engine.systems.gboh import footprint, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.charts import TURNING, Cost
from engine.systems.gboh.movement import climbs, leaving, prices, sharing, stacking
from engine.systems.gboh.stack import facing_of
from engine.systems.gboh.state import Unit

Step = Hex | Facing
"""One item of a path: a hex entered, or a facing turned to."""


@dataclass(slots=True, eq=False)
class Node:
    """How a unit gets to a hex and facing. Not to be changed; freezing it would double the time it takes to make."""

    hex: Hex
    facing: Facing
    mp: int
    """Movement points spent so far."""
    hits: int
    """Cohesion hits it takes for certain on the way."""
    previous: Node | None
    causes: tuple[Text, ...] = ()
    stops: bool = False
    """In enemy ZOC: the move ends here (7.23)."""
    through: bool = False
    """A friend's hex: the move can't end here (6.61)."""
    passed: int = 0
    """Friends it passes through on the way; what comes of it may be a die's to say (6.65)."""
    turn: bool = False
    """A pair turned with its last move, by a wheel or about: its facing is what is written, whichever half moved."""
    climbed: int = 0
    """Levels climbed in the Orders Phase, where they are counted (S 6.22)."""
    half: bool = False
    """Half a Movement Point of those spent is left for a road (A Pelium)."""
    avoidable: tuple[Text, ...] = ()
    """The last of its causes, those of hits that Movement Points would have spared it (G 5.17)."""
    choices: int = 0
    """Such hits on all the way."""
    bought: int = 0
    """Hits it has been spared so on all the way, for Movement Points among those spent."""

    @property
    def price(self) -> int:
        """What makes one way better than another: MP, then hits for certain, then friends passed through."""
        return prices.of(2 * self.mp - self.half, self.hits, self.passed)

    def path(self) -> tuple[Step, ...]:
        """Items of the path from the start, ready for an order."""
        items: list[Step] = []
        node: Node = self
        while node.previous is not None:
            before = node.previous
            if node.hex != before.hex and not node.turn:
                items.append(node.hex)
            else:
                items.append(node.facing)
            node = before
        items.reverse()
        # A turn to what the next hex needs anyway is understood.
        return tuple(items)

    def all_causes(self) -> tuple[Text, ...]:
        found: list[Text] = []
        node: Node | None = self
        while node is not None:
            found = [*node.causes, *found]
            node = node.previous
        return tuple(found)


def turning_case(g: Battle, cost: Cost) -> Case:
    """7.13, A 9.21 The case by which turning costs hits: the ground's, or the unit's own where that alone does."""
    ground = any(cause != TURNING for cause in cost.causes)
    return Case.FACING_HITS if ground or Case.DRIVING_HITS not in g.game.cases else Case.DRIVING_HITS


def allowance(g: Battle, unit: Unit) -> int:
    """6.11 Movement Allowance: MP for one move order (6.42, 11.74)."""
    own = formation_ma(g, unit)
    spent = g.orders.entry_cost.get(unit.id, 0) + sum(r.mp_taken(g, unit) for r in special.having(g, Special.mp_taken))
    # 6.42, G 11.22 Column benefits.
    ma = unit.ma + (1 if unit.column else 0)
    if unit.column and g.game.movement.column_strides:
        ma += unit.troop.stride
    return max(0, (ma if own is None else own) - spent)


def stride(g: Battle, unit: Unit) -> int:
    """A 6.46, S 6.41 Movement Points beyond its allowance that it may draw on, unless its formation has its own."""
    free = unit.column and g.game.movement.column_strides
    return unit.troop.stride if formation_ma(g, unit) is None and not free else 0


def pace(g: Battle, unit: Unit) -> int:
    """6.51 MP a unit counts with for those who withdraw from it (S 6.51: 5 for the phalanx).

    A 6.71 One of two hexes counts its MA, whatever it may really move, In Column too.
    """
    ma = allowance(g, unit)
    if g.game.movement.stride_counts:
        return ma + stride(g, unit)
    return ma if footprint.is_single(unit) else min(ma, unit.ma)


def formation_ma(g: Battle, unit: Unit) -> int | None:
    """6.11 The Movement Allowance of a formation that has its own; None for the unit's."""
    return special.first(g, Special.formation_ma, unit)


def entry_facing(unit: Unit, at: Hex, facing: Facing, to: Hex) -> Facing | None:
    """6.32 Front hexes only.

    The facing in which the unit steps from ``at`` to the adjacent ``to``; None where it must turn first.

    Its Front hexes (6.32); a column may also turn to its front-flank hexes for nothing (6.44).
    """
    if not unit.troop.faces:
        return facing
    # 6.44 Column movement: below, to front-flank hexes too, turning for nothing.
    if facing.is_vertex:
        return facing if to in front(at, facing) else None
    side = SIDE_ANGLE[direction(at, to)]
    return Facing(side) if (side - facing) % 12 in (0, 2, 10) else None


def vertices(a: Facing, b: Facing) -> int:
    """Turns of 60 degrees between two facings of the same kind."""
    steps = abs(a - b) % 12
    return min(steps, 12 - steps) // 2


def turn_towards(unit: Unit, at: Hex, facing: Facing, to: Hex) -> Facing:
    """The facing nearest to the present one from which the unit may step to the adjacent ``to``."""
    options = [f for f in facings(unit) if entry_facing(unit, at, f, to) is not None]
    return min(options, key=lambda f: (vertices(facing, f), f))


def start_node(g: Battle, unit: Unit) -> Node:
    """The unit as it stands; the hit for moving again falls with the first MP (6.13)."""
    again = g.game.movement.moved_again_hits if unit.moved and not unit.troop.moves_again_free else 0
    causes = (Text("moving again"),) if again else ()
    return Node(
        unit.at, unit.facing, 0, again, None, causes, climbed=climbs.so_far(g, unit) if g.charts.counts_levels else 0
    )


def goes_on_turning(unit: Unit, node: Node) -> bool:
    """7.12 Whether a turn at the node is part of one it has paid for, where one price is for any number of vertices."""
    before = node.previous
    return unit.troop.turns_whole and before is not None and before.hex == node.hex


def turned(g: Battle, unit: Unit, node: Node, facing: Facing, *, stays: bool = False) -> Node:
    """The unit turned in its hex; ``stays``: that is all its move."""
    cost = g.charts.turn_cost(g.map, unit, node.hex, vertices(node.facing, facing), stays=stays)
    mp, hits = node.mp + (0 if goes_on_turning(unit, node) else cost.mp), node.hits + cost.hits
    after = Node(node.hex, facing, mp, hits, node, cost.causes, node.stops, node.through, node.passed, half=node.half)
    after.climbed, after.choices = node.climbed, node.choices
    return after


Priced = tuple[int, int, tuple[Text, ...], bool, bool, tuple[Text, ...]]
"""MP, hits for certain, their causes, whether the move stops there (7.23), whether it goes through a friend (6.61), and
what there are hits for that MP may be paid in place of (G 5.17)."""


class Entry(NamedTuple):
    """What entering a hex means for a unit besides what the ground of the step costs it."""

    mp: int = 0
    hits: int = 0
    causes: tuple[Text, ...] = ()
    avoidable: tuple[Text, ...] = ()
    stops: bool = False
    """7.23 It is in enemy ZOC."""
    through: bool = False
    """6.61 A friend stands there: the move can't end in it."""
    weaves: bool = False
    """It is the one friend it may pass through lightly."""
    weight: int = 0
    """What it adds to the price of a way, as a number."""


CLEAR = Entry()


def _entry(
    mp: int,
    hits: int,
    causes: tuple[Text, ...],
    avoidable: tuple[Text, ...],
    stops: bool,
    *,
    through: bool = False,
    weaves: bool = False,
) -> Entry:
    weight = prices.of(2 * mp, hits + len(avoidable), through)
    return Entry(mp, hits, causes, avoidable, stops, through, weaves, weight)


class Entering(dict[Hex, Entry | None]):
    """What entering each hex means for one unit, found when first asked; None where it can't.

    Where it is one of a path that tells more (see :meth:`price`) it is looked at each time.
    """

    def __init__(self, g: Battle, unit: Unit, *, bold: bool = False, overrun: Collection[Hex] = ()) -> None:
        """``bold``: nothing keeps it from hexes next to enemies (G 7.33). ``overrun``: hexes that whoever stands there
        doesn't keep it from, since they are lost as it comes in (G 10.13)."""
        super().__init__()
        self.g = g
        self.unit = unit
        self._step = g.charts.step_costs(g.map, unit)
        held = g.occupants()
        self._occupants = {h: u for h, u in held.items() if h not in overrun} if overrun else held
        self._lurking = g.lurkers(unit.side)
        self._zones = g.zones(g.foe(unit.side))
        self._weaves = special.any_of(g, Special.weaves, unit)
        self._aloof = None if bold else aloof(g, unit, unit.at)
        leaves = g.game.movement.zone_left_for_good and footprint.is_single(unit)
        self.left = leaving.of(g, unit) if leaves else None
        """Where it mayn't go for whom it leaves (G 6.22)."""
        self._dreaded = special.entry_hits(g, unit)
        self._stacks: dict[Hex, Facing | None] = {}
        """Where it could stay in a stack, as far as that has been asked."""
        self._met: dict[Hex, _Met] = {}
        self._obstacles = g.obstacles(unit)
        roads = (r.quick_road(g, unit) for r in special.having(g, Special.quick_road))
        self.road = next((hexes for hexes in roads if hexes), ())
        """Hexes from each of which to the next it pays half a Movement Point."""
        ruled = g.charts.is_ruled or self.road or self._aloof is not None or self.left is not None
        self.plain = not (ruled or self._obstacles or self._dreaded)
        """Whether the ground alone tells what steps into hexes cost that aren't :attr:`touched`."""
        self.touched = _touched(g, unit.side)
        """Hexes that hold somebody, or that lie in enemy ZOC."""

    @classmethod
    def of(cls, g: Battle, unit: Unit) -> Entering:
        """That of a unit as it is, found once in a position."""
        return g.derived(("entering", unit.look, g.massed), lambda: cls(g, unit))

    def by_road(self, a: Hex, to: Hex) -> bool:
        """Whether the step takes half a Movement Point: along a road, but not into enemy ZOC (A Pelium)."""
        along = a in self.road and to in self.road and to not in self._zones and to not in self._obstacles
        return along and self.g.charts.is_printed(self.g.map, self.unit, a, to)

    def ground(self, a: Hex, to: Hex, *, half: bool) -> Cost | None:
        """What the ground of a step costs; ``half``: half a MP is paid already, which a road takes."""
        cost = self._step(a, to)
        if cost is not None and self.road and self.by_road(a, to):
            return Cost(0 if half else 1, cost.hits, cost.causes)
        return cost

    def price(
        self,
        a: Hex,
        to: Hex,
        left: int,
        passed: int,
        *,
        riding_down: bool = False,
        joining: bool = False,
        half: bool = False,
    ) -> Priced | None:
        """What the step takes.

        None if it can't be made with ``left`` MP, having ``passed`` so many friends. ``riding_down``: through a
        routed friend too, who is lost by it (6.63); nobody does that without being told to. ``joining``: it stays with
        who stands there, as it may (S 6.66). ``half``: half a MP is paid already, which a road takes.
        """
        cost = self.ground(a, to, half=half)
        if cost is None or cost.mp > left or (self.left is not None and self.left.bars(a, to)):
            return None
        told = riding_down or joining
        entry = self._find(to, riding_down=riding_down, joining=joining) if told else self[to]
        if entry is None or cost.mp + entry.mp > left or (entry.weaves and passed):
            return None
        hits, causes, avoidable = cost.hits + entry.hits, cost.causes + entry.causes, cost.avoidable + entry.avoidable
        return cost.mp + entry.mp, hits, causes, entry.stops, entry.through, avoidable

    def __missing__(self, to: Hex) -> Entry | None:
        found = self[to] = self._find(to)
        return found

    def _find(self, to: Hex, *, riding_down: bool = False, joining: bool = False) -> Entry | None:
        occupant = self._occupants.get(to) or self._lurking.get(to)
        stops, alone = to in self._zones, occupant is None or occupant.id == self.unit.id
        if stops and not special.may_enter_zoc(self.g, self.unit, to):
            return None
        if self._aloof is not None and self.g.adjacent_enemies(to, self.unit.side):
            return None
        if alone and not stops and to not in self._obstacles and to not in self._dreaded:
            return CLEAR
        mp, hits, causes, avoidable = 0, 0, (), ()
        if to in self._obstacles:
            more = self._obstacles[to]
            mp, hits, causes, avoidable = more.mp, more.hits, more.causes, more.avoidable
        if to in self._dreaded:
            n, cause = self._dreaded[to]
            hits, causes = hits + n, (*causes, cause)
        if occupant is None or alone:
            return _entry(mp, hits, causes, avoidable, stops)
        met = self._met.get(to) or self._met.setdefault(to, self._meets(occupant, to))
        if joining or met.stays:
            return _entry(mp + met.mp, hits, causes, avoidable, stops)
        # 6.62 Enemy hexes are never entered; a friend's only with a way out of it (6.63).
        if not met.passable or stops or (occupant.routed and not riding_down):
            return None
        # 6.61 Stacking limit: it is on its way through, and can't stop there.
        if self._weaves:
            return _entry(mp + met.mp + stacking.WEAVING_MP, hits, causes, avoidable, stops, through=True, weaves=True)
        if met.hits:
            hits, causes = hits + met.hits, (*causes, self._passing(occupant))
        return _entry(mp + met.mp, hits, causes, avoidable, stops, through=True)

    def end(
        self, node: Node, to: Hex, facing: Facing, left: int, *, riding_down: bool = False, joining: bool = False
    ) -> Node | None:
        """The step from ``node`` to ``to``; None if it can't be made with ``left`` MP (see :meth:`price`)."""
        found = self.price(node.hex, to, left, node.passed, riding_down=riding_down, joining=joining, half=node.half)
        if found is None:
            return None
        mp, hits, causes, stops, through, avoidable = found
        mp, hits, half = node.mp + mp, node.hits + hits, node.half != self.by_road(node.hex, to)
        after = Node(to, facing, mp, hits, node, causes, stops, through, node.passed + through, half=half)
        avoid(after, avoidable)
        return _climbed(self.g, self.unit, after) if self.g.charts.counts_levels and climbs.count(self.g) else after

    def toll(self, to: Hex) -> tuple[str, int, Text] | None:
        """6.65 Whom it passes through in a hex that a :meth:`price` was found for, for how many hits, and their cause,
        the last of that price's; None where that costs none."""
        met, occupant = self._met.get(to), self._occupants.get(to) or self._lurking.get(to)
        if met is None or occupant is None or met.stays or self._weaves or not met.hits:
            return None
        return occupant.id, met.hits, self._passing(occupant)

    @staticmethod
    def _passing(friend: Unit) -> Text:
        return Text("passing through {unit}", unit=friend.id)

    def joins(self, to: Hex) -> Facing | None:
        """S 6.66, 6.67 How the unit must face to stay in a stack at the hex; None where it can't, or it is empty."""
        if not self.unit.stacks or to not in self._occupants:
            return None
        if to not in self._stacks:
            here = sharing.others(self.g, self.unit, to)
            self._stacks[to] = facing_of(here) if sharing.may_stack(self.g, self.unit, here) else None
        return self._stacks[to]

    def _meets(self, occupant: Unit, to: Hex) -> _Met:
        """Whether the unit may pass through who stands in a hex, or stay there, and what it pays for it."""
        if occupant.side != self.unit.side:
            return _Met(passable=False)
        g, unit, here = self.g, self.unit, sharing.others(self.g, self.unit, to)
        mp = stacking.entry_mp(g, unit, here or (occupant,))
        if sharing.joins_them(g, unit, here):
            return _Met(stays=True, mp=mp)
        found = stacking.passage(g, unit, here or (occupant,))
        return _Met(passable=False, mp=mp) if found is None else _Met(hits=found.mover.hits, mp=mp)


def _touched(g: Battle, side: str) -> Collection[Hex]:
    zones, lurkers = g.zones(g.foe(side)), g.lurkers(side)
    if lurkers:
        return {*g.occupants(), *zones, *lurkers}
    return g.kept(("touched", side), lambda: {*g.occupants(), *zones})


class _Met(NamedTuple):
    """What comes of whoever stands in a hex."""

    passable: bool = True
    stays: bool = False
    """It may end its move there, however it faces."""
    hits: int = 0
    mp: int = 0
    """Movement Points besides those of the ground."""


def avoid(node: Node, causes: tuple[Text, ...]) -> None:
    """Count hits that Movement Points may be paid in place of (G 5.17): taken, until the whole way is known."""
    if node.previous is not None:
        node.choices = node.previous.choices + len(causes)
    if causes:
        node.hits += len(causes)
        node.causes, node.avoidable = (*node.causes, *causes), causes


def _climbed(g: Battle, unit: Unit, node: Node) -> Node:
    """The node of a step, with the levels it has climbed then and the hits of those beyond the first."""
    before = node.previous
    assert before is not None, "no step leads to where a unit stands"
    n = climbs.hits(g, unit, before.hex, node.hex, before.climbed)
    node.climbed = before.climbed + climbs.up(g, before.hex, node.hex)
    node.hits += n
    node.causes = (*node.causes, *((climbs.CAUSE,) if n else ()))
    return node


def aloof(g: Battle, unit: Unit, to: Hex) -> Refusal | None:
    """Why the unit keeps off hexes next to enemies, told of one: by a rule of the battle under a Line Command, or by a
    chapter."""
    line = g.state.orders.line if g.state.orders is not None else None
    if line is not None and unit.id in line.aloof:
        text = "{unit} may not move next to an enemy: {hex} is."
        return Refusal(text, rule=line.aloof[unit.id], unit=unit.id, hex=show(to))
    return special.first(g, Special.keeps_clear, unit, to)


def keeps_off(g: Battle, unit: Unit, to: Hex) -> Refusal | None:
    """Why the unit may not go to a hex next to an enemy; None where it may, and where no enemy is."""
    no = aloof(g, unit, to)
    return no if no is not None and g.adjacent_enemies(to, unit.side) else None


def facings(unit: Unit) -> Iterator[Facing]:
    return (Facing(x) for x in range(1 if unit.column else 0, 12, 2))
