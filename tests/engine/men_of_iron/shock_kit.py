"""Shock parts for tests: designations, dice and answers from the first question to the end of the phase."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.kernel.hexes import Facing, Hex
from engine.systems.men_of_iron import shock, shock_phase
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.orders import AttackPlan, Shock
from tests.engine.men_of_iron import kit
from tests.engine.men_of_iron.kit import Rig, leader, standard

BESIDE_THE_POINT = ("attack-order",)


def field(a: Sequence[dict[str, Any]], b: Sequence[dict[str, Any]], **more: Any) -> Rig:
    """A battle whose leaders and Standards stand far behind, with the Shock part of "A" about to begin."""
    act = more.pop("act", {})
    values = {
        "a_leaders": [leader("LA", 110, command_range=40)],
        "b_leaders": [leader("LB", 2810, command_range=40)],
        "a_standards": [standard("SA", 111, "A")],
        "b_standards": [standard("SB", 2811, "B")],
        **more,
    }
    return kit.battle(a, b, **values).activate("A", phase="shock", **act)


def plan(unit: str, *targets: str, way: Sequence[Hex | str] | None = None) -> AttackPlan:
    """One unit's part; facings of a way are given by name."""
    path = None if way is None else tuple(Facing[x] if isinstance(x, str) else x for x in way)
    return AttackPlan(unit=unit, targets=targets, charge=path)


async def part(g: Battle) -> None:
    """The whole Shock part."""
    await shock_phase.designate(g)
    while g.state.phase == "resolve":
        await shock.resolve(g)


def fight(
    rig: Rig,
    *plans: AttackPlan,
    dice: Sequence[int] = (),
    answers: Sequence[Any] = (),
    defaults: Sequence[str] = (),
) -> Rig:
    """Designate the plans and fight them all."""
    rig.run(
        part,
        dice=dice,
        answers=[Shock(attacks=plans), *answers],
        defaults=(*BESIDE_THE_POINT, *defaults),
    )
    assert rig.state.phase == "end"
    return rig


def drm(rig: Rig, n: int = -1) -> dict[str, int]:
    """Modifiers of a Shock roll by case, the last one's by default."""
    rolls = [r for r in rig.rolls if r.purpose == "shock"]
    return {m.rule: m.value for m in rolls[n].modifiers}
