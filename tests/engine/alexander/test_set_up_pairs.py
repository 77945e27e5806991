"""Set-up with units of two hexes: what menus offer can be done, and who is in the way is named."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.kernel.decisions import Choice, Command
from engine.kernel.dice import ForcedDice
from engine.kernel.game import Game
from engine.kernel.hexes import Facing
from engine.kernel.referee import MovePiece
from engine.kernel.text import Refusal
from engine.systems import registry
from engine.systems.gboh.orders import orders
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


def walked(decision: Command, *keys: str) -> list[Choice]:
    menu = decision.menu
    for key in keys:
        found = menu[key].menu
        assert found is not None
        menu = found()
    return list(menu)


def under(decision: Command, *keys: str) -> list[Choice]:
    return list(answers(iter(walked(decision, *keys))))


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


def test_who_changes_places_with_a_unit_is_listed_once(game: Game) -> None:
    game.answer(game.pending[0].side, Done(), NO_DICE)
    decision = game.pending[0]
    assert isinstance(decision, Command)
    partners = walked(decision, "PH6", "<>")
    names = [c.key for c in partners]
    assert len(names) > 3 and len(names) == len(set(names))
    for c in partners:
        decision.check(c.answer)  # type: ignore[arg-type]


@pytest.mark.rule("alexander 6.91")
def test_many_turn_at_once_only_where_there_is_room_and_are_called_by_name(game: Game) -> None:
    decision = game.pending[0]
    assert isinstance(decision, Command)
    offered = {c.key: c for c in walked(decision, "face")}
    assert "all" not in offered and "TH" not in offered, "no facing has room for all of them"
    assert str(offered["GP"].label) == "Greek peltasts: GP1-5" and str(offered["SB"].label) == "Sacred Band: SB1"
    assert all(walked(decision, "face", key) for key in offered)


def test_to_undo_what_several_units_were_told_is_asked_once_more(game: Game) -> None:
    def reset() -> Choice | None:
        decision = game.pending[0]
        assert isinstance(decision, Command)
        return next((c for c in decision.menu if c.key == "reset"), None)

    assert reset() is None
    side = game.pending[0].side
    game.answer(side, orders.Place(piece="GP1", facing=Facing.E), NO_DICE)
    one = reset()
    assert one is not None and one.risk is None, "one unit is soon set up again"
    game.answer(side, orders.FaceAll(who=("SH",), facing=Facing.E), NO_DICE)
    several = reset()
    assert several is not None and several.risk is not None
    assert several.risk.certain and several.risk.units == 3
    assert str(several.risk.words) == "puts 3 units back as suggested"
