"""What a move has taken is told where the unit goes nowhere, too."""

from __future__ import annotations

from typing import Any

import pytest

from tests.positions.kit import Ruling, on_field, rule, unit
from tests.positions.test_meeting_cataphract import field, goth, roman
from tests.positions.test_meeting_simple_gboh import FAR, FAR_A
from tests.positions.test_meeting_simple_gboh import field as simple_field


def accounts(ruling: Ruling) -> dict[str, tuple[int, int]]:
    """Movement Points spent and allowed, by piece."""
    return {t["piece"]: (t["spent"], t["allowance"]) for t in ruling.told if t["type"] == "movement"}


@pytest.mark.rule("cataphract 8.31", "cataphract 4.31")
@pytest.mark.parametrize("orders", ["", "line LC1 LC2\n"])
def test_horse_that_harasses_has_spent_its_whole_move(orders: str) -> None:
    given = field(roman("LC1", 1010, missile="J", ma=9), roman("LC2", 1011, ma=7), goth("MI1", 1310))
    ruling = rule(given, f"{orders}LC1 harass MI1 1110 1210\nnone\nLC2 > 1111", 9)
    assert not ruling.refused and accounts(ruling) == {"LC1": (9, 9), "LC2": (1, 7)}


@pytest.mark.rule("simple-gboh 7.15", "simple-gboh 7.16")
def test_hit_and_run_takes_the_whole_move() -> None:
    units = [unit("a", "LC1", 1010, missile="J", ma=8), unit("a", "SK2", 1014, missile="J", ma=5), FAR_A, FAR]
    units += [unit("b", "HI9", 1309, "W"), unit("b", "HI8", 1214, "W")]
    ruled = rule(simple_field(units), "LC1 harass HI9 1110 1210\nSK2 harass HI8 1114", 9, 9)
    assert ruled.refused == [] and accounts(ruled) == {"LC1": (8, 8), "SK2": (5, 5)}


@pytest.mark.rule("alexander 8.31", "spqr 8.3")
@pytest.mark.parametrize(("system", "answer"), [("alexander", "\nnone"), ("spqr", "")])
def test_so_it_does_in_the_sister_systems(system: str, answer: str) -> None:
    leaders: list[dict[str, Any]] = [
        {"id": "Philip", "side": "a", "hex": 1010},
        {"id": "Porus", "side": "b", "hex": 1910},
    ]
    given = on_field(
        [unit("a", "LC1", 1010, missile="J", ma=9), unit("b", "HI9", 1310, "W")],
        leaders,
        system=system,
        active="Philip",
    )
    ruling = rule(given, f"LC1 harass HI9 1110 1210{answer}", 9)
    assert not ruling.refused and accounts(ruling) == {"LC1": (9, 9)}
