"""What turning in a hex costs in every game of the family."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import Facing
from engine.systems.gboh.cases import Case
from tests.engine.gboh.kit import shared
from tests.engine.gboh.positions import Kit, Piece, Sort, lay


@shared(Case.FACING_COST, Case.FACING_HITS)
@pytest.mark.rule("cataphract 7.12", "cataphract 7.13", "alexander 7.12", "alexander 7.14")
@pytest.mark.parametrize(("ground", "hits"), [(None, 0), ("woods", 2), ("rough", 2)])
@pytest.mark.parametrize("sort", ["horse", "medium foot", "light foot"])
def test_1_mp_a_vertex_and_hits_in_difficult_terrain(kit: Kit, sort: Sort, ground: str | None, hits: int) -> None:
    position = lay(kit, Piece("it", sort, 1010), ground={1010: ground} if ground else {})
    assert position.turned("it", Facing.NW) == (2, hits)
