"""The position as everybody sees it on the table. Nothing in these rules is secret."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.kernel.hexes import Hex, show
from engine.kernel.text import Text
from engine.kernel.view import CounterView, LeaderView, MarkerView, Particular, SideView, TableView, legend
from engine.systems.men_of_iron import recovery, special, victory
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.order_kinds import place
from engine.systems.men_of_iron.scenario import UnitType, Weapon
from engine.systems.men_of_iron.special import Special
from engine.systems.men_of_iron.state import Leader, Marker, Standard, Unit

PHASES: dict[str, Text] = {
    "setup": Text("Before the battle"),
    "free": Text("Free activation"),
    "begin": Text("An activation begins"),
    "move": Text("Move and fire"),
    "shock": Text("Shock"),
    "resolve": Text("Shock"),
    "end": Text("The activation ends"),
    "continue": Text("Continuity"),
    "over": Text("The battle is over"),
}

WEAPONS: dict[Weapon, Text] = {
    "longbow": Text("longbow"),
    "crossbow": Text("crossbow"),
    "javelin": Text("javelin"),
    "sling": Text("sling"),
}
"""Weapons in words."""

TYPES: dict[UnitType, tuple[str, Text]] = {
    "MM": ("men-at-arms", Text("mounted men-at-arms")),
    "UH": ("unhorsed-men-at-arms", Text("unhorsed men-at-arms")),
    "DM": ("dismounted-men-at-arms", Text("dismounted men-at-arms")),
    "AX": ("axe", Text("axes")),
    "PK": ("pike", Text("pikes")),
    "LB": ("longbow", Text("longbows")),
    "CB": ("crossbow", Text("crossbows")),
    "SL": ("slingers", Text("slingers")),
    "GE": ("genitors", Text("Genitors")),
    "MH": ("hobilars", Text("mounted Hobilars")),
    "DH": ("dismounted-hobilars", Text("dismounted Hobilars")),
}
"""Troop symbol and name of each type."""


def table(g: Battle) -> TableView:
    """The whole position."""
    sides = list(g.state.armies)
    bands = {c: i for s in sides for i, c in enumerate(x.id for x in g.state.commands.values() if x.side == s)}
    pieces = {u.id: _counter(g, u, sides.index(u.side), bands[u.command]) for u in g.state.units.values()}
    areas: dict[int, frozenset[Hex]] = {}
    if g.state.phase == "setup":
        for i, s in enumerate(sides):
            open_to = frozenset(h for u in g.units(s) for h in place.area(g, u))
            if open_to and not g.state.armies[s].deployed:
                areas[i] = open_to
    return replace(
        glance(g),
        counters=tuple(pieces[u.id] for u in g.units()),
        off_map=tuple(
            pieces[u.id]
            for u in g.state.units.values()
            if u.hex is None and u.arrival is not None and not (u.eliminated or u.departed)
        ),
        lost=tuple(replace(pieces[u.id], hexes=()) for u in g.state.units.values() if u.eliminated or u.departed),
        zoc={i: frozenset(g.zones(s)) for i, s in enumerate(sides)},
        areas=areas,
        legend=legend(g.map),
        markers=tuple(_markers(g, sides, bands)),
    )


def glance(g: Battle) -> TableView:
    """The position without what lies on the map."""
    sides = list(g.state.armies)
    return TableView(
        title=g.scenario.title,
        subtitle=Text("{place}, {date}", place=g.scenario.place, date=g.scenario.date),
        board=g.map,
        sides=tuple(
            SideView(
                id=s,
                name=g.spec(s).name,
                points=victory.flight_points(g, s),
                limit=g.state.armies[s].flight_level,
                points_name="Flight Points",
                bands=tuple(x.name for x in g.state.commands.values() if x.side == s),
                fallen=tuple(x.name for x in g.state.leaders.values() if x.side == s and (x.lost or x.departed)),
                tracks=tuple(special.told(g, Special.tracks, s)),
            )
            for s in sides
        ),
        counters=(),
        leaders=tuple(_leader(g, x, sides.index(x.side)) for x in g.leaders()),
        turn=0,
        phase=_phase(g),
        outcome=Text("{story}", story=g.state.outcome) if g.state.outcome else None,
        moment=str(g.state.activations) if g.state.activations else "",
        headline=_latest(g),
    )


def _phase(g: Battle) -> Text:
    act = g.state.activation
    if act is None:
        return PHASES[g.state.phase]
    name = g.state.standards[act.standard].name if act.standard is not None else g.state.commands[act.command].name
    return Text("{name} · {phase}", name=name, phase=PHASES[g.state.phase])


def _latest(g: Battle) -> Text | None:
    """Name of what was activated last."""
    piece = g.state.commands.get(g.state.latest) or g.state.standards.get(g.state.latest)
    return Text("{name}", name=piece.name) if piece is not None else None


def signed(value: int) -> str:
    """
    >>> signed(1), signed(0), signed(-1)
    ('+1', '0', '-1')
    """
    return f"{value:+d}" if value else "0"


def _state(u: Unit) -> Text:
    if u.eliminated:
        return Text("Eliminated")
    if u.departed:
        return Text("Has left the battle")
    return Text("Retired") if u.retired else Text("Disordered") if u.disordered else Text("Normal")


def _counter(g: Battle, u: Unit, side: int, band: int) -> CounterView:
    act = g.state.activation
    active = act is not None and act.command == u.command and act.standard is None
    states = {
        "disordered": u.disordered and not u.retired,
        "retired": u.retired,
        "shield-wall": u.formation == "shield-wall",
        "schiltron": u.formation == "schiltron",
        "out-of-command": g.out_of_command(u),
        "depleted": u.no_missiles,
        "moved": active and act is not None and u.id in act.moved,
        "finished": active and act is not None and u.id in act.acted and (u.id in act.fired or u.id in act.worked),
        "charging": act is not None and any(a.unit == u.id and a.charge is not None for a in act.attacks),
    }
    weapon = u.weapon
    facts: list[Particular] = [
        (Text("Type"), (TYPES[u.type][1])),
        (Text("Shock DRM"), signed(g.drm(u))),
        (Text("MA"), str(g.ma(u)) if not u.retired else Text("{n:hex|hexes}", n=1)),
        (Text("State"), _state(u)),
    ]
    if weapon is not None:
        facts.append(
            (
                Text("Missiles"),
                Text("{weapon}, range {reach}", weapon=Text(weapon), reach=g.charts.longest_range(weapon)),
            )
        )
    elif u.no_missiles:
        facts.append((Text("Missiles"), Text("spent")))
    if u.hex is not None:
        facts.append((Text("Hex"), show(u.hex)))
    facts.append((Text("Command"), g.state.commands[u.command].name))
    return CounterView(
        id=u.id,
        name=u.name,
        side=side,
        symbol=TYPES[u.type][0],
        hexes=(u.hex,) if u.hex is not None else (),
        facing=u.facing,
        ma=g.ma(u),
        rating=signed(g.drm(u)),
        missile=weapon[0].upper() if weapon is not None else None,
        supply="no" if u.no_missiles else None,
        band=band,
        states=frozenset(k for k, v in states.items() if v),
        facts=tuple(facts),
    )


def _leader(g: Battle, x: Leader, side: int) -> LeaderView:
    act = g.state.activation
    overall = g.spec(x.side).overall == x.command
    return LeaderView(
        id=x.id,
        name=x.name,
        side=side,
        hex=x.at,
        rank="king" if x.king else "cc" if x.replacement else "oc" if overall else "sc",
        rating=x.activation,
        status="active" if act is not None and act.command == x.command else "inactive",
        label=x.id if not x.replacement else "",
        facts=(
            (Text("Command"), g.state.commands[x.command].name),
            (Text("Activation"), str(x.activation)),
            (Text("Command Range"), f"{x.command_range} MP"),
            (Text("MA"), str(x.ma)),
        ),
    )


def _markers(g: Battle, sides: list[str], bands: dict[str, int]) -> Iterator[MarkerView]:
    for s in g.standards():
        yield _standard(g, s, sides.index(s.side), bands[s.commands[0]] if len(s.commands) == 1 else None)
    for m in g.markers():
        yield _marker(g, m, sides.index(m.side), bands.get(m.command or ""))


def _standard(g: Battle, s: Standard, side: int, band: int | None) -> MarkerView:
    return MarkerView(
        id=s.id,
        name=s.name,
        kind="standard",
        hex=s.hex,
        side=side,
        band=band,
        facts=(
            (Text("Serves"), ", ".join(g.state.commands[c].name for c in s.commands)),
            (Text("Would rally now"), ", ".join(u.id for u in recovery.rallying(g, s)) or Text("nobody")),
            (Text("Hex"), show(s.hex)),
        ),
    )


def _marker(g: Battle, m: Marker, side: int, band: int | None) -> MarkerView:
    return MarkerView(
        id=m.id,
        name=m.name,
        kind=m.kind,
        hex=m.hex,
        side=side,
        facing=m.facing if m.kind == "bombard" else None,
        band=band,
        spent=m.fired,
        facts=((Text("Hex"), show(m.hex)),),
    )
