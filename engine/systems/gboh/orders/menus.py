"""The menus orders are chosen from, step by step: which unit, what it does, where to, facing which way.

They list only what :func:`orders_phase.check` accepts; what a choice would trigger stands in its note.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from operator import attrgetter

from engine.kernel import leader_menu
from engine.kernel.decisions import Choice, Menu, Options
from engine.kernel.hexes import Facing, Hex, Nearest, distance, show
from engine.kernel.naming import titled
from engine.kernel.text import Refusal, Text, counted, refuse
from engine.systems.gboh import footprint, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.cohesion import rally, recovery
from engine.systems.gboh.command import command, leader_moves, line_leave
from engine.systems.gboh.events import facing_name
from engine.systems.gboh.missiles import fire
from engine.systems.gboh.movement import movement, reach, together, zoc
from engine.systems.gboh.orders import orders, places, shots
from engine.systems.gboh.state import Leader, Unit


def orders_menu(g: Battle, leader: Leader, *, commands: bool = True) -> Menu:
    """Everything the active leader may order now (5.22); without ``commands`` only what takes no order (11.65)."""
    if commands:
        text = Text("{leader} orders…", leader=leader.name)
        return Menu(text, lambda: list(_orders(g, leader)), lambda: _no_more(g, leader))
    last = Choice("done", Text("No more fire"), answer=orders.Done(), lean=0.4)
    return Menu(Text("Artillery…"), lambda: [*special.told(g, Special.free_choices), last], lambda: last)


def _orders(g: Battle, leader: Leader) -> Iterator[Choice]:
    yield from special.told(g, Special.free_choices)
    if not g.orders.lines_used:
        for u in g.units(leader.side):
            if command.in_command(g, leader, u) and can_do_something(g, leader, u):
                yield unit_choice(g, leader, u)
        for kind in (*special.own_orders(g), *g.game.orders):
            yield from kind.leader_choices(g, leader)
    yield from _line_commands(g, leader)
    if (done := _no_more(g, leader)) is not None:
        yield done


def _line_commands(g: Battle, leader: Leader) -> Iterator[Choice]:
    for kind in special.order_kinds(g):
        yield from kind.line_choices(g, leader)


def _no_more(g: Battle, leader: Leader) -> Choice | None:
    if not _allowed(lambda: trumper_acts(g, leader)):
        return None
    return Choice("done", Text("No more orders"), answer=orders.Done(), lean=0.4)


def trumper_acts(g: Battle, leader: Leader) -> None:
    """5.45 Refuse to end the phase of one who trumped and has nothing to show for it, where nobody could attack yet."""
    moving, firing = g.game.command.trumper_moves, g.game.command.trumper_fires
    if not g.orders.trumping or g.orders.trump_used(moving=moving, firing=firing) or _could_shock(g, leader):
        return
    if g.orders.lines_used and not any(True for _ in _line_commands(g, leader)):
        return  # Line Commands take the place of Individual Orders, and none is left: nothing can be asked of him.
    if not moving:
        refuse("{leader} trumped and must do something first.", rule=g.case(Case.TRUMPER_ACTS), leader=leader.name)
    if any(command.in_command(g, leader, u) and _can_go(g, u, firing) for u in g.units(leader.side)):  # else A 5.47
        refuse(
            "{leader} trumped and must have a unit move or fire."
            if firing
            else "{leader} trumped and must have a unit move.",
            rule=g.case(Case.TRUMPER_ACTS),
            leader=leader.name,
        )


def _could_shock(g: Battle, leader: Leader) -> bool:
    if g.orders.markers:
        return True
    return any(
        command.in_command(g, leader, u, by="shock")
        and not u.routed
        and special.why_not(g, Special.bars_attack, u) is None
        and g.opponents(u)
        for u in g.units(leader.side)
    )


def _can_go(g: Battle, u: Unit, firing: bool) -> bool:
    if firing and not u.routed and fire.has_target(g, u):
        return _allowed(lambda: movement.check_orderable(g, u, firing=True))
    return _allowed(lambda: movement.check_orderable(g, u)) and reach.can_move(g, u)


def can_do_something(g: Battle, leader: Leader | None, u: Unit) -> bool:
    """Whether there is any order for the unit now, in command of the leader if any leads."""
    if u.routed and leader is not None:
        return _allowed(lambda: rally.can_rally(g, leader, u))
    # What takes long to find out is asked last.
    if movement.unorderable(g, u) is None:
        stays = u.id in g.orders.stationary and special.why_not(g, Special.confines, u) is None
        if not stays and not zoc.holders(g, u) and not special.rooted(g, u):
            return True
        if fire.has_target(g, u) or (not stays and reach.can_move(g, u)):
            return True
        if any(True for _ in special.unit_choices(g, u)):
            return True
    if shots.fires_yet(g, u):
        return True
    return u.hits > 0 and leader is not None and _allowed(lambda: recovery.can_recover(g, leader, u))


def _allowed(check: Callable[[], object]) -> bool:
    try:
        check()
    except Refusal:
        return False
    return True


def unit_choice(g: Battle, leader: Leader | None, u: Unit) -> Choice:
    """One unit with the menu of what it may do."""
    label = Text("{unit} at {hex}", unit=titled(u), hex=show(u.at))
    return Choice(
        u.id,
        label,
        menu=lambda: Menu(Text("{unit} at {hex}…", unit=u.id, hex=show(u.at)), lambda: list(_actions(g, leader, u))),
        unit=u.id,
        hex=u.at,
    )


def _actions(g: Battle, leader: Leader | None, u: Unit) -> Iterator[Choice]:
    """What the unit may be told: of each kind of order, those of chapters before what does nothing but restore it."""
    movable = _allowed(lambda: movement.check_orderable(g, u))
    for kind in g.game.orders:
        if not kind.restores:
            yield from kind.choices(g, leader, u, movable=movable)
    if movable:
        yield from special.unit_choices(g, u)
    for kind in g.game.orders:
        if kind.restores:
            yield from kind.choices(g, leader, u, movable=movable)


# -- moves ---------------------------------------------------------------------------------------------------------


def move_menu(g: Battle, u: Unit, *, along: bool = False, under: str | None = None) -> Menu:
    """Where the unit can go: one choice a hex, nearest first; ``under``: with that one of its stack (S 6.64)."""
    order = orders.Move(unit=u.id, along=along, under=under)
    pair = not footprint.is_single(u)
    text = "Where does the left half of {unit} go?" if pair and u.facing.is_vertex else "Where does {unit} go?"
    return Menu(Text(text, unit=u.id), lambda: _destinations(g, u, order))


def _destinations(g: Battle, u: Unit, base: orders.Move) -> Sequence[Choice]:
    with together.going(g, base):
        return _hexes(g, u, base)


def _hexes(g: Battle, u: Unit, base: orders.Move) -> Options:
    by_hex: dict[Hex, list[reach.Node]] = defaultdict(list)
    rider, pair = g.state.leaders[str(g.orders.leader)] if base.along else None, not footprint.is_single(u)
    for node in reach.search(g, u).values():
        if pair and places.only_turns(u, node):
            continue  # It has a choice of its own.
        if rider is None or leader_moves.can_ride(g, rider, leader_moves.ridden(rider, u, node.path())):
            by_hex[node.hex].append(node)
    for nodes in by_hex.values():
        nodes.sort(key=_PRICE)
    ends = sorted(by_hex.items(), key=lambda x: (x[1][0].mp, x[0]))
    gap = _gap(g, u.side)
    now = gap[u.at]

    def made(i: int) -> Choice:
        h, nodes = ends[i]
        cheapest = nodes[0]
        shown = next((n for n in nodes if n.facing == u.facing), cheapest)
        other = places.other(u, shown)
        where = show(h) if other is None else places.spot(u, shown)
        return Choice(
            show(h),
            Text("Turn at {hex}" if h == u.at and other is None else "{hex}", hex=where),
            menu=lambda: Menu(
                Text("{unit} at {hex}, facing…", unit=u.id, hex=show(h)), lambda: _facings(g, u, nodes, base)
            ),
            leads=partial(_move, base, cheapest),
            unit=u.id,
            hex=h,
            other=other,
            mp=cheapest.mp,
            hits=cheapest.hits,
            note=partial(_foretold, g, u, cheapest, base),
        )

    return Options([0.05 if h == u.at else 2.0 ** max(-6, min(8, now - gap[h])) for h, _ in ends], made)


_PRICE = attrgetter("price", "facing")


def _gap(g: Battle, side: str) -> Nearest:
    """From a hex to the nearest enemy of ``side``: the nearest that isn't routed, unless all are."""

    def found() -> Nearest:
        enemies = list(g.units(g.foe(side)))
        return Nearest(e.at for e in [e for e in enemies if not e.routed] or enemies)

    return g.kept("gap", found, g.foe(side))


def _move(base: orders.Move, n: reach.Node) -> orders.Move:
    """The order to go there by the cheapest way."""
    return base.model_copy(update={"path": n.path()})


def _facings(g: Battle, u: Unit, nodes: Sequence[reach.Node], base: orders.Move) -> list[Choice]:
    choices: list[Choice] = []
    enemies = [e.at for e in g.units(g.state.enemy(u.side))]
    for n in nodes:
        order = _move(base, n)
        lean = facing_lean(g, u, n.hex, n.facing, enemies)
        if places.other(u, n) is not None and n.facing == u.facing:
            lean += 4.0  # A wheel is an order of its own.
        choices.append(
            Choice(
                n.facing.name,
                Text("{f}", f=facing_name(n.facing))
                if places.other(u, n) is None
                else Text("{f}: {hexes}", f=facing_name(n.facing), hexes=places.spot(u, n)),
                answer=order,
                unit=u.id,
                hex=n.hex,
                other=places.other(u, n),
                facing=n.facing,
                mp=n.mp,
                hits=n.hits,
                note=partial(_foretold, g, u, n, base),
                lean=lean,
            )
        )
        shoots = fire.carries(g, u) and u.supply != "no" and n.hex != u.at
        if g.orders.line is None and g.orders.kind != "march" and shoots:
            choices += _shots_from(g, u, n, order, lean)
    return choices


def facing_lean(g: Battle, u: Unit, at: Hex, facing: Facing, enemies: Sequence[Hex]) -> float:
    """How sensible a facing is: with enemies before it, or towards the nearest of ``enemies``."""
    ahead = footprint.front(footprint.Stand(at, facing, u.shape))
    return 1.0 + sum(8.0 for h in ahead if g.enemy_in(h, u.side)) + _towards(ahead, at, enemies)


def _towards(ahead: Sequence[Hex], at: Hex, enemies: Sequence[Hex]) -> float:
    if not enemies:
        return 0.0
    nearest = min(enemies, key=lambda e: distance(at, e))
    return 3.0 * sum(distance(h, nearest) < distance(at, nearest) for h in ahead)


def _shots_from(g: Battle, u: Unit, n: reach.Node, order: orders.Move, lean: float) -> list[Choice]:
    """Fire at the end of the move, judged as if nobody reacted (8.11)."""
    return [
        Choice(
            f"{n.facing.name}-x-{t.id}",
            Text("{f}, then fire at {target}", f=facing_name(n.facing), target=t.id),
            answer=order.model_copy(update={"fire_at": t.id}),
            unit=u.id,
            hex=n.hex,
            facing=n.facing,
            mp=n.mp,
            hits=n.hits,
            lean=lean * 2,
            chance=partial(shots.hit_chance, g, movement.at_end(u, n), t, moved=True),
        )
        for t in movement.targets_from(g, u, n)
    ]


def _foretold(g: Battle, u: Unit, node: reach.Node, order: orders.Move) -> Text | None:
    with together.going(g, order):
        return consequences(g, u, node)


def consequences(g: Battle, u: Unit, node: reach.Node) -> Text | None:
    """What a move would set off where it ends: zones, entry fire, withdrawals, the duty to attack."""
    parts: list[str] = []
    there, end = places.hexes(u, node), places.stand(u, node)
    moved = set(there) != {*footprint.hexes_of(u)}
    held_by = _distinct(e for h in there for e in g.enemy_zoc(h, u.side))
    if held_by and moved:
        parts.append("stops in the ZOC of " + ", ".join(held_by))
    shooters = _distinct(e for h in there for e in entry_shooters(g, h, u.side))
    if shooters and moved:
        parts.append("entry fire from " + ", ".join(shooters))
    ahead = [h for h in footprint.front(end) if not all(g.screened(half, h) for half in footprint.beside(end, h))]
    met = _distinct(e for h in ahead if (e := g.enemy_in(h, u.side)) is not None)
    if met and moved and g.game.movement.marks and not u.is_light:
        parts.append("must attack " + ", ".join(met))
    elif met and moved and not g.game.movement.marks and u.troop.attacks and not u.column:
        # G 7.31, 7.32 In enemy ZOC it must; elsewhere it may.
        fought = [e for e in met if not g.shuns(u, g.state.units[e])]
        parts += [("must attack " if held_by else "may attack ") + ", ".join(fought)] if fought else []
    dodgers = [e.id for e in _quicker(g, u) if footprint.distance(e, end) <= 2]
    if dodgers and moved:
        parts.append(", ".join(dodgers) + " may withdraw")
    parts += [str(t) for t in special.told(g, Special.foretells, u, node.hex, node.facing)]
    parts += places.price_of(g, u, node)
    parts += [f"breaks {friend.id}, which it passes through" for friend in places.broken(g, u, node)]
    if node.bought:
        parts.append("its MP spare it " + counted(node.bought, "hit|hits"))
    if node.hits:
        parts.append(f"costs {node.hits} " + ("hit: " if node.hits == 1 else "hits: ") + ", ".join(node.all_causes()))
    for below, hits in together.taken_below(g, u, node):
        if hits != node.hits:
            parts.append(f"costs {below.id} " + (counted(hits, "hit|hits") if hits else "none"))
    return Text("{parts}", parts="; ".join(parts)) if parts else None


def _distinct(found: Iterable[Unit]) -> list[str]:
    """Their codes, each once."""
    return list(dict.fromkeys(e.id for e in found))


def entry_shooters(g: Battle, h: Hex, side: str) -> list[Unit]:
    """8.21 Enemies of ``side`` that may fire at who enters the hex."""
    able = [e for e in g.covering(h, side) if fire.carries(g, e) and e.supply != "no" and not e.column]
    if g.game.fire.entry_when_held:
        return able
    return [e for e in able if fire.inability(g, e) is None and not g.in_enemy_zoc(e)]


def _quicker(g: Battle, u: Unit) -> list[Unit]:
    """6.51 Enemies that might withdraw from the unit when it comes within 2 hexes."""
    if Case.WITHDRAWAL not in g.game.cases:
        return []
    return g.derived(
        ("quicker", u.id),
        lambda: [
            e
            for e in g.units(g.state.enemy(u.side))
            if not e.routed and e.ma > u.ma and not g.in_enemy_zoc(e) and special.bars_withdrawal(g, e, u) is None
        ],
    )


# -- leaders and lines ---------------------------------------------------------------------------------------------


def leader_choice(g: Battle, x: Leader, *, price: int) -> Choice:
    """Moving one leader, with the menu of hexes he can reach."""
    text = (
        Text("Move {leader} ({n:order|orders})", leader=x.name, n=price)
        if price != 1
        else Text("Move {leader}", leader=x.name)
    )
    return Choice(f"lead-{x.id}", text, menu=lambda: _leader_menu(g, x), unit=x.id, hex=x.at, lean=0.4)


def _leader_menu(g: Battle, x: Leader) -> Menu:
    return leader_menu.destinations(
        g,
        x,
        goals=lambda: leader_moves.destinations(g, x),
        followers=lambda: (u.at for u in g.units(x.side) if not u.routed),
        order=lambda h: orders.MoveLeader(leader=x.id, to=h),
    )


def at_risk(g: Battle, leader: Leader, choice: Choice, answer: orders.Line) -> Choice:
    """4.33 The choice with what asking leave for it takes, and what is lost if that is denied."""
    if not line_leave.needs_leave(g, leader, answer.units):
        return choice
    risk = line_leave.at_stake(g, leader, answer.units)
    return replace(choice, chance=risk.chance, risk=risk)


def line_menu(g: Battle, leader: Leader, units: Sequence[Unit], *, can_lead: bool) -> Menu:
    """What the units of a Line may do next (5.23)."""

    def build() -> list[Choice]:
        choices = [unit_choice(g, leader, u) for u in units if can_do_something(g, leader, u)]
        choices += special.told(g, Special.free_choices)
        choices += (c for kind in special.own_orders(g) for c in kind.choices_in_line(g, leader))
        if can_lead:
            choices.append(leader_choice(g, leader, price=1))
        return [*choices, done]

    done = Choice("done", Text("The Line has finished"), answer=orders.Done(), lean=0.1)
    return Menu(Text("The Line: which unit?"), build, lambda: done)
