"""9.15 The units the clash is reckoned with: defender's choice first, then the attacker's."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.kernel.decisions import Choice, ChooseEach, Item, Policy, PolicyKind
from engine.kernel.text import Text, together
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.orders import reasons
from engine.systems.gboh.shock import clash
from engine.systems.gboh.shock.combat import Combat
from engine.systems.gboh.state import Unit

POLICY = PolicyKind("clash-unit", Text("Choose the unit a Shock is reckoned with, where several fight"))


async def choose_units(g: Battle, combats: Sequence[Combat]) -> None:
    """Settle the chosen units of every combat. A side with one unit is not asked.

    Equals are: the chosen one takes the odd hit (10.13), and one that gives Superiority advances before others (9.23).
    """
    for c in combats:
        c.chosen_defender = clash.best_defender(g, c.attacking, c.defending)
    await _ask(g, combats, lambda c: _defenders(g, c), Text("Which of your units does the Shock strike first?"))
    for c in combats:
        assert c.chosen_defender is not None
        c.chosen_attacker = clash.best_attacker(g, c.attacking, c.defending, c.chosen_defender)
    await _ask(g, combats, lambda c: _attackers(g, c), Text("Which of your units leads the Shock?"))


Reckonings = dict[str, clash.Reckoning]
"""What a combat would be like, by the unit chosen for it; the best choice first."""


def _defenders(g: Battle, c: Combat) -> Reckonings:
    a, d = c.attacking, c.defending
    first = [c.chosen_defender, *(u for u in clash.exposed(g, d) if u is not c.chosen_defender)]
    return {u.id: clash.reckon(g, a, d, clash.best_attacker(g, a, d, u), u) for u in first if u is not None}


def _attackers(g: Battle, c: Combat) -> Reckonings:
    a, d = c.attacking, c.defending
    assert c.chosen_defender is not None
    leading = clash.leading(g, a, c.chosen_defender)
    first = [c.chosen_attacker, *(u for u in leading if u is not c.chosen_attacker)]
    return {u.id: clash.reckon(g, a, d, u, c.chosen_defender) for u in first if u is not None}


async def _ask(g: Battle, combats: Sequence[Combat], options: Callable[[Combat], Reckonings], prompt: Text) -> None:
    """One question to one side about all combats at once; each item is named after the best unit of its combat."""
    open_to: dict[str, tuple[Combat, Reckonings]] = {}
    for c in combats:
        found = options(c)
        if len(found) > 1:
            open_to[next(iter(found))] = (c, found)
    if not open_to:
        return
    units = g.state.units
    decision = ChooseEach(
        kind=POLICY.kind,
        side=units[next(iter(open_to))].side,
        rule=g.case(Case.CLASH),
        prompt=prompt,
        focus=tuple(u.at for c, _ in open_to.values() for u in c.units if c.stands(u)),
        items=[_item(g, best, c, found) for best, (c, found) in open_to.items()],
        why=reasons.one_of(
            g,
            [units[u] for _, found in open_to.values() for u in found],
            g.case(Case.CLASH),
            units[next(iter(open_to))].side,
            Text("can be chosen in these Shocks"),
        ),
    )
    answer = await g.ask(decision)
    for best, key in decision.picked(answer):
        _settle(open_to[best][0], units[key])


def _settle(c: Combat, unit: Unit) -> None:
    if unit in c.attackers:
        c.chosen_attacker = unit
    else:
        c.chosen_defender = unit


def _item(g: Battle, best: str, c: Combat, found: Reckonings) -> Item:
    enemies = c.attacking if g.state.units[best] in c.defenders else c.defending
    return Item(
        key=best,
        label=Text("Against {enemies}", enemies=together(u.id for u in enemies)),
        choices=tuple(
            Choice(u, Text("{unit}: {odds}", unit=u, odds=r.words()), unit=u, hex=g.state.units[u].hex)
            for u, r in found.items()
        ),
        default_key=best,
        policy=Policy(POLICY.kind, best, next(u for u in found if u != best), free=True),
        why=reasons.one_of(
            g,
            [g.state.units[u] for u in found],
            g.case(Case.CLASH),
            g.state.units[best].side,
            Text("fight in this Shock"),
        ),
    )
