"""8.31-8.35 Harassment and Dispersal: light horse rides up, shoots and is back before its counter has moved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.kernel.decisions import Choice, Choose, ChooseEach
from engine.kernel.dice import RollRequest
from engine.kernel.hexes import _SIDE_ANGLE as SIDE_ANGLE
from engine.kernel.hexes import (
    Facing,
    Hex,
    direction,
    distance,
    facings_towards,
    neighbours,
    show,
    within,
)
from engine.kernel.text import Refusal, Text, refuse
from engine.systems.gboh import footprint, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.command import leaders, riders
from engine.systems.gboh.events import OrdersNoted, Told, UnitMoved
from engine.systems.gboh.missiles import fire, reaction, sight, volley
from engine.systems.gboh.movement import facing
from engine.systems.gboh.orders import reasons
from engine.systems.gboh.state import Unit


def reach(unit: Unit) -> int:
    """8.32 Hexes within which the unit may harass, by its kind and what it shoots with; 0: it doesn't."""
    weapon = unit.weapon
    return unit.troop.harasses if weapon is not None and unit.troop.arm in weapon.harassing else 0


def _case(g: Battle, unit: Unit, case: Case) -> str:
    """The number of a case about harassment; a book may have one of its own for who goes on foot (A 9.32, S 9.24)."""
    own = Case.FOOT_HARASSMENT
    return g.case(own if unit.troop.arm == "foot" and own in g.game.cases else case)


# -- who may, and by which path --------------------------------------------------------------------------------------


def inability(g: Battle, unit: Unit) -> Refusal | None:
    """8.31, 8.32 Why the unit can't harass anybody now; None when it can."""
    if not reach(unit):
        return Refusal(
            "Only light cavalry with missiles harasses; {unit} is not."
            if not any(t.harasses for t in g.game.troops.values() if t.arm == "foot")
            else "{unit} is of no kind that harasses, or has no missiles for it.",
            rule=_case(g, unit, Case.HARASSMENT_WHO),
            unit=unit.id,
        )
    if (unable := fire.inability(g, unit)) is not None:
        return unable
    if unit.rallied:
        return Refusal("{unit} has rallied this turn and takes no orders.", rule=g.case(Case.RALLY), unit=unit.id)
    o = g.orders
    if any(unit.id in done for done in (o.moved, o.turned, o.fired, o.stationary, o.turn_in_zoc)):
        return Refusal(
            "{unit} has moved or fired in this Orders Phase.", rule=_case(g, unit, Case.HARASSMENT_WHO), unit=unit.id
        )
    if g.in_enemy_zoc(unit):
        return Refusal("{unit} is in enemy ZOC.", rule=_case(g, unit, Case.HARASSMENT), unit=unit.id)
    return None


def bad_target(g: Battle, unit: Unit, target: Unit) -> Refusal | None:
    """8.32 H&D conditions: why the unit can't harass the target, whatever the path."""
    if not target.on_map or target.side == unit.side:
        return Refusal("{target} is no enemy on the map.", rule=_case(g, unit, Case.HARASSMENT), target=target.id)
    if target.engaged:
        return Refusal("{target} is Engaged and can't be fired at.", rule=g.case(Case.ENGAGED), target=target.id)
    d = footprint.distance(unit, target)
    if not 2 <= d <= reach(unit):
        return Refusal(
            "{target} is {distance:hex|hexes} from {unit}: harassing takes 2 to {reach}.",
            rule=_case(g, unit, Case.HARASSMENT),
            target=target.id,
            distance=d,
            unit=unit.id,
            reach=reach(unit),
        )
    if target.troop.target == "skirmisher" and not g.game.fire.harasses_skirmishers:
        text = "{target} is a skirmisher, and can't be harassed."
        return Refusal(text, rule=g.case(Case.HARASSMENT_PREY), target=target.id)
    whom = g.game.fire.harasses_slower.get(unit.troop.arm)
    if unit.is_light and unit.is_cavalry and target.troop.prey:
        whom = None  # A 9.42
    if whom is not None and (target.ma > unit.ma or (whom == "slower" and target.ma == unit.ma)):
        text = "{unit} (MA {ma}) harasses slower units only; {target} has MA {theirs}."
        rule = _case(g, unit, Case.HARASSMENT)
        return Refusal(text, rule=rule, unit=unit.id, ma=unit.ma, target=target.id, theirs=target.ma)
    if not g.game.fire.harasses_in_sight or sight.can_see(g, unit, target.at):
        return None
    return _unseen(g, unit, target)


def _unseen(g: Battle, unit: Unit, target: Unit) -> Refusal:
    wall = sight.blocked_by(g, unit.at, target.at, unit)
    if wall is None:
        return Refusal(
            "{target} is behind {unit}.", rule=_case(g, unit, Case.HARASSMENT), target=target.id, unit=unit.id
        )
    return Refusal(
        "{unit} can't see {target}: {hex} is in the way.",
        rule=g.case(Case.LINE_OF_SIGHT),
        unit=unit.id,
        target=target.id,
        hex=show(wall),
    )


def _bad_step(g: Battle, unit: Unit, a: Hex, b: Hex, goal: Hex) -> Refusal | None:
    """8.32 Why the path can't go from ``a`` to the next hex ``b``."""
    here = show(b)
    if b not in g.map or b not in neighbours(a) or distance(b, goal) >= distance(a, goal):
        return Refusal(
            "The path takes the shortest way, each hex nearer to the target; {hex} is not.",
            rule=_case(g, unit, Case.HARASSMENT),
            hex=here,
        )
    if g.game.fire.harasses_in_sight and a == unit.at and b not in footprint.front(unit):
        return Refusal(
            "The path starts in a Front hex of {unit}; {hex} is none.",
            rule=_case(g, unit, Case.HARASSMENT),
            unit=unit.id,
            hex=here,
        )
    if (other := g.unit_at(b)) is not None:
        return Refusal(
            "The path is blocked by {other} at {hex}.", rule=_case(g, unit, Case.HARASSMENT), other=other.id, hex=here
        )
    if (holders := g.enemy_zoc(b, unit.side)) and distance(b, goal) > 1:
        names = ", ".join(e.id for e in holders)
        return Refusal(
            "The path can't pass {hex}: it is in the ZOC of {enemies}.",
            rule=_case(g, unit, Case.HARASSMENT),
            hex=here,
            enemies=names,
        )
    if g.game.fire.harassing_dreads and not special.may_enter_zoc(g, unit, b):
        text, rule = "The path can't end ahead of elephants, at {hex}.", g.case(Case.HARASSING_ELEPHANTS)
        return Refusal(text, rule=rule, hex=here)
    if g.charts.is_difficult(g.map.terrain_at(b), unit) or g.charts.step_cost(g.map, unit, a, b) is None:
        return Refusal("The path can't pass {hex}: difficult ground.", rule=_case(g, unit, Case.HARASSMENT), hex=here)
    features = g.map.side(a, b)
    passable = {"stream", "dirt_road", "bridge"}
    if "bridge" not in features and any(f not in passable for f in features):
        return Refusal(
            "The path can't cross into {hex}: {feature}.",
            rule=_case(g, unit, Case.HARASSMENT),
            hex=here,
            feature=features[0],
        )
    return None


def paths(g: Battle, unit: Unit, goal: Hex) -> Iterator[tuple[Hex, ...]]:
    """8.32 Every legal path of the unit to a hex next to ``goal``, as hexes entered."""
    if not 2 <= footprint.distance_to(unit, goal) <= reach(unit):
        return

    def extend(a: Hex, so_far: tuple[Hex, ...]) -> Iterator[tuple[Hex, ...]]:
        if distance(a, goal) == 1:
            yield so_far
            return
        for b in neighbours(a):
            if _bad_step(g, unit, a, b, goal) is None:
                yield from extend(b, (*so_far, b))

    yield from extend(unit.at, ())


def could_reach(g: Battle, unit: Unit, h: Hex) -> bool:
    """10.16, 10.27 Missile threat: whether the unit could harass an enemy standing in the hex, were it its turn."""
    if not 2 <= footprint.distance_to(unit, h) <= reach(unit):
        return False
    if fire.inability(g, unit) is not None or g.in_enemy_zoc(unit):
        return False
    if g.game.fire.harasses_in_sight and not sight.can_see(g, unit, h):
        return False
    return next(paths(g, unit, h), None) is not None


def check_harass(g: Battle, unit: Unit, target: Unit, path: Sequence[Hex]) -> None:
    """8.31 H&D who: raise Refusal unless the unit may harass the target along the path (hexes entered) (8.32)."""
    why = inability(g, unit) or bad_target(g, unit, target)
    if why is not None:
        raise why
    a = unit.at
    for b in path:
        if footprint.distance_to(target, a) == 1:
            refuse(
                "The path ends next to {target}, at {hex}.",
                rule=_case(g, unit, Case.HARASSMENT),
                target=target.id,
                hex=show(a),
            )
        if (why := _bad_step(g, unit, a, b, target.at)) is not None:
            raise why
        a = b
    if footprint.distance_to(target, a) != 1:
        refuse(
            "The path must end next to {target}, at {hex}.",
            rule=_case(g, unit, Case.HARASSMENT),
            target=target.id,
            hex=show(target.at),
        )


def harass_options(g: Battle, unit: Unit) -> list[tuple[Unit, tuple[Hex, ...]]]:
    """8.32 Targets the unit may harass now, nearest first, with one path to each hex it could shoot from."""
    if not reach(unit) or inability(g, unit) is not None:
        return []
    return g.derived(("harass", unit.id), lambda: list(_options(g, unit)))


def _options(g: Battle, unit: Unit) -> Iterator[tuple[Unit, tuple[Hex, ...]]]:
    for h in within(unit.at, reach(unit))[1:]:
        target = g.enemy_in(h, unit.side)
        if target is None or bad_target(g, unit, target) is not None:
            continue
        # Which reactions a path draws depends on all its hexes: of those that end alike offer the quietest.
        best: dict[Hex, tuple[int, tuple[Hex, ...]]] = {}
        for path in paths(g, unit, h):
            drawn = len(reactors(g, unit, target, path))
            if path[-1] not in best or drawn < best[path[-1]][0]:
                best[path[-1]] = (drawn, path)
        for _, path in best.values():
            yield target, path


def reactors(g: Battle, unit: Unit, target: Unit, path: Sequence[Hex]) -> list[tuple[Unit, Hex]]:
    """8.33 H&D fire: units that may answer, each with the path hex it fires at: next to it, in its Front or Flank.

    The target first; the others in the order the path passes them. A unit that covers several hexes fires at the last.
    The target alone, into its ZOC, where its fire is that at who enters it (A 9.32), or into its arc (S 9.24).
    """
    if g.game.fire.harassed_alone_answers != "no":
        end = path[-1]
        reached = sight.in_arc(target, end) if g.game.fire.harassed_alone_answers == "arc" else end in g.covered(target)
        return [(target, end)] if reached and reaction.shooters(g, target) else []
    found: dict[str, tuple[Unit, Hex]] = {}
    for h in path:
        for e in g.adjacent_enemies(h, unit.side):
            if reaction.shooters(g, e) and sight.in_arc(e, h):
                found[e.id] = (e, h)
    return sorted(found.values(), key=lambda x: x[0] is not target)


# -- the raid --------------------------------------------------------------------------------------------------------


async def harass(g: Battle, unit: Unit, target: Unit, path: Sequence[Hex]) -> None:
    """8.33-8.35 Carry it out: reaction facing, simultaneous fire at range 1, Impetuosity, Feigned Retreat.

    Raises Refusal as :func:`check_harass` does.
    """
    check_harass(g, unit, target, path)
    place = path[-1]
    g.emit(OrdersNoted(field="acted", value=unit.id, rule=_case(g, unit, Case.HARASSMENT_WHO)))
    g.emit(OrdersNoted(field="fired", value=unit.id, rule=_case(g, unit, Case.HARASSMENT_WHO)))
    g.emit(OrdersNoted(field="stationary", value=unit.id, rule=_case(g, unit, Case.HARASSMENT_WHO)))
    await special.acting(g, unit)  # W7
    if not unit.on_map or fire.inability(g, unit) is not None:
        return
    await facing.reaction_facing(g, unit, at=place, only=(target,))
    if not target.on_map or footprint.distance_to(target, place) != 1:
        story = Text("{unit} turns back: {target} is gone.", unit=unit.id, target=target.id)
        g.emit(Told(story=str(story), unit=unit.id, rule=_case(g, unit, Case.HARASSMENT_FIRE)))
        return
    if g.game.fire.harassing_dreads and (found := special.entry_hits(g, unit).get(place)) is not None:
        n, cause = found
        if not await cohesion.hits(g, unit, n, cause, g.case(Case.HARASSING_ELEPHANTS)):
            return
    await special.before_volley(g, unit, target, distance=None, moved=True, origin=place)
    answering = await _ask_reactors(g, unit, target, path)
    volleys = [await volley.shoot(g, unit, target, "harass", moved=True, origin=place)]
    for other, h, part in answering:
        # 11.4 A second shot, unless the first has used up the missiles.
        for who in reaction.entry_shooters(g, other, part):
            for _ in range(2 if fire.fires_twice(g, who) and who.supply == "full" else 1):
                volleys.append(await volley.shoot(g, who, unit, "entry", at=h))
    await volley.settle(g, *volleys)
    if volleys[0].hits and target.is_infantry and Case.IMPETUOSITY in g.game.cases:
        await _impetuosity(g, target, unit)
    for rule in special.having(g, "harassed"):
        await rule.harassed(g, unit, target, path)
    if g.game.fire.harassing_moves and unit.on_map and not unit.routed:
        await _has_moved(g, unit)


async def _has_moved(g: Battle, unit: Unit) -> None:
    """S 6.13 It counts as moving: of who had moved before in this turn, with the hit for it."""
    numbers, rule = g.game.movement, g.case(Case.MOVED_AGAIN)
    if not unit.moved:
        g.emit(g.formed(unit=unit.id, moved=True))
    elif not unit.troop.moves_again_free:
        await cohesion.hits(g, unit, numbers.moved_again_hits, str(Text("moving again")), rule)


async def _ask_reactors(g: Battle, unit: Unit, target: Unit, path: Sequence[Hex]) -> list[tuple[Unit, Hex, str]]:
    """Those who answer, each with the hex it fires at and the part of it that does (:func:`reaction.told_apart`)."""
    able = reactors(g, unit, target, path)
    if not able:
        return []
    kind, rule = reaction.ENTRY, _case(g, unit, Case.HARASSMENT_FIRE)
    text = "{unit} at {hex}, fires at {place}"
    items = [
        reaction.entry_item(
            g,
            other,
            [("fire", unit)],
            rule,
            at=h,
            label=Text(text, unit=other.id, hex=show(other.at), place=show(h)),
        )
        for other, h in able
    ]
    decision = ChooseEach(
        kind=kind.kind,
        side=target.side,
        rule=_case(g, unit, Case.HARASSMENT_FIRE),
        prompt=Text(
            "{unit} harasses {target} from {hex}. Who fires at it?", unit=unit.id, target=target.id, hex=show(path[-1])
        ),
        subject=unit.id,
        focus=(unit.at, *path, *(u.at for u, _ in able)),
        items=items,
        why=reaction.silence(g, unit, _case(g, unit, Case.HARASSMENT_FIRE)),
    )
    answer = await g.ask(decision)
    places = {u.id: (u, h) for u, h in able}
    fires = [(name, key) for name, key in decision.picked(answer) if key != "hold"]
    return [(*places[name], reaction.told_apart(key)[1]) for name, key in fires]


# -- 8.34 ------------------------------------------------------------------------------------------------------------


async def _impetuosity(g: Battle, unit: Unit, tormentor: Unit) -> None:
    """8.34 Infantry stung by harassing fire may lose patience and charge out."""
    if not unit.on_map or unit.routed or special.why_not(g, "stands_fast", unit) is not None:
        return
    roll = await g.roll(
        RollRequest(
            purpose="impetuosity",
            side=unit.side,
            text=str(Text("{unit} keeps its temper", unit=unit.id)),
            rule=g.case(Case.IMPETUOSITY),
            table="tq_checks",
            modifiers=cohesion.modifiers(g, unit),
            needs=str(Text("printed TQ {tq} or less", tq=unit.tq)),
            unit=unit.id,
            outcome=lambda total: str(Text("holds") if total <= unit.tq else Text("charges out")),
        )
    )
    if roll.total <= unit.tq:
        return
    rushes = _rushes(g, unit, tormentor)
    if not rushes:
        g.emit(
            Told(
                story=str(Text("{unit} would charge out but can't.", unit=unit.id)),
                unit=unit.id,
                rule=g.case(Case.IMPETUOSITY),
            )
        )
        return
    key = next(iter(rushes))
    if len(rushes) > 1:
        decision = Choose(
            kind="impetuosity",
            side=unit.side,
            rule=g.case(Case.IMPETUOSITY),
            prompt=Text("{unit} charges out at {enemy}. Into which hex?", unit=unit.id, enemy=tormentor.id),
            subject=unit.id,
            focus=(unit.at, tormentor.at),
            choices=[
                Choice(k, Text("To {hex}, facing {facing}", hex=show(h), facing=f.name), unit=unit.id, hex=h, facing=f)
                for k, (h, f) in rushes.items()
            ],
            default_key=key,
            why=reasons.hexes(g, unit, g.case(Case.IMPETUOSITY), other=lambda h: _no_nearer(g, unit, tormentor, h)),
        )
        key = (await g.ask(decision)).key
    to, towards = rushes[key]
    await _charge_out(g, unit, to, towards)


def _no_nearer(g: Battle, unit: Unit, tormentor: Unit, h: Hex) -> Refusal | None:
    if footprint.distance_to(tormentor, h) < footprint.distance(unit, tormentor):
        return None
    return Refusal("{hex} is no nearer to {enemy}.", rule=g.case(Case.IMPETUOSITY), hex=show(h), enemy=tormentor.id)


def _rushes(g: Battle, unit: Unit, tormentor: Unit) -> dict[str, tuple[Hex, Facing]]:
    """Hexes nearer to the tormentor with the facings that lead there, by key; {} when the unit must stay."""
    if g.in_enemy_zoc(unit) or not tormentor.on_map:
        return {}
    found: dict[str, tuple[Hex, Facing]] = {}
    for h in g.map.neighbours(unit.at):
        if footprint.distance_to(tormentor, h) >= footprint.distance(unit, tormentor) or g.unit_at(h) is not None:
            continue
        if g.charts.step_cost(g.map, unit, unit.at, h) is None:
            continue
        sides = (Facing(SIDE_ANGLE[direction(unit.at, h)]),) if unit.column else facings_towards(unit.at, h)
        for f in sides:
            found[f"{show(h)}@{f.name}"] = (h, f)
    return found


async def _charge_out(g: Battle, unit: Unit, to: Hex, towards: Facing) -> None:
    await special.approached(g, to)
    if g.unit_at(to) is not None:
        return
    start = unit.at
    company = await riders.choose(g, unit, g.case(Case.IMPETUOSITY))
    cost = g.charts.step_cost(g.map, unit, start, to)
    assert cost is not None, f"{unit.id} charges into prohibited ground at {show(to)}"
    g.emit(UnitMoved(unit=unit.id, start=start, to=to, facing=towards, how="impetuous", rule=g.case(Case.IMPETUOSITY)))
    riders.follow(g, company, start, to)
    await leaders.left_alone(g, start, unit.side)
    if await cohesion.hits(g, unit, cost.hits, ", ".join(cost.causes), g.case(Case.MOVEMENT_HITS)):
        await leaders.approached(g, unit, start)
