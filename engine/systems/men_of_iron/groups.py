"""Units of the activated Command that can be ordered together: all, of one type, a row; and what they might do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from engine.kernel import groups as together
from engine.kernel import paths
from engine.kernel.decisions import Answer, Decision
from engine.kernel.groups import distinct, row_name, rows, title
from engine.kernel.hexes import Facing, Hex, shifted
from engine.kernel.ideas import Group, GroupIdea
from engine.kernel.statement import Statement
from engine.kernel.text import Refusal, Text, refuse
from engine.systems.men_of_iron import (
    arrival,
    choice_weights,
    fire,
    formations,
    goals,
    ideas,
    menus,
    move_fire,
    orders,
    reach,
    scopes,
    shot,
)
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.order_kinds import named
from engine.systems.men_of_iron.state import Unit

FORWARD, BACK = (1, 2, 3), (1, 2)
"""Hexes a group is sent on, or back."""

Make = Callable[[Battle, Unit, frozenset[Hex]], Answer]
"""One unit's order; the hexes are those that others of the group go to. Raises Refusal."""


# -- who -------------------------------------------------------------------------------------------------------------


def groups(g: Battle, decision: Decision) -> list[Group]:
    """Groups of the Command that can be ordered now, the largest first."""
    if not ideas.ordering(g, decision):
        return []
    able = [u for u in g.units(command=g.act.command) if u.id not in g.act.moved and menus.can_do_something(g, u)]
    found: list[Group] = []
    for key, name, members in _parts(g, able):
        front = sorted(members, key=lambda u: (choice_weights.nearest(g, u.at, u.side), u.at))
        found.append(Group(key, title(name, front), tuple(u.id for u in front)))
    return distinct(found)


def _parts(g: Battle, able: Sequence[Unit]) -> Iterator[tuple[str, Text, Sequence[Unit]]]:
    yield "all", Text("{command}", command=g.state.commands[g.act.command].name), able
    for key, (name, types) in scopes.TYPES.items():
        yield (
            f"type-{key}",
            Text("All {kind}" if key != "men-at-arms" else "{kind}", kind=name),
            [u for u in able if u.type in types],
        )
    for i, row in enumerate(rows([u for u in able if not u.retired]), 1):
        yield f"row-{i}", row_name(row), row


# -- what ------------------------------------------------------------------------------------------------------------


def group_ideas(
    g: Battle, decision: Decision, units: Sequence[str], write: Callable[[Answer], Statement]
) -> list[GroupIdea]:
    """What these units might do together, the likeliest first. Every order is legal now, or after those before it."""
    if not ideas.ordering(g, decision):
        return []
    found = [
        idea
        for kind, label, make in _recipes(g)
        if (idea := together.together(kind, label, units, Batch(g, make).order, write)) is not None
    ]
    unlike = {x.orders: x for x in reversed(found)}
    return [*_formations(g, units, write), *(x for x in found if unlike[x.orders] is x)]


def _formations(g: Battle, units: Sequence[str], write: Callable[[Answer], Statement]) -> Iterator[GroupIdea]:
    """14.1 Taking up the formation, or leaving it: one order for all of them."""
    if g.act.orders_given:
        return
    own = [u for name in units if (u := g.state.units.get(name)) is not None and u.command == g.act.command]
    for words, may, formation in (
        ("Form up", [u for u in own if formations.may(g, u) is not None], None),
        ("Leave formation", [u for u in own if formations.may_leave(g, u)], None),
    ):
        if not may:
            continue
        if words == "Form up":
            formation = formations.may(g, may[0])
            may = [u for u in may if formations.may(g, u) == formation]
        order = orders.Form(units=tuple(u.id for u in may), formation=formation)
        reason = Text("it can't do that now")
        left = tuple((name, reason) for name in units if name not in order.units)
        yield GroupIdea("form", Text(words), (write(order),), left)


def _recipes(g: Battle) -> Iterator[tuple[str, Text, Make]]:
    yield from _last(g)
    yield "fire", Text("Fire at what is nearest"), _fire
    yield "strike", Text("Advance and strike"), _strike
    yield "fire", Text("Move up and fire"), _closer_fire
    yield "advance", Text("Advance, keeping the line"), _advance
    for n in FORWARD:
        yield "advance", Text("Forward {n}", n=n), _forward(n)
    yield "hold", Text("Turn to face the enemy"), _turn
    for n in BACK:
        yield "fall back", Text("Fall back {n}", n=n), _back(n)
    yield "home", Text("To the Standard, or into command"), _home


def _last(g: Battle) -> Iterator[tuple[str, Text, Make]]:
    """What the unit ordered last did, as the position tells: it fired, went so far in one direction, or turned."""
    acted = (u for name in reversed(g.act.acted) if (u := g.state.units.get(name)) is not None and u.on_map)
    last = next((u for u in acted if u.command == g.act.command), None)
    if last is None:
        return
    if last.id in g.act.fired and last.id not in g.act.moved:
        yield "fire", Text("As {unit}: fire at what is nearest", unit=last.id), _fire
    elif last.id in g.act.moved and last.id in g.act.began:
        start, facing = g.act.began[last.id], last.facing
        yield "advance", Text("As {unit}: the same way", unit=last.id), _shifted(start, last.at, facing)
    elif last.id in g.act.turned or last.id not in g.act.moved:
        facing = last.facing
        label = Text("As {unit}: face {facing}", unit=last.id, facing=facing.name)
        yield "hold", label, lambda g, u, taken: orders.Move(unit=u.id, path=(facing,))


def _shifted(start: Hex, end: Hex, facing: Facing) -> Make:
    def make(g: Battle, u: Unit, taken: frozenset[Hex]) -> Answer:
        to = shifted(u.at, start, end)
        node = reach.search(g, u).get(to)
        if node is None:
            if (barred := reach.barred(g, u)) is not None:
                raise barred
            refuse("{unit} can't go the same way.", rule="5.1", unit=u.id)
        return goals.move(u, node, facing)

    return make


def _fire(g: Battle, u: Unit, taken: frozenset[Hex]) -> Answer:
    near = next(iter(fire.targets(g, u)), None)
    if near is None:
        if (unable := shot.inability(g, u)) is not None:
            raise unable
        near = min(g.army(g.foe(u.side)), key=lambda e: choice_weights.distance(e.at, u.at), default=None)
    if near is None:
        refuse("There is nobody to fire at.", rule="9.2")
    return orders.Fire(unit=u.id, target=near.id)


def _closer_fire(g: Battle, u: Unit, taken: frozenset[Hex]) -> Answer:
    if (unable := shot.inability(g, u)) is not None:
        raise unable
    found = goals.closer_aim(g, u, taken)
    if found is None:
        refuse("{unit} finds nobody to fire at after a move.", rule="9.2/active", unit=u.id)
    return found.order


def _strike(g: Battle, u: Unit, taken: frozenset[Hex]) -> Answer:
    found = next(iter(goals.strikes(g, u, taken)), None)
    if found is None:
        refuse("{unit} comes to no new attack by moving.", rule="10.1", unit=u.id)
    return found.order(u)


def _advance(g: Battle, u: Unit, taken: frozenset[Hex]) -> Answer:
    return _to(g, u, goals.advance(g, u, taken), "{unit} gets no nearer to the enemy.")


def _forward(n: int) -> Make:
    def make(g: Battle, u: Unit, taken: frozenset[Hex]) -> Answer:
        return orders.Move(unit=u.id, path=tuple(paths.forward(n, g.map, u, (), rule="5.2")))

    return make


def _turn(g: Battle, u: Unit, taken: frozenset[Hex]) -> Answer:
    facing = goals.turned(g, u)
    if facing is None:
        refuse("{unit} can't turn to face the enemy better.", rule="6.2", unit=u.id)
    return orders.Move(unit=u.id, path=(facing,))


def _back(n: int) -> Make:
    def make(g: Battle, u: Unit, taken: frozenset[Hex]) -> Answer:
        return _to(g, u, goals.back(g, u, taken, hexes=n), "{unit} can't fall back so far.")

    return make


def _home(g: Battle, u: Unit, taken: frozenset[Hex]) -> Answer:
    return _to(g, u, goals.home(g, u, taken), "{unit} needn't.")


def _to(g: Battle, u: Unit, node: reach.Node | None, why: str) -> Answer:
    if node is None:
        if (barred := reach.barred(g, u)) is not None:
            raise barred
        refuse(why, rule="5.1", unit=u.id)
    return goals.move(u, node, goals.facing_at(g, u, node))


class Batch:
    """Orders of one kind for units in turn, each checked as things stand after those before it."""

    def __init__(self, g: Battle, make: Make) -> None:
        self.g = g
        self.make = make
        self.places: dict[str, tuple[Hex, Facing]] = {}

    def order(self, name: str) -> Answer:
        """The unit's order. Raises Refusal where it can have none."""
        u = named.unit(self.g, name)
        answer = self.make(self.g, u, frozenset(h for h, _ in self.places.values()))
        end = paths.end(u, answer.path if isinstance(answer, orders.Move) else ())
        if any(end[0] == h for h, _ in self.places.values()):
            move_fire.check(arrival.placed(self.g, self.places, {}), answer)
        else:
            try:
                move_fire.check(self.g, answer)
            except Refusal:
                if not self.places:
                    raise
                move_fire.check(arrival.placed(self.g, self.places, {}), answer)
        self.places[name] = end
        return answer
