"""Hits taken off by an order, in every game of the family."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.text import Refusal
from engine.systems.gboh.cases import Case
from engine.systems.gboh.cohesion import recovery
from tests.each import for_each
from tests.engine.gboh.kit import shared
from tests.engine.gboh.positions import Kit, leader, unit


def recovers(kit: Kit, *enemies: dict[str, Any], hits: int = 3, ground: str | None = None) -> int | str:
    """Hits an order takes off foot in 1010; the number of the case that refuses it."""
    leaders = [leader("Bouzes", 1012)]
    terrain = {1010: ground} if ground else {}
    r = kit.battle([unit("HI1", 1010, hits=hits)], enemies, a_leaders=leaders, terrain=terrain).orders("a", "Bouzes")
    try:
        return recovery.can_recover(r.g, r.leader("Bouzes"), r.unit("HI1"))
    except Refusal as no:
        return str(no.rule)


@shared(Case.RECOVERY)
@pytest.mark.rule("cataphract 10.16", "alexander 10.14", "spqr 10.17")
@for_each(("hits", "removed"), [(1, 1), (2, 2), (3, 2), (5, 2)])
def test_up_to_2_hits_come_off(kit: Kit, hits: int, removed: int) -> None:
    assert recovers(kit, hits=hits) == removed


@shared(Case.RECOVERY)
@pytest.mark.rule("cataphract 10.16", "alexander 10.14", "spqr 10.17")
@for_each(
    ("archer", "threatens"),
    [
        (unit("LI9", 1210, "W", missile="bow"), True),
        (unit("LI9", 1210, "W", missile="bow", supply="low"), True),
        (unit("LI9", 1210, "W", missile="bow", supply="no"), False),
        (unit("LI9", 1210, "E", missile="bow"), False),
        (unit("LI9", 1510, "W", missile="bow"), False),
        (unit("LI9", 1210, "W", missile="bow", routed=True), False),
    ],
)
def test_under_missiles_as_many_as_the_book_says(kit: Kit, archer: dict[str, Any], threatens: bool) -> None:
    allowed = kit.rules.combat.recovery_under_fire
    assert recovers(kit, archer) == ((allowed or kit.case(Case.RECOVERY)) if threatens else 2)


@shared(Case.RECOVERY)
@pytest.mark.rule("cataphract 10.16", "alexander 10.14", "spqr 10.17")
@for_each("facing", ["E", "W"])
@for_each("routed", [False, True])
def test_not_next_to_an_enemy_whatever_it_faces(kit: Kit, facing: str, routed: bool) -> None:
    assert recovers(kit, unit("MI9", 1110, facing, routed=routed)) == kit.case(Case.RECOVERY)


@shared(Case.RECOVERY)
@pytest.mark.rule("cataphract 10.16", "alexander 10.14", "spqr 10.17")
@pytest.mark.parametrize("ground", ["woods", "rough"])
def test_only_on_open_ground(kit: Kit, ground: str) -> None:
    assert recovers(kit, ground=ground) == kit.case(Case.RECOVERY)


@shared(Case.RECOVERY)
@pytest.mark.rule("cataphract 10.16", "alexander 10.14", "spqr 10.17")
def test_not_without_hits(kit: Kit) -> None:
    assert recovers(kit, hits=0) == kit.case(Case.RECOVERY)
