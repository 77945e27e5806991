"""Courtrai's own rules: the ditch, foot ridden down, the castle and its garrison."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.decisions import Choose, ChooseEach
from engine.kernel.hexes import Facing
from engine.systems.men_of_iron import activation, orders, reach, special, victory
from engine.systems.men_of_iron.events import UnitRetired
from engine.systems.men_of_iron.shock import drms
from engine.systems.men_of_iron.special import Special
from tests.engine.men_of_iron import kit

NOBODY = {f"{c}{n}": None for c in ("GPK", "WPK") for n in range(1, 9)} | {"GCB1": None, "WCB1": None}
"""The Flemish line, away: the ditch alone is looked at."""


def courtrai(hexes: dict[str, Any] | None = None, *options: str, **changes: Any) -> kit.Rig:
    rig = kit.the("courtrai", hexes, options=dict.fromkeys(options, True), **changes)
    rig.state.phase = "free"
    return rig


def crossing(code: str, at: int, **changes: Any) -> kit.Rig:
    """A French unit alone before the ditch, its Command active."""
    rig = courtrai({**NOBODY, code: at}, **{code: changes} if changes else {})
    return rig.activate(rig.unit(code).command)


# -- CO-1 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron CO-1", "men-of-iron 14.1")
def test_flemings_leave_and_form_the_shield_wall() -> None:
    rig = courtrai().activate("Guy")
    rig.refuses("14.1", orders.Move(unit="GPK1", path=(1204,)))
    rig.order(orders.Form(units=("GPK1",), formation=None))
    rig.order(orders.Form(units=("GDM1",), formation="shield-wall"))
    assert (rig.unit("GPK1").formation, rig.unit("GDM1").formation) == (None, "shield-wall")
    rig.refuses("14.1", orders.Form(units=("GCB1",), formation="shield-wall"))
    courtrai().activate("Aumale").refuses("14.1", orders.Form(units=("UPK1",), formation="shield-wall"))


# -- CO-2 The ditch --------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron CO-2")
@pytest.mark.parametrize(("code", "ma"), [("NMM1", 6), ("UPK1", 4), ("UCB1", 5)])
def test_slowly_it_takes_the_whole_allowance_and_no_die(code: str, ma: int) -> None:
    rig = crossing(code, 1405)
    rig.order(orders.Move(unit=code, path=(1305,)))
    assert (rig.unit(code).hex, rig.unit(code).disordered) == (1305, False)
    assert rig.g.act.mp[code] == ma
    assert rig.rolls == []


@pytest.mark.rule("men-of-iron CO-2")
@pytest.mark.parametrize(
    ("code", "die", "disordered"),
    [("UCB1", 4, False), ("UCB1", 5, True), ("NMM1", 2, False), ("NMM1", 3, True)],
)
def test_in_haste_a_die_decides(code: str, die: int, disordered: bool) -> None:
    # UCB1 comes from 1505: 1 MP, then ditch 2 and brook 1; NMM1 from 1405: ditch 3 and brook 2, then out for 1.
    start, path = (1505, (1405, 1305)) if code == "UCB1" else (1405, (1305, 1205))
    rig = crossing(code, start)
    rig.order(orders.Move(unit=code, path=path), dice=[die])
    unit = rig.unit(code)
    assert unit.disordered is disordered
    assert rig.rolls[0].rule == "CO-2"
    assert unit.hex == (1305 if disordered else path[-1])


@pytest.mark.rule("men-of-iron CO-2")
def test_a_disordered_unit_only_stops() -> None:
    rig = crossing("UCB1", 1405, disordered=True)
    # Ditch 2 and brook 1 of its 4 MP leave one for the next hex.
    rig.order(orders.Move(unit="UCB1", path=(1305, 1205)), dice=[9])
    assert (rig.unit("UCB1").hex, rig.unit("UCB1").retired) == (1305, False)


@pytest.mark.rule("men-of-iron CO-2")
def test_reach_knows_both_prices() -> None:
    rig = crossing("UPK1", 1405)
    node = reach.search(rig.g, rig.unit("UPK1"))[1305]
    assert node.mp == 4, "slowly"
    (ditch,) = special.having(rig.g, Special.entry_note)
    unit = rig.unit("UPK1")
    assert ditch.entry_note(rig.g, unit, 1405, 1305, only=True) is None
    assert "5 or more" in str(ditch.entry_note(rig.g, unit, 1405, 1305, only=False))
    assert "3 or more" in str(ditch.entry_note(rig.g, rig.unit("NMM1"), 1405, 1305, only=False))
    assert ditch.entry_note(rig.g, unit, 1405, 1312, only=False) is None, "not in the gap"


@pytest.mark.rule("men-of-iron CO-2")
def test_no_charge_goes_in_or_out() -> None:
    rig = courtrai()
    assert not rig.g.charge_allowed(1405, 1305)
    assert not rig.g.charge_allowed(1305, 1205)
    assert rig.g.charge_allowed(1312, 1212)


@pytest.mark.rule("men-of-iron CO-2")
def test_shock_into_and_out_of_the_ditch() -> None:
    rig = courtrai({"NMM1": 1306, "NMM2": 1311, "GPK1": 1207, "GPK2": 1211})
    rig.activate("Nesle", phase="shock")
    out = drms.modifiers(rig.g, [rig.unit("NMM1")], rig.unit("GPK1"))
    into = drms.modifiers(rig.g, [rig.unit("GPK2")], rig.unit("NMM2"))
    assert [m.value for m in out if m.rule == "10.4(2B)"] == [-1]
    assert [m.value for m in into if m.rule == "10.4(2B)"] == [1]


# -- CO-3 Ridden down ------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron CO-3")
def test_men_at_arms_ride_down_their_own_foot() -> None:
    rig = courtrai({"NMM1": 1906}).activate("Nesle")
    rig.order(orders.Move(unit="NMM1", path=(1806, 1705)), defaults=["retreat-way"])
    foot = rig.unit("UPK1")
    assert rig.unit("NMM1").hex == 1705
    assert rig.g.act.mp["NMM1"] == 3
    assert (foot.retired, foot.pointless) == (True, True)
    assert rig.rolls == [], "no die, in place of 8.0"
    assert victory.flight_points(rig.g, "french") == 0
    assert rig.happened(UnitRetired)[0].rule == "CO-3"


@pytest.mark.rule("men-of-iron CO-3")
def test_nobody_else_is_ridden_down() -> None:
    rig = courtrai()
    (rule,) = special.having(rig.g, Special.rides_through)
    unit = rig.unit
    assert rule.rides_through(rig.g, unit("NMM1"), unit("UCB1"))
    assert rule.rides_through(rig.g, unit("AMM1"), unit("UPK1"))
    assert not rule.rides_through(rig.g, unit("NMM1"), unit("AMM1")), "only foot"
    assert not rule.rides_through(rig.g, unit("UCB1"), unit("UPK1")), "only Men-at-Arms"
    assert not rule.rides_through(rig.g, unit("NMM1"), unit("GPK1")), "only friends"


@pytest.mark.rule("men-of-iron CO-3", "men-of-iron 13.2")
def test_it_rallies_like_any_other_and_counts_again_afterwards() -> None:
    rig = courtrai(UPK1={"retired": True, "pointless": True, "disordered": True, "hex": 2510})
    rig.state.chooser = "french"
    rig.run(activation.choose, answers=["ArtoisStandard"])
    rig.run(activation.begin)
    foot = rig.unit("UPK1")
    assert (foot.retired, foot.disordered, foot.pointless) == (False, True, False)


# -- CO-4, courtrai/sally --------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron CO-4")
def test_nobody_enters_the_castle() -> None:
    rig = courtrai({"JPK6": 403}).activate("John")
    rig.refuses("5.1", orders.Move(unit="JPK6", path=(404,)))
    assert not rig.g.charge_allowed(403, 404)


@pytest.mark.rule("men-of-iron CO-4")
def test_the_garrison_stays_out_without_the_option() -> None:
    rig = courtrai()
    asked = rig.play()
    assert isinstance(asked, Choose)
    assert "sally" not in {c.key for c in asked.choices}
    assert not rig.unit("AMM6").on_map


@pytest.mark.rule("men-of-iron courtrai/sally")
def test_the_garrison_sallies_once() -> None:
    rig = courtrai(None, "sally")

    def facings(d: Any) -> Any:
        assert isinstance(d, ChooseEach) and [i.key for i in d.items] == ["AMM6", "AMM7"]
        return {"AMM6": "W", "AMM7": "E"}

    rig.state.last_command = "Artois"
    asked = rig.play(answers=["sally", facings])
    assert isinstance(asked, Choose) and (asked.kind, asked.side) == ("continue", "french")
    assert "Artois" in {c.key for c in asked.choices}, "no Command has just finished"
    first, second = rig.unit("AMM6"), rig.unit("AMM7")
    assert (first.hex, first.facing) == (304, Facing.W)
    assert (second.hex, second.facing) == (504, Facing.E)
    assert {first.command, second.command} == {"Artois"}
    (rule,) = special.having(rig.g, Special.free_choices)
    assert rule.free_choices(rig.g, "french") == ()
    rig.activate("Artois")
    rig.order(orders.Move(unit="AMM6", path=(204,)))


@pytest.mark.rule("men-of-iron courtrai/sally")
def test_only_where_there_is_room() -> None:
    rig = courtrai({"JPK6": 304}, "sally")
    rig.play(answers=["sally", "E"])
    assert not rig.unit("AMM6").on_map
    assert rig.unit("AMM7").hex == 504
    (rule,) = special.having(rig.g, Special.free_choices)
    assert rule.free_choices(rig.g, "flemish") == ()


@pytest.mark.rule("men-of-iron 11.3")
def test_the_gap_is_for_charges() -> None:
    rig = courtrai({"NMM1": 1412}).activate("Nesle", phase="shock")
    rig.unit("GPK8").hex, rig.unit("WPK1").hex = 1211, 1212
    assert rig.g.charge_allowed(1312, 1211) and rig.g.charge_allowed(1312, 1212)
    # The brook beside the gap is in the way of one that begins beyond it.
    assert not rig.g.charge_allowed(1412, 1312)
