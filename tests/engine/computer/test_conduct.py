"""When a computer player gives up, and when it offers a draw: seldom, and late."""

from __future__ import annotations

import pytest

from engine.computer.conduct import Conduct, Standing
from engine.kernel.concession import Concession

SCALE = Concession(lost=-90.0, held=4, near=0.75, even=8.0, stuck=16)
LOST, HELD, NEAR, EVEN, STUCK = SCALE.lost, SCALE.held, SCALE.near, SCALE.even, SCALE.stuck
HOPELESS = Standing(LOST - 1, (4, 20), 0.5)
LEVEL = Standing(0.0, (4, 4), 0.2)


def noted(*standings: Standing) -> Conduct:
    conduct = Conduct(SCALE)
    for n, standing in enumerate(standings):
        conduct.note(standing, n)
    return conduct


def test_what_is_lost_for_several_activations_is_given_up() -> None:
    assert noted(*[HOPELESS] * HELD).lost
    assert not noted(*[HOPELESS] * (HELD - 1)).lost


@pytest.mark.parametrize("better", [Standing(LOST + 1, (4, 20), 0.5), Standing(LOST - 1, (4, 20), NEAR)])
def test_hope_or_the_end_by_the_rules_keeps_it_playing(better: Standing) -> None:
    assert not noted(*[HOPELESS] * (HELD - 1), better).lost
    assert not noted(better, *[HOPELESS] * (HELD - 1)).lost
    assert noted(better, *[HOPELESS] * HELD).lost


def test_an_activation_counts_once_however_often_it_is_asked_in_it() -> None:
    conduct = Conduct(SCALE)
    for _ in range(2 * HELD):
        conduct.note(HOPELESS, 7)
    assert not conduct.lost


def test_a_draw_is_offered_after_a_long_while_without_losses_and_not_again_soon() -> None:
    conduct = noted(*[LEVEL] * STUCK)
    assert conduct.stuck and not noted(*[LEVEL] * (STUCK - 1)).stuck
    conduct.offered()
    assert not conduct.stuck


@pytest.mark.parametrize("other", [Standing(EVEN + 1, (4, 4), 0.2), Standing(0.0, (4, 5), 0.2)])
def test_no_draw_where_somebody_stands_better_or_loses_anything(other: Standing) -> None:
    assert not noted(*[LEVEL] * (STUCK - 1), other).stuck
