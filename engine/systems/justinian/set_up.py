"""3.2, 3.3 Asking each side for its set-up: one answer with all of it, begun from the scenario's own plan."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from engine.kernel.board import Place
from engine.kernel.decisions import Choice, Command, Menu
from engine.kernel.text import Refusal, Text, refuse
from engine.systems.justinian import army_limits, cup, set_up_sheet, setting_up, turns
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.events import CommanderChanged, PhaseBegan
from engine.systems.justinian.orders import SetUp
from engine.systems.justinian.scenario import BYZANTINE, ArmyPlan, GroupPlan, SetupPlan, Side
from engine.systems.justinian.state import fleet_at

Plans = Mapping[str, SetupPlan]

STEPS = (1, 5)
"""SP that are shifted at a time; all of a group besides."""


async def byzantine(g: Campaign) -> None:
    """3.2"""
    await _ask(g, "byzantine")
    await _commanders(g)
    g.emit(PhaseBegan(phase="setup-barbarian", rule="3.3"))


async def barbarian(g: Campaign) -> None:
    """3.3"""
    await _ask(g, "barbarian")
    turns.begin(g, 1)
    g.emit(PhaseBegan(phase="leaders", rule="3.1"))  # on Turn 1 the phases of Byzantium are skipped


async def _commanders(g: Campaign) -> None:
    """3.24 Five MagMil drawn one by one, Belisarius and Narses left out of the cup until then."""
    first = [x.id for x in g.scenario.leaders if x.power == BYZANTINE and x.drawn]
    for army in g.armies(power=BYZANTINE):
        leader = await cup.draw(g, g.state.names[army.id], "3.24", first)
        if leader is not None:
            g.emit(CommanderChanged(army=army.id, leader=leader, rule="3.24"))


async def _ask(g: Campaign, side: Side) -> None:
    plans = {p: g.scenario.setup.plans[p] for p in setting_up.powers(g, side)}

    def accept(answer: object) -> None:
        if not isinstance(answer, SetUp):
            refuse("A set-up is wanted.", rule="3.2" if side == "byzantine" else "3.3")
        setting_up.check(g, side, answer.plans)

    answer: SetUp = await g.ask(
        Command(
            kind="set-up",
            side=side,
            rule="3.2" if side == "byzantine" else "3.3",
            prompt=Text("Set up your forces"),
            menu=_menu(g, side, plans),
            accept=accept,
            default_answer=SetUp(plans=plans),
            sheet=partial(set_up_sheet.sheet, g, side),
        )
    )
    for power in setting_up.powers(g, side):
        setting_up.lay_out(g, power, answer.plans[power])


# -- the guided way: one change of the plan after another ------------------------------------------------------------


def _menu(g: Campaign, side: Side, plans: Plans) -> Menu:
    def build() -> list[Choice]:
        done = Choice("done", Text("Set up like this"), answer=SetUp(plans=dict(plans)), lean=6.0)
        return [done, *(c for power in plans for c in _changes(g, side, plans, power))]

    return Menu(Text("Set up your forces"), build)


def _changes(g: Campaign, side: Side, plans: Plans, power: str) -> Iterator[Choice]:
    plan = plans[power]
    for x in plan.armies:
        label = Text("{army}: {place}", army=g.state.names[x.army], place=g.land.name(g.land.place(x.at)))
        yield Choice(
            x.army, label, menu=partial(_elsewhere, g, side, plans, power, x), hex=g.land.place(x.at), lean=0.5
        )
    for x in _pools(plan):
        if not x.sp:
            continue  # A leader may begin alone.
        yield Choice(
            f"from-{_key(x)}",
            Text("{n} SP of {group}", n=x.sp, group=_called(g, x)),
            menu=partial(_to, g, side, plans, power, x),
            hex=g.land.place(x.at),
            lean=0.2,
        )
    for x in plan.fleets:
        if len(setting_up.ports(g, power)) > 1:
            yield Choice(
                f"fleet-{power}-{x.at}",
                g.state.told(fleet_at(g.land.place(x.at), power)),
                menu=partial(_port, g, side, plans, power, x),
                hex=g.land.place(x.at),
                lean=0.3,
            )


def _elsewhere(g: Campaign, side: Side, plans: Plans, power: str, x: ArmyPlan) -> Menu:
    """Another province for an army; the Praesental armies change places where one needs the other's."""

    def moved(to: Place) -> Plans:
        places = {a.army: a.at for a in plans[power].armies}
        places[x.army] = g.land.map.code(to)
        rivals = [a for a in plans[power].armies if _praesental(g, a) and a.army != x.army]
        if _praesental(g, x) and g.land.constantinople in (to, g.land.place(x.at)):
            places.update((a.army, x.at) for a in rivals)
        armies = tuple(a.model_copy(update={"at": places[a.army]}) for a in plans[power].armies)
        return {**plans, power: plans[power].model_copy(update={"armies": armies})}

    def build() -> list[Choice]:
        options = army_limits.places(g, x.army) if power == BYZANTINE else g.land.of_prefecture(_home(g, power))
        found = [p for p in options if p != g.land.place(x.at) and _legal(g, side, moved(p))]
        return _next(g, side, [(g.land.map.code(p), g.land.name(p), p, moved(p)) for p in found], plans)

    return Menu(Text("Where does {army} begin?", army=g.state.names[x.army]), build)


def _to(g: Campaign, side: Side, plans: Plans, power: str, x: ArmyPlan | GroupPlan) -> Menu:
    """SP of one group for another."""
    plan = plans[power]
    targets: list[ArmyPlan | GroupPlan] = [t for t in _pools(plan) if _key(t) != _key(x)]
    known = {t.at for t in plan.groups}
    options = setting_up.frontier_places(g) if power == BYZANTINE else g.land.of_prefecture(_home(g, power))
    fresh = [g.land.map.code(p) for p in options]
    targets += [GroupPlan(at=code, sp=1) for code in fresh if code not in known]

    def counts(to: ArmyPlan | GroupPlan) -> Menu:
        def build() -> list[Choice]:
            found = [
                (str(n), f"{n} SP", g.land.place(to.at), {**plans, power: _shifted(plan, x, to, n)})
                for n in sorted({*(s for s in STEPS if s <= x.sp), x.sp})
            ]
            return _next(g, side, [f for f in found if _legal(g, side, f[3])], plans)

        return Menu(Text("How many SP?"), build)

    def build() -> list[Choice]:
        return [
            Choice(
                f"to-{_key(t)}", Text("{group}", group=_called(g, t)), menu=partial(counts, t), hex=g.land.place(t.at)
            )
            for t in targets
        ]

    return Menu(Text("To which?"), build)


def _port(g: Campaign, side: Side, plans: Plans, power: str, x: GroupPlan) -> Menu:
    """Fleet SP elsewhere; what is laid down for their place stays there."""
    plan = plans[power]
    fixed = g.scenario.setup.fixed_fleets.get(power, {}).get(x.at, 0)

    def moved(code: str) -> Plans:
        left = {f.at: f.sp for f in plan.fleets}
        left[x.at] = fixed
        left[code] = left.get(code, 0) + x.sp - fixed
        fleets = tuple(GroupPlan(at=at, sp=n) for at, n in left.items() if n)
        return {**plans, power: plan.model_copy(update={"fleets": fleets})}

    def build() -> list[Choice]:
        codes = [g.land.map.code(p) for p in setting_up.ports(g, power)]
        found = [
            (c, g.land.name(g.land.place(c)), g.land.place(c), moved(c)) for c in codes if c != x.at and x.sp > fixed
        ]
        return _next(g, side, found, plans)

    return Menu(Text("Where do these Fleet SP begin?"), build)


def _next(g: Campaign, side: Side, found: Sequence[tuple[str, str, Place, Plans]], plans: Plans) -> list[Choice]:
    """Changed plans, each leading on to the menu of what may be changed next; without any the way back."""
    choices = [
        Choice(key, Text("{name}", name=name), menu=partial(_menu, g, side, changed), hex=at)
        for key, name, at, changed in found
    ]
    return choices or [Choice("back", Text("Nothing can be changed here"), menu=partial(_menu, g, side, plans))]


def _legal(g: Campaign, side: Side, plans: Plans) -> bool:
    try:
        setting_up.check(g, side, plans)
    except Refusal:
        return False
    return True


def _shifted(plan: SetupPlan, x: ArmyPlan | GroupPlan, to: ArmyPlan | GroupPlan, n: int) -> SetupPlan:
    change: dict[str, int] = {_key(x): -n, _key(to): n}
    armies = tuple(a.model_copy(update={"sp": a.sp + change.pop(_key(a), 0)}) for a in plan.armies)
    groups = [GroupPlan(at=f.at, sp=f.sp + d) for f in plan.groups if (f.sp + (d := change.pop(_key(f), 0))) > 0]
    groups += [GroupPlan(at=to.at, sp=n)] if isinstance(to, GroupPlan) and _key(to) in change else []
    return plan.model_copy(update={"armies": armies, "groups": tuple(groups)})


def _pools(plan: SetupPlan) -> list[ArmyPlan | GroupPlan]:
    return [*plan.armies, *plan.groups]


def _key(x: ArmyPlan | GroupPlan) -> str:
    return x.army if isinstance(x, ArmyPlan) else x.at


def _called(g: Campaign, x: ArmyPlan | GroupPlan) -> str:
    return g.state.names[x.army] if isinstance(x, ArmyPlan) else g.land.name(g.land.place(x.at))


def _praesental(g: Campaign, x: ArmyPlan) -> bool:
    spec = g.scenario.army_specs.get(x.army)
    return spec is not None and spec.praesental


def _home(g: Campaign, power: str) -> str:
    return g.scenario.setup.home[power]
