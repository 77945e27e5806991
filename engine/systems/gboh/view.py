"""The position as everybody sees it on the table."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Literal, TypeAlias

from engine.kernel.hexes import show
from engine.kernel.text import Text
from engine.kernel.view import CounterView, LeaderView, Particular, SideView, TableView, legend
from engine.systems.gboh import footprint, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.command import command
from engine.systems.gboh.deployment import limits
from engine.systems.gboh.shock import clash
from engine.systems.gboh.state import Leader, Unit
from engine.systems.gboh.turn import activation

SHOTS: Mapping[str, str] = {
    "full": "{weapon}, range {reach}, full",
    "low": "{weapon}, range {reach}, low",
    "no": "{weapon}, range {reach}, no",
}
"""What a unit shoots with, and how much of it is left."""

BEFORE_THE_FIRST_TURN = ("bidding", "setup")


def table(g: Battle, viewers: Collection[str] = ()) -> TableView:
    """The whole public position, and what the sides among ``viewers`` know besides."""
    open_to = limits.areas(g) if g.state.phase == "setup" else {}
    g = seen(g, viewers)
    sides = list(g.state.sides)
    bands = _all_bands(g)
    sized = special.first(g, Special.size_modifiers, (), ()) is None
    pieces = {
        u.id: _counter(g, u, sides.index(u.side), _band(bands[u.side], u), sized=sized) for u in g.state.units.values()
    }
    return replace(
        _glance(g, viewers, bands),
        counters=tuple(pieces[u.id] for u in sorted(g.units(), key=lambda u: u.beneath is None)),
        off_map=tuple(pieces[u.id] for u in g.state.units.values() if u.hex is None and _fate(g, u) is None),
        lost=tuple(replace(pieces[u.id], hexes=()) for u in g.state.units.values() if _fate(g, u) is not None),
        zoc={i: frozenset(g.zones(s)) for i, s in enumerate(sides)},
        areas={i: open_to[s] for i, s in enumerate(sides) if open_to.get(s)},
        legend=legend(g.map),
    )


def glance(g: Battle) -> TableView:
    """The public position without what lies on the map."""
    g = seen(g, ())
    return _glance(g, (), _all_bands(g))


def _glance(g: Battle, viewers: Collection[str], bands: Mapping[str, Bands]) -> TableView:
    sides = list(g.state.sides)
    leaders = tuple(_leader(g, x, sides.index(x.side), viewers) for x in g.leaders())
    before = g.state.phase in BEFORE_THE_FIRST_TURN
    active = [x.id for x in leaders if x.status == "active"]
    return TableView(
        title=g.scenario.title,
        subtitle=Text("{place}, {date}", place=g.scenario.place, date=g.scenario.date),
        board=g.map,
        sides=tuple(
            SideView(
                id=s,
                name=g.spec(s).name,
                points=g.state.sides[s].rout_points,
                limit=g.state.sides[s].withdrawal_level,
                to_act=() if before else tuple(x.name for x in activation.inactive(g, s)),
                bands=_named(bands[s]),
                fallen=tuple(x.name for x in g.state.leaders.values() if x.side == s and (x.eliminated or x.departed)),
                reserves=tuple(g.state.leaders[x].name for x in g.state.sides[s].pool),
                tracks=tuple(special.told(g, Special.tracks, s)),
            )
            for s in sides
        ),
        counters=(),
        leaders=leaders,
        turn=0 if before else g.state.turn,
        phase=g.state.words.segments[g.state.phase],
        retreat_edges={i: g.spec(s).retreat_edge for i, s in enumerate(sides)},
        outcome=Text("{story}", story=g.state.outcome) if g.state.outcome else None,
        moment=f"{g.state.turn}|{','.join(active)}" if active else "",
    )


Bands: TypeAlias = Mapping[str, tuple[int, str]]
"""Number and name of each band of a side, by what tells it from the others."""


def _all_bands(g: Battle) -> Mapping[str, Bands]:
    return {s: _bands([u for u in g.state.units.values() if u.side == s]) for s in g.state.sides}


def _bands(units: Sequence[Unit]) -> Bands:
    """The bands of a side's units: those of a colour of their own, then the others by the roster."""
    fixed = {u.banner[0]: u.colour for u in units if u.colour is not None}
    free = count(units[0].colours if fixed else 0)
    found: dict[str, tuple[int, str]] = {}
    for u in units:
        key, name = u.banner
        if key not in found:
            number = fixed.get(key)
            found[key] = (next(free) if number is None else number, name)
    return found


def _band(bands: Bands, u: Unit) -> int | None:
    """The band a unit's counter bears: none where there is one on its side and no colour of its own."""
    return bands[u.banner[0]][0] if len(bands) > 1 or u.colour is not None else None


def _named(bands: Bands) -> tuple[str, ...]:
    """Their names by number; "" for a number that no band of the side has."""
    by_number = dict(bands.values())
    return tuple(by_number.get(n, "") for n in range(max(by_number, default=-1) + 1))


def seen(g: Battle, viewers: Collection[str]) -> Battle:
    """The battle without the pieces these sides must not see: they are still to come, for all the viewers know.

    Their own in ambush stand where they hide.
    """
    secret = limits.hidden(g, viewers) | special.hidden(g, viewers)
    pieces = (*g.state.units.values(), *g.state.leaders.values())
    lying = {p.id: {"hex": p.hiding} for p in pieces if p.hiding is not None}
    veiled = {k: v for r in special.having(g, Special.veiled) for k, v in r.veiled(g, viewers).items()}
    if not secret and not lying and not veiled:
        return g
    units = {k: _away(g, u) if k in secret else u.model_copy(update=lying.get(k, {})) for k, u in g.state.units.items()}
    leaders = {
        k: x.unseen() if k in secret else x.model_copy(update=lying.get(k, {})) for k, x in g.state.leaders.items()
    }
    return g.afresh(g.state.model_copy(update={"units": units, "leaders": leaders, **veiled}))


def _away(g: Battle, u: Unit) -> Unit:
    """The unit as it was before its owner touched it, and nowhere."""
    facing = limits.suggested(g, u.id).facing
    return u.unseen(u.facing if facing is None else facing)


def _fate(g: Battle, u: Unit) -> Text | None:
    """Why a unit is out of play for good; None while it isn't."""
    if u.eliminated:
        return Text("Eliminated")
    if u.departed:
        return Text("Has left the battle")
    if u.hex is None and g.state.arrivals.get(u.reinforcement or "") == "cancelled":
        return Text("Does not come")
    return None


def _counter(g: Battle, u: Unit, side: int, band: int | None, *, sized: bool) -> CounterView:
    states = {
        "moved": u.moved,
        "routed": u.routed,
        "rallied": u.rallied,
    }
    for rule in special.having(g, Special.states):
        states.update(rule.states(u))
    orders = g.state.orders
    if orders is not None:
        states["must-check"] = orders.markers.get(u.id) == "must"
        states["no-check"] = orders.markers.get(u.id) == "no"
        states["finished"] = u.id in orders.acted
    at = footprint.hexes_of(u)
    force = cohesion.tq(g, u)
    size = clash.size(g, u) if sized else None
    facts: list[Particular] = [
        (Text("Type"), Text("{kind}", kind=u.kind)),
        (Text("TQ"), str(force) if force == u.tq else Text("{tq} (printed {printed})", tq=force, printed=u.tq)),
        (Text("Hits"), str(u.hits)),
        *([(Text("Size"), str(size))] if size is not None else []),
        (Text("MA"), str(u.ma)),
    ]
    if u.missile:
        reach = g.charts.missile_range(u)
        weapon = g.game.weapons[u.missile]
        shot = SHOTS[u.supply] if weapon.supply else "{weapon}, range {reach}"
        facts.append((Text("Missiles"), Text(shot, weapon=weapon.name, reach=reach)))
    facts += special.told(g, Special.counter_facts, u)
    if u.hex is not None:
        facts.append((Text("Hex"), show(u.hex)))
    fate = _fate(g, u)
    if fate is not None:
        facts.append((Text("State"), fate))
    if g.led:
        facts.append((Text("Command"), u.contingent))
    return CounterView(
        id=u.id,
        name=u.name,
        side=side,
        symbol=u.symbol,
        hexes=at,
        facing=u.facing if u.troop.faces else None,
        tq=force,
        size=size,
        ma=u.ma,
        hits=u.hits,
        missile=u.missile,
        supply=u.supply if u.missile and g.game.weapons[u.missile].supply else None,
        band=band,
        states=frozenset(k for k, v in states.items() if v),
        facts=tuple(facts),
    )


RANKS: Mapping[str, Literal["oc", "sc", "cc"]] = {"OC": "oc", "SC": "sc", "CC": "cc"}
"""What the map shows of a leader's role."""


def _leader(g: Battle, x: Leader, side: int, viewers: Collection[str]) -> LeaderView:
    facts: list[Particular] = [
        (Text("Initiative"), str(x.initiative)),
        (Text("Command Range"), str(x.command_range)),
    ]
    if g.led:
        facts += [
            (Text("Charisma"), str(x.charisma)),
            *([(Text("Personal Combat"), str(x.personal_combat))] if x.personal_combat is not None else []),
            (Text("Line Commands"), str(x.line_commands) if x.line_commands else Text("none")),
        ]
    if x.role == "OC" and g.led:
        facts.insert(2, (Text("Strategy"), str(x.strategy)))
    if x.elite:
        facts.append((Text("Elite"), Text("yes")))
    if x.stands_for is not None:
        facts.append((Text("In place of"), x.stands_for))
    if x.commands or x.kinds:
        facts.append((Text("Commands"), command.limits(x)))
    facts += special.told(g, Special.leader_facts, x, viewers)
    return LeaderView(
        id=x.id,
        name=x.name,
        side=side,
        hex=x.at,
        rank=RANKS[x.role],
        rating=x.initiative,
        status=x.status,
        wounded=x.wounded,
        facts=tuple(facts),
    )
