"""6.5, 6.72 Orderly Withdrawal: faster units slip away from an enemy within 2 hexes, alone or as a cavalry Line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.kernel.decisions import Choice, ChooseEach, Deed, Item, Policy, PolicyKind
from engine.kernel.ground_way import FAR
from engine.kernel.hexes import Hex, show, turns, within
from engine.kernel.text import Refusal, Text, codes, joined
from engine.kernel.wanted import Wanted
from engine.systems.gboh import footprint, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.cohesion.dread import dread
from engine.systems.gboh.command import leaders, line_composition, riders
from engine.systems.gboh.events import OrdersNoted, Told, UnitMoved, UnitTurned
from engine.systems.gboh.movement import facing, reach, retreat_ways, sharing, stacking, together, withdrawal_fire
from engine.systems.gboh.movement.own_retreat import OwnRetreat
from engine.systems.gboh.movement.retreats import (
    SURPRISED,
    TRIGGER,
    Retreat,
    bar,
    end_facings,
    held_by,
    met_at,
    nearest,
    quick_enough,
    retreats,
    shift_cost,
    shifted,
    within_reach,
)
from engine.systems.gboh.movement.steps import turning_case
from engine.systems.gboh.orders import reasons
from engine.systems.gboh.state import Unit

POLICY = PolicyKind(
    "orderly-withdrawal",
    Text("Withdraw in order from units that come close"),
    {
        "from-infantry": Text("from infantry"),
        "from-cavalry": Text("from cavalry"),
        "from-heavy": Text("from heavy units, which must attack"),
        "from-heavier": Text("from units heavier than itself"),
        "no-hits": Text("when it costs no hit"),
        "near-rout": Text("when one more hit would break it"),
    },
)
POLICIES = (POLICY, withdrawal_fire.POLICY)
WITHDRAW = Deed(Text("Withdraw"), Text("All {n} withdraw", n=0), Text("Nobody withdraws"))


# -- the window ------------------------------------------------------------------------------------------------------


async def orderly_withdrawal(g: Battle, mover: Unit, *, starting: bool) -> None:
    """6.51 OW trigger and distance.

    Windows W0 (``starting``: about to leave its hex) and W4: who withdraws, or feigns it (6.72).

    A unit does one of the two at most. When the mover must pursue, everybody else stays.
    """
    if Case.WITHDRAWAL not in g.game.cases:
        return
    origin = mover.at
    left = asked(g, mover)
    if not left:
        return
    decision = _decision(g, left, mover, origin, starting)
    answer = await g.ask(decision)
    stood = {u.id: u.hex for u in g.units(left[0].side)}
    gone: set[str] = set()
    rode_off: set[str] = set()
    singly: set[str] = set()
    for name, key in decision.picked(answer):
        unit = g.state.units[name]
        if key == "stay":
            continue
        if name in gone:
            if key != "line":
                story = Text("{unit} has withdrawn with its Line.", unit=name)
                g.emit(Told(unit=name, story=story, rule=g.case(Case.LINE_WITHDRAWAL)))
            continue
        if special.any_of(g, Special.lured, mover) or (
            key == "line" and {*rode_off, *singly}.intersection(u.id for u in line_composition.cavalry_line(g, unit))
        ):
            _tell(g, unit, mover)
        elif (other := _other(g, key)) is not None:
            # 6.75 FR one at a time.
            rode_off.add(name)
            await other.carry_out(g, unit, mover, origin, key.partition("-")[2])
        elif key == "line":
            gone |= await _line(g, unit, mover, origin)
        else:
            singly.add(name)
            await _one(g, unit, mover, origin, key)
    for rule in special.having(g, Special.withdrawn):
        back = [u for u in g.units(left[0].side) if u.id in stood and u.hex != stood[u.id] and not u.routed]
        await rule.withdrawn(g, back, mover)


def asked(g: Battle, mover: Unit, *, publicly: bool = False) -> list[Unit]:
    """6.51 Enemies that may give ground before ``mover`` where it stands, each once, by the hexes around it.

    ``publicly``: as far as both sides know; withdrawals arranged in secret are taken to be what their markers may say.
    """
    if Case.WITHDRAWAL not in g.game.cases:
        return []
    origin = mover.at
    around = [h for x in footprint.hexes_of(mover) for h in within(x, TRIGGER)[1:]]
    near = list({u.id: u for h in around if (u := g.enemy_in(h, mover.side)) is not None}.values())
    near = [u for u in near if not _missed(g, u, mover)]
    ways = special.own_retreats(g)

    def gives_ground(u: Unit) -> bool:
        # 6.54 OW unlimited: who has withdrawn before may again.
        if quick_enough(u, mover) and _can(g, u, mover, origin):
            return True
        return any((x.thinkable if publicly else x.possible)(g, u, mover, origin) for x in ways)

    return [u for u in near if gives_ground(u)]


def _missed(g: Battle, unit: Unit, mover: Unit) -> bool:
    """S 6.51 Whether the mover has come closer than where one had to withdraw from it, or not at all."""
    if not g.game.movement.withdrawal_at_once or mover.wild or special.any_of(g, Special.must_withdraw, unit, mover):
        return False
    return footprint.distance(mover, unit) < TRIGGER


async def from_rampage(g: Battle, elephant: Unit, side: str) -> None:
    """A 6.71, 6.76, S 6.51 Cavalry of a side, friend or foe, may withdraw from a rampaging elephant close by."""
    origin = elephant.at
    near = within(origin, TRIGGER)[1:]
    units = [u for h in near if (u := g.friend_in(h, side)) is not None and u.is_cavalry]
    left = [u for u in units if quick_enough(u, elephant) and _can(g, u, elephant, origin)]
    if not left:
        return
    decision = _decision(g, left, elephant, origin, starting=False)
    for name, key in decision.picked(await g.ask(decision)):
        if key != "stay":
            await _one(g, g.state.units[name], elephant, origin, key)


def _others(g: Battle, unit: Unit, mover: Unit, origin: Hex) -> list[OwnRetreat]:
    """Other ways than a withdrawal in which the unit may give ground."""
    return [x for x in special.own_retreats(g) if x.possible(g, unit, mover, origin)]


def _other(g: Battle, key: str) -> OwnRetreat | None:
    """The way of giving ground, other than a withdrawal, that a choice means."""
    return next((x for x in special.own_retreats(g) if x.word == key.partition("-")[0]), None)


def _can(g: Battle, unit: Unit, mover: Unit, origin: Hex) -> bool:
    return unit.on_map and bar(g, unit, mover) is None and bool(retreats(g, unit, mover, origin))


def _gone(mover: Unit, origin: Hex) -> bool:
    return not mover.on_map or (mover.routed and not mover.wild) or origin not in footprint.hexes_of(mover)


def _decision(g: Battle, units: Sequence[Unit], mover: Unit, origin: Hex, starting: bool) -> ChooseEach:
    if starting:
        text = "{mover} is about to move from {hex}. Who withdraws in order?"
    elif mover.wild:
        text = "{mover} runs wild at {hex}. Who withdraws in order?"
    else:
        text = "{mover} has come to {hex}. Who withdraws in order?"
    items: list[Item] = []
    for u in units:
        others = [] if mover.wild else _others(g, u, mover, origin)
        if _can(g, u, mover, origin):
            stay = not special.any_of(g, Special.must_withdraw, u, mover)
            company = () if mover.wild else line_of(g, u, mover, origin)
            items.append(_item(g, u, mover, origin, company, stay=stay, others=others))
        else:
            items.append(_other_item(g, u, mover, others))
    return ChooseEach(
        kind=POLICY.kind,
        side=units[0].side,
        rule=g.case(Case.WITHDRAWAL),
        prompt=Text(text, mover=mover.id, hex=show(origin)),
        subject=mover.id,
        focus=(origin, *(u.at for u in units)),
        items=items,
        why=lambda wanted: _not_asked(g, mover, origin, units[0].side, wanted),
    )


def end(g: Battle, name: str, key: str) -> Sequence[Hex]:
    """6.55 The hexes a unit holds once it has withdrawn by a key; none where it stays, or goes otherwise."""
    if not key[:1].isdigit():
        return ()
    unit, (path, _) = g.state.units[name], retreat_ways.parse(g, key)
    return shifted(unit, path[-1])


def _other_item(g: Battle, unit: Unit, mover: Unit, others: Sequence[OwnRetreat]) -> Item:
    """6.72 For a unit that can't withdraw in order but give ground in another way."""
    return Item(
        key=unit.id,
        label=Text("{unit} at {hex}", unit=unit.id, hex=show(unit.at)),
        choices=(*(x.choice(g, unit, mover, 1.0) for x in others), Choice("stay", Text("Stay"), unit=unit.id)),
        default_key="stay",
        policy=others[0].policy(g, unit, mover),
        why=lambda wanted: _why_not(g, unit, mover, mover.at, wanted, able=False),
        ways=lambda key: _way(g, unit, mover, mover.at, key, able=False),
    )


def _item(
    g: Battle,
    unit: Unit,
    mover: Unit,
    origin: Hex,
    company: Sequence[Unit],
    *,
    stay: bool = True,
    others: Sequence[OwnRetreat] = (),
) -> Item:
    options = retreats(g, unit, mover, origin)
    choices = [_choice(unit, r, 1.0 / len(options)) for r in options]
    if company:
        names = ", ".join(u.id for u in company)
        choices.append(Choice("line", Text("The whole Line: {units}", units=names), unit=unit.id, lean=0.2))
    choices += [x.choice(g, unit, mover, 0.7) for x in others]
    if stay:
        choices.append(Choice("stay", Text("Stay"), unit=unit.id, lean=1.0))
    best = options[0]
    # 6.52 Facing is kept: who must go and says no more turns to nobody.
    kept = next((r for r in options if r.end == best.end and r.facing == unit.facing and r.hits == best.hits), best)
    return Item(
        key=unit.id,
        label=Text(
            "{unit} at {hex}, {mp} MP", unit=unit.id, hex=show(unit.at), mp=max(0, unit.ma - reach.pace(g, mover))
        ),
        choices=choices,
        default_key="stay" if stay else kept.key,
        policy=Policy(
            POLICY.kind,
            best.key,
            "stay" if stay else kept.key,
            {
                "from-infantry": mover.is_infantry,
                "from-cavalry": mover.is_cavalry,
                "from-heavy": not mover.is_light,
                "from-heavier": mover.troop.weight > unit.troop.weight,
                "no-hits": best.hits == 0,
                "near-rout": cohesion.tq(g, unit) - unit.hits <= 1,
            },
            # Of two ways to give ground a feint comes first: who has ordered it wants it wherever it is possible.
            sooner=others[0].policy(g, unit, mover) if others else None,
            deed=WITHDRAW,
        ),
        why=lambda wanted: _why_not(g, unit, mover, origin, wanted, stay=stay),
        ways=lambda key: _way(g, unit, mover, origin, key),
    )


def _way(g: Battle, unit: Unit, mover: Unit, origin: Hex, key: str, *, able: bool = True) -> Choice:
    """6.51, 6.73 The choice of a way written hex by hex. Raises Refusal with the case that closes it.

    ``able``: it may withdraw from the mover, by itself or with its Line, however far away it is.
    """
    what, _, rest = key.partition("-")
    if rest and (other := _other(g, what)) is not None:
        return other.way(g, unit, mover, origin, rest)
    if not what[:1].isdigit():
        beside = show(next(iter(g.map.neighbours(unit.at)), unit.at))
        text = "A withdrawal is written as hexes and a facing, as {hex} @{facing}."
        raise Refusal(text, rule=g.case(Case.WITHDRAWAL), hex=beside, facing=unit.facing.name)
    if not able and (no := _kept_from(g, unit, mover, origin)) is not None:
        raise no
    way = retreat_ways.read(g, unit, mover, origin, key)
    return replace(_choice(unit, way, 1.0), key=key if key == way.key else retreat_ways.key(way.path, way.facing))


def _why_not(
    g: Battle, unit: Unit, mover: Unit, origin: Hex, wanted: Wanted, *, stay: bool = True, able: bool = True
) -> Refusal | None:
    """Why what is wanted of a unit is not open to it."""
    if (other := next((x for x in special.own_retreats(g) if x.word in wanted.words), None)) is not None:
        return other.bar(g, unit, mover)
    if "line" in wanted.words:
        return Refusal(
            "{unit} stands in no cavalry Line of which all can withdraw.",
            rule=g.case(Case.LINE_WITHDRAWAL),
            unit=unit.id,
        )
    if not stay and {"stay", "no", "none"} & set(wanted.words):
        if special.any_of(g, Special.must_withdraw, unit, mover):
            text = "{unit} must withdraw from {mover}: it can."
            return Refusal(text, rule=g.case(Case.ELEPHANTS_COME_UP), unit=unit.id, mover=mover.id)
        return Refusal("The whole Line withdraws, {unit} with it.", rule=g.case(Case.LINE_WITHDRAWAL), unit=unit.id)
    if not able and wanted.hexes and (no := _kept_from(g, unit, mover, origin)) is not None:
        return no
    return retreat_ways.why(g, unit, mover, origin, wanted)


def _kept_from(g: Battle, unit: Unit, mover: Unit, origin: Hex) -> Refusal | None:
    """Why a unit may not withdraw from the mover, wherever to; None where it may if there is room."""
    if (why := bar(g, unit, mover)) is not None:
        return why
    away = footprint.distance_to(unit, origin)
    most = TRIGGER
    if _missed(g, unit, mover):
        return Refusal(
            "{unit} may withdraw as {mover} is {most} hexes away, and {mover} has come closer.",
            rule=g.case(Case.WITHDRAWAL),
            unit=unit.id,
            mover=mover.id,
            most=most,
        )
    if away > most:
        return Refusal(
            "{unit} is {n:hex|hexes} from {mover}: those within {most} may withdraw.",
            rule=g.case(Case.WITHDRAWAL),
            unit=unit.id,
            n=away,
            mover=mover.id,
            most=most,
        )
    return None


def _cannot(g: Battle, unit: Unit, mover: Unit, origin: Hex) -> Refusal:
    """Why a unit can't withdraw from the mover at all."""
    if (why := _kept_from(g, unit, mover, origin)) is not None:
        return why
    more = within_reach(g, unit, FAR, held_by(mover, origin))
    if more:
        text = "{unit} has {n} MP to withdraw from {mover}, and each hex open to it costs {least} or more."
        n = max(0, together.pace(g, unit) - reach.pace(g, mover))
        rule, least = g.case(Case.WITHDRAWAL), min(r.mp for r in more)
        return Refusal(text, rule=rule, unit=unit.id, n=n, mover=mover.id, least=least)
    return Refusal("No hex is open for {unit} to withdraw to.", rule=g.case(Case.WITHDRAWAL_GROUND), unit=unit.id)


def _not_asked(g: Battle, mover: Unit, origin: Hex, side: str, wanted: Wanted) -> Refusal | None:
    """Why a unit that is named isn't asked whether it withdraws."""
    unit = reasons.unit(g, wanted, side)
    return None if unit is None or not unit.on_map else _cannot(g, unit, mover, origin)


def _choice(unit: Unit, r: Retreat, lean: float) -> Choice:
    return Choice(
        r.key,
        Text("Withdraw to {hex}, facing {facing}", hex=show(r.end), facing=r.facing.name),
        unit=unit.id,
        hex=r.end,
        facing=r.facing,
        mp=r.mp,
        hits=r.hits,
        lean=lean,
    )


def line_of(g: Battle, unit: Unit, mover: Unit, origin: Hex) -> list[Unit]:
    """6.58 The cavalry Line that may withdraw with the unit; [] when there is none, or not all of it can (A 6.77: those
    who can't stay behind)."""
    if not unit.is_cavalry or not g.game.movement.line_withdrawal:
        return []
    company = line_composition.cavalry_line(g, unit)
    if g.game.movement.line_withdraws == "once a phase" and any(u.id in g.orders.withdrew for u in company):
        return []
    if g.game.command.horse_gathers:
        company = [u for u in company if _can(g, u, mover, origin)]
    if len(company) < 2 or any(not _can(g, u, mover, origin) for u in company):
        return []
    return company


# -- carrying it out -------------------------------------------------------------------------------------------------


async def _one(g: Battle, unit: Unit, mover: Unit, origin: Hex, key: str) -> None:
    """A single unit withdraws as picked; it is asked again when others have got in its way."""
    if _gone(mover, origin) or not _can(g, unit, mover, origin):
        _tell(g, unit, mover)
        return
    chosen = await _still_open(
        g, unit, mover, origin, key, stay=not special.any_of(g, Special.must_withdraw, unit, mover)
    )
    if chosen is not None:
        g.emit(OrdersNoted(field="withdrew", value=unit.id, rule=g.case(Case.LINE_WITHDRAWAL)))
        await withdraw(g, unit, mover, origin, chosen)


async def _still_open(g: Battle, unit: Unit, mover: Unit, origin: Hex, key: str, *, stay: bool) -> Retreat | None:
    way = _open(g, unit, mover, origin, key)
    if way is None:
        decision = ChooseEach(
            kind=POLICY.kind,
            side=unit.side,
            rule=g.case(Case.WITHDRAWAL),
            prompt=Text("{unit} can't withdraw as planned any more. Where now?", unit=unit.id),
            subject=mover.id,
            focus=(origin, unit.at),
            items=[_item(g, unit, mover, origin, (), stay=stay)],
        )
        _, key = next(iter(decision.picked(await g.ask(decision))))
        way = _open(g, unit, mover, origin, key)
    return way


def _open(g: Battle, unit: Unit, mover: Unit, origin: Hex, key: str) -> Retreat | None:
    """The withdrawal of a key, as long as it is open."""
    if key == "stay":
        return None
    try:
        return retreat_ways.read(g, unit, mover, origin, key)
    except Refusal:
        return None


def _tell(g: Battle, unit: Unit, mover: Unit) -> None:
    story = Text("{unit} stays: it can't withdraw from {mover} any more.", unit=unit.id, mover=mover.id)
    g.emit(Told(story=story, unit=unit.id, rule=g.case(Case.WITHDRAWAL)))


async def _line(g: Battle, unit: Unit, mover: Unit, origin: Hex) -> set[str]:
    """6.58 The whole Line withdraws, each unit by itself, in the order its owner gives. Returns the units concerned."""
    company = line_of(g, unit, mover, origin)
    if _gone(mover, origin) or not company:
        _tell(g, unit, mover)
        return {unit.id}
    decision = ChooseEach(
        kind="line-withdrawal",
        side=unit.side,
        rule=g.case(Case.LINE_WITHDRAWAL),
        prompt=Text("The whole Line withdraws from {mover}. Where does each unit go?", mover=mover.id),
        subject=mover.id,
        focus=(origin, *(u.at for u in company)),
        items=[_item(g, u, mover, origin, (), stay=False) for u in company],
        why=lambda wanted: _not_in_line(g, company, wanted),
    )
    answer = await g.ask(decision)
    for name, key in decision.picked(answer):
        member = g.state.units[name]
        # Once begun it goes on even if the mover has been shot to pieces: who fires must withdraw (6.56).
        if not _can(g, member, mover, origin):
            _tell(g, member, mover)
            continue
        chosen = await _still_open(g, member, mover, origin, key, stay=False)
        if chosen is not None:
            await withdraw(g, member, mover, origin, chosen)
    return {u.id for u in company}


def _not_in_line(g: Battle, company: Sequence[Unit], wanted: Wanted) -> Refusal | None:
    unit = reasons.unit(g, wanted, company[0].side)
    if unit is None or not unit.on_map:
        return None
    names = codes(u.id for u in company)
    return Refusal(
        "{unit} is not in the Line that withdraws: {units}.",
        rule=g.case(Case.LINE_WITHDRAWAL),
        unit=unit.id,
        units=names,
    )


async def withdraw(g: Battle, unit: Unit, mover: Unit, origin: Hex, way: Retreat) -> None:
    """6.52-6.56 The approach hit, the fire, the way, the turn at its end, the infantry's hit; of a stack both go."""
    with together.as_one(g, unit):
        await _withdraw(g, unit, mover, origin, way)


_SURPRISED = {
    "front": "approached from the front",
    "flank": "approached from the flank",
    "rear": "approached from the rear",
}


async def _withdraw(g: Battle, unit: Unit, mover: Unit, origin: Hex, way: Retreat) -> None:
    places = footprint.hexes_of(unit)
    arc = facing.approach(unit, nearest(unit, held_by(mover, origin)))
    # 6.53 OW rout: hits may break it before it goes, or on its way.
    if arc is not None and arc in unit.troop.surprised_from:
        cause = Text(_SURPRISED[arc])
        if not await cohesion.march(g, unit, SURPRISED, cause, g.case(Case.WITHDRAWAL_PRICE)):
            return
    # 6.54 Who goes along is settled as it leaves: one that the approach has broken doesn't withdraw (6.53).
    if g.game.command.leaders_withdraw == "with their units":
        company = tuple(x.id for x in g.leaders_with(unit))  # S 6.65
    else:
        company = await riders.choose(g, unit, g.case(Case.WITHDRAWAL_LEADERS))
    await withdrawal_fire.offer(g, unit, mover)
    for h in way.path:
        if _is_taken(g, unit, h, way):
            break
        if not await _step(g, unit, h, way, company):
            break
    else:
        await _finish(g, unit, way)
    for h in places:
        await leaders.left_alone(g, h, unit.side)


def _is_taken(g: Battle, unit: Unit, h: Hex, way: Retreat) -> bool:
    """6.55 Whether a friend has come to the last hex of a way who isn't shared one with: a unit that fled from the hits
    of being passed through. Who withdraws stops short of him; where it can't stay it goes on as it chose."""
    if h != way.end or g.enemy_in(h, unit.side) is not None or end_facings(g, unit, h):
        return False
    company = g.ranks(unit)
    if any(u not in company for place in footprint.hexes_of(unit) for u in sharing.others(g, unit, place)):
        return False
    held, there = next(iter(met_at(g, unit, h).items()), ("", h))
    text = Text(
        "{unit} stops at {hex}: {friend} has come to {end}.",
        unit=unit.id,
        hex=show(unit.at),
        friend=held,
        end=show(there),
    )
    g.emit(Told(story=text, unit=unit.id, rule=g.case(Case.WITHDRAWAL)))
    return True


async def _step(g: Battle, unit: Unit, h: Hex, way: Retreat, company: Sequence[str]) -> bool:
    a = unit.at
    await special.run(g, Special.approached, h)
    if g.enemy_in(h, unit.side) is not None:
        return False
    cost = shift_cost(g, unit, a, h)
    assert cost is not None, f"{unit.id} withdraws into prohibited ground at {show(h)}"
    own = together.own_hits(g, unit, a, h)
    friends = [g.state.units[name] for name in met_at(g, unit, h)]
    joins = h == way.end and bool(end_facings(g, unit, h))
    g.emit(
        UnitMoved(
            unit=unit.id,
            start=a,
            to=h,
            facing=unit.facing,
            mp=cost.mp,
            ma=way.allowance,
            how="withdraw",
            rule=g.case(Case.WITHDRAWAL),
        )
    )
    special.call(g, Special.entered, unit)
    riders.keep_up(g, company, zip(shifted(unit, a), shifted(unit, h), strict=True))
    if not await cohesion.march(g, unit, cost.hits, joined(cost.causes), g.case(Case.MOVEMENT_HITS), own):
        return False
    if not await dread(g, unit):
        return False
    for friend in () if joins else friends:
        if friend.on_map:
            await stacking.pass_through(g, unit, friend)
    if unit.on_map and not unit.routed:
        await leaders.approached(g, unit, shifted(unit, a))
    return unit.on_map and not unit.routed


async def _finish(g: Battle, unit: Unit, way: Retreat) -> None:
    if way.facing != unit.facing:
        cost = g.charts.turn_cost(g.map, unit, unit.at, turns(unit.facing, way.facing))
        mp = 0 if g.game.movement.withdrawal_turns_free else cost.mp
        g.emit(UnitTurned(unit=unit.id, facing=way.facing, mp=mp, how="withdraw", rule=g.case(Case.WITHDRAWAL_PRICE)))
        if not await cohesion.march(g, unit, cost.hits, joined(cost.causes), g.case(turning_case(g, cost))):
            return
    await pay(g, unit)
    await together.settle(g, unit, "withdraw")


async def pay(g: Battle, unit: Unit) -> None:
    """6.52 (A 6.72 [1], [3]) What withdrawing costs the unit itself, wherever it has gone."""
    troop, rule = unit.troop, g.case(Case.WITHDRAWAL_PRICE)
    cause = Text("withdrawing on foot")
    own = {u.id: (u.troop.withdrawal_hits, cause) for u in g.ranks(unit)}
    stands = await cohesion.march(g, unit, troop.withdrawal_hits, cause, rule, own)
    if stands and troop.withdrawal_check:
        text = Text("{unit} withdraws", unit=unit.id)
        n = await cohesion.tq_check(g, unit, "withdrawal", text, rule, most=1)
        await cohesion.spread(g, unit, n, Text("withdrawing"), rule)
