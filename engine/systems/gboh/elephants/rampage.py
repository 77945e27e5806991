"""A 9.14, S 9.14 Rampage: an elephant that breaks runs wild until it is lost, over friend and foe."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from engine.kernel.decisions import Choice, Choose, Policy
from engine.kernel.dice import Roll, RollRequest
from engine.kernel.hexes import Direction, Hex, centre, distance, facings_towards, show, step, turns
from engine.kernel.inquiry import Fact
from engine.kernel.text import Text
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case, Numbers
from engine.systems.gboh.chapter import Chapter
from engine.systems.gboh.cohesion import cohesion, rout_path
from engine.systems.gboh.command import leaders
from engine.systems.gboh.elephants import compass
from engine.systems.gboh.elephants.beasts import Calmed, Rampaged
from engine.systems.gboh.events import LeaderMoved, Told, UnitMoved
from engine.systems.gboh.movement import withdrawal
from engine.systems.gboh.shock import casualties
from engine.systems.gboh.state import Unit

ROLLS = 4
"""Rolls after which it is lost in any case."""
HEXES = 3
"""Hexes it runs on one roll."""
FAR = 8
"""Hexes from everybody at which it is gone."""
SPARE = 2
"""Hits by which one that is calmed falls short of its TQ (S)."""

Result: TypeAlias = Literal["nearest_friend", "direction", "away", "eliminated", "calmed"]
"""What it does on a roll."""


class Rampage(Chapter):
    """9.14 Whatever would rout an elephant makes it run wild; it is resolved at once, one elephant after the other."""

    case = Case.RAMPAGE
    about = "rampaging elephants"

    def __init__(self, cases: Numbers) -> None:
        super().__init__(cases)
        self._waiting: list[str] | None = None
        """Elephants that have broken under one that runs, in their order; None while none does."""

    async def breaks(self, g: Battle, unit: Unit) -> bool:
        if unit.troop.fate != "rampage":
            return False
        if self._waiting is not None:
            if unit.id not in self._waiting:
                self._waiting.append(unit.id)
            return True
        self._waiting = []
        await run(g, unit)
        while self._waiting:
            await run(g, g.state.units[self._waiting.pop(0)])
        self._waiting = None
        return True

    def facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        if unit.troop.fate == "rampage":
            yield Fact(Text("Runs wild when its hits reach its TQ"), g.case(Case.RAMPAGE))

    def broken(self, g: Battle, *, at_rest: bool) -> Iterator[str]:
        for u in g.units():
            if at_rest and (u.wild or (u.routed and u.troop.fate == "rampage")):
                yield f"{u.id} runs wild and yet everybody waits ({g.case(Case.RAMPAGE)})"


async def run(g: Battle, unit: Unit) -> None:
    """The whole of it: roll, run, trample, up to four times."""
    if not unit.on_map:
        return
    rule = g.case(Case.RAMPAGE)
    start = unit.at
    tormentor = g.state.units.get(g.tormentors.pop(unit.id, ""))
    company = [x.id for x in g.leaders_with(unit)] if g.game.elephants.leaders_run else []
    g.emit(Rampaged(unit=unit.id, rule=rule))
    for n in range(ROLLS):
        roll = await _roll(g, unit, first=n == 0)
        done = result(g, unit, roll.natural, first=n == 0)
        if done == "eliminated":
            await g.breaks.eliminate(g, unit, Text("killed by its driver"), rule)
        elif done == "calmed":
            g.emit(Calmed(unit=unit.id, hits=max(0, unit.tq - SPARE), rule=rule))
        else:
            await _runs(g, unit, done, roll.natural, tormentor, company)
            if unit.on_map and _nobody_near(g, unit):
                await g.breaks.eliminate(g, unit, Text("it is gone, far from everybody"), rule)
        if not unit.on_map or not unit.wild:
            break
    else:
        await g.breaks.eliminate(g, unit, Text("it has run itself to death"), rule)
    await leaders.left_alone(g, start, unit.side)
    for leader in (g.state.leaders[x] for x in company):
        # S 4.72 The Leader Elephant's own leader is another matter.
        if leader.on_map and not unit.troop.calms and await casualties.is_hit(g, leader):
            await leaders.casualty(g, leader, rule)


def result(g: Battle, unit: Unit, die: int, *, first: bool) -> Result:
    """What an elephant that has run wild does on a roll; ``first``: it is the first of its rampage (S)."""
    found = g.charts.rampage(die)
    if found == "away_first":
        return "away" if first else "calmed" if unit.troop.calms else "eliminated"
    if found == "nearest_friend" and unit.troop.calms:
        return "eliminated"
    return found


async def _roll(g: Battle, unit: Unit, *, first: bool) -> Roll:
    words: dict[Result, Text] = {
        "eliminated": Text("killed by its driver"),
        "nearest_friend": Text("towards its nearest friend"),
        "direction": Text("by the compass"),
        "away": Text("away from its enemy"),
        "calmed": Text("its driver calms it"),
    }
    results: list[Result] = [result(g, unit, n, first=first) for n in range(10)]
    deaths = [n for n, r in enumerate(results) if r == "eliminated" and r == results[-1]]
    return await g.roll(
        RollRequest(
            purpose="rampage",
            side=unit.side,
            text=Text("{unit} runs wild", unit=unit.id),
            rule=g.case(Case.RAMPAGE),
            table="rampage",
            needs=Text("{n} or more kills it", n=min(deaths)) if deaths else "",
            unit=unit.id,
            outcome=lambda n: words[results[min(9, max(0, n))]],
        )
    )


def _nobody_near(g: Battle, unit: Unit) -> bool:
    return all(footprint.distance(unit, u) >= FAR for u in g.units() if u is not unit)


# -- one roll --------------------------------------------------------------------------------------------------------


async def _runs(g: Battle, unit: Unit, how: Result, die: int, tormentor: Unit | None, company: Sequence[str]) -> None:
    """Three hexes by the compass, from its enemy or to the nearest friend, as far as nobody and nothing stops it."""
    towards = compass.way(g.map, die) if how == "direction" else None
    if how == "away":
        towards = await _away(g, unit, tormentor)
    friend = await _nearest_friend(g, unit) if towards is None else None
    if towards is None and friend is None:
        _tell(g, unit, Text("{unit} has no friend left to run to.", unit=unit.id))
        return
    await _give_way(g, unit)
    for _ in range(HEXES):
        if not unit.on_map:
            return  # a parting shot of who gave way has brought it down
        to = step(unit.at, towards) if towards is not None else await _towards(g, unit, friend)
        if to is None or not await _tries(g, unit, to, company):
            return


async def _tries(g: Battle, unit: Unit, to: Hex, company: Sequence[str]) -> bool:
    """One hex, or who stands in it trampled. True while it may run on."""
    rule = g.case(Case.RAMPAGE)
    if to not in g.map:
        for leader in (g.state.leaders[x] for x in company):
            leaders.lose(g, leader, Text("carried off the map"), rule)
        await g.breaks.eliminate(g, unit, Text("it runs off the map"), rule)
        return False
    if g.charts.step_cost(g.map, unit, unit.at, to) is None:
        _tell(g, unit, Text("{unit} can't enter {hex}, and stops.", unit=unit.id, hex=show(to)))
        return False
    met = list({u.id: u for x in g.standing_at(to) for u in _struck(g, x)}.values())
    await leaders.trampled(g, unit, to, rule)
    if met:
        await _trample(g, unit, met)
        return False
    facing = min(facings_towards(unit.at, to), key=lambda f: (turns(unit.facing, f), f))
    start = unit.at
    g.emit(UnitMoved(unit=unit.id, start=start, to=to, facing=facing, how="rampage", rule=rule))
    for x in company:
        g.emit(LeaderMoved(leader=x, start=start, to=to, how="with-unit", rule=rule))
    await _give_way(g, unit)
    return unit.on_map


def _struck(g: Battle, unit: Unit) -> tuple[Unit, ...]:
    """S 9.14 Of a stack each; of double depth who is above (A 9.62)."""
    return g.ranks(unit) if g.stacked(unit) else (unit,)


async def _trample(g: Battle, unit: Unit, met: Sequence[Unit]) -> None:
    """Hits by the side it comes from; horses and chariots never stand it. All are struck before any of them breaks."""
    for u in met:
        # A pair that was passing through it lies over the hex it runs from: that is no front.
        within = unit.at in footprint.hexes_of(u)
        shaken = u.troop.arm in ("horse", "chariot") or within or g.arc(u, unit.at) != "front"
        rule, together = g.case(Case.RAMPAGE), len(met) > 1 and not u.routed
        await cohesion.hits(g, u, 2 if shaken else 1, Text("trampled by {unit}", unit=unit.id), rule, defer=together)
    for u in met:
        await cohesion.settle(g, u)


async def _give_way(g: Battle, unit: Unit) -> None:
    """A 6.71, 6.76 Cavalry of either side may withdraw from it, whenever it is."""
    if g.state.orders is None or not unit.on_map:
        return
    for side in (g.orders.side, g.state.enemy(g.orders.side)):
        if unit.on_map:
            await withdrawal.from_rampage(g, unit, side)


def _tell(g: Battle, unit: Unit, story: Text) -> None:
    g.emit(Told(story=story, unit=unit.id, rule=g.case(Case.RAMPAGE)))


# -- away from enemies --------------------------------------------------------------------------------------------


async def _away(g: Battle, unit: Unit, tormentor: Unit | None) -> Direction | None:
    """S 9.14 Straight away from who made it rampage, or from the nearest enemy; of two ways its owner's choice."""
    if tormentor is None or not tormentor.on_map:
        enemies = g.units(g.state.enemy(unit.side))
        tormentor = min(enemies, key=lambda e: (footprint.distance(unit, e), e.id), default=None)
    if tormentor is None:
        return None
    source = min(footprint.hexes_of(tormentor), key=lambda h: (distance(h, unit.at), h))
    x, y = centre(source)

    def off(d: Direction) -> float:
        end = unit.at
        for _ in range(distance(unit.at, source)):
            end = step(end, d)
        a, b = centre(end)
        return round((a - x) ** 2 + (b - y) ** 2, 6)

    nearest = min(map(off, Direction))
    ways = [Direction((d + 3) % len(Direction)) for d in Direction if off(d) == nearest]
    if len(ways) < 2:
        return ways[0]
    choices = [
        Choice(show(h), Text("{hex}", hex=show(h)), unit=unit.id, hex=h) for h in (step(unit.at, d) for d in ways)
    ]
    prompt = Text("{unit} runs from {enemy}. By which hex?", unit=unit.id, enemy=tormentor.id)
    key = await _ask(g, unit, prompt, choices)
    return next(d for d in ways if show(step(unit.at, d)) == key)


# -- towards friends -------------------------------------------------------------------------------------------------


async def _nearest_friend(g: Battle, unit: Unit) -> Unit | None:
    """The friend it runs to; of equally near ones its owner's choice, or the opponent's (S)."""
    friends = [u for u in g.units(unit.side) if u is not unit]
    nearest = min((footprint.distance(unit, u) for u in friends), default=0)
    tied = [u for u in friends if footprint.distance(unit, u) == nearest]
    if len(tied) < 2:
        return tied[0] if tied else None
    prompt = Text("{unit} runs to its nearest friend. To which?", unit=unit.id)
    choices = [Choice(u.id, Text("{unit} at {hex}", unit=u.id, hex=show(u.at)), unit=u.id, hex=u.at) for u in tied]
    return g.state.units[await _ask(g, unit, prompt, choices, by=g.game.elephants.rampage_tie)]


async def _towards(g: Battle, unit: Unit, friend: Unit | None) -> Hex | None:
    """The next hex of a shortest way to the friend; of several its owner's choice. None: the friend has gone."""
    if friend is None or not friend.on_map:
        return None
    goal = min(footprint.hexes_of(friend), key=lambda h: (distance(h, unit.at), h))
    now = distance(unit.at, goal)
    ways = [h for d in Direction if distance(h := step(unit.at, d), goal) < now]
    open_ways = [h for h in ways if h in g.map and g.charts.step_cost(g.map, unit, unit.at, h) is not None]
    ways = open_ways or ways
    if len(ways) < 2:
        return ways[0] if ways else None
    choices = [Choice(show(h), Text("{hex}", hex=show(h)), unit=unit.id, hex=h) for h in ways]
    prompt = Text("{unit} runs to {friend}. By which hex?", unit=unit.id, friend=friend.id)
    key = await _ask(g, unit, prompt, choices, by=g.game.elephants.rampage_tie)
    return next(h for h in ways if show(h) == key)


async def _ask(
    g: Battle, unit: Unit, prompt: Text, choices: Sequence[Choice], by: Literal["owner", "opponent"] = "owner"
) -> str:
    answer = await g.ask(
        Choose(
            kind="rampage",
            side=unit.side if by == "owner" else g.state.enemy(unit.side),
            rule=g.case(Case.RAMPAGE),
            prompt=prompt,
            subject=unit.id,
            focus=(unit.at, *(c.hex for c in choices if c.hex is not None)),
            choices=tuple(choices),
            default_key=choices[0].key,
            policy=Policy(rout_path.POLICY.kind, choices[0].key, choices[1].key, free=True),
        )
    )
    return answer.key
