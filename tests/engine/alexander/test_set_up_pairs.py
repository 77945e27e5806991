"""Set-up with units of two hexes: what menus offer can be done, and who is in the way is named."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.kernel.decisions import Choice, Command
from engine.kernel.dice import ForcedDice
from engine.kernel.game import Game
from engine.kernel.referee import MovePiece
from engine.kernel.text import Refusal
from engine.systems import registry
from engine.systems.gboh.orders.orders import Done
from scenarios import load

NO_DICE = ForcedDice(())


@pytest.fixture
def game() -> Game:
    """Chaeronea as each side sets up: the Greeks first."""
    system = registry.system_for(load("alexander/chaeronea-free"))
    return Game.start(system, registry.initial_state(system), NO_DICE)


def answers(choices: Iterator[Choice]) -> Iterator[Choice]:
    """Choices that are answers, at whatever depth."""
    for c in choices:
        if c.answer is not None:
            yield c
        if c.menu is not None:
            yield from answers(iter(c.menu()))


def under(decision: Command, *keys: str) -> list[Choice]:
    menu = decision.menu
    for key in keys:
        found = menu[key].menu
        assert found is not None
        menu = found()
    return list(answers(iter(menu)))


@pytest.mark.rule("alexander 6.91")
def test_every_facing_that_is_offered_can_be_taken(game: Game) -> None:
    game.answer(game.pending[0].side, Done(), NO_DICE)
    decision = game.pending[0]
    assert isinstance(decision, Command)
    pairs = [u.id for u in game.state.units.values() if u.side == decision.side and u.id.startswith("PH")]
    offered = 0
    for keys in [("face",), *((name,) for name in pairs[:3])]:
        for c in under(decision, *keys)[:120]:
            decision.check(c.answer)  # type: ignore[arg-type]
            offered += c.facing is not None
    assert len(pairs) > 3 and offered > 10


@pytest.mark.rule("alexander 6.91")
def test_who_is_in_the_way_of_a_referee_is_named(game: Game) -> None:
    for _ in range(2):
        game.answer(game.pending[0].side, Done(), NO_DICE)
    with pytest.raises(Refusal, match="PH2 can't share 2416 with PH3") as no:
        game.system.act(game.state, MovePiece(piece="PH2", to=2416))
    assert no.value.rule == "6.91"
