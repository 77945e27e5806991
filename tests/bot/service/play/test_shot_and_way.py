"""A shot and the withdrawal behind it in one line, as a player writes them: looked ahead at, and carried out."""

from __future__ import annotations

import pytest

from bot.notation import bind, parse
from bot.service.model import Outcome
from bot.service.play.lookahead import look_ahead
from bot.service.sessions.session import Session, Waiting
from bot.storage import PolicyRow
from engine.kernel.decisions import Pick
from engine.kernel.dice import ForcedDice
from engine.kernel.game import Game
from engine.systems.registry import system_for
from scenarios import position
from tests.bot.storage.test_storage import row
from tests.positions.kit import unit
from tests.positions.test_meeting_cataphract import field, goth, roman
from tests.positions.test_meeting_simple_gboh import FAR, FAR_A, chief
from tests.positions.test_meeting_simple_gboh import field as simple_field

ORDER = "LC1 x HC1 > 1410 @W"


@pytest.fixture
def asked() -> Game:
    """Heavy cavalry has come to within three hexes of a horse archer, who is asked whether it withdraws."""
    where = field(roman("HC1", 1010), goth("LC1", 1310, missile="B"))
    scenario, state = position.read(where, "a test")
    game = Game.prepare(system_for(scenario), state)
    game.begin(ForcedDice([]))
    moving = game.decision_for("roman")
    assert moving is not None
    answer, _ = bind(game, moving, parse("HC1 > 1110 1210"))
    game.answer("roman", answer, ForcedDice([]))
    assert [d.kind for d in game.pending] == ["orderly-withdrawal"]
    return game


def test_its_shot_is_foreseen(asked: Game) -> None:
    seen = look_ahead(asked.fork(("goth",)), "goth", parse(ORDER))
    assert seen.refused is None and not seen.skipped
    assert "LC1" in str(seen.stop) and seen.ways, "it ends at the roll for the shot, and tells both results"


async def test_it_shoots_and_goes(asked: Game) -> None:
    session = Session(row(status="running", seed=b"x" * 32), asked)
    session.batches["goth"] = Waiting.behind(parse(ORDER))
    outcome = Outcome("b1", ("goth",))
    await session.carry_on(outcome, "1")
    assert asked.state.units["LC1"].hex == 1410 and outcome.done == 2 and not outcome.skipped
    assert _shots(asked) == ["LC1"]
    assert not session.batches["goth"].left, "nothing of it waits any more"


@pytest.mark.parametrize(("written", "shots"), [("LC1 > 1410 @W\nLC1 hold", []), ("LC1 > 1410 @W\nLC1 x HC1", ["LC1"])])
async def test_what_is_written_comes_before_what_goes_without_asking(
    asked: Game, written: str, shots: list[str]
) -> None:
    """A shot that costs nothing isn't asked for; somebody who has written what is to be done has said it."""
    session = Session(row(status="running", seed=b"x" * 32), asked)
    session.batches["goth"] = Waiting.behind(parse(written))
    outcome = Outcome("b1", ("goth",))
    await session.carry_on(outcome, "1")
    assert _shots(asked) == shots and outcome.done == 2 and not outcome.auto
    assert not session.batches["goth"].left


@pytest.mark.parametrize(("written", "at"), [("LC1 > 1410 @W", 1410), ("LC1 hold", 1310)])
async def test_what_is_written_for_once_comes_before_a_standing_order(asked: Game, written: str, at: int) -> None:
    otherwise = "never" if at == 1410 else "always"
    standing = PolicyRow("goth", "*", "orderly-withdrawal", otherwise)
    session = Session(row(status="running", seed=b"x" * 32), asked, policies=[standing])
    session.batches["goth"] = Waiting.behind(parse(written))
    await session.carry_on(Outcome("b1", ("goth",)), "1")
    assert asked.state.units["LC1"].hex == at and not session.batches["goth"].left


async def test_a_shot_nobody_has_written_about_goes_without_asking(asked: Game) -> None:
    session = Session(row(status="running", seed=b"x" * 32), asked)
    session.batches["goth"] = Waiting.behind(parse("LC1 > 1410 @W"))
    outcome = Outcome("b1", ("goth",))
    await session.carry_on(outcome, "1")
    assert _shots(asked) == ["LC1"] and outcome.done == 1 and [a.why for a in outcome.auto] == ["free"]


PURSUERS = simple_field(
    [unit("a", "RC1", None, ma=8, pursuing=True), FAR_A, FAR], [chief("a", "Alfa", "0202")], phase="activation"
)


async def test_a_hex_and_the_facing_there_are_two_answers() -> None:
    scenario, state = position.read(PURSUERS, "a test")
    game = Game.prepare(system_for(scenario), state)
    game.begin(ForcedDice([]))
    game.answer("a", Pick(key="a"), ForcedDice([1]))
    assert [d.kind for d in game.pending] == ["pursuit-return"]
    seen = look_ahead(game.fork(("a",)), "a", parse("3005 @W; RC1 > 2905"))
    assert seen.refused is None and not seen.skipped and len(seen.events) > 3
    session = Session(row(status="running", seed=b"x" * 32), game)
    session.batches["a"] = Waiting.behind(parse("3005 @W; RC1 > 2905"))
    await session.carry_on(Outcome("b1", ("a",)), "1")
    assert game.state.units["RC1"].hex == 2905 and not session.batches["a"].left


def _shots(game: Game) -> list[str]:
    return [e.data["unit"] for e in game.journal if e.kind == "event" and e.data["type"] == "fired"]


async def test_what_is_no_way_waits_as_it_was_written(asked: Game) -> None:
    session = Session(row(status="running", seed=b"x" * 32), asked)
    session.batches["goth"] = Waiting.behind(parse("LC1 x HC1 > 1911 @W"))
    await session.carry_on(Outcome("b1", ("goth",)), "1")
    assert [d.kind for d in asked.pending] == ["orderly-withdrawal"]
    assert session.batches["goth"].texts == ["LC1 x HC1 > 1911 @W"]
