"""Zones of control in every game of the family."""

from __future__ import annotations

import pytest

from engine.systems.gboh.cases import Case
from tests.engine.gboh.kit import shared
from tests.engine.gboh.positions import Kit, Piece, lay


@shared(Case.ZONE)
@pytest.mark.rule("cataphract 7.21", "alexander 7.21")
def test_the_zone_is_the_front_hexes(kit: Kit) -> None:
    position = lay(
        kit,
        Piece("east", "horse", 1010),
        Piece("north-west", "heavy foot", 2010, "NW"),
        Piece("column", "light foot", 1510, "SIDE_N", column=True),
    )
    assert position.zone("east") == {1109, 1110}
    assert position.zone("north-west") == {2009, 1909}
    assert position.zone("column") == {1509}


@shared(Case.ZONE)
@pytest.mark.rule("cataphract 7.21", "alexander 7.21")
def test_a_routed_unit_has_none(kit: Kit) -> None:
    assert lay(kit, Piece("routed", "horse", 1010, routed=True)).zone("routed") == set()
