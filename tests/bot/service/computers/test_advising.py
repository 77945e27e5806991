"""What the adviser suggests: orders that can be given, what they are likely to cost, and nothing it isn't to know."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.notation import bind, parse
from bot.service.computers import advising
from bot.service.computers.advising import Advice, advise
from bot.service.computers.thinking import Job
from engine.computer.levels import Level
from engine.computer.planner import Memory
from engine.kernel.decisions import Command
from engine.kernel.game import Game
from engine.players import random_answer
from tests.engine.computer.test_player import asked, lying_at, played

QUICK = Level(keen=4.0, budget=60, brief=4, samples=1, sampled=1, horizon=12, cpu=3600.0)


@pytest.fixture(autouse=True)
def _quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advising, "ADVISER", QUICK)
    monkeypatch.setattr(advising, "TRIALS", 2)
    monkeypatch.setattr(advising, "FORESIGHT", 3600.0)


def advice(monkeypatch: pytest.MonkeyPatch, game: Game[Any], side: str) -> Advice | None:
    monkeypatch.setattr(advising, "resumed", lambda job: game)
    return advise(Job("b", 0, side, "captain", "x", "{}", (), None, Memory()))


@pytest.mark.parametrize(
    "key", ["simple-gboh/samarkand", "men-of-iron/falkirk", "cataphract/tricameron", "justinian/renovatio"]
)
def test_its_first_order_is_legal_and_read_as_it_is_written(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    game, dice = played(key, 6)
    rng, seen = random.Random(3), 0
    for _ in range(60):
        d = asked(game)
        if isinstance(d, Command) and not d.secret:
            found = advice(monkeypatch, game, d.side)
            assert found is not None and found.trials >= 1
            statements = parse("\n".join(found.orders))
            assert len(statements) == len(found.orders)
            answer, used = bind(game, d, statements[:1])
            d.check(answer)
            assert used == 1 and str(game.system.write(answer)) == found.orders[0]
            assert set(found.losses) == {s.id for s in game.view().sides}
            seen += 1
            if seen == 3:
                return
        game.answer(d.side, random_answer(d, rng, 4.0), dice)
        dice.follow(game)
    pytest.fail("no order was asked for")


def test_nothing_is_suggested_for_what_is_set_up_in_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    game, _ = played("simple-gboh/samarkand", 0)
    d = asked(game)
    assert isinstance(d, Command) and d.secret
    assert advice(monkeypatch, game, d.side) is None


def test_it_suggests_the_same_where_only_what_the_enemy_hides_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dara: two worlds that differ only in where the Heruli lie in ambush."""
    worlds = [lying_at("1503"), lying_at("1504")]
    found: list[list[Advice]] = [[], []]
    for game, advices in zip(worlds, found, strict=True):
        dice = _Dice()
        for _ in range(40):
            d = asked(game)
            if d.side == "persian" and isinstance(d, Command) and not d.secret:
                told = advice(monkeypatch, game, d.side)
                assert told is not None
                advices.append(told)
                if len(advices) == 2:
                    break
            game.answer(d.side, d.default, dice)
    assert found[0] and found[0] == found[1]
    assert worlds[0].state.model_dump_json() != worlds[1].state.model_dump_json()


class _Dice:
    """The same in both worlds: every die shows its lowest face."""

    def throw(self, request: Any, segment: int) -> Any:
        return 1, [request.die[0]] * request.count
