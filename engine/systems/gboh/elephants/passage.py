"""A 9.13, 9.23 Passing through: elephants and chariots that have attacked go on beyond whom they attacked."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from engine.kernel import hexes
from engine.kernel.hexes import Hex, direction, show, step
from engine.kernel.inquiry import Fact
from engine.kernel.text import Text
from engine.systems.gboh import footprint, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Chapter, Special
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.events import LeaderMoved, OrdersNoted, Told, UnitMoved
from engine.systems.gboh.movement import column, displaced, driven
from engine.systems.gboh.orders import which
from engine.systems.gboh.shock import casualties, choices, collapse, contact, resolve, segment
from engine.systems.gboh.shock.combat import Combat
from engine.systems.gboh.shock.plan import Attack
from engine.systems.gboh.state import Unit


class Passage(Chapter):
    """9.13 Who has attacked and stands is placed on the far side; enemies there are attacked in turn."""

    case = Case.PASSING_THROUGH
    about = "passing through whom they attack"

    async def before_charge(self, g: Battle, combats: Sequence[Combat]) -> None:
        """9.24 Those who open their ranks are not fought; who drove at them is through before anybody rolls."""
        if not special.having(g, Special.opens_ranks):
            return
        for combat in combats:
            for u in [u for u in combat.attackers if u.troop.passes_through]:
                met = [d for d in combat.defenders if d in g.opponents(u)]
                opened = await special.opens_ranks(g, u, met, u.at)
                if not opened:
                    continue
                alone = [x for x in combat.attackers if x is not u and any(d in met for d in g.opponents(x))] == []
                if alone:
                    combat.defenders[:] = [d for d in combat.defenders if d.id not in opened]
                if all(d.id in opened for d in met):
                    combat.attackers.remove(u)
                    await _through(g, u, [d for d in met if d.on_map])

    async def fought(self, g: Battle, combats: Sequence[Combat]) -> None:
        for combat in combats:
            for u in combat.attackers:
                if u.troop.passes_through and combat.stands(u) and u.on_map and not u.routed:
                    await _through(g, u, _struck(g, combat, u))

    def facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        if unit.troop.passes_through:
            yield Fact(Text("Goes on beyond whom it attacks"), case(g, unit))


def case(g: Battle, unit: Unit) -> str:
    """9.13, 9.23 By what case the unit goes on: chariots have one of their own, where the book knows them."""
    drives = unit.troop.arm == "chariot" and Case.DRIVING_THROUGH in g.game.cases
    return g.case(Case.DRIVING_THROUGH if drives else Case.PASSING_THROUGH)


def _struck(g: Battle, combat: Combat, unit: Unit) -> list[Unit]:
    """Those it attacked who stand yet: the one it fought hand to hand, where it has him before it, else the others."""
    ahead = [d for d in g.opponents(unit) if d in combat.defenders and combat.stands(d)]
    chosen = combat.chosen_defender
    return [chosen] if chosen is not None and chosen in ahead else ahead


async def _through(g: Battle, unit: Unit, struck: Sequence[Unit]) -> None:
    """Beyond one of them, of both halves of a pair as its owner likes."""
    ahead = [h for h in g.front(unit) if any(h in footprint.hexes_of(d) for d in struck)]
    if not ahead:
        return
    prompt = Text("{unit} passes through. By which hex?", unit=unit.id)
    await _beyond(g, unit, await choose(g, unit, prompt, ahead))


async def _beyond(g: Battle, unit: Unit, through: Hex) -> None:
    """It is beyond the hex: in an empty one behind it, or after those in its way, friends passed and enemies fought."""
    straight = None
    while unit.on_map and not unit.routed:
        ahead = hexes.front(through, unit.facing) if straight is None else (step(through, straight),)
        ways = [h for h in ahead if h in g.map and g.charts.step_cost(g.map, unit, through, h) is not None]
        empty = [h for h in ways if g.unit_at(h) is None]
        if empty:
            prompt = Text("{unit} comes out beyond {hex}. Where?", unit=unit.id, hex=show(through))
            await comes_out(g, unit, await choose(g, unit, prompt, empty))
            return
        friends = [h for h in ways if g.friend_in(h, unit.side) is not None]
        if friends:
            to = await choose(g, unit, Text("{unit} passes through a friend. Which?", unit=unit.id), friends)
            await _rides_through(g, unit, to)
            straight, through = direction(through, to), to
            continue
        behind = [h for h in ways if g.enemy_in(h, unit.side) not in (None, g.enemy_in(through, unit.side))]
        if ways and not behind:  # the other half of the pair it passes, which is behind it already
            straight, through = direction(through, ways[0]), ways[0]
            continue
        if not ways:
            story = Text("{unit} has no way beyond {hex}, and stays.", unit=unit.id, hex=show(through))
            g.emit(Told(story=story, unit=unit.id, rule=case(g, unit)))
            return
        onwards = await _meets(g, unit, through, behind)
        if onwards is None:
            return
        straight, through = None, onwards


async def _rides_through(g: Battle, unit: Unit, at: Hex) -> None:
    """6.94 A hit for both, whoever they are."""
    rule = g.case(Case.STACKING_CHART)
    for friend in g.standing_at(at):
        await cohesion.hits(g, friend, 1, Text("{unit} passes through it", unit=unit.id), rule)
        await cohesion.hits(g, unit, 1, Text("passing through {friend}", friend=friend.id), rule)


async def _meets(g: Battle, unit: Unit, through: Hex, ways: Sequence[Hex]) -> Hex | None:
    """Enemies in the second line: who doesn't open ranks is attacked. The hex it goes through; None: it ends."""
    met = list({e.id: e for h in ways if (e := g.enemy_in(h, unit.side)) is not None}.values())
    opened = await special.opens_ranks(g, unit, met, through)
    stand = [e for e in met if e.id not in opened]
    open_to = [h for h in ways if not stand or g.enemy_in(h, unit.side) in stand]
    if stand:
        prompt = Text("{unit} meets a second line. Where does it strike?", unit=unit.id)
    else:
        prompt = Text("{unit} goes on through a second line that lets it pass. By which hex?", unit=unit.id)
    to = await choose(g, unit, prompt, open_to)
    enemy = g.enemy_in(to, unit.side)
    if stand and enemy is not None:
        await _strikes(g, unit, enemy, through)
        if not unit.on_map or unit.routed:
            return None
        if g.unit_at(to) is None:
            await comes_out(g, unit, to)
            return None
    return to


async def _strikes(g: Battle, unit: Unit, enemy: Unit, origin: Hex) -> None:
    """One combat more, at once, as if it stood where it has broken through; it doesn't check before contact."""
    combat = Combat.of(g, Attack(attackers=(unit.id,), defenders=(enemy.id,)))
    g.striking[unit.id] = origin
    for u in combat.units:
        g.emit(OrdersNoted(field="shocked", value=u.id))
    try:
        if enemy in contact.rolling(g, combat.attackers, combat.defenders, [unit.id]):
            drm = contact.modifiers(g, enemy, combat.attackers, combat.defenders)
            words, rule = Text("{unit} awaits the charge", unit=enemy.id), g.case(Case.CHARGE)
            n = await cohesion.tq_check(g, enemy, "pre-shock", words, rule, drm=drm)
            await cohesion.hits(g, enemy, n, Text("Pre-Shock check"), rule, defer=True)
            await collapse.break_units(g, combat)
        if combat.goes_on:
            await casualties.check(g, [combat])
        if combat.goes_on:
            await choices.choose_units(g, [combat])
            await resolve.resolve(g, combat)
            await collapse.breakthroughs(g, [combat])
            await collapse.break_all(g, [combat])
            await collapse.last_stands(g, [combat])
    finally:
        g.striking.pop(unit.id, None)
    segment.spend_javelins(g, [combat])
    if enemy.column and enemy.on_map:
        await column.forced_out(g, enemy)


async def comes_out(g: Battle, unit: Unit, to: Hex) -> None:
    """It is placed, with the leaders who ride with it; whoever it comes upon does what an advance lets him do."""
    start, rule = unit.at, case(g, unit)
    company = g.leaders_at(start, unit.side)
    g.emit(UnitMoved(unit=unit.id, start=start, to=to, facing=unit.facing, how="pass", rule=rule))
    special.call(g, Special.entered, unit)
    for leader in company:
        g.emit(LeaderMoved(leader=leader.id, start=start, to=to, how="advance", rule=rule))
    await displaced.comes_up(g, unit, start)


async def choose(g: Battle, unit: Unit, prompt: Text, ways: Collection[Hex]) -> Hex:
    """One of the hexes; not asked where there is one only."""
    hexes = list(ways)
    rule = case(g, unit)

    def traits(h: Hex) -> dict[str, float]:
        return {"lean": _lean(g, unit, h)}

    return await which.place(
        g, unit, hexes, "passage", rule, prompt, shown=(unit.at,), traits=traits, standing=driven.POLICY
    )


def _lean(g: Battle, unit: Unit, h: Hex) -> float:
    """Where fewer enemies reach it, and whom it is likelier to break."""
    enemy = g.enemy_in(h, unit.side)
    if enemy is not None:
        return 1.0 + enemy.hits
    return 1.0 / (1 + len(g.enemy_zoc(h, unit.side)))
