"""6, 7, 9.22 where rules of movement, withdrawal and facing meet."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.hexes import Facing
from engine.systems.gboh.command import line_composition
from engine.systems.gboh.movement import facing, reach
from engine.systems.gboh.orders.orders import Move
from tests.engine.spqr import kit
from tests.engine.spqr.kit import leader, unit
from tests.engine.spqr.legions import roman
from tests.engine.spqr.meeting import REACTIONS, field, hits


@pytest.mark.rule("spqr 6.13", "spqr 6.54")
def test_who_has_withdrawn_has_not_moved() -> None:
    r = field([roman("VE1", 1010)], [unit("PH1", 1310, "W")], "b")
    r.order(kit.read(r, "PH1 forward 1"), answers=[lambda d: d.items[0].choices[0].key], defaults=REACTIONS[:2])
    assert r.unit("VE1").at != 1010 and not r.unit("VE1").moved
    r.unit("PH1").hex = 3030
    r.orders("a", "Scipio")
    r.order(Move(unit="VE1", path=(r.unit("VE1").at + 100,)))
    assert hits(r, "VE1") == [0]


@pytest.mark.rule("spqr 6.52")
@pytest.mark.parametrize(("die", "n"), [(6, 1), (7, 2), (9, 2)])
def test_hastati_approached_from_the_flank_who_fail_their_check(die: int, n: int) -> None:
    r = field([roman("HA1", 1010, "NE", missile=None)], [unit("HI1", 1310, "W", ma=3)], "b")
    assert facing.approach(r.unit("HA1"), 1211) == "flank"
    goes = [lambda d: d.items[0].choices[0].key]
    r.order(Move(unit="HI1", path=(1211,)), answers=goes, dice=[die], defaults=REACTIONS[:2])
    assert hits(r, "HA1") == [n], "one before it goes, one at most for the check"


@pytest.mark.rule("spqr 6.55")
def test_broken_ground_is_no_bar_to_a_withdrawal() -> None:
    shut = dict.fromkeys((909, 1009, 1011, 911, 1109, 1111), "woods")
    r = field([roman("VE1", 1010)], [unit("HI1", 1310, "W", ma=4)], "b", terrain={**shut, 910: "broken"})
    seen: list[str] = []

    def stay(d: Any) -> str:
        seen.extend(c.key[:4] for c in d.items[0].choices)
        return "stay"

    r.order(Move(unit="HI1", path=(1210,)), answers=[stay], defaults=REACTIONS[:2])
    assert "0910" in seen and not {"0909", "1009", "1011", "0911"} & set(seen)


@pytest.mark.rule("spqr 6.57")
def test_a_cavalry_line_withdraws_as_one_though_one_of_it_did_by_itself_before() -> None:
    horse = [unit("HC1", 1009), unit("HC2", 1010)]
    r = field(horse, [unit("MI9", 1308, "W"), unit("MI8", 1310, "W")], "b", a_leaders=[leader("Laelius", 909)])
    offered: list[set[str]] = []

    def one(d: Any) -> dict[str, str]:
        offered.append({c.key for i in d.items for c in i.choices})
        return {i.key: "0908@E" if i.key == "HC1" else "stay" for i in d.items}

    def both(d: Any) -> dict[str, str]:
        offered.append({c.key for i in d.items for c in i.choices})
        return {i.key: "stay" for i in d.items}

    r.order(Move(unit="MI9", path=(1209,)), answers=[one], defaults=[*REACTIONS[:2], "leader-along"])
    assert "HC1" in r.g.orders.withdrew
    r.unit("HC1").hex = 1009
    r.g.version += 1
    r.order(Move(unit="MI8", path=(1210,)), answers=[both], defaults=[*REACTIONS[:2], "leader-along"])
    assert "line" in offered[0] and "line" in offered[1]


@pytest.mark.rule("spqr 7.16")
def test_who_was_held_as_the_phase_began_doesnt_turn_though_its_enemy_has_gone() -> None:
    light = {"ma": 9, "missile": None}
    r = field([unit("MI1", 1010)], [unit("LC8", 1110, "W", **light), unit("LC9", 708, "E", **light)], "b")
    r.unit("LC8").hex, r.unit("LC9").hex = 3030, 909
    r.g.version += 1
    assert list(r.g.enemy_zoc(1010, "a")) == [r.unit("LC9")]
    assert not facing.can_turn(r.g, r.unit("MI1"), r.unit("LC9"), 909)
    assert "as this Orders Phase began" in str(facing._no_turn(r.g, r.unit("MI1"), r.unit("LC9"), 909))
    fresh = field([unit("MI1", 1010)], [unit("LC9", 708, "E", **light)], "b")
    fresh.unit("LC9").hex = 909
    fresh.g.version += 1
    assert facing.can_turn(fresh.g, fresh.unit("MI1"), fresh.unit("LC9"), 909)


@pytest.mark.rule("spqr 7.12", "spqr 7.14")
def test_a_legionary_turns_about_in_woods_for_one_point_and_three_hits() -> None:
    r = field([roman("HA1", 1010, "E")], terrain={1010: "woods"})
    found = reach.price(r.g, r.unit("HA1"), (Facing.W,))
    assert (found.mp, found.hits) == (1, 3)


@pytest.mark.rule("spqr 9.22", "spqr 4.24")
def test_velites_in_the_gap_leave_the_line_whole_without_being_in_it() -> None:
    r = field(
        [roman("HA1", 1010), roman("VE1", 1011), roman("HA2", 1012)], a_leaders=[leader("Scipio", 909, command_range=1)]
    )
    assert ["HA1", "HA2"] in [[u.id for u in x] for x in line_composition.lines(r.g, r.leader("Scipio"))]
