"""What turning in a hex costs in every game of the family."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import Facing
from engine.systems.gboh.cases import Case
from engine.systems.gboh.movement import reach
from tests.engine.gboh.kit import shared
from tests.engine.gboh.positions import Kit, unit


@shared(Case.FACING_COST, Case.FACING_HITS)
@pytest.mark.rule("cataphract 7.12", "cataphract 7.13", "alexander 7.12", "alexander 7.14")
@pytest.mark.parametrize(("ground", "hits"), [(None, 0), ("woods", 2), ("rough", 2)])
@pytest.mark.parametrize("code", ["HC1", "MI1", "LI1"])
def test_1_mp_a_vertex_and_hits_in_difficult_terrain(kit: Kit, code: str, ground: str | None, hits: int) -> None:
    r = kit.battle([unit(code, 1010)], terrain={1010: ground} if ground else {}).orders("a")
    node = reach.price(r.g, r.unit(code), (Facing.NW,))
    assert (node.mp, node.hits) == (2, hits)
