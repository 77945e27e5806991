"""Asking the referee (``/what``): the family's answers, but for what a leader can do and how the battle stands."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from engine.kernel import dice
from engine.kernel.decisions import Decision
from engine.kernel.hexes import show
from engine.kernel.inquiry import Fact, Findings, Section, Sketch, percent
from engine.kernel.text import Text, joined
from engine.systems.gboh import inquiry
from engine.systems.gboh.command import leader_moves
from engine.systems.gboh.inquiry import losses, scene, standing
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.state import Leader
from engine.systems.simple_gboh.turn import command_status, formations, seizure

# -- how the battle stands --------------------------------------------------------------------------------------------


def _standing(g: Battle, pending: Sequence[Decision], sides: Collection[str]) -> Findings:
    """The summary for a player of ``sides``, or for a spectator."""
    parts = [(Text("Player Turn"), _turn(g)), (Text("Seizure"), _seizures(g))]
    return standing.summary(g, pending, sides, Text("Player Turn {turn}, {phase}"), parts)


def _turn(g: Battle) -> Iterator[Fact]:
    turn = g.state.orders
    if turn is None:
        return
    side = scene.whose(g, turn.side)
    if turn.kind != "turn":
        leader = g.state.leaders[turn.leads[0]].name
        yield Fact(Text("{leader} moves, and no Formation is activated", leader=leader), "4.33")
        return
    if (limits := seizure.limits(g)) is not None:
        yield Fact(limits, "4.42")
    if not turn.formations:
        names = [f.name for f in formations.available(g)]
        what = joined(names) if names else Text("nothing")
        yield Fact(Text("The {side} may activate: {names}", side=side, names=what), "4.1")
        return
    what = joined(g.spec(turn.side).formation(name).name for name in turn.formations)
    yield Fact(Text("The {side} have activated {names}", side=side, names=what), "4.1")
    out = [u for u in g.units(turn.side) if g.activated(u) and not g.in_command(u)]
    if out and g.state.phase in ("orders", "shock"):
        yield Fact(Text("Out of Command: {units}", units=scene.names(out)), "4.12")


def _seizures(g: Battle) -> Iterator[Fact]:
    for side in g.state.sides:
        able = seizure.able(g, side)
        if able:
            each = "{leader} {n} ({needs} or less)"
            who = joined([Text(each, leader=x.name, n=x.seizure, needs=x.initiative) for x in able])
            yield Fact(Text("{side}, attempts left: {who}", side=scene.whose(g, side), who=who), "4.44")


# -- a leader: whom he commands, how often he may seize the turn, where he can go, what his loss means ----------------


def _about(g: Battle, x: Leader) -> Findings:
    """Everything a leader can do, now or when activated."""
    title = Text("{leader}, {role} ({side})", leader=x.name, role=x.title, side=scene.whose(g, x.side))
    if not x.on_map:
        return Findings(title, (Section(Text("Where he is"), (_absent(g, x),)),))
    sections = (
        Section(Text("How he stands"), tuple(_state(g, x))),
        Section(Text("Whom he commands"), tuple(_command(g, x))),
        Section(Text("Where he can go"), tuple(_moves(g, x))),
        Section(Text("If he fell"), tuple(_lost(g, x))),
    )
    near = command_status.reach(g, x)
    return Findings(title, sections, Sketch(focus=(x.at, *sorted(near)), command=frozenset(near)))


def _absent(g: Battle, x: Leader) -> Fact:
    if x.elsewhere:
        when = "as the side's next Player Turn begins" if x.role == "OC" else "when the Formation is activated"
        return Fact(Text("Engaged elsewhere; comes back {when}.", when=Text(when)), "4.36")
    if x.pursuing is not None:
        return Fact(Text("In pursuit with {unit}, off the map.", unit=x.pursuing), "7.62")
    if x.eliminated:
        return Fact(Text("Lost."), "9.0")
    if x.id in g.state.sides[x.side].pool:
        return Fact(Text("A Replacement Leader, who takes the place of a lost one."), "4.37")
    return Fact(Text("Not on the map."))


def _state(g: Battle, x: Leader) -> Iterator[Fact]:
    yield Fact(Text("At {hex}, Initiative {n}", hex=show(x.at), n=x.initiative), "4.21")
    turn = g.state.orders
    if turn is not None and x.id in turn.leads:
        yield Fact(Text("Activated in this Player Turn"), "4.1")
    if x.seizure:
        chance = percent(dice.chance(lambda die: die <= x.initiative))
        text = "May seize the turn {n:more time|more times}: {limit} or less, {p}"
        yield Fact(Text(text, n=x.seizure, limit=x.initiative, p=chance), "4.44")
    else:
        yield Fact(Text("Can't seize the turn"), "4.44")
    if x.inspires:
        text = "Heroic Charisma: helps all friends within 2 hexes in Shock, when with a unit that fights"
        yield Fact(Text(text), "4.21")


def _command(g: Battle, x: Leader) -> Iterator[Fact]:
    found = formations.commands(g, x)
    for f in found:
        units = g.of_formation(x.side, f.id)
        n = len(command_status.chain(g, f, x, units))
        text = "{name}: {n} of {all} would be In Command, within {range:hex|hexes} or by a chain"
        yield Fact(Text(text, name=f.name, n=n, all=len(units), range=x.command_range), "4.11")
    if not found:
        yield Fact(Text("No Formation"), "4.1")
    for group in g.spec(x.side).together:
        if group.leader == x.id:
            names = joined(g.spec(x.side).formation(name).name for name in group.formations)
            text = "Lets up to {n} of these be activated together: {names}"
            if group.within_range:
                text = "Lets up to {n} of these be activated together, with their Commanders within range: {names}"
            yield Fact(Text(text, n=group.most, names=names), "4.14")


def _moves(g: Battle, x: Leader) -> Iterator[Fact]:
    turn = g.state.orders
    if turn is None or x.id not in turn.leads:
        own = g.derived("as if", lambda: g.afresh(g.state.model_copy(update={"orders": g.new_orders(x.side)})))
        goals = leader_moves.destinations(own, x)
        yield Fact(
            Text("Activated: {n:hex|hexes} with {mp} MP, or along with a unit in the same hex", n=len(goals), mp=9),
            "4.31",
        )
    elif x.id in turn.leaders_moved:
        yield Fact(Text("Has moved in this Player Turn"), "4.31")
    else:
        goals, mp = leader_moves.destinations(g, x), leader_moves.left(g, x)
        yield Fact(Text("{n:hex|hexes} with {mp} MP", n=len(goals), mp=mp), "4.31")
    if x.role == "OC" and (turn is None or x.id not in turn.leads):
        yield Fact(Text("In place of an activation: 30 MP"), "4.33")


def _lost(g: Battle, x: Leader) -> Iterator[Fact]:
    yield losses.of(g, x)
    pool = len(g.state.sides[x.side].pool)
    if x.role == "OC":
        yield Fact(Text("Not replaced"), "4.37")
    elif not x.named:
        yield Fact(Text("Replaced when the Formation is activated"), "4.37")
    else:
        yield Fact(Text("{n:Replacement Leader|Replacement Leaders} left", n=pool), "4.37")


def _of_piece(g: Battle, name: str) -> Findings:
    return _about(g, g.state.leaders[name]) if name in g.state.leaders else inquiry.of_piece(g, name)


INQUIRY = replace(inquiry.INQUIRY, now=_standing, piece=_of_piece)
