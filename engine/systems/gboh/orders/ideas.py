"""What a unit or leader might best be ordered to do: finished orders, the likeliest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain
from typing import TypedDict

from engine.kernel.decisions import Choice, Command, Decision
from engine.kernel.hexes import Facing, Hex, show
from engine.kernel.ideas import URGED, Counsel, Idea, best, likeliest
from engine.kernel.inquiry import percent
from engine.kernel.text import Refusal, Text, joined
from engine.systems.gboh import footprint, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.cohesion import rally, recovery
from engine.systems.gboh.command import command
from engine.systems.gboh.events import facing_name
from engine.systems.gboh.inquiry import scene
from engine.systems.gboh.missiles import fire, reaction, volley
from engine.systems.gboh.movement import movement, reach
from engine.systems.gboh.orders import goals, leader_ideas, massed, moves_foretold, moves_offered, orders, places, shots
from engine.systems.gboh.state import Leader, Unit

Weighed = tuple[float, Idea]
"""An idea with how much speaks for it."""

PARTING = 0.4
"""What is left of an idea's weight where the upper unit of a stack would leave the other behind (S 6.66)."""

VAIN = URGED
"""What speaks for an attack from which no more is to be had than it costs."""

IDLE = 0.2
"""What speaks for a turn that brings no enemy before a unit."""

PRICE = 1.2
"""What each hit takes off an idea's weight, be it the way's or that of another move (6.13), where hits aren't in it."""

KINDS = ("orders", "line")
"""Decisions in which units are ordered one by one (5.22, 5.23)."""


def ideas(g: Battle, decision: Decision, name: str) -> list[Idea]:
    """What a unit or leader might best do by an order asked for now; () where it can be given none."""
    if not isinstance(decision, Command) or g.state.orders is None or decision.side != g.orders.side:
        return []
    leader = g.state.leaders.get(g.orders.commanding or "")
    if decision.kind not in KINDS or (g.led and (leader is None or not leader.on_map)):
        return likeliest(decision, name)
    if name in g.state.leaders:
        return best(decision, leader_ideas.ideas(g, decision, g.state.leaders[name]))
    u = g.state.units.get(name)
    if u is None or u.side != decision.side or not u.on_map or not obeys(g, leader, u):
        return []
    return best(decision, of_unit(g, leader, u))


ENOUGH = 1.0
"""What must speak for an order, for a player who weighs them, to give it rather than end there."""


LINE = 0.1
"""What is left of a Line Command's weight for a player who weighs it against orders to single units: one that lets
whole lines go on loses to one that strikes where it is strong and lets the rest be come up to."""


def counsel(g: Battle, decision: Decision, name: str) -> list[Counsel]:
    """The same for a player who weighs them against one another, best first."""
    if not isinstance(decision, Command) or decision.kind not in KINDS or g.state.orders is None:
        return []
    if not name:
        return [Counsel(ENOUGH, decision.default, "done")]
    leader = g.state.leaders.get(g.orders.commanding or "")
    if g.led and (leader is None or not leader.on_map):
        return []
    found: Iterable[Weighed] = ()
    if (x := g.state.leaders.get(name)) is not None:
        found = ((w, i) for w, i in leader_ideas.ideas(g, decision, x) if not isinstance(i.answer, orders.Done))
    elif (u := g.state.units.get(name)) is not None and u.on_map and obeys(g, leader, u):
        found = of_unit(g, leader, u)
    weighed = (Counsel(w * LINE if isinstance(i.answer, orders.Line) else w, i.answer, i.kind) for w, i in found)
    return sorted(weighed, key=lambda c: -c.weight)


def obeys(g: Battle, leader: Leader | None, u: Unit) -> bool:
    """Whether the unit may be ordered at all: one of the Line's, or within the leader's command, if any leads."""
    if g.orders.line is not None:
        return u.id in g.orders.line.units
    if leader is None:
        return special.why_not(g, Special.heeds, u, releasing=False, firing=False) is None
    return command.in_command(g, leader, u)


def of_unit(g: Battle, leader: Leader | None, u: Unit) -> Iterator[Weighed]:
    """Everything worth ordering the unit to do; some of it may yet be refused."""
    if u.routed:
        if leader is not None:
            yield from _rally(g, leader, u)
        return
    if leader is not None:
        yield from _recover(g, leader, u)
    try:
        movement.check_orderable(g, u)
    except Refusal:
        if shots.fires_yet(g, u):
            yield from _shots(g, u)
        return
    under = massed.companion(g, u)
    if under is not None:
        yield from _as_one(g, u, under)
    for weight, idea in _alone(g, u):
        parts = under is not None and isinstance(idea.answer, orders.Move)
        yield weight * (PARTING if parts else 1), idea
    for choice in special.unit_choices(g, u):
        if choice.answer is not None and choice.lean >= 1:
            yield 0.4, _of(choice, "form", u)


def _alone(g: Battle, u: Unit) -> Iterator[Weighed]:
    found = chain(_strikes(g, u), _shots(g, u), shots.raids(g, u), _moves(g, u, goals.too_strong(g, u)))
    leader = g.state.leaders.get(g.orders.leader or "")
    for weight, idea in found:
        answer = massed.led(g, idea.answer)
        if leader is not None and answer != idea.answer:
            yield weight, replace(idea, label=_with(leader.name, idea.label), answer=answer)
        else:
            yield weight, idea


def _as_one(g: Battle, u: Unit, under: str) -> list[Weighed]:
    """S 6.64 What it might do with the unit under it."""
    with massed.as_one(g, u, under):
        found = [*_alone(g, u)]
    return [
        (weight, replace(idea, label=_with(under, idea.label), answer=massed.along(idea.answer, under)))
        for weight, idea in found
        if isinstance(idea.answer, orders.Move)
    ]


def _with(under: str, what: Text) -> Text:
    return Text("{what}, with {under}", under=under, what=what)


def _of(choice: Choice, kind: str, u: Unit) -> Idea:
    assert choice.answer is not None
    return Idea(
        kind,
        choice.label,
        choice.answer,
        unit=u.id,
        hex=choice.hex,
        note=choice.note,
        chance=choice.chance,
        risk=choice.risk,
    )


# -- cohesion --------------------------------------------------------------------------------------------------------


def _rally(g: Battle, leader: Leader, u: Unit) -> Iterator[Weighed]:
    """10.27"""
    risk = rally.at_stake(g, leader, u)
    label = Text("Rally: {p}", p=percent(risk.chance))
    yield 1, Idea("rally", label, orders.Rally(unit=u.id), unit=u.id, hex=u.at, chance=risk.chance, risk=risk)


def _recover(g: Battle, leader: Leader, u: Unit) -> Iterator[Weighed]:
    """10.16"""
    if not u.hits or g.orders.line is not None:
        return
    try:
        n = recovery.can_recover(g, leader, u)
    except Refusal:
        return
    note = Text("{hits} of {tq} hits; neither moves nor fires", hits=u.hits, tq=u.tq)
    label = Text("Recover {n:hit|hits}", n=n)
    yield 1 + 2.0 * u.hits / u.tq, Idea("recover", label, orders.Recover(unit=u.id), unit=u.id, hex=u.at, note=note)


# -- attack ----------------------------------------------------------------------------------------------------------


def _strikes(g: Battle, u: Unit) -> Iterator[Weighed]:
    """7.31, 9.16 Moves after which it attacks in the coming Shock."""
    for s in goals.strikes(g, u)[:2]:
        order = orders.Move(unit=u.id, path=s.node.path(), attack=goals.says(g, u, True))
        names = ", ".join(e.id for e in s.enemies)
        arc = s.odds.arc
        label = Text("Strike {enemies} from {hex}", enemies=names, hex=places.spot(u, s.node))
        if arc == "flank":
            label = Text("Strike {enemies} in flank from {hex}", enemies=names, hex=places.spot(u, s.node))
        elif arc == "rear":
            label = Text("Strike {enemies} in rear from {hex}", enemies=names, hex=places.spot(u, s.node))
        after = moves_foretold.consequences(g, u, s.node)
        note = joined([goals.told(g, s), *([after] if after is not None else [])], "; ")
        idea = Idea("strike", label, order, **at(u, s.node), note=_price(g, u, s.node.mp, note))
        yield (2.2 if s.worth > 0 else VAIN) + s.worth, idea


def _price(g: Battle, u: Unit, mp: int, note: Text | None) -> Text:
    cost = Text("{mp} MP", mp=mp)
    return joined([cost, note], "; ") if note is not None else cost


# -- fire ------------------------------------------------------------------------------------------------------------


def _shots(g: Battle, u: Unit) -> Iterator[Weighed]:
    """8.11 Fire from where it stands, and after coming closer."""
    if not fire.carries(g, u) or u.supply == "no" or not u.troop.reacts:
        return
    twice = fire.fires_twice(g, u)
    here = goals.aims(g, u)
    for a in here[:2]:
        order = orders.Fire(unit=u.id, target=a.target.id)
        p = scene.hit_chance(a.odds)
        if not p:
            continue
        words = "Fire twice, first at {target}: {p}" if twice else "Fire at {target}: {p}"
        idea = Idea(
            "fire",
            Text(words, target=a.target.id, p=percent(p)),
            order,
            unit=u.id,
            hex=a.target.at,
            note=_fire_note(g, u, a.target, a.odds, stays=True),
            chance=None if twice else p,
        )
        yield 2 + 2 * a.worth, idea
    a = goals.closer_aim(g, u)
    if a is None or a.node is None:
        return
    p = scene.hit_chance(a.odds)
    label = Text("Go to {hex}, fire at {target}: {p}", hex=places.spot(u, a.node), target=a.target.id, p=percent(p))
    order = orders.Move(unit=u.id, path=a.node.path(), fire_at=a.target.id, attack=goals.says(g, u, False))
    note = _fire_note(g, u, a.target, a.odds, stays=False)
    after = moves_foretold.consequences(g, u, a.node)
    note = joined([after, note], "; ") if after is not None else note
    idea = Idea(
        "fire",
        label,
        order,
        **at(u, a.node),
        note=_price(g, u, a.node.mp, note),
        chance=None if twice or g.orders.line is not None else p,
    )
    yield (1.0 if here else 1.9) + 2 * a.worth, idea


def _fire_note(g: Battle, u: Unit, t: Unit, odds: volley.Preview, *, stays: bool) -> Text:
    """What the die must show, whether it is answered, what it costs."""
    parts = [Text("range {n}, {needs}", n=odds.distance, needs=odds.needs)]
    parts += [Text("{n} {why}", n=f"{m.value:+d}", why=m.reason) for m in odds.modifiers]
    if stays and reaction.can_return(g, t, u):
        parts.append(Text("{target} may fire back", target=t.id))
    if u.supply == "low":
        parts.append(Text("its last missiles"))
    return joined(parts)


# -- moves -----------------------------------------------------------------------------------------------------------


def _moves(g: Battle, u: Unit, strong: list[Unit]) -> Iterator[Weighed]:
    """On towards the enemy, turning to him, away from him."""
    forward = goals.advance(g, u)
    if forward is not None:
        order = orders.Move(unit=u.id, path=forward.path())
        label = Text("Advance to {hex}", hex=places.spot(u, forward))
        note = _price(g, u, forward.mp, moves_foretold.consequences(g, u, forward))
        weight = (0.9 if strong else 1.6) - PRICE * forward.hits
        yield weight, Idea("advance", label, order, **at(u, forward), note=note)
    ahead = goals.straight(g, u)
    if ahead is not None and (footprint.is_single(u) or forward is None):
        order = orders.Move(unit=u.id, path=ahead.path())
        label = Text("Straight on to {hex}", hex=places.spot(u, ahead))
        note = _price(g, u, ahead.mp, moves_foretold.consequences(g, u, ahead))
        yield 0.3, Idea("advance", label, order, **at(u, ahead), note=note)
    yield from _turns(g, u)
    turn = goals.turned(g, u) if footprint.is_single(u) else None
    if turn is not None:
        near = goals.enemies(g, u)[0]
        order = orders.Move(unit=u.id, path=turn.path())
        label = Text("Hold, turn to face {enemy}", enemy=near.id)
        close = goals.away(g, u.at, u.side)
        note = _price(g, u, turn.mp, moves_foretold.consequences(g, u, turn))
        weight = 2.6 if close == 1 else 1.2 if close <= 4 else 0.5
        weight -= PRICE * turn.hits
        yield weight, Idea("hold", label, order, unit=u.id, hex=u.at, note=note)
    behind = goals.back(g, u)
    if behind is not None:
        order = orders.Move(unit=u.id, path=behind.path())
        label = Text("Fall back to {hex}", hex=places.spot(u, behind))
        far = Text("{n:hex|hexes} from the enemy", n=goals.gap(g, u, behind))
        after = moves_foretold.consequences(g, u, behind)
        note = _price(g, u, behind.mp, joined([far, after], "; ") if after is not None else far)
        weight = (2.9 if strong else 0.7) - PRICE * behind.hits
        yield weight, Idea("fall back", label, order, **at(u, behind), note=note)
    shared = goals.into_stack(g, u)
    if shared is not None:
        top, n = shared
        order = orders.Move(unit=u.id, path=n.path())
        label = Text("Join {unit} at {hex}", unit=top.id, hex=show(n.hex))
        below = Text("below {unit}", unit=top.id)
        after = moves_foretold.consequences(g, u, n)
        note = _price(g, u, n.mp, joined([below, after], "; ") if after is not None else below)
        yield 0.35, Idea("form", label, order, **at(u, n), note=note)


class Ends(TypedDict, total=False):
    """What an idea says of where the unit ends."""

    unit: str
    hex: Hex
    other: Hex | None
    facing: Facing | None


def at(u: Unit, n: reach.Node) -> Ends:
    """Where a way ends, as an idea says it: of a pair both hexes and how it faces."""
    pair = places.other(u, n)
    return {"unit": u.id, "hex": n.hex, "other": pair, "facing": None if pair is None else n.facing}


def _turns(g: Battle, u: Unit) -> Iterator[Weighed]:
    """A 6.43, 6.44 A wheel to each side and the about-face of a pair: first what brings enemies before it."""
    near = goals.enemies(g, u)[:1]
    close = min((footprint.distance(e, u) for e in near), default=goals.FAR)

    def lean(h: Hex, facing: Facing) -> float:
        return moves_offered.facing_lean(g, u, h, facing, [e.at for e in near])

    for kind, n, order in places.turns(g, u):
        if not goals.bears(g, u, n):
            continue
        better = lean(n.hex, n.facing) > lean(u.at, u.facing)
        label = Text("{what} to {hexes}", what=places.TURNS[kind][1], hexes=places.spot(u, n))
        if kind == "about-face":
            label = Text("Face about, to {f}", f=facing_name(n.facing))
        facing = Text("facing {f}", f=facing_name(n.facing))
        after = moves_foretold.consequences(g, u, n)
        note = _price(g, u, n.mp, joined([facing, after], "; ") if after is not None else facing)
        weight = (1.1 if kind != "about-face" else 0.4) + (1.4 if close <= 4 else 0.2) if better else IDLE
        yield weight - PRICE * n.hits, Idea("wheel", label, order, **at(u, n), note=note)
