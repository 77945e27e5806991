"""11.5 to 11.7 Counter-Charges: of units shot at, and of units Shocked or charged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.kernel import risk
from engine.kernel.decisions import Choice, ChooseEach, Deed, Item, Policy, PolicyKind, Risk, Why, yes_no
from engine.kernel.dice import Modifier, RollRequest
from engine.kernel.hexes import show
from engine.kernel.text import Refusal, Text, joined
from engine.kernel.wanted import Wanted
from engine.systems.men_of_iron import charge, counter_ways, reasons
from engine.systems.men_of_iron.battle import ARCS, Arc, Battle
from engine.systems.men_of_iron.counter_ways import ways as ways
from engine.systems.men_of_iron.events import Noted, Told, UnitTurned
from engine.systems.men_of_iron.shock import before, combat, continued, reluctance, ride
from engine.systems.men_of_iron.shock.engagement import Engagement, Striker
from engine.systems.men_of_iron.state import Marker, Unit

POLICY = PolicyKind(
    "counter-charge",
    Text("Counter-Charge"),
    {
        "even-odds": Text("when it succeeds half the time or more"),
        "against-foot": Text("against foot"),
    },
)

NO = "no"
CHARGE = Deed(Text("Counter-charge with"), Text("All {n} counter-charge", n=0), Text("Nobody counter-charges"))


# -- who may --------------------------------------------------------------------------------------------------------


def may(g: Battle, unit: Unit, enemy: Unit) -> bool:
    """11.5 Whether the unit may attempt one at this enemy.

    It is Normal, of the side that isn't acting, not yet successful, and in nobody's ZOC but the enemy's own.
    """
    if not unit.on_map or not enemy.on_map or unit.type != "MM" or not unit.normal:
        return False
    act = g.state.activation
    if act is None or unit.side == act.side or unit.id in act.countercharged:
        return False
    return all(holder.id == enemy.id for holder in g.enemy_zoc(unit.at, unit.side))


def bar(g: Battle, unit: Unit, enemy: Unit) -> Refusal | None:
    """11.5 Why the unit may not attempt one at this enemy; None when it may, as far as :func:`may` goes."""
    values = {"unit": unit.id, "enemy": enemy.id}
    if enemy.side == unit.side:
        return Refusal("{enemy} is on {unit}'s own side.", rule="11.5", **values)
    if may(g, unit, enemy):
        return None
    if not enemy.on_map:
        return Refusal("{enemy} is not on the map.", rule="11.5", **values)
    if unit.type != "MM":
        return Refusal("{unit} is no Mounted Men-at-Arms and can't counter-charge.", rule="11.5", **values)
    if not unit.normal:
        return Refusal("{unit} is not Normal and can't counter-charge.", rule="11.5", **values)
    act = g.state.activation
    if act is not None and unit.id in act.countercharged:
        return Refusal("{unit} has counter-charged in this activation.", rule="11.5", **values)
    holder = next((x.id for x in g.enemy_zoc(unit.at, unit.side) if x.id != enemy.id), None)
    if holder is not None:
        return Refusal("{unit} is in the ZOC of {holder}.", rule="11.5", holder=holder, **values)
    return Refusal("{unit} can't counter-charge {enemy} now.", rule="11.5", **values)


def _no_answer(g: Battle, e: Engagement, unit: Unit) -> Refusal:
    """11.5 (ii) Why a unit isn't asked whether it counter-charges."""
    attackers = [s.unit for s in e.against(unit)]
    if not attackers:
        return Refusal("{unit} is not attacked now.", rule="11.5", unit=unit.id)
    no = next((why for a in attackers if (why := bar(g, unit, a)) is not None), None)
    return no or Refusal("{unit} has no way to counter-charge now.", rule="11.5", unit=unit.id)


def chance(g: Battle, unit: Unit, arc: Arc) -> float:
    """11.6 Probability of success where the attack or shot comes through that arc."""
    limit = g.charts.threshold("counter_charge")
    return risk.chance(_request(g, unit, unit, arc), lambda n: n <= limit)


def at_stake(g: Battle, unit: Unit, enemy: Unit, arc: Arc) -> Risk:
    """11.6, 11.7 What a Counter-Charge is rolled for; failing it play goes on as if nothing had happened."""
    limit = g.charts.threshold("counter_charge")
    request = _request(g, unit, enemy, arc)
    needs = Text("{needs} ({drm})", needs=risk.at_most(limit), drm=f"{request.modifier:+d}")
    needs = needs if request.modifier else risk.at_most(limit)
    return risk.of(request, lambda n: n <= limit, needs, Text("changes nothing"))


def _request(g: Battle, unit: Unit, enemy: Unit, arc: Arc) -> RollRequest:
    limit = g.charts.threshold("counter_charge")
    return RollRequest(
        purpose="counter-charge",
        side=unit.side,
        text=Text("{unit} counter-charges {enemy}", unit=unit.id, enemy=enemy.id),
        rule="11.6",
        modifiers=_modifiers(g, unit, arc),
        needs=Text("{n} or less", n=limit),
        unit=unit.id,
        outcome=lambda total: Text("it succeeds") if total <= limit else Text("it fails"),
    )


def _modifiers(g: Battle, unit: Unit, arc: Arc) -> tuple[Modifier, ...]:
    found = [Modifier(value=g.drm(unit), reason=Text("Shock DRM of {unit}", unit=unit.id), rule="11.6")]
    if arc == "flank":
        found.append(
            Modifier(value=g.charts.threshold("counter_charge_flank"), reason=Text("through its flank"), rule="11.6")
        )
    return tuple(m for m in found if m.value)


async def _succeeds(g: Battle, unit: Unit, enemy: Unit, arc: Arc) -> bool:
    """T-COUNTER, 11.7 Failed Counter-Charge, or one that succeeds (11.6): the roll."""
    roll = await g.roll(_request(g, unit, enemy, arc))
    if roll.total > g.charts.threshold("counter_charge"):
        return False
    g.emit(Noted(field="countercharged", unit=unit.id, rule="11.5"))
    return True


def _lean(g: Battle, unit: Unit, enemy: Unit) -> float:
    """Of attempting it: always at horse, at foot where weapons and Shock DRM don't speak against it."""
    matrix = g.charts.weapons(unit.type, enemy.type) or 0
    return 2.0 if enemy.mounted or matrix + g.drm(enemy) >= 0 else 0.7


def _policy(g: Battle, unit: Unit, enemy: Unit, arc: Arc, yes: str) -> Policy:
    conditions = {"even-odds": chance(g, unit, arc) >= 0.5, "against-foot": enemy.foot}
    return Policy(POLICY.kind, yes, NO, conditions, deed=CHARGE)


# -- after a shot (11.5 (i)) ----------------------------------------------------------------------------------------


async def after_shot(g: Battle, unit: Unit, firer: Unit | Marker) -> None:
    """11.5 (i) A shot at the unit has been resolved: it may counter-charge who fired.

    One at a Genitor that may still move waits until its movement ends (9.2): :func:`move_ended`.
    """
    if not isinstance(firer, Unit) or not may(g, unit, firer):
        return
    if firer.type == "GE" and firer.id not in g.act.moved:
        waiting = g.act.pending_counter.get(unit.id, "")
        entry = f"{firer.id}:{g.arc(unit, firer.at)}"
        g.emit(
            Noted(field="pending_counter", unit=unit.id, other=f"{waiting},{entry}" if waiting else entry, rule="9.2")
        )
        return
    await _attempt(g, unit, firer, g.arc(unit, firer.at))


async def move_ended(g: Battle, genitor: Unit | None = None) -> None:
    """9.2 A Genitor's movement is over, or that of all: Counter-Charges that waited for it are attempted now."""
    for name, held in list(g.act.pending_counter.items()):
        entries = held.split(",")
        due = [entry for entry in entries if genitor is None or entry.split(":")[0] == genitor.id]
        if not due:
            continue
        left = ",".join(entry for entry in entries if entry not in due)
        g.emit(Noted(field="pending_counter", unit=name, other=left, rule="9.2"))
        for entry in due:
            firer, arc = entry.split(":")
            unit, enemy = g.state.units[name], g.state.units[firer]
            if may(g, unit, enemy):
                await _attempt(g, unit, enemy, ARCS[arc])


async def _attempt(g: Battle, unit: Unit, enemy: Unit, arc: Arc) -> None:
    """Ask, roll, and carry out a Counter-Charge at a unit that has fired."""
    if not ways(g, unit, enemy):
        return
    policy = _policy(g, unit, enemy, arc, "yes")
    answer = await g.ask(
        yes_no(
            kind=POLICY.kind,
            side=unit.side,
            rule="11.5",
            prompt=Text(
                "{enemy} has fired at {unit}. Counter-charge? It succeeds {odds:time|times} in ten.",
                enemy=enemy.id,
                unit=unit.id,
                odds=round(10 * chance(g, unit, arc)),
            ),
            yes=Text("Counter-charge {enemy}", enemy=enemy.id),
            no=Text("Stay"),
            default=False,
            subject=unit.id,
            focus=(unit.at, enemy.at),
            policy=policy.kind,
            conditions=policy.conditions,
            lean=_lean(g, unit, enemy),
            chance=chance(g, unit, arc),
            risk=at_stake(g, unit, enemy, arc),
        )
    )
    if answer.key == "yes" and await _succeeds(g, unit, enemy, arc):
        await _ride_out(g, unit, enemy)


# -- against attackers (11.5 (ii)) ----------------------------------------------------------------------------------


async def answer(g: Battle, e: Engagement) -> None:
    """11.5 (ii) Defenders that may counter-charge their attackers, all in one question; then one after another.

    One at Mounted Men-at-Arms takes their Charge's DRMs from them (11.6/mm). One at others is fought at once, and those
    it attacks lose their attack on it (11.6/other); where several go for the same enemy each is fought in its turn
    (11.6/order).
    """
    able = {d.id: found for d in e.defenders if (found := _targets(g, e, d))}
    if not able:
        return
    units = g.state.units
    decision = ChooseEach(
        kind=POLICY.kind,
        side=units[next(iter(able))].side,
        rule="11.5",
        prompt=_prompt(able),
        subject=next(iter(able)) if len(able) == 1 else None,
        focus=tuple(x.at for name, found in able.items() for x in (units[name], *found)),
        items=[_item(g, e, units[name], found) for name, found in able.items()],
        why=reasons.not_asked(g, units[next(iter(able))].side, lambda u: _no_answer(g, e, u)),
    )
    picked = await g.ask(decision)
    for name, key in decision.picked(picked):
        if key != NO:
            await _answer_one(g, e, units[name], units[key])


def _prompt(able: Mapping[str, Sequence[Unit]]) -> Text:
    if len(able) > 1:
        return Text("Who counter-charges?")
    ((name, found),) = able.items()
    enemies = joined((enemy.id for enemy in found), " and ")
    return Text("{enemies} against {unit}: counter-charge?", enemies=enemies, unit=name)


def _targets(g: Battle, e: Engagement, unit: Unit) -> list[Unit]:
    """Attackers it may counter-charge: those that come at it through front or flank."""
    found: list[Unit] = []
    for s in e.against(unit):
        enemy = s.unit
        if g.arc(unit, enemy.at) == "rear" or not may(g, unit, enemy):
            continue
        if enemy.type == "MM" or ways(g, unit, enemy):
            found.append(enemy)
    return found


def _item(g: Battle, e: Engagement, unit: Unit, found: Sequence[Unit]) -> Item:
    best = max(found, key=lambda enemy: (chance(g, unit, g.arc(unit, enemy.at)), enemy.type == "MM"))
    choices = [
        Choice(
            enemy.id,
            Text("Counter-charge {enemy}", enemy=enemy.id),
            unit=unit.id,
            hex=enemy.at,
            chance=chance(g, unit, g.arc(unit, enemy.at)),
            risk=at_stake(g, unit, enemy, g.arc(unit, enemy.at)),
            lean=_lean(g, unit, enemy),
        )
        for enemy in found
    ]
    return Item(
        key=unit.id,
        label=Text("{unit} at {hex}", unit=unit.id, hex=show(unit.at)),
        choices=(*choices, Choice(NO, Text("Stand"), unit=unit.id)),
        default_key=NO,
        policy=_policy(g, unit, best, g.arc(unit, best.at), best.id),
        why=_why_not(g, e, unit, found),
    )


def _why_not(g: Battle, e: Engagement, unit: Unit, found: Sequence[Unit]) -> Why:
    """11.5 Why a unit doesn't counter-charge whom it is told to, or go back before the Shock instead (10.2)."""
    other = reasons.target(g, unit, found, lambda x: bar(g, unit, x), "11.5", Text("counter-charge"))

    def why(wanted: Wanted) -> Refusal | None:
        return before.must_stand(g, e, unit) if before.names_way(g, unit, wanted) else other(wanted)

    return why


async def _answer_one(g: Battle, e: Engagement, unit: Unit, enemy: Unit) -> None:
    """11.6/order Pending attacks first: one attempt, if it is still possible when its turn comes."""
    e.lapse(g)
    if enemy not in _targets(g, e, unit):
        return
    if not await _succeeds(g, unit, enemy, g.arc(unit, enemy.at)):
        return
    # 11.6/mm Counter-Charge against Men-at-Arms: nobody moves.
    if enemy.type == "MM":
        facing = (await counter_ways.choose(g, unit, enemy, counter_ways.turning(unit, enemy))).facing
        if facing != unit.facing:
            g.emit(UnitTurned(unit=unit.id, facing=facing, rule="11.5"))
        e.met.setdefault(unit.id, set()).add(enemy.id)
        return
    for attacked in await _ride_out(g, unit, enemy):
        for s in e.strikers:
            if s.unit.id == attacked and unit in s.targets and s.unit.type != "MM":
                s.targets.remove(unit)
                story = Text("{enemy} no longer attacks {unit}.", enemy=attacked, unit=unit.id)
                g.emit(Told(story=story, unit=attacked, rule="11.6/other"))
    e.strikers = [s for s in e.strikers if s.targets]


async def _ride_out(g: Battle, unit: Unit, enemy: Unit) -> list[str]:
    """11.6/other The unit charges at once everybody it comes to have before it; returns whom it attacked."""
    found = ways(g, unit, enemy)
    if not found:
        return []
    way = await counter_ways.choose(g, unit, enemy, found)
    s = Striker(
        unit, charge.before(g, unit, way.end, way.facing), way=way.path, charging=True, counter=True, began=unit.at
    )
    e = Engagement([s])
    await combat.threaten(g, e)
    if e.strikers:
        await before.withdrawals(g, e)
    if not e.strikers or enemy not in s.targets or not await ride.ride(g, s, how="counter"):
        return []
    s.targets = charge.before(g, unit, unit.at, unit.facing)
    if not s.targets:
        return []
    await reluctance.go_home(g, s)
    attacked = [t.id for t in s.targets]
    await continued.finish(g, e)
    return attacked
