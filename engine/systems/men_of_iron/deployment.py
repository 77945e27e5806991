"""14.1 Before the battle: each side orders its formations, and places units where the battle lets it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.kernel.decisions import Answer, Choice, Command, Menu
from engine.kernel.hexes import VERTICES, Hex, show
from engine.kernel.text import Text, refuse
from engine.systems.men_of_iron import activation, choice_weights, formations, orders, special
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import ArmyDeployed, LeaderMoved, OrderGiven, PhaseBegan, UnitPlaced
from engine.systems.men_of_iron.state import Unit


def area(g: Battle, unit: Unit) -> Sequence[Hex]:
    """Hexes the unit's owner may choose from; () where it stands as the battle has it."""
    return next((found for r in special.having(g, "set_up_area") if (found := r.set_up_area(g, unit))), ())


def chooses(g: Battle, side: str) -> bool:
    """Whether the side has anything to order before the battle."""
    return any(formations.may(g, u) is not None or u.formation is not None or area(g, u) for u in g.units(side))


async def set_up(g: Battle) -> None:
    """Each side in turn, then who begins."""
    for side, army in g.state.armies.items():
        if army.deployed:
            continue
        if not chooses(g, side):
            g.emit(ArmyDeployed(side=side, name=g.spec(side).name, rule="14.1"))
            continue
        answer = await g.ask(
            Command(
                kind="set-up",
                side=side,
                rule="14.1",
                prompt=Text("Before the battle: form up, or begin as you stand."),
                focus=tuple(u.at for u in g.units(side)),
                menu=_menu(g, side),
                accept=lambda a, side=side: check(g, side, a),
                default_answer=orders.Done(),
            )
        )
        _carry_out(g, side, answer)
        return
    await activation.first_player(g)
    g.emit(PhaseBegan(phase="free"))


def check(g: Battle, side: str, answer: Answer) -> None:
    """Refuse what can't be ordered before the battle."""
    match answer:
        case orders.Done():
            return
        case orders.Form():
            for name in answer.units:
                _own(g, side, name)
            formations.check(g, answer)
        case orders.Place():
            _check_place(g, _own(g, side, answer.unit), answer)
        case _:
            refuse("Before the battle you order formations, then done.", rule="14.1")


def _own(g: Battle, side: str, name: str) -> Unit:
    unit = g.state.units.get(name)
    if unit is None or not unit.on_map:
        refuse("There is no unit {name} on the map.", name=name)
    if unit.side != side:
        refuse("{unit} is the enemy's.", unit=unit.id)
    return unit


def _check_place(g: Battle, unit: Unit, order: orders.Place) -> None:
    allowed = area(g, unit)
    if not allowed:
        refuse("{unit} stands where the battle puts it.", unit=unit.id)
    if order.hex not in allowed:
        refuse("{hex} lies outside the area {unit} may be set up in.", hex=show(order.hex), unit=unit.id)
    if order.facing is not None and not order.facing.is_vertex:
        refuse("{unit} faces a vertex: E, NE, NW, W, SW or SE.", rule="6.1", unit=unit.id)
    other = g.unit_at(order.hex)
    if other is not None and other is not unit and order.hex not in area(g, other):
        refuse("{other} stands at {hex}.", rule="8.0", other=other.id, hex=show(order.hex))


def _carry_out(g: Battle, side: str, answer: Answer) -> None:
    match answer:
        case orders.Form():
            g.emit(OrderGiven())
            formations.form(g, answer)
        case orders.Place():
            g.emit(OrderGiven())
            _place(g, g.state.units[answer.unit], answer)
        case _:
            g.emit(ArmyDeployed(side=side, name=g.spec(side).name, rule="14.1"))


def _place(g: Battle, unit: Unit, order: orders.Place) -> None:
    """Put the unit there, leaders in its hex with it; one that stood there changes places with it."""
    was, other = unit.at, g.unit_at(order.hex)
    facing = unit.facing if order.facing is None else order.facing
    going, coming = (g.leaders_at(h, unit.side) for h in (was, order.hex))
    g.emit(UnitPlaced(unit=unit.id, hex=order.hex, facing=facing))
    if other is not None and other is not unit:
        g.emit(UnitPlaced(unit=other.id, hex=was, facing=other.facing))
    if order.hex != was:
        for leaders, start, to in ((going, was, order.hex), (coming, order.hex, was)):
            for x in leaders:
                g.emit(LeaderMoved(leader=x.id, start=start, to=to, how="with-unit", rule="15.2"))


# -- menus ---------------------------------------------------------------------------------------------------------


def _menu(g: Battle, side: str) -> Menu:
    return Menu(Text("Before the battle…"), lambda: list(_choices(g, side)))


def _choices(g: Battle, side: str) -> Iterator[Choice]:
    yield Choice("done", Text("Begin as we stand"), answer=orders.Done(), lean=3.0)
    for c in g.commands(side):
        yield from form_choices(g, [u for u in g.units(command=c.id)], c.name)
    for u in g.units(side):
        own = list(form_choices(g, [u], u.id)) + list(_placings(g, u))
        if own:
            yield Choice(
                u.id,
                Text("{unit} at {hex}", unit=u.id, hex=show(u.at)),
                menu=lambda u=u, own=own: Menu(Text("{unit}…", unit=u.id), lambda: own),
                unit=u.id,
                hex=u.at,
                lean=0.05,
            )


def form_choices(g: Battle, units: Sequence[Unit], name: str) -> Iterator[Choice]:
    """14.1 Taking several units into their formation, or out of it, in one order each."""
    taking = [u for u in units if formations.may(g, u) is not None]
    if taking:
        formation = formations.may(g, taking[0])
        same = tuple(u.id for u in taking if formations.may(g, u) == formation)
        told = "Shield Wall" if formation == "shield-wall" else "Schiltron"
        text = Text("{name}: form {formation}", name=name, formation=told)
        order = orders.Form(units=same, formation=formation)
        lean = choice_weights.of_forming(g, [u for u in taking if u.id in same])
        yield Choice(f"form-{same[0]}-{len(same)}", text, answer=order, lean=lean)
    inside = [u for u in units if formations.may_leave(g, u)]
    if inside:
        leaving = tuple(u.id for u in inside)
        text = Text("{name}: leave formation", name=name)
        order = orders.Form(units=leaving, formation=None)
        yield Choice(
            f"leave-{leaving[0]}-{len(leaving)}", text, answer=order, lean=choice_weights.of_leaving(g, inside)
        )


def _placings(g: Battle, u: Unit) -> Iterator[Choice]:
    for h in area(g, u):
        if g.unit_at(h) is None:
            yield Choice(
                show(h),
                Text("{hex}", hex=show(h)),
                menu=lambda h=h: Menu(
                    Text("{unit} at {hex}, facing…", unit=u.id, hex=show(h)),
                    lambda: [
                        Choice(
                            f.name,
                            Text("{f}", f=f.name),
                            answer=orders.Place(unit=u.id, hex=h, facing=f),
                            unit=u.id,
                            hex=h,
                            facing=f,
                        )
                        for f in VERTICES
                    ],
                ),
                leads=orders.Place(unit=u.id, hex=h),
                unit=u.id,
                hex=h,
            )
