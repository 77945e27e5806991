"""9.15, 9.16, 9.17 What cavalry makes of elephants, and those whom they attack."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.decisions import ChooseEach, Command
from engine.kernel.statement import Word
from engine.kernel.wanted import Wanted
from engine.systems.gboh.movement import movement, reach
from engine.systems.gboh.orders import ideas, moves_foretold
from engine.systems.gboh.orders.orders import Move
from engine.systems.gboh.shock import charge, clash, contact, designation, odds
from engine.systems.gboh.shock.combat import Combat
from engine.systems.gboh.shock.plan import Attack
from tests.engine.alexander import kit
from tests.engine.alexander.kit import unit

FAR = unit("HI9", 3535, "W")


def elephant_at(*horse: dict[str, Any], **values: Any) -> kit.Rig:
    """Cavalry of side a about an elephant at 1010 that faces west: its Front 0909 and 0910."""
    return kit.battle(list(horse), [unit("EL1", 1010, "W", **values)]).orders("a")


def move(r: kit.Rig, name: str, *path: Any, **values: Any) -> None:
    order = Move(unit=name, path=path)
    movement.check_move(r.g, r.unit(name), order)
    r.run(movement.move, r.unit(name), order, **values)


# -- 9.15 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("alexander 9.15")
def test_cavalry_stays_out_of_an_elephants_front() -> None:
    r = elephant_at(unit("LC1", 710), unit("HI1", 811, "NE"))
    with kit.refused("9.15"):
        movement.check_move(r.g, r.unit("LC1"), Move(unit="LC1", path=(810, 910)))
    ends = {h for h, _ in reach.search(r.g, r.unit("LC1"))}
    assert not ends & {909, 910}, "nor do menus lead there"
    movement.check_move(r.g, r.unit("HI1"), Move(unit="HI1", path=(910,)))


@pytest.mark.rule("alexander 9.15")
def test_a_routed_elephant_keeps_nobody_off() -> None:
    r = elephant_at(unit("LC1", 710), routed=True)
    movement.check_move(r.g, r.unit("LC1"), Move(unit="LC1", path=(810, 910)))


@pytest.mark.rule("alexander 9.15")
@pytest.mark.parametrize(("start", "path", "hits"), [(908, (1009,), 2), (1111, (1011,), 2), (808, (908,), 0)])
def test_its_flank_and_rear_cost_two_hits_a_hex(start: int, path: tuple[int, ...], hits: int) -> None:
    facing = {908: "SE", 1111: "NW", 808: "SE"}[start]
    r = elephant_at(unit("LC1", start, facing))
    end = reach.price(r.g, r.unit("LC1"), path)
    assert end.hits == hits and (("beside elephants" in end.causes) is bool(hits))
    move(r, "LC1", *path, defaults=["must-check", "orderly-withdrawal", "reaction-facing"])
    assert r.unit("LC1").hits == hits


@pytest.mark.rule("alexander 9.15")
def test_it_costs_foot_nothing() -> None:
    r = elephant_at(unit("LI1", 908, "SE"))
    assert reach.price(r.g, r.unit("LI1"), (1009,)).hits == 0


@pytest.mark.rule("alexander 9.15")
def test_two_hits_may_break_it() -> None:
    r = elephant_at(unit("LC1", 908, "SE", hits=4))
    move(r, "LC1", 1009, defaults=["orderly-withdrawal", "rout-path"])
    assert r.unit("LC1").routed


@pytest.mark.rule("alexander 9.15")
def test_cavalry_never_attacks_from_the_front() -> None:
    r = elephant_at(unit("HC1", 910, "E", moved=False))
    r.orders("a", moved=["HC1"])
    assert not designation.able(r.g, r.unit("HC1")) and r.g.opponents(r.unit("HC1")) == []
    assert r.g.confronted(r.unit("HC1")) == [r.unit("EL1")]
    with kit.refused("9.15"):
        designation._why_not(r.g, "HC1")


@pytest.mark.rule("alexander 9.15")
def test_cavalry_attacks_whom_it_may_beside_an_elephant() -> None:
    r = kit.battle([unit("HC1", 910)], [unit("EL1", 1010, "W"), unit("LI9", 1011, "W")]).orders("a")
    assert r.g.opponents(r.unit("HC1")) == [r.unit("LI9")]


@pytest.mark.rule("alexander 9.15", "alexander 8.36")
@pytest.mark.parametrize(("kind", "found"), [("HC1", "-"), ("HI1", "AS")])
def test_it_is_never_superior_by_position(kind: str, found: str) -> None:
    r = elephant_at(unit(kind, 1110, "W"))
    assert designation.able(r.g, r.unit(kind))
    assert clash.superiority(r.g, r.unit(kind), r.unit("EL1"))[0] == found


# -- 9.16 ------------------------------------------------------------------------------------------------------------


def coming_up(*horse: dict[str, Any]) -> kit.Rig:
    """An elephant at 1010 that faces east and goes to 1110, whose neighbours are 1109, 1210, 1211, 1111, 1011, 1010."""
    return kit.battle([unit("EL1", 1010)], list(horse)).orders("a")


@pytest.mark.rule("alexander 9.16")
@pytest.mark.parametrize(("die", "hits"), [(0, 1), (6, 1), (8, 2), (9, 3)])
def test_cavalry_held_by_the_elephant_checks(die: int, hits: int) -> None:
    r = coming_up(unit("LC9", 1210, "E"))
    move(r, "EL1", 1110, dice=[die], defaults=["orderly-withdrawal", "reaction-facing"])
    assert r.unit("LC9").hits == hits, "a hit at least, whatever it rolls; TQ 6"


@pytest.mark.rule("alexander 9.16", "alexander 6.71")
def test_cavalry_that_can_must_withdraw() -> None:
    r = coming_up(unit("LC9", 1111, "NE"))  # in its flank: not in its ZOC, and faster

    def leaves(d: Any) -> Any:
        assert isinstance(d, ChooseEach)
        item = d.items[0]
        assert item.why is not None and "stay" not in {c.key for c in item.choices}
        no = item.why(Wanted((Word("stay"),)))
        assert no is not None and no.rule == "9.16"
        return {"LC9": item.choices[0].key}

    move(r, "EL1", 1110, answers=[lambda d: {"LC9": "stay"}, leaves], dice=[0])
    assert r.unit("LC9").hex != 1111 and r.unit("LC9").hits == 0


@pytest.mark.rule("alexander 9.16")
def test_routed_cavalry_is_lost() -> None:
    r = coming_up(unit("LC9", 1210, "E", routed=True))
    move(r, "EL1", 1110)
    assert r.unit("LC9").eliminated and r.unit("EL1").hits == 0


@pytest.mark.rule("alexander 9.16")
def test_foot_doesnt_check_nor_who_had_it_beside_before() -> None:
    r = coming_up(unit("LI9", 1210, "E"), unit("LC9", 1011, "SW", ma=7))
    move(r, "EL1", 1110, defaults=["orderly-withdrawal", "reaction-facing"])
    assert r.unit("LI9").hits == r.unit("LC9").hits == 0


@pytest.mark.rule("alexander 9.16")
def test_the_menu_says_what_it_sets_off() -> None:
    r = coming_up(unit("LC9", 1210, "E"))
    node = reach.price(r.g, r.unit("EL1"), (1110,))
    assert "LC9 must withdraw or check TQ" in str(moves_foretold.consequences(r.g, r.unit("EL1"), node))


# -- 9.17, 9.22, 8.36 ------------------------------------------------------------------------------------------------


def combat(attackers: list[dict[str, Any]], defenders: list[dict[str, Any]], **orders: Any) -> tuple[kit.Rig, Combat]:
    r = kit.battle(attackers, defenders).orders("a", **orders)
    names = [u["code"] for u in attackers], [u["code"] for u in defenders]
    for name in names[0]:
        r.g.orders.markers[name] = "must"
    return r, Combat.of(r.g, Attack(attackers=tuple(names[0]), defenders=tuple(names[1])))


@pytest.mark.rule("alexander 9.17", "alexander 8.33")
@pytest.mark.parametrize(("attacker", "hits"), [("EL1", 2), ("MI1", 1)])
def test_whom_elephants_attack_adds_one(attacker: str, hits: int) -> None:
    r, c = combat([unit(attacker, 1010)], [unit("HI9", 1110, "W")])
    r.run(charge.charge, [c], dice=[0, 8])
    assert r.unit("HI9").hits == hits, "TQ 7, a roll of 8"
    assert r.unit(attacker).hits == 0


@pytest.mark.rule("alexander 9.22", "alexander 8.33")
def test_whom_chariots_attack_adds_one() -> None:
    r, c = combat([unit("CH1", 1010)], [unit("HC9", 1110, "W")])
    r.run(charge.charge, [c], dice=[0, 7])
    assert r.unit("HC9").hits == 1


@pytest.mark.rule("alexander 9.17")
def test_the_odds_know_it() -> None:
    r, _ = combat([unit("EL1", 1010)], [unit("HI9", 1110, "W", hits=6)])
    el, hi = r.unit("EL1"), r.unit("HI9")
    assert odds.breaking_before(r.g, hi, [el], [hi]) == pytest.approx(0.3)
    assert odds.breaking_before(r.g, el, [el], [hi]) == 0.0
    assert [m.value for m in contact.modifiers(r.g, hi, [el], [hi])] == [1]
    assert [str(m.reason) for m in contact.modifiers(r.g, hi, [el], [hi])] == ["elephants"]


@pytest.mark.rule("alexander 8.36")
@pytest.mark.parametrize(
    ("attacker", "defender", "shift"),
    [("EL1", "LI9", []), ("HI1", "EL9", []), ("EL1", "EL9", [4]), ("CH1", "LI9", []), ("CH1", "CH9", [4])],
)
def test_elephants_and_chariots_are_sized_among_their_own(attacker: str, defender: str, shift: list[int]) -> None:
    r, _ = combat([unit(attacker, 1010, size=5)], [unit(defender, 1110, "W", size=1)])
    found = clash.size_modifiers(r.g, [r.unit(attacker)], [r.unit(defender)])
    assert [m.value for m in found] == shift


@pytest.mark.rule("alexander 9.42", "alexander table:shock_column_shifts")
@pytest.mark.parametrize(
    ("ours", "theirs", "shifts"),
    [("HC1/Cat", "HC9", [2]), ("HC1", "HC9/Cat", [-2]), ("HC1/Cat", "HC9/Cat", [2, -2]), ("HC1", "HC9", [])],
)
def test_cataphracts_shift_the_column(ours: str, theirs: str, shifts: list[int]) -> None:
    def horse(text: str, at: int, facing: str) -> dict[str, Any]:
        code, _, cls = text.partition("/")
        return unit(code, at, facing, size=4, **({"cls": cls} if cls else {}))

    r, _ = combat([horse(ours, 1010, "E")], [horse(theirs, 1110, "W")])
    found = clash.foresee(r.g, [r.unit("HC1")], [r.unit("HC9")])
    assert [s.value for s in found.shifts] == shifts


@pytest.mark.rule("alexander 9.15")
def test_what_an_elephant_may_do_is_offered_though_horse_is_near() -> None:
    enemies = [unit("HC9", 1310, "W"), unit("LC9", 1212, "W"), unit("HI9", 1509, "W")]
    r = kit.battle([unit("EL1", 1010)], enemies, a_leaders=[kit.leader("Oc", 909)]).orders("a", "Oc")
    asked = r.play()
    assert isinstance(asked, Command)
    found = ideas.ideas(r.g, asked, "EL1")
    assert "strike" in {i.kind for i in found}
    assert "fall back" not in {i.kind for i in found[:1]}, "no horse comes at its front"


@pytest.mark.rule("alexander 9.15")
def test_horse_leads_no_shock_against_the_elephant_beside_whom_it_attacks() -> None:
    own = [unit("HC9", 910, size=9), unit("HI9", 909)]
    enemies = [unit("EL1", 1010, "W"), unit("HI1", 1011, "W", tq=9)]
    r = kit.battle(own, enemies).orders("a")
    horse, foot = r.unit("HC9"), r.unit("HI9")
    assert r.g.shuns(horse, r.unit("EL1")) and not r.g.shuns(foot, r.unit("EL1"))
    assert clash.leading(r.g, [horse, foot], r.unit("EL1")) == [foot]
    assert clash.best_attacker(r.g, [horse, foot], [r.unit("EL1"), r.unit("HI1")], r.unit("EL1")) is foot
