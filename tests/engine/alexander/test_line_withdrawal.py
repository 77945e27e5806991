"""6.77 A cavalry Line withdraws as one; 6.7 withdrawals that go with it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.gboh.command import line_composition
from engine.systems.gboh.movement import withdrawal
from tests.engine.alexander import kit


def screen(*horse: dict[str, Any], at: int = 1510, lines: Any = (("LC",),), **values: Any) -> kit.Rig:
    """PH1 has come to 1010; horsemen before it, with a leader at ``at``."""
    return kit.battle(
        [kit.unit("PH1", 1010)],
        list(horse),
        a_leaders=[kit.leader("A", 1010)],
        b_leaders=[kit.leader("Mazaeus", at, "SC", command_range=7, **values)],
        sides={"b": {"lines": [list(x) for x in lines]}},
    ).orders("a", "A")


HORSE = (kit.unit("LC1", 1210, "W"), kit.unit("LC2", 1512, "W"), kit.unit("LC3", 1710, "W"))


def company(r: kit.Rig, unit: str = "LC1") -> list[str]:
    mover = r.unit("PH1")
    return [u.id for u in withdrawal.line_of(r.g, r.unit(unit), mover, mover.at)]


@pytest.mark.rule("alexander 6.77")
def test_the_line_is_those_within_half_the_leaders_range_however_far_the_enemy() -> None:
    assert company(screen(*HORSE, kit.unit("LC4", 2010, "W"))) == ["LC1", "LC2", "LC3"]


@pytest.mark.rule("alexander 6.77")
def test_one_of_them_must_be_within_two_hexes_of_the_leader() -> None:
    assert company(screen(*HORSE, at=1413)) == ["LC1", "LC2", "LC3"]
    assert company(screen(HORSE[0], kit.unit("LC2", 1310, "W"), at=1610)) == []


@pytest.mark.rule("alexander 6.77")
def test_who_cant_withdraw_stays_and_the_others_go_all_of_them() -> None:
    r = screen(HORSE[0], HORSE[1], kit.unit("LC3", 1710, "W", ma=4))
    assert company(r) == ["LC1", "LC2"]
    r.run(
        lambda g: withdrawal.orderly_withdrawal(g, r.unit("PH1"), starting=False),
        answers=[{"LC1": "line"}, lambda d: d.default],
        dice=[0, 0],
    )
    assert r.unit("LC1").at != 1210 and r.unit("LC2").at != 1512 and r.unit("LC3").at == 1710


@pytest.mark.rule("alexander 6.77")
def test_once_one_has_gone_by_itself_the_line_may_not() -> None:
    r = screen(*HORSE)
    r.g.orders.withdrew.append("LC2")
    assert company(r) == []


@pytest.mark.rule("alexander 6.77")
def test_units_that_are_in_no_line_of_the_battle_use_it_with_their_like() -> None:
    r = screen(HORSE[0], HORSE[1], kit.unit("HC4", 1410, "W"), lines=(("PH",),), line_commands=0)
    assert company(r) == ["LC1", "LC2"]


@pytest.mark.rule("alexander 6.77", "alexander 4.33")
def test_lancers_ride_off_with_lancers_alone() -> None:
    r = screen(HORSE[0], HORSE[1], kit.unit("LN4", 1410, "W"), lines=(("LC", "LN"),))
    assert [u.id for u in line_composition.cavalry_line(r.g, r.unit("LC1"))] == ["LC1", "LC2"]
    assert [u.id for u in line_composition.cavalry_line(r.g, r.unit("LN4"))] == ["LN4"]
