"""9.11, 9.12, 7.33, 7.34 Who attacks, and whom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NoReturn

from engine.kernel.decisions import Answer, Choice, Command, Menu
from engine.kernel.text import Refusal, Text, few, joined, refuse
from engine.systems.gboh import special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.command import command
from engine.systems.gboh.events import MarkerPlaced
from engine.systems.gboh.shock import assignment
from engine.systems.gboh.shock.plan import ShockPlan
from engine.systems.gboh.state import Leader, Unit


def able(g: Battle, unit: Unit) -> bool:
    """7.34 Who cannot attack.

    Whether the unit could attack at all: it stands, may attack, and has enemies in its ZOC.
    """
    if not unit.on_map or unit.routed or special.why_not(g, Special.bars_attack, unit) is not None:
        return False
    return bool(g.opponents(unit))


def _called(g: Battle, unit: Unit) -> bool:
    """Whether it is the unit's turn, where attacks come in waves."""
    return unit.id not in g.stood_down if g.wave is None else unit.id in g.wave


def obliged(g: Battle) -> list[Unit]:
    """7.31 Units with Must Check and somebody to attack; a whole Uncontrolled Line (11.31); Engaged units (10.31).

    Of a wave everybody who can.
    """
    if g.wave is not None:
        return [u for u in g.units(g.orders.side) if u.id in g.wave and able(g, u)]
    driven = special.first(g, Special.driven)
    marked = [n for n, m in g.orders.markers.items() if m == "must"]
    # A unit may be obliged twice over: marked, and engaged or impetuous besides.
    names = driven if driven is not None else dict.fromkeys([*marked, *_besides(g)])
    return [u for n in names if able(g, u := g.state.units[n]) and _called(g, u)]


def _besides(g: Battle) -> list[str]:
    """Units that chapters oblige to attack."""
    return list(special.told(g, Special.must_attack))


def willing(g: Battle) -> list[Unit]:
    """7.33 No Check attackers.

    Units that may be given No Check: ordered in this phase, or within the active leader's Command Range.
    """
    locked = _besides(g)
    free = [u for u in enabled(g) if u.id not in locked]
    return together(g, free, [g.state.units[name] for name in locked]) if locked else free


def _one_type(g: Battle) -> Leader | None:
    """The active leader, if he commands one type only in a phase and may still choose which (4.33)."""
    leader = g.state.leaders[g.orders.leader] if g.orders.leader is not None else None
    return leader if leader is not None and leader.one_kind and g.orders.arm is None else None


def together(g: Battle, units: Sequence[Unit], others: Sequence[Unit] = ()) -> list[Unit]:
    """Those of the units whom the active leader can enable with ``others``: where that is open, the largest type."""
    if _one_type(g) is None or not units:
        return list(units)
    kinds = [u.type for u in others or units]
    kind = max(kinds, key=kinds.count)
    return [u for u in units if u.type == kind]


def enabled(g: Battle) -> list[Unit]:
    """7.33 Units without Must Check that could attack; not one that has left its hex and kept its distance (7.31)."""
    orders = g.orders
    if g.wave is not None or (orders.kind != "normal" and orders.kind != "elite"):
        return []
    leader = g.state.leaders[str(orders.leader)]
    enables = leader.on_map and not leader.no_shock
    found: list[Unit] = []
    for u in g.units(orders.side):
        if orders.markers.get(u.id) == "must" or u.id in orders.moved or not able(g, u) or not _called(g, u):
            continue
        # S 8.0 Two kinds of combat: who has fired in this Orders Phase may attack in it too.
        if u.id in orders.acted or (enables and command.in_command(g, leader, u, by="shock")):
            found.append(u)
    return found


def auto_plan(g: Battle, *, everybody: bool) -> ShockPlan:
    """The obvious plan: all that must attack, and (``everybody``) all that may."""
    return assignment.plan_for(g, [*obliged(g), *(together(g, willing(g)) if everybody else ())])


# -- checking --------------------------------------------------------------------------------------------------------


def check_plan(g: Battle, plan: Answer) -> None:
    """Refuse an assignment 9.11 and 9.12 don't allow."""
    if not isinstance(plan, ShockPlan):
        ways = wanted(auto_plan(g, everybody=True), must=bool(obliged(g)))
        leader = g.state.leaders.get(g.orders.leader or "")
        if leader is not None and leader.on_map and command.silenced(g, leader):
            text = "{leader} is in enemy ZOC and gives no orders; his Command Range still lets units attack: {ways}."
            refuse(text, rule=g.case(Case.LEADER_HELD), leader=leader.name, ways=ways)
        refuse("The Shock segment wants its attacks: {ways}.", rule=g.case(Case.DESIGNATION), ways=ways)
    if not plan.attacks and owed(g):
        text = "{leader} trumped and has done nothing else: somebody must attack."
        refuse(text, rule=g.case(Case.TRUMPER_ACTS), leader=g.state.leaders[str(g.orders.leader)].name)
    must = obliged(g)
    may = {u.id: u for u in (*must, *willing(g))}
    attackers: list[Unit] = []
    attacked: list[str] = []
    for a in plan.attacks:
        if not a.attackers or not a.defenders:
            ways = wanted(auto_plan(g, everybody=True), must=bool(must))
            refuse("Every combat needs attackers and defenders: {ways}.", rule=g.case(Case.GROUPING), ways=ways)
        for name in a.attackers:
            unit = may.get(name) or _why_not(g, name)
            attackers.append(unit)
            reach = {e.id for e in g.opponents(unit)}
            for d in a.defenders:
                if (own := g.state.units.get(d)) is not None and own.side == unit.side:
                    refuse("{unit} is your own.", rule=g.case(Case.GROUPING), unit=d)
                if d not in reach:
                    refuse(
                        "{unit} can't attack {enemy}: it is not in its ZOC.",
                        rule=g.case(Case.GROUPING),
                        unit=name,
                        enemy=d,
                    )
        attacked += a.defenders
    for a in plan.attacks:
        if not g.game.combat.many_on_many and len(a.attackers) > 1 and len(a.defenders) > 1:
            refuse(
                "{attackers} against {defenders}: one unit attacks several, or several attack one.",
                rule=g.case(Case.GROUPING),
                attackers=few(a.attackers),
                defenders=few(a.defenders),
            )
    commander = _one_type(g)
    if commander is not None and len({u.type for u in attackers}) > 1:
        refuse(
            "{leader} commands one type of unit only in an Orders Phase.",
            rule=g.case(Case.ONE_KIND),
            leader=commander.name,
        )
    names = [u.id for u in attackers]
    for who in (*names, *attacked):
        if (*names, *attacked).count(who) > 1:
            refuse(
                "{unit} appears in two combats; each unit attacks once and is attacked once.",
                rule=g.case(Case.GROUPING),
                unit=who,
            )
    for u in attackers:
        for e in g.opponents(u):
            if e.id not in attacked:
                refuse(
                    "{enemy} is in the ZOC of {unit} and must be attacked by somebody.",
                    rule=g.case(Case.GROUPING),
                    enemy=e.id,
                    unit=u.id,
                )
    left_out = [u for u in must if u.id not in names]
    if left_out:
        refuse("{units} must attack (Must Check).", rule=g.case(Case.MUST_ATTACK), units=few(u.id for u in left_out))


def wanted(everybody: ShockPlan, *, must: bool) -> Text:
    """How attacks are written. ``everybody``: all that are possible; ``must``: whether somebody has to."""
    one = next(iter(everybody.attacks), None)
    if one is None:
        return Text("shock must, shock all, or shock none")
    these, those = " ".join(one.attackers), " ".join(one.defenders)
    if must:
        return Text("shock must, shock all, or shock {these} x {those}", these=these, those=those)
    return Text("shock all, shock {these} x {those}, or shock none", these=these, those=those)


def _why_not(g: Battle, name: str) -> NoReturn:
    unit = g.state.units.get(name)
    if unit is None or not unit.on_map or unit.side != g.orders.side:
        refuse("{unit} is not yours to attack with.", rule=g.case(Case.DESIGNATION), unit=name)
    if (no := unfit(g, unit)) is not None:
        raise no
    if not _called(g, unit):
        refuse("{unit} attacks with its own wave only.", rule=g.case(Case.GROUPING), unit=name)
    if unit.id in g.orders.moved:
        refuse("{unit} came up and chose not to attack.", rule=g.case(Case.MAY_ATTACK), unit=name)
    if g.orders.leader is not None:
        command.check_commandable(g, g.state.leaders[g.orders.leader], unit, by="shock")
    refuse(
        "{unit} was not ordered in this phase and is beyond the leader's Command Range.",
        rule=g.case(Case.MAY_JOIN),
        unit=name,
    )


def unfit(g: Battle, unit: Unit) -> Refusal | None:
    """7.33, 7.34 Why the unit attacks nobody where it stands and as it is, whoever commands; None where it may."""
    if unit.routed:
        return Refusal("{unit} is routed and attacks nobody.", rule=g.case(Case.CANNOT_ATTACK), unit=unit.id)
    if (no := special.why_not(g, Special.bars_attack, unit)) is not None:
        return no
    if not g.opponents(unit):
        return Refusal("{unit} has no enemy in its ZOC.", rule=g.case(Case.MAY_JOIN), unit=unit.id)
    return None


def owed(g: Battle) -> bool:
    """5.45 Whether the leader has trumped and done nothing else, so that somebody must attack.

    In enemy ZOC he may let the Trump come to nothing (5.46).
    """
    orders, leader = g.orders, g.state.leaders.get(g.orders.leader or "")
    if not orders.trumping or leader is None or not leader.on_map or command.silenced(g, leader):
        return False
    return not orders.trump_used(moving=g.game.command.trumper_moves, firing=g.game.command.trumper_fires)


# -- asking ----------------------------------------------------------------------------------------------------------


async def designate(g: Battle) -> ShockPlan:
    """9.11, 9.12 The active player's attacks; not asked when there is nothing to decide."""
    for name in [n for n in g.orders.markers if not able(g, u := g.state.units[n]) and _called(g, u)]:
        g.emit(MarkerPlaced(unit=name, marker=None, rule=g.case(Case.MUST_ATTACK)))
    must, may = obliged(g), willing(g)
    if not must and not may:
        return await nobody(g, lambda a: check_plan(g, a))
    settled = not may and assignment.forced(g, must)
    if g.spelled_out or not settled:
        plan = await g.ask(
            Command(
                kind="shock",
                side=g.orders.side,
                rule=g.case(Case.DESIGNATION),
                prompt=prompt(must, may),
                subject=g.orders.leader,
                focus=tuple(u.at for u in (*must, *may)),
                menu=_menu(g, must, may, ()),
                accept=lambda a: check_plan(g, a),
                default_answer=lambda: auto_plan(g, everybody=not must and owed(g)),
                settled=settled,
            )
        )
    else:
        plan = auto_plan(g, everybody=False)
    driven = special.first(g, Special.driven)
    for a in plan.attacks:
        for name in a.attackers:
            if name not in g.orders.markers:
                marker = "must" if driven is not None and name in g.orders.moved else "no"
                g.emit(MarkerPlaced(unit=name, marker=marker, rule=g.case(Case.MAY_JOIN)))
    return plan


async def nobody(g: Battle, check: Callable[[Answer], None]) -> ShockPlan:
    """9.11 Nobody can attack, which is asked only where everything is spelled out: who tries is told why not."""
    if not g.spelled_out:
        return ShockPlan()
    nothing = plan_choice(g, "none", Text("No attack"), ShockPlan())
    return await g.ask(
        Command(
            kind="shock",
            side=g.orders.side,
            rule=g.case(Case.DESIGNATION),
            prompt=Text("Shock: nobody can attack."),
            subject=g.orders.leader,
            menu=Menu(Text("Who attacks?"), lambda: [nothing]),
            accept=lambda a: check(a) if a != ShockPlan() else None,
            default_answer=ShockPlan,
            settled=True,
            vacant=True,
        )
    )


def prompt(must: Sequence[Unit], may: Sequence[Unit]) -> Text:
    """What the side that attacks is asked."""
    units = ", ".join(u.id for u in must)
    if not must:
        return Text("Shock: who attacks?")
    return Text("Shock: {units} must attack. Who else?" if may else "Shock: {units} must attack. Whom?", units=units)


def _menu(g: Battle, must: Sequence[Unit], may: Sequence[Unit], added: tuple[Unit, ...]) -> Menu:
    """Must attacks, everybody, or one unit more at a time; then which of the possible assignments."""

    def build() -> list[Choice]:
        choices: list[Choice] = []
        plans = assignment.most_promising(g, [*must, *added])
        if added:
            label = Text("These: {units}", units=", ".join(u.id for u in (*must, *added)))
        else:
            label = Text("Only those that must attack") if must else Text("No attack")
        if not must and not added and owed(g):
            pass  # somebody attacks
        elif len(plans) == 1:
            choices.append(plan_choice(g, "go", label, plans[0]))
        else:
            choices.append(Choice("go", label, menu=lambda: assignment_menu(g, plans)))
        if not added and may:
            everybody = auto_plan(g, everybody=True)
            text = Text("Everybody who may: {plan}", plan=words(everybody))
            choices.append(plan_choice(g, "all", text, everybody, lean=4.0))
        for u in together(g, may, added) if added else may:
            if u not in added:
                more = (*added, u)
                choices.append(one_more(g, u, g.opponents(u), lambda more=more: _menu(g, must, may, more)))
        return choices

    return Menu(Text("Who attacks?"), build)


def one_more(g: Battle, unit: Unit, enemies: Sequence[Unit], menu: Callable[[], Menu]) -> Choice:
    """A unit that may attack besides, with its odds."""
    alone = assignment.plan_for(g, [unit])
    return Choice(
        f"add-{unit.id}",
        Text("Add {unit} against {enemies}", unit=unit.id, enemies=", ".join(e.id for e in enemies)),
        menu=menu,
        unit=unit.id,
        hex=unit.at,
        note=lambda: assignment.in_short(g, alone),
        lean=0.2,
        odds=lambda: assignment.combats(g, alone),
    )


def plan_choice(g: Battle, key: str, label: Text, plan: ShockPlan, *, lean: float = 1.0) -> Choice:
    """One assignment, with the odds of its combats."""
    note = assignment.in_short(g, plan)
    return Choice(key, label, answer=plan, note=note, lean=lean, odds=lambda: assignment.combats(g, plan))


def assignment_menu(g: Battle, plans: Sequence[ShockPlan]) -> Menu:
    """Who attacks whom, of several assignments."""
    return Menu(
        Text("Who attacks whom?"),
        lambda: [
            plan_choice(g, f"plan-{i}", Text("{plan}", plan=words(p)), p, lean=3.0 if i == 1 else 1.0)
            for i, p in enumerate(plans, 1)
        ],
    )


def words(plan: ShockPlan) -> Text:
    """A plan as it is written: who attacks whom, in the order in which it is fought."""
    if not plan.attacks:
        return Text("nobody")
    pairs = [("+".join(a.attackers), "+".join(a.defenders)) for a in plan.attacks]
    return joined([Text("{attackers} against {defenders}", attackers=a, defenders=d) for a, d in pairs], "; ")
