"""10.1, 10.3 Who attacks whom: what may be designated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.kernel import hexes
from engine.kernel.hexes import Facing, Hex, show
from engine.kernel.text import Refusal, Text, few, refuse
from engine.systems.men_of_iron import charge, orders, special
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.special import Special
from engine.systems.men_of_iron.state import Attack, Unit


@dataclass(frozen=True)
class Plan:
    """One way in which a unit could attack."""

    unit: Unit
    targets: tuple[Unit, ...]
    """Everybody it would have before it, and could attack."""
    way: charge.Way | None = None
    """The Charge; None for Shock from where it stands."""

    @property
    def end(self) -> Hex:
        """Hex it attacks from."""
        return self.way.end if self.way is not None else self.unit.at

    @property
    def order(self) -> orders.AttackPlan:
        """It as an order, against everybody it has to attack."""
        return orders.AttackPlan(unit=self.unit.id, charge=self.way.path if self.way is not None else None)


# -- who may --------------------------------------------------------------------------------------------------------


def unable(g: Battle, unit: Unit) -> Refusal | None:
    """10.1 Who may Shock: why the unit can't attack at all as it is; None when it can."""
    if not g.charts.can_shock(unit.type):
        return Refusal("{unit} never attacks: its type has no part in Shock.", rule="10.1", unit=unit.id)
    if unit.retired:
        return Refusal("{unit} is Retired and can't attack.", rule="12.4", unit=unit.id)
    if unit.formation == "shield-wall":
        return Refusal("{unit} stands in Shield Wall and can't attack.", rule="14.1", unit=unit.id)
    if unit.formation == "schiltron" and not _marching(g, unit):
        return Refusal("{unit} stands in Schiltron and can't attack.", rule="FK-1", unit=unit.id)
    if unit.id in g.act.worked:
        return Refusal("{unit} has spent its activation at work.", rule="10.1", unit=unit.id)
    return None


def _marching(g: Battle, unit: Unit) -> bool:
    """BB-1 Whether a Schiltron may move, and so attack."""
    return any(r.formation_ma(g, unit) is not None for r in special.having(g, Special.formation_ma))


def in_front(g: Battle, unit: Unit) -> list[Unit]:
    """10.1 Enemies in its front hexes that it can attack from where it stands."""
    return charge.before(g, unit, unit.at, unit.facing)


def plans(g: Battle) -> list[Plan]:
    """Everything the active player could designate, unit by unit: Shock at once, or Charges."""
    return g.derived("shock-plans", lambda: _plans(g))


def _plans(g: Battle) -> list[Plan]:
    found: list[Plan] = []
    for u in g.units(command=g.act.command):
        if unable(g, u) is not None:
            continue
        if targets := in_front(g, u):
            found.append(Plan(u, tuple(targets)))
        found += [Plan(u, way.targets, way) for way in charge.ways(g, u)]
    return found


# -- checking -------------------------------------------------------------------------------------------------------


def settle(g: Battle, order: orders.Shock) -> list[Attack]:
    """The attacks an order means, every target named. Raises Refusal for wrong ones."""
    stands: dict[str, tuple[Hex, Facing]] = {}
    able: dict[str, list[Unit]] = {}
    attacks: list[Attack] = []
    for plan in order.attacks:
        unit = _attacker(g, plan.unit)
        if unit.id in stands:
            refuse("{unit} is named twice; a unit attacks once.", rule="10.3", unit=unit.id)
        if plan.charge is None:
            stands[unit.id] = unit.at, unit.facing
        else:
            for wrong in (charge.bar(g, unit), charge.problem(g, unit, plan.charge)):
                if wrong is not None:
                    raise wrong
            stands[unit.id] = charge.arrival(unit, plan.charge)
        able[unit.id] = charge.before(g, unit, *stands[unit.id])
        targets = _targets(g, unit, plan, stands[unit.id], able[unit.id], attacks)
        if plan.charge is not None:
            charge.check(g, unit, plan.charge, targets)
        way = list(plan.charge) if plan.charge is not None else None
        attacks.append(Attack(unit=unit.id, targets=[t.id for t in targets], charge=way))
    _check_together(attacks, stands, able)
    return attacks


def _attacker(g: Battle, name: str) -> Unit:
    unit = g.state.units.get(name)
    if unit is None or not unit.on_map:
        refuse("There is no unit {unit} on the map.", rule="10.1", unit=name)
    if unit.side != g.act.side:
        refuse("{unit} is the enemy's: whom a unit attacks stands behind x.", rule="10.1", unit=unit.id)
    if unit.command != g.act.command:
        refuse(
            "{unit} does not belong to {command}, which is active.",
            rule="10.1",
            unit=name,
            command=g.state.commands[g.act.command].name,
        )
    if (wrong := unable(g, unit)) is not None:
        raise wrong
    return unit


def _targets(
    g: Battle,
    unit: Unit,
    plan: orders.AttackPlan,
    stand: tuple[Hex, Facing],
    able: Sequence[Unit],
    earlier: Sequence[Attack],
) -> list[Unit]:
    """Whom the plan attacks. Without names: who isn't attacked by an earlier one; everybody where all are."""
    known = {t.id: t for t in able}
    for name in plan.targets:
        if name not in known:
            _why_not(g, unit, name, stand, able)
    if not able and plan.charge is not None:
        refuse(
            "At {at} facing {facing} {unit} would have no enemy before it that it can attack.",
            rule="10.1",
            at=show(stand[0]),
            facing=stand[1].name,
            unit=unit.id,
        )
    if not able:
        refuse("{unit} has no enemy in its front hexes that it can attack.", rule="10.1", unit=unit.id)
    if not plan.targets:
        taken = {t for a in earlier for t in a.targets}
        return [t for t in able if t.id not in taken] or list(able)
    return [known[name] for name in dict.fromkeys(plan.targets)]


def _why_not(g: Battle, unit: Unit, name: str, stand: tuple[Hex, Facing], able: Sequence[Unit]) -> None:
    """10.1 Why the unit can't attack this one from where it stands, or would end its Charge."""
    target = g.state.units.get(name)
    if target is None or not target.on_map:
        refuse("There is no unit {unit} on the map.", rule="10.1", unit=name)
    if target.side == unit.side:
        refuse("{target} is on {unit}'s own side.", rule="10.1", target=name, unit=unit.id)
    if g.charts.weapons(unit.type, target.type) is None:
        refuse(
            "{unit} can't attack {target}: {a} never attack {b}.",
            rule="10.1",
            unit=unit.id,
            target=name,
            a=unit.type,
            b=target.type,
        )
    at, facing = stand
    named = {"unit": unit.id, "target": name, "at": show(at), "there": show(target.at), "facing": facing.name}
    if target.at in hexes.front(at, facing):
        text = "{unit} can't attack {target}: nobody gets from {at} to {there}."
    elif at != unit.at or facing != unit.facing:
        text = "{unit} can't attack {target}: at {at} facing {facing} it isn't before it."
    elif (way := _charge_at(g, unit, target)) is not None:
        text = "{unit} isn't next to {target}, and charges it by a way: {order}."
        named["order"] = way
    else:
        text = "{unit} can't attack {target}: it is not in its front hexes."
    if able:
        found = few(t.id for t in able)
        raise Refusal("{why} It can attack: {able}.", rule="10.1", why=Text(text, **named), able=found)
    raise Refusal(text, rule="10.1", **named)


def _charge_at(g: Battle, unit: Unit, target: Unit) -> str | None:
    """11.3 How its Charge at the enemy is written, the straightest; None where there is none."""
    way = next((w for w in charge.ways(g, unit) if charge.can_aim(g, unit, w.path, [target])), None)
    if way is None:
        return None
    steps = " ".join(f"@{step.name}" if isinstance(step, Facing) else show(step) for step in way.path)
    return f"shock {unit.id} > {steps} x {target.id}"


def _check_together(
    attacks: Sequence[Attack], stands: dict[str, tuple[Hex, Facing]], able: dict[str, list[Unit]]
) -> None:
    """10.3 Everybody in front of an attacker is attacked by somebody; 8.0 no two Charges end in one hex."""
    attacked = {t for a in attacks for t in a.targets}
    ends: dict[Hex, str] = {}
    for a in attacks:
        for t in able[a.unit]:
            if t.id not in attacked:
                refuse(
                    "{enemy} is in front of {unit} and must be attacked by somebody.",
                    rule="10.3",
                    enemy=t.id,
                    unit=a.unit,
                )
        at = stands[a.unit][0]
        if at in ends and a.charge is not None:
            refuse("{a} and {b} would both end their Charge at {hex}.", rule="11.3", a=ends[at], b=a.unit, hex=show(at))
        if a.charge is not None:
            ends[at] = a.unit
