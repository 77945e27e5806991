"""The guided way to designate attacks: everybody, the promising ones, or one unit after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.kernel.decisions import Choice, Menu
from engine.kernel.hexes import show
from engine.kernel.inquiry import percent
from engine.kernel.text import Refusal, Text, codes, joined
from engine.systems.men_of_iron import orders, results
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.shock import designation, drms, engagement, odds, planning, reluctance
from engine.systems.men_of_iron.shock.designation import Plan
from engine.systems.men_of_iron.state import Attack


def menu(g: Battle) -> Menu:
    """Everything that can be designated now."""
    return _menu(g, ())


def in_short(g: Battle, attacks: Sequence[Attack]) -> Text:
    """How each combat of these attacks would go: what hurts the defender, and what hurts the attackers."""
    e = engagement.of(g, attacks)
    parts: list[Text] = []
    for d in e.defenders:
        found = drms.odds(g, e.combat(g, d))
        harm, own = drms.chance(found, results.HARMS), drms.chance(found, drms.BACKFIRE)
        parts.append(Text("{enemy} hurt {harm}, attackers {own}", enemy=d.id, harm=percent(harm), own=percent(own)))
    for s in e.strikers:
        home = reluctance.home_chance(g, s.stand[0], s.targets) if s.charging else 1.0
        if home < 1:
            parts.append(Text("{unit} charges home {p}", unit=s.unit.id, p=percent(home)))
    return joined(parts, "; ")


def words(attacks: Sequence[Attack]) -> Text:
    """Attacks in a few words: "DM1 against LB2; MM3 charges PK4"."""
    return joined((_words(a) for a in attacks), "; ")


def _words(attack: Attack) -> Text:
    template = "{unit} against {enemies}" if attack.charge is None else "{unit} charges {enemies}"
    return Text(template, unit=attack.unit, enemies=codes(attack.targets))


def _menu(g: Battle, chosen: tuple[orders.AttackPlan, ...]) -> Menu:
    prompt = Text("Who attacks?") if not chosen else Text("Who else attacks?")
    return Menu(prompt, lambda: list(_choices(g, chosen)))


def _choices(g: Battle, chosen: tuple[orders.AttackPlan, ...]) -> Iterator[Choice]:
    order = orders.Shock(attacks=chosen)
    if chosen:
        attacks = designation.settle(g, order)
        yield Choice(
            "go",
            Text("These: {attacks}", attacks=words(attacks)),
            answer=order,
            note=in_short(g, attacks),
            lean=2.0,
            odds=lambda: odds.of_attacks(g, attacks),
        )
    else:
        yield Choice("go", Text("No attack"), answer=order, lean=2.0)
        yield from _ready_made(g)
    named = {a.unit for a in chosen}
    by_unit: dict[str, list[Plan]] = {}
    for p in designation.plans(g):
        if p.unit.id not in named:
            by_unit.setdefault(p.unit.id, []).append(p)
    for name, plans in by_unit.items():
        options = [o for p in plans for o in _options(g, chosen, p)]
        if not options:
            continue
        if len(options) == 1:
            yield _added(g, chosen, plans[0], options[0], key=f"add-{name}")
            continue
        enemies = codes(dict.fromkeys(t.id for p in plans for t in p.targets))
        yield Choice(
            f"add-{name}",
            Text("{unit} against {enemies}", unit=name, enemies=enemies),
            menu=lambda plans=plans: _unit_menu(g, chosen, plans),
            unit=name,
            hex=plans[0].unit.hex,
            lean=0.3,
        )


def _ready_made(g: Battle) -> Iterator[Choice]:
    everybody, promising = planning.everybody(g), planning.promising(g)
    if promising.attacks:
        yield _whole(g, "good", "What promises success: {attacks}", promising, lean=6.0)
    if everybody != promising:
        lean = 2.0 if promising.attacks else 0.5
        yield _whole(g, "all", "Everybody who can: {attacks}", everybody, lean=lean)


def _whole(g: Battle, key: str, label: str, order: orders.Shock, *, lean: float) -> Choice:
    """All attacks of an order in one choice, with their odds."""
    attacks = designation.settle(g, order)
    return Choice(
        key,
        Text(label, attacks=words(attacks)),
        answer=order,
        note=in_short(g, attacks),
        lean=lean,
        odds=lambda: odds.of_attacks(g, attacks),
    )


def _options(g: Battle, chosen: tuple[orders.AttackPlan, ...], plan: Plan) -> Iterator[tuple[Plan, orders.AttackPlan]]:
    """The legal ways of adding a plan: against all before it, and leaving out those others attack already."""
    whole = orders.AttackPlan(
        unit=plan.unit.id,
        targets=tuple(t.id for t in plan.targets),
        charge=plan.way.path if plan.way is not None else None,
    )
    variants = [whole]
    if chosen and len(plan.targets) > 1:
        taken = {t for a in designation.settle(g, orders.Shock(attacks=chosen)) for t in a.targets}
        left = tuple(t.id for t in plan.targets if t.id not in taken)
        if left and len(left) < len(plan.targets):
            variants.append(whole.model_copy(update={"targets": left}))
    for option in variants:
        try:
            designation.settle(g, orders.Shock(attacks=(*chosen, option)))
        except Refusal:
            continue
        yield plan, option


def _unit_menu(g: Battle, chosen: tuple[orders.AttackPlan, ...], plans: Sequence[Plan]) -> Menu:
    def build() -> list[Choice]:
        options = [o for p in plans for o in _options(g, chosen, p)]
        return [_added(g, chosen, option[0], option, key=f"way-{i}") for i, option in enumerate(options, 1)]

    return Menu(Text("How does {unit} attack?", unit=plans[0].unit.id), build)


def _added(
    g: Battle,
    chosen: tuple[orders.AttackPlan, ...],
    plan: Plan,
    option: tuple[Plan, orders.AttackPlan],
    *,
    key: str,
) -> Choice:
    plan, order = option
    against = codes(order.targets)
    more = (*chosen, order)
    if plan.way is None:
        label = Text("{unit} against {enemies}", unit=plan.unit.id, enemies=against)
    else:
        label = Text(
            "{unit} charges {enemies} from {hex} facing {f}",
            unit=plan.unit.id,
            enemies=against,
            hex=show(plan.way.end),
            f=plan.way.facing.name,
        )
    added = designation.settle(g, orders.Shock(attacks=more))[-1:]
    return Choice(
        key,
        label,
        menu=lambda: _menu(g, more),
        leads=orders.Shock(attacks=more),
        unit=plan.unit.id,
        hex=plan.end,
        facing=plan.way.facing if plan.way is not None else None,
        note=in_short(g, added),
        lean=0.3,
        odds=lambda: odds.of_attacks(g, added),
    )
