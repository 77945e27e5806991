"""Guided orders of the Move/Fire part: the tree of menus a player, a random player or autocomplete walks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from engine.kernel import leader_menu
from engine.kernel.decisions import Choice, Menu
from engine.kernel.hexes import Facing, Hex, show
from engine.kernel.inquiry import joined
from engine.kernel.text import Refusal, Text, codes
from engine.systems.men_of_iron import (
    bombards,
    choice_weights,
    deployment,
    fire,
    hobilars,
    leader_moves,
    movement,
    orders,
    reach,
    reaction,
    recovery,
    shot,
    work,
)
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.state import Leader, Unit


def _allowed(check: Callable[[], object]) -> bool:
    try:
        check()
    except Refusal:
        return False
    return True


def orders_menu(g: Battle) -> Menu:
    """What the activated Command can do next."""

    def build() -> list[Choice]:
        choices = [_unit_choice(g, u) for u in g.units(command=g.act.command) if can_do_something(g, u)]
        if not g.act.orders_given:
            own = list(g.units(command=g.act.command))
            found = deployment.form_choices(g, own, g.state.commands[g.act.command].name)
            choices = [*(c for c in found if len(own) > 1), *choices]
        choices += _bombards(g)
        leader = g.leader(g.act.command)
        if leader is not None and leader_moves.can_move(g, leader):
            choices.append(_leader_choice(g, leader))
        return [*choices, _done(g)]

    return Menu(Text("{name}: which unit?", name=g.state.commands[g.act.command].name), build, lambda: _done(g))


def _done(g: Battle) -> Choice:
    def note() -> Text | None:
        resting = recovery.recovering(g)
        return Text("{units} recover", units=codes(u.id for u in resting)) if resting else None

    return Choice("done", Text("Done: on to Shock"), answer=orders.Done(), note=note, lean=0.6)


def can_do_something(g: Battle, u: Unit) -> bool:
    """Whether there is any order for the unit now."""
    if u.id in g.act.worked:
        return False
    return bool(
        reach.can_move(g, u)
        or fire.targets(g, u)
        or reach.turns(g, u, reach.start(g, u))
        or hobilars.can_change(g, u, reach.start(g, u))
        or (not g.act.orders_given and next(deployment.form_choices(g, [u], u.id), None) is not None)
        or work.options(g, u)
    )


def _unit_choice(g: Battle, u: Unit) -> Choice:
    ready = u.id not in g.act.acted
    recovers = u.id in g.act.may_recover and ready and not g.adjacent_enemies(u.at, u.side)
    return Choice(
        u.id,
        Text("{unit} at {hex}", unit=u.id, hex=show(u.at)),
        menu=lambda: unit_menu(g, u),
        unit=u.id,
        hex=u.at,
        note=Text("recovers if it does nothing") if recovers else _state(g, u),
        lean=choice_weights.of_unit(g, u, ready=ready, recovers=recovers),
    )


def _state(g: Battle, u: Unit) -> Text | None:
    if g.out_of_command(u):
        return Text("out of command")
    if u.retired:
        return Text("Retired")
    return Text("Disordered") if u.disordered else None


# -- one unit ------------------------------------------------------------------------------------------------------


def unit_menu(g: Battle, u: Unit) -> Menu:
    """What a unit can do."""
    return Menu(Text("{unit}…", unit=u.id), lambda: list(_unit_choices(g, u)))


def _unit_choices(g: Battle, u: Unit) -> Iterator[Choice]:
    nodes = reach.search(g, u)
    rider = leader_moves.rider(g, u)
    if nodes:
        text = Text("Move") if rider is None else Text("Move with {leader}", leader=rider.name)
        yield Choice("move", text, menu=lambda: move_menu(g, u), unit=u.id, lean=choice_weights.of_moving(g, u))
    if nodes and rider is not None:
        text = Text("Move without {leader}", leader=rider.name)
        yield Choice("alone", text, menu=lambda: move_menu(g, u, along=False), unit=u.id, lean=0.1)
    for t in fire.targets(g, u):
        label = Text("Fire at {what}", what=shot.describe(g, u, t))
        answer = orders.Fire(unit=u.id, target=t.id)
        lean, p = choice_weights.of_shot(g, u, t), shot.preview(g, u, t).chance
        yield Choice(f"x-{t.id}", label, answer=answer, unit=u.id, hex=t.at, lean=lean, chance=p)
    turned = reach.turns(g, u, reach.start(g, u))
    if turned:
        yield Choice(
            "turn",
            Text("Turn in place"),
            menu=lambda: _turn_menu(g, u, turned),
            unit=u.id,
            lean=choice_weights.of_turning(g, u),
        )
    if hobilars.can_change(g, u, reach.start(g, u)):
        yield from _changes(g, u)
    if not g.act.orders_given:
        yield from deployment.form_choices(g, [u], u.id)
    for order in work.options(g, u):
        yield work_choice(g, u, order)


def work_choice(g: Battle, u: Unit, order: orders.Work) -> Choice:
    """PO-2, PO-5 One thing that takes the unit's whole activation."""
    if order.what == "clear" and order.hex is not None:
        text = Text("Clear the hedge towards {hex}", hex=show(order.hex))
        return Choice(f"clear-{show(order.hex)}", text, answer=order, unit=u.id, hex=order.hex, lean=0.3)
    return Choice("remount", Text("Mount up: nothing else in this activation"), answer=order, unit=u.id, lean=0.3)


def _turn_menu(g: Battle, u: Unit, facings: Sequence[Facing]) -> Menu:
    return Menu(
        Text("{unit} turns to face…", unit=u.id),
        lambda: [
            Choice(
                f.name,
                Text("{f}", f=f.name),
                answer=orders.Move(unit=u.id, path=(f,)),
                unit=u.id,
                hex=u.at,
                facing=f,
                lean=choice_weights.of_facing(g, u, u.at, f),
            )
            for f in facings
        ],
    )


def _changes(g: Battle, u: Unit) -> Iterator[Choice]:
    """14.2 Mounting or dismounting where it stands, and riding or walking on from there."""
    verb = Text("Dismount") if u.mounted else Text("Mount")
    stay = orders.Move(unit=u.id, change_after=0)
    yield Choice("change", verb, answer=stay, unit=u.id, mp=hobilars.price(g), lean=0.7)
    nodes = hobilars.search_changed(g, u)
    if nodes:
        text = Text("{verb}, then move", verb=verb)
        yield Choice("change-move", text, menu=lambda: _changed_menu(g, u, nodes), unit=u.id, lean=0.5)


def _changed_menu(g: Battle, u: Unit, nodes: dict[Hex, reach.Node]) -> Menu:
    def build() -> list[Choice]:
        return [
            Choice(
                show(h),
                Text("{hex}", hex=show(h)),
                answer=orders.Move(unit=u.id, path=n.path(), change_after=0),
                unit=u.id,
                hex=h,
                mp=n.mp,
            )
            for h, n in sorted(nodes.items(), key=lambda x: (x[1].mp, x[0]))
        ]

    return Menu(Text("Where does {unit} go?", unit=u.id), build)


# -- moves ---------------------------------------------------------------------------------------------------------


def move_menu(g: Battle, u: Unit, *, along: bool | None = None) -> Menu:
    """Where the unit can go: one choice a hex, nearest first."""
    return Menu(Text("Where does {unit} go?", unit=u.id), lambda: _destinations(g, u, along))


def _destinations(g: Battle, u: Unit, along: bool | None) -> list[Choice]:
    choices: list[Choice] = []
    for h, node in sorted(reach.search(g, u).items(), key=lambda x: (x[1].mp, x[0])):
        choices.append(
            Choice(
                show(h),
                Text("{hex}", hex=show(h)),
                menu=lambda h=h, node=node: Menu(
                    Text("{unit} at {hex}, facing…", unit=u.id, hex=show(h)), lambda: _facings(g, u, node, along)
                ),
                leads=partial(_move, u, node, along),
                unit=u.id,
                hex=h,
                mp=node.mp,
                note=partial(consequences, g, u, node),
                lean=choice_weights.of_destination(g, u, node),
                risk=partial(reach.risks, g, u, node),
            )
        )
    return choices


def _move(u: Unit, node: reach.Node, along: bool | None) -> orders.Move:
    """The order to go there by the cheapest way."""
    return orders.Move(unit=u.id, path=node.path(), along=along)


def _facings(g: Battle, u: Unit, node: reach.Node, along: bool | None) -> list[Choice]:
    choices: list[Choice] = []
    for f in sorted(reach.turns(g, u, node), key=lambda f: (f != u.facing, f)):
        order = orders.Move(unit=u.id, path=(*node.path(), f), along=along)
        lean = choice_weights.of_facing(g, u, node.hex, f)
        choices.append(
            Choice(
                f.name,
                Text("{f}", f=f.name),
                answer=order,
                unit=u.id,
                hex=node.hex,
                facing=f,
                mp=node.mp,
                lean=lean,
            )
        )
        choices += _shots_from(g, u, node, f, order, lean)
    return choices


def _shots_from(g: Battle, u: Unit, node: reach.Node, f: Facing, order: orders.Move, lean: float) -> Iterator[Choice]:
    """9.2 Fire at the end of the move, judged as if nobody reacted."""
    if u.weapon is None:
        return
    for t in fire.targets(g, u, at=node.hex, facing=f):
        with_fire = order.model_copy(update={"fire_at": t.id})
        if _allowed(lambda o=with_fire: movement.check_move(g, u, o)):
            yield Choice(
                f"{f.name}-x-{t.id}",
                Text("{f}, then fire at {target}", f=f.name, target=t.id),
                answer=with_fire,
                unit=u.id,
                hex=node.hex,
                facing=f,
                mp=node.mp,
                lean=lean * choice_weights.of_shot(g, u, t, node.hex),
                chance=partial(_hit_chance, g, u, t, node.hex),
            )


def _hit_chance(g: Battle, u: Unit, t: Unit, at: Hex) -> float:
    return shot.preview(g, u, t, at=at).chance


def consequences(g: Battle, u: Unit, node: reach.Node) -> Text | None:
    """What a move would set off where it ends: zones, Reaction Fire, friends ridden through, the ground."""
    parts: list[Text] = []
    held_by = g.enemy_zoc(node.hex, u.side)
    if held_by:
        parts.append(Text("in the ZOC of {enemies}", enemies=joined(e.id for e in held_by)))
    shooters = reaction.reactors(g, u, node.hex)
    if shooters:
        parts.append(Text("Reaction Fire from {enemies}", enemies=joined(e.id for e in shooters)))
    ridden = node.ridden_through()
    if ridden:
        parts.append(Text("rides through {friends}", friends=joined(ridden)))
    parts += reach.entry_notes(g, u, node)
    rider = leader_moves.rider(g, u)
    if (
        rider is not None
        and leader_moves.companion(g, u, None, movement.hexes_of(orders.Move(unit=u.id, path=node.path()))) is None
    ):
        parts.append(Text("{leader} can't follow", leader=rider.name))
    if u.type == "MM" and u.normal and not held_by and g.adjacent_enemies(node.hex, u.side):
        parts.append(Text("too near to Charge"))
    return joined(parts, "; ") if parts else None


# -- leader and bombards -------------------------------------------------------------------------------------------


def _leader_choice(g: Battle, x: Leader) -> Choice:
    return Choice(
        x.id,
        Text("Move {leader}", leader=x.name),
        menu=lambda: _leader_menu(g, x),
        unit=x.id,
        hex=x.at,
        lean=choice_weights.of_leader_move(g, x),
    )


def _leader_menu(g: Battle, x: Leader) -> Menu:
    return leader_menu.destinations(
        g,
        x,
        goals=lambda: leader_moves.destinations(g, x),
        followers=lambda: (u.at for u in g.units(command=x.command)),
        order=lambda h: orders.MoveLeader(leader=x.id, to=h),
    )


def _bombards(g: Battle) -> Iterator[Choice]:
    """CR-3"""
    for m in g.markers("bombard"):
        if m.command != g.act.command:
            continue
        for t in bombards.targets(g, m.id):
            answer = orders.Fire(unit=m.id, target=t.id)
            text = Text("{name} fires at {target}", name=m.name, target=t.id)
            yield Choice(f"{m.id}-x-{t.id}", text, answer=answer, unit=m.id, hex=t.at, lean=3.0)
        if _allowed(lambda m=m: bombards.check_reload(g, m.id)):
            answer = orders.Work(unit=m.id, what="reload")
            yield Choice(f"reload-{m.id}", Text("Make {name} ready", name=m.name), answer=answer, unit=m.id, lean=3.0)
