"""9.13, 9.23, 9.24 Elephants and chariots pass through whom they attack; ranks are opened to chariots."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.gboh.events import LeaderMoved, ShockFought, UnitMoved
from engine.systems.gboh.shock import segment
from engine.systems.gboh.shock.plan import Attack
from tests.engine.alexander import kit
from tests.engine.alexander.kit import leader, unit

QUIET = ["reaction-facing", "rout-path", "advance-turn", "entry-fire", "leader-along", "orderly-withdrawal"]
CHECKS = [0, 0]
"""Both hold before contact."""
LITTLE = 0
"""The lowest roll: few hits for the defender."""


def fight(
    *theirs: dict[str, Any],
    ours: Any = (),
    attacker: str = "EL1",
    dice: list[int],
    answers: Any = (),
    marker: str = "must",
    defenders: tuple[str, ...] = ("HI9",),
    values: dict[str, Any] | None = None,
    tq: int = 9,
    **field: Any,
) -> kit.Rig:
    """An attacker at 3022 that faces west attacks HI9 at 2921, which faces it; beyond lie 2821 and 2822."""
    ours = [unit(attacker, 3022, "W", tq=tq, **(values or {})), *ours]
    target = [] if any(u["code"] in ("HI9", "PH9") for u in theirs) else [unit("HI9", 2921, "E", tq=9)]
    sides = {"a": {"first_of_equals": True}} if attacker.startswith("CH") else {}
    r = kit.battle(ours, [*target, *theirs], sides=sides, **field).orders("a", moved=[attacker])
    r.g.orders.markers[attacker] = marker  # type: ignore[assignment]
    attack = Attack(attackers=(attacker,), defenders=defenders)
    r.run(segment.fight, [attack], dice=dice, answers=answers, defaults=QUIET)
    return r


def placed(r: kit.Rig) -> list[int]:
    return [e.to for e in r.happened(UnitMoved) if e.how == "pass"]


# -- 9.13 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("alexander 9.13")
@pytest.mark.parametrize("to", ["2821", "2822"])
def test_it_comes_out_on_the_far_side(to: str) -> None:
    r = fight(dice=[*CHECKS, LITTLE], answers=[to])
    assert r.unit("EL1").hex == int(to) and r.unit("EL1").facing.name == "W"
    assert r.unit("HI9").hex == 2921


@pytest.mark.rule("alexander 9.23")
def test_chariots_do_too() -> None:
    r = fight(
        unit("HI9", 2921, "E", tq=8), attacker="CH1", dice=[9, *CHECKS, LITTLE], answers=["2822"], values={"size": 2}
    )
    assert r.unit("CH1").hex == 2822


@pytest.mark.rule("alexander 9.13")
def test_it_isnt_asked_where_one_hex_is_empty() -> None:
    r = fight(unit("MI9", 2821, "E", tq=9), dice=[*CHECKS, LITTLE])
    assert r.unit("EL1").hex == 2822 and len(r.happened(ShockFought)) == 1


@pytest.mark.rule("alexander 9.13")
def test_enemies_in_both_are_attacked_until_a_hex_is_empty() -> None:
    """The second line checks at +1 (9.17), the elephant not at all."""
    second = [unit("MI8", 2821, "E", tq=9), unit("MI9", 2822, "E", tq=9)]
    r = fight(*second, dice=[*CHECKS, LITTLE, 9, LITTLE], answers=["2822", "2722"])
    assert [e.defenders for e in r.happened(ShockFought)] == [["HI9"], ["MI9"]]
    assert r.unit("MI9").hits >= 1 and "front: column" in r.happened(ShockFought)[1].story
    assert r.unit("EL1").hex == 2722, "beyond 2822: 2721, 2722"


@pytest.mark.rule("alexander 9.13", "alexander 8.51")
def test_it_takes_the_ground_of_who_breaks_in_the_second_line() -> None:
    second = [unit("MI8", 2821, "E", tq=9), unit("MI9", 2822, "E", tq=5, hits=4)]
    r = fight(*second, dice=[*CHECKS, LITTLE, 5, 0], answers=["2822"])
    assert r.unit("EL1").hex == 2822 and r.unit("MI9").routed


@pytest.mark.rule("alexander 9.13", "alexander 8.51")
def test_it_advances_where_the_defender_has_gone() -> None:
    r = fight(unit("HI9", 2921, "E", tq=5, hits=4), dice=[0, 9])
    assert r.unit("EL1").hex == 2921 and placed(r) == []


@pytest.mark.rule("alexander 9.13", "alexander 9.14")
def test_one_that_breaks_rampages_instead() -> None:
    r = fight(dice=[*CHECKS, LITTLE, 8], values={"hits": 8})
    assert r.unit("EL1").eliminated and placed(r) == []


@pytest.mark.rule("alexander 9.13", "alexander 6.94")
def test_friends_are_passed_where_nothing_is_empty() -> None:
    friends = [unit("MI2", 2822, "W", tq=9)]
    r = fight(unit("MI8", 2821, "E", tq=9), ours=friends, dice=[*CHECKS, LITTLE])
    assert r.unit("EL1").hex == 2722 and r.unit("MI2").hits == 1
    assert len(r.happened(ShockFought)) == 1


@pytest.mark.rule("alexander 9.13")
def test_at_the_edge_of_the_map_it_stays() -> None:
    el, hi = unit("EL1", 202, "W", tq=9), unit("HI9", 101, "E", tq=9)
    r = kit.battle([el], [hi]).orders("a", moved=["EL1"])
    r.g.orders.markers["EL1"] = "must"
    r.run(segment.fight, [Attack(attackers=("EL1",), defenders=("HI9",))], dice=[*CHECKS, LITTLE], defaults=QUIET)
    assert r.unit("EL1").hex == 202 and any("no way beyond" in t for t in r.told())


@pytest.mark.rule("alexander 9.13")
def test_of_both_halves_of_a_phalanx_its_owner_chooses() -> None:
    pair = unit("PH9", 2921, "E", tq=9)
    r = fight(pair, dice=[*CHECKS, 9], defenders=("PH9",), answers=["2922", "2823"])
    assert r.unit("EL1").hex == 2823


@pytest.mark.rule("alexander 9.13")
def test_the_other_half_of_whom_it_passes_is_no_second_line() -> None:
    """PH9 stands in 2921 and 2822, so that only 2821 lies beyond it."""
    second = unit("MI8", 2821, "E", tq=5, hits=4)
    r = fight(unit("PH9", 2921, "SE", tq=9), second, dice=[*CHECKS, LITTLE, 5, 0, 0, 0], defenders=("PH9",))
    assert [e.defenders for e in r.happened(ShockFought)] == [["PH9"]], "nor is it asked where to strike"


@pytest.mark.rule("alexander 9.13")
def test_it_goes_on_past_the_other_half_where_nothing_else_lies_ahead() -> None:
    """From the edge of the map it comes by PH9's first hex, 0201, upon its second, 0101, and nothing is beyond that."""
    r = fight_at_the_edge()
    assert r.unit("EL1").hex == 301 and any("no way beyond 0101" in t for t in r.told())


def fight_at_the_edge() -> kit.Rig:
    el, pair = unit("EL1", 301, "W", tq=9), unit("PH9", 201, "SE", tq=9)
    r = kit.battle([el], [pair]).orders("a", moved=["EL1"])
    r.g.orders.markers["EL1"] = "must"
    attack = Attack(attackers=("EL1",), defenders=("PH9",))
    r.run(segment.fight, [attack], dice=[*CHECKS, 9], defaults=QUIET)
    return r


@pytest.mark.rule("alexander 9.13")
def test_leaders_ride_along() -> None:
    r = fight(dice=[0, 0, 9, LITTLE], answers=["2821"], a_leaders=[leader("A", 3022)])
    assert r.leader("A").hex == 2821 and r.happened(LeaderMoved)


@pytest.mark.rule("alexander 9.13", "alexander 8.21")
def test_whoever_it_comes_upon_may_fire() -> None:
    archers = unit("SK9", 2721, "SE", missile="A")
    el = unit("EL1", 3022, "W", tq=9)
    r = kit.battle([el], [unit("HI9", 2921, "E", tq=9), archers]).orders("a", moved=["EL1"])
    r.g.orders.markers["EL1"] = "must"
    quiet = [k for k in QUIET if k != "entry-fire"]
    attack = Attack(attackers=("EL1",), defenders=("HI9",))
    r.run(segment.fight, [attack], dice=[*CHECKS, LITTLE, 0], answers=["2822", {"SK9": "fire"}], defaults=quiet)
    before = 2
    assert r.unit("EL1").hits >= before


# -- 9.24 ------------------------------------------------------------------------------------------------------------


def charge(*theirs: dict[str, Any], **values: Any) -> kit.Rig:
    return fight(*theirs, attacker="CH1", values={"size": 2}, **values)


@pytest.mark.rule("alexander 9.24", "alexander 9.23")
def test_ranks_are_opened_to_chariots() -> None:
    r = charge(dice=[5], answers=["2821"])
    assert r.unit("CH1").hex == 2821 and r.unit("HI9").hits == 1 and r.unit("CH1").hits == 0
    assert r.happened(ShockFought) == []


@pytest.mark.rule("alexander 9.24")
@pytest.mark.parametrize(("die", "opened"), [(6, True), (7, False)])
def test_on_a_roll_of_its_tq_or_less(die: int, opened: bool) -> None:
    more = [] if opened else [0, 0, LITTLE]
    r = charge(unit("HI9", 2921, "E", tq=6), dice=[die, *more], answers=["2821"])
    assert (r.happened(ShockFought) == []) is opened


@pytest.mark.rule("alexander 9.24")
def test_only_before_chariots_in_its_front() -> None:
    r = charge(unit("HI9", 2921, "W", tq=9), dice=[0, 0, LITTLE], answers=["2821"])
    assert len(r.happened(ShockFought)) == 1, "taken from behind, nobody opens his ranks"


@pytest.mark.rule("alexander 9.24")
def test_only_macedonians_do() -> None:
    ours = [unit("CH1", 3022, "W", tq=9)]
    sides = {"b": {"first_of_equals": True}}
    r = kit.battle(ours, [unit("HI9", 2921, "E", tq=9)], sides=sides).orders("a", moved=["CH1"])
    r.g.orders.markers["CH1"] = "must"
    attack = Attack(attackers=("CH1",), defenders=("HI9",))
    r.run(segment.fight, [attack], dice=[*CHECKS, LITTLE], answers=["2821"], defaults=QUIET)
    assert len(r.happened(ShockFought)) == 1


@pytest.mark.rule("alexander 9.24")
def test_two_of_a_second_line_open_theirs() -> None:
    second = [unit("MI8", 2821, "E", tq=5), unit("MI9", 2822, "E", tq=5)]
    r = charge(*second, dice=[5, 5, 5], answers=["2822", "2722"])
    assert r.unit("CH1").hex == 2722 and r.happened(ShockFought) == []


@pytest.mark.rule("alexander 9.24")
def test_who_of_the_second_line_fails_is_attacked_and_the_other_spared() -> None:
    second = [unit("MI8", 2821, "E", tq=5), unit("MI9", 2822, "E", tq=5)]
    r = charge(*second, dice=[5, 5, 6, 0, LITTLE], answers=["2721"])
    assert [e.defenders for e in r.happened(ShockFought)] == [["MI8"]]
    assert r.unit("MI9").hits == 0


# -- 9.22 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("alexander 9.22", "alexander table:pre_shock_exemptions")
@pytest.mark.parametrize(("hexes", "rolls"), [(3, 4), (4, 3)])
def test_chariots_that_come_far_dont_check(hexes: int, rolls: int) -> None:
    r = kit.battle([unit("CH1", 3022, "W", tq=9)], [unit("HI9", 2921, "W", tq=9)]).orders(
        "a", moved=["CH1"], driven={"CH1": hexes}
    )
    r.g.orders.markers["CH1"] = "must"
    attack = Attack(attackers=("CH1",), defenders=("HI9",))
    dice = [0] * (rolls - 1)
    r.run(segment.fight, [attack], dice=dice, answers=["2821"], defaults=QUIET)
    assert len(r.rolls) == rolls - 1


@pytest.mark.rule("alexander 9.22", "alexander 8.38", "alexander 10.42")
def test_chariots_that_break_are_lost() -> None:
    behind = unit("HI9", 2921, "W", tq=9)
    r = fight(behind, attacker="CH1", dice=[9, 0], values={"hits": 7, "size": 2}, tq=8)
    assert r.unit("CH1").eliminated and r.state.sides["a"].rout_points == 2
