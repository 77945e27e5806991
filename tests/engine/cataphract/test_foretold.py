"""What players are told before they decide: what a move would set off, and how likely a roll is."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import Facing
from engine.systems.gboh.movement import reach
from engine.systems.gboh.orders import moves_foretold
from engine.systems.gboh.turn import trump
from tests.engine.cataphract import kit


def note(mover: dict, path: tuple[int | Facing, ...], *enemies: dict, **ground: object) -> str:
    """What the menu says of this move, "" for nothing."""
    r = kit.battle([mover], list(enemies), a_leaders=[kit.leader("Anna", 910)], **ground).orders("a", "Anna")
    u = r.unit(mover["code"])
    found = moves_foretold.consequences(r.g, u, reach.price(r.g, u, path))
    return "" if found is None else str(found)


HORSE = kit.unit("HC1", 1010)


@pytest.mark.rule("cataphract 6.51")
@pytest.mark.parametrize(
    ("enemy", "said"),
    [
        (kit.unit("LC9", 1210, "E"), "LC9 may withdraw"),  # 1 hex from the end
        (kit.unit("LC9", 1310, "E"), "LC9 may withdraw"),  # 2 hexes
        (kit.unit("LC9", 1410, "E"), ""),  # 3 hexes
        (kit.unit("LC9", 1310, "E", ma=8), ""),  # no faster than the mover
        (kit.unit("LC9", 1310, "E", routed=True), ""),
    ],
)
def test_who_may_withdraw(enemy: dict, said: str) -> None:
    assert note(kit.unit("LI1", 1010, ma=8), (1110,), enemy) == said


@pytest.mark.rule("cataphract 6.51")
def test_nobody_withdraws_where_the_mover_stays() -> None:
    assert note(kit.unit("HC1", 1010), (Facing.NE,), kit.unit("LC9", 1210, "E")) == ""


@pytest.mark.rule("cataphract 8.21")
@pytest.mark.parametrize(
    ("archer", "fires"),
    [
        (kit.unit("LI9", 1210, "W", missile="B"), True),
        (kit.unit("LI9", 1210, "W", missile="B", supply="low"), True),
        (kit.unit("LI9", 1210, "W", missile="B", supply="no"), False),
        (kit.unit("LI9", 1210, "W"), False),
        (kit.unit("LI9", 1210, "E", missile="B"), False),
        (kit.unit("LI9", 1210, "SIDE_S", missile="B", column=True), False),
    ],
)
def test_who_fires_at_who_comes(archer: dict, fires: bool) -> None:
    assert ("entry fire from LI9" in note(HORSE, (1110,), archer)) is fires


@pytest.mark.rule("cataphract 7.23", "cataphract 7.31")
@pytest.mark.parametrize(
    ("mover", "enemy", "stops", "attacks"),
    [
        (HORSE, kit.unit("HI9", 1210, "W"), True, True),
        (HORSE, kit.unit("HI9", 1210, "E"), False, True),
        (kit.unit("LC1", 1010), kit.unit("HI9", 1210, "W"), True, False),
        (HORSE, kit.unit("HI9", 1111, "NW"), True, False),
        (HORSE, kit.unit("HI9", 1310, "W"), False, False),
    ],
)
def test_stopping_and_having_to_attack(mover: dict, enemy: dict, stops: bool, attacks: bool) -> None:
    said = note(mover, (1110,), enemy)
    assert ("stops in the ZOC of HI9" in said, "must attack HI9" in said) == (stops, attacks)


@pytest.mark.rule("cataphract 6.22")
def test_hits_and_what_they_are_for() -> None:
    assert note(HORSE, (1110,), terrain={1110: "woods"}) == "costs 1 hit: woods"
    assert note(HORSE, (1110, 1210), terrain={1110: "woods", 1210: "rough"}).startswith("costs 2 hits: woods")
    assert note(HORSE, (1110,)) == ""


@pytest.mark.rule("cataphract 5.32", "cataphract 5.41")
@pytest.mark.parametrize(("initiative", "of_ten"), [(0, 1), (5, 6), (8, 9), (9, 10)])
def test_the_chance_of_a_trump(initiative: int, of_ten: int) -> None:
    """Of the ten faces 0 to 9 those up to his Initiative are good."""
    r = kit.battle(a_leaders=[kit.leader("Anna", 1010, initiative=initiative)])
    found = trump.at_stake(r.g, r.leader("Anna"))
    assert found.chance == pytest.approx(of_ten / 10)
    assert f": {10 * of_ten} %" in str(found.words)
