"""The charts of Shock, read cell by cell against the source."""

from __future__ import annotations

import pytest

from engine.systems.cataphract.charts import STANDARD
from engine.systems.cataphract.rules import RULES
from engine.systems.gboh.charts import size_shift
from tests.each import for_each
from tests.engine.cataphract import kit

TYPES = ("HC", "LN", "LC", "HI", "MI", "LI")

CLASH = {
    "front": """
        7 6 5 8 7 6
        9 8 7 10 9 8
        9 8 7 10 9 8
        6 5 4 7 6 5
        7 6 5 8 7 6
        8 7 6 9 8 7""",
    "flank": """
        8 7 6 9 8 7
        9 8 7 10 9 8
        9 8 7 10 10 8
        9 8 7 10 10 8
        8 7 6 10 10 9
        8 7 6 9 8 7""",
    "rear": """
        9 8 7 10 9 8
        10 9 8 11 10 9
        10 9 8 11 11 9
        11 11 9 12 12 10
        10 9 7 12 12 11
        10 8 6 11 10 9""",
}
"""Rows: the defender's type; columns: the attacker's."""

SUPERIORITY = """
    -  -  -  DS -  DS DS
    -  -  -  -  -  -  -
    AS AS -  -  -  -  -
    AS AS AS -  -  -  -
    -  DS DS DS -  -  -
    AS -  -  -  -  -  -
    AS -  -  DS AS -  -"""
"""Rows: the defender's class, HC Cat first; columns: the attacker's. The defending LI has javelins."""


def soldier(kind, **values):
    code = "HC" if kind == "Cat" else kind
    return kit.battle([kit.unit(f"{code}1", 1010, cls="Cat" if kind == "Cat" else None, **values)]).unit(f"{code}1")


@pytest.mark.rule("cataphract table:clash")
@pytest.mark.rule("cataphract 9.33")
@pytest.mark.parametrize("arc", ["front", "flank", "rear"])
def test_clash(arc):
    charts = STANDARD
    rows = [[int(x) for x in line.split()] for line in CLASH[arc].split("\n") if line.strip()]
    for defender, row in zip(TYPES, rows, strict=True):
        for attacker, column in zip(TYPES, row, strict=True):
            assert charts.clash(soldier(attacker), soldier(defender), arc) == column, (arc, attacker, defender)


@pytest.mark.rule("cataphract table:shock_superiority")
@pytest.mark.rule("cataphract 9.32")
def test_superiority():
    charts = STANDARD
    rows = [line.split() for line in SUPERIORITY.split("\n") if line.strip()]
    for defender, row in zip(("Cat", *TYPES), rows, strict=True):
        for attacker, cell in zip(("Cat", *TYPES), row, strict=True):
            values = {"missile": "J"} if defender == "LI" else {}
            assert charts.superiority(soldier(attacker), soldier(defender, **values)) == cell, (attacker, defender)


@pytest.mark.rule("cataphract table:shock_superiority")
@pytest.mark.parametrize(
    ("missile", "supply", "cell"),
    [("J", "full", "DS"), ("J", "low", "DS"), ("J", "no", "-"), ("B", "full", "-"), (None, "full", "-")],
)
def test_light_infantry_stands_up_to_light_cavalry_with_javelins_in_hand(missile, supply, cell):
    defender = soldier("LI", missile=missile, supply=supply)
    assert STANDARD.superiority(soldier("LC"), defender) == cell


@pytest.mark.rule("cataphract table:shock_crt")
@pytest.mark.rule("cataphract 9.34")
@for_each(
    ("roll", "column", "result"),
    [
        (0, 1, (6, 1)),
        (0, 13, (2, 2)),
        (2, 7, (2, 2)),
        (4, 13, (1, 3)),
        (6, 7, (2, 2)),
        (6, 11, (2, 4)),
        (7, 6, (2, 2)),
        (7, 7, (2, 3)),
        (9, 8, (2, 4)),
    ],
)
def test_results(roll, column, result):
    assert STANDARD.crt(column, roll) == result


@pytest.mark.rule("cataphract table:shock_crt")
def test_higher_rolls_and_columns_never_favour_the_defender():
    charts = STANDARD
    for column in range(1, 14):
        for roll in range(10):
            a, d = charts.crt(column, roll)
            if roll < 9:
                more = charts.crt(column, roll + 1)
                assert more[0] <= a and more[1] >= d, (column, roll)
            if column < 13:
                assert charts.crt(column + 1, roll)[0] <= a, (column, roll)


@pytest.mark.rule("cataphract table:shock_crt")
@pytest.mark.parametrize(
    ("column", "roll", "cell"), [(0, 5, (1, 5)), (14, 5, (13, 5)), (7, -3, (7, 0)), (7, 12, (7, 9))]
)
def test_beyond_the_chart_its_edge_counts(column, roll, cell):
    charts = STANDARD
    assert charts.crt(column, roll) == charts.crt(*cell)


@pytest.mark.rule("cataphract table:size_differential")
def test_size_differential():
    tests = STANDARD.document["charts"]["size_differential"]["tests"]
    assert len(tests) == 10
    for t in tests:
        assert size_shift(t["attacker"], t["defender"], t["attacker_moved"]) == t["shift"], t


@pytest.mark.rule("cataphract table:shock_terrain_shifts")
@pytest.mark.parametrize(
    ("row", "shift"),
    [
        ("river", -1),
        ("woods", -1),
        ("trench", -1),
        ("some_defender_higher", -1),
        ("all_defenders_higher", -2),
        ("all_defenders_lower", 1),
    ],
)
def test_terrain_shifts(row, shift):
    assert STANDARD.terrain_shift(row) == shift


@pytest.mark.rule("cataphract table:rally_result")
@pytest.mark.parametrize(("kind", "tq", "hits"), [("HI", 7, 3), ("LI", 1, 0), ("HC", 8, 2), ("LC", 2, 0)])
def test_hits_after_rallying(kind, tq, hits):
    unit = soldier(kind, tq=tq)
    assert RULES.rally.hits(unit.tq, unit.troop) == hits
