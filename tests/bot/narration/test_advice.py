"""What a suggested plan is expected to cost, in words."""

from __future__ import annotations

import pytest

from bot.narration import ENGLISH
from bot.narration.advice import _lost
from engine.computer.forecast import Loss


@pytest.mark.parametrize(
    ("loss", "says"),
    [
        (Loss(points=4.0, units=0.0, hits=3.2), "4 Rout Points, 3 cohesion hits"),
        (Loss(points=0.0, units=0.0, hits=1.0), "1 cohesion hit"),
    ],
)
def test_losses_are_counted_in_good_english(loss: Loss, says: str) -> None:
    assert _lost(loss, "Rout Points", ENGLISH) == says
