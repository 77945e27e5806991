"""A leader alone is a target like others wherever fire is offered, in the games that let him be one."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.text import Refusal
from engine.systems.gboh.cases import Case
from engine.systems.gboh.command import line_command
from engine.systems.gboh.missiles import fire, targets
from engine.systems.gboh.orders import menus, orders
from tests.each import for_each
from tests.engine.gboh.kit import ALEXANDER, CATAPHRACT, shared
from tests.engine.gboh.positions import Kit, leader, unit
from tests.engine.gboh.rig import Rig, refused

MARKS = ("cataphract 8.19", "alexander 8.19", "spqr 8.19")


def before(kit: Kit, *enemies: dict[str, Any], **archers: Any) -> Rig:
    """An archer in 1010 that is held in its hex, by HC9 behind it; Bert stands alone before it."""
    mine = [unit("LI1", 1010, "E", missile="bow", ma=4, **archers)]
    held = unit("HC9", 909, "SE", ma=9)
    leaders = {"a_leaders": [leader("Narses", 1011)], "b_leaders": [leader("Bert", 1210)]}
    return kit.battle(mine, [held, *enemies], **leaders).orders("a", "Narses")


@shared(Case.FIRE_AT_LEADERS)
@pytest.mark.rule(*MARKS)
def test_whose_only_target_is_a_leader_alone_is_listed(kit: Kit) -> None:
    may = kit.rules.fire.lone_leaders
    assert may is (kit is not ALEXANDER)
    r = before(kit)
    archer = r.unit("LI1")
    assert fire.has_target(r.g, archer) is may
    if may:
        listed = [c.unit for c in menus.orders_menu(r.g, r.leader("Narses")) if c.menu is not None]
        assert "LI1" in listed
        keys = [c.key for c in menus.unit_choice(r.g, r.leader("Narses"), archer).menu().choices]  # type: ignore[misc]
        assert "fire-Bert" in keys


@shared(Case.FIRE_AT_LEADERS, Case.LINE_ACTIONS)
@pytest.mark.rule(*MARKS, "cataphract 5.23", "alexander 5.22", "spqr 5.23")
def test_a_line_that_has_moved_is_asked_whether_it_fires_at_him(kit: Kit) -> None:
    mine = [unit("LI1", 1010, "E", missile="bow")]
    leaders = {"a_leaders": [leader("Narses", 1011)], "b_leaders": [leader("Bert", 1310)]}
    r = kit.battle(mine, [unit("HI9", 3030, "W")], **leaders).orders("a", "Narses")
    r.order(orders.Line(units=("LI1",)))
    r.run(line_command.act, r.leader("Narses"), orders.Move(unit="LI1", path=(1110,)))
    assert bool(line_command.shooters(r.g, ["LI1"])) is kit.rules.fire.lone_leaders
    if kit.rules.fire.lone_leaders:
        r.run(line_command.fire_after_moving, ["LI1"], "?", answers=[{"LI1": "Bert"}], dice=[5])
        assert [(s, t) for s, t, _ in r.fired()] == [("LI1", "Bert")]


@shared(Case.FIRE_TARGET)
@pytest.mark.rule("cataphract 8.13", "alexander 8.13", "spqr 8.13")
@for_each(("name", "units_only"), [("Nobody", False), ("LI1", False), ("Narses", False), ("Bert", True)])
def test_whom_nobody_can_fire_at_is_refused_by_name(kit: Kit, name: str, units_only: bool) -> None:
    r = before(kit)
    with refused(kit.case(Case.FIRE_TARGET)):
        (targets.enemy if units_only else targets.target)(r.g, "a", name)


@shared(Case.ORDERED_FIRE)
@pytest.mark.rule("cataphract 8.11", "alexander 8.11", "spqr 8.11")
def test_a_lines_shot_that_is_lost_is_told(kit: Kit) -> None:
    """Both are to fire at LI9, who has routed and is lost to the first hit."""
    mine = [unit("LI1", 1010, "E", missile="bow"), unit("LI2", 1011, "E", missile="bow")]
    foe = unit("LI9", 1210, "W", routed=True)
    r = kit.battle(mine, [foe], a_leaders=[leader("Narses", 910)]).orders("a", "Narses")
    answers = [{"LI1": "LI9", "LI2": "LI9"}]
    r.run(line_command.fire_after_moving, ["LI1", "LI2"], "?", answers=answers, dice=[0], defaults=["rout-path"])
    assert [s for s, _, _ in r.fired()] == ["LI1"]
    assert any(x.startswith("LI2 holds its fire: ") for x in r.told())


@pytest.mark.rule("cataphract 8.19")
def test_a_refusal_names_the_leaders_it_could_fire_at() -> None:
    r = before(CATAPHRACT, unit("HI8", 2010, "W"))
    with pytest.raises(Refusal, match="It can fire at: Bert"):
        fire.check_fire(r.g, r.unit("LI1"), r.unit("HI8"))
