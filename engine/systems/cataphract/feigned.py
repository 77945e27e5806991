"""6.7, table:feigned_retreat_summary, 8.35 Feigned Retreat: light horse rides away, draws its enemy on, and turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise

from engine.kernel import risk
from engine.kernel.decisions import Choice, Choose, Deed, Policy, PolicyKind, Risk
from engine.kernel.dice import Modifier, RollRequest
from engine.kernel.hexes import Hex, distance, facings_towards, neighbours, show
from engine.kernel.inquiry import Fact, percent
from engine.kernel.text import Refusal, Text
from engine.kernel.wanted import Wanted
from engine.systems.cataphract import counterstroke, feint_ways, feints
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.hooks import Chapter
from engine.systems.cataphract.state import Unit
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.command import command, leaders, riders
from engine.systems.gboh.events import MarkerPlaced, OrdersNoted, Told, UnitMoved, UnitTurned
from engine.systems.gboh.missiles import reaction
from engine.systems.gboh.movement import retreat_ways, retreats, stacking
from engine.systems.gboh.movement.own_retreat import OwnRetreat
from engine.systems.gboh.orders import which

LURES = {"lured-3": 3, "likely-lured": 5, "lured-7": 7, "lured-9": 9}
"""Conditions on the odds: how many times in ten the enemy must pursue, at least (6.74)."""

POLICY = PolicyKind(
    "feigned-retreat",
    Text("Feign a retreat before cavalry that comes close"),
    {
        **{key: Text("when the enemy must pursue at least {n:time|times} in ten", n=n) for key, n in LURES.items()},
        "tq-6": Text("when its TQ is 6 or more"),
    },
)
FEIGN = Deed(Text("Feign a retreat:"), Text("All {n} feign a retreat", n=0), Text("Nobody feigns a retreat"))
ROUTE = PolicyKind("pursuit-route", Text("Choose the way to where a feigning unit stood, of two that are alike"))
POLICIES = (POLICY, ROUTE)

GAP = 2
"""6.73(3) Hexes from the feigning unit at which a pursuit ends."""


class FeintBefore(OwnRetreat[Battle, Unit]):
    """6.72 A feint instead of a withdrawal; with a way behind it ("feign-2405-2406-2407@W") the unit rides that."""

    word = "feign"

    def possible(self, g: Battle, unit: Unit, mover: Unit, origin: Hex) -> bool:
        return feints.possible(g, unit, mover, origin)

    def choice(self, g: Battle, unit: Unit, mover: Unit, lean: float) -> Choice:
        found = at_stake(g, unit, mover)
        label = Text("Feign a retreat")
        return Choice(self.word, label, unit=unit.id, lean=lean, chance=found.chance, risk=found)

    def policy(self, g: Battle, unit: Unit, mover: Unit) -> Policy:
        return Policy(POLICY.kind, self.word, "stay", conditions(g, unit, mover), deed=FEIGN)

    def way(self, g: Battle, unit: Unit, mover: Unit, origin: Hex, text: str) -> Choice:
        if not feints.possible(g, unit, mover, origin):
            raise self.bar(g, unit, mover)
        way = feint_ways.read(g, unit, mover, origin, text)
        return replace(choice(unit, way), key=f"{self.word}-{retreat_ways.key(way.path, way.facing)}")

    def bar(self, g: Battle, unit: Unit, mover: Unit) -> Refusal:
        return feints.bar(g, unit, mover) or Refusal("{unit} has nowhere to ride.", rule="6.73", unit=unit.id)

    async def carry_out(self, g: Battle, unit: Unit, mover: Unit, origin: Hex, way: str) -> None:
        gone = not mover.on_map or mover.routed or mover.hex != origin
        if gone or not feints.possible(g, unit, mover, origin):
            story = Text("{unit} can't feign a retreat before {mover} any more.", unit=unit.id, mover=mover.id)
            _tell(g, story, unit, "6.72")
            return
        await feign(g, unit, mover, origin, way)

    def foretold(self, g: Battle, mover: Unit) -> Text:
        p = percent(pursuit(g, mover))
        return Text("may feign a retreat ({p} that {mover} must pursue)", p=p, mover=mover.id)


class Feigned(Chapter):
    """6.7 Feigned Retreat."""

    case = "6.7"
    about = "light horse that feigns a retreat and turns on its pursuer"
    retreats = (FeintBefore(),)

    def exhausted(self, g: Battle, unit: Unit) -> Refusal | None:
        if feints.spent(g, unit):
            return Refusal("{unit} has struck after a Feigned Retreat in this Orders Phase.", rule="6.73", unit=unit.id)
        return None

    def lured(self, g: Battle, unit: Unit) -> bool:
        return feints.drawn(g, unit)

    def bars_attack(self, g: Battle, unit: Unit) -> Refusal | None:
        return self.exhausted(g, unit)

    def bars_fire(self, g: Battle, unit: Unit) -> Refusal | None:
        if feints.drawn(g, unit) or feints.spent(g, unit):
            return Refusal("{unit} has been in a Feigned Retreat in this Orders Phase.", rule="6.73", unit=unit.id)
        return None

    def reaction_facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        """6.71, 6.74 Before whom it could feign a retreat, and how likely that one must pursue."""
        if unit.type != "LC" or not unit.feigns or not g.uses("6.71"):
            return
        near = [e for e in g.units(g.state.enemy(unit.side)) if distance(e.at, unit.at) <= e.ma + retreats.TRIGGER]
        lured = [f"{e.id} {percent(pursuit(g, e))}" for e in near if feints.bar(g, unit, e) is None]
        if lured:
            yield Fact(
                Text("Feigns a retreat before cavalry; must pursue: {enemies}", enemies=", ".join(lured)), "6.74"
            )

    async def harassed(self, g: Battle, unit: Unit, target: Unit, path: Sequence[Hex]) -> None:
        await after_harassing(g, unit, target, path)


def conditions(g: Battle, unit: Unit, mover: Unit) -> dict[str, bool]:
    """What a standing order may depend on (see :data:`POLICY`)."""
    return {
        **{key: feints.sees(g, mover, unit) and (9 - stays_on(g, mover)) >= n for key, n in LURES.items()},
        "tq-6": cohesion.tq(g, unit) >= 6,
    }


# -- riding away -----------------------------------------------------------------------------------------------------


async def feign(g: Battle, unit: Unit, mover: Unit, origin: Hex, ordered: str = "") -> None:
    """6.73 FR procedure: a whole Feigned Retreat before ``mover`` at ``origin``; :func:`feints.possible` must hold.

    ``ordered`` is the key of the way its owner has named already; where that isn't open any more, the owner is asked.
    """
    seen = feints.sees(g, mover, unit)
    way = await _way(g, unit, mover, origin, ordered)
    start = unit.at
    company = await riders.choose(g, unit, "6.73")
    await _ride(g, unit, way, company)
    await leaders.left_alone(g, start, unit.side)
    if not (_stands(unit) and _stands(mover)) or unit.hex != way.end:
        return
    if await _lured(g, mover, unit, seen):
        trail = [*await _route(g, mover, start), start, *way.path[:-1]]
        await _hunt(g, mover, unit, trail, rode=True)


async def _way(g: Battle, unit: Unit, mover: Unit, origin: Hex, ordered: str) -> feints.Feint:
    if ordered:
        with suppress(Refusal):
            return feint_ways.read(g, unit, mover, origin, ordered)
    by_key = {x.key: x for x in feints.feints(g, unit, origin)}
    if len(by_key) == 1:
        return next(iter(by_key.values()))
    answer = await g.ask(
        Choose(
            kind="feint-path",
            side=unit.side,
            rule="6.73",
            prompt=Text("{unit} feigns a retreat before {mover}. Where does it ride?", unit=unit.id, mover=mover.id),
            subject=unit.id,
            focus=(origin, unit.at),
            choices=tuple(choice(unit, x) for x in by_key.values()),
            default_key=next(iter(by_key)),
            why=lambda wanted: _why_not(g, unit, mover, origin, wanted),
            ways=lambda key: _named(g, unit, mover, origin, key),
        )
    )
    return feint_ways.read(g, unit, mover, origin, answer.key)


def choice(unit: Unit, x: feints.Feint) -> Choice:
    """One way to ride, as it is offered."""
    friends = Text("through {n:friend|friends}", n=x.passed) if x.passed > 1 else Text("through a friend")
    return Choice(
        x.key,
        Text("{n:hex|hexes} to {hex}, facing {facing}", n=len(x.path), hex=show(x.end), facing=x.facing.name),
        unit=unit.id,
        hex=x.end,
        facing=x.facing,
        note=friends if x.passed else None,
        lean=1.0 / (1 + x.passed),
    )


def _named(g: Battle, unit: Unit, mover: Unit, origin: Hex, key: str) -> Choice:
    """A way written hex by hex. Raises Refusal with the case that closes it."""
    way = feint_ways.read(g, unit, mover, origin, key.removeprefix("feign-"))
    return replace(choice(unit, way), key=retreat_ways.key(way.path, way.facing))


def _why_not(g: Battle, unit: Unit, mover: Unit, origin: Hex, wanted: Wanted) -> Refusal | None:
    if not wanted.hexes:
        return None
    facing = f"@{wanted.facing.name}" if wanted.facing is not None else ""
    try:
        feint_ways.read(g, unit, mover, origin, "-".join(show(h) for h in wanted.hexes) + facing)
    except Refusal as no:
        return no
    return None


async def _ride(g: Battle, unit: Unit, way: feints.Feint, company: Sequence[str]) -> None:
    vacant = unit.at
    for i, h in enumerate(way.path):
        a = unit.at
        if _shares_with_none(g, unit):
            vacant = a
        last = i == len(way.path) - 1
        if (last and g.unit_at(h) is not None) or retreats.closed(g, unit, a, h):
            # A friend it rode through has broken and fled into its way.
            _tell(g, Text("{unit} breaks off: its way is closed.", unit=unit.id), unit, "6.73")
            if vacant != a and not _shares_with_none(g, unit):
                g.emit(UnitMoved(unit=unit.id, start=a, to=vacant, facing=unit.facing, how="feign", rule="6.61"))
                riders.follow(g, company, a, vacant)
            return
        f = way.facing if last else feints.heading(unit.facing, a, h, way.path[i + 1])
        friend = g.unit_at(h)
        g.emit(UnitMoved(unit=unit.id, start=a, to=h, facing=f, how="feign", rule="6.73"))
        riders.follow(g, company, a, h)
        if friend is not None and friend.on_map:
            await stacking.pass_through(g, unit, friend)
        if not _stands(unit):
            return
        await leaders.approached(g, unit, a)


def _shares_with_none(g: Battle, unit: Unit) -> bool:
    return all(u is unit or u.hex != unit.hex for u in g.units(unit.side))


def _stands(unit: Unit) -> bool:
    return unit.on_map and not unit.routed


# -- 6.74 ------------------------------------------------------------------------------------------------------------


def stays_on(g: Battle, enemy: Unit) -> int:
    """6.74 Highest unmodified roll at which the enemy keeps its head."""
    return (enemy.feint_reaction or 0) - sum(m.value for m in _reaction_modifiers(g, enemy))


def pursuit(g: Battle, enemy: Unit) -> float:
    """6.74 Probability that the enemy must pursue a unit it sees ride away."""
    return risk.chance(_request(g, enemy, enemy), lambda n: n > (enemy.feint_reaction or 0))


def _reaction_modifiers(g: Battle, enemy: Unit) -> tuple[Modifier, ...]:
    if not g.leaders_at(enemy.at, enemy.side):
        return ()
    return (Modifier(value=-1, reason=Text("a leader is with it"), rule="6.74"),)


async def _lured(g: Battle, enemy: Unit, unit: Unit, seen: bool, *, harassed: bool = False) -> bool:
    """6.74 FR reaction: whether the enemy must pursue. ``seen``: it saw the unit where it started from."""
    if not seen:
        _tell(g, Text("{enemy} hasn't seen {unit} ride and stays.", enemy=enemy.id, unit=unit.id), enemy, "6.74")
        return False
    if harassed and _heeds_nobody(g, enemy):
        _tell(g, Text("{enemy} is beyond command and must pursue.", enemy=enemy.id), enemy, "6.74")
        return True
    roll = await g.roll(_request(g, enemy, unit))
    return roll.total > (enemy.feint_reaction or 0)


def _heeds_nobody(g: Battle, enemy: Unit) -> bool:
    """8.35 Whether no leader reaches the enemy, who then pursues without a roll."""
    return not any(command.in_command(g, x, enemy) for x in g.leaders(enemy.side))


def _request(g: Battle, enemy: Unit, unit: Unit) -> RollRequest:
    """6.74 The roll of the enemy before whom the unit rides away."""
    value = enemy.feint_reaction or 0
    return RollRequest(
        purpose="feint-reaction",
        side=enemy.side,
        text=Text("{enemy} sees {unit} take flight", enemy=enemy.id, unit=unit.id),
        rule="6.74",
        table="fr_reaction_values",
        modifiers=_reaction_modifiers(g, enemy),
        needs=Text("{value} or less to stay", value=value),
        unit=enemy.id,
        outcome=lambda total: Text("it stays") if total <= value else Text("it must pursue"),
    )


def pursues(g: Battle, enemy: Unit, unit: Unit | None = None) -> float:
    """6.74 Probability that the enemy must pursue a unit it sees ride away."""
    return risk.chance(_request(g, enemy, unit or enemy), lambda n: n > (enemy.feint_reaction or 0))


def at_stake(g: Battle, unit: Unit, mover: Unit, *, harassed: bool = False) -> Risk:
    """6.73(4), 6.74 The roll with which a feint succeeds once the enemy is drawn on, and what failing brings."""
    p = 1.0 if harassed and _heeds_nobody(g, mover) else pursuit(g, mover)
    p = p if feints.sees(g, mover, unit) else 0.0
    found = counterstroke.at_stake(g, unit, mover)
    drawn = Text("{needs} once {mover} pursues ({p})", needs=found.needs, mover=mover.id, p=percent(p))
    return replace(found, needs=drawn)


# -- 6.73(3) ---------------------------------------------------------------------------------------------------------


def _blocked(g: Battle, unit: Unit, a: Hex, b: Hex) -> bool:
    return b not in g.map or g.unit_at(b) is not None or g.charts.step_cost(g.map, unit, a, b) is None


async def _route(g: Battle, mover: Unit, start: Hex) -> list[Hex]:
    """Hexes between the mover and where the feigning unit stood, by a shortest way; its owner chooses among equals."""
    if distance(mover.at, start) < 2:
        return []
    ways = [h for h in neighbours(mover.at) if distance(h, start) == 1]
    clear = [h for h in ways if not _blocked(g, mover, mover.at, h) and not _blocked(g, mover, h, start)]
    if len(clear) < 2:
        return (clear or ways)[:1]
    prompt = Text("{mover} pursues towards {hex}. Which way?", mover=mover.id, hex=show(start))

    def label(h: Hex) -> Text:
        return Text("By {hex}", hex=show(h))

    shown = (mover.at, start)
    return [await which.place(g, mover, clear, ROUTE, "6.73", prompt, shown=shown, label=label, free=True)]


async def _hunt(g: Battle, mover: Unit, unit: Unit, trail: Sequence[Hex], *, rode: bool) -> None:
    """6.73(3), (4) The pursuit along ``trail``, and what comes of it. ``rode``: the feigning unit has left its hex."""
    g.emit(OrdersNoted(field="drawn", value=mover.id, rule="6.73"))
    if mover.id in g.orders.markers:
        # 7.31 A pursuit obliges nobody, and takes the unit away from whom it meant to attack.
        g.emit(MarkerPlaced(unit=mover.id, marker=None, rule="7.31"))
    await _pursue(g, mover, unit, trail)
    if not (_stands(mover) and _stands(unit)):
        return
    if distance(mover.at, unit.at) == GAP and feints.between(g, mover.at, unit.at):
        await counterstroke.decide(g, mover, unit, rode=rode)


async def _pursue(g: Battle, mover: Unit, unit: Unit, trail: Sequence[Hex]) -> None:
    start = mover.at
    company: Sequence[str] = ()
    for b, following in pairwise(trail):
        a = mover.at
        if distance(a, unit.at) <= GAP:
            break
        if _blocked(g, mover, a, b):
            story = Text("{mover} stops at {hex}: its way is blocked.", mover=mover.id, hex=show(a))
            _tell(g, story, mover, "6.73")
            break
        # 8.22 It is spared entry fire alone (6.73).
        if not await reaction.retire_fire(g, mover, a, b):
            break
        if a == start:
            company = await riders.choose(g, mover, "6.73")
        f = feints.heading(mover.facing, a, b, following)
        g.emit(UnitMoved(unit=mover.id, start=a, to=b, facing=f, how="pursue", rule="6.73"))
        riders.follow(g, company, a, b)
        await leaders.approached(g, mover, a)
    if mover.hex != start:
        await leaders.left_alone(g, start, mover.side)


# -- 8.35 ------------------------------------------------------------------------------------------------------------


async def after_harassing(g: Battle, unit: Unit, target: Unit, path: Sequence[Hex]) -> None:
    """8.35 When all fire is done, the rider may turn as if to flee; a target lured follows ``path`` back to it."""
    if not (_stands(unit) and _stands(target)) or feints.bar(g, unit, target) is not None:
        return
    seen = feints.sees(g, target, unit)
    facings = {f.name: f for f in facings_towards(path[0], unit.at)}
    found = at_stake(g, unit, target, harassed=True)
    answer = await g.ask(
        Choose(
            kind="harass-feint",
            side=unit.side,
            rule="8.35",
            prompt=Text("{unit} may feign a retreat before {target}. Does it?", unit=unit.id, target=target.id),
            subject=unit.id,
            focus=(unit.at, target.at),
            choices=(
                *(
                    Choice(
                        k, Text("Turn to {facing}", facing=k), unit=unit.id, facing=f, chance=found.chance, risk=found
                    )
                    for k, f in facings.items()
                ),
                Choice("no", Text("No"), unit=unit.id),
            ),
            default_key="no",
        )
    )
    if answer.key == "no":
        return
    if unit.facing != facings[answer.key]:
        g.emit(UnitTurned(unit=unit.id, facing=facings[answer.key], how="feign", rule="8.35"))
    if await _lured(g, target, unit, seen, harassed=True):
        await _hunt(g, target, unit, path[::-1], rode=False)


def _tell(g: Battle, story: Text, unit: Unit, rule: str) -> None:
    g.emit(Told(story=story, unit=unit.id, rule=rule))
