"""5.0, 7.2, 8.0 Where a unit can move and at what price: search over hexes.

Facing is free (6.2) and no part of it; what a unit may face at the end is :func:`turns`. A path somebody has written
down is priced, or refused, by :mod:`step_refusals`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.kernel import risk
from engine.kernel.decisions import Risk
from engine.kernel.hexes import VERTICES, Facing, Hex, distance
from engine.kernel.paths import Step
from engine.kernel.text import Refusal, Text
from engine.systems.men_of_iron import facing, passing, special
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.special import Special
from engine.systems.men_of_iron.state import Unit

Bar = Literal[
    "far", "stops", "enemy", "friend", "prohibited", "friend-in-zoc", "reenter", "pinned", "aloof", "back", "mp"
]
"""Why a step can't be made; :mod:`step_refusals` has the sentences."""


@dataclass(slots=True, unsafe_hash=True)  # a search makes hundreds, and frozen ones take three times as long
class Node:
    """How a unit gets to a hex; never changed."""

    hex: Hex
    mp: int
    """Movement points it will have spent in this activation."""
    previous: Node | None = None
    stops: bool = False
    """In enemy ZOC: the move ends here (7.2)."""
    through: str | None = None
    """Friend whose hex it rides through: the move can't end here (8.0)."""
    left: frozenset[str] = frozenset()
    """Enemies whose ZOC it has left on the way (6.2)."""

    def path(self) -> tuple[Step, ...]:
        """Hexes of the way, the first one left out, ready for an order."""
        items: list[Step] = []
        node: Node = self
        while node.previous is not None:
            items.append(node.hex)
            node = node.previous
        items.reverse()
        return tuple(items)

    def ridden_through(self) -> tuple[str, ...]:
        """Friends ridden through on the way, in order (8.0)."""
        found: list[str] = []
        node: Node | None = self
        while node is not None:
            if node.through is not None:
                found.append(node.through)
            node = node.previous
        return tuple(reversed(found))


def allowance(g: Battle, unit: Unit) -> int:
    """5.1, 12.2, 14.1, BB-1 MP for the whole activation; hexes for a Retired unit (12.4)."""
    if unit.formation is not None:
        return max((ma for r in special.having(g, Special.formation_ma) if (ma := r.formation_ma(g, unit))), default=0)
    return g.ma(unit)


def barred(g: Battle, unit: Unit) -> Refusal | None:
    """Why the unit can't leave its hex by a move order at all, wherever to; None when nothing stands against it."""
    a = g.state.activation
    if not unit.on_map:
        return Refusal("{unit} is not on the map.", unit=unit.id)
    if a is not None and unit.id in a.worked:
        return Refusal("{unit} has spent this activation on other work.", rule="4.1", unit=unit.id)
    if a is not None and unit.id in a.moved:
        return _has_moved(g, unit)
    if a is not None and unit.missile_infantry and unit.id in a.fired:
        return Refusal("{unit} has fired: missile infantry moves before its shot.", rule="9.2", unit=unit.id)
    if unit.formation is not None and not allowance(g, unit):
        if unit.formation == "schiltron":
            return Refusal("{unit} stands in Schiltron and can't move; it can turn.", rule="FK-1", unit=unit.id)
        return Refusal("{unit} stands in Shield Wall and can't move; it can turn.", rule="14.1", unit=unit.id)
    if unit.retired and g.standard(unit) is None:
        return Refusal("{unit} is Retired and has no Standard to move to.", rule="12.4", unit=unit.id)
    return None


def _has_moved(g: Battle, unit: Unit) -> Refusal:
    """4.1 Its move of the activation is over; it can turn where it isn't held (6.2)."""
    text = (
        "{unit} has moved in this activation; it can still turn."
        if facing.options(g, unit)
        else "{unit} has moved in this activation and can turn no more."
    )
    return Refusal(text, rule="4.1", unit=unit.id)


class Mover:
    """What the steps of one unit's move are judged by. Good until the next event.

    ``first``: it has entered no hex yet. ``at`` and ``used`` put it elsewhere, with MP already spent.
    """

    def __init__(
        self, g: Battle, unit: Unit, *, first: bool = True, at: Hex | None = None, used: int | None = None
    ) -> None:
        self.g = g
        self.unit = unit
        self.first = first
        self.limit = allowance(g, unit)
        self.zones = g.zones(g.foe(unit.side))
        self.held = g.occupants()
        self.beside = g.beside_enemies(unit.side)
        self.out_of_command = g.out_of_command(unit)
        self.standard = g.standard(unit) if unit.retired else None
        self.free = special.any_of(g, Special.leaves_zoc_freely, unit)
        self.notes = special.having(g, Special.entry_note)
        self.prices = special.having(g, Special.entry_cost)
        self.fees = special.having(g, Special.zoc_fee)
        self.tempted = False
        """A bold way offered itself to a search for careful ones."""
        start = unit.at if at is None else at
        a = g.state.activation
        left = frozenset(a.left_zoc.get(unit.id, ())) if a is not None else frozenset[str]()
        stops = not first and bool(self.zones.get(start)) and self.zoc_fee(start) is None
        self.start = Node(start, g.spent(unit) if used is None else used, stops=stops, left=left)

    def zoc_fee(self, h: Hex) -> int | None:
        """NA-2 MP for going on through the enemy ZOC in a hex; None: it must stop there (7.2)."""
        holders = self.zones[h]
        for r in self.fees:
            extra = r.zoc_fee(self.g, self.unit, holders)
            if extra is not None:
                return extra
        return None

    def first_price(self, cost: int) -> int:
        """7.2 What the first hex costs, ``cost`` by itself: more for foot that begins in the ZOC of a mounted enemy."""
        if self.first and self.unit.foot and any(e.mounted for e in self.zones.get(self.start.hex, ())):
            return max(cost, self.g.charts.action("leave_mounted_zoc"))
        return cost

    def step(self, node: Node, to: Hex, *, only: bool = False, riding: bool = True) -> Node | Bar:
        """5.2 Movement restrictions: the step from ``node`` into the adjacent ``to``, or why it can't be made.

        ``only``: it is the whole move. ``riding`` False leaves friends' hexes alone.
        """
        g, unit = self.g, self.unit
        if node.stops:
            return "stops"
        # 5.2/ooc Out of command: no leaving a ZOC on foot, and no step next to an enemy.
        if self.first and node.previous is None and self.out_of_command and unit.foot and node.hex in self.zones:
            return "pinned"
        occupant = self.held.get(to)
        through: str | None = None
        # 8.0 Stacking: one unit to a hex, also in passing.
        if occupant is not None and occupant.id != unit.id:
            if occupant.side != unit.side:
                return "enemy"
            if not passing.may_ride_through(g, unit, occupant):
                return "friend"
            if not riding:
                self.tempted = True
                return "friend"
            through = occupant.id
        cost = g.step_cost(unit, node.hex, to)
        if cost is None:
            return "prohibited"
        if self.out_of_command and to in self.beside:
            return "aloof"
        left, stops, extra = node.left, False, 0
        if unit.retired:
            # 12.4 It counts hexes, whatever they cost.
            cost, extra = 1, 0
            if self.standard is None or distance(to, self.standard.hex) >= distance(node.hex, self.standard.hex):
                return "back"
        if node.hex in self.zones:
            left = left | {e.id for e in self.zones[node.hex]}
        if to in self.zones:
            # 6.2/reenter Re-entering a ZOC the unit has left.
            if left and not self.free and any(e.id in left for e in self.zones[to]):
                return "reenter"
            # 7.2 ZOC and movement: it stops where it enters one.
            going_on = self.zoc_fee(to)
            stops = going_on is None
            if through is not None and stops:
                return "friend-in-zoc"
            extra += going_on or 0
        if through is not None:
            extra += passing.fee(g)
        for r in self.prices if not unit.retired else ():
            price = r.entry_cost(g, unit, node.hex, to, only=only)
            if price is not None:
                # A price that takes the whole allowance leaves nothing for what would come on top of it.
                cost, extra = price, 0 if only and price >= self.limit else extra
                break
        if node.previous is None and not unit.retired:
            cost = self.first_price(cost)
        mp = node.mp + cost + extra
        if mp > self.limit:
            return "mp"
        return Node(to, mp, node, stops, through, left)

    def risky(self, a: Hex, b: Hex) -> bool:
        """Whether a rule of the battle may have something befall it on entering ``b`` in the middle of its move."""
        return any(r.entry_note(self.g, self.unit, a, b, only=False) is not None for r in self.notes)

    def spread(self, *, bold: bool) -> dict[Hex, Node]:
        """Every hex it gets to, with the cheapest way; hexes ridden through included, the start not.

        Only ``bold`` ways ride through friends and enter hexes where something may befall the unit.
        """
        best: dict[Hex, Node] = {self.start.hex: self.start}
        shelves: list[list[Node]] = [[] for _ in range(self.limit + 1)]
        if self.start.mp <= self.limit:
            shelves[self.start.mp].append(self.start)
        g, unit = self.g, self.unit
        # What comes on top of the ground makes a step dearer, unless hexes are counted or the battle sets a price.
        by_ground = not self.prices and not unit.retired
        for mp, shelf in enumerate(shelves):
            for node in shelf:
                if best[node.hex] is not node:
                    continue
                for to, cost in g.steps(unit, node.hex):
                    known = best.get(to)
                    least = mp + (cost if by_ground else 0)
                    if least > self.limit or (known is not None and known.mp <= least):
                        continue
                    if not bold and self.notes and self.risky(node.hex, to):
                        self.tempted = True
                        continue
                    after = self.step(node, to, riding=bold)
                    if isinstance(after, Node) and (known is None or after.mp < known.mp):
                        best[to] = after
                        shelves[after.mp].append(after)
        del best[self.start.hex]
        return best

    def search(self) -> dict[Hex, Node]:
        """Every hex the move can end in, with the best way: no bold one where there is another."""
        best = self.spread(bold=False)
        if self.tempted:
            for h, n in self.spread(bold=True).items():
                if n.through is None:
                    best.setdefault(h, n)
        for h in self.g.map.neighbours(self.start.hex) if self.prices else ():
            # CO-2 A hex may have another price, and another risk, for who enters it and goes no farther.
            alone = self.step(self.start, h, only=True, riding=False)
            if isinstance(alone, Node):
                best[h] = alone
            elif h in best and best[h].previous is self.start:
                del best[h]
        return best


def start(g: Battle, unit: Unit) -> Node:
    """The unit as it stands."""
    return Node(unit.at, g.spent(unit))


def can_move(g: Battle, unit: Unit) -> bool:
    """Whether a move order could take the unit anywhere, told by its first step alone."""
    if barred(g, unit) is not None:
        return False
    mover = Mover(g, unit)
    return any(isinstance(mover.step(mover.start, h), Node) for h in g.map.neighbours(unit.at))


def search(g: Battle, unit: Unit) -> dict[Hex, Node]:
    """Every hex a move order of the unit can end in, with the best way there; its own hex is not included."""
    return g.derived(("reach", unit.id), lambda: {} if barred(g, unit) is not None else Mover(g, unit).search())


def turns(g: Battle, unit: Unit, at: Node) -> tuple[Facing, ...]:
    """6.2, 7.2 Facings the unit may take at the end of a way; for its own hex those it may turn to in place."""
    return VERTICES if at.previous is not None else facing.options(g, unit)


def risks(g: Battle, unit: Unit, end: Node) -> Risk | None:
    """8.0/pass What is rolled for on the way: friends ridden through, ditches and pits; None where nothing is."""
    found: list[Risk] = []
    hooked = special.having(g, Special.entry_risk)
    node, whole = end, end.previous is not None and end.previous.previous is None
    while node.previous is not None:
        if node.through is not None and (x := passing.at_stake(g, unit, g.state.units[node.through])) is not None:
            found.append(x)
        steps = [r.entry_risk(g, unit, node.previous.hex, node.hex, only=whole) for r in hooked]
        found += [x for x in steps if x is not None]
        node = node.previous
    return risk.all_of(found[::-1])


def entry_notes(g: Battle, unit: Unit, end: Node) -> tuple[Text, ...]:
    """What rules of the battle may have befall it on the way, hex by hex from the first; for previews."""
    hooked = special.having(g, Special.entry_note)
    steps: list[Node] = []
    node = end if hooked else Node(end.hex, end.mp)
    while node.previous is not None:
        steps.append(node)
        node = node.previous
    found: list[Text] = []
    for n in reversed(steps):
        assert n.previous is not None
        notes = (r.entry_note(g, unit, n.previous.hex, n.hex, only=len(steps) == 1) for r in hooked)
        found += [note for note in notes if note is not None and note not in found]
    return tuple(found)
