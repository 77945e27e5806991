"""7.6 Cavalry that has beaten cavalry pursues: it keeps order and advances, or rides off the map, and may come back."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.dice import Modifier, RollRequest
from engine.kernel.hexes import VERTICES, Facing, Hex, distance, show
from engine.kernel.inquiry import Fact, percent
from engine.kernel.text import Refusal, Text
from engine.systems.gboh import footprint, special
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.events import OrdersNoted, Told, UnitMoved
from engine.systems.gboh.orders import which
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.events.leaders import LeaderPlaced
from engine.systems.simple_gboh.events.units import PursuerLost, RodeOff
from engine.systems.simple_gboh.hooks import Chapter
from engine.systems.simple_gboh.shock import tables
from engine.systems.simple_gboh.shock.combat import Combat
from engine.systems.simple_gboh.special.rule import Rule
from engine.systems.simple_gboh.state import Leader, Unit

WHO, CHECK, RETURN = "7.61", "7.62", "7.63"
COMMANDER = -2
"""7.63 Added to the roll for the return where the Formation's Commander pursues."""
BACK, GONE = 1, 9
"""7.63 They return on this or less, and never on that or more."""


class CavalryPursuit(Chapter):
    """7.6; the procedure is called by the Shock Phase and at activation."""

    case = "7.6"
    about = "cavalry that pursues beyond the map"

    def unavailable(self, g: Battle, unit: Unit) -> Refusal | None:
        if not unit.pursuing:
            return None
        text = "{unit} pursues beyond the map; it may come back when its Formation is activated."
        return Refusal(text, rule=RETURN, unit=unit.id)

    def facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        if unit.pursuing:
            yield Fact(
                Text("Pursues beyond the map; comes back on a 1 or less when its Formation is activated"), RETURN
            )
        if unit.is_cavalry and unit.on_map:
            text = Text("Rides off the map after cavalry it has beaten: {p}", p=percent(chance(g, unit)))
            yield Fact(text, CHECK)


def follows(g: Battle, c: Combat) -> Unit | None:
    """7.54, 7.61 Who checks: the unit whose Type was used, if it is cavalry, and so is a defender it drove off."""
    r = c.reckoning
    if special.any_of(g, Rule.bars_pursuit):
        return None
    if r is None or not r.attacker.on_map or r.attacker.id == c.kept or not r.attacker.is_cavalry:
        return None
    driven = [p for p in c.defenders if p.members[0].id not in c.gone and not p.holds]
    return r.attacker if any(p.members[0].is_cavalry for p in driven) else None


def modifiers(g: Battle, unit: Unit) -> list[Modifier]:
    """7.62 table:die_roll_summary Added to its check."""
    name = "Numidian LC" if unit.numidian and unit.type == "LC" else unit.type
    found = [(tables.pursuit(g.charts, name), Text("{name}", name=name))]
    if g.leaders_with(unit):
        found.append((tables.pursuit(g.charts, "leader"), Text("leader")))
    return [Modifier(value=n, reason=why, rule=CHECK) for n, why in found if n]


def chance(g: Battle, unit: Unit) -> float:
    """7.62 Probability that it rides off the map."""
    return cohesion.over(g, unit, sum(m.value for m in modifiers(g, unit)))


async def keeps_order(g: Battle, unit: Unit) -> bool:
    """7.62 The check: DR over TQ, and it leaves the map with its leaders. True where it stays and advances."""
    text = Text("{unit} has beaten enemy cavalry", unit=unit.id)
    good, bad = Text("it keeps order"), Text("it pursues off the map")
    needs, drm, table = (
        Text("TQ {tq} or less to keep order", tq=cohesion.tq(g, unit)),
        modifiers(g, unit),
        "pursuit_modifiers",
    )
    if await cohesion.holds(g, unit, "pursuit", text, CHECK, good, bad, needs=needs, table=table, drm=drm):
        return True
    g.emit(RodeOff(unit=unit.id, leaders=[x.id for x in g.leaders_with(unit)], rule=CHECK))
    special.call(g, Special.dislodged)
    return False


# -- 7.63 ------------------------------------------------------------------------------------------------------------


def away(g: Battle, side: str, formation: str) -> list[Unit]:
    """7.63 Cavalry of a Formation that pursues off the map."""
    units = (u for u in g.state.units.values() if u.side == side and u.formation == formation)
    return [u for u in units if u.pursuing and not u.eliminated and not u.departed]


def riders(g: Battle, unit: Unit) -> list[Leader]:
    """Leaders who pursue with it."""
    return [x for x in g.state.leaders.values() if x.pursuing == unit.id]


async def come_back(g: Battle, formation: str) -> list[Unit]:
    """7.63 At the activation of a Formation of the active side: one roll for all its pursuers.

    Returns those that have come back; they are activated with it.
    """
    side = g.orders.side
    units = away(g, side, formation)
    if not units:
        return []
    commanders = g.spec(side).formation(formation).commanders
    led = any(x.id in commanders or x.stands_for in commanders for u in units for x in riders(g, u))
    roll = await g.roll(
        RollRequest(
            purpose="pursuit-return",
            side=side,
            text=Text("Back from the pursuit: {units}?", units=", ".join(u.id for u in units)),
            rule=RETURN,
            modifiers=(Modifier(value=COMMANDER, reason=Text("their Commander"), rule=RETURN),) if led else (),
            needs=Text("1 or less; 9 and they never do"),
            outcome=returned,
        )
    )
    if roll.total >= GONE:
        for u in units:
            g.emit(PursuerLost(unit=u.id, leaders=[x.id for x in riders(g, u)], rule=RETURN))
        return []
    if roll.total > BACK:
        return []
    return [u for u in units if await _enters(g, u)]


def returned(n: int) -> Text:
    """What a roll for the return means."""
    if n <= BACK:
        return Text("they come back")
    return Text("they are gone for good") if n >= GONE else Text("not yet")


def entries(g: Battle, unit: Unit) -> list[Hex]:
    """7.63 Vacant hexes of the enemy's Retreat Edge it may come back in."""
    enemy = g.spec(g.state.enemy(unit.side))
    edge = enemy.pursuit_edge or enemy.retreat_edge
    cost = g.charts.step_costs(g.map, unit)
    ground = (h for h in dict.fromkeys(edge) if h in g.map and any(cost(n, h) for n in g.map.neighbours(h)))
    return [h for h in ground if g.unit_at(h) is None and _open(g, h)]


def _open(g: Battle, h: Hex) -> bool:
    return g.charts.ground(g.map.terrain_at(h)) == "open"


async def _enters(g: Battle, unit: Unit) -> bool:
    """It is placed where its owner wants it, near its own side unless told, facing as its owner wants."""
    hexes = entries(g, unit)
    if not hexes:
        g.emit(Told(unit=unit.id, story=Text("{unit} finds no hex to come back in.", unit=unit.id), rule=RETURN))
        return False
    prompt = Text("{unit} comes back from its pursuit. Where?", unit=unit.id)
    friends = [u.at for u in g.units(unit.side)]
    far = {h: min((distance(h, at) for at in friends), default=0) for h in hexes}
    near = sorted(hexes, key=lambda h: far[h])
    to = await which.place(
        g,
        unit,
        near,
        "pursuit-return",
        RETURN,
        prompt,
        traits=lambda h: {"lean": 1 + 4 / (1 + far[h])},
        then_facing=True,
    )
    prompt = Text("{unit} comes back at {hex}. Which way does it face?", unit=unit.id, hex=show(to))
    facing = await which.facing(g, unit, _facings(g, unit, to), "pursuit-facing", RETURN, prompt, at=to)
    company = riders(g, unit)
    g.emit(UnitMoved(unit=unit.id, start=to, to=to, facing=facing, how="return", rule=RETURN))
    g.emit(g.formed(unit=unit.id, pursuing=False, rule=RETURN))
    g.emit(OrdersNoted(field="activated", value=unit.id))
    for x in company:
        g.emit(LeaderPlaced(leader=x.id, to=to, rule=RETURN))
    return True


def _facings(g: Battle, unit: Unit, to: Hex) -> list[Facing]:
    """Towards the field first: as many of its Front hexes on the map as can be, the enemy ahead."""
    start = unit.model_copy(update={"hex": to})

    def inward(f: Facing) -> tuple[int, Facing]:
        return -sum(h in g.map for h in footprint.front(footprint.facing(start, f))), f

    return sorted(VERTICES, key=inward)
