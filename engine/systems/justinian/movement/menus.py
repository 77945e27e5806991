"""Guided orders of an active army: everything it can do now, a press each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from engine.kernel.board import Place
from engine.kernel.decisions import Choice, Menu, Risk
from engine.kernel.inquiry import refusal_of
from engine.kernel.text import Text, joined
from engine.systems.justinian import forts
from engine.systems.justinian.campaign import other
from engine.systems.justinian.combat import attack, forecast
from engine.systems.justinian.combat.forces import forces_at
from engine.systems.justinian.combat.party import Party
from engine.systems.justinian.interception import land
from engine.systems.justinian.movement import choice_weights, combining, going, limits, steps, straying
from engine.systems.justinian.movement.acts import kinds
from engine.systems.justinian.movement.course import Course
from engine.systems.justinian.scenario import BYZANTINE
from engine.systems.justinian.state import detached_at

FEW = 9
"""Numbers of SP a menu lists one by one; of more it lists some."""


def actions(c: Course, prompt: Text) -> Menu:
    """What an active army can do next."""
    return Menu(prompt, lambda: [*choices(c), done(c)], lambda: done(c))


def before_moving(c: Course, prompt: Text) -> Menu:
    """7.11 What an active army can do without MP, before the die for them is rolled."""
    march = Choice("move", Text("Roll for its MP"), answer=steps.March(), lean=4.0)
    return Menu(prompt, lambda: [march, *_rare(c), done(c)], lambda: march)


def done(c: Course) -> Choice:
    """End the activation here."""
    return Choice(
        "done",
        Text("Done: end the activation"),
        answer=steps.March(end=True),
        note=lambda: limits.warning(c.g, c.force.armies, c.at),
        lean=choice_weights.of_stopping(c),
    )


def any_step(c: Course) -> bool:
    """Whether an active army has MP for anything."""
    return next(_for_mp(c), None) is not None


def choices(c: Course) -> Iterator[Choice]:
    """All but stopping."""
    if c.force.leader is not None:
        yield from _for_mp(c)
        yield from _rare(c)


def _for_mp(c: Course) -> Iterator[Choice]:
    if c.force.leader is None:
        return
    yield from _attacks(c)
    found = going.reach(c)
    if found:
        yield Choice(
            "go",
            Text("Go to…"),
            menu=partial(_destinations, c),
            unit=c.force.lead,
            lean=choice_weights.of_going(c, found),
        )
        if c.treasury == c.at:
            yield Choice(
                "go-treasury", Text("Go with the treasury to…"), menu=partial(_destinations, c, True), lean=0.05
            )
    yield from _markers(c)
    yield from recoveries(c)
    yield from _numbers(c)
    yield from _together(c)


def _order(*given: steps.AnyStep) -> steps.March:
    return steps.March(steps=given)


def _possible(c: Course, step: steps.AnyStep) -> bool:
    return refusal_of(lambda: kinds.after(c, step)) is None


# -- attacks -----------------------------------------------------------------------------------------------------------


def _attacks(c: Course) -> Iterator[Choice]:
    if c.defeated or not c.force.sp or c.mp < c.g.charts.cost("attack"):
        return
    attackers = Party(c.g, c.force.side, c.at, (c.force,))
    for i, party in enumerate(attack.targets(c.g, c.force, c.at)):
        target = None if i == 0 else party.forces[0].lead
        key = "attack" if target is None else f"attack-{target}"
        f = forecast.of(c.g, attackers, party, crossed=c.crossed)
        yield Choice(
            key,
            Text("Attack {enemy}, {n} SP", enemy=party.name, n=party.sp),
            answer=_order(steps.Attack(army=target)),
            unit=c.force.lead,
            hex=c.at,
            mp=c.g.charts.cost("attack"),
            note=f.words,
            odds=lambda party=party: (forecast.odds(c.g, attackers, party, crossed=c.crossed),),
            lean=choice_weights.of_attack(c, f, everybody=target is None),
        )


# -- going -------------------------------------------------------------------------------------------------------------


def _destinations(c: Course, treasury: bool = False) -> Menu:
    def build() -> Iterator[Choice]:
        for to, (mp, way) in sorted(going.reach(c).items(), key=lambda x: (x[1][0], x[0])):
            if treasury and not all(c.g.land.is_province(p) for p in way):
                continue
            yield Choice(
                c.g.land.map.code(to),
                Text("{place}", place=c.g.land.name(to)),
                answer=_order(*(steps.Go(to=p, treasury=treasury) for p in way)),
                unit=c.force.lead,
                hex=to,
                mp=mp,
                note=partial(consequences, c, way),
                risk=partial(_straying, c, to, mp),
                lean=choice_weights.of_destination(c, to, mp),
            )

    return Menu(Text("Where does {army} go?", army=c.force.name), lambda: list(build()))


def _straying(c: Course, to: Place, mp: int) -> Risk | None:
    return straying.risk(c.later(mp, at=to))


def consequences(c: Course, way: tuple[Place, ...]) -> Text | None:
    """What going somewhere would set off: interception on the way, enemies there, army limits."""
    g, to = c.g, way[-1]
    parts: list[Text] = []
    met = interceptors(c, way)
    if met is not None:
        parts.append(met)
    enemies = g.land_sp(to, other(c.force.side))
    if enemies:
        parts.append(Text("{n} enemy SP there", n=enemies))
    outside = limits.warning(g, c.force.armies, to)
    if outside is not None:
        parts.append(outside)
    return joined(parts, "; ") if parts else None


def interceptors(c: Course, way: tuple[Place, ...]) -> Text | None:
    """7.31 Which enemy armies may intercept on the way; None where none may."""
    g = c.g
    watchers = [f.name for p in dict.fromkeys(way) for f in forces_at(g, p, other(c.force.side)) if land.able(g, f)]
    return Text("may be intercepted by {armies}", armies=joined(watchers)) if watchers else None


# -- the rest ----------------------------------------------------------------------------------------------------------


def _markers(c: Course) -> Iterator[Choice]:
    if _possible(c, steps.Claim()):
        yield Choice(
            "claim",
            Text("Place the control marker"),
            answer=_order(steps.Claim()),
            mp=c.g.charts.cost("place_marker"),
            lean=choice_weights.MARKER,
        )
    if _possible(c, steps.Clear()):
        what = Text("Put the Revolt down") if c.at in c.g.state.revolt else Text("Remove the control marker")
        yield Choice(
            "clear", what, answer=_order(steps.Clear()), mp=c.g.charts.cost("remove_marker"), lean=choice_weights.MARKER
        )


def recoveries(c: Course) -> Iterator[Choice]:
    """8.24 Removing, or lessening, what is wrong with it."""
    ways: tuple[tuple[steps.Recovery, Text, str], ...] = (
        ("rally", Text("Remove Disorganized"), "recover_disorganized"),
        ("reduce", Text("Turn Defeated into Disorganized"), "recover_disorganized"),
        ("restore", Text("Remove Defeated"), "recover_defeated"),
    )
    for how, label, cost in ways:
        step = steps.Recover(how=how)
        if _possible(c, step):
            yield Choice(how, label, answer=_order(step), mp=c.g.charts.cost(cost), lean=choice_weights.RECOVERY)


def some_of(most: int) -> list[int]:
    """Numbers of SP to choose from: all of a few, of many the round ones, the last few and all.

    >>> some_of(3), some_of(23)
    ([1, 2, 3], [1, 2, 3, 5, 10, 15, 20, 22, 23])
    """
    if most <= FEW:
        return list(range(1, most + 1))
    return sorted({1, 2, 3, *range(5, most + 1, 5), most - 1, most})


def _numbers(c: Course) -> Iterator[Choice]:
    """Dropping, detaching, picking up, handing over: so many SP."""
    held = c.g.state.sp_of(detached_at(c.at, c.force.power)) if c.force.power != BYZANTINE else 0
    if held and _possible(c, steps.PickUp(sp=1)):
        yield Choice(
            "pick-up",
            Text("Pick up Detached SP…"),
            menu=lambda: _how_many(c, held, lambda n: steps.PickUp(sp=n)),
            lean=2.0,
        )
    if _possible(c, steps.Drop(sp=1)):
        yield Choice(
            "drop", Text("Leave Frontier SP…"), menu=lambda: _how_many(c, c.own, lambda n: steps.Drop(sp=n)), lean=0.15
        )
    if _possible(c, steps.Detach(sp=1)):
        yield Choice(
            "detach", Text("Detach SP…"), menu=lambda: _how_many(c, c.own, lambda n: steps.Detach(sp=n)), lean=0.15
        )
    for a in c.beside():
        if _possible(c, steps.Transfer(sp=1, army=a.id)):
            name = c.g.state.called(a.id)
            yield Choice(
                f"transfer-{a.id}",
                Text("Hand SP over to {army}…", army=name),
                menu=lambda a=a: _how_many(c, c.own, lambda n: steps.Transfer(sp=n, army=a.id)),
                lean=0.3,
            )


def _how_many(c: Course, most: int, make: Callable[[int], steps.AnyStep]) -> Menu:
    def build() -> Iterator[Choice]:
        for n in some_of(most):
            step = make(n)
            if _possible(c, step):
                yield Choice(str(n), Text("{n} SP", n=n), answer=_order(step), lean=1.0)

    return Menu(Text("How many SP?"), lambda: list(build()))


def _together(c: Course) -> Iterator[Choice]:
    others = combining.candidates(c)
    for a in others:
        step = steps.Combine(armies=(a.id,))
        if _possible(c, step):
            text = Text("Combine with {army}, {n} SP", army=c.g.state.called(a.id), n=a.strength)
            yield Choice(
                f"combine-{a.id}",
                text,
                answer=_order(step),
                mp=c.g.charts.cost("combine"),
                lean=choice_weights.COMBINING,
            )
    if len(others) > 1:
        every = steps.Combine(armies=tuple(a.id for a in others))
        if _possible(c, every):
            yield Choice(
                "combine-all",
                Text("Combine with all of them"),
                answer=_order(every),
                mp=c.g.charts.cost("combine"),
                lean=0.5,
            )
    if c.force.power == BYZANTINE:
        for a in c.g.armies(c.at, power=BYZANTINE):
            if a.id != c.army.id:
                yield from _exchanges(c, a.id)


def _exchanges(c: Course, with_: str) -> Iterator[Choice]:
    """6.52 Giving to, or taking from, one other army; a written order may name more."""
    g = c.g
    theirs = g.state.armies[with_]
    giving = [n for n in some_of(c.own) if _possible(c, _shift(c, with_, n))]
    taking = [n for n in some_of(theirs.sp) if _possible(c, _shift(c, with_, -n))]
    for key, label, numbers, sign in (
        ("give", Text("Give SP to {army}…", army=g.state.called(with_)), giving, 1),
        ("take", Text("Take SP from {army}…", army=g.state.called(with_)), taking, -1),
    ):
        if numbers:
            yield Choice(
                f"{key}-{with_}",
                label,
                menu=lambda numbers=numbers, sign=sign: Menu(
                    Text("How many SP?"),
                    lambda: [
                        Choice(str(n), Text("{n} SP", n=n), answer=_order(_shift(c, with_, sign * n))) for n in numbers
                    ],
                ),
                lean=0.1,
            )


def _shift(c: Course, with_: str, n: int) -> steps.Redistribute:
    theirs = c.g.state.armies[with_].sp
    return steps.Redistribute(sp={c.army.id: max(0, c.own - n), with_: max(0, theirs + n)})


def _rare(c: Course) -> Iterator[Choice]:
    if _possible(c, steps.Disband()):
        yield Choice("disband", Text("Disband the army"), answer=_order(steps.Disband()), lean=0.0)
    if c.g.state.phase == "byzantine" and (places := forts.places(c.g)):
        yield Choice("fort", Text("Build a Fort…"), menu=lambda: _forts(c, places), lean=0.05)


def _forts(c: Course, places: list[Place]) -> Menu:
    name, code = c.g.land.name, c.g.land.map.code
    return Menu(
        Text("Where is the Fort built?"),
        lambda: [
            Choice(code(p), Text("{place}", place=name(p)), answer=_order(steps.Fortify(at=p)), hex=p) for p in places
        ],
    )
