"""Whether a land battle is fought on the field: both sides are asked, unless the campaign was created for it; then the
campaign waits for what comes of it, or for the table."""

from __future__ import annotations

from dataclasses import dataclass

from engine.kernel.answers import Answer
from engine.kernel.decisions import ELSEWHERE, Choice, Choose, Policy, PolicyKind
from engine.kernel.system import Option
from engine.kernel.text import Text
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.combat.party import Party
from engine.systems.justinian.events import FieldBattleBegun, FieldBattleEnded
from engine.systems.justinian.field import report as reports
from engine.systems.justinian.field.order_of_battle import OPPONENTS, FieldArmy, OrderOfBattle
from engine.systems.justinian.field.report import RULE, FieldReport
from engine.systems.justinian.scenario import BYZANTINE, Side

ASKED = Option("field", Text("Battles on the field (our own rule): before each land battle both sides are asked"))
ALWAYS = Option("field-always", Text("Battles on the field (our own rule): every land battle that can be"))
OPTIONS = (ASKED, ALWAYS)

POLICY = PolicyKind(
    "field",
    Text("Fight battles on the field"),
    {"large": Text("when both sides have 10 SP or more"), "stronger": Text("when the enemy isn't stronger")},
)

LARGE = 10

LEAST, UNEQUAL = 2, 3
"""SP either side must have, and how many times as many one may have as the other, for its players to be asked."""

NO, FIELD = "no", "field"
"""Keys: by the campaign's table; on the field."""

TABLE = "table"
"""Key of the table after all."""


@dataclass(kw_only=True)
class Waiting(Choose):
    """The battle is being fought on the field: its report settles it, or both sides agree on the table."""

    order: OrderOfBattle

    def check(self, answer: Answer) -> None:
        if isinstance(answer, FieldReport):
            reports.check(self.order, answer)
        else:
            super().check(answer)


@dataclass(frozen=True, slots=True)
class Fought:
    """A battle that was fought out."""

    order: OrderOfBattle
    report: FieldReport


async def fought(g: Campaign, attackers: Party, defenders: Party) -> Fought | None:
    """What came of a battle on the field; None where the table decides."""
    order = order_of_battle(g, attackers, defenders)
    if order is None or not await _agreed(g, order):
        return None
    g.emit(FieldBattleBegun(order=order, rule=RULE))
    answers = await g.ask_both(*(_waiting(g, order, a.side) for a in order.armies))
    report = next((a for a in answers if isinstance(a, FieldReport)), None)
    g.emit(FieldBattleEnded(report=report, rule=RULE))
    return Fought(order, report) if report is not None else None


def order_of_battle(g: Campaign, attackers: Party, defenders: Party) -> OrderOfBattle | None:
    """The battle as it would be on the field; None where it can't be: in boxes, and where no battle has both powers."""
    place = defenders.place
    armies = tuple(_army(g, p) for p in (attackers, defenders))
    powers = {a.power for a in armies if a is not None}
    fitting = BYZANTINE in powers and bool(powers & set(OPPONENTS))
    if not g.land.is_province(place) or not fitting or attackers.levy or defenders.levy:
        return None
    first, second = armies
    assert first is not None and second is not None
    turns = g.scenario.turns
    return OrderOfBattle(
        place=place,
        where=g.land.name(place),
        city=g.land.area(place).city,
        years=turns[min(max(g.state.turn, 1), len(turns)) - 1].years,
        armies=(first, second),
    )


def _army(g: Campaign, party: Party) -> FieldArmy | None:
    bodies = {b.kind: b for b in party.bodies()}
    if not bodies or not party.sp:
        return None
    leading = party.leading
    # The power that leads decides whose troops they are; without an army that of most SP.
    power = leading.power if leading is not None else max(bodies.values(), key=lambda b: b.sp).power
    leader = leading.leader if leading is not None else None
    return FieldArmy(
        side=party.side,
        power=power,
        name=str(party.name),
        commander=leader.name if leader is not None else None,
        sp=party.sp,
    )


async def _agreed(g: Campaign, order: OrderOfBattle) -> bool:
    if g.state.options.get(ALWAYS.key):
        return True
    if not g.state.options.get(ASKED.key):
        return False
    for army in order.armies:  # the attacker first: where one doesn't want it, the other isn't asked
        if (await g.ask(_question(order, army))).key != FIELD:
            return False
    return True


def _question(order: OrderOfBattle, army: FieldArmy) -> Choose:
    a, b = order.armies
    (enemy,) = (x for x in order.armies if x is not army)
    return Choose(
        kind="field",
        side=army.side,
        rule=RULE,
        prompt=Text(
            "Battle in {place}: {a}, {n} SP, against {b}, {m} SP. Is it fought out on the field?",
            place=order.where,
            a=a.name,
            n=a.sp,
            b=b.name,
            m=b.sp,
        ),
        focus=(order.place,),
        choices=(
            Choice(NO, Text("By the campaign's table"), hex=order.place, lean=2.0),
            Choice(FIELD, Text("On the field, with Cataphract"), hex=order.place),
        ),
        default_key=NO,
        policy=Policy(
            POLICY.kind,
            FIELD,
            NO,
            {"large": min(a.sp, b.sp) >= LARGE, "stronger": enemy.sp <= army.sp},
            # Hardly anybody wants to fight out what is decided: who does says so for good.
            idle=min(a.sp, b.sp) < LEAST or max(a.sp, b.sp) > UNEQUAL * min(a.sp, b.sp),
            apart=True,
        ),
    )


def _waiting(g: Campaign, order: OrderOfBattle, side: Side) -> Waiting:
    return Waiting(
        kind=ELSEWHERE,
        side=side,
        rule=RULE,
        prompt=Text(
            "The battle in {place} is fought on the field. Settle it by the table instead? That wants both sides.",
            place=order.where,
        ),
        focus=(order.place,),
        choices=(Choice(TABLE, Text("Settle it by the table"), hex=order.place),),
        default_key=TABLE,
        order=order,
    )
