"""3.2 A, 4.1, 4.14 The Activation Phase: a Formation, several, the Overall Commander's ride, or nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from engine.kernel.decisions import Choice, Choose
from engine.kernel.hexes import distance
from engine.kernel.text import Refusal, Text, joined
from engine.kernel.wanted import Wanted
from engine.systems.gboh import special
from engine.systems.gboh.events import PhaseBegan, Told
from engine.systems.gboh.orders import reasons
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.events.turns import FormationsActivated, RideBegan
from engine.systems.simple_gboh.scenario import FormationSpec, GroupSpec
from engine.systems.simple_gboh.shock import pursuit
from engine.systems.simple_gboh.special.rule import Rule
from engine.systems.simple_gboh.state import Unit
from engine.systems.simple_gboh.turn import command_status, formations, seizure

ACTIVATION, OC_MOVES = "4.1", "4.33"
PASS, OC = "pass", "oc"
NEAR = 4
"""Hexes within which an enemy makes a Formation likelier to be activated."""


async def activation(g: Battle) -> None:
    """A2 What the active side does with its Player Turn."""
    side = g.orders.side
    answer = await g.ask(_question(g, side))
    if answer.key == PASS:
        g.emit(Told(story=Text("The {side} pass.", side=g.spec(side).name), rule="3.2"))
        g.emit(PhaseBegan(phase="withdrawal"))
        return
    if answer.key == OC:
        _oc_moves(g, side)
        return
    chosen = answer.key.split("+")
    group = next((x for x, together in formations.joint(g) if _key(together) == answer.key), None)
    idle = [name for rule in special.having(g, Rule.called) for name in await rule.called(g, chosen)]
    heeding = [name for name in chosen if name not in idle]
    if not heeding:
        g.emit(PhaseBegan(phase="withdrawal"))
        return
    activate(g, [g.spec(side).formation(name) for name in heeding], group)


def activate(g: Battle, chosen: Sequence[FormationSpec], group: GroupSpec | None) -> None:
    """4.1 All units of the Formations, wherever they are; who commands is settled when all who return have (A3)."""
    side = g.orders.side
    units = [u.id for f in chosen for u in g.of_formation(side, f.id)]
    leads = [formations.head(g, group).id] if group is not None else []
    rule = formations.TOGETHER if group is not None else ACTIVATION
    g.emit(
        FormationsActivated(
            formations=[f.id for f in chosen],
            names=[f.name for f in chosen],
            group=group.id if group is not None else None,
            leads=leads,
            units=units,
            rule=rule,
        )
    )


def _oc_moves(g: Battle, side: str) -> None:
    """4.33 OC move: he rides in place of an activation."""
    oc = g.commander(side)
    assert oc is not None, "he is on the map, or it isn't offered"
    turn = g.orders.model_copy(deep=True, update={"kind": "oc", "leads": [oc.id]})
    g.emit(RideBegan(leader=oc.id, orders=turn, rule=OC_MOVES))


# -- the question ----------------------------------------------------------------------------------------------------


def _question(g: Battle, side: str) -> Choose:
    limits = seizure.limits(g)
    prompt = Text("The {side}: which Formation is activated?", side=g.spec(side).name)
    choices = list(_choices(g, side))
    return Choose(
        kind="activation",
        side=side,
        rule=ACTIVATION if limits is None else seizure.SEIZE,
        prompt=prompt if limits is None else joined([prompt, limits], " "),
        focus=tuple(u.at for f in formations.available(g) for u in g.of_formation(side, f.id)),
        choices=tuple(choices),
        default_key=PASS,
        why=lambda wanted: _why_not(g, side, wanted),
    )


def _choices(g: Battle, side: str) -> Iterator[Choice]:
    for f in formations.available(g):
        units = g.of_formation(side, f.id)
        note = partial(_note, g, [f], None)
        label = _label(g, f, units)
        yield Choice(f.id, label, hex=_middle(g, f), note=note, lean=_lean(g, units), together=True)
    joint: dict[str, tuple[GroupSpec, Sequence[FormationSpec]]] = {}
    for group, together in formations.joint(g):
        joint.setdefault(_key(together), (group, together))
    for group, together in joint.values():
        units = [u for f in together for u in g.of_formation(side, f.id)]
        names = joined((f.name for f in together), " + ")
        leader = formations.head(g, group)
        label = Text("{names}, {n:unit|units}, under {leader}", names=names, n=len(units), leader=leader.name)
        note = partial(_note, g, together, group)
        yield Choice(_key(together), label, hex=leader.at, note=note, lean=1.2 * _lean(g, units), together=True)
    oc = g.commander(side)
    if g.orders.seized_by is None and oc is not None:
        label = Text("Only {leader} moves, with 30 MP", leader=oc.name)
        # Not by his name: who names a Commander means his Formation.
        yield Choice(OC, label, hex=oc.at, lean=0.05)
    yield Choice(PASS, Text("Pass"), lean=0.05)


def _label(g: Battle, f: FormationSpec, units: Sequence[Unit]) -> Text:
    """7.63 Its name with its units, and with those that may come back from their pursuit."""
    away = len(pursuit.away(g, g.orders.side, f.id))
    if not away:
        return Text("{name}, {n:unit|units}", name=f.name, n=len(units))
    if not units:
        return Text("{name}, {n:unit|units} in pursuit off the map", name=f.name, n=away)
    return Text("{name}, {n:unit|units}, {m} more in pursuit off the map", name=f.name, n=len(units), m=away)


def _key(together: Sequence[FormationSpec]) -> str:
    return "+".join(f.id for f in together)


def _middle(g: Battle, f: FormationSpec) -> int | None:
    leader = next(iter(formations.commanders(g, g.orders.side, f)), None)
    unit = next(iter(g.of_formation(g.orders.side, f.id)), None)
    return leader.at if leader is not None else unit.at if unit is not None else None


def _note(g: Battle, chosen: Sequence[FormationSpec], group: GroupSpec | None) -> Text | None:
    """4.11 Who commands each, and how many would be In Command."""
    parts = [said for f in chosen if (said := _command(g, f, group)) is not None]
    return joined(parts, "; ") if parts else None


def _command(g: Battle, f: FormationSpec, group: GroupSpec | None) -> Text | None:
    units = g.of_formation(g.orders.side, f.id)
    if f.auxiliary:
        return Text("auxiliary: all In Command, but for elephants in contact") if _beasts(units) else None
    able = formations.eligible(g, f, group)
    if not units:
        return None
    if not able:
        return Text("{name} has no Commander on the map", name=f.name)
    best = max(able, key=lambda x: len(command_status.settled(g, f.id, x, units)))
    n = len(command_status.settled(g, f.id, best, units))
    text = "{leader} has {n} of {all} In Command"
    return Text(text, leader=best.name, n=n, all=len(units))


def _beasts(units: Sequence[Unit]) -> bool:
    return any(u.troop.arm == "elephant" for u in units)


def _lean(g: Battle, units: Sequence[Unit]) -> float:
    """How likely random players are to activate these: the more of them, and the nearer the enemy."""
    enemies = [e.at for e in g.units(g.foe(g.orders.side))]
    close = sum(min((distance(u.at, e) for e in enemies), default=NEAR + 1) <= NEAR for u in units)
    return 0.1 + len(units) * 0.3 + close * 0.3


def _why_not(g: Battle, side: str, wanted: Wanted) -> Refusal | None:
    """Why a Formation that was named can't be activated."""
    words = [w.casefold() for w in wanted.words]
    found = [(owner.id, f) for owner in g.scenario.sides for f in owner.formations if f.id.casefold() in words]
    for owner, f in found:
        if owner != side:
            return Refusal("{name} is the enemy's.", rule=ACTIVATION, name=f.name)
        if not formations.present(g, side, f):
            return Refusal("No unit is left of {name}.", rule=ACTIVATION, name=f.name)
        if (no := formations.barred(g, f)) is not None:
            return no
        if not formations.permitted(g, f) and len(found) == 1:
            by = g.state.leaders[str(g.orders.seized_by)]
            text = "{name} can't be activated in the turn that {leader} has seized."
            rule = formations.SEIZED_BY_OC if by.role == "OC" else formations.SEIZED
            return Refusal(text, rule=rule, name=f.name, leader=by.name)
    if len(found) > 1:
        return formations.apart(g, [f for _, f in found])
    leader = reasons.leader(g, wanted)
    mine = leader is not None and leader.side == side
    led = formations.commands(g, g.state.leaders[leader.id]) if leader is not None and mine else ()
    if leader is not None and led:
        text = "It is Formations that are activated, with their Commanders; {leader} commands {names}."
        if leader.role == "OC":
            text += " “oc” moves him alone."
        return Refusal(text, rule=ACTIVATION, leader=leader.name, names=joined([f.name for f in led]))
    return None
