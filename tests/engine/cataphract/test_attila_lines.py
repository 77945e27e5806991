"""Lines as Attila's battles have them: spacing and distance by row, horse and foot together."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.text import Refusal
from engine.systems.gboh.command import line_composition
from engine.systems.gboh.orders import orders
from tests.engine.cataphract import kit

LINE = orders.Line


def unit(code: str, at: int, facing: str = "E", side: str = "a", **values: Any) -> dict[str, Any]:
    return {"code": code, "side": side, "hex": at, "facing": facing, **values}


def leader(name: str, at: int | None, side: str = "a", **values: Any) -> dict[str, Any]:
    return {"id": name, "side": side, "hex": at, **values}


FOE = unit("LN99", 2915, "W", "b")


def field(*pieces: dict[str, Any], rows: Any = None, boss: dict[str, Any] | None = None) -> kit.Rig:
    """Anna, OC, Range 5, at 1010; the rows are those of her Line Command table."""
    units = [p for p in pieces if "code" in p]
    others = [p for p in pieces if "id" in p]
    side = {} if rows is None else {"lines": rows}
    return kit.field(
        sides={"a": side, "b": {}},
        units=[*units, FOE],
        leaders=[boss or leader("Anna", 1010), *others],
    ).orders("a", (boss or {"id": "Anna"})["id"])


def refusal(r: kit.Rig, *units: str) -> str:
    """Why the units can't have one Line Command together; "" when they can."""
    r.g.version += 1
    active = r.g.orders.leader
    try:
        line_composition.check_line(r.g, r.leader(active), [r.unit(u) for u in units])
    except Refusal as no:
        return f"{no.rule}: {no}"
    return ""


# -- 4.32 spacing ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 4.32", "cataphract table:line_composition")
@pytest.mark.parametrize(("gap", "hexes", "one_line"), [(0, 1, True), (0, 2, False), (1, 2, True), (1, 3, False)])
def test_a_row_says_how_far_apart_horse_may_stand(gap, hexes, one_line):
    r = field(unit("HC1", 1010), unit("HC2", 1010 + hexes), rows=[{"types": ["HC"], "cavalry_gap": gap}])
    why = refusal(r, "HC1", "HC2")
    assert (why == "") is one_line
    if not one_line:
        assert "4.32" in why and ("next to one another" if gap == 0 else "at most one hex apart") in why
    assert (["HC1", "HC2"] in [[u.id for u in x] for x in line_composition.lines(r.g, r.leader("Anna"))]) is one_line


@pytest.mark.rule("cataphract 4.32", "cataphract table:line_composition")
@pytest.mark.parametrize(
    ("gap", "at", "one_line"),
    [
        (None, 1011, True),  # side by side
        (None, 1012, False),
        (0, 1012, False),
        (0, 1011, True),
        (1, 1012, True),
        (1, 1013, False),
        (1, 1211, True),
    ],
)
def test_a_row_says_how_far_apart_foot_may_stand(gap, at, one_line):
    r = field(unit("LI1", 1010), unit("LI2", at), rows=[{"types": ["LI"], "foot_gap": gap}])
    assert (refusal(r, "LI1", "LI2") == "") is one_line


@pytest.mark.rule("cataphract 4.32")
@pytest.mark.parametrize(
    ("between", "one_line"),
    [
        (unit("LI8", 1011), True),  # may be in the Line itself
        (unit("HI8", 1011), False),  # a friend that may not
        (unit("LN8", 1011, "W", "b"), False),  # an enemy
    ],
)
def test_nobody_foreign_stands_between_foot_in_open_order(between, one_line):
    r = field(unit("LI1", 1010), unit("LI2", 1012), between, rows=[{"types": ["LI"], "foot_gap": 1}, ["HI"]])
    assert (refusal(r, "LI1", "LI2") == "") is one_line


@pytest.mark.rule("cataphract 4.32")
def test_open_order_mixes_ranks_and_files_close_order_does_not():
    wedge = [unit("LI1", 1010), unit("LI2", 1011), unit("LI3", 1111)]
    assert refusal(field(*wedge, rows=[{"types": ["LI"], "foot_gap": 1}]), "LI1", "LI2", "LI3") == ""
    assert "side by side or front to rear" in refusal(field(*wedge, rows=[["LI"]]), "LI1", "LI2", "LI3")


@pytest.mark.rule("cataphract 4.32")
def test_columns_link_front_to_rear_even_where_foot_stands_in_open_order():
    def columns(b: int, facing: str = "SIDE_NE") -> kit.Rig:
        r = field(unit("LI1", 1010), unit("LI2", b), rows=[{"types": ["LI"], "foot_gap": 1}])
        for name in ("LI1", "LI2"):
            r.unit(name).column, r.unit(name).facing = True, kit.Facing[facing]
        return r

    assert refusal(columns(1109), "LI1", "LI2") == ""
    assert refusal(columns(1011), "LI1", "LI2") != ""


# -- 4.32 distance -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 4.32", "cataphract 4.21")
@pytest.mark.parametrize(("field_name", "code"), [("cavalry_reach", "HC1"), ("foot_reach", "HI1")])
def test_a_row_says_within_how_many_command_ranges(field_name, code):
    kind = code[:2]
    for ranges, near, far in ((1, 1015, 1016), (2, 1020, 1021)):
        r = field(unit(code, near), rows=[{"types": [kind], field_name: ranges}])
        assert refusal(r, code) == ""
        r = field(unit(code, far), rows=[{"types": [kind], field_name: ranges}])
        why = refusal(r, code)
        assert f"Command Range ({5 * ranges})" in why and ("twice" in why) is (ranges == 2)
        assert line_composition.lines(r.g, r.leader("Anna")) == []


@pytest.mark.rule("cataphract 4.32")
def test_a_friend_beyond_the_rows_distance_is_no_part_of_the_line():
    rows = [{"types": ["HC"], "cavalry_reach": 1}]
    # HC2 at 6 hexes: HC1 and HC3 are two hexes apart, and it stands in the only hex between.
    r = field(unit("HC1", 1015), unit("HC2", 1016), rows=rows)
    assert [[u.id for u in x] for x in line_composition.lines(r.g, r.leader("Anna"))] == [["HC1"]]
    assert "HC2" in refusal(r, "HC1", "HC2")


# -- 4.32 contingents, horse and foot together -------------------------------------------------------------------------

OSTROGOTHS = [{"types": ["HC", "MI", "LI"], "contingents": ["Ostrogoths"], "cavalry_gap": 0, "cavalry_reach": 1}]


def goth(code: str, at: int, **values: Any) -> dict[str, Any]:
    return unit(code, at, contingent="Ostrogoths", **values)


@pytest.mark.rule("cataphract 4.32", "cataphract table:line_composition")
def test_a_row_names_the_contingents_that_share_a_line():
    rows = [{"types": ["MI"], "contingents": ["Gepids"]}, {"types": ["MI"], "contingents": ["Franks"]}]
    r = field(
        unit("MI1", 1010, contingent="Gepids"),
        unit("MI2", 1011, contingent="Gepids"),
        unit("MI3", 1012, contingent="Franks"),
        rows=rows,
    )
    assert refusal(r, "MI1", "MI2") == ""
    assert "MI of the Gepids or MI of the Franks" in refusal(r, "MI2", "MI3")


@pytest.mark.rule("cataphract 4.32")
@pytest.mark.parametrize(
    ("pieces", "one_line"),
    [
        ([goth("HC1", 1010), goth("MI1", 1011), goth("LI1", 1012)], True),
        ([goth("MI1", 1010), goth("HC1", 1011), goth("LI1", 1012)], True),  # linked by the horse between
        ([goth("MI1", 1010), goth("LI1", 1012)], False),
        ([goth("HC1", 1010), goth("MI1", 1012)], False),  # horse must be next to the Line
        ([goth("MI1", 1010), goth("MI2", 1011), goth("LI1", 1111)], False),  # foot mixes no ranks and files
        ([goth("HC1", 1010), unit("MI1", 1011, contingent="Huns")], False),
    ],
)
def test_horse_and_foot_of_one_row_stand_in_one_line(pieces, one_line):
    r = field(*pieces, rows=OSTROGOTHS)
    assert (refusal(r, *(p["code"] for p in pieces)) == "") is one_line


@pytest.mark.rule("cataphract 4.32")
def test_of_a_mixed_line_the_horse_must_be_nearer_than_the_foot():
    foot = [goth(f"MI{n}", 1010 + n) for n in range(1, 8)]
    r = field(*foot, goth("HC1", 1018), rows=OSTROGOTHS)
    assert [u.id for u in line_composition.lines(r.g, r.leader("Anna"))[0]] == [f"MI{n}" for n in range(1, 8)]
    assert "HC1 is beyond Anna's Command Range (5)" in refusal(r, "MI7", "HC1")
    r.unit("HC1").hex = 1110
    assert refusal(r, "MI7", "HC1") == ""


# -- 6.58 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 6.58")
def test_a_line_that_withdraws_is_spaced_by_its_row_and_leaves_the_foot_behind():
    for gap, company in ((0, ["HC1"]), (1, ["HC1", "HC2"])):
        r = field(unit("HC1", 1010), unit("HC2", 1012), rows=[{"types": ["HC"], "cavalry_gap": gap}])
        assert [u.id for u in line_composition.cavalry_line(r.g, r.unit("HC1"))] == company
    # Whoever commands it, and however far he is.
    r = field(unit("HC1", 2010), unit("HC2", 2011), rows=[{"types": ["HC"], "cavalry_gap": 0, "cavalry_reach": 1}])
    assert len(line_composition.cavalry_line(r.g, r.unit("HC1"))) == 2
    r = field(goth("HC1", 1010), goth("MI1", 1011), goth("HC2", 1012), rows=OSTROGOTHS)
    assert [u.id for u in line_composition.cavalry_line(r.g, r.unit("HC1"))] == ["HC1"]
