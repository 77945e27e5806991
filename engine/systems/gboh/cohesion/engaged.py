"""10.3 Engaged (optional): units locked in combat. Every function does nothing where the option is off."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.kernel import clashes
from engine.kernel.decisions import Choice, ChooseEach, Item
from engine.kernel.hexes import Hex, show
from engine.kernel.referee import Setting
from engine.kernel.text import Refusal, Text, joined
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Chapter
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.command import leaders, riders
from engine.systems.gboh.events import UnitMoved
from engine.systems.gboh.orders import reasons
from engine.systems.gboh.shock import designation
from engine.systems.gboh.shock.combat import Combat
from engine.systems.gboh.state import Unit


class Engaged(Chapter):
    """10.3 Units locked in combat."""

    case = Case.ENGAGED_CHAPTER
    about = "units that stay Engaged when neither side of a combat gives way"

    def heeds(self, g: Battle, unit: Unit, *, releasing: bool, firing: bool) -> Refusal | None:
        return Refusal("{unit} is Engaged.", rule=g.case(Case.ENGAGED), unit=unit.id) if unit.engaged else None

    def states(self, unit: Unit) -> Mapping[str, bool]:
        return {"engaged": unit.engaged}

    def settings(self, g: Battle, unit: Unit) -> Iterator[Setting]:
        if g.uses(Case.ENGAGED_CHAPTER) and not unit.routed:
            yield g.state.words.kept.flag("engaged", unit.engaged)

    def must_attack(self, g: Battle) -> Sequence[str]:
        return locked_in(g)

    async def before_shock(self, g: Battle) -> None:
        await before_designation(g)

    async def fought(self, g: Battle, combats: Sequence[Combat]) -> None:
        mark(g, combats)

    def shock_over(self, g: Battle) -> None:
        release(g)

    def dislodged(self, g: Battle) -> None:
        release(g)


def locked_in(g: Battle) -> list[str]:
    """10.31 Engaged units that the active leader's Command Range obliges to attack."""
    if not g.uses(Case.ENGAGED_CHAPTER):
        return []
    return [u.id for u in designation.together(g, [u for u in designation.enabled(g) if u.engaged])]


def foes(g: Battle, unit: Unit) -> list[Unit]:
    """10.33 Engaged enemies in the unit's ZOC, or in whose ZOC it stands."""
    held_by = (e for h in footprint.hexes_of(unit) for e in g.enemy_zoc(h, unit.side))
    near = [*g.enemies_in_zoc(unit), *held_by]
    return [e for i, e in enumerate(near) if e.engaged and e not in near[:i]]


def release(g: Battle) -> None:
    """10.33 Engaged removal.

    Take the marker off every unit without an Engaged enemy before it; one removal may lead to another.
    """
    if not g.uses(Case.ENGAGED_CHAPTER):
        return
    while free := [u for u in g.units() if u.engaged and not foes(g, u)]:
        for u in free:
            _set(g, u, False, g.case(Case.ENGAGED_OVER))


def _set(g: Battle, unit: Unit, value: bool, rule: str) -> None:
    if unit.engaged != value and unit.on_map:
        reason = Text("is Engaged." if value else "is no longer Engaged.")
        g.emit(g.formed(unit=unit.id, engaged=value, reason=reason, rule=rule))


def mark(g: Battle, combats: Sequence[Combat]) -> None:
    """9.17(3) Units of combats in which both sides kept their ground are Engaged; all others of a combat are not."""
    if not g.uses(Case.ENGAGED_CHAPTER):
        return
    for c in combats:
        stayed = [u for u in c.units if c.stands(u) and not u.routed]
        locked = any(u in c.attackers for u in stayed) and any(u in c.defenders for u in stayed)
        for u in c.units:
            _set(g, u, locked and u in stayed, g.case(Case.COLLAPSE))


# -- 10.32 -----------------------------------------------------------------------------------------------------------


def escapes(g: Battle, unit: Unit) -> list[Hex]:
    """10.32 Hexes the unit may withdraw to: faster cavalry and light foot, 1 hex, clear of those it is Engaged with."""
    held_by = foes(g, unit)
    if not unit.troop.slips_away or any(e.ma >= unit.ma for e in held_by):
        return []
    found: list[Hex] = []
    for h in g.map.neighbours(unit.at):
        cost = g.step_cost(unit, unit.at, h)
        if (
            cost is None
            or cost.mp > unit.ma
            or not g.enters_free(h, unit.side)
            or g.leaders_at(h, g.state.enemy(unit.side))
        ):
            continue
        if not any(footprint.distance_to(e, h) == 1 for e in held_by):
            found.append(h)
    return found


async def before_designation(g: Battle) -> None:
    """10.31, 10.32 Engaged units that would have to attack may withdraw instead, if they can."""
    if not g.uses(Case.ENGAGED_CHAPTER):
        return
    release(g)
    ways = {u: escapes(g, g.state.units[u]) for u in locked_in(g)}
    ways = {u: hexes for u, hexes in ways.items() if hexes}
    if not ways:
        return
    units = g.state.units
    decision = ChooseEach(
        kind="engaged-withdrawal",
        side=g.orders.side,
        rule=g.case(Case.ENGAGED_LEAVING),
        prompt=Text("Do your Engaged units withdraw instead of attacking?"),
        focus=tuple(units[u].at for u in ways),
        items=[_item(g, units[u], hexes) for u, hexes in ways.items()],
        why=reasons.not_asked(g, g.orders.side, lambda u: _must_stay(g, u)),
        clash=clashes.of_hexes(lambda _, key: () if key == "stay" else (int(key),), g.case(Case.ENGAGED_LEAVING)),
    )
    answer = await g.ask(decision)
    for name, key in decision.picked(answer):
        if key != "stay" and int(key) in escapes(g, units[name]):
            await _withdraw(g, units[name], int(key))
    release(g)


def _item(g: Battle, unit: Unit, hexes: Sequence[Hex]) -> Item:
    choices = [
        Choice(
            show(h),
            Text("Withdraw to {hex}", hex=show(h)),
            unit=unit.id,
            hex=h,
            hits=cost.hits if (cost := g.step_cost(unit, unit.at, h)) is not None else None,
        )
        for h in hexes
    ]
    return Item(
        key=unit.id,
        label=Text("{unit} at {hex}", unit=unit.id, hex=show(unit.at)),
        choices=(Choice("stay", Text("Stay and attack"), unit=unit.id, lean=4.0), *choices),
        default_key="stay",
        why=reasons.hexes(g, unit, g.case(Case.ENGAGED_LEAVING), other=lambda h: _held_there(g, unit, h)),
    )


def _held_there(g: Battle, unit: Unit, h: Hex) -> Refusal | None:
    enemy = next((e for e in foes(g, unit) if footprint.distance_to(e, h) == 1), None)
    if enemy is None or h not in g.map.neighbours(unit.at):
        return None
    return Refusal("{hex} is next to {enemy}, its foe.", rule=g.case(Case.ENGAGED_LEAVING), hex=show(h), enemy=enemy.id)


def _must_stay(g: Battle, unit: Unit) -> Refusal:
    """10.32 Why a unit isn't asked whether it withdraws."""
    held_by = foes(g, unit)
    if not held_by:
        return Refusal("{unit} is not Engaged.", rule=g.case(Case.ENGAGED_LEAVING), unit=unit.id)
    if not unit.troop.slips_away:
        return Refusal("{unit} is neither cavalry nor light infantry.", rule=g.case(Case.ENGAGED_LEAVING), unit=unit.id)
    if (swift := next((e for e in held_by if e.ma >= unit.ma), None)) is not None:
        return Refusal(
            "{unit} is no faster than {enemy}.", rule=g.case(Case.ENGAGED_LEAVING), unit=unit.id, enemy=swift.id
        )
    return Refusal("No hex is open for {unit} to withdraw to.", rule=g.case(Case.ENGAGED_LEAVING), unit=unit.id)


async def _withdraw(g: Battle, unit: Unit, to: Hex) -> None:
    start = unit.at
    cost = g.step_cost(unit, start, to)
    assert cost is not None, f"{unit.id} withdraws into prohibited ground at {show(to)}"
    company = await riders.choose(g, unit, g.case(Case.ENGAGED_LEAVING))
    _set(g, unit, False, g.case(Case.ENGAGED_LEAVING))
    g.emit(
        UnitMoved(
            unit=unit.id, start=start, to=to, facing=unit.facing, how="withdraw", rule=g.case(Case.ENGAGED_LEAVING)
        )
    )
    riders.follow(g, company, start, to)
    await leaders.left_alone(g, start, unit.side)
    if await cohesion.hits(g, unit, cost.hits, joined(cost.causes), g.case(Case.MOVEMENT_HITS)):
        await leaders.approached(g, unit, start)
