"""10.2 Rout: breaking, fleeing towards the Retreat Edge, being lost."""

from __future__ import annotations

from engine.kernel import hexes
from engine.kernel.decisions import Choice, Choose, Policy, PolicyKind
from engine.kernel.hexes import Facing, Hex, distance, show
from engine.kernel.text import Text
from engine.systems.cataphract import discipline, engaged, leaders, riders, special, stacking
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.events import RoutMoved, UnitEliminated, UnitRouted, UnitTurned
from engine.systems.cataphract.state import Unit

POLICY = PolicyKind("rout-path", Text("Choose the way of fleeing units where the rules leave it open"))

ROUT_HEXES = 2
"""10.21 Hexes of the first flight."""


def points(unit: Unit) -> int:
    """12.11 Rout Points of an eliminated unit."""
    return unit.tq if unit.rp is None else unit.rp


async def eliminate(g: Battle, unit: Unit, cause: str, rule: str) -> None:
    """10.23 Take a unit out of play; leaders left alone look after themselves (4.62)."""
    if unit.eliminated:
        return
    at = unit.hex
    g.emit(UnitEliminated(unit=unit.id, at=at, points=points(unit), cause=cause, rule=rule))
    engaged.release(g)
    if at is not None:
        await leaders.left_alone(g, at, unit.side)


async def rout(g: Battle, unit: Unit) -> None:
    """10.21 The unit breaks and flees 2 hexes; leaders may go along (10.25); an Undisciplined Army checks (11.2)."""
    if not unit.on_map or unit.routed:
        return
    start, side = unit.at, unit.side
    g.emit(UnitRouted(unit=unit.id, rule="10.21"))
    if unit.type == "CH":
        await eliminate(g, unit, "its crew runs", "11.67")
    else:
        g.emit(UnitTurned(unit=unit.id, facing=flight_facing(g, unit), how="rout", rule="10.21"))
        company = await riders.choose(g, unit, "10.25")
        await _flee(g, unit, company, count=ROUT_HEXES)
        engaged.release(g)
        await leaders.left_alone(g, start, side)
    await discipline.check(g, side)
    await special.routed(g, unit)


async def rout_phase(g: Battle, side: str) -> None:
    """10.22 Every Routed unit of a side flees its full MA, those nearest to the Retreat Edge first."""
    routed = [u for u in g.units(side) if u.routed]
    order = {u: i for i, u in enumerate(g.state.units)}
    routed.sort(key=lambda u: (_to_edge(g, u.at, side), order[u.id]))
    for unit in routed:
        if unit.on_map and unit.routed:
            start = unit.at
            company = await riders.choose(g, unit, "10.25")
            await _flee(g, unit, company, mp=unit.ma)
            if unit.hex != start:
                await leaders.left_alone(g, start, side)


def _to_edge(g: Battle, h: Hex, side: str) -> int:
    return min(distance(h, e) for e in g.spec(side).retreat_edge)


async def _flee(
    g: Battle, unit: Unit, company: tuple[str, ...], *, count: int | None = None, mp: int | None = None
) -> None:
    """Flee ``count`` hexes (10.21) or as far as ``mp`` MP go (10.22); never ends on a friend (10.24)."""
    gone = 0
    while unit.on_map and (mp is None or mp > 0) and (count is None or gone < count):
        to, facing = await _next_hex(g, unit, ask_of_equals=mp is None)
        if to is None:
            await eliminate(g, unit, "no way to flee" if facing is not None else "it fled off the map", "10.23")
            return
        if await _disturbed(g, to):
            continue
        if mp is not None:
            cost = g.charts.step_cost(g.map, unit, unit.at, to)
            if cost is None or cost.mp > mp:
                break
            mp -= cost.mp
        if await _ends(g, unit, to):
            return
        await _flee_step(g, unit, to, unit.facing if facing is None else facing, company)
        gone += 1
    if unit.on_map and _shares(g, unit):
        await _one_more(g, unit, company)


async def _disturbed(g: Battle, to: Hex) -> bool:
    """Whether somebody turns out to be where it would flee to."""
    before = g.unit_at(to)
    await special.approached(g, to)
    return g.unit_at(to) is not before


async def _ends(g: Battle, unit: Unit, to: Hex) -> bool:
    """Eliminate the unit where a special rule of the battle ends its flight with this step."""
    end = special.flight_ends(g, unit, unit.at, to)
    if end is not None:
        await eliminate(g, unit, *end)
    return end is not None


def _shares(g: Battle, unit: Unit) -> bool:
    return any(u is not unit and u.hex == unit.hex for u in g.units(unit.side))


async def _flee_step(g: Battle, unit: Unit, to: Hex, facing: Facing, company: tuple[str, ...]) -> None:
    friend, start = g.unit_at(to), unit.at
    g.emit(RoutMoved(unit=unit.id, start=start, to=to, facing=facing, rule="10.21"))
    riders.follow(g, company, start, to)
    if friend is not None and friend.on_map and friend is not unit:
        await stacking.pass_through(g, unit, friend)
    await leaders.overrun(g, unit)


async def _one_more(g: Battle, unit: Unit, company: tuple[str, ...]) -> None:
    """10.24 It would end on a friend: one more hex, lost if that is held, in enemy ZOC or closed."""
    ahead = _ahead(g, unit, flight_facing(g, unit))
    open_hexes = [h for h in ahead if h in g.map and g.charts.step_cost(g.map, unit, unit.at, h) is not None]
    free = _straightest(g, unit, [h for h in open_hexes if g.enters_free(h, unit.side)])
    if free and await _disturbed(g, free[0]):
        await _one_more(g, unit, company)
        return
    if free:
        if not await _ends(g, unit, free[0]):
            await _flee_step(g, unit, free[0], flight_facing(g, unit), company)
        return
    for h in open_hexes:
        friend = g.friend_in(h, unit.side)
        if friend is not None:
            await stacking.pass_through(g, unit, friend, stop=True)
            break
    await eliminate(g, unit, "its flight ended on a friend with no hex beyond", "10.24")


def flight_facing(g: Battle, unit: Unit) -> Facing:
    """Towards the Retreat Edge; with a retreat hex, the vertex that points best at it."""
    spec = g.spec(unit.side)
    if spec.retreat_facing is not None:
        return spec.retreat_facing
    goal = spec.retreat_edge[0]
    return min(
        hexes.VERTICES, key=lambda f: (sum(distance(h, goal) for h in hexes.front(unit.at, f)), abs(f - unit.facing))
    )


def _ahead(g: Battle, unit: Unit, facing: Facing) -> list[Hex]:
    """The hexes of the direct way: Front when facing the edge, or the neighbours nearer to a retreat hex."""
    spec = g.spec(unit.side)
    if spec.retreat_facing is not None:
        return list(hexes.front(unit.at, facing))
    goal = spec.retreat_edge[0]
    return [h for h in hexes.neighbours(unit.at) if distance(h, goal) < distance(unit.at, goal)]


def _rank(g: Battle, unit: Unit, h: Hex) -> int | None:
    """10.21 Preference among hexes: 1 vacant, 2 a friend's out of enemy ZOC, 3 a friend's in it; None = blocked."""
    if h not in g.map or g.charts.step_cost(g.map, unit, unit.at, h) is None:
        return None
    held = g.unit_at(h)
    if held is not None and held.side != unit.side:
        return None
    threatened = bool(g.enemy_zoc(h, unit.side))
    if held is None:
        return None if threatened else 1
    return 3 if threatened else 2


def _best(g: Battle, unit: Unit, options: list[Hex]) -> list[Hex]:
    ranked = [(r, h) for h in options if (r := _rank(g, unit, h)) is not None]
    if not ranked:
        return []
    least = min(r for r, _ in ranked)
    return [h for r, h in ranked if r == least]


async def _next_hex(g: Battle, unit: Unit, *, ask_of_equals: bool) -> tuple[Hex | None, Facing | None]:
    """The next hex of a flight and the facing on it. (None, None) = off the map; (None, facing) = no way out.

    10.21 leaves the choice among equal hexes, and of the way to turn, to the owner. Without ``ask_of_equals`` he is
    spared it where the hexes differ in nothing: in the Rout Phase (10.22) the unit then runs on straight.
    """
    facing = flight_facing(g, unit)
    ahead = _ahead(g, unit, facing)
    at_edge = all(h not in g.map for h in ahead) or (unit.at in g.spec(unit.side).retreat_edge and not ahead)
    if at_edge or (g.spec(unit.side).retreat_facing is None and unit.at == g.spec(unit.side).retreat_edge[0]):
        return None, None
    best = _best(g, unit, ahead)
    if best:
        return await _choose(g, unit, best, ask_of_equals), facing
    return await _turn_away(g, unit, facing, ask_of_equals)


def _quality(g: Battle, unit: Unit, h: Hex) -> tuple[object, ...]:
    """Everything that could make one way of fleeing better than another."""
    cost = g.charts.step_cost(g.map, unit, unit.at, h)
    ground = g.map.terrain_at(h), g.map.level_at(h)
    return _to_edge(g, h, unit.side), _rank(g, unit, h), cost and cost.mp, ground, _ruinous(g, unit, h)


def _ruinous(g: Battle, unit: Unit, h: Hex) -> bool:
    return special.flight_ends(g, unit, unit.at, h) is not None


def _straightest(g: Battle, unit: Unit, options: list[Hex]) -> list[Hex]:
    """Nearest to the Retreat Edge first; among those, straight along the row. What would end its flight comes last."""
    return sorted(
        options,
        key=lambda h: (_ruinous(g, unit, h), _to_edge(g, h, unit.side), hexes.row(h) != hexes.row(unit.at), h),
    )


async def _turn_away(g: Battle, unit: Unit, facing: Facing, ask_of_equals: bool) -> tuple[Hex | None, Facing | None]:
    """10.21 Both direct hexes are blocked: turn vertex by vertex, left or right, to the first open hex."""
    found: dict[str, tuple[list[Hex], Facing]] = {}
    for name, steps in (("left", 2), ("right", -2)):
        turned = facing
        for _ in range(5):
            turned = turned.turned(steps)
            best = _best(g, unit, list(hexes.front(unit.at, turned)))
            if best:
                found[name] = (best, turned)
                break
    if not found:
        return None, facing
    key = next(iter(found))
    if len(found) == 2 and set(found["left"][0]) != set(found["right"][0]):
        edge = {k: min((_ruinous(g, unit, h), _to_edge(g, h, unit.side)) for h in v[0]) for k, v in found.items()}
        keys = sorted(found, key=lambda k: (edge[k], k))
        key = keys[0]
        if ask_of_equals or len({_quality(g, unit, h) for v, _ in found.values() for h in v}) > 1:
            prompt = Text("{unit} can't flee straight. Left or right?", unit=unit.id)
            key = await _ask(g, unit, {k: found[k][0][0] for k in keys}, prompt)
    best, turned = found[key]
    return await _choose(g, unit, best, ask_of_equals), turned


async def _choose(g: Battle, unit: Unit, options: list[Hex], ask_of_equals: bool) -> Hex:
    options = _straightest(g, unit, options)
    if len(options) == 1 or (not ask_of_equals and len({_quality(g, unit, h) for h in options}) == 1):
        return options[0]
    keys = {show(h): h for h in options}
    return keys[await _ask(g, unit, keys, Text("Which way does {unit} flee?", unit=unit.id))]


async def _ask(g: Battle, unit: Unit, keys: dict[str, Hex], prompt: Text) -> str:
    names = list(keys)
    answer = await g.ask(
        Choose(
            kind=POLICY.kind,
            side=unit.side,
            rule="10.21",
            prompt=prompt,
            subject=unit.id,
            focus=(unit.at, *keys.values()),
            choices=tuple(Choice(k, Text("{key}", key=k), unit=unit.id, hex=h) for k, h in keys.items()),
            default_key=names[0],
            policy=Policy(POLICY.kind, names[0], names[1], free=True),
        )
    )
    return answer.key
