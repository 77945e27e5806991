"""Activation in every game of the family."""

from __future__ import annotations

import pytest

from engine.systems.gboh.cases import Case
from engine.systems.gboh.events import OrdersBegan
from engine.systems.gboh.orders import orders
from tests.engine.gboh.kit import shared
from tests.engine.gboh.positions import Kit, leader, unit


@shared(Case.ACTIVATION_ORDER, Case.SEQUENCE)
@pytest.mark.rule(
    "cataphract 5.12", "cataphract 3.0", "cataphract 3.0A", "alexander 5.12", "alexander 5.13", "spqr 5.12", "spqr 3.0"
)
@pytest.mark.rule("alexander 3.0")
def test_from_the_lowest_initiative_to_the_highest(kit: Kit) -> None:
    ours = [leader("Anna", 505, initiative=5), leader("Ada", 506, "SC", initiative=2)]
    theirs = [leader("Bert", 3030, "SC", initiative=3), leader("Bob", 3031, initiative=6)]
    r = kit.battle([unit("HC1", 505)], [unit("HC9", 3030, "W")], a_leaders=ours, b_leaders=theirs)
    r.state.phase = "select"
    r.play(answers=[x for name in ("Ada", "Bert", "Anna") for x in (name, orders.Done(), "no")] + ["Bob"])
    begun = [(e.orders.side, e.orders.leader) for e in r.happened(OrdersBegan)]
    assert begun == [("a", "Ada"), ("b", "Bert"), ("a", "Anna"), ("b", "Bob")]
