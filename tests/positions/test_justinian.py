"""Positions of the campaign with orders nobody should give."""

from __future__ import annotations

from typing import Any

import pytest

from tests.positions.kit import rule

SYRIA: dict[str, Any] = {
    "scenario": "justinian/renovatio",
    "turn": 4,
    "phase": "barbarian",
    "changes": {"chosroes": {"at": "syria-1", "sp": 20}, "orient": {"at": "syria-1", "sp": 8, "leader": "sittas"}},
}


@pytest.mark.rule("justinian 6.25")
def test_an_enemy_who_stands_beside_it_is_no_name_for_an_army() -> None:
    ruling = rule(SYRIA, "select-persia\norient\nchosroes\n", 5)
    assert ruling.refused == ["6.25"] and ruling.asked == ["march"]


@pytest.mark.rule("justinian 7.17")
@pytest.mark.parametrize("number", ["0", "²", "501", "-3", "99999", "1.5", "x"])
def test_odd_numbers_are_refused_and_change_nothing(number: str) -> None:
    ruling = rule(SYRIA, f"select-persia\nchosroes\ndetach {number}\ndetach 3\n", 5)
    assert len(ruling.refused) == 1 and ruling.asked == ["march"]
    assert ruling.end["detached"]["Syria I"] == {"persia": 3} and ruling.end["changes"]["chosroes"]["sp"] == 17


@pytest.mark.rule("justinian 6.53")
def test_nothing_follows_in_an_order_that_disbands_the_army() -> None:
    ruling = rule({**SYRIA, "phase": "byzantine"}, "orient\ndisband fort euphratensis\nstop\n", 5)
    assert ruling.refused == ["6.53"]


@pytest.mark.rule("justinian 4.13")
@pytest.mark.parametrize("place", ["box-persia", "aegean-sea"])
def test_a_magmil_goes_to_provinces(place: str) -> None:
    ruling = rule({**SYRIA, "phase": "byzantine"}, f"magmil sittas {place}\n")
    assert ruling.refused == ["4.13"] and "provinces" in next(t["text"] for t in ruling.told if t["type"] == "refusal")
