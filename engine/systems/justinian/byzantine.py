"""6.5 A Byzantine activation (C2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeAlias

from engine.kernel.board import Place
from engine.kernel.decisions import Choice, Command, Menu
from engine.kernel.dice import D10
from engine.kernel.text import Refusal, Text, refuse
from engine.systems.justinian import byzantine_groups, commanders, forts, manpower, nika, standing
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.events import (
    ActivationEnded,
    ActivationLost,
    DoubleDeclared,
    GoldChanged,
    PhaseBegan,
)
from engine.systems.justinian.movement import activation, choice_weights, fleet_menus
from engine.systems.justinian.orders import Activate
from engine.systems.justinian.scenario import BYZANTINE
from engine.systems.justinian.state import Army, MagMil, fleet_at

OrderMaker: TypeAlias = Callable[..., Activate]
"""Makes an order of its kind and fields, with what was chosen besides."""

NOTHING = Activate(what="nothing")


async def phase(g: Campaign) -> None:
    """C2: one activation, and another at once if two in a row were declared (6.45)."""
    if g.state.lose_next:
        g.emit(ActivationLost(rule="9.0-d"))
    elif not await nika.forced(g):
        await _ask(g)
    if g.state.phase == "over":
        return
    standing.settle(g)
    _go_on(g)


def _go_on(g: Campaign) -> None:
    """6.12 Whose activation is next, if any."""
    if g.state.byzantine_done >= g.charts.activations("byzantine"):
        g.emit(PhaseBegan(phase="end", rule="6.12"))
    elif g.state.double == "now":
        g.emit(DoubleDeclared(now=False, rule="6.45"))
        g.emit(PhaseBegan(phase="byzantine", rule="6.45"))
    else:
        g.emit(PhaseBegan(phase="barbarian", rule="6.12"))


def may_double(g: Campaign) -> bool:
    """6.45 Whether two activations in a row may be declared now."""
    left = g.charts.activations("byzantine") - g.state.byzantine_done
    return g.state.combined and g.state.double == "no" and left >= 2


async def _ask(g: Campaign) -> None:
    def accept(answer: object) -> None:
        if not isinstance(answer, Activate):
            refuse("What is activated?", rule="6.51")
        check(g, answer)

    order: Activate = await g.ask(
        Command(
            kind="byzantine-activation",
            side="byzantine",
            rule="6.51",
            prompt=Text(
                "Activation {n} of {most}: {gold} G",
                n=g.state.byzantine_done + 1,
                most=g.charts.activations("byzantine"),
                gold=g.state.gold,
            ),
            menu=menu(g),
            accept=accept,
            default_answer=Activate(what="recruit") if must_recruit(g) else NOTHING,
        )
    )
    if order.double:
        g.emit(DoubleDeclared(now=True, rule="6.45"))
    if order.fort is not None:
        forts.build(g, order.fort)
    await _carry_out(g, order)
    g.emit(ActivationEnded(side="byzantine", rule="6.12"))


async def _carry_out(g: Campaign, order: Activate) -> None:
    match order.what:
        case "recruit":
            await manpower.recruit(g)
        case "magmil":
            assert order.at is not None
            x = g.state.magmil[order.who]
            commanders.move(g, x, order.at, order.army, command=order.command)
        case "army":
            a = g.army(order.who)
            _pay(g)
            byzantine_groups.split_off(g, a, alone=order.alone)
            await activation.army(g, a.id)
        case "fleet":
            assert order.at is not None
            _pay(g)
            await activation.fleet(g, BYZANTINE, order.at)
        case "nothing":
            pass


def _pay(g: Campaign) -> None:
    g.emit(GoldChanged(n=-g.charts.expense("activation"), why="activation", rule="6.51"))


# -- what may be ordered ------------------------------------------------------------------------------------------


def must_recruit(g: Campaign) -> bool:
    """6.51 Whether a Praesental army below 10 SP leaves no choice; it does where there is no room for SP (4.31)."""
    return bool(manpower.praesental_needs(g)) and g.room(BYZANTINE) != 0


def check(g: Campaign, order: Activate) -> None:
    """Refuse an activation that can't be."""
    if order.double and not may_double(g):
        refuse("Two activations in a row are for once in a turn with a Combined Operation.", rule="6.45")
    price = g.charts.expense("activation") if order.what in ("army", "fleet") else 0
    if order.fort is not None:
        forts.check(g, order.fort)
        price += g.charts.expense("fort")
    if must_recruit(g) and order.what != "recruit":
        names = ", ".join(g.state.names[a] for a in manpower.praesental_needs(g))
        refuse("Byzantium must recruit: {armies} {armies:=is|are} below 10 SP.", rule="6.51", armies=names)
    if price > g.state.gold:
        refuse("That costs {price} G; there are {gold} G.", rule="6.51", price=price, gold=g.state.gold)
    match order.what:
        case "army":
            check_army(g, order.who)
        case "fleet":
            if order.at is None or g.fleet(BYZANTINE, order.at) is None:
                refuse("Byzantium has no fleet there.", rule="6.51")
        case "magmil":
            if order.at is None or order.at not in g.land.map:
                refuse("Where does the MagMil go?", rule="4.13")
            commanders.check_move(g, order.who, order.at, order.army, command=order.command)
        case _:
            pass


def check_army(g: Campaign, army: str) -> None:
    """4.1, 6.35, 6.51 Refuse an army that can't be activated."""
    a = g.state.armies.get(army)
    if a is None or a.at is None or g.side(a) != "byzantine" or not a.strength:
        refuse("Byzantium has no army “{army}” on the map.", rule="6.51", army=army[:40])
    if g.own_commander(a) is None:
        refuse("{army} has no MagMil and can't move.", rule="4.1", army=g.state.names[a.id])


def why_not(g: Campaign, army: str) -> Refusal | None:
    """Why an army can't be activated; None where it can."""
    try:
        check_army(g, army)
    except Refusal as no:
        return no
    return None


# -- the guided way -----------------------------------------------------------------------------------------------


def menu(g: Campaign, *, double: bool = False, fort: Place | None = None) -> Menu:
    """Everything an activation may be; a Fort, and a second one in a row, are chosen besides."""

    def order(what: str, **kw: object) -> Activate:
        return Activate.model_validate({"what": what, "double": double, "fort": fort, **kw})

    def build() -> list[Choice]:
        recruit = Choice(
            "recruit",
            Text("Recruit: a die of new SP"),
            answer=order("recruit"),
            note=Text("0 to {most} SP, for 0 G; they are placed then, and ships may be built", most=D10[-1]),
            lean=1.0,
        )
        if must_recruit(g):
            return [recruit, *_besides(g, double, fort)]
        found: list[Choice] = []
        spare = g.state.gold - (g.charts.expense("fort") if fort is not None else 0)
        if spare >= g.charts.expense("activation"):
            found += _armies(g, order)
            found += _fleets(g, order)
        found += _magmil(g, order)
        found.append(recruit)
        found.append(Choice("nothing", Text("Nothing"), answer=order("nothing"), lean=0.2))
        return [*found, *_besides(g, double, fort)]

    return Menu(Text("What is activated? {gold} G", gold=g.state.gold), build)


def _besides(g: Campaign, double: bool, fort: Place | None) -> Iterator[Choice]:
    if may_double(g) and not double:
        text = Text("Two activations in a row…")
        yield Choice("double", text, menu=lambda: menu(g, double=True, fort=fort), lean=0.2)
    if fort is None and (places := forts.places(g)):
        price = g.charts.expense("fort")
        yield Choice(
            "fort", Text("Build a Fort, {price} G…", price=price), menu=lambda: _forts(g, places, double), lean=0.1
        )


def _forts(g: Campaign, places: list[Place], double: bool) -> Menu:
    def build() -> list[Choice]:
        return [
            Choice(
                g.land.map.code(p),
                Text("{place}", place=g.land.name(p)),
                menu=lambda p=p: menu(g, double=double, fort=p),
                hex=p,
            )
            for p in places
        ]

    return Menu(Text("Where is the Fort built?"), build)


def _armies(g: Campaign, order: OrderMaker) -> Iterator[Choice]:
    """Every army that can be activated; to name it costs nothing yet."""
    for a in g.armies(side="byzantine"):
        if why_not(g, a.id) is not None:
            continue
        together = len(g.force(a)) > 1
        label = "{army} at {place} with all that is combined, {n} SP" if together else "{army} at {place}, {n} SP"
        lean = choice_weights.of_activating(g, a.id)
        if a.led_by is not None:
            label, lean = "{army} at {place}, combined with others, {n} SP", 0.2
        text = Text(label, army=g.state.names[a.id], place=g.land.name(a.at or 0), n=g.strength(a))
        ways = [*_ways(g, a, order)]
        yield Choice(
            a.id,
            text,
            menu=lambda a=a, ways=ways: Menu(Text("What does {army} do?", army=g.state.names[a.id]), lambda: ways),
            leads=ways[0].answer,
            unit=a.id,
            hex=a.at,
            lean=lean,
        )


def _ways(g: Campaign, a: Army, order: OrderMaker) -> Iterator[Choice]:
    """To activate an army, with what is combined with it or alone: each with its price, and what the die may bring."""
    price = g.charts.expense("activation")
    note = partial(_mp, g, a)
    if a.led_by is None:
        text = Text("Activate, for {price} G", price=price)
        yield Choice("activate", text, answer=order("army", who=a.id), unit=a.id, hex=a.at, note=note)
    if len(g.force(a)) > 1:
        text = Text("Activate alone, leaving the others, for {price} G", price=price)
        answer = order("army", who=a.id, alone=a.led_by is None)
        yield Choice("alone", text, answer=answer, unit=a.id, hex=a.at, note=note, lean=0.2)


def _mp(g: Campaign, a: Army) -> Text | None:
    """7.11 What the die of its MP may bring."""
    leader = g.own_commander(a)
    if leader is None:
        return None
    found = sorted(g.charts.allowance(die, leader.movement) for die in D10)
    least, most, half = found[0], found[-1], found[len(found) // 2]
    return Text("a die gives {least} to {most} MP, {half} or more mostly", least=least, most=most, half=half)


def _fleets(g: Campaign, order: OrderMaker) -> Iterator[Choice]:
    price = g.charts.expense("activation")
    for place, pool in g.state.fleets[BYZANTINE].items():
        unit = fleet_at(place, BYZANTINE).key
        text = Text("The fleet at {place}, {n} Fleet SP", place=g.land.name(place), n=pool.sp)
        sails = Choice(
            "activate",
            Text("Activate, for {price} G", price=price),
            answer=order("fleet", at=place),
            unit=unit,
            hex=place,
            note=Text("no die is rolled: it sails as far as its three sea areas reach"),
        )
        yield Choice(
            f"fleet-{place}",
            text,
            menu=lambda text=text, sails=sails: Menu(text, lambda: [sails]),
            leads=sails.answer,
            unit=unit,
            hex=place,
            lean=fleet_menus.prospects(g, BYZANTINE, place),
        )


def _magmil(g: Campaign, order: OrderMaker) -> Iterator[Choice]:
    there = [x for x in g.state.magmil.values() if x.where == "map"]
    if not there:
        return
    lean = 1.0 if any(a.leader is None for a in g.state.placed(BYZANTINE)) else 0.15
    yield Choice("magmil", Text("Move a MagMil alone"), menu=lambda: _which_magmil(g, there, order), lean=lean)


def _which_magmil(g: Campaign, there: list[MagMil], order: OrderMaker) -> Menu:
    def build() -> list[Choice]:
        return [
            Choice(
                x.id,
                Text("{leader}", leader=g.state.names[x.id]),
                menu=lambda x=x: _whither(g, x, order),
                unit=x.id,
                hex=g.place_of_magmil(x),
            )
            for x in there
        ]

    return Menu(Text("Which MagMil?"), build)


def _whither(g: Campaign, x: MagMil, order: OrderMaker) -> Menu:
    def build() -> list[Choice]:
        found: list[Choice] = []
        here = g.place_of_magmil(x)
        for p in [*commanders.destinations(g, x), *([here] if here is not None else [])]:
            for a in g.armies(p, BYZANTINE):
                if commanders.may_move(g, x.id, p, a.id, command=True):
                    text = Text("Command {army} in {place}", army=g.state.names[a.id], place=g.land.name(p))
                    answer = order("magmil", who=x.id, at=p, army=a.id, command=True)
                    lean = 5.0 if a.leader is None else 1.0
                    found.append(Choice(f"command-{a.id}", text, answer=answer, unit=x.id, hex=p, lean=lean))
        for p in commanders.destinations(g, x):
            answer = order("magmil", who=x.id, at=p)
            found.append(
                Choice(g.land.map.code(p), Text("{place}", place=g.land.name(p)), answer=answer, hex=p, lean=0.02)
            )
        return found

    return Menu(Text("Where does {leader} go?", leader=g.state.names[x.id]), build)
