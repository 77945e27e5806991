"""7.3 to 7.35 Designation: who attacks whom, all of it before anything is fought."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NoReturn

from engine.kernel.decisions import Answer, Choice, Command, Menu
from engine.kernel.statement import Token
from engine.kernel.text import Text, few, refuse
from engine.systems.gboh.orders.order_kind import AnyGiver, OrderKind
from engine.systems.gboh.orders.reader import Names
from engine.systems.gboh.shock import assignment, notation
from engine.systems.gboh.shock.designation import (
    assignment_menu,
    nobody,
    one_more,
    plan_choice,
    prompt,
    wanted,
    words,
)
from engine.systems.gboh.shock.plan import Attack, ShockPlan
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.hooks import Chapter
from engine.systems.simple_gboh.shock import contact
from engine.systems.simple_gboh.state import Unit
from engine.systems.simple_gboh.turn import seizure

KIND = "shock"
RULE, GROUPING = "7.3", "7.35"
WORTHWHILE = 0.5
"""By how many hits an attack must do better than none to be proposed where it is voluntary."""


def auto_plan(g: Battle, *, everybody: bool) -> ShockPlan:
    """Those who must attack; ``everybody``: those who may too."""
    return assignment.plan_for(g, [*contact.obliged(g), *(contact.willing(g) if everybody else ())])


def sensible(g: Battle, must: Sequence[Unit], may: Sequence[Unit]) -> ShockPlan:
    """Who must attack, and who may where that does better: what is proposed."""
    key = ("sensible", tuple(u.id for u in must), tuple(u.id for u in may))
    return g.derived(key, lambda: _sensible(g, must, may))


def _sensible(g: Battle, must: Sequence[Unit], may: Sequence[Unit]) -> ShockPlan:
    chosen = list(must)
    best = assignment.plan_for(g, chosen)
    value = assignment.worth(g, best)
    for u in sorted(may, key=lambda u: -assignment.worth(g, assignment.plan_for(g, [u]))):
        plan = assignment.plan_for(g, [*chosen, u])
        more = assignment.worth(g, plan)
        if more > value + WORTHWHILE:
            chosen, best, value = [*chosen, u], plan, more
    return best


# -- checking --------------------------------------------------------------------------------------------------------


def check_plan(g: Battle, plan: Answer) -> None:
    """Refuse a plan that 7.31 to 7.36 don't allow."""
    if not isinstance(plan, ShockPlan):
        ways = wanted(auto_plan(g, everybody=True), must=bool(contact.obliged(g)))
        refuse("The Shock Phase wants its attacks: {ways}.", rule=RULE, ways=ways)
    able = {u.id: u for u in contact.called(g)}
    attackers: list[Unit] = []
    attacked: list[str] = []
    for a in plan.attacks:
        attackers += _check_attack(g, a, able)
        attacked += a.defenders
    names = [u.id for u in attackers]
    for who in (*names, *attacked):
        if (*names, *attacked).count(who) > 1:
            refuse(
                "{unit} appears in two Shocks; each unit attacks once and is attacked once.",
                rule=contact.ONCE,
                unit=who,
            )
    for u in attackers:
        for e in contact.due(g, u):
            if e.id not in attacked:
                text = "{enemy} is in the ZOC of {unit} and must be attacked by somebody."
                must = g.in_enemy_zoc(u)
                refuse(text, rule=contact.MUST if must else contact.MAY, enemy=e.id, unit=u.id)
    left_out = [u for u in contact.obliged(g) if u.id not in names]
    if left_out:
        text = "{units} must attack: in enemy ZOC, with enemies in their own."
        refuse(text, rule=contact.MUST, units=few(u.id for u in left_out))


def _check_attack(g: Battle, a: Attack, able: dict[str, Unit]) -> list[Unit]:
    if not a.attackers or not a.defenders:
        ways = wanted(auto_plan(g, everybody=True), must=bool(contact.obliged(g)))
        refuse("Every Shock needs attackers and defenders: {ways}.", rule=GROUPING, ways=ways)
    if len(a.attackers) > 1 and len(a.defenders) > 1:
        refuse(
            "{attackers} against {defenders}: one unit attacks several, or several attack one.",
            rule=GROUPING,
            attackers=few(a.attackers),
            defenders=few(a.defenders),
        )
    units = [able.get(name) or _why_not(g, name) for name in a.attackers]
    for unit in units:
        reach = {e.id for e in contact.open_to(g, unit)}
        for d in a.defenders:
            if d not in reach:
                _out_of_reach(g, unit, d)
    return units


def _out_of_reach(g: Battle, unit: Unit, name: str) -> NoReturn:
    enemy = g.state.units.get(name)
    if enemy is not None and enemy.side == unit.side:
        refuse("{unit} is your own.", rule=GROUPING, unit=name)
    if enemy is not None and name in g.orders.shocked:
        refuse("{enemy} has been attacked in this Shock Phase.", rule=contact.ONCE, enemy=name)
    if enemy is not None and any(e.id == name for e in g.confronted(unit)):
        raise contact.spared(g, unit, enemy)
    if enemy is not None and enemy.beneath is not None and any(e.id == enemy.beneath for e in g.opponents(unit)):
        text = "{enemy} stands under {top}: attack {top}, and both fight."
        refuse(text, rule="5.35", enemy=name, top=enemy.beneath)
    refuse("{unit} can't attack {enemy}: it is not in its ZOC.", rule="6.11", unit=unit.id, enemy=name)


def _why_not(g: Battle, name: str) -> NoReturn:
    unit = g.state.units.get(name)
    if unit is None or unit.side != g.orders.side:
        refuse("{unit} is not yours to attack with.", rule=RULE, unit=name)
    if unit.beneath is not None:
        refuse("{unit} fights with {top}, under which it stands.", rule="5.35", unit=name, top=unit.beneath)
    if unit.on_map and unit.id not in g.orders.activated:
        refuse("{unit} was not activated in this Player Turn.", rule="3.2", unit=name)
    bar = contact.bar(g, unit)
    assert bar is not None, f"{name} may attack after all"
    raise bar


# -- asking ----------------------------------------------------------------------------------------------------------


def foreseen(g: Battle) -> ShockPlan | None:
    """7.31 The attacks that follow unasked, as units stand: all of them obligatory, and made in one way; None where
    something is asked."""
    must, may = contact.obliged(g), contact.willing(g)
    if may or g.spelled_out or not (must and assignment.forced(g, must)):
        return None
    return sensible(g, must, may)


async def designate(g: Battle) -> ShockPlan:
    """7.3 The active player's attacks; not asked where there is nothing to decide."""
    must, may = contact.obliged(g), contact.willing(g)
    if not must and not may:
        return await nobody(g, lambda a: check_plan(g, a))
    settled = not may and assignment.forced(g, must)
    if settled and not g.spelled_out:
        return sensible(g, must, may)
    return await g.ask(
        Command(
            kind=KIND,
            side=g.orders.side,
            rule=RULE,
            prompt=prompt(must, may),
            focus=tuple(u.at for u in (*must, *may)),
            menu=menu(g, must, may, ()),
            accept=lambda a: check_plan(g, a),
            default_answer=lambda: sensible(g, must, may),
            settled=settled,
            later=lambda: seizure.foreseen(g),
        )
    )


def menu(g: Battle, must: Sequence[Unit], may: Sequence[Unit], added: tuple[Unit, ...]) -> Menu:
    """What is proposed; only those who must; everybody; one unit more at a time; then who attacks whom."""

    def build() -> list[Choice]:
        choices: list[Choice] = []
        proposed = sensible(g, must, may)
        if not added:
            choices.append(plan_choice(g, "plan", Text("{plan}", plan=words(proposed)), proposed, lean=4.0))
        plans = assignment.most_promising(g, [*must, *added])
        label = Text("Only those who must attack") if must else Text("No attack")
        if added:
            label = Text("These: {units}", units=", ".join(u.id for u in (*must, *added)))
        if len(plans) > 1:
            choices.append(Choice("go", label, menu=lambda: assignment_menu(g, plans)))
        elif added or plans[0] != proposed:
            choices.append(plan_choice(g, "go", label, plans[0]))
        if not added and may:
            everybody = auto_plan(g, everybody=True)
            if everybody != proposed:
                text = Text("Everybody who may: {plan}", plan=words(everybody))
                choices.append(plan_choice(g, "all", text, everybody))
        more = [u for u in may if u not in added]
        choices += [one_more(g, u, contact.open_to(g, u), lambda u=u: menu(g, must, may, (*added, u))) for u in more]
        if not added and len(proposed.attacks) > 1:
            choices.append(Choice("order", Text("The same in another order"), menu=lambda: _order(g, proposed)))
        return choices

    return Menu(Text("Who attacks?"), build)


def _order(g: Battle, plan: ShockPlan) -> Menu:
    """7.4 Which Shock is first; the others follow as they were."""

    def first(i: int) -> ShockPlan:
        return ShockPlan(attacks=(plan.attacks[i], *plan.attacks[:i], *plan.attacks[i + 1 :]))

    return Menu(
        Text("Which Shock is fought first?"),
        lambda: [
            plan_choice(g, f"first-{i}", Text("{attack}", attack=words(ShockPlan(attacks=(a,)))), first(i))
            for i, a in enumerate(plan.attacks)
        ],
    )


# -- writing ----------------------------------------------------------------------------------------------------------


SENSIBLE = ("plan", "go", "auto")
"""Words for what is proposed."""


class ShockOrder(OrderKind[ShockPlan]):
    """What the Shock Phase asks for; read as the family's, with this game's plans for who writes none."""

    answer = ShockPlan
    verbs: ClassVar[tuple[str, ...]] = ("shock",)
    individual = False
    in_line = False

    def read(self, reader: Names, verb: str) -> ShockPlan:
        """The plan a statement means; ``must``, ``all``, ``none`` and ``plan`` are understood."""
        g = reader.g
        assert isinstance(g, Battle)
        word = reader.word()
        if word not in ("must", "all", "none", *SENSIBLE):
            return notation.read(g, reader)
        reader.take()
        reader.done()
        if word == "none":
            return ShockPlan()
        if word in SENSIBLE:
            return sensible(g, contact.obliged(g), contact.willing(g))
        return auto_plan(g, everybody=word == "all")

    def write(self, answer: ShockPlan) -> list[Token]:
        return list(notation.write(answer).tokens)

    def check(self, by: AnyGiver, answer: ShockPlan) -> None:
        refuse("Attacks are said in the Shock Phase, when all have moved.", rule=RULE)


class Designation(Chapter):
    """7.3 How attacks are written, and said beforehand."""

    case = "7.3"
    about = "attacks designated before any is fought"
    orders = (ShockOrder(),)
