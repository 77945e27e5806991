"""One side's army against its image: fair by construction."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import Facing, distance
from engine.kernel.scenario import HexScenario
from engine.systems.men_of_iron.scenario import MenOfIronScenario
from engine.systems.registry import initial_state
from engine.systems.registry import system_for as system_of
from scenarios import Scenario, ScenarioError, load
from scenarios.mirrored import BETWEEN, mirrored

BATTLES = (
    ("cataphract/tricameron", "byzantine"),
    ("alexander/jaxartes", "macedonian"),
    ("spqr/lautulae", "samnite"),
    ("simple-gboh/samarkand", "macedonian"),
    ("men-of-iron/falkirk", "english"),
    ("spqr/cannae", "rome"),
)


def standing(battle: Scenario) -> list[list[tuple[int, Facing]]]:
    """Hex and facing of each side's units at set-up, in the file's order."""
    state = initial_state(system_of(battle))
    return [
        [(u.hex, u.facing) for u in state.units.values() if u.side == side.id and u.hex is not None]
        for side in battle.sides
    ]


@pytest.mark.parametrize(("key", "side"), BATTLES)
def test_both_armies_stand_alike_turned_by_half(key: str, side: str) -> None:
    battle = mirrored(load(key), side)
    assert isinstance(battle, HexScenario)
    first, second = standing(battle)
    assert len(first) == len(second) > 4
    assert all((a[1] + 6) % 12 == b[1] for a, b in zip(first, second, strict=True))
    apart = [[distance(a[0], b[0]) for b in army] for army in (first, second) for a in army]
    assert apart[: len(first)] == apart[len(first) :]
    assert min(distance(a[0], b[0]) for a in first for b in second) >= BETWEEN
    assert all(a[0] in battle.map for a in (*first, *second))


def test_an_army_is_the_one_that_stands_there_at_set_up() -> None:
    given = load("cataphract/tricameron")
    battle = mirrored(given, "byzantine")
    own = initial_state(system_of(given)).units.values()
    there = sum(u.side == "byzantine" and u.hex is not None for u in own)
    assert [s.unit_count for s in battle.sides] == [there] * 2
    assert battle.special_rules == ()


def test_an_army_that_holds_attacks_its_own_image() -> None:
    battle = mirrored(load("men-of-iron/poitiers"), "english")
    assert isinstance(battle, MenOfIronScenario)
    assert [s.stance for s in battle.sides] == ["attack", "attack"]


@pytest.mark.parametrize(
    ("key", "side", "said"),
    [
        ("cataphract/tricameron", "nobody", "it has no side 'nobody'"),
        ("justinian/renovatio", "byzantine", "only a battle on a map of hexes can be mirrored"),
        ("cataphract/ad-decimum", "vandals", "an army has an OC"),
    ],
)
def test_what_cant_be_mirrored_is_told(key: str, side: str, said: str) -> None:
    with pytest.raises(ScenarioError, match=said):
        mirrored(load(key), side)
