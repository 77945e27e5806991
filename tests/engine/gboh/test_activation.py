"""Activation in every game of the family."""

from __future__ import annotations

import pytest

from engine.systems.gboh.cases import Case
from tests.engine.gboh.kit import shared
from tests.engine.gboh.positions import Commander, Kit, Piece, lay


@shared(Case.ACTIVATION_ORDER)
@pytest.mark.rule("cataphract 5.12", "cataphract 3.0A", "alexander 5.12", "alexander 5.13")
def test_from_the_lowest_initiative_to_the_highest(kit: Kit) -> None:
    leaders = [
        Commander("Anna", 505, initiative=5),
        Commander("Ada", 506, initiative=2),
        Commander("Bert", 3030, "b", initiative=3),
        Commander("Bob", 3031, "b", initiative=6),
    ]
    position = lay(kit, Piece("ours", "horse", 505), Piece("theirs", "horse", 3030, "W", "b"), leaders=leaders)
    begun = position.activated(["Ada", "Bert", "Anna", "Bob"])
    assert begun == [("a", "Ada"), ("b", "Bert"), ("a", "Anna"), ("b", "Bob")]
