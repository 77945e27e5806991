"""The position as everybody sees it on the table. Nothing in these rules is secret."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.kernel.board import Place
from engine.kernel.text import Text
from engine.kernel.view import CounterView, HoldingView, Particular, SideView, TableView
from engine.systems.justinian import victory
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.scenario import BYZANTINE
from engine.systems.justinian.state import Alliance, Army, Group, Phase, detached_at, fleet_at, frontier_at

PHASES: dict[Phase, Text] = {
    "setup-byzantine": Text("Byzantine set-up"),
    "setup-barbarian": Text("Barbarian set-up"),
    "income": Text("Income"),
    "removal": Text("Armies go home"),
    "maintenance": Text("Maintenance"),
    "recruit": Text("Recruiting"),
    "create": Text("A new army"),
    "command": Text("Commanders"),
    "leaders": Text("New leaders"),
    "barbarian": Text("Barbarian activation"),
    "byzantine": Text("Byzantine activation"),
    "end": Text("End of the turn"),
    "over": Text("The campaign is over"),
}

ALLIANCES: dict[Alliance, Text] = {
    "none": Text("not rolled for yet"),
    "barbarian": Text("Barbarian ally"),
    "neutral": Text("Neutral"),
    "byzantine": Text("Byzantine ally"),
}


def table(g: Campaign) -> TableView:
    """The whole position."""
    s = g.state
    order = [x.id for x in g.scenario.sides]
    counters = [_army(g, a, order) for a in g.armies() if a.strength or g.land.box(a.power) != a.at]
    counters += [_group(g, x, order) for x in _loose(g)]
    waiting = [a for a in s.armies.values() if a.where == "track" or (a.at is not None and not a.strength)]
    return replace(
        glance(g),
        counters=tuple(counters),
        off_map=tuple(_army(g, a, order, off=True) for a in waiting if a.power != BYZANTINE),
        lost=tuple(_army(g, a, order, off=True) for a in s.armies.values() if a.where == "gone"),
        holdings=tuple(_holdings(g, order)),
    )


def glance(g: Campaign) -> TableView:
    """The position without what lies on the map."""
    s = g.state
    return TableView(
        title=g.scenario.title,
        subtitle=Text("{place}, {date}", place=g.scenario.place, date=g.scenario.date),
        board=g.land.map,
        sides=tuple(_side(g, x.id) for x in g.scenario.sides),
        counters=(),
        leaders=(),
        turn=s.turn,
        phase=_phase(g),
        outcome=Text("{story}", story=s.outcome) if s.outcome else None,
        moment=f"{s.turn}.{s.barbarian_done}.{s.byzantine_done}.{s.activations}",
        headline=_headline(g),
        answers_last="turn",
        acts=s.activation.side if s.activation is not None else None,
    )


def _phase(g: Campaign) -> Text:
    if g.state.on_field is not None:
        return Text("The battle in {place} is fought on the field", place=g.state.on_field.where)
    phase = PHASES[g.state.phase]
    if not 1 <= g.state.turn <= len(g.scenario.turns) or g.state.phase.startswith("setup"):
        return phase
    first, last = g.scenario.turns[g.state.turn - 1].years
    return Text("{first}-{last} · {phase}", first=first, last=last, phase=phase)


def _headline(g: Campaign) -> Text | None:
    """Who is active."""
    a = g.state.activation
    if a is None:
        return None
    if a.army is not None:
        return Text("{army}", army=g.state.names[a.army])
    return Text("The {whose} fleet", whose=g.state.adjectives[a.fleet]) if a.fleet is not None else None


# -- what stands where ------------------------------------------------------------------------------------------------


def bands(g: Campaign, side: str) -> list[str]:
    """Powers of a side by their bands: the Barbarian's, whoever they fight for. Byzantium is one power, without any."""
    return [p.id for p in g.scenario.powers if p.id != BYZANTINE] if side == "barbarian" else []


def _band(g: Campaign, power: str, side: str) -> int | None:
    """Its number; None for Byzantium, and for an ally among the Byzantines."""
    known = bands(g, side)
    return known.index(power) if power in known else None


def _loose(g: Campaign) -> Iterator[Group]:
    """SP and fleets that are in no army."""
    for place in sorted(g.state.frontier):
        yield frontier_at(place)
    for place, here in sorted(g.state.detached.items()):
        yield from (detached_at(place, power) for power in here)
    for power, pools in g.state.fleets.items():
        yield from (fleet_at(place, power) for place in sorted(pools))


def _army(g: Campaign, a: Army, order: list[str], *, off: bool = False) -> CounterView:
    side = g.side(a)
    commander = g.own_commander(a)
    riding = [x.id for x in g.state.magmil.values() if x.army == a.id and x.id != a.leader]
    leaders = [commander.name] if commander is not None else []
    leaders += [g.state.names[x] for x in riding]
    facts: list[Particular] = [(Text("SP"), str(a.strength))]
    for power, n in a.allied.items():
        facts.append((Text("of them {name}", name=g.power(power).name), str(n)))
    if commander is not None:
        facts.append((Text("Control"), str(commander.control)))
        facts.append((Text("Movement"), commander.movement))
        facts.append((Text("Battle"), f"{commander.battle:+d}"))
    elif a.power == BYZANTINE and a.at is not None:
        facts.append((Text("Commander"), Text("none")))
    if a.led_by is not None:
        facts.append((Text("Combined with"), g.state.names[a.led_by]))
    if a.power in g.state.alliance:
        facts.append((Text("Alliance"), ALLIANCES[g.state.alliance[a.power]]))
    if a.arrives is not None:
        facts.append((Text("Arrives in turn"), str(a.arrives)))
    return CounterView(
        id=a.id,
        name=g.state.called(a.id),
        side=order.index(side),
        symbol="army",
        hexes=(a.at,) if a.at is not None and not off else (),
        facing=None,
        band=_band(g, a.power, side),
        strength=a.strength,
        led_by=tuple(leaders),
        marks=_marks(a),
        facts=tuple(facts),
    )


def _marks(a: Army) -> tuple[str, ...]:
    given = {"defeated": a.defeated, "disorganized": a.disorganized, "not paid": a.unpaid}
    return tuple(word for word, lies in given.items() if lies)


def _group(g: Campaign, group: Group, order: list[str]) -> CounterView:
    side = g.side_of(group.power)
    n = g.state.sp_of(group)
    unpaid = False
    if group.kind == "frontier":
        unpaid = g.state.frontier[group.place].unpaid
    elif group.kind == "fleet":
        unpaid = g.state.fleets[group.power][group.place].unpaid
    where = (Text("On Patrol") if g.land.is_sea(group.place) else Text("In Port")) if group.kind == "fleet" else None
    facts = ((Text("Fleet SP") if group.kind == "fleet" else Text("SP"), str(n)),)
    return CounterView(
        id=group.key,
        name=str(g.state.told(group)),
        side=order.index(side),
        symbol={"frontier": "frontier-troops", "detached": "detachment"}.get(group.kind, group.kind),
        hexes=(group.place,),
        facing=None,
        band=_band(g, group.power, side),
        strength=n,
        marks=("not paid",) if unpaid else (),
        facts=(*facts, (Text("Place"), where)) if where is not None else facts,
    )


def _holdings(g: Campaign, order: list[str]) -> Iterator[HoldingView]:
    for place in g.land.provinces:
        control = g.control(place)
        holder = g.state.control.get(place)
        marks = [
            *(["revolt"] if place in g.state.revolt else []),
            *(["fort"] if place in g.state.forts else []),
            *(["treasury"] if place in g.state.treasuries.values() else []),
        ]
        yield HoldingView(
            place,
            side=order.index(control) if control != "none" else None,
            band=_holding_band(g, place, holder) if control == "barbarian" else None,
            marks=tuple(marks),
            facts=((Text("Control marker"), g.power(holder).name),) if holder is not None else (),
        )


def _holding_band(g: Campaign, place: Place, holder: str | None) -> int | None:
    power = holder or next((x.power for x in g.forces(place, "barbarian")), None)
    return _band(g, power, "barbarian") if power is not None else None


# -- the scoreboard ---------------------------------------------------------------------------------------------------


def _side(g: Campaign, side: str) -> SideView:
    s = g.state
    tracks: list[Particular] = []
    if side == "byzantine":
        tracks.append((Text("Treasury"), f"{s.gold} G"))
        if s.owed:
            tracks.append((Text("Owed"), f"{s.owed} G"))
        tracks.append((Text("SP"), f"{g.total_sp(BYZANTINE)} / {g.charts.sp_limit(BYZANTINE)}"))
        tracks.append((Text("Activations"), f"{s.byzantine_done} / {g.charts.activations('byzantine')}"))
        for standing in victory.standings(g):
            tracks.append((Text("{name}", name=standing.name), f"{standing.controlled} / {standing.needed}"))
    else:
        if s.markers:
            tracks.append((Text("Select markers"), str(s.markers["select"])))
            tracks.append((Text("Random markers"), str(s.markers["random"])))
        for p in g.scenario.powers:
            limit = g.charts.sp_limit(p.id)
            if p.kind == "major" and limit is not None:
                tracks.append((Text("{name}", name=p.name), f"{g.total_sp(p.id)} / {limit}"))
    return SideView(
        id=side,
        name=g.spec(side).name,
        points=sum(x.held for x in victory.standings(g)) if side == "byzantine" else 0,
        limit=len(g.scenario.prefectures) if side == "byzantine" else None,
        points_name="Prefectures",
        bands=tuple(g.power(p).name for p in bands(g, side)),
        fallen=_fallen(g, side),
        reserves=tuple(g.state.names[x] for x in sorted(g.cup())) if side == "byzantine" else (),
        tracks=tuple(tracks),
    )


def _fallen(g: Campaign, side: str) -> tuple[str, ...]:
    if side == "byzantine":
        return tuple(g.state.names[x.id] for x in g.state.magmil.values() if x.where == "gone")
    return tuple(g.state.names[a.id] for a in g.state.armies.values() if a.where == "gone")
