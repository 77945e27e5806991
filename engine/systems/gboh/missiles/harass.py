"""8.31-8.35 Harassment and Dispersal: light horse rides up, shoots and is back before its counter has moved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.kernel.decisions import Choice, Choose, ChooseEach
from engine.kernel.hexes import SIDE_ANGLE, Facing, Hex, direction, distance, facings_towards, show, within
from engine.kernel.text import Refusal, Text, joined, refuse
from engine.systems.gboh import footprint, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.command import leaders, riders
from engine.systems.gboh.events import OrdersNoted, Told, UnitMoved
from engine.systems.gboh.missiles import fire, reaction, sight, volley
from engine.systems.gboh.missiles.riding import bad_step, case_of, longest
from engine.systems.gboh.missiles.riding import paths as paths
from engine.systems.gboh.missiles.riding import reach as reach
from engine.systems.gboh.movement import facing
from engine.systems.gboh.orders import reasons
from engine.systems.gboh.state import Unit

# -- who may, and by which path --------------------------------------------------------------------------------------


def inability(g: Battle, unit: Unit) -> Refusal | None:
    """8.31, 8.32 Why the unit can't harass anybody now; None when it can."""
    if not reach(unit):
        return Refusal(
            "{unit} is of no kind that makes Hit & Run, or has no missiles for it."
            if g.game.fire.hit_and_run
            else "Only light cavalry with missiles harasses; {unit} is not."
            if not any(t.harasses for t in g.game.troops.values() if t.arm == "foot")
            else "{unit} is of no kind that harasses, or has no missiles for it.",
            rule=case_of(g, unit, Case.HARASSMENT_WHO),
            unit=unit.id,
        )
    if (unable := fire.inability(g, unit)) is not None:
        return unable
    if unit.rallied:
        return Refusal("{unit} has rallied this turn and takes no orders.", rule=g.case(Case.RALLY), unit=unit.id)
    o = g.orders
    if any(unit.id in done for done in (o.moved, o.turned, o.fired, o.stationary, o.turn_in_zoc)):
        return Refusal(
            "{unit} has moved or fired in this Player Turn."
            if g.game.command.fires_apart
            else "{unit} has moved or fired in this Orders Phase.",
            rule=case_of(g, unit, Case.HARASSMENT_WHO),
            unit=unit.id,
        )
    if g.in_enemy_zoc(unit):
        return Refusal("{unit} is in enemy ZOC.", rule=case_of(g, unit, Case.HARASSMENT), unit=unit.id)
    return special.why_not(g, Special.bars_harassing, unit, None)


def bad_target(g: Battle, unit: Unit, target: Unit) -> Refusal | None:
    """8.32 H&D conditions: why the unit can't harass the target, whatever the path."""
    if not target.on_map or target.side == unit.side:
        return Refusal("{target} is no enemy on the map.", rule=case_of(g, unit, Case.HARASSMENT), target=target.id)
    if target.engaged:
        return Refusal("{target} is Engaged and can't be fired at.", rule=g.case(Case.ENGAGED), target=target.id)
    d = footprint.distance(unit, target)
    if not 2 <= d <= reach(unit):
        most = reach(unit)
        return Refusal(
            "{target} is {distance:hex|hexes} from {unit}: Hit & Run takes 2 to {reach}."
            if g.game.fire.hit_and_run
            else "{target} is {distance:hex|hexes} from {unit}: harassing takes 2 to {reach}."
            if most > 2
            else "{target} is {distance:hex|hexes} from {unit}: it harasses who is 2 hexes away.",
            rule=case_of(g, unit, Case.HARASSMENT),
            target=target.id,
            distance=d,
            unit=unit.id,
            reach=most,
        )
    if target.troop.target == "skirmisher" and not g.game.fire.harasses_skirmishers:
        text = "{target} is a skirmisher, and can't be harassed."
        return Refusal(text, rule=g.case(Case.HARASSMENT_PREY), target=target.id)
    if (why := special.why_not(g, Special.bars_harassing, unit, target)) is not None:
        return why
    whom = g.game.fire.harasses_slower.get(unit.troop.arm)
    if unit.is_light and unit.is_cavalry and target.troop.prey:
        whom = None  # A 9.42
    if whom is not None and (target.ma > unit.ma or (whom == "slower" and target.ma == unit.ma)):
        text = "{unit} (MA {ma}) harasses slower units only; {target} has MA {theirs}."
        rule = case_of(g, unit, Case.HARASSMENT)
        return Refusal(text, rule=rule, unit=unit.id, ma=unit.ma, target=target.id, theirs=target.ma)
    if not g.game.fire.harasses_in_sight or any(sight.can_see(g, unit, h) for h in footprint.hexes_of(target)):
        return None
    return _unseen(g, unit, target)


def _unseen(g: Battle, unit: Unit, target: Unit) -> Refusal:
    wall = sight.blocked_by(g, unit.at, target.at, unit)
    if wall is None:
        return Refusal(
            "{target} is behind {unit}.", rule=case_of(g, unit, Case.HARASSMENT), target=target.id, unit=unit.id
        )
    return Refusal(
        "{unit} can't see {target}: {hex} is in the way.",
        rule=g.case(Case.LINE_OF_SIGHT),
        unit=unit.id,
        target=target.id,
        hex=show(wall),
    )


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
    if len(path) > (most := longest(g, unit)):
        rule = case_of(g, unit, Case.HARASSMENT)
        refuse(
            "The path has {n:hex|hexes}; {unit} rides {most} at most.", rule=rule, n=len(path), unit=unit.id, most=most
        )
    # Whichever of its hexes the path leads to.
    goals = sorted(footprint.hexes_of(target), key=lambda h: (distance(unit.at, h), h))
    bad = [_bad_path(g, unit, target, path, goal) for goal in goals]
    if None not in bad:
        raise next(why for why in bad if why is not None)


def _bad_path(g: Battle, unit: Unit, target: Unit, path: Sequence[Hex], goal: Hex) -> Refusal | None:
    """8.32 Why a path isn't one to this hex of the target."""
    a = unit.at
    for b in path:
        if footprint.distance_to(target, a) == 1:
            return Refusal(
                "The path ends next to {target}, at {hex}.",
                rule=case_of(g, unit, Case.HARASSMENT),
                target=target.id,
                hex=show(a),
            )
        if (why := bad_step(g, unit, a, b, goal)) is not None:
            return why
        a = b
    if footprint.distance_to(target, a) != 1:
        return Refusal(
            "{target} stands at {hex}: the path must end next to it.",
            rule=case_of(g, unit, Case.HARASSMENT),
            target=target.id,
            hex=show(goal),
        )
    return None


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
            if any(footprint.distance_to(target, a) == 1 for a in path[:-1]):
                continue  # It ends where it first comes next to either hex of the target.
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
    if g.game.fire.hit_and_run:
        return [(target, path[-1])] if _may_return(g, unit, target, path[-1]) else []
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


def _may_return(g: Battle, unit: Unit, target: Unit, end: Hex) -> bool:
    """8.23 Whether who is harassed may return fire at the hex next to it that the unit shoots from."""
    if not sight.in_arc(target, end) or not reaction.ready(g, target, unit):
        return False
    # Who has an enemy in its ZOC, or stands in one's, fires into its own alone.
    return end in g.covered(target) or not (g.enemies_in_zoc(target) or g.in_enemy_zoc(target))


# -- the raid --------------------------------------------------------------------------------------------------------


async def harass(g: Battle, unit: Unit, target: Unit, path: Sequence[Hex]) -> None:
    """8.33-8.35 Carry it out: reaction facing, simultaneous fire at range 1, Impetuosity, Feigned Retreat.

    Raises Refusal as :func:`check_harass` does.
    """
    check_harass(g, unit, target, path)
    place = path[-1]
    g.emit(OrdersNoted(field="acted", value=unit.id, rule=case_of(g, unit, Case.HARASSMENT_WHO)))
    g.emit(OrdersNoted(field="fired", value=unit.id, rule=case_of(g, unit, Case.HARASSMENT_WHO)))
    g.emit(OrdersNoted(field="stationary", value=unit.id, rule=case_of(g, unit, Case.HARASSMENT_WHO)))
    guns: list[Unit] = []
    if g.game.fire.simultaneous:
        guns = await special.joins_fire(g, unit)
    else:
        await special.run(g, Special.acting, unit)  # W7
    if not unit.on_map or fire.inability(g, unit) is not None:
        return
    if g.game.fire.harassed_turns and not g.game.fire.hit_and_run:
        await facing.reaction_facing(g, unit, at=place, only=(target,))
    if not target.on_map or footprint.distance_to(target, place) != 1:
        story = Text("{unit} turns back: {target} is gone.", unit=unit.id, target=target.id)
        g.emit(Told(story=story, unit=unit.id, rule=case_of(g, unit, Case.HARASSMENT_FIRE)))
        return
    if g.game.fire.harassing_dreads and (found := special.entry_hits(g, unit).get(place)) is not None:
        n, cause = found
        if not await cohesion.hits(g, unit, n, cause, g.case(Case.HARASSING_ELEPHANTS)):
            return
    if (toll := special.first(g, Special.harassing_hits, unit, target)) is not None and not await cohesion.hits(
        g, unit, *toll
    ):
        return
    if g.game.fire.hit_and_run:
        await _harass_and_answer(g, unit, target, place, guns)
        return
    await special.run(g, Special.before_volley, unit, target, distance=None, moved=True, origin=place)
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
    await special.run(g, Special.harassed, unit, target, path)
    if g.game.fire.harassing_moves and unit.on_map and not unit.routed:
        await _has_moved(g, unit)


async def _harass_and_answer(g: Battle, unit: Unit, target: Unit, place: Hex, guns: Sequence[Unit]) -> None:
    """8.33 The shot, Return Fire at it, and that of engines, at the same moment."""
    able = reactors(g, unit, target, (place,))
    returned = bool(able) and await reaction.returns(g, target, unit, at=place)
    for u in (*guns, *((target,) if returned else ())):
        special.call(g, Special.reacted, u, unit)
    volleys = [await volley.shoot(g, unit, target, "harass", moved=True, origin=place)]
    volleys += [await volley.shoot(g, gun, unit, "artillery", moved=False) for gun in guns]
    if returned:
        volleys.append(await volley.shoot(g, target, unit, "return", moved=False, at=place))
    await volley.settle(g, *volleys)


async def _has_moved(g: Battle, unit: Unit) -> None:
    """S 6.13 It counts as moving: of who had moved before in this turn, with the hit for it."""
    numbers, rule = g.game.movement, g.case(Case.MOVED_AGAIN)
    if not unit.moved:
        g.emit(g.formed(unit=unit.id, moved=True))
    elif not unit.troop.moves_again_free:
        await cohesion.hits(g, unit, numbers.moved_again_hits, Text("moving again"), rule)


async def _ask_reactors(g: Battle, unit: Unit, target: Unit, path: Sequence[Hex]) -> list[tuple[Unit, Hex, str]]:
    """Those who answer, each with the hex it fires at and the part of it that does (:func:`reaction.told_apart`)."""
    able = reactors(g, unit, target, path)
    if not able:
        return []
    kind, rule = reaction.ENTRY, case_of(g, unit, Case.HARASSMENT_FIRE)
    text = "{unit} at {hex}, fires at {place}"
    items = [
        reaction.entry_item(
            g, other, [("fire", unit)], rule, at=h, label=Text(text, unit=other.id, hex=show(other.at), place=show(h))
        )
        for other, h in able
    ]
    decision = ChooseEach(
        kind=kind.kind,
        side=target.side,
        rule=case_of(g, unit, Case.HARASSMENT_FIRE),
        prompt=Text(
            "{unit} harasses {target} from {hex}. Who fires at it?", unit=unit.id, target=target.id, hex=show(path[-1])
        ),
        subject=unit.id,
        focus=(unit.at, *path, *(u.at for u, _ in able)),
        items=items,
        why=reaction.silence(g, unit, case_of(g, unit, Case.HARASSMENT_FIRE)),
    )
    answer = await g.ask(decision)
    places = {u.id: (u, h) for u, h in able}
    fires = [(name, key) for name, key in decision.picked(answer) if key != "hold"]
    return [(*places[name], reaction.told_apart(key)[1]) for name, key in fires]


# -- 8.34 ------------------------------------------------------------------------------------------------------------


async def _impetuosity(g: Battle, unit: Unit, tormentor: Unit) -> None:
    """8.34 Infantry stung by harassing fire may lose patience and charge out."""
    if not unit.on_map or unit.routed or special.why_not(g, Special.stands_fast, unit) is not None:
        return
    text, needs = Text("{unit} keeps its temper", unit=unit.id), Text("printed TQ {tq} or less", tq=unit.tq)
    rule, good, bad = g.case(Case.IMPETUOSITY), Text("holds"), Text("charges out")
    if await cohesion.holds(g, unit, "impetuosity", text, rule, good, bad, limit=unit.tq, needs=needs):
        return
    rushes = _rushes(g, unit, tormentor)
    if not rushes:
        g.emit(
            Told(
                story=Text("{unit} would charge out but can't.", unit=unit.id),
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
    await special.run(g, Special.approached, to)
    if g.unit_at(to) is not None:
        return
    start = unit.at
    company = await riders.choose(g, unit, g.case(Case.IMPETUOSITY))
    cost = g.charts.step_cost(g.map, unit, start, to)
    assert cost is not None, f"{unit.id} charges into prohibited ground at {show(to)}"
    g.emit(UnitMoved(unit=unit.id, start=start, to=to, facing=towards, how="impetuous", rule=g.case(Case.IMPETUOSITY)))
    riders.follow(g, company, start, to)
    await leaders.left_alone(g, start, unit.side)
    if await cohesion.hits(g, unit, cost.hits, joined(cost.causes), g.case(Case.MOVEMENT_HITS)):
        await leaders.approached(g, unit, start)
