"""How a campaign stands for players that plan: on the scale on which a computer player gives up."""

from __future__ import annotations

import random

import pytest

from engine.computer.conduct import Conduct, Standing
from engine.fairdice import Chain, FairDice
from engine.kernel.game import Game
from engine.players import random_answer
from engine.systems import registry
from engine.systems.justinian import judgement, victory
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.system import Justinian
from scenarios import load
from tests.engine.justinian.field import field

SIDES = ("byzantine", "barbarian")
SCALE = Justinian.concession


def worth(g: Campaign, side: str) -> float:
    return sum(judgement.judge(g, side).values())


@pytest.mark.parametrize(("seed", "byzantine", "barbarian"), [(1, 6.0, 6.0), (2, 8.0, 0.0), (3, 0.0, 6.0)])
def test_nobody_gives_up_a_campaign_that_is_not_decided(seed: int, byzantine: float, barbarian: float) -> None:
    """Whether both are keen, or one hardly looks: three turns leave everything open, and neither side is lost."""
    system = registry.system_for(load("justinian/renovatio"))
    rng, dice = random.Random(seed), FairDice(Chain(seed.to_bytes(32, "big")), "test", 1, "")
    game = Game.start(system, system.initial_state(), dice)
    keen = {"byzantine": byzantine, "barbarian": barbarian}
    conduct = {side: Conduct(SCALE) for side in SIDES}
    noted = 0
    while game.state.turn <= 3:
        decision = game.pending[0]
        game.answer(decision.side, random_answer(decision, rng, keen[decision.side]), dice)
        noted += 1
        for side in SIDES:
            conduct[side].note(Standing(worth(game.context, side), (0, 0), 0.0), noted)  # type: ignore[arg-type]
            assert not conduct[side].lost, (game.state.turn, worth(game.context, side))  # type: ignore[arg-type]
    assert noted > 50


def test_the_campaign_begins_even() -> None:
    system = registry.system_for(load("justinian/renovatio"))
    game = Game.start(system, system.initial_state(), FairDice(Chain(bytes(32)), "test", 1, ""))
    rng, dice = random.Random(1), FairDice(Chain(bytes(32)), "test", 1, "")
    while game.state.phase.startswith("setup"):
        game.answer(game.pending[0].side, random_answer(game.pending[0], rng, 4.0), dice)
    assert all(abs(worth(game.context, side)) < SCALE.even for side in SIDES)  # type: ignore[arg-type]


@pytest.mark.rule("justinian 10.21")
def test_byzantium_is_lost_when_too_little_time_is_left_for_what_it_lacks() -> None:
    """Eight provinces are many for the last two activations, and few for a turn."""
    rig = field(turn=1).marker("ostrogoths", *ITALY).marker("vandals", *AFRICA).army("praesental-1", "europa", 20)
    assert judgement.lacking(victory.standings(rig.g)) == 8
    left = [(turn, done, worth(rig.under(turn=turn, byzantine_done=done).g, "byzantine")) for turn, done in MOMENTS]
    assert [w <= SCALE.lost for _, _, w in left] == [False, False, True, True], left
    assert worth(rig.g, "barbarian") >= -SCALE.lost, "and the barbarians have it all but won"
    conduct = Conduct(SCALE)
    for n in range(SCALE.held):
        conduct.note(Standing(left[-1][2], (0, 0), 0.0), n)
    assert conduct.lost


ITALY = ("flaminia", "campania", "tuscia-et-umbria", "venetia-et-histria", "liguria", "picenum", "valeria")
AFRICA = ("zeugitania", "byzacena", "numidia", "sardinia", "corsica", "hispania", "septem")
MOMENTS = ((1, 0), (10, 0), (10, 2), (10, 4))
"""Turns, and activations done in them."""
