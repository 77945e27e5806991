"""Positions of SPQR in which a Line Command meets what came to single orders later: leaders as targets, elephants."""

from __future__ import annotations

import pytest

from tests.positions.kit import rule
from tests.positions.test_meeting_spqr import battle, chief, fabius, hannibal, hastati, punic, rome

ARCHERS = (rome("LI1", 1010, missile="A", tq=5, ma=6), rome("LI2", 1011, missile="A", tq=5, ma=6))


@pytest.mark.rule("spqr 8.19", "spqr 8.22", "spqr 4.23")
def test_a_line_fires_at_a_leader_alone_once_it_has_moved() -> None:
    given = battle([*ARCHERS, punic("MI9", 2010)], [fabius("0910"), hannibal(1310)], active="Fabius")
    told = rule(given, "line LI1 LI2\nLI1 > 1110 x Hannibal\ndone\nnone", 0, 9)
    shots = [t["text"] for t in told.told if t["type"] == "roll"]
    assert not told.refused and any("LI1" in s and "Hannibal" in s for s in shots)


@pytest.mark.rule("spqr 4.81", "spqr 4.23")
def test_under_a_line_command_elephants_go_without_him_who_rides_with_them() -> None:
    """Nobody rides along under a Line Command; he is held to elephants alone as he moves himself."""
    hanno = chief("punic", "Hanno", 1010, "SC", initiative=5, line_commands=1)
    units = [punic("EL1", 1010, tq=6, ma=7), punic("EL2", 1011, tq=6, ma=7), rome("MI9", 2020)]
    given = battle(
        units,
        [fabius(), hannibal("0910"), hanno],
        active="Hanno",
        options={"4.8": True},
        notes={"4.81 punic": "ordered"},
        ground={"optional_rules": ["4.8"]},
    )
    alone = rule(given, "EL1 > 1110")
    assert alone.refused == ["4.81"]
    along = rule(given, "EL1 > 1110 & Hanno")
    assert not along.refused and along.of("Hanno")["hex"] == 1110
    line = rule(given, "line EL1 EL2\nEL1 > 1110")
    assert "4.81" not in line.refused


@pytest.mark.rule("spqr 8.22")
@pytest.mark.parametrize("rest", ["shock none", "wedge no"])
def test_what_follows_an_answer_on_its_line_is_no_slip_in_it(rest: str) -> None:
    """A word that is like no name of those asked isn't one of them written wrong."""
    units = [hastati("LG1", 1110, missile="J"), hastati("LG2", 1111, missile="J"), punic("MI9", 1310)]
    given = battle(units, [fabius("0910"), hannibal(2010)], active="Hannibal")
    told = rule(given, f"MI9 > 1210\nnone\nLG1 fire; {rest}", 9)
    assert [t["text"] for t in told.told if t["type"] == "order"][-1] == "LG1 fire"
