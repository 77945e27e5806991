"""6.73(4) The end of a Feigned Retreat: the unit turns on its pursuer, or is struck from behind."""

from __future__ import annotations

from engine.kernel import risk
from engine.kernel.decisions import Choice, Choose, Risk
from engine.kernel.dice import RollRequest
from engine.kernel.hexes import Facing, Hex, show
from engine.kernel.text import Refusal, Text
from engine.kernel.wanted import Wanted
from engine.systems.cataphract import feints
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.feints import between, heading
from engine.systems.cataphract.state import Unit
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.command import leaders, riders
from engine.systems.gboh.events import MarkerPlaced, OrdersNoted, Told, UnitMoved, UnitTurned
from engine.systems.gboh.missiles import fire
from engine.systems.gboh.orders import reasons
from engine.systems.gboh.shock import segment
from engine.systems.gboh.shock.plan import Attack


async def decide(g: Battle, mover: Unit, unit: Unit, *, rode: bool) -> None:
    """The feigning unit rolls against its TQ: it strikes, or the pursuer may strike it from behind."""
    roll = await g.roll(_request(g, unit, mover))
    if roll.total <= cohesion.tq(g, unit):
        await _strike(g, unit, mover, about=True, moved=rode)
    else:
        await _strike(g, mover, unit, about=False, moved=True)


def _request(g: Battle, unit: Unit, mover: Unit) -> RollRequest:
    limit = cohesion.tq(g, unit)
    return RollRequest(
        purpose="feint",
        side=unit.side,
        text=Text("{unit} turns on {mover}", unit=unit.id, mover=mover.id),
        rule="6.73",
        table="tq_checks",
        modifiers=cohesion.modifiers(g, unit),
        needs=Text("TQ {n} or less", n=limit),
        unit=unit.id,
        outcome=lambda total: Text("the feint succeeds") if total <= limit else Text("the feint fails"),
    )


def at_stake(g: Battle, unit: Unit, mover: Unit) -> Risk:
    """6.73(4) What the unit rolls for as it turns on its pursuer, and what failing brings."""
    limit = cohesion.tq(g, unit)
    failing = Text("lets {mover} strike {unit} from behind", mover=mover.id, unit=unit.id)
    return risk.of(_request(g, unit, mover), lambda n: n <= limit, Text("needs TQ {n} or less", n=limit), failing)


def _can_fire(g: Battle, unit: Unit, victim: Unit, at: Hex, facing: Facing) -> bool:
    ghost = unit.model_copy(update={"hex": at, "facing": facing})
    return fire.inability(g, ghost) is None and fire.bad_target(g, ghost, victim) is None


def _choices(g: Battle, unit: Unit, victim: Unit, back: Facing, about: bool) -> list[Choice]:
    choices: list[Choice] = []
    if about and _can_fire(g, unit, victim, unit.at, back):
        choices.append(Choice("fire", Text("Fire at {enemy} from here", enemy=victim.id), unit=unit.id, hex=unit.at))
    for h in between(g, unit.at, victim.at):
        if g.charts.step_cost(g.map, unit, unit.at, h) is None:
            continue
        f = heading(back, unit.at, h, victim.at)
        if _can_fire(g, unit, victim, h, f):
            text = Text("Ride to {hex} and fire at {enemy}", hex=show(h), enemy=victim.id)
            choices.append(Choice(f"{show(h)}-fire", text, unit=unit.id, hex=h, facing=f))
        if g.charts.step_cost(g.map, unit, h, victim.at) is not None:
            text = Text("Ride to {hex} and Shock {enemy}", hex=show(h), enemy=victim.id)
            choices.append(Choice(f"{show(h)}-shock", text, unit=unit.id, hex=h, facing=f, lean=2.0))
    return choices


async def _strike(g: Battle, unit: Unit, victim: Unit, *, about: bool, moved: bool) -> None:
    """Fire, or ride up and fire, or ride up and Shock. ``about``: it has turned about, and may fire from its hex."""
    back = unit.facing.turned(6) if about else unit.facing
    choices = _choices(g, unit, victim, back, about)
    if not choices:
        story = Text("{unit} can't strike at {enemy}.", unit=unit.id, enemy=victim.id)
        g.emit(Told(story=story, unit=unit.id, rule="6.73"))
        return
    choices.append(Choice("no", Text("Let {enemy} be", enemy=victim.id), unit=unit.id, lean=0.3))
    prompt = "{unit} turns on {enemy}. How does it strike?" if about else "{unit} has caught {enemy}. Does it strike?"
    answer = await g.ask(
        Choose(
            kind="feint-strike",
            side=unit.side,
            rule="6.73",
            prompt=Text(prompt, unit=unit.id, enemy=victim.id),
            subject=unit.id,
            focus=(unit.at, victim.at),
            choices=choices,
            default_key=next((c.key for c in choices if c.key.endswith("fire")), "no"),
            why=lambda wanted: _no_strike(g, unit, victim, wanted),
        )
    )
    if answer.key == "no":
        return
    g.emit(OrdersNoted(field="spent", value=unit.id, rule="6.73"))
    if about:
        g.emit(UnitTurned(unit=unit.id, facing=back, how="feign", rule="6.73"))
    chosen = next(c for c in choices if c.key == answer.key)
    if answer.key != "fire":
        assert chosen.hex is not None and chosen.facing is not None
        await _close_in(g, unit, victim, chosen.hex, chosen.facing)
    if any(not u.on_map or u.routed for u in (unit, victim)):
        return
    if answer.key.endswith("shock"):
        await _shock(g, unit, victim)
    else:
        await fire.fire(g, unit, victim, "feign" if about else "order", moved=moved or answer.key != "fire")


def _no_strike(g: Battle, unit: Unit, victim: Unit, wanted: Wanted) -> Refusal | None:
    """6.73(4) Why it doesn't strike so."""
    if wanted.hexes and wanted.hexes[-1] not in between(g, unit.at, victim.at):
        text = "{hex} is no free hex between {unit} and {enemy}."
        return Refusal(text, rule="6.73", hex=show(wanted.hexes[-1]), unit=unit.id, enemy=victim.id)
    if "fire" in wanted.words:
        return fire.inability(g, unit) or fire.bad_target(g, unit, victim)
    if "shock" in wanted.words:
        return Refusal("{unit} can't reach {enemy} to Shock it.", rule="6.73", unit=unit.id, enemy=victim.id)
    named = reasons.unit(g, wanted)
    if named is not None and named not in (unit, victim):
        return Refusal("{unit} strikes at {enemy} alone.", rule="6.73", unit=unit.id, enemy=victim.id)
    return None


async def _close_in(g: Battle, unit: Unit, victim: Unit, to: Hex, facing: Facing) -> None:
    start = unit.at
    company = await riders.choose(g, unit, "6.73")
    g.emit(UnitMoved(unit=unit.id, start=start, to=to, facing=facing, how="counter", rule="6.73"))
    riders.follow(g, company, start, to)
    await leaders.left_alone(g, start, unit.side)
    # 4.62 Leaders who ride with a pursuer don't slip away from the unit that turns on him.
    await leaders.approached(g, unit, start, pursuing=victim.hex if feints.drawn(g, victim) else None)


async def _shock(g: Battle, unit: Unit, victim: Unit) -> None:
    """Resolved at once and alone, with Must Check on the attacker."""
    g.emit(OrdersNoted(field="moved", value=unit.id, rule="9.16"))
    g.emit(MarkerPlaced(unit=unit.id, marker="must", rule="6.73"))
    await segment.fight(g, [Attack(attackers=(unit.id,), defenders=(victim.id,))])
    if unit.id in g.orders.markers:
        g.emit(MarkerPlaced(unit=unit.id, marker=None, rule="6.73"))
