"""9.7 Cavalry forms for the charge: superior by weapons then, and fit for little else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.kernel import paths
from engine.kernel.decisions import Choice
from engine.kernel.dice import Modifier
from engine.kernel.inquiry import Fact
from engine.kernel.referee import YES, Setting, switch
from engine.kernel.statement import Sign, Token, Word
from engine.kernel.text import Refusal, Text, refuse
from engine.systems.alexander.battle import Battle
from engine.systems.alexander.hooks import Chapter
from engine.systems.alexander.orders import Formation
from engine.systems.alexander.state import Leader, Unit
from engine.systems.gboh import state as gboh
from engine.systems.gboh.charts import HEADLONG_TURN_MP
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.command import leader_moves
from engine.systems.gboh.events import OrdersNoted, PointsSpent
from engine.systems.gboh.movement import movement, reach, yielding
from engine.systems.gboh.movement.move_rule import Narrow
from engine.systems.gboh.orders import moves_written
from engine.systems.gboh.orders.order_kind import AnyGiver, OrderKind
from engine.systems.gboh.orders.orders import Move
from engine.systems.gboh.orders.reader import Names
from engine.systems.gboh.shock.combat import Combat
from engine.systems.gboh.shock.pursuit import Pursuit
from engine.systems.gboh.shock.shock_rule import Superiority

OPTION = "9.7"
PURSUIT = "10.3"
"""The two are always used together (9.7, 10.3)."""
FORMING_MP, LEAVING_MP = 4, 2
"""9.73, 9.76"""


def in_force(g: Battle) -> bool:
    """Whether the battle is played with charge formation, and so with pursuit."""
    return g.chosen(OPTION, PURSUIT)


def able(unit: Unit) -> bool:
    """9.72 Heavy cavalry, lancers, Thracian light cavalry."""
    return unit.type in ("HC", "LN") or (unit.type == "LC" and unit.nationality == "Thracian")


class FormationOrder(OrderKind[Formation]):
    """9.73 ``charge HC1`` or ``charge HC1 > 1210`` takes it and goes on; ``charge HC1 last > 1210`` goes first; 9.76
    ``uncharge HC1``, alike, leaves it."""

    answer = Formation
    verbs = ("charge", "uncharge")

    def read(self, reader: Names, verb: str) -> Formation:
        unit = reader.unit()
        last = reader.word() == "last"
        if last:
            reader.take()
        given: dict[str, Any] = {"on": verb == "charge", "last": last}
        if not reader.tokens:
            return Formation(unit=unit.id, **given)
        before = unit.model_copy(update={"charging": verb == "charge"}) if not last else unit
        move = moves_written.read(reader, before)
        if not isinstance(move, Move) or move.fire_at is not None or move.form is not None:
            refuse("{unit} moves as it forms; it doesn't fire.", rule="9.74", unit=unit.id)
        return Formation(unit=unit.id, path=move.path, attack=move.attack, along=move.along, **given)

    def write(self, answer: Formation) -> list[Token]:
        tokens: list[Token] = [Word("charge" if answer.on else "uncharge"), Word(answer.unit)]
        tokens += [Word("last")] if answer.last else []
        tokens += paths.tokens(answer.path, {}) if answer.path else []
        if answer.attack is not None:
            tokens.append(Word("attack" if answer.attack else "keep"))
        return [*tokens, Sign("&"), Word("leader")] if answer.along else tokens

    def check(self, by: AnyGiver, answer: Formation) -> None:
        unit = by.unit(answer.unit)
        check(by.g, unit, answer)
        if answer.along:
            leader_moves.check_ride(by.g, by.leader, unit, answer.path)

    async def carry_out(self, by: AnyGiver, answer: Formation) -> None:
        g: Battle = by.g
        unit = g.state.units[answer.unit]
        g.emit(OrdersNoted(field="acted", value=unit.id))
        if not answer.last and not await _changes(g, unit, answer.on):
            return
        if answer.path:
            move = Move(unit=unit.id, path=answer.path, attack=answer.attack, along=answer.along)
            await movement.move(g, unit, move)
        arrived = unit.on_map and not unit.routed and not g.in_enemy_zoc(unit)
        if answer.last and arrived and (not answer.path or unit.at == _end(answer, unit)):
            await _changes(g, unit, answer.on)

    def unit_choices(self, g: Battle, unit: Unit) -> Iterator[Choice]:
        on = not unit.charging
        answer = Formation(unit=unit.id, on=on)
        try:
            check(g, unit, answer)
        except Refusal:
            return
        text = Text("Take charge formation: {mp} MP") if on else Text("Leave charge formation: {mp} MP")
        mp = FORMING_MP if on else LEAVING_MP
        hits = 1 if unit.moved else None
        label = Text(text.template, mp=mp)
        key = "charge" if on else "uncharge"
        yield Choice(key, label, answer=answer, unit=unit.id, mp=mp, hits=hits, lean=1.0 if on else 0.1)


def _end(answer: Formation, unit: Unit) -> int:
    return next((x for x in reversed(answer.path) if x > 11), unit.at)


async def _changes(g: Battle, unit: Unit, on: bool) -> bool:
    """9.73, 6.13 It forms or leaves: Movement Points, so it has moved. True while it stands."""
    again = unit.moved and unit.id not in g.orders.moved and unit.id not in g.orders.turned
    if again and not await cohesion.hits(g, unit, 1, Text("moving again"), "6.13"):
        return False
    g.emit(OrdersNoted(field="turned", value=unit.id))
    price, rule = (FORMING_MP, "9.73") if on else (LEAVING_MP, "9.76")
    g.emit(PointsSpent(unit=unit.id, mp=price, ma=reach.allowance(g, unit), rule=rule))
    g.emit(_formed(g, unit, on, moved=True))
    return True


def _formed(g: Battle, unit: Unit, on: bool, **values: Any) -> Any:
    reason = Text("takes charge formation." if on else "leaves charge formation.")
    return g.formed(unit=unit.id, charging=on, reason=reason, rule="9.73" if on else "9.76", **values)


def check(g: Battle, unit: Unit, answer: Formation) -> None:
    """Refuse what 9.72 to 9.74 and 9.76 don't allow."""
    if not in_force(g):
        refuse("Charge formation is not used in this battle.", rule="9.7")
    movement.check_orderable(g, unit)
    if not able(unit):
        text = "{unit} takes no charge formation: heavy cavalry, lancers and Thracian light cavalry do."
        refuse(text, rule="9.72", unit=unit.id)
    if unit.charging == answer.on:
        text = "{unit} is in charge formation." if unit.charging else "{unit} isn't in charge formation."
        refuse(text, rule="9.73" if answer.on else "9.76", unit=unit.id)
    if answer.on and g.orders.line is not None and g.orders.commanding == g.orders.leader:
        refuse("Charge formation takes an Individual Order, no Line Command.", rule="9.73")
    if answer.on and g.in_enemy_zoc(unit) and not answer.last:
        refuse("{unit} can't take charge formation in enemy ZOC.", rule="9.73", unit=unit.id)
    price = FORMING_MP if answer.on else LEAVING_MP
    left = reach.allowance(g, unit) - price
    if left < 0:
        text = "{unit} has {ma} MP; that takes {n}."
        refuse(text, rule="9.73" if answer.on else "9.76", unit=unit.id, ma=left + price, n=price)
    if not answer.path:
        return
    ghost = unit if answer.last else unit.model_copy(update={"charging": answer.on})
    way = yielding.price(g, ghost, answer.path, most=left)
    if answer.last and way.g.enemy_zoc(way.end.hex, unit.side):
        refuse("{unit} can't take charge formation in enemy ZOC.", rule="9.73", unit=unit.id)


class ChargeFormation(Chapter):
    """9.7 Cavalry in charge formation."""

    case = OPTION
    about = "cavalry in charge formation"
    orders = (FormationOrder(),)

    def narrow(self, g: Battle, unit: Unit) -> Narrow | None:
        return Narrow("9.74", ends=False) if unit.charging else None

    def silences(self, g: Battle, unit: Unit) -> Refusal | None:
        text = "{unit} is in charge formation and can't fire."
        return Refusal(text, rule="9.74", unit=unit.id) if unit.charging else None

    def bars_withdrawal(self, g: Battle, unit: Unit, mover: Unit) -> Text | None:
        return Text("it is in charge formation (9.74)") if unit.charging else None

    def target_modifiers(self, g: Battle, shooter: Unit, target: Unit) -> Sequence[Modifier]:
        return (Modifier(value=-1, reason=Text("charge formation"), rule="9.74"),) if target.charging else ()

    def nimble(self, g: Battle) -> bool:
        return in_force(g)  # 9.42

    def unweighted(self, g: Battle, unit: Unit) -> bool:
        return in_force(g) and not unit.charging  # 9.42

    def weapon_superiority(self, g: Battle, attacker: Unit, defender: Unit, printed: Superiority) -> Superiority | None:
        if not in_force(g) or not attacker.is_cavalry or defender.troop.target == "skirmisher":
            return None
        if not attacker.charging:
            return "-" if printed == "AS" else None  # 9.71
        if not defender.is_cavalry:
            return None
        heavy = attacker.type == "HC" and (not defender.charging or defender.type == "LC")
        light = attacker.type == "LC" and defender.type != "HC"
        return "AS" if heavy or light else None  # 9.75

    def shock_fought(self, g: Battle, combats: Sequence[Combat]) -> None:
        for u in dict.fromkeys(u.id for c in combats for u in c.units):
            unit = g.state.units[u]
            if unit.on_map and unit.charging:
                g.emit(_formed(g, unit, False))  # 9.76

    def shock_over(self, g: Battle) -> None:
        """9.76 Those that pursuit has drawn into a Shock besides."""
        for unit in g.units():
            if unit.charging and unit.id in g.orders.shocked:
                g.emit(_formed(g, unit, False))

    def states(self, unit: Unit) -> Mapping[str, bool]:
        return {"charging": unit.charging}

    def facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        if unit.charging:
            text = Text("In charge formation: no fire, no withdrawal, no Rough ground; one vertex a hex, {mp} MP each")
            yield Fact(Text(text.template, mp=HEADLONG_TURN_MP), "9.74")
        for choice in FormationOrder().unit_choices(g, unit):
            yield Fact(choice.label, "9.76" if unit.charging else "9.73")

    def settings(self, g: Battle, unit: Unit) -> Iterator[Setting]:
        if unit.charging or (in_force(g) and able(unit) and not unit.routed):
            yield switch("charging", Text("in charge formation"), unit.charging)

    def put(self, g: Battle, unit: Unit, key: str, value: str) -> bool:
        if key != "charging":
            return False
        g.emit(_formed(g, unit, value == YES))
        return True

    def broken(self, g: Battle, *, at_rest: bool) -> Iterator[str]:
        for u in g.units():
            if u.charging and (u.routed or not able(u)):
                yield f"{u.id} is in charge formation, and can't (9.72)"


class ChargePursuit(Pursuit[Battle, Unit, Leader]):
    """10.3 Only cavalry in charge formation pursues."""

    def used(self, g: Battle) -> bool:
        return in_force(g)

    def ready(self, g: Battle, unit: gboh.Unit) -> bool:
        return isinstance(unit, Unit) and unit.charging
