"""What lets a unit withdraw in order, in every game of the family."""

from __future__ import annotations

import pytest

from engine.systems.gboh.cases import Case
from tests.engine.gboh.kit import shared
from tests.engine.gboh.positions import Kit, Piece, lay


@shared(Case.WITHDRAWAL)
@pytest.mark.rule("cataphract 6.51", "alexander 6.71")
@pytest.mark.parametrize(("at", "asked"), [(1110, True), (1210, True), (1310, False)])
def test_an_enemy_within_2_hexes_is_the_trigger(kit: Kit, at: int, asked: bool) -> None:
    position = lay(kit, Piece("mover", "horse", 1010, "W", ma=8), Piece("light", "light horse", at, "E", "b", ma=9))
    assert position.withdraws("light", "mover") is asked


@shared(Case.WITHDRAWAL)
@pytest.mark.rule("cataphract 6.51", "alexander 6.71")
@pytest.mark.parametrize(("ma", "asked"), [(8, False), (9, True), (10, True)])
def test_only_faster_units(kit: Kit, ma: int, asked: bool) -> None:
    position = lay(kit, Piece("mover", "horse", 1010, ma=8), Piece("light", "light horse", 1210, "W", "b", ma=ma))
    assert position.withdraws("light", "mover") is asked
