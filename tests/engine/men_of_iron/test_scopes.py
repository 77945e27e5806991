"""Whom standing orders may be given for."""

from __future__ import annotations

import pytest

from engine.systems.men_of_iron import scopes
from engine.systems.men_of_iron.state import Leader
from scenarios import listing
from tests.engine.men_of_iron import kit
from tests.engine.men_of_iron.kit import leader, unit

BATTLES = [info.key.split("/")[1] for info in listing() if info.system == "men-of-iron"]


def over(r: kit.Rig, name: str, side: str = "a") -> list[str]:
    return [s.key for s in scopes.scopes(r.g, side) if name in s.units]


def covered(r: kit.Rig, key: str, side: str = "a") -> frozenset[str]:
    return next(s.units for s in scopes.scopes(r.g, side) if s.key == key)


def field() -> kit.Rig:
    return kit.battle(
        [unit("MM1", 1010), unit("MM2", 1011), unit("LB3", 1012, command="Wing"), unit("MH4", 1013, command="Wing")],
        [unit("LB9", 1310, "W")],
        a_leaders=[leader("Ann", 1010), leader("Wing", 1012, command="Wing")],
    )


@pytest.mark.rule("men-of-iron 3.3", "men-of-iron 2.2")
def test_from_the_narrowest_to_the_widest() -> None:
    r = field()
    assert over(r, "MM1") == ["MM1", "MM", "A", "mounted-men-at-arms", "men-at-arms", "mounted"]
    assert over(r, "LB3") == ["LB3", "LB", "Wing", "longbows", "foot"]
    assert over(r, "MH4") == ["MH4", "MH", "Wing", "hobilars", "mounted"]


def test_sides_are_apart() -> None:
    r = field()
    assert over(r, "LB9") == []
    assert over(r, "LB9", "b") == ["LB9", "LB", "B", "longbows", "foot"]


@pytest.mark.rule("men-of-iron 15.1")
def test_a_command_is_its_units_and_its_leader() -> None:
    r = field()
    assert covered(r, "A") == {"MM1", "MM2", "Ann"}
    assert over(r, "Ann") == ["Ann", "A"]
    # He and his Command go by one name: one order is for both.
    assert over(r, "Wing") == ["Wing"]
    assert [s.key for s in scopes.scopes(r.g, "a")].count("Wing") == 1


@pytest.mark.rule("men-of-iron 15.6")
def test_who_takes_over_is_under_the_same_orders() -> None:
    r = field()
    old = r.state.leaders["Ann"]
    new = Leader(**{**old.model_dump(), "id": "A2", "name": "Replacement Leader of A", "replacement": True})
    r.state.leaders["A2"] = new
    assert over(r, "A2") == ["A2", "A"]


@pytest.mark.rule("men-of-iron 12.5", "men-of-iron 14.2")
def test_types_are_those_of_the_moment() -> None:
    r = field()
    r.state.units["MM1"].type = "UH"
    assert over(r, "MM1") == ["MM1", "MM", "A", "unhorsed-men-at-arms", "men-at-arms", "foot"]
    assert covered(r, "mounted-men-at-arms") == {"MM2"}
    r.state.units["MH4"].type = "DH"
    assert covered(r, "hobilars") == {"MH4"} and "MH4" in covered(r, "foot")


@pytest.mark.parametrize("name", BATTLES)
def test_no_name_means_two_things(name: str) -> None:
    r = kit.the(name)
    for side in r.state.armies:
        keys = [s.key.casefold() for s in scopes.scopes(r.g, side)]
        assert len(set(keys)) == len(keys)
        assert all(s.units for s in scopes.scopes(r.g, side))
