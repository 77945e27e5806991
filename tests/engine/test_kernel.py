"""The driver: what a battle may rely on whatever its rules are."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from engine.fairdice import Chain, FairDice
from engine.kernel.decisions import Pick, Picks
from engine.kernel.dice import ForcedDice, RollRequest, settle
from engine.kernel.game import KEPT_CHECKPOINTS, UNASKED, Checkpoint, Diverged, Game, digest, events_of, rebuild
from engine.kernel.journal import Entry, broken_at, effective
from engine.kernel.text import Refusal
from engine.players import random_answer
from tests.bot.toy_system import SCENARIO, Attack, Done, Endless, Hit, Toy
from tests.each import for_each


def dice() -> FairDice:
    return FairDice(Chain(b"kernel tests"), "test", 1, "entropy")


def start(**changes: Any) -> Game[Any]:
    system = Toy({**SCENARIO, **changes})
    return Game.start(system, system.initial_state(), dice())


def open_side(game: Game[Any]) -> str:
    return next(d.side for d in game.pending if game.decision_for(d.side) is d)


def move(game: Game[Any], rng: random.Random, source: FairDice) -> None:
    side = open_side(game)
    decision = game.decision_for(side)
    assert decision is not None
    game.answer(side, random_answer(decision, rng), source)


def picture(game: Game[Any]) -> tuple[Any, ...]:
    """All that a player could see of a game."""
    asked = [(d.kind, d.side, game.decision_for(d.side) is d) for d in game.pending]
    return game.state.model_dump_json(), asked, [e.model_dump() for e in game.journal]


def askings(game: Game[Any]) -> list[int]:
    """Entries right after which somebody answered something that still counts."""
    kept = effective(game.journal)
    return [before.seq for before, e in itertools.pairwise(kept) if e.kind == "answer"]


def play(game: Game[Any], seed: int, *, answers: int = 10_000) -> FairDice:
    rng, source = random.Random(seed), dice()
    for _ in range(answers):
        if game.over:
            break
        move(game, rng, source)
    return source


@pytest.mark.parametrize("seed", range(6))
def test_a_resumed_game_goes_on_like_the_one_it_was(seed: int) -> None:
    game, rng, source = start(), random.Random(seed), dice()
    while not game.over:
        move(game, rng, source)
        stored = [Entry.model_validate_json(e.model_dump_json()) for e in game.journal]
        for checkpoint in (None, *game.checkpoints):
            since = checkpoint.seq if checkpoint is not None else 0
            again = Game.resume(game.system, [e for e in stored if e.seq >= since], checkpoint)
            assert digest(again.state) == digest(game.state)
            assert picture(again)[1] == picture(game)[1]
            assert again.head == game.head
    assert game.state.outcome is not None


@pytest.mark.parametrize("seed", range(4))
def test_two_games_with_the_same_inputs_are_the_same_byte_for_byte(seed: int) -> None:
    one, two = start(), start()
    play(one, seed)
    play(two, seed)
    assert one.head == two.head and picture(one) == picture(two)


def test_any_position_is_rebuilt_from_events_alone() -> None:
    game, rng, source = start(), random.Random(3), dice()
    while not game.over:
        move(game, rng, source)
        assert rebuild(game.system, game.journal) == game.state


def test_the_journal_is_chained() -> None:
    game = start()
    play(game, 1, answers=20)
    journal = game.journal
    assert broken_at(journal) is None and broken_at(journal[5:]) is None
    for i, e in enumerate(journal):
        changed = e.model_copy(update={"data": {**e.data, "kind": "?"}})
        assert broken_at([*journal[:i], changed, *journal[i + 1 :]]) == i
    for i in range(1, len(journal) - 1):
        # Entry i is missing: the one after it doesn't follow.
        assert broken_at([*journal[:i], *journal[i + 1 :]]) == i + 1


def refused(game: Game[Any], side: str, answer: Any, source: Any = None) -> Refusal:
    before = picture(game)
    with pytest.raises(Refusal) as caught:
        game.answer(side, answer, source or dice())
    assert picture(game) == before
    return caught.value


def test_a_refusal_changes_nothing() -> None:
    game = start()
    assert "can't take part" in str(refused(game, "red", Attack(unit="b1", target="b2")))
    assert "red must answer first" in str(refused(game, "blue", Done()))
    refused(game, "red", Pick(key="yes"))
    # One that comes after the procedure has begun and rolled.
    assert refused(game, "red", Attack(unit="r1", target="late")).rule == "9.9"
    game.answer("red", Attack(unit="r1", target="b1"), dice())
    assert "no among" not in str(refused(game, "blue", Pick(key="perhaps")))


@pytest.mark.parametrize("answers", [0, 3, 9, 25])
def test_an_error_in_a_rule_leaves_the_game_as_it_was(answers: int) -> None:
    game, rng, source = start(turns=50, toughness=99), random.Random(5), dice()
    for _ in range(answers):
        move(game, rng, source)
    while not (open_side(game) == "red" and game.decision_for("red").kind == "orders"):  # type: ignore[union-attr]
        move(game, rng, source)
    before, kept = picture(game), list(game.checkpoints)
    with pytest.raises(RuntimeError, match="boom"):
        game.answer("red", Attack(unit="r1", target="boom"), dice())
    assert picture(game) == before
    assert [c.seq for c in game.checkpoints] == [c.seq for c in kept]
    move(game, rng, source)


def test_after_an_error_a_game_holds_nothing_of_what_went_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    game = start(turns=50, toughness=99)
    made: list[Game[Any]] = []
    resume = Game.resume

    def remembered(*args: Any) -> Game[Any]:
        made.append(resume(*args))
        return made[-1]

    monkeypatch.setattr(Game, "resume", remembered)
    with pytest.raises(RuntimeError, match="boom"):
        game.answer("red", Attack(unit="r1", target="boom"), dice())
    (sound,) = made
    assert [name for name, value in vars(sound).items() if vars(game)[name] is not value] == []


def test_an_error_leaves_a_game_that_was_resumed_from_its_checkpoint_as_it_was() -> None:
    game, rng, source = start(turns=50, toughness=99), random.Random(5), dice()
    for _ in range(30):
        move(game, rng, source)
    while not (open_side(game) == "red" and game.decision_for("red").kind == "orders"):  # type: ignore[union-attr]
        move(game, rng, source)
    checkpoint = game.checkpoint
    assert checkpoint is not None and checkpoint.seq > 0
    game = Game.resume(game.system, [e for e in game.journal if e.seq >= checkpoint.seq], checkpoint)
    before = picture(game)
    with pytest.raises(RuntimeError, match="boom"):
        game.answer("red", Attack(unit="r1", target="boom"), dice())
    assert picture(game) == before


def test_both_sides_are_asked_at_once() -> None:
    game = start()
    game.answer("red", Done(), dice())
    game.answer("blue", Done(), dice())
    assert [d.side for d in game.pending] == ["red", "blue"]
    game.answer("blue", Pick(key="high"), dice())
    assert "red must answer first" in str(refused(game, "blue", Pick(key="low")))
    again = Game.resume(game.system, game.journal)
    assert again.decision_for("blue") is None and again.decision_for("red") is not None
    again.answer("red", Pick(key="high"), dice())
    assert [u.hits for u in again.state.units.values()] == [1, 0, 0, 1, 0, 0]


def test_take_back() -> None:
    game = start()
    place = game.journal[-1].seq
    game.answer("red", Attack(unit="r1", target="b1"), dice())
    assert game.free_undo("red") == place and game.free_undo("blue") is None
    before = digest(game.state)
    game.answer("blue", Pick(key="no"), dice())
    assert game.free_undo("red") is None and game.free_undo("blue") is None, "a die was rolled"
    rolled = [e.data["n"] for e in game.journal if e.kind == "roll"]
    assert game.last_answer(["blue"]) == game.last_answer(["red", "blue"])
    side, asked = game.last_answer(["blue"]) or ("", 0)
    assert side == "blue"
    (entry,) = game.undo(asked, "blue")
    assert entry.data == {"to": asked, "by": "blue", "annulled": rolled}
    assert digest(game.state) == before and game.decision_for("blue") is not None
    assert broken_at(game.journal) is None
    assert rebuild(game.system, game.journal) == game.state
    # And once more, now that the journal has been gone back in already.
    game.answer("blue", Pick(key="no"), dice())
    game.undo((game.last_answer(["blue"]) or ("", 0))[1], "blue")
    assert digest(game.state) == before
    assert game.free_undo("red") == place
    game.undo(place, "red")
    game.answer("red", Attack(unit="r2", target="b1"), dice())
    game.undo(game.free_undo("red") or 0, "red")
    assert game.decision_for("red") is not None and game.free_undo("red") is None


def test_what_was_answered_unasked_is_taken_back_with_the_order_before_it() -> None:
    game = start()
    place = game.journal[-1].seq
    game.answer("red", Attack(unit="r1", target="b1"), dice())
    game.answer("blue", Pick(key="no"), dice(), {"by": "free", UNASKED: True})
    assert game.free_undo("red") is None and game.last_answer(["blue"]) is None, "blue has answered nothing itself"
    assert game.last_answer(["red", "blue"]) == ("red", place)
    game.undo(place, "red")
    game.answer("red", Done(), dice())
    order = game.last_answer(["red"])
    assert game.free_undo("red") == place
    game.answer("blue", Done(), dice(), {"by": "standing order", UNASKED: True})
    assert game.last_answer(["red"]) == order and game.last_answer(["blue"]) is None


def test_only_a_place_where_somebody_was_asked_can_be_gone_back_to() -> None:
    game = start()
    play(game, 2, answers=12)
    good = askings(game)
    for e in list(game.journal):
        if e.seq not in good:
            before = picture(game)
            with pytest.raises(Refusal):
                game.undo(e.seq, "red")
            assert picture(game) == before


@for_each("seed", range(8))
def test_games_with_take_backs_resume_too(seed: int) -> None:
    game, rng, source = start(turns=6), random.Random(seed), dice()
    steps = 0
    while not game.over and steps < 120:
        steps += 1
        if rng.random() < 0.2 and (places := askings(game)):
            game.undo(rng.choice(places[-12:]), "red")
        if not game.over:
            move(game, rng, source)
        # Any checkpoint ever taken of what still counts, with the journal since it.
        numbers = {e.seq for e in effective(game.journal)}
        assert all(c.seq in numbers for c in game.checkpoints)
        for checkpoint in game.checkpoints:
            again = Game.resume(game.system, [e for e in game.journal if e.seq >= checkpoint.seq], checkpoint)
            assert digest(again.state) == digest(game.state) and again.head == game.head
        assert digest(Game.resume(game.system, game.journal).state) == digest(game.state)
        assert rebuild(game.system, game.journal) == game.state
    rolls = [e.data["n"] for e in game.journal if e.kind == "roll"]
    assert len(rolls) == len(set(rolls))


def test_a_game_resumed_from_a_checkpoint_goes_back_as_far_as_its_older_checkpoints() -> None:
    game = start(turns=50, toughness=99)
    play(game, 4, answers=60)
    assert len(game.checkpoints) == KEPT_CHECKPOINTS
    oldest, *_, newest = game.checkpoints
    tail = [e for e in game.journal if e.seq >= oldest.seq]
    again = Game.resume(game.system, tail, newest, game.checkpoints[:-1])
    places = [n for n in askings(game) if n >= oldest.seq]
    assert places[0] < newest.seq
    again.undo(places[0], "red")
    game.undo(places[0], "red")
    assert digest(again.state) == digest(game.state) and again.head == game.head
    rng, source = random.Random(1), dice()
    for _ in range(40):
        # However long it goes on, the journal can be replayed from what is kept.
        move(again, rng, source)
        assert again.journal[0].seq == again.checkpoints[0].seq


def test_a_checkpoint_written_before_a_value_was_added_can_be_used() -> None:
    game = start(turns=50, toughness=99)
    play(game, 4, answers=60)
    checkpoint = game.checkpoint
    assert checkpoint is not None
    values = json.loads(checkpoint.state)
    assert values.pop("winner") is None, "a value that is what it is unless said otherwise"
    text = json.dumps(values)
    older = Checkpoint.of(checkpoint.seq, text)
    tail = [e for e in game.journal if e.seq >= checkpoint.seq]
    assert digest(Game.resume(game.system, tail, older).state) == digest(game.state)
    with pytest.raises(Diverged):
        Game.resume(game.system, tail, replace(older, digest=checkpoint.digest))


def test_checkpoints_are_few() -> None:
    game = start(turns=50, toughness=99)
    play(game, 4, answers=200)
    assert 1 <= len(game.checkpoints) <= KEPT_CHECKPOINTS


def test_a_copy_is_independent_and_goes_on_the_same_way() -> None:
    game, rng, source = start(), random.Random(7), dice()
    while not game.over:
        before = picture(game)
        copy = game.fork()
        assert digest(copy.state) == digest(game.state)
        assert picture(copy)[1] == picture(game)[1]
        side = open_side(copy)
        decision = copy.decision_for(side)
        assert decision is not None
        answer = random_answer(decision, random.Random(1))
        copied = FairDice(source.chain, source.game, source.n, source.entropy)
        new = copy.answer(side, answer, copied)
        assert picture(game) == before
        real = game.fork()
        assert [e.data for e in real.answer(side, answer, FairDice(source.chain, "test", source.n, "entropy"))] == [
            e.data for e in new
        ]
        move(game, rng, source)


def test_a_copy_survives_a_refusal() -> None:
    game, rng, source = start(turns=50, toughness=99), random.Random(5), dice()
    for _ in range(12):
        move(game, rng, source)
    while game.decision_for("red") is None or game.decision_for("red").kind != "orders":  # type: ignore[union-attr]
        move(game, rng, source)
    copy = game.fork()
    assert "Too late" in str(refused(copy, "red", Attack(unit="r1", target="late")))
    copy.answer("red", Done(), dice())


def test_another_engine_is_noticed_at_the_first_entry_that_differs() -> None:
    game = start()
    play(game, 2)
    other = Toy({**SCENARIO, "hit_from": 9})
    with pytest.raises(Diverged) as caught:
        Game.resume(other, game.journal)
    first = next(e.seq for e in game.journal if e.kind == "roll")
    assert caught.value.seq == first, "the roll's own result reads differently"


@pytest.mark.parametrize("damage", ["answer", "roll", "missing", "extra", "checkpoint", "headless"])
def test_a_damaged_journal_is_never_resumed_silently(damage: str) -> None:
    game = start()
    play(game, 2, answers=15)
    journal, checkpoint = list(game.journal), None
    at = next(e.seq for e in journal if e.kind == ("roll" if damage == "roll" else "answer"))
    entry = journal[at]
    if damage == "answer":
        journal[at] = entry.model_copy(update={"data": {**entry.data, "answer": {"do": "pick", "key": "no"}}})
    elif damage == "roll":
        journal[at] = entry.model_copy(update={"data": {**entry.data, "dice": [12]}})
    elif damage == "missing":
        del journal[at]
    elif damage == "extra":
        journal.append(journal[-1].model_copy(update={"seq": journal[-1].seq + 1}))
    elif damage == "headless":
        del journal[0]
    else:
        checkpoint = game.checkpoints[-1]
        wrong = checkpoint.state.replace('"hits":0', '"hits":1', 1)
        checkpoint = Checkpoint.of(checkpoint.seq, wrong, checkpoint.digest)
        journal = [e for e in journal if e.seq >= checkpoint.seq]
    with pytest.raises(Diverged):
        Game.resume(game.system, journal, checkpoint)


def test_a_battle_another_engine_can_t_replay_goes_on_from_its_checkpoint() -> None:
    game = start(turns=50, toughness=99)
    play(game, 3, answers=31)
    checkpoint = game.checkpoint
    assert checkpoint is not None
    other = Toy({**SCENARIO, "turns": 50, "toughness": 99, "hit_from": 9})
    again = Game.fall_back(other, game.journal, checkpoint, dice())
    entry = again.journal[len(game.journal)]
    lost = [e.data["n"] for e in game.journal if e.kind == "roll" and e.seq > checkpoint.seq]
    assert entry.kind == "undo" and entry.data == {"to": checkpoint.seq, "by": "", "annulled": lost}
    assert broken_at(again.journal) is None and again.pending
    assert rebuild(other, again.journal) == again.state
    later = Game.resume(other, [e for e in again.journal if e.seq >= checkpoint.seq], checkpoint)
    assert digest(later.state) == digest(again.state)
    play(later, 1, answers=10)
    later.journal = [*again.journal, *(e for e in later.journal if e.seq > again.journal[-1].seq)]
    assert rebuild(other, later.journal) == later.state


def test_a_referee_acts_between_orders_only() -> None:
    game = start()
    hit = Hit(unit="r1", gone=False, rule="0")
    entries = game.act("referee", [hit], dice())
    assert game.state.units["r1"].hits == 1 and entries[0].kind == "act"
    assert rebuild(game.system, game.journal) == game.state
    assert digest(Game.resume(game.system, game.journal).state) == digest(game.state)
    game.answer("red", Attack(unit="r1", target="b1"), dice())
    before = picture(game)
    with pytest.raises(Refusal):
        game.act("referee", [hit], dice())
    assert picture(game) == before


def test_dice_that_can_t_exist_are_refused() -> None:
    request = RollRequest(purpose="x", side="red", text="x", rule="1", count=2)
    for thrown in ([3], [3, 10], [3, -1]):
        with pytest.raises(ValueError):
            settle(request, 1, 1, thrown)
    six = RollRequest(purpose="x", side="red", text="x", rule="1", faces=6)
    for thrown in ([0], [7]):
        with pytest.raises(ValueError):
            settle(six, 1, 1, thrown)


def test_forced_dice_that_run_out_change_nothing() -> None:
    game = start()
    game.answer("red", Attack(unit="r1", target="b1"), dice())
    before = picture(game)
    with pytest.raises(Exception, match="no dice left"):
        game.answer("blue", Pick(key="yes"), ForcedDice([7]))
    assert picture(game) == before
    new = game.answer("blue", Pick(key="yes"), ForcedDice([7, 2]))
    assert [type(e).__name__ for e in events_of(game.system, new)] == ["Hit", "Missed"]


def test_items_left_out_of_an_answer_take_their_default() -> None:
    game = start()
    sequence: Sequence[tuple[str, Any]] = [
        ("red", Done()),
        ("blue", Done()),
        ("red", Pick(key="low")),
        ("blue", Pick(key="low")),
    ]
    for side, answer in sequence:
        game.answer(side, answer, dice())
    game.answer("red", Picks(picks={"r2": "brace"}), dice())
    assert [u.id for u in game.state.units.values() if u.braced] == ["r2"]


def test_a_battle_that_asks_nobody_for_ever_is_refused() -> None:
    with pytest.raises(Refusal, match="nobody in it can act"):
        Game.start(Endless(SCENARIO), Endless(SCENARIO).initial_state(), dice())
