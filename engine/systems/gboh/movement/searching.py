"""6.1-6.3, 6.44, 7.1 The search over (hex, facing) for everywhere a unit of one hex can end a move on the ground.

It goes over numbers: a stand is twelve times the hex, and the facing; what a way to it costs is a number too
(:mod:`~engine.systems.gboh.movement.prices`). The way itself is told when somebody asks for it (:class:`Found`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from heapq import heappop, heappush
from typing import Any

from engine.kernel.hexes import FACINGS, VERTICES, Facing, Hex, neighbours
from engine.systems.gboh import special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.movement import avoiding, climbs, nearing, prices, together, ways, zoc
from engine.systems.gboh.movement.prices import HALF, HIT
from engine.systems.gboh.movement.steps import Entering, Node, allowance, start_node, turned
from engine.systems.gboh.movement.ways import CLOSED
from engine.systems.gboh.state import Unit

FAR = 1 << 30
"""More Movement Points than anybody has."""

_STAND, _APART = 17, 16
"""Bits of a stand; and of the hits, and how many of them may be bought off, in the key of a way that is kept apart."""
_PRICES, _CHOICES = (1 << prices.BITS) - 1, (1 << _APART // 2) - 1

_BESIDE = tuple((f.turned(2), f.turned(-2)) for f in Facing)
"""The facings one vertex, or one hexside, left and right of each."""


def ends(
    g: Battle,
    unit: Unit,
    towards: Hex | None,
    *,
    any_will_do: bool = False,
    wanted: Callable[[Node], bool] | None = None,
    most: int | None = None,
) -> dict[tuple[Hex, Facing], Node]:
    """See :func:`reach.search <engine.systems.gboh.movement.reach.search>`.

    ``any_will_do``: the first ends found are enough. ``wanted``: the cheapest of these ends is.
    """
    limit = allowance(g, unit) if most is None else most
    entering = Entering.of(g, unit)
    # A road makes steps cheaper than the chart.
    left_from = None if towards is None or entering.road else nearing.of(g, unit, towards).within(limit)
    if left_from is not None and left_from.get(unit.at, FAR) > limit:
        return {}
    return _Search(g, unit, entering, limit, left_from, wanted).run(any_will_do=any_will_do)


class _Search:
    """One search: what it has found so far, by key: the stand, and what keeps ways to it apart (G 5.17)."""

    def __init__(
        self,
        g: Battle,
        unit: Unit,
        entering: Entering,
        limit: int,
        left_from: Mapping[Hex, int] | None,
        wanted: Callable[[Node], bool] | None,
    ) -> None:
        """``left_from``: what a way takes at the least from a hex to where it is to lead."""
        self.unit = unit
        self.entering = entering
        self.turns = ways.turns(g, unit)
        self._g = g
        self._limit = limit
        self._most = prices.of(2 * limit + 1, 0, 0)
        """Less than this a way may cost."""
        self._left_from = left_from
        self._wanted = wanted
        self._enough = 2 * limit
        """Halves of Movement Points of the cheapest end that is wanted: no dearer way matters."""
        self._rises = ways.rises(g) if climbs.count(g) else None
        self._bound = special.first_steps(g, unit)
        self._ruled = g.charts.is_ruled or bool(entering.road)
        """Whether rules of the battle, or a road, have a say in what the ground costs."""
        self._alone = together.leaves_behind(g, unit)
        self._apart = avoiding.Ways() if g.charts.has_choices else None
        self.shift = _APART if self._apart is not None else 0
        """Bits of a key after its stand."""
        self._bits = _STAND + self.shift
        """Bits of a key. In the heap a price is above it, and above that what a way takes at the least, if known."""
        self._first = first = start_node(g, unit)
        self._start = (first.hex * 12 + first.facing << self.shift) + (first.hits << 8 if self.shift else 0)
        if self._apart is not None:
            self._apart.admits(self._start >> self.shift, 0, first.hits, 0)
        self.prices: dict[int, int] = {self._start: first.price}
        self.before: dict[int, int] = {}
        """The key before each, on the cheapest way."""
        self.through: set[int] = set()
        """Keys of ways into a friend's hex, where no move can end."""
        self.climbed: dict[int, int] = {self._start: first.climbed}
        """Levels climbed on the way, where they are counted."""
        self._nodes: dict[int, Node] = {self._start: first}
        self._heap = [(first.price << self._bits) + self._start]
        self._stacks: dict[tuple[Hex, Facing, int, int], Node] = {}
        """Ends of its move in a stack (S 6.66)."""
        self._ended = False
        """Whether any end has been found."""

    def run(self, *, any_will_do: bool) -> dict[tuple[Hex, Facing], Node]:
        """Every end there is; ``any_will_do``: the first ones found."""
        g, unit, entering, shift, start, first = self._g, self.unit, self.entering, self.shift, self._start, self._first
        known, heap, most, spent = self.prices, self._heap, self._most, 2 * self._limit * HALF
        weights, turns, ahead, troop = ways.weights(g, unit), self.turns, ways.ahead(unit), unit.troop
        touched, rises, apart = entering.touched, self._rises, self._apart
        grounded = any(special.why_not(g, Special.holds_ground, u) is not None for u in together.movers(g, unit))
        held = zoc.binds(g, unit)
        bits, keys = self._bits, (1 << self._bits) - 1
        while heap and not (any_will_do and self._ended):
            item = heappop(heap)
            key, price = item & keys, item >> bits & _PRICES
            if item >> bits + prices.BITS > self._enough:
                break
            if known[key] != price:
                continue
            at, f = divmod(key >> shift, 12)
            plain, steps, turning = entering.plain, price < spent, price < spent or not troop.turn_mp
            if key == start:
                # Enemy ZOC, orders and rules of the battle have a say in the first step and turn.
                fixed = unit.id in g.orders.stationary and (self._bound is not None or not held)
                # 7.23 leaves through a Front hex without turning first; 7.25 or turns in place and stays.
                steps = steps and not fixed and (not held or zoc.may_leave(g, unit))
                plain, turning = plain and self._bound is None, self._bound is None and not held
            if steps and not (grounded and at == first.hex):
                row, near = weights[at], neighbours(at)
                for d, facing in ahead[f]:
                    weight, to = row[d], near[d]
                    if weight == CLOSED:
                        continue
                    stand, after = to * 12 + facing, price + weight
                    if not plain or to in touched or (rises is not None and rises[at][d]):
                        self._meet(key, price, after, d, facing)
                    elif apart is not None:
                        self._offer_apart(stand, after - weight % HIT, key, (key & _CHOICES) + weight % HIT)
                    elif after < known.get(stand, most):
                        self._offer(stand, after, key)
            if turning and troop.faces:
                cost = turns[at]
                # 7.12 One price for any number of vertices, for some.
                free = troop.turns_whole and key != start and self.hex_of(self.before[key]) == at
                after = price + cost.hits * HIT + (0 if free else 2 * cost.mp * HALF)
                for facing in _BESIDE[f] if after < most else ():
                    if apart is not None:
                        self._offer_apart(at * 12 + facing, after, key, key & _CHOICES, key in self.through)
                    elif after < known.get(at * 12 + facing, most):
                        self._offer(at * 12 + facing, after, key, key in self.through)
            elif key == start and held and self._bound is None:
                self._turn_in_zoc()
        return self._found()

    def _turn_in_zoc(self) -> None:
        """7.25 Turn where the unit begins, and stay there."""
        unit, first, turnable = self.unit, self._first, zoc.turning_allowance(self._g, self.unit)
        for f in VERTICES if turnable else ():
            after = turned(self._g, unit, first, f)
            if f != first.facing and after.mp <= turnable:
                key = first.hex * 12 + f
                node = Node(after.hex, f, after.mp, after.hits, first, after.causes, stops=True)
                self._nodes[key], self.prices[key] = node, node.price
                self._ended = self._ended or not self._alone

    def _found(self) -> dict[tuple[Hex, Facing], Node]:
        # 6.63 A friend's hex counts only as far as there are MP to leave it again: drop the ends, keep the ways.
        nodes = [self.node(key) for key in self.prices if key not in self.through and key != self._start]
        if self._apart is not None:
            found = avoiding.fewest((*nodes, *self._stacks.values()), self._limit)
        else:
            found = {(n.hex, n.facing): n for n in nodes}
            found.update((place[:2], n) for place, n in self._stacks.items())
        # S 6.67 Who is under it faces as it does: by itself it goes away, or not at all.
        return {k: n for k, n in found.items() if n.hex != self.unit.at} if self._alone else found

    def node(self, key: int) -> Node:
        """The way of a key."""
        found = self._nodes.get(key)
        if found is None:
            found = self._nodes[key] = Found(self, key)
        return found

    def hex_of(self, key: int) -> Hex:
        """Where the way of a key leads."""
        return (key >> self.shift) // 12

    def _meet(self, key: int, price: int, by_ground: int, d: int, facing: Facing) -> None:
        """Make a step that more than the ground has a say in; by that alone the way would cost ``by_ground`` then."""
        g, entering, apart, at = self._g, self.entering, self._apart, self.hex_of(key)
        to = neighbours(at)[d]
        if self._bound is not None and key == self._start and to not in self._bound[1]:
            return
        if self.unit.stacks and (alike := entering.joins(to)) is not None:
            self._stack(self.node(key), to, facing, alike)
        stand = to * 12 + facing
        if not self._ruled and apart is None and by_ground >= self.prices.get(stand, self._most):
            return
        entry = entering[to]
        if entry is None or (entry.weaves and price % HIT):
            return
        if entering.left is not None and entering.left.bars(at, to):
            return
        choices = by_ground % HIT - price % HIT
        after = by_ground - choices + entry.weight
        if self._ruled:
            half = price // HALF % 2
            cost = entering.ground(at, to, half=half == 1)
            if cost is None:
                return
            # Half a Movement Point that is left over for a road is spent by the next step along it.
            by_road = (2 * half - 1) * HALF if entering.road and entering.by_road(at, to) else 0
            choices = len(cost.avoidable)
            after = price + prices.of(2 * cost.mp, cost.hits + choices, 0) + entry.weight + by_road
        if apart is not None:
            choices += (key & _CHOICES) + len(entry.avoidable)
            self._offer_apart(stand, after, key, choices, entry.through, entry.stops)
            return
        rise = self._rises[at][d] if self._rises is not None else 0
        if rise:
            after += g.charts.further_levels(self.unit, self.climbed[key], rise) * HIT
        if after < self.prices.get(stand, self._most):
            self._offer(stand, after, key, entry.through, entry.stops, rise)

    def _offer_apart(
        self, stand: int, price: int, before: int, choices: int, through: bool = False, stops: bool = False
    ) -> None:
        """Keep a way, of whose hits so many may be bought off, unless another is no worse in anything."""
        half_mp, hits, left_from = price // HALF, price % HALF // HIT, self._left_from
        if price >= self._most or (
            left_from is not None and half_mp + 2 * left_from.get(stand // 12, FAR) > self._enough
        ):
            return
        assert self._apart is not None
        if self._apart.admits(stand, half_mp, hits, choices):
            self._offer((stand << _APART) + (hits << 8) + choices, price, before, through, stops)

    def _offer(
        self, key: int, price: int, before: int, through: bool = False, stops: bool = False, rise: int = 0
    ) -> None:
        """Keep a way that is better than any before, unless it can't lead where it is to lead."""
        least = price // HALF
        if self._left_from is not None:
            least += 2 * self._left_from.get(self.hex_of(key), FAR)
            if least > self._enough:
                return
        self.prices[key], self.before[key] = price, before
        if through:
            self.through.add(key)
        elif not self._ended:
            self._ended = not (self._alone and self.hex_of(key) == self.unit.at)
        if self._rises is not None:
            self.climbed[key] = self.climbed[before] + rise
        item = (price << self._bits) + key
        if self._wanted is not None:
            item += least << self._bits + prices.BITS
            node = self._nodes[key] = Found(self, key)
            stays = not through and not (self._alone and node.hex == self.unit.at)
            if stays and 2 * node.mp < self._enough and self._wanted(node):
                self._enough = 2 * node.mp
        if not stops:
            heappush(self._heap, item)

    def _stack(self, node: Node, to: Hex, facing: Facing, alike: Facing) -> None:
        """S 6.66, 6.67 End the move in a stack: a step, and the turn that makes them face alike."""
        end = self.entering.end(node, to, facing, self._limit - node.mp, joining=True)
        if end is not None and end.facing != alike:
            if end.stops:
                return  # S 7.23 In enemy ZOC it doesn't turn.
            end = turned(self._g, self.unit, end, alike)
        if end is None or end.mp > self._limit:
            return
        place = (to, alike, 0, 0) if self._apart is None else (to, alike, end.hits, end.choices)
        known = self._stacks.get(place)
        if known is None or end.price < known.price:
            self._stacks[place], self._ended = end, True


class Found(Node):
    """A way that a search has found; how it leads there is looked up when somebody asks."""

    __slots__ = ("_key", "_price", "_search")

    def __init__(self, search: _Search, key: int) -> None:
        self._search = search
        self._key = key
        self.hex, facing = divmod(key >> search.shift, 12)
        self.facing = FACINGS[facing]
        self._price = search.prices[key]
        self.choices = key & _CHOICES if search.shift else 0

    @property
    def price(self) -> int:
        return self._price

    def __getattr__(self, name: str) -> Any:
        search, key = self._search, self._key
        half_mp, self.hits, self.passed = prices.parts(self._price)
        self.mp, self.half = (half_mp + 1) // 2, half_mp % 2 == 1
        self.through = key in search.through
        self.climbed = search.climbed.get(key, 0)
        self.turn, self.bought = False, 0
        if name in ("previous", "causes", "avoidable", "stops"):
            self._look_back(search, search.before[key])
        return object.__getattribute__(self, name)

    def _look_back(self, search: _Search, before: int) -> None:
        self.previous = search.node(before)
        if self.previous.hex == self.hex:
            self.causes, self.avoidable, self.stops = search.turns[self.hex].causes, (), False
            return
        cost = search.entering.ground(self.previous.hex, self.hex, half=self.previous.half)
        entry = search.entering[self.hex]
        assert cost is not None and entry is not None, "it was open"
        self.avoidable = cost.avoidable + entry.avoidable
        self.causes, self.stops = cost.causes + entry.causes + self.avoidable, entry.stops
