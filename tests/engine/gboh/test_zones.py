"""Zones of control in every game of the family."""

from __future__ import annotations

import pytest

from engine.systems.gboh.cases import Case
from tests.each import for_each
from tests.engine.gboh.kit import shared
from tests.engine.gboh.positions import Kit, unit


@shared(Case.ZONE)
@pytest.mark.rule("cataphract 7.21", "alexander 7.21", "spqr 7.21")
@for_each(
    ("it", "zone"),
    [
        (unit("HC1", 1010), {1109, 1110}),
        (unit("HI1", 2010, "NW"), {2009, 1909}),
        (unit("LI1", 1510, "SIDE_N", column=True), {1509}),
        (unit("HC1", 1010, routed=True), set()),
    ],
)
def test_the_zone_is_the_front_hexes(kit: Kit, it: dict, zone: set[int]) -> None:
    r = kit.battle([it])
    assert set(r.g.zoc(r.unit(it["code"]))) == zone


@shared()
@pytest.mark.rule("cataphract 7.22", "alexander 7.22", "spqr 7.21")
@pytest.mark.parametrize(("ground", "reached"), [("river", False), ("woods", True)])
def test_it_reaches_into_no_hex_the_unit_may_not_enter(kit: Kit, ground: str, reached: bool) -> None:
    r = kit.battle([unit("HC1", 1010)], [unit("HI9", 1110, "E")], terrain={1110: ground})
    assert (1110 in r.g.zoc(r.unit("HC1"))) is reached
    assert r.g.in_enemy_zoc(r.unit("HI9")) is reached
