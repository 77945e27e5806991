"""Records: written and read again, played through the rules, and what of a battle under way they keep to themselves."""

from __future__ import annotations

import itertools
import random
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scenarios
from bot.notation import record as notation
from bot.notation.record import Comment, Given, Record, Ruling, Side, Thrown, Told
from bot.service.records import record_replay
from engine.kernel.game import Game, digest
from engine.kernel.text import Refusal
from engine.players import random_answer
from engine.systems import registry
from tests.each import for_each

BATTLES = (
    ("cataphract/utus", {}),
    ("cataphract/tricameron", {"bids": True}),
    ("cataphract/dara", {}),
    ("men-of-iron/falkirk", {}),
    ("men-of-iron/crecy", {}),
)


class SeededDice:
    """Dice from a seed, numbered on."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.n = 0

    def throw(self, request: Any, segment: int) -> tuple[int, list[int]]:
        self.n += 1
        low, high = (0, 9) if request.faces == 10 else (1, request.faces)
        return self.n, [self.rng.randint(low, high) for _ in range(request.count)]


@cache
def played(key: str, options: tuple[str, ...], seed: int, inputs: int) -> tuple[dict[str, Any], Game[Any]]:
    """A battle of random players up to so many answers."""
    document = scenarios.load(key).model_dump(mode="json")
    system = registry.system_for(document)
    rng, dice = random.Random(seed), SeededDice(seed)
    game = Game.start(system, registry.initial_state(system, dict.fromkeys(options, True)), dice)
    for _ in range(inputs):
        if game.over:
            break
        decision = next(d for d in game.pending if game.decision_for(d.side) is d)
        game.answer(decision.side, random_answer(decision, rng), dice)
    return document, game


def record_of(key: str, document: dict[str, Any], game: Game[Any], options: dict[str, bool], **more: Any) -> Record:
    entries = record_replay.open_entries(game.system, game.journal, over=True)
    sides = tuple(Side(s.id, s.name, f"player {n}") for n, s in enumerate(game.view().sides))
    tags = record_replay.tags_of(
        title=document["title"], scenario=key, document=document, options=options, state=game.state, Date="2026-11-21"
    )
    return Record(tags, sides, tuple(record_replay.items(game.system, entries, {}, {})), **more)


@for_each(("key", "options"), BATTLES, ids=[k for k, _ in BATTLES])
@for_each("seed", [1, 2])
def test_a_battle_written_down_and_read_again_plays_out_the_same(key: str, options: dict[str, bool], seed: int) -> None:
    document, game = played(key, tuple(options), seed, 120)
    record = record_of(key, document, game, options)
    text = notation.write(record)
    again = notation.read(text)
    assert again == record
    replay = record_replay.play(again, document)
    assert digest(replay.game.state) == digest(game.state)
    drop = ("start",)
    assert [(e.kind, e.data) for e in replay.game.journal if e.kind not in drop] == [
        (e.kind, e.data) for e in game.journal if e.kind not in drop
    ]


def test_nearly_every_answer_is_written_in_words() -> None:
    raw = total = 0
    for key, options in BATTLES:
        document, game = played(key, tuple(options), 1, 120)
        given = [i for i in record_of(key, document, game, options).items if isinstance(i, Given)]
        raw += sum(i.raw is not None for i in given)
        total += len(given)
    assert total > 400 and raw / total < 0.05


# -- reading what isn't right -----------------------------------------------------------------------------------------


def sample() -> tuple[dict[str, Any], Record]:
    document, game = played("men-of-iron/falkirk", (), 1, 120)
    return document, record_of("men-of-iron/falkirk", document, game, {})


def changed(record: Record, at: int, item: Any) -> Record:
    items = list(record.items)
    items[at] = item
    return Record(record.tags, record.sides, tuple(items), record.document)


def test_another_die_brings_another_position_or_a_roll_nothing_asks_for() -> None:
    document, record = sample()
    at, thrown = next((i, x) for i, x in enumerate(record.items) if isinstance(x, Thrown))
    other = changed(record, at, Thrown(thrown.n, ((thrown.dice[0] + 5) % 10, *thrown.dice[1:])))
    with pytest.raises(Refusal, match="record"):
        record_replay.play(other, document)


def test_an_impossible_die_is_named() -> None:
    document, record = sample()
    at, thrown = next((i, x) for i, x in enumerate(record.items) if isinstance(x, Thrown))
    with pytest.raises(Refusal, match="a die shows 0 to 9"):
        record_replay.play(changed(record, at, Thrown(thrown.n, (77,))), document)


def test_an_order_that_is_not_legal_is_named_by_its_number() -> None:
    document, record = sample()
    orders = [(i, x) for i, x in enumerate(record.items) if isinstance(x, Given)]
    at, order = orders[3]
    with pytest.raises(Refusal, match=f"Order {order.number} of the record can't be carried out"):
        record_replay.play(changed(record, at, Given(order.number, order.side, "fly to the moon")), document)
    with pytest.raises(Refusal, match="isn't asked anything"):
        record_replay.play(changed(record, at, Given(order.number, "nobody", order.text)), document)


def test_a_missing_roll_is_named() -> None:
    document, record = sample()
    at = next(i for i, x in enumerate(record.items) if isinstance(x, Thrown))
    without = Record(record.tags, record.sides, record.items[:at] + record.items[at + 1 :])
    with pytest.raises(Refusal, match="lacks a roll"):
        record_replay.play(without, document)


def test_the_sides_must_be_those_of_the_battle() -> None:
    document, record = sample()
    with pytest.raises(Refusal, match="sides must be"):
        record_replay.play(Record(record.tags, record.sides[::-1], record.items), document)


def test_a_record_that_takes_too_long_is_given_up() -> None:
    document, record = sample()
    ticks = itertools.count(step=50.0)
    with pytest.raises(Refusal, match="takes too long"):
        record_replay.play(record, document, clock=lambda: next(ticks))


def test_an_act_that_makes_no_sense_is_refused() -> None:
    document, record = sample()
    act = Ruling("act", {"by": "Cleo", "reason": "", "events": [{"type": "moved", "unit": "nobody"}]})
    with pytest.raises(Refusal, match="can't be carried out"):
        record_replay.play(Record(record.tags, record.sides, (act, *record.items)), document)


def test_remarks_stand_where_they_were_made() -> None:
    document, record = sample()
    at = next(i for i, x in enumerate(record.items) if isinstance(x, Given) and x.number == 3)
    remark = Comment("Ada", "A bold move: I wouldn't.")
    noted = Record(record.tags, record.sides, (*record.items[:at], remark, *record.items[at:]))
    played_again = record_replay.play(notation.read(notation.write(noted)), document)
    [(seq, comments)] = played_again.comments.items()
    assert comments == [remark]
    answers = [e for e in played_again.game.journal if e.kind == "answer" and e.seq <= seq]
    assert len(answers) == 2


@for_each(
    ("text", "told"),
    [
        ("", "no record of a battle"),
        ('[Format "other"]', "no record of a battle"),
        ('[Format "hexarch-record/1"]', "names no side"),
        ('[Format "hexarch-record/1"\n', "Line 1"),
        ('[Format "hexarch-record/1"]\n[Side "a"]\nnonsense', "no order, roll, comment or tag"),
        ('[Format "hexarch-record/1"]\n[Side "a"]\n2. a: pass', "order 2 where 1 is next"),
        ('[Format "hexarch-record/1"]\n[Side "a"]\n1. a:', "says nothing"),
        ('[Format "hexarch-record/1"]\n[Side "a"]\n1. a: = [1]', "no JSON object"),
        ('[Format "hexarch-record/1"]\n[Side "a"]\n1. a: = {"x": ' + "[" * 5000, "no JSON"),
        ('[Format "hexarch-record/1"]\n[Side "a"]\n1. a: = {"x": NaN}', "no JSON object"),
        ('[Format "hexarch-record/1"]\n[Side "a"]\n1. a: = {"x": 1e999}', "no JSON object"),
        ('[Format "hexarch-record/1"]\n[Side "a"]\n! act {"x": 10000000000000}', "no JSON object"),
        ('[Format "hexarch-record/1"]\n[Side "a"]\n%scenario {"x": 1, "x": 2}', "no JSON object"),
        ('[Format "hexarch-record/1"]\n[Side "a"]\n1. a: pass\n[Title "x"]', "tags come first"),
        ('[Format "hexarch-record/1"]\n[Title "x"]\n[Title "y"]\n[Side "a"]', "one value, once"),
        ("x" * 30_000, "too long"),
        ("a\n" * 100_001, "at most"),
    ],
)
def test_what_is_no_record_is_refused_with_its_line(text: str, told: str) -> None:
    with pytest.raises(Refusal, match=told):
        notation.read(text)


WORDS = st.text(st.characters(blacklist_categories=("Cs", "Cc", "Zl", "Zp")), max_size=30).map(
    lambda s: " ".join(s.split())
)


@settings(max_examples=150, deadline=None)
@given(
    title=WORDS,
    player=WORDS,
    told=WORDS,
    by=WORDS,
    remark=WORDS,
    dice=st.lists(st.integers(0, 1000), min_size=1, max_size=9),
)
def test_any_words_survive_writing_and_reading(
    title: str, player: str, told: str, by: str, remark: str, dice: list[int]
) -> None:
    items = (
        Given(1, "a", "HC3 > 2405", None, "standing order"),
        Thrown(1, tuple(dice), told),
        Told(told),
        Comment("".join(c for c in by if c not in ":{}").strip(), "".join(c for c in remark if c not in "{}").strip()),
        Given(2, "b", "", {"do": "pick", "key": title}),
        Ruling("word", {"by": by, "said": remark, "reason": ""}),
    )
    record = Record({"Title": title}, (Side("a", "The A", player), Side("b", "The B", "")), items, {"system": title})
    assert notation.read(notation.write(record)) == record


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=300))
def test_any_text_at_all_is_read_or_refused(text: str) -> None:
    for tail in (text, '[Format "hexarch-record/1"]\n[Side "a"]\n' + text):
        try:
            notation.read(tail)
        except Refusal as no:
            assert str(no)


# -- what is hidden ---------------------------------------------------------------------------------------------------


def test_a_bid_is_not_in_the_record_before_both_have_bid() -> None:
    _, game = played("cataphract/tricameron", ("bids",), 5, 1)
    assert sum(e.kind == "answer" for e in game.journal) == 1
    entries = record_replay.open_entries(game.system, game.journal, over=False)
    assert not any(e.kind == "answer" for e in entries)
    _, game = played("cataphract/tricameron", ("bids",), 5, 2)
    entries = record_replay.open_entries(game.system, game.journal, over=False)
    assert sum(e.kind == "answer" for e in entries) >= 2


def test_nor_after_a_word_that_came_between() -> None:
    """A substitute takes over, or a referee rules, while one bid waits for the other."""
    _, game = played("cataphract/tricameron", ("bids",), 5, 1)
    game = Game.resume(game.system, list(game.journal))
    game.word("Cleo", "leads the Byzantines", "")
    assert game.journal[-1].kind == "word"
    entries = record_replay.open_entries(game.system, game.journal, over=False)
    assert not any(e.kind == "answer" for e in entries)


def test_a_set_up_is_not_in_the_record_while_it_is_secret() -> None:
    _, game = played("cataphract/dara", (), 1, 3)
    everybody = game.view()
    entries = record_replay.open_entries(game.system, game.journal, over=False)
    hidden = everybody != game.view([s.id for s in everybody.sides])
    assert hidden and not any(e.kind == "answer" for e in entries)
    assert any(e.kind == "answer" for e in record_replay.open_entries(game.system, game.journal, over=True))
