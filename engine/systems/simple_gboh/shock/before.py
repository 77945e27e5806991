"""7.41 to 7.45 Retreat Before Shock: asked of the defenders of one Shock, and carried out."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.decisions import Choice, ChooseEach, Deed, Item, Policy, PolicyKind
from engine.kernel.hexes import Hex, show
from engine.kernel.inquiry import percent
from engine.kernel.text import Refusal, Text, joined
from engine.systems.gboh import footprint, special
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.command import leaders
from engine.systems.gboh.events import OrdersNoted, Told
from engine.systems.gboh.movement import displaced, sharing
from engine.systems.gboh.movement.retreats import shifted
from engine.systems.gboh.orders import reasons
from engine.systems.simple_gboh import effects
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.shock import before_ways, reckoning
from engine.systems.simple_gboh.shock.before_ways import Way
from engine.systems.simple_gboh.shock.combat import Combat
from engine.systems.simple_gboh.state import Unit

POLICY = PolicyKind(
    "retreat-before-shock",
    Text("Retreat before a Shock"),
    {
        "worse": Text("when the Shock would probably go against it"),
        "no-hits": Text("when the retreat costs no hit for certain"),
    },
)
DEED = Deed(Text("Retreat"), Text("All {n} retreat", n=0), Text("Nobody retreats"))
STAY = "stay"
CHECK = "7.45"


async def offer(g: Battle, c: Combat) -> None:
    """7.4 (1) Who of the defenders of one Shock retreats before it; cavalry before elephants has to (10.23)."""
    attackers = c.ours
    if not attackers:
        return
    due = {u.id: before_ways.ways(g, u, attackers) for u in c.theirs if before_ways.bar(g, u, attackers) is None}
    forced = [u for u in c.theirs if before_ways.must(u, attackers)]
    due = {name: ways for name, ways in due.items() if ways}
    items = [_item(g, c, g.state.units[name], ways, attackers) for name, ways in due.items()]
    asked = [i for i in items if len(i.choices) > 1]
    picked = {i.key: i.default_key for i in items}
    if asked:
        decision = _decision(g, c, asked)
        picked |= dict(decision.picked(await g.ask(decision)))
    for name, key in picked.items():
        unit = g.state.units[name]
        if key == STAY or not unit.on_map:
            continue
        way = next((w for w in before_ways.ways(g, unit, attackers) if w.key == key), None)
        if way is None:  # Somebody else has just gone there.
            way = next(iter(before_ways.ways(g, unit, attackers)), None)
        if way is None:
            story = Text("{unit} has no way left to retreat.", unit=name)
            g.emit(Told(unit=name, story=story, rule="7.41"))
        else:
            await go(g, c, unit, way)
    for unit in forced:
        if unit.on_map and unit.id not in c.gone:
            # 10.23 A hit besides whatever the Shock does.
            cause = Text("before elephants without a way out")
            await cohesion.hits(g, unit, 1, cause, before_ways.BEFORE_ELEPHANTS)


def _end(unit: Unit, key: str) -> Sequence[Hex]:
    """The hexes the unit holds once it has retreated by a key; none where it stays."""
    return () if key == STAY else shifted(unit, int(key))


def _decision(g: Battle, c: Combat, items: Sequence[Item]) -> ChooseEach:
    names = ", ".join(u.id for u in c.ours)
    units = [g.state.units[i.key] for i in items]
    return ChooseEach(
        kind=POLICY.kind,
        side=units[0].side,
        rule=before_ways.WHO,
        prompt=Text("{attackers} {n:=attacks|attack}. Who retreats before the Shock?", attackers=names, n=len(c.ours)),
        subject=c.ours[0].id,
        focus=tuple(h for u in (*units, *c.ours) for h in footprint.hexes_of(u)),
        items=items,
        why=reasons.not_asked(g, units[0].side, lambda u: _why_not(g, c, g.state.units[u.id])),
        clash=sharing.clash(g, before_ways.HOW, lambda name, key: _end(g.state.units[name], key)),
    )


def _why_not(g: Battle, c: Combat, unit: Unit) -> Refusal:
    """7.41 Why a unit isn't asked."""
    if unit not in c.theirs:
        return Refusal("{unit} is not attacked in this Shock.", rule=before_ways.WHO, unit=unit.id)
    bar = before_ways.bar(g, unit, c.ours)
    return bar or Refusal("{unit} has no way to retreat by.", rule=before_ways.HOW, unit=unit.id)


def _item(g: Battle, c: Combat, unit: Unit, ways: Sequence[Way], attackers: Sequence[Unit]) -> Item:
    r = reckoning.foresee(g, attackers, c.theirs)
    going = r.balance > 0 and not sum(ways[0].hits) >= effects.room(g, unit)
    note = _check(g, unit)
    choices = [
        Choice(
            w.key,
            Text("Retreat to {hex}", hex=show(w.end)),
            unit=unit.id,
            hex=w.end,
            mp=sum(w.mp),
            hits=sum(w.hits),
            note=note,
            lean=2.0 if going else 0.5,
        )
        for w in ways
    ]
    if not before_ways.must(unit, attackers):
        choices.append(Choice(STAY, Text("Stay and fight"), unit=unit.id, lean=1.0 if going else 3.0))
    key = choices[0].key
    first = key if going or choices[-1].key != STAY else STAY
    return Item(
        key=unit.id,
        label=Text("{unit} at {hex}", unit=unit.id, hex=show(unit.at)),
        choices=tuple(choices),
        default_key=first,
        policy=_policy(unit, choices, r.balance > 0, sum(ways[0].hits) == 0),
        why=reasons.hexes(
            g,
            unit,
            before_ways.HOW,
            step=False,
            other=lambda h: _closer(unit, attackers, h) or _passed(unit, ways, h),
        ),
    )


def _policy(unit: Unit, choices: Sequence[Choice], worse: bool, unhurt: bool) -> Policy:
    no = STAY if choices[-1].key == STAY else choices[0].key
    return Policy(POLICY.kind, choices[0].key, no, {"worse": worse, "no-hits": unhurt}, deed=DEED)


def _check(g: Battle, unit: Unit) -> Text | None:
    if not checks(unit):
        return None
    p = percent(cohesion.over(g, unit))
    return Text("then a roll: 1 hit above TQ {tq} ({p})", tq=cohesion.tq(g, unit), p=p)


def _closer(unit: Unit, attackers: Sequence[Unit], h: int) -> Refusal | None:
    near = next((a for a in attackers if footprint.distance_to(a, h) <= footprint.distance(a, unit)), None)
    if near is None:
        return None
    text = "{hex} leads no farther from {enemy}."
    return Refusal(text, rule=before_ways.HOW, hex=show(h), enemy=near.id)


def _passed(unit: Unit, ways: Sequence[Way], h: int) -> Refusal | None:
    """7.42 It stops only where it can't go on."""
    if not any(h in w.path[:-1] for w in ways):
        return None
    text = "{unit} can go on from {hex}: it retreats as far as it can."
    return Refusal(text, rule=before_ways.HOW, unit=unit.id, hex=show(h))


def checks(unit: Unit) -> bool:
    """7.45 Light infantry rolls for having retreated; skirmishers and cavalry don't."""
    return unit.troop.arm == "foot" and unit.is_light and unit.troop.target != "skirmisher"


async def go(g: Battle, c: Combat, unit: Unit, way: Way) -> None:
    """7.43, 7.45 The retreat, hex by hex, with the hits of the ground; then light infantry rolls."""
    c.gone.add(unit.id)
    g.emit(OrdersNoted(field="retreated", value=unit.id))
    ma = before_ways.allowance(unit)
    for to, mp, hits in zip(way.path, way.mp, way.hits, strict=True):
        start, company = unit.at, g.leaders_with(unit)
        m = next(m for m in footprint.shifts(unit) if m.to.hex == to)
        joins = (u.facing for u in g.standing_at(to) if to == way.end and u.troop.faces)
        displaced.goes(g, unit, m, "retreat-before", before_ways.HOW, facing=next(joins, unit.facing), mp=mp, ma=ma)
        special.call(g, Special.entered, unit)
        displaced.follow(g, company, m, "with-unit", "4.36")
        if not await cohesion.hits(g, unit, hits, joined(dict.fromkeys(way.causes)), "5.17"):
            return
        await leaders.approached(g, unit, start)
    if unit.on_map and checks(unit):
        await _roll(g, unit)


async def _roll(g: Battle, unit: Unit) -> None:
    text = Text("{unit} has retreated before the Shock", unit=unit.id)
    if not await cohesion.holds(g, unit, "retreat-check", text, CHECK, Text("no hit"), Text("1 hit")):
        await cohesion.hits(g, unit, 1, Text("retreating before Shock"), CHECK)
