"""10.4 The DRMs of Shock, the tables it is read on, and the odds made of them."""

from __future__ import annotations

import pytest

from engine.systems.men_of_iron.charts import Charts
from engine.systems.men_of_iron.shock import drms
from tests.each import for_each
from tests.engine.men_of_iron.kit import leader, unit
from tests.engine.men_of_iron.shock_kit import field

AROUND = {"front": (1010, 1011), "flank": (1109, 1111), "rear": (1210, 1211)}
"""Hexes around a defender at 1110 that faces W."""


def units(*, at=(1010,), kind="DM", foe="PK", **more):
    """Attackers of a kind in these hexes, and a defender of another at 1110, facing W."""
    d = {k: more.pop(k) for k in ("disordered", "retired", "formation") if k in more}
    a_state = more.pop("attackers", {})
    r = field(
        [unit(f"{kind}{i}", h, "E", **a_state) for i, h in enumerate(at, 1)],
        [unit(f"{foe}9", 1110, "W", **d)],
        **more,
    )
    return r, [r.unit(f"{kind}{i}") for i in range(1, len(at) + 1)], r.unit(f"{foe}9")


def found(r, attackers, defender, **more):
    return {m.rule: m.value for m in drms.modifiers(r.g, attackers, defender, **more)}


# -- the whole list --------------------------------------------------------------------------------------------------

RIDER = {"kind": "MM", "foe": "AX"}
LIST = [
    pytest.param("flank", 2, {"at": (1109,)}, {}, "10.4(2A)", id="flank"),
    pytest.param("rear", 3, {"at": (1210,)}, {}, "10.4(2A)", id="rear"),
    pytest.param("mixed", 4, {"at": (1010, 1210)}, {}, "10.4(2A)", id="mixed"),
    pytest.param("lower", -1, {"levels": {1110: 1}}, {}, "10.4(2C)", id="lower"),
    pytest.param("charge", 2, RIDER, {"charging": ["MM1"]}, "10.4(4)", id="charge"),
    pytest.param(
        "charge_moved", 1, {**RIDER, "act": {"mp": {"MM1": 1}}}, {"charging": ["MM1"]}, "10.4(4)", id="charge_moved"
    ),
    pytest.param(
        "leader", 1, {**RIDER, "a_leaders": [leader("LA", 1010)]}, {"charging": ["MM1"]}, "10.4(5)", id="leader"
    ),
    pytest.param("attacker_disordered", -2, {"attackers": {"disordered": True}}, {}, "10.4(7)", id="disordered"),
    pytest.param("defender_retired", 2, {"retired": True, "disordered": True}, {}, "10.4(8)", id="retired"),
    pytest.param("shield_wall", -1, {"formation": "shield-wall"}, {}, "14.1", id="shield_wall"),
    pytest.param("schiltron", -2, {"formation": "schiltron"}, {}, "10.4(9)", id="schiltron"),
]


@pytest.mark.rule("men-of-iron T-SHOCKDRM", "men-of-iron 10.4")
@for_each(("row", "value", "where", "how", "case"), LIST)
def test_each_row_of_the_list_is_what_a_combat_adds(row, value, where, how, case):
    assert Charts.standard().shock_drm(row) == value
    r, a, d = units(**where)
    added = drms.modifiers(r.g, a, d, **how)
    assert [m.value for m in added if m.rule == case] == [value]
    # In a combat that has none of it the line is not there.
    r, a, d = units(**(RIDER if "kind" in where else {}))
    assert case not in found(r, a, d)


@pytest.mark.rule("men-of-iron T-SHOCKDRM")
def test_the_list_has_eleven_rows_and_all_of_them_add_up():
    assert len({p.values[0] for p in LIST}) == 11
    # Two riders, one Disordered, uphill at the front and the flank of a Retired unit.
    r = field(
        [unit("MM1", 1010, "E"), unit("MM2", 1109, "SE", disordered=True)],
        [unit("PK9", 1110, "W", retired=True, disordered=True)],
        levels={1110: 1},
        a_leaders=[leader("LA", 1010)],
    )
    added = found(r, [r.unit("MM1"), r.unit("MM2")], r.unit("PK9"), charging=["MM1"])
    assert added == {
        "10.4(1)": 1,
        "10.4(2A)": 4,
        "10.4(2C)": -1,
        "10.4(3)": 1,
        "10.4(4)": 2,
        "10.4(5)": 1,
        "10.4(7)": -2,
        "10.4(8)": 2,
    }


# -- 10.4(1) strength ------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 10.4(1)", "men-of-iron 10.4")
@pytest.mark.parametrize(
    ("n", "against", "value"), [(1, 1, None), (2, 1, 1), (3, 1, 2), (1, 2, -1), (2, 2, None), (2, 3, -1)]
)
def test_strength(n, against, value):
    r, a, d = units(at=(1010, 1011, 1111)[:n])
    assert found(r, a, d, against=against).get("10.4(1)") == value


# -- 10.4(2A) angle --------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 10.4(2A)", "men-of-iron T-FACING")
@pytest.mark.parametrize(("arc", "value"), [("front", None), ("flank", 2), ("rear", 3)])
def test_one_side(arc, value):
    for h in AROUND[arc]:
        r, a, d = units(at=(h,))
        assert found(r, a, d).get("10.4(2A)") == value
    r, a, d = units(at=AROUND[arc])
    assert found(r, a, d).get("10.4(2A)") == value


@pytest.mark.rule("men-of-iron 10.4(2A)", "men-of-iron T-SHOCKDRM")
@pytest.mark.parametrize("arcs", [("front", "flank"), ("front", "rear"), ("flank", "rear"), ("front", "flank", "rear")])
def test_several_sides_take_the_place_of_the_others(arcs):
    r, a, d = units(at=[AROUND[x][0] for x in arcs])
    assert found(r, a, d)["10.4(2A)"] == 4


# -- 10.4(2B) terrain ------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 10.4(2B)", "men-of-iron T-TERRAIN")
@for_each(
    ("name", "value"),
    [
        ("clear", None),
        ("woods", -1),
        ("swamp", None),
        ("bridge", -1),
        ("mud", None),
        ("village", -1),
        ("town", -1),
        ("building", -1),
        ("vineyard", -1),
        ("ditch", 1),
        ("pits", None),
    ],
)
def test_ground_of_the_defender(name, value):
    r, a, d = units(terrain={1110: name})
    assert found(r, a, d).get("10.4(2B)") == value


@pytest.mark.rule("men-of-iron 10.4(2B)", "men-of-iron T-TERRAIN")
@pytest.mark.parametrize(("name", "value"), [("swamp", -1), ("ditch", -1), ("woods", None), ("clear", None)])
def test_ground_of_the_attacker(name, value):
    r, a, d = units(terrain={1010: name})
    assert found(r, a, d).get("10.4(2B)") == value


@pytest.mark.rule("men-of-iron 10.4(2B)", "men-of-iron T-TERRAIN")
@pytest.mark.parametrize(("name", "value"), [("burn", -1), ("beek", -1), ("brook", None), ("hedge", -1)])
def test_hexsides(name, value):
    r, a, d = units(hexsides=[(1010, 1110, name)])
    assert found(r, a, d).get("10.4(2B)") == value
    r, a, d = units(at=(1011,), hexsides=[(1010, 1110, name)])
    assert "10.4(2B)" not in found(r, a, d)


@pytest.mark.rule("men-of-iron 10.4(2B)")
def test_of_several_attackers_the_ground_best_for_the_defender():
    r, a, d = units(at=(1010, 1011), hexsides=[(1010, 1110, "hedge")])
    assert found(r, a, d)["10.4(2B)"] == -1
    # Ground adds up for one attacker: out of a swamp, across a hedge, into woods.
    r, a, d = units(at=(1010, 1011), hexsides=[(1010, 1110, "hedge")], terrain={1010: "swamp", 1110: "woods"})
    values = [m for m in drms.modifiers(r.g, a, d) if m.rule == "10.4(2B)"]
    assert sorted(str(m.reason) for m in values) == ["across a hedge", "defender in woods", "out of swamp"]
    assert sum(m.value for m in values) == -3


@pytest.mark.rule("men-of-iron 10.4(2B)", "men-of-iron PO-3")
def test_a_wagon_helps_its_defender():
    wagon = {"id": "Wagon", "name": "Wagon", "kind": "wagon", "hex": 1110}
    r, a, d = units(b_markers=[wagon])
    assert found(r, a, d)["PO-3"] == -2


# -- 10.4(2C) height -------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 10.4(2C)")
def test_height_counts_where_every_attacker_is_lower():
    r, a, d = units(at=(1010, 1011), levels={1110: 1})
    assert found(r, a, d)["10.4(2C)"] == -1
    r, a, d = units(at=(1010, 1011), levels={1110: 1, 1011: 1})
    assert "10.4(2C)" not in found(r, a, d)
    r, a, d = units(at=(1010,), levels={1010: 1})
    assert "10.4(2C)" not in found(r, a, d)


# -- 10.4(3) the defender's Shock DRM --------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 10.4(3)", "men-of-iron T-UNITS", "men-of-iron 12.2")
@for_each(
    ("kind", "normal", "disordered"),
    [
        ("MM", -1, 0),
        ("DM", -1, 0),
        ("UH", 0, 1),
        ("AX", 0, 1),
        ("PK", 0, 1),
        ("LB", 1, 2),
        ("CB", 1, 2),
        ("SL", 2, 3),
        ("GE", 1, 2),
        ("MH", 2, 3),
        ("DH", 1, 2),
    ],
)
def test_shock_drm_of_the_defender(kind, normal, disordered):
    for value, state in ((normal, False), (disordered, True)):
        r, a, d = units(foe=kind, disordered=state)
        assert found(r, a, d).get("10.4(3)", 0) == value


# -- 10.4(4), (5) Charge and leader ----------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 10.4(4)", "men-of-iron 11.2")
def test_charge():
    r, a, d = units(kind="MM", foe="AX")
    assert "10.4(4)" not in found(r, a, d)
    assert found(r, a, d, charging=["MM1"])["10.4(4)"] == 2
    r, a, d = units(kind="MM", foe="AX", act={"mp": {"MM1": 1}})
    assert found(r, a, d, charging=["MM1"])["10.4(4)"] == 1
    # A facing change is no movement (6.2).
    r, a, d = units(kind="MM", foe="AX", act={"turned": {"MM1": 1}})
    assert found(r, a, d, charging=["MM1"])["10.4(4)"] == 2


@pytest.mark.rule("men-of-iron 10.4(4)")
def test_the_best_of_several_charges_counts_once():
    r, a, d = units(kind="MM", foe="AX", at=(1010, 1011), act={"mp": {"MM1": 3}})
    assert found(r, a, d, charging=["MM1", "MM2"])["10.4(4)"] == 2
    assert found(r, a, d, charging=["MM1"])["10.4(4)"] == 1


@pytest.mark.rule("men-of-iron 10.4(4)", "men-of-iron T-TERRAIN")
def test_across_a_brook_a_charge_counts_as_after_movement():
    r, a, d = units(kind="MM", foe="AX", hexsides=[(1010, 1110, "brook")])
    assert found(r, a, d, charging=["MM1"])["10.4(4)"] == 1
    r, a, d = units(kind="MM", foe="AX")
    assert found(r, a, d, charging=["MM1"], slowed=["MM1"])["10.4(4)"] == 1


@pytest.mark.rule("men-of-iron 10.4(5)", "men-of-iron 15.3")
def test_the_leader_of_its_command_with_a_charging_unit():
    with_it = {"a_leaders": [leader("LA", 1010)]}
    r, a, d = units(kind="MM", foe="AX", **with_it)
    assert found(r, a, d, charging=["MM1"])["10.4(5)"] == 1
    assert "10.4(5)" not in found(r, a, d)
    assert "10.4(5)" not in found(r, a, d, charging=["MM1"], met=["MM1"])
    r, a, d = units(kind="MM", foe="AX", a_leaders=[leader("LC", 1010, command="C"), leader("LA", 110)])
    assert "10.4(5)" not in found(r, a, d, charging=["MM1"])
    # With another unit that does not charge he adds nothing.
    r, a, d = units(kind="MM", foe="AX", at=(1011, 1010), **with_it)
    assert "10.4(5)" not in found(r, a, d, charging=["MM1"])


@pytest.mark.rule("men-of-iron 11.6/mm", "men-of-iron 10.4(4)")
def test_a_met_charge_adds_nothing_but_another_still_does():
    r, a, d = units(kind="MM", foe="MM", at=(1010, 1011))
    assert "10.4(4)" not in found(r, a, d, charging=["MM1"], met=["MM1"])
    assert found(r, a, d, charging=["MM1", "MM2"], met=["MM1"])["10.4(4)"] == 2


# -- 10.4(6) weapons -------------------------------------------------------------------------------------------------

COLUMNS = ("MM", "DM", "UH", "AX", "PK", "LB", "CB", "SL", "GE", "MH", "DH")
MATRIX = {
    "MM": (0, -1, 1, 1, 0, 3, 2, 3, 2, 2, 3),
    "DM": (-1, 0, 1, 0, 1, 2, 1, 2, 0, 1, 2),
    "UH": (-2, -1, 0, -1, 0, 1, 1, 1, -1, 0, 1),
    "AX": (0, 1, 2, 0, 1, 2, 2, 2, 0, 1, 2),
    "PK": (1, -1, 0, -1, 0, 1, 1, 1, 0, 1, 1),
    "GE": (None, None, None, None, None, 1, 0, 1, 0, 1, 1),
}


@pytest.mark.rule("men-of-iron T-MATRIX", "men-of-iron 10.4(6)")
@pytest.mark.parametrize("attacker", MATRIX)
def test_matrix(attacker):
    charts = Charts.standard()
    assert tuple(charts.weapons(attacker, d) for d in COLUMNS) == MATRIX[attacker]


@pytest.mark.rule("men-of-iron T-MATRIX", "men-of-iron 10.1")
@pytest.mark.parametrize("kind", ["LB", "CB", "SL", "MH", "DH"])
def test_types_without_a_row(kind):
    charts = Charts.standard()
    assert not charts.can_shock(kind)
    assert charts.weapons(kind, "LB") is None


@pytest.mark.rule("men-of-iron 10.4(6)")
@pytest.mark.parametrize(("kind", "foe", "value"), [("AX", "UH", 2), ("UH", "AX", -1)])
def test_weapons_as_in_the_example(kind, foe, value):
    r, a, d = units(kind=kind, foe=foe)
    assert found(r, a, d)["10.4(6)"] == value


@pytest.mark.rule("men-of-iron 10.4(6)")
def test_the_best_of_different_attackers():
    r = field([unit("DM1", 1010), unit("AX1", 1011)], [unit("UH9", 1110, "W")])
    assert found(r, [r.unit("DM1"), r.unit("AX1")], r.unit("UH9"))["10.4(6)"] == 2
    values = drms.modifiers(r.g, [r.unit("DM1"), r.unit("AX1")], r.unit("UH9"))
    assert [str(m.reason) for m in values if m.rule == "10.4(6)"] == ["AX against UH"]


# -- 10.4(7) to (9) --------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 10.4(7)", "men-of-iron 12.2")
def test_one_disordered_attacker_is_enough():
    r, a, d = units(at=(1010, 1011))
    assert "10.4(7)" not in found(r, a, d)
    a[1].disordered = True
    assert found(r, a, d)["10.4(7)"] == -2
    a[0].disordered = True
    assert found(r, a, d)["10.4(7)"] == -2


@pytest.mark.rule("men-of-iron 10.4(8)", "men-of-iron 12.4")
def test_a_retired_defender():
    r, a, d = units(retired=True, disordered=True)
    assert found(r, a, d)["10.4(8)"] == 2
    assert drms.result(r.g, drms.Combat(d, tuple(a)), 6) == ("DRT",)


@pytest.mark.rule("men-of-iron 10.4(9)", "men-of-iron 14.1")
def test_shield_wall_counts_where_all_attackers_are_in_its_front():
    r, a, d = units(at=(1010, 1011), formation="shield-wall")
    assert found(r, a, d)["14.1"] == -1
    r, a, d = units(at=(1010, 1109), formation="shield-wall")
    assert "14.1" not in found(r, a, d)


@pytest.mark.rule("men-of-iron 10.4(9)", "men-of-iron FK-1")
def test_a_schiltron_has_only_fronts():
    r, a, d = units(at=(1010, 1109, 1210), formation="schiltron")
    assert found(r, a, d)["10.4(9)"] == -2
    assert "10.4(2A)" not in found(r, a, d)


# -- tables ----------------------------------------------------------------------------------------------------------

SHOCK = {
    "normal": [
        "AD AR1",
        "AD",
        "AD",
        "AD",
        "NE",
        "NE",
        "DD",
        "DD",
        "DD DR1",
        "DD DR1",
        "DD DR1",
        "DD DR1 CA",
        "DD DR1 CA",
        "DRT CA",
    ],
    "disordered": [
        "AD",
        "AD",
        "NE",
        "NE",
        "DR1",
        "DR1",
        "DRT",
        "DRT",
        "DRT",
        "DRT CA",
        "DRT CA",
        "DRT CA",
        "DE CA",
        "DE CA",
    ],
}
CHARGE = {
    "normal": [
        "AU",
        "AD AR1",
        "AD AR1",
        "AD",
        "AD",
        "AD DD",
        "AD DD",
        "DD",
        "DD",
        "DD DR1",
        "DD DR1 CA",
        "DD DR1 CA",
        "DD DR1 CA",
        "DRT CA",
        "DRT CA",
        "DE CA",
    ],
    "disordered": [
        "AD AR1",
        "AD",
        "AD",
        "AD",
        "DR1",
        "DR1",
        "DRT",
        "DRT",
        "DRT CA",
        "DRT CA",
        "DRT CA",
        "DRT CA",
        "DE CA",
        "DE CA",
        "DE CA",
        "DE CA",
    ],
}


@pytest.mark.rule("men-of-iron T-SHOCK", "men-of-iron 12.1")
@pytest.mark.parametrize("column", SHOCK)
def test_shock_table(column):
    charts = Charts.standard()
    assert [" ".join(charts.shock(column, n)) for n in range(14)] == SHOCK[column]
    assert charts.shock(column, -3) == charts.shock(column, 0)
    assert charts.shock(column, 20) == charts.shock(column, 13)


@pytest.mark.rule("men-of-iron T-CHARGE", "men-of-iron 12.1")
@pytest.mark.parametrize("column", CHARGE)
def test_charge_table(column):
    charts = Charts.standard()
    assert [" ".join(charts.charge(column, n)) for n in range(16)] == CHARGE[column]
    assert charts.charge(column, -3) == charts.charge(column, 0)
    assert charts.charge(column, 20) == charts.charge(column, 15)


@pytest.mark.rule("men-of-iron 10.3", "men-of-iron 12.1", "men-of-iron 11.2")
def test_which_table_and_column():
    r, a, d = units(kind="MM", foe="AX")
    plain = drms.Combat(d, tuple(a))
    home = drms.Combat(d, tuple(a), charging=frozenset({"MM1"}))
    met = drms.Combat(d, tuple(a), met=frozenset({"MM1"}))
    assert drms.result(r.g, plain, 5) == ("NE",)
    assert drms.result(r.g, home, 5) == drms.result(r.g, met, 5) == ("AD", "DD")
    d.disordered = True
    assert drms.result(r.g, plain, 5) == ("DR1",)
    assert drms.result(r.g, home, 6) == ("DRT",)


@pytest.mark.rule("men-of-iron 10.3", "men-of-iron T-CODES")
def test_outcomes_are_the_ten_faces_of_the_die():
    # DM against a Normal LB: +2 matrix, +1 LB = +3, so finals 3 to 12.
    r, a, d = units(foe="LB")
    odds = drms.outcomes(r.g, a, d)
    assert sum(odds.values()) == pytest.approx(1)
    assert odds[("AD",)] == pytest.approx(0.1)
    assert odds[("NE",)] == pytest.approx(0.2)
    assert odds[("DD",)] == pytest.approx(0.2)
    assert odds[("DD", "DR1")] == pytest.approx(0.3)
    assert odds[("DD", "DR1", "CA")] == pytest.approx(0.2)
    assert drms.chance(odds, drms.BACKFIRE) == pytest.approx(0.1)


@pytest.mark.rule("men-of-iron T-CODES")
def test_results_in_words():
    for codes in {*Charts.standard().shock("normal", 0), *Charts.standard().charge("normal", 0)}:
        assert str(drms.told((codes,)))
    assert str(drms.told(("DRT", "CA"))) == "defender Retires, Continued Attack"
