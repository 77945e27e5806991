"""What turning in a hex costs in every game of the family."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.hexes import Facing
from engine.systems.gboh.cases import Case
from engine.systems.gboh.movement import reach, zoc
from engine.systems.gboh.orders import orders
from engine.systems.gboh.shock import designation
from tests.each import for_each
from tests.engine.gboh.kit import shared
from tests.engine.gboh.positions import Kit, leader, unit
from tests.engine.gboh.rig import Rig


@shared(Case.FACING_COST, Case.FACING_HITS)
@pytest.mark.rule("cataphract 7.12", "cataphract 7.13", "alexander 7.12", "alexander 7.14", "spqr 7.12", "spqr 7.14")
@for_each(("ground", "hits"), [(None, 0), ("woods", 2), ("rough", 2)])
@for_each("code", ["HC1", "MI1", "LI1"])
def test_1_mp_a_vertex_and_hits_in_difficult_terrain(kit: Kit, code: str, ground: str | None, hits: int) -> None:
    r = kit.battle([unit(code, 1010)], terrain={1010: ground} if ground else {}).orders("a")
    node = reach.price(r.g, r.unit(code), (Facing.NW,))
    assert (node.mp, node.hits) == (2, hits)


def held(kit: Kit, code: str, *enemies: dict[str, Any], **values: Any) -> Rig:
    leaders = [leader("Anna", 1005, command_range=20)]
    return kit.battle([unit(code, 1010, **values)], enemies, a_leaders=leaders).orders("a", "Anna")


@shared(Case.ZONE_FACING)
@pytest.mark.rule("cataphract 7.25", "alexander 7.25", "spqr 7.23")
def test_a_unit_in_the_zoc_of_one_enemy_turns_and_stays_and_not_in_that_of_two(kit: Kit) -> None:
    r = held(kit, "HI1", unit("HI9", 909, "SE"))
    if kit.rules.movement.zone_turning == "none":
        r.refuses(kit.case(Case.ZONE_FACING), orders.Move(unit="HI1", path=(Facing.NE,)))
        return
    assert zoc.turning_allowance(r.g, r.unit("HI1")) > 0
    r.order(orders.Move(unit="HI1", path=(Facing.NE,)))
    assert r.unit("HI1").facing == Facing.NE
    r.refuses(kit.case(Case.ONE_ORDER), orders.Move(unit="HI1", path=(1009,)))
    r = held(kit, "HI1", unit("HI9", 909, "SE"), unit("HI8", 1009, "SW"))
    r.refuses(kit.case(Case.ZONE_FACING), orders.Move(unit="HI1", path=(Facing.NE,)))


@shared(Case.ZONE_FACING)
@pytest.mark.rule("cataphract 7.25", "alexander 7.25", "spqr 7.23")
def test_with_an_enemy_before_it_where_the_book_lets_it(kit: Kit) -> None:
    may = kit.rules.movement.zone_turning_before_enemies
    assert may is (kit.system == "alexander")
    r = held(kit, "HI1", unit("HI9", 909, "SE"), unit("HI8", 1110, "E"))
    assert bool(zoc.turning_allowance(r.g, r.unit("HI1"))) is may


@shared(Case.ZONE_FACING)
@pytest.mark.rule("cataphract 7.25", "alexander 7.25", "spqr 7.23")
@for_each(("missile", "supply", "close"), [("javelin", "full", True), ("javelin", "no", False), ("bow", "full", False)])
def test_light_foot_with_javelins_whoever_holds_it_where_the_book_lets_it(
    kit: Kit, missile: str, supply: str, close: bool
) -> None:
    may = kit.rules.movement.zone_turning_at_close_range
    assert may is (kit.system == "alexander")
    r = held(kit, "LI1", unit("HI9", 909, "SE"), unit("HI8", 1009, "SW"), missile=missile, supply=supply)
    assert bool(zoc.turning_allowance(r.g, r.unit("LI1"))) is (may and close)


@shared(Case.MUST_ATTACK, Case.MOVED_AGAIN)
@pytest.mark.rule(
    "cataphract 7.31", "cataphract 6.13", "alexander 7.31", "alexander 6.13", "alexander 7.33", "spqr 7.25", "spqr 6.13"
)
def test_who_turns_towards_an_enemy_has_moved_and_must_attack_where_the_book_says_so(kit: Kit) -> None:
    moves = kit.rules.movement.turning_moves
    assert moves is (kit.system == "alexander")
    r = held(kit, "HI1", unit("MI9", 1009, "NE"))
    r.order(orders.Move(unit="HI1", path=(Facing.NE,)))
    assert r.unit("HI1").moved, "either way it has for the next order of the turn"
    assert r.g.orders.markers == ({"HI1": "must"} if moves else {})
    assert {u.id for u in (designation.obliged if moves else designation.willing)(r.g)} == {"HI1"}
