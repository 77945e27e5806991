"""The battle as a whole: what it is made of, and that it can be left and resumed anywhere."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from bot.notation import parse
from engine.kernel.game import Game, digest, rebuild
from engine.kernel.text import Refusal
from engine.players import random_answer
from engine.systems.men_of_iron import written
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.charts import Charts
from engine.systems.men_of_iron.state import ORDERS_IN_A_SEGMENT, State
from engine.systems.men_of_iron.system import MenOfIron
from scenarios import load
from tests.engine.men_of_iron.kit import battle, unit

BATTLES = ("falkirk", "courtrai", "bannockburn", "crecy", "poitiers", "najera")


class Thrown:
    """Dice of a seeded generator."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.n = 0

    def throw(self, request, segment):  # type: ignore[no-untyped-def]
        self.n += 1
        low, high = (0, 9) if request.faces == 10 else (1, request.faces)
        return self.n, [self.rng.randint(low, high) for _ in range(request.count)]


def played(name: str, seed: int, answers: int) -> Iterator[Game[State]]:
    """A battle between random players, after each answer."""
    system = MenOfIron(load(f"men-of-iron/{name}"))  # type: ignore[arg-type]
    game = Game.start(system, system.initial_state(), Thrown(seed))
    rng = random.Random(seed)
    for _ in range(answers):
        if game.over:
            return
        decision = game.pending[0]
        game.answer(decision.side, random_answer(decision, rng), Thrown(rng.randrange(1 << 30)))
        yield game


@pytest.mark.rule("men-of-iron 2.1", "men-of-iron 2.2")
@pytest.mark.parametrize("name", BATTLES)
def test_what_a_battle_is_made_of(name: str) -> None:
    scenario = load(f"men-of-iron/{name}")
    assert len(scenario.map.hexes) == 28 * 22
    state = MenOfIron(scenario).initial_state()  # type: ignore[arg-type]
    charts = Charts.standard()
    for u in state.units.values():
        values = charts.unit(u.type)
        assert values.ma_disordered == values.ma - 1 and values.drm_disordered > values.drm
        assert u.command in state.commands and state.commands[u.command].side == u.side
    for c in state.commands.values():
        assert state.leaders[c.leader].command == c.id


@pytest.mark.rule("men-of-iron 2.3")
def test_the_die_shows_nought_to_nine() -> None:
    faces = {d for game in played("falkirk", 3, 400) for e in game.journal if e.kind == "roll" for d in e.data["dice"]}
    assert faces == set(range(10))


@pytest.mark.parametrize("name", BATTLES)
def test_a_battle_can_be_resumed_after_any_answer(name: str) -> None:
    game = None
    for i, game in enumerate(played(name, 11, 120)):
        if i % 7 == 0:
            again = Game.resume(game.system, game.journal)
            assert digest(again.state) == digest(game.state)
            assert [d.kind for d in again.pending] == [d.kind for d in game.pending]
            assert digest(rebuild(game.system, game.journal)) == digest(game.state)
            assert not game.system.invariants(game.state, at_rest=game.restartable)
    assert game is not None and game.state.deeds > 0


def test_the_dice_chain_goes_on_every_twenty_orders() -> None:
    rig = battle(a=[unit("DM1", 1010)], b=[unit("PK1", 2010, "W")])
    assert isinstance(rig.g, Battle) and rig.state.segment == 1
    rig.state.deeds = ORDERS_IN_A_SEGMENT - 1
    assert rig.state.segment == 1
    rig.state.deeds = ORDERS_IN_A_SEGMENT
    assert rig.state.segment == 2


@pytest.mark.parametrize(("text", "rule"), [("pass", "4.1/pass"), ("LC", "3.2"), ("LA", "")])
def test_answers_to_other_questions_are_explained(text: str, rule: str) -> None:
    rig = battle(a=[unit("DM1", 1010), unit("DM2", 1014, command="C")], b=[unit("PK1", 2010, "W")]).activate("A")
    with pytest.raises(Refusal) as caught:
        written.order(rig.g, "a", parse(text)[0])
    assert caught.value.rule == rule
