"""Hits taken off by an order, in every game of the family."""

from __future__ import annotations

import pytest

from engine.systems.gboh.cases import Case
from tests.engine.gboh.kit import shared
from tests.engine.gboh.positions import Commander, Kit, Piece, Position, lay

LEADER = (Commander("Bouzes", 1012),)


def hurt(kit: Kit, *others: Piece, hits: int = 3, ground: str | None = None) -> Position:
    pieces = (Piece("it", "heavy foot", 1010, hits=hits), *others)
    return lay(kit, *pieces, leaders=LEADER, ground={1010: ground} if ground else {})


@shared(Case.RECOVERY)
@pytest.mark.rule("cataphract 10.16", "alexander 10.14")
@pytest.mark.parametrize(("hits", "removed"), [(1, 1), (2, 2), (3, 2), (5, 2)])
def test_up_to_2_hits_come_off(kit: Kit, hits: int, removed: int) -> None:
    assert hurt(kit, hits=hits).recovers("it") == removed


@shared(Case.RECOVERY)
@pytest.mark.rule("cataphract 10.16", "alexander 10.14")
def test_under_missiles_as_many_as_the_book_says(kit: Kit) -> None:
    allowed = kit.rules.combat.recovery_under_fire
    found = hurt(kit, Piece("archer", "light foot", 1210, "W", "b", missiles=True)).recovers("it")
    assert found == (allowed or kit.rules.cases[Case.RECOVERY])


@shared(Case.RECOVERY)
@pytest.mark.rule("cataphract 10.16", "alexander 10.14")
@pytest.mark.parametrize("facing", ["E", "W"])
@pytest.mark.parametrize("routed", [False, True])
def test_not_next_to_an_enemy_whatever_it_faces(kit: Kit, facing: str, routed: bool) -> None:
    position = hurt(kit, Piece("enemy", "medium foot", 1110, facing, "b", routed=routed))
    assert position.recovers("it") == kit.rules.cases[Case.RECOVERY]


@shared(Case.RECOVERY)
@pytest.mark.rule("cataphract 10.16", "alexander 10.14")
@pytest.mark.parametrize("ground", ["woods", "rough"])
def test_only_on_open_ground(kit: Kit, ground: str) -> None:
    assert hurt(kit, ground=ground).recovers("it") == kit.rules.cases[Case.RECOVERY]


@shared(Case.RECOVERY)
@pytest.mark.rule("cataphract 10.16", "alexander 10.14")
def test_not_without_hits(kit: Kit) -> None:
    assert hurt(kit, hits=0).recovers("it") == kit.rules.cases[Case.RECOVERY]
