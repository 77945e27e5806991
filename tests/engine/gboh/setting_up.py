"""What a change of a set-up comes to, without a question that asks for it."""

from __future__ import annotations

from engine.kernel.decisions import Answer
from engine.kernel.order_kind import of
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.deployment.order_kind import Deployer
from engine.systems.gboh.events import Spot


def spots(g: Battle, side: str, answer: Answer) -> tuple[Spot, ...]:
    """The new places of every piece it moves or turns. Raises Refusal."""
    kind = of(g.game.set_up_orders, answer)
    assert kind is not None
    found: tuple[Spot, ...] = kind.spots(Deployer(g, side), answer)
    return found
