"""Paths as written, and what is reached when every step has a price."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from engine.kernel import paths, travel
from engine.kernel.hexes import Facing, Hex, distance
from engine.kernel.statement import Face, HexRef, Number, Sign, Word
from engine.kernel.terrain import BattleMap
from engine.kernel.text import Refusal

FIELD = BattleMap(id="field", name="Field", cols=(10, 14), rows=(10, 14), compass={})


@dataclass
class Walker:
    id: str = "HC1"
    at: Hex = 1112
    facing: Facing = Facing.E


def test_straight_ahead_alternates_between_the_front_hexes() -> None:
    assert paths.forward(3, FIELD, Walker(), []) == [1212, 1312, 1412]
    assert paths.forward(2, FIELD, Walker(), [Facing.NW]) == [1012, 1011]


def test_straight_ahead_goes_on_from_the_end_of_the_path() -> None:
    assert paths.steps(Number(1), FIELD, Walker(), [1212, Facing.NE]) == [1211]
    assert paths.steps(HexRef(1212), FIELD, Walker(), []) == [1212]
    assert paths.steps(Face(Facing.W), FIELD, Walker(), []) == [Facing.W]


def test_straight_ahead_is_refused_backwards_and_off_the_map() -> None:
    with pytest.raises(Refusal, match="isn't forward"):
        paths.forward(0, FIELD, Walker(), [])
    with pytest.raises(Refusal, match="leave the map") as no:
        paths.forward(4, FIELD, Walker(), [], rule="5.2")
    assert no.value.rule == "5.2"


def test_a_sign_leads_in_every_run_of_hexes() -> None:
    shot = {1: [Sign("x"), Word("LC5")]}
    assert " ".join(str(t) for t in paths.tokens((1212, Facing.NE, 1311), shot)) == "> 1212 x LC5 @NE > 1311"
    assert " ".join(str(t) for t in paths.tokens((1212,), {0: shot[1]})) == "x LC5 > 1212"
    assert paths.tokens((Facing.NE,), {}) == [Face(Facing.NE)]


def test_the_cheapest_way_counts() -> None:
    dear = {1212, 1213}
    found = travel.reached(1112, 3, travel.exits(FIELD, lambda a, b: 3 if b in dear else 1))
    assert found[1112] == 0 and found[1212] == 3
    assert found[1311] == found[1313] == 3 and 1312 not in found
    assert all(mp >= distance(1112, h) for h, mp in found.items())


def test_a_way_may_have_to_end_where_it_has_come() -> None:
    exits = travel.exits(FIELD, lambda a, b: None if b == 1111 else 1)
    found = travel.reached(1112, 9, exits, goes_on=lambda h: False)
    assert set(found) == {1112, *FIELD.neighbours(1112)} - {1111}
