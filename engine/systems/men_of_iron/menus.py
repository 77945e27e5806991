"""Guided orders of the Move/Fire part: the tree of menus a player, a random player or autocomplete walks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from engine.kernel.decisions import Choice, Menu
from engine.kernel.hexes import Facing, Hex, show
from engine.kernel.inquiry import refusal_of
from engine.kernel.text import Text, codes, joined
from engine.systems.men_of_iron import (
    choice_weights,
    fire,
    hobilars,
    leader_moves,
    movement,
    orders,
    reach,
    reaction,
    recovery,
    shot,
)
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.order_kinds import form, kinds
from engine.systems.men_of_iron.state import Leader, Marker, Unit


def orders_menu(g: Battle) -> Menu:
    """What the activated Command can do next."""
    name = g.state.commands[g.act.command].name

    def build() -> list[Choice]:
        own = list(g.units(command=g.act.command))
        leader = g.leader(g.act.command)
        return [
            *(form.together(g, own, name) if len(own) > 1 else ()),
            *(_unit_choice(g, u) for u in own if can_do_something(g, u)),
            *(c for m in g.markers("bombard") if m.command == g.act.command for c in _offered(g, m)),
            *(_offered(g, leader) if leader is not None else ()),
            _done(g),
        ]

    return Menu(Text("{name}: which unit?", name=name), build, lambda: _done(g))


def _offered(g: Battle, piece: Unit | Leader | Marker) -> Iterator[Choice]:
    """Orders of the Move/Fire part to a piece, but for a unit's moves, which have menus of their own."""
    return (c for kind in kinds.given_in("move") for c in kind.offers(g, piece))


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
        or reach.turns(g, u, reach.start(g, u))
        or hobilars.can_change(g, u, reach.start(g, u))
        or next(_offered(g, u), None) is not None
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
    """Where it goes, whom it fires at, how it turns or changes; then what else there is."""
    offered = list(_offered(g, u))
    yield from _goings(g, u)
    yield from (c for c in offered if isinstance(c.answer, orders.Fire))
    yield from _turns(g, u)
    yield from (c for c in offered if not isinstance(c.answer, orders.Fire))


def _goings(g: Battle, u: Unit) -> Iterator[Choice]:
    """5.0, 15.2 Moving, with the leader in its hex or without him."""
    if not reach.search(g, u):
        return
    rider = leader_moves.rider(g, u)
    text = Text("Move") if rider is None else Text("Move with {leader}", leader=rider.name)
    yield Choice("move", text, menu=lambda: move_menu(g, u), unit=u.id, lean=choice_weights.of_moving(g, u))
    if rider is not None:
        text = Text("Move without {leader}", leader=rider.name)
        yield Choice("alone", text, menu=lambda: move_menu(g, u, along=False), unit=u.id, lean=0.1)


def _turns(g: Battle, u: Unit) -> Iterator[Choice]:
    """6.2, 14.2 Turning, mounting or dismounting where it stands."""
    turned = reach.turns(g, u, reach.start(g, u))
    if turned:
        text, lean = Text("Turn in place"), choice_weights.of_turning(g, u)
        yield Choice("turn", text, menu=lambda: _turn_menu(g, u, turned), unit=u.id, lean=lean)
    if hobilars.can_change(g, u, reach.start(g, u)):
        yield from _changes(g, u)


def _turn_menu(g: Battle, u: Unit, facings: Sequence[Facing]) -> Menu:
    def turn(f: Facing) -> Choice:
        order, lean = orders.Move(unit=u.id, path=(f,)), choice_weights.of_facing(g, u, u.at, f)
        return Choice(f.name, Text("{f}", f=f.name), answer=order, unit=u.id, hex=u.at, facing=f, lean=lean)

    return Menu(Text("{unit} turns to face…", unit=u.id), lambda: [turn(f) for f in facings])


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
    def going(h: Hex, n: reach.Node) -> Choice:
        order = orders.Move(unit=u.id, path=n.path(), change_after=0)
        return Choice(show(h), Text("{hex}", hex=show(h)), answer=order, unit=u.id, hex=h, mp=n.mp)

    near = sorted(nodes.items(), key=lambda x: (x[1].mp, x[0]))
    return Menu(Text("Where does {unit} go?", unit=u.id), lambda: [going(h, n) for h, n in near])


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
        text, at = Text("{f}", f=f.name), node.hex
        choices.append(Choice(f.name, text, answer=order, unit=u.id, hex=at, facing=f, mp=node.mp, lean=lean))
        choices += _shots_from(g, u, node, f, order, lean)
    return choices


def _shots_from(g: Battle, u: Unit, node: reach.Node, f: Facing, order: orders.Move, lean: float) -> Iterator[Choice]:
    """9.2 Fire at the end of the move, judged as if nobody reacted."""
    if u.weapon is None:
        return
    for t in fire.targets(g, u, at=node.hex, facing=f):
        with_fire = order.model_copy(update={"fire_at": t.id})
        if refusal_of(lambda o=with_fire: movement.check_move(g, u, o)) is None:
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
