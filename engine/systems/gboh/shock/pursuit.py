"""A 8.39, 10.3, S 10.4 Cavalry whose attack has routed an enemy follows it, and attacks whom it comes upon."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.kernel.decisions import PolicyKind
from engine.kernel.hexes import Hex
from engine.kernel.inquiry import Fact, percent
from engine.kernel.text import Text, joined
from engine.systems.gboh import special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Chapter, Special
from engine.systems.gboh.cohesion import cohesion, rout
from engine.systems.gboh.events import LeaderMoved, OrdersNoted, Told, UnitMoved
from engine.systems.gboh.movement import climbs, displaced
from engine.systems.gboh.movement.steps import entry_facing, turn_towards
from engine.systems.gboh.orders import which as which_of
from engine.systems.gboh.own import B, L, U
from engine.systems.gboh.shock import advance, casualties, choices, collapse, resolve
from engine.systems.gboh.shock.combat import Combat
from engine.systems.gboh.shock.plan import Attack
from engine.systems.gboh.state import Unit

POLICY = PolicyKind("pursuit", Text("Choose which cavalry pursues first, and whom"))


class Pursuit(Chapter[B, U, L]):
    """A 10.3 Cavalry pursuit. A game whose cavalry must be ready for it says when it is."""

    case = Case.PURSUIT
    about = "cavalry that pursues"

    def used(self, g: B) -> bool:
        """Whether the battle is played with it."""
        return g.uses(Case.PURSUIT)

    def ready(self, g: B, unit: Unit) -> bool:
        """A 10.31 Whether cavalry that attacks would pursue as it stands."""
        return unit.is_cavalry

    async def pursue(self, g: B, combats: Sequence[Combat]) -> None:
        """8.39 Combat by combat, in the order they were named, when all of them have collapsed."""
        if self.used(g):
            for combat in combats:
                await self._after(g, combat)

    async def _after(self, g: B, combat: Combat) -> None:
        gone = fugitives(combat)
        able = [u for u in combat.attackers if self._may(g, u)]
        if not gone or not able or (g.game.pursuit.after_all and combat.defending):
            return
        unit = await which(g, able, Text("Which of your cavalry pursues?"), Case.PURSUIT_WHO)
        if await rolls(g, unit):
            await self._follow(g, combat, unit, gone)
        elif g.game.pursuit.flight_of_the_spared:
            for u in gone:
                await rout.flee_on(g, u)

    def _may(self, g: B, unit: Unit) -> bool:
        """A 10.31 It came up to attack, it stands, and it is ready."""
        came = not g.game.pursuit.charged_alone or g.orders.markers.get(unit.id) == "must"
        return came and unit.on_map and not unit.routed and self.ready(g, unit)

    async def _follow(self, g: B, combat: Combat, unit: Unit, gone: Sequence[Unit]) -> None:
        """A 10.33, A 10.34, A 10.35 After one of those that flee; then it attacks, and so on while anybody runs."""
        rolled = True
        while True:
            prey = await which(g, gone, Text("Whom does {unit} pursue?", unit=unit.id), Case.PURSUIT_WAY)
            await chase(g, unit, combat.places[prey.id], g.flights.get(prey.id, ()))
            met = g.opponents(unit) if unit.on_map and not unit.routed else ()
            if not met or not rolled:
                return
            combat = await attack(g, unit, met)
            gone = fugitives(combat)
            stands = unit.on_map and not unit.routed
            rolled = g.game.pursuit.rolls_again
            if not stands or not gone or (rolled and not await rolls(g, unit)):
                await advance.turns(g, await advance.advance(g, combat) if stands else [])
                return

    def facts(self, g: B, unit: U) -> Iterator[Fact]:
        if self.used(g) and unit.is_cavalry and self.ready(g, unit) and not unit.routed:
            text = Text("Pursues whom it routs in an attack it came up for: {p}", p=percent(chance(g, unit)))
            yield Fact(text, g.case(Case.PURSUIT_ROLL))


def chance(g: Battle, unit: Unit) -> float:
    """A 10.32 Probability that it pursues."""
    return cohesion.over(g, unit, g.game.pursuit.drm)


def fugitives(combat: Combat) -> list[Unit]:
    """Defenders that have routed in the combat and live; nobody follows the lost (10.32)."""
    return [u for u in combat.defenders if u.routed and u.on_map and u.id not in combat.routed_before]


async def rolls(g: Battle, unit: Unit) -> bool:
    """A 10.32 Whether the roll sends it in pursuit: over its TQ."""
    limit, rule = cohesion.tq(g, unit) - g.game.pursuit.drm, g.case(Case.PURSUIT_ROLL)
    text, needs = Text("{unit} has routed its enemy", unit=unit.id), Text("{n} or less to keep order", n=limit)
    keeps, goes = Text("it keeps order"), Text("it pursues")
    return not await cohesion.holds(g, unit, "pursuit", text, rule, keeps, goes, limit=limit, needs=needs)


async def which(g: Battle, units: Sequence[Unit], prompt: Text, case: Case) -> Unit:
    return await which_of.piece(g, units, POLICY, g.case(case), prompt, side=g.orders.side)


async def chase(g: Battle, unit: Unit, start: Sequence[Hex], way: Sequence[Sequence[Hex]]) -> bool:
    """A 10.33, A 10.36 Hex by hex the way the other fled, from where it ``start``-ed; hits of the ground, no MP.

    It stops in enemy ZOC, with an enemy in its own, and where it can't go on. Returns whether nothing stopped it.
    """
    whole = True
    for stage in (start, *way):
        if unit.at in stage:
            continue
        near = [h for h in stage if h in g.map.neighbours(unit.at) and g.unit_at(h) is None]
        near = [h for h in near if g.step_cost(unit, unit.at, h) is not None]
        if not near:
            whole = False
            break
        await goes(g, unit, near[0])
        if stopped(g, unit):
            return False
    g.emit(Told(unit=unit.id, story=Text("{unit} ends its pursuit.", unit=unit.id), rule=g.case(Case.PURSUIT_WAY)))
    return whole


def stopped(g: Battle, unit: Unit) -> bool:
    """A 10.33 Whether cavalry that pursues goes no farther: it is broken, in enemy ZOC, or has an enemy before it."""
    return not unit.on_map or unit.routed or g.in_enemy_zoc(unit) or bool(g.opponents(unit))


async def goes(g: Battle, unit: Unit, to: Hex) -> None:
    """One hex, with what the enemy may do as at an advance."""
    start, rule = unit.at, g.case(Case.PURSUIT_WAY)
    cost = g.step_cost(unit, start, to)
    assert cost is not None, f"{unit.id} pursues into prohibited ground"
    towards = turn_towards(unit, start, unit.facing, to)
    ahead = entry_facing(unit, start, towards, to)
    company = g.leaders_with(unit)
    assert ahead is not None, "it has turned towards it"
    g.emit(UnitMoved(unit=unit.id, start=start, to=to, facing=ahead, how="pursue", rule=rule))
    climbs.note(g, unit, start, to)
    special.call(g, Special.entered, unit)
    for leader in company:
        g.emit(LeaderMoved(leader=leader.id, start=start, to=to, how="advance", rule=rule))
    if not await cohesion.hits(g, unit, cost.hits, joined(cost.causes), rule):
        return
    await displaced.comes_up(g, unit, start)


async def attack(g: Battle, unit: Unit, met: Sequence[Unit]) -> Combat:
    """A 10.34 It attacks all in its ZOC, without checks before contact."""
    combat = Combat.of(g, Attack(attackers=(unit.id,), defenders=tuple(e.id for e in met)))
    g.assailing.add(unit.id)
    g.assailed |= {e.id for e in met}
    for u in combat.units:
        g.emit(OrdersNoted(field="shocked", value=u.id))
        if u in combat.defenders:
            g.flights[u.id] = []
        special.call(g, Special.fights, u)
    await casualties.check(g, [combat])
    await choices.choose_units(g, [combat])
    await resolve.resolve(g, combat)
    await collapse.breakthroughs(g, [combat])
    await collapse.break_all(g, [combat])
    await collapse.last_stands(g, [combat])
    return combat
