"""Units that can be ordered together: of one type, of one contingent, a Line, a row; and what they might do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.kernel import groups as together
from engine.kernel.decisions import Answer, Command, Decision
from engine.kernel.groups import distinct, row_name, rows, title
from engine.kernel.hexes import Facing, Hex, show
from engine.kernel.ideas import Group, GroupIdea
from engine.kernel.order_kind import checked
from engine.kernel.statement import Statement
from engine.kernel.text import Refusal, Text, codes, few, joined, refuse
from engine.systems.gboh import footprint, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.command import line_command, line_composition
from engine.systems.gboh.footprint import MoveKind, Stand
from engine.systems.gboh.missiles import fire
from engine.systems.gboh.movement import arrival, movement, reach
from engine.systems.gboh.orders import (
    goals,
    ideas,
    leaders_follow,
    manoeuvres,
    massed,
    menus,
    orders,
    places,
    shots,
)
from engine.systems.gboh.state import Leader, Unit, UnitId
from engine.systems.gboh.turn import orders_phase

MARCHING = frozenset({"strike", "advance", "fall back"})
"""Kinds of what a group does after which its leaders are left behind."""
FORWARD, BACK = (1, 2, 3), (1, 2)
"""Hexes a group is sent on, or back."""

SENSIBLE = "What seems best: strike, fire or advance"

Write = Callable[[Answer], Statement]


@dataclass(frozen=True, slots=True)
class Asked:
    """Whose units are ordered one by one now."""

    side: str
    leader: Leader | None
    """Who orders them; None where they act without (G 4.1)."""


def _asked(g: Battle, decision: Decision) -> Asked | None:
    """Who orders units one by one now; None where nobody does."""
    if not isinstance(decision, Command) or g.state.orders is None or decision.kind not in ideas.KINDS:
        return None
    if not g.led:
        return Asked(decision.side, None) if decision.side == g.orders.side else None
    leader = g.state.leaders.get(g.orders.commanding or "")
    able = leader is not None and leader.on_map and leader.side == decision.side
    return Asked(decision.side, leader) if able else None


def _left(g: Battle, leader: Leader | None) -> int | None:
    """4.22 Units he can still order; None where a Line Command has them all act (5.23), or a Formation."""
    if leader is None or g.orders.line is not None:
        return None
    return 0 if g.orders.lines_used else max(0, leader.initiative - g.orders.orders_used)


# -- who -------------------------------------------------------------------------------------------------------------


def groups(g: Battle, decision: Decision) -> list[Group]:
    """Groups the leader can order now, the largest first; none of more units than he has orders left for."""
    asked = _asked(g, decision)
    if asked is None:
        return []
    leader = asked.leader
    able = [u for u in g.units(asked.side) if ideas.obeys(g, leader, u) and menus.can_do_something(g, leader, u)]
    left = _left(g, leader)
    found: list[Group] = []
    for key, name, members in _parts(g, leader, able):
        front = sorted(members, key=lambda u: (goals.near(g, u), u.at))
        first = _afforded(g, front, left)
        shown = [*first, *(u for u in front if u not in first)]
        rest = tuple(u.id for u in shown[len(first) :])
        found.append(Group(key, title(name, shown, len(first)), tuple(u.id for u in first), rest))
    return distinct(found)


def _afforded(g: Battle, front: Sequence[Unit], left: int | None) -> list[Unit]:
    """Those there are orders for, the first before the others; a stack takes one for each of its units (S 6.64)."""
    if left is None:
        return [*front]
    found: list[Unit] = []
    for u in front:
        n = massed.price(g, u)
        if n <= left:
            left -= n
            found.append(u)
    return found


def _parts(g: Battle, leader: Leader | None, able: Sequence[Unit]) -> Iterator[tuple[str, Text, Sequence[Unit]]]:
    kinds: dict[str, list[Unit]] = {}
    bands: dict[str, list[Unit]] = {}
    for u in able:
        kinds.setdefault(str(u.troop.name), []).append(u)
        bands.setdefault(_band(g, u), []).append(u)
    if leader is None:
        # G 4.1 Their Formation is what they are ordered by.
        for i, (band, units) in enumerate(bands.items(), 1):
            yield f"band-{i}", Text("{contingent}", contingent=band), units
    for name, units in kinds.items():
        yield f"type-{name.replace(' ', '-')}", Text("All {kind}", kind=units[0].troop.name), units
    if g.orders.line is not None:
        yield "line", Text("The Line"), able
    elif leader is not None:
        ready = {u.id for u in able}
        for i, members in enumerate(line_composition.lines(g, leader), 1):
            units = [u for u in members if u.id in ready]
            names = {str(u.troop.name): u.troop.name for u in units}
            yield f"line-{i}", Text("A Line of {kinds}", kinds=joined([*names.values()], ", ")), units
    all_of_them = Text("All who can act") if leader is None else Text("All {leader} can order", leader=leader.name)
    yield "all", all_of_them, able
    for i, (band, units) in enumerate(bands.items() if leader is not None else (), 1):
        yield f"band-{i}", Text("{contingent}", contingent=band), units
    for i, row in enumerate(rows([u for u in able if not u.routed]), 1):
        yield f"row-{i}", row_name(row), row


def _band(g: Battle, u: Unit) -> str:
    """The body of troops it is one of, by name: its contingent, or what a chapter has."""
    found = (r.body(g, u) for r in special.having(g, Special.body))
    return next((name for name in found if name is not None), u.contingent)


# -- what ------------------------------------------------------------------------------------------------------------


def group_ideas(g: Battle, decision: Decision, units: Sequence[str], write: Write) -> list[GroupIdea]:
    """What these units might do together, the likeliest first. Every order is legal now, or after those before it."""
    asked = _asked(g, decision)
    if asked is None:
        return []
    found = (_idea(g, decision, asked, units, recipe, write) for recipe in _recipes(g, units))
    ideas_of = [x for x in found if x is not None]
    unlike = {x.orders: x for x in reversed(ideas_of)}
    found = [x for x in ideas_of if unlike[x.orders] is x]
    # G 4.1 Where what seems best is sought unit by unit, nothing else is urged upon all of them.
    return found if g.led else [replace(x, spare=x.label.template != SENSIBLE) for x in found]


def _idea(
    g: Battle, decision: Decision, asked: Asked, units: Sequence[str], recipe: tuple[str, Text, Make], write: Write
) -> GroupIdea | None:
    """One thing for all of them; where they go on by themselves, their leaders after them (G 4.31)."""
    kind, label, make = recipe
    batch = Batch(g, asked.leader, make)
    found = together.together(
        kind, label, units, batch.order, write, note=lambda _: batch.price(), anew=make is _sensible
    )
    if found is not None and make is _sensible:
        found = replace(found, deeds=tuple(batch.deeds()))
    if found is None or asked.leader is not None or kind not in MARCHING or not isinstance(decision, Command):
        return found
    idle = {name for name, _ in found.left}
    after = [*leaders_follow.orders_after(g, decision, batch.after(), [u for u in units if u not in idle])]
    if not after:
        return found
    note = Text("followed by {leaders}", leaders=", ".join(g.state.leaders[x.leader].name for x in after))
    told = note if found.note is None else joined([found.note, note], "; ")
    return replace(found, orders=(*found.orders, *map(write, after)), note=told)


Make = Callable[[Battle, Unit, frozenset[Hex]], Answer]
"""One unit's order; the hexes are those that others of the group go to. Raises Refusal."""


def _recipes(g: Battle, units: Sequence[str]) -> Iterator[tuple[str, Text, Make]]:
    if (last := _last(g)) is not None:
        yield last
    if not g.led:
        # G 4.1 All of a Formation acts at once, and not all of it can do the same.
        yield "strike", Text(SENSIBLE), _sensible
    yield "strike", Text("Advance and strike"), _strike
    yield "fire", Text("Fire at what is nearest"), _fire
    yield "advance", Text("Advance, keeping the line"), _advance
    for n in FORWARD:
        yield "advance", Text("Forward {n}", n=n), _forward(n)
    yield "hold", Text("Turn to face the enemy"), _turn
    if any(u is not None and not footprint.is_single(u) for u in map(g.state.units.get, units)):
        for kind in ("wheel-left", "wheel-right", "about-face"):
            yield "wheel", places.TURNS[kind][1], _wheel(kind)
    for n in BACK:
        yield "fall back", Text("Fall back {n}", n=n), _back(n)
    if g.game.combat.recovery:
        yield "recover", Text("Recover hits"), lambda g, u, taken: orders.Recover(unit=u.id)
    if any(u is not None and u.routed for u in map(g.state.units.get, units)):
        yield "rally", Text("Rally"), lambda g, u, taken: orders.Rally(unit=u.id)


def _last(g: Battle) -> tuple[str, Text, Make] | None:
    """What the unit ordered last did, as far as the position tells: it fired where it stands, or turned."""
    last = next((g.state.units[name] for name in reversed(g.orders.acted)), None)
    if last is None or last.id in g.orders.moved:
        return None
    if last.id in g.orders.fired and last.id in g.orders.stationary:
        return "fire", Text("As {unit}: fire at what is nearest", unit=last.id), _fire
    if last.id in g.orders.turned and footprint.is_single(last):
        facing = last.facing
        label = Text("As {unit}: face {facing}", unit=last.id, facing=facing.name)
        return "hold", label, lambda g, u, taken: orders.Move(unit=u.id, path=(facing,))
    return None


def _strike(g: Battle, u: Unit, taken: frozenset[Hex]) -> Answer:
    movement.check_orderable(g, u)
    found = next((s for s in goals.strikes(g, u, taken)), None)
    if found is None:
        met = g.opponents(u)
        if met:
            text = "{unit} has {enemies} before it already."
            refuse(text, rule=g.case(Case.MAY_ATTACK), unit=u.id, enemies=few(e.id for e in met))
        refuse("{unit} reaches no enemy.", rule=g.case(Case.MOVEMENT_ALLOWANCE), unit=u.id)
    return orders.Move(unit=u.id, path=found.node.path(), attack=goals.says(g, u, True))


def _sensible(g: Battle, u: Unit, taken: frozenset[Hex]) -> Answer:
    """What its place and its odds speak for, in this order: a good attack, a shot, a way on, a turn."""
    try:
        movement.check_orderable(g, u)
    except Refusal:
        if not shots.fires_yet(g, u):
            raise
        return _fire(g, u, taken)
    struck = next((s for s in goals.strikes(g, u, taken) if s.worth > 0), None)
    if struck is not None:
        return orders.Move(unit=u.id, path=struck.node.path(), attack=goals.says(g, u, True))
    if any(a.worth > 0 for a in goals.aims(g, u)):
        return _fire(g, u, taken)
    exposed = bool(goals.too_strong(g, u))
    for node in (None if exposed else goals.advance(g, u, taken), goals.turned(g, u)):
        if node is not None and not goals.bound(g, u, node):
            return orders.Move(unit=u.id, path=node.path())
    refuse("{unit} stands well where it is.", rule=g.case(Case.MAY_ATTACK), unit=u.id)


def _fire(g: Battle, u: Unit, taken: frozenset[Hex]) -> Answer:
    near = next(iter(fire.targets(g, u)), None)
    if near is None:
        if (unable := fire.inability(g, u)) is not None:
            raise unable
        near = next(iter(goals.enemies(g, u)), None)
    if near is None:
        refuse("There is nobody to fire at.", rule=g.case(Case.FIRE_TARGET))
    return orders.Fire(unit=u.id, target=near.id)


def _advance(g: Battle, u: Unit, taken: frozenset[Hex]) -> Answer:
    movement.check_orderable(g, u)
    node = goals.advance(g, u, taken)
    if node is None:
        refuse("{unit} gets no nearer to the enemy.", rule=g.case(Case.MOVEMENT_ALLOWANCE), unit=u.id)
    return orders.Move(unit=u.id, path=node.path())


def _forward(n: int) -> Make:
    def make(g: Battle, u: Unit, taken: frozenset[Hex]) -> Answer:
        path = manoeuvres.forward(g, u, (), n)
        return orders.Move(unit=u.id, path=tuple(path), attack=goals.says(g, u, False))

    return make


def _turn(g: Battle, u: Unit, taken: frozenset[Hex]) -> Answer:
    movement.check_orderable(g, u)
    node = goals.turned(g, u)
    if node is None:
        refuse("{unit} can't turn to face the enemy better.", rule=g.case(Case.FACING_COST), unit=u.id)
    return orders.Move(unit=u.id, path=node.path())


def _wheel(kind: MoveKind) -> Make:
    def make(g: Battle, u: Unit, taken: frozenset[Hex]) -> Answer:
        movement.check_orderable(g, u)
        found = next((order for k, _, order in places.turns(g, u) if k == kind), None)
        if found is None:
            refuse("{unit} can't turn so here.", rule=g.case(Case.FACING_COST), unit=u.id)
        return found

    return make


def _back(n: int) -> Make:
    def make(g: Battle, u: Unit, taken: frozenset[Hex]) -> Answer:
        movement.check_orderable(g, u)
        node = goals.back(g, u, taken, hexes=n)
        if node is None:
            refuse("{unit} can't fall back {n:hex|hexes}.", rule=g.case(Case.MOVEMENT_ALLOWANCE), unit=u.id, n=n)
        return orders.Move(unit=u.id, path=node.path())

    return make


def _hits(names: Sequence[str], n: int) -> Text:
    if len(names) == 1:
        return Text("{unit} {n:hit|hits}", unit=names[0], n=n)
    return Text("{units} {n:hit|hits} each", units=codes(names), n=n)


class Batch:
    """Orders of one kind for units in turn, each checked as things stand after those before it."""

    def __init__(self, g: Battle, leader: Leader | None, make: Make) -> None:
        self.g = g
        self.leader = leader
        self.make = make
        self.all = self.left = _left(g, leader)
        self.places: dict[str, Stand] = {}
        """Where units stand then, those that go along with another too."""
        self._given: list[Answer] = []
        self._costly: dict[str, reach.Node] = {}
        """The way of each that takes hits on it for certain."""
        self._after: tuple[int, Battle] | None = None
        """The position then, and how many places it is made of."""

    def order(self, name: str) -> Answer:
        """The unit's order. Raises Refusal where it can have none."""
        u = self.g.state.units.get(name)
        if u is None:
            refuse("There is no unit {name}.", name=name)
        if not u.on_map:
            refuse("{unit} is not on the map.", unit=u.id)
        under = massed.companion(self.g, u)
        if self.leader is not None and self.left is not None and self.left < massed.price(self.g, u):
            refuse(
                "{leader} has {n:order|orders} left; the others take {taken}.",
                rule=self.g.case(Case.ORDER_COUNT),
                leader=self.leader.name,
                n=self.all,
                taken=(self.all or 0) - self.left,
            )
        taken = frozenset(h for s in self.places.values() for h in footprint.hexes_of(s))
        answer = self._made(u, under, taken)
        kind, then = checked(special.order_kinds(self.g), answer), self.g
        stands = {name: footprint.stand(u), **kind.stands(self.g, answer)}
        if taken.intersection(footprint.hexes_of(stands[name])):
            self._check(then := self.after(), answer)
        else:
            try:
                self._check(then, answer)
            except Refusal:
                if not self.places:
                    raise
                self._check(then := self.after(), answer)
        if not (self._crosses(answer) and self._reckon(self.after(), name, answer)):
            self._reckon(then, name, answer)
        self._given.append(answer)
        self.places |= stands
        if self.left is not None:
            self.left -= kind.price(self.g, answer)
        return answer

    def _made(self, u: Unit, under: UnitId | None, taken: frozenset[Hex]) -> Answer:
        """Its order as things stand; where none is to be had, as they stand when those before it have gone on."""
        try:
            with massed.as_one(self.g, u, under):
                return massed.led(self.g, massed.along(self.make(self.g, u, taken), under))
        except Refusal:
            # The first ranks make room for those behind them.
            if not self.places:
                raise
            then = self.after()
            try:
                with massed.as_one(then, u, under):
                    return massed.led(self.g, massed.along(self.make(then, u, taken), under))
            except Refusal:
                pass
            raise

    def _crosses(self, answer: Answer) -> bool:
        """Whether it goes through hexes that others have come to before it, or have left."""
        if not isinstance(answer, orders.Move):
            return False
        way = {h for h in answer.path if not isinstance(h, Facing)}
        left = (h for name in self.places for h in footprint.hexes_of(self.g.state.units[name]))
        come = (h for s in self.places.values() for h in footprint.hexes_of(s))
        return not way.isdisjoint([*left, *come])

    def _reckon(self, g: Battle, name: str, answer: Answer) -> bool:
        """Note what the order costs for certain; False where its way isn't open."""
        if not isinstance(answer, orders.Move) or not answer.path:
            return True
        try:
            way = reach.price(g, g.state.units[name], answer.path)
        except Refusal:
            return False  # it counts on an enemy to give way (6.71); what it costs is told as it goes
        if way.hits:
            self._costly[name] = way
        return True

    def price(self) -> Text | None:
        """The hits the orders cost for certain, and why; None for none."""
        if not self._costly:
            return None
        by_number: dict[int, list[str]] = {}
        for name, way in self._costly.items():
            by_number.setdefault(way.hits, []).append(name)
        each = [_hits(names, n) for n, names in sorted(by_number.items())]
        causes = dict.fromkeys(cause for way in self._costly.values() for cause in way.all_causes())
        return Text("costs {units}: {causes}", units=joined(each, ", "), causes=joined(causes))

    def deeds(self) -> Iterator[Text]:
        """Who does what, in the order it is done: where they go, whom they come upon, at whom they fire."""
        after = self.after()
        for x in self._given:
            if isinstance(x, orders.Fire):
                yield Text("{unit} fires at {enemy}", unit=x.unit, enemy=x.target)
            elif isinstance(x, orders.Move) and x.path:
                u = after.state.units[x.unit]
                met = [e.id for e in after.opponents(u)]
                if all(isinstance(step, Facing) for step in x.path):
                    yield Text("{unit} turns to {facing}", unit=u.id, facing=u.facing.name)
                elif met:
                    yield Text("{unit} to {hex} against {enemies}", unit=u.id, hex=show(u.at), enemies=", ".join(met))
                else:
                    yield Text("{unit} to {hex}", unit=u.id, hex=show(u.at))

    def after(self) -> Battle:
        """As things stand when all this has been done, whatever it sets off."""
        if self._after is None or self._after[0] != len(self.places):
            places = {name: (s.hex, s.facing) for name, s in self.places.items()}
            self._after = len(self.places), arrival.placed(self.g, places)
        return self._after[1]

    def _check(self, g: Battle, answer: Answer) -> None:
        unled = special.first(g, Special.conduct)
        if self.leader is None and unled is not None:
            unled.check_unled(g, answer)
        elif g.orders.line is not None and self.leader is not None:
            line_command.check(g, self.leader, answer)
        else:
            orders_phase.check(g, answer)
