"""8.2 Reaction Fire: at units leaving a ZOC, at units entering it, and in return."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from engine.kernel.decisions import Choice, Choose, ChooseEach, Item, PolicyKind, Why
from engine.kernel.hexes import Hex, show
from engine.kernel.text import Refusal, Text
from engine.systems.gboh import footprint, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.events import LineNoted, OrdersNoted, Told
from engine.systems.gboh.missiles import fire, screens, volley
from engine.systems.gboh.missiles.fire_policies import CONDITIONS as CONDITIONS
from engine.systems.gboh.missiles.fire_policies import ENTRY as ENTRY
from engine.systems.gboh.missiles.fire_policies import FIRE as FIRE
from engine.systems.gboh.missiles.fire_policies import POLICIES as POLICIES
from engine.systems.gboh.missiles.fire_policies import RETIRE as RETIRE
from engine.systems.gboh.missiles.fire_policies import RETURN as RETURN
from engine.systems.gboh.missiles.fire_policies import default_key as default_key
from engine.systems.gboh.missiles.fire_policies import free
from engine.systems.gboh.missiles.fire_policies import policy as policy
from engine.systems.gboh.orders import reasons
from engine.systems.gboh.state import Unit

RETIRE_RANGE = 2
"""8.22 Range at which fire at who leaves a ZOC is reckoned; weapons that don't reach so far don't fire."""


def can_react(g: Battle, unit: Unit) -> bool:
    """8.24 Reaction needs ammunition.

    Whether the unit can use missiles in reaction. Artillery has its own way (11.66).
    """
    return fire.carries(g, unit) and unit.troop.reacts and unit.on_map and fire.inability(g, unit) is None


def ready(g: Battle, unit: Unit, at: Unit | None = None) -> bool:
    """8.24, 6.73 Whether the unit can use missiles in reaction in this Orders Phase, at ``at`` if it is given."""
    if not can_react(g, unit) or special.why_not(g, Special.exhausted, unit) is not None:
        return False
    return at is None or special.why_not(g, Special.bars_reaction, unit, at) is None


def shooters(g: Battle, unit: Unit, at: Unit | None = None) -> list[Unit]:
    """A 9.12, S 9.13 Those of the unit who may shoot at who enters its ZOC, each by itself: it, and its archers."""
    return [x for x in screens.volleys(unit) if ready(g, x, at)]


def _held_by_others(g: Battle, unit: Unit, mover: Unit) -> bool:
    """Whether the unit stands in the ZOC of an enemy other than the mover."""
    return any(e.id != mover.id for h in footprint.hexes_of(unit) for e in g.enemy_zoc(h, unit.side))


def choices(unit: Unit, shots: Sequence[tuple[str, Unit, volley.Preview]]) -> tuple[Choice, ...]:
    """Fire at one of the targets (key, target, odds), or hold."""
    found = [
        Choice(
            key,
            Text("Fire at {target}, range {d}, {needs}", target=target.id, d=odds.distance, needs=odds.needs),
            unit=unit.id,
            hex=target.hex,
            lean=2.0 if unit.supply == "full" else 0.5,
            chance=1 - odds.chances[0],
        )
        for key, target, odds in shots
    ]
    return (*found, Choice("hold", Text("Hold fire"), unit=unit.id))


def aims(g: Battle, unit: Unit, shots: Sequence[tuple[str, Unit, volley.Preview]], rule: str) -> Why:
    """Why the unit doesn't fire at anybody else."""
    return reasons.target(g, unit, [t for _, t, _ in shots], lambda x: fire.bad_target(g, unit, x), rule)


def silence(g: Battle, mover: Unit, rule: str) -> Why:
    """8.21, 8.22, 8.24 Why a unit isn't asked whether it fires at the mover."""

    def bar(unit: Unit) -> Refusal | None:
        if (why := fire.inability(g, unit)) is not None:
            return why
        if (done := special.why_not(g, Special.exhausted, unit)) is not None:
            return done
        if mover.on_map and not covers(g, unit, mover):
            return Refusal("{mover} is not in the ZOC of {unit}.", rule=rule, mover=mover.id, unit=unit.id)
        if (again := special.why_not(g, Special.bars_reaction, unit, mover)) is not None:
            return again
        if not g.game.fire.entry_when_held and _held_by_others(g, unit, mover):
            return Refusal("{unit} stands in another enemy's ZOC.", rule=rule, unit=unit.id)
        return Refusal("{unit} has no shot at {mover} now.", rule=rule, unit=unit.id, mover=mover.id)

    return reasons.not_asked(g, g.state.enemy(mover.side), bar)


Shot: TypeAlias = "tuple[str, Unit, volley.Preview]"
"""A choice of fire: its key, the target, the odds."""


def item(
    g: Battle, unit: Unit, shots: Sequence[Shot], kind: PolicyKind, rule: str, *, label: Text | None = None
) -> Item:
    """One unit asked to fire at one of the targets, or to hold."""
    best = max(shots, key=lambda s: s[2].needed)
    return Item(
        key=unit.id,
        label=Text("{unit} at {hex}", unit=unit.id, hex=show(unit.at)) if label is None else label,
        choices=choices(unit, shots),
        default_key=default_key(unit, best[0]),
        policy=policy(unit, best[2], kind, best[0], free=free(g, unit, kind)),
        why=aims(g, unit, shots, rule),
    )


def entry_item(
    g: Battle,
    unit: Unit,
    targets: Sequence[tuple[str, Unit]],
    rule: str,
    *,
    at: Hex | None = None,
    label: Text | None = None,
) -> Item:
    """8.21 One unit asked to fire at one of those who have come (key, unit): it, its archers, or both (A 9.12).

    ``at``: the hex they are fired at in, where that isn't theirs. :func:`entry_shooters` says who fires.
    """
    able = shooters(g, unit)

    def shots(who: Unit) -> list[Shot]:
        return [(key, target, volley.preview(g, who, target, at=at)) for key, target in targets]

    first = item(g, able[0], shots(able[0]), ENTRY, rule, label=label)
    if (price := special.first(g, Special.entry_costs, unit)) is not None:
        told = tuple(c if c.key == "hold" else replace(c, note=price) for c in first.choices)
        first = replace(first, choices=told)
    if len(able) < 2:
        return first
    best, besides = shots(able[0]), shots(able[1])
    both = tuple(_both(unit, one, other) for one, other in zip(best, besides, strict=True))
    alone = (*(_part(unit, s, RIDERS) for s in best), *(_part(unit, s, SCREEN) for s in besides))
    return replace(first, choices=(*both, *alone, first.choices[-1]))


RIDERS, SCREEN = "riders", "screen"


def _both(unit: Unit, riders: Shot, archers: Shot) -> Choice:
    key, target, odds = riders
    text = "Riders and archers fire at {target}, range {d}: {riders}, {archers}"
    return Choice(
        key,
        Text(text, target=target.id, d=odds.distance, riders=odds.needs, archers=archers[2].needs),
        unit=unit.id,
        hex=target.hex,
        lean=2.0,
        chance=1 - odds.chances[0] * archers[2].chances[0],
    )


def _part(unit: Unit, shot: Shot, part: str) -> Choice:
    key, target, odds = shot
    text = "Riders alone fire at {target}, range {d}, {needs}"
    if part == SCREEN:
        text = "Archers alone fire at {target}, range {d}, {needs}"
    words = Text(text, target=target.id, d=odds.distance, needs=odds.needs)
    chance = 1 - odds.chances[0]
    return Choice(f"{key}-{part}", words, unit=unit.id, hex=target.hex, lean=0.3, chance=chance)


def told_apart(key: str) -> tuple[str, str]:
    """The key of a target and the part of the unit that fires, "" for all of it."""
    target, _, part = key.rpartition("-")
    return (target, part) if part in (RIDERS, SCREEN) else (key, "")


def entry_shooters(g: Battle, unit: Unit, part: str) -> Iterator[Unit]:
    """Those of the unit who fire, as chosen, one after the other: each as it is when its turn comes (A 9.12)."""
    for which in (RIDERS, SCREEN):
        if part not in ("", which):
            continue
        who = unit if which == RIDERS else screens.archers(unit)
        if who is not None and ready(g, who):
            yield who


def _missed(g: Battle, unit: Unit, target: Unit, rule: str) -> None:
    story = Text("{unit} has nothing left to fire at: {target} is gone.", unit=unit.id, target=target.id)
    g.emit(Told(story=story, unit=unit.id, rule=rule))


# -- 8.22 ------------------------------------------------------------------------------------------------------------


def covers(g: Battle, unit: Unit, mover: Unit) -> bool:
    """Whether the mover, or a half of it, stands in the unit's ZOC as far as missile fire goes."""
    return any(h in g.covered(unit) for h in footprint.hexes_of(mover))


def retirers(g: Battle, mover: Unit, origin: Hex | Sequence[Hex], destination: Hex | Sequence[Hex]) -> list[Unit]:
    """8.22 Units that may fire as the mover leaves their ZOC. It doesn't leave one it stays in."""
    starts = [origin] if isinstance(origin, int) else origin
    ends = [destination] if isinstance(destination, int) else destination
    near = {u.id: u for h in starts for u in g.covering(h, mover.side)}
    left = [u for u in near.values() if not any(h in g.covered(u) for h in ends)]
    if g.game.fire.retire_beyond:
        left = [u for u in left if all(footprint.distance_to(u, h) > 1 for h in ends)]
    return [u for u in left if ready(g, u, mover) and fire.printed_range(g, u) >= RETIRE_RANGE]


async def retire_fire(
    g: Battle, mover: Unit, origin: Hex | Sequence[Hex], destination: Hex | Sequence[Hex], *, fleeing: bool = False
) -> bool:
    """8.22 Fire at a unit about to step out of a ZOC, at range 2. Returns True while the mover may go on.

    ``fleeing``: a Routed unit in the Rout Phase (10.22), which is spared it in its first flight alone (10.21).
    """
    spared = fleeing and not g.game.fire.retire_fire_at_routed
    units = () if spared else retirers(g, mover, origin, destination)
    if units:
        items = [
            item(
                g,
                u,
                [("fire", mover, volley.preview(g, u, mover, distance=RETIRE_RANGE))],
                RETIRE,
                g.case(Case.RETIRE_FIRE),
            )
            for u in units
        ]
        prompt = Text("{mover} leaves your ZOC at {hex}. Who fires?", mover=mover.id, hex=footprint.told(mover))
        await _ask_and_fire(g, mover, items, prompt, RETIRE, g.case(Case.RETIRE_FIRE), fleeing=fleeing)
    return _goes_on(mover, fleeing)


def _goes_on(mover: Unit, fleeing: bool) -> bool:
    return mover.on_map and (fleeing or not mover.routed)


async def _ask_and_fire(
    g: Battle, mover: Unit, items: list[Item], prompt: Text, kind: PolicyKind, rule: str, *, fleeing: bool
) -> None:
    decision = ChooseEach(
        kind=kind.kind,
        side=g.state.enemy(mover.side),
        rule=rule,
        prompt=prompt,
        subject=mover.id,
        focus=(mover.at, *(g.state.units[i.key].at for i in items)),
        items=items,
        why=silence(g, mover, rule),
    )
    retiring = kind is RETIRE
    answer = await g.ask(decision)
    if g.game.fire.simultaneous:
        firing = [g.state.units[name] for name, key in decision.picked(answer) if key != "hold"]
        await _together(g, mover, firing, rule, retiring=retiring)
        return
    for name, key in decision.picked(answer):
        unit = g.state.units[name]
        if key == "hold":
            continue
        able = ready(g, unit) if retiring else shooters(g, unit)
        if not _goes_on(mover, fleeing) or not able or not covers(g, unit, mover):
            _missed(g, unit, mover, rule)
        elif retiring:
            await fire.fire(g, unit, mover, "retire", distance=RETIRE_RANGE)
        else:
            if g.state.orders is not None:
                g.emit(OrdersNoted(field="entry_fire", value=(unit.id, mover.id), rule=rule))
            for who in entry_shooters(g, unit, told_apart(key)[1]):
                if _goes_on(mover, fleeing) and covers(g, unit, mover):
                    await fire.fire(g, who, mover, "entry")


async def _together(g: Battle, mover: Unit, firing: Sequence[Unit], rule: str, *, retiring: bool) -> None:
    """8.2 All fire at the mover at this moment, and its own at one of them, takes effect when all has been rolled."""
    if not firing:
        return
    distance = RETIRE_RANGE if retiring else None
    target = await special.fires_back(g, mover, firing)
    for u in firing:
        if not retiring:
            g.emit(OrdersNoted(field="entry_fire", value=(u.id, mover.id), rule=rule))
        special.call(g, Special.reacted, u, mover)
    how = "retire" if retiring else "entry"
    volleys = [await volley.shoot(g, u, mover, how, distance=distance, moved=False) for u in firing]
    if target is not None:
        volleys.append(await volley.shoot(g, mover, target, "order"))
    await volley.settle(g, *volleys)


# -- 8.21 ------------------------------------------------------------------------------------------------------------


def enterers(g: Battle, mover: Unit) -> list[Unit]:
    """8.21 Units that may fire at the mover in the hex it has entered."""
    if not mover.on_map:
        return []
    near = {u.id: u for h in footprint.hexes_of(mover) for u in g.covering(h, mover.side)}
    found = [u for u in near.values() if shooters(g, u, mover)]
    return found if g.game.fire.entry_when_held else [u for u in found if not _held_by_others(g, u, mover)]


async def entry_fire(g: Battle, mover: Unit, *, fleeing: bool = False) -> None:
    """8.21 Entry fire.

    Fire at a unit that has just entered a ZOC, at range 1; ``fleeing`` as in :func:`retire_fire`.
    """
    if not _goes_on(mover, fleeing):
        return
    units = enterers(g, mover)
    if units:
        items = [entry_item(g, u, [("fire", mover)], g.case(Case.ENTRY_FIRE)) for u in units]
        prompt = Text("{mover} enters your ZOC at {hex}. Who fires?", mover=mover.id, hex=footprint.told(mover))
        await _ask_and_fire(g, mover, items, prompt, ENTRY, g.case(Case.ENTRY_FIRE), fleeing=fleeing)


def note_entries(g: Battle, mover: Unit) -> None:
    """8.21 Remember entry fire at a unit of a Line until the whole Line has moved."""
    if not mover.routed:
        for u in enterers(g, mover):
            g.emit(LineNoted(entered=(u.id, mover.id), rule=g.case(Case.ENTRY_FIRE)))


async def line_entry_fire(g: Battle) -> None:
    """8.21 All entry fire at a Line that has moved; each reacting unit fires at one of the units in its ZOC."""
    line = g.orders.line
    assert line is not None, "entry fire at a Line without a Line Command"
    due = list(line.entered)
    await joint_entry_fire(g, due)
    for pair in due:
        g.emit(LineNoted(settled=pair, rule=g.case(Case.ENTRY_FIRE)))


async def joint_entry_fire(g: Battle, due: Sequence[tuple[str, str]]) -> None:
    """8.21 Entry fire at units that have come up together: (reacting unit, mover) pairs, one shot a reacting unit.

    Where the book lets it fire at each of them (A), its owner is asked again until nobody has anything left to say.
    """
    left = list(dict.fromkeys(due))
    while left:
        enemies: dict[str, list[Unit]] = {}
        for name, other in left:
            mover = g.state.units[other]
            if _in_reach(g, g.state.units[name], mover):
                enemies.setdefault(name, []).append(mover)
        if not enemies:
            return
        shot = await _line_volleys(g, enemies)
        firing = {name for name, _ in shot}
        left = [p for p in left if p[0] in firing and p not in shot] if g.game.fire.line_entry == "each" else []


def _in_reach(g: Battle, unit: Unit, mover: Unit) -> bool:
    return (
        mover.on_map
        and not mover.routed
        and not special.any_of(g, Special.lured, mover)
        and bool(shooters(g, unit))
        and covers(g, unit, mover)
    )


async def _line_volleys(g: Battle, enemies: dict[str, list[Unit]]) -> list[tuple[str, str]]:
    """One question for all of them; returns who was to fire at whom."""
    items: list[Item] = []
    for name, movers in enemies.items():
        keys = ["fire"] if len(movers) == 1 else [m.id for m in movers]
        targets = list(zip(keys, movers, strict=True))
        items.append(entry_item(g, g.state.units[name], targets, g.case(Case.ENTRY_FIRE)))
    hexes = {u.at: None for name, movers in enemies.items() for u in (g.state.units[name], *movers)}
    decision = ChooseEach(
        kind=ENTRY.kind,
        side=g.state.units[items[0].key].side,
        rule=g.case(Case.ENTRY_FIRE),
        prompt=Text("They have come into your ZOC together. Who fires, at whom?"),
        focus=tuple(hexes),
        items=items,
    )
    answer = await g.ask(decision)
    shot: list[tuple[str, str]] = []
    for name, key in decision.picked(answer):
        if key == "hold":
            continue
        target, part = told_apart(key)
        unit, mover = g.state.units[name], enemies[name][0] if target == "fire" else g.state.units[target]
        shot.append((unit.id, mover.id))
        if not _in_reach(g, unit, mover):
            _missed(g, unit, mover, g.case(Case.ENTRY_FIRE))
            continue
        g.emit(OrdersNoted(field="entry_fire", value=(unit.id, mover.id), rule=g.case(Case.ENTRY_FIRE)))
        for who in entry_shooters(g, unit, part):
            if _in_reach(g, unit, mover):
                await fire.fire(g, who, mover, "entry")
    return shot


# -- 8.23 ------------------------------------------------------------------------------------------------------------


def can_return(g: Battle, unit: Unit, shooter: Unit) -> bool:
    """8.23 Whether a unit that was fired at by order may answer the firer."""
    if not shooter.on_map or not ready(g, unit, shooter):
        return False
    if (unit.id, shooter.id) in g.orders.entry_fire and not g.game.fire.return_after_entry:
        return False
    if not g.game.fire.return_when_held and not covers(g, unit, shooter) and g.in_enemy_zoc(unit):
        return False
    if not g.game.fire.return_past_zone and not covers(g, unit, shooter) and g.opponents(unit):
        return False
    return fire.bad_target(g, unit, shooter) is None


async def return_fire(g: Battle, fired_at: Unit, shooter: Unit) -> None:
    """8.23 The unit fired at may answer, at the true range, after the result; and its archers (S 8.25)."""
    await _answers(g, fired_at, shooter)
    if g.game.fire.screens_return and (archers := screens.archers(fired_at)) is not None:
        await _answers(g, archers, shooter)


async def _answers(g: Battle, fired_at: Unit, shooter: Unit) -> None:
    if await returns(g, fired_at, shooter):
        await fire.fire(g, fired_at, shooter, "return")


async def returns(g: Battle, fired_at: Unit, shooter: Unit, *, at: Hex | None = None) -> bool:
    """8.23 Whether who was fired at can and will answer; ``at``: the hex it fires at, where that isn't the shooter's.

    Whether it can reach that hex is the caller's to check.
    """
    if not (can_return(g, fired_at, shooter) if at is None else ready(g, fired_at, shooter)):
        return False
    odds = volley.preview(g, fired_at, shooter, at=at)
    decision = Choose(
        kind=RETURN.kind,
        side=fired_at.side,
        rule=g.case(Case.RETURN_FIRE),
        prompt=Text(
            "{shooter} fires at {unit}. Return fire, at the same moment?"
            if g.game.fire.simultaneous
            else "{shooter} has fired at {unit}. Return fire?",
            shooter=shooter.id,
            unit=fired_at.id,
        ),
        subject=fired_at.id,
        focus=(fired_at.at, shooter.at),
        choices=choices(fired_at, [("fire", shooter, odds)]),
        default_key=default_key(fired_at),
        policy=policy(fired_at, odds, RETURN, free=free(g, fired_at, RETURN)),
        why=aims(g, fired_at, [("fire", shooter, odds)], g.case(Case.RETURN_FIRE)),
    )
    return (await g.ask(decision)).key == "fire"
