"""Text, statements and answers: parsing, writing, binding."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.notation import NotationError, bind, format_statements, parse
from bot.notation.grammar import _RANGE, MAX_STATEMENTS, MAX_TOKENS
from engine.kernel.decisions import Choice, Choose, ChooseEach, Item, Pick, Picks, Policy, yes_no
from engine.kernel.hexes import Facing
from engine.kernel.statement import Face, HexRef, Number, Sign, Statement, Token, Word
from engine.kernel.terrain import BattleMap
from engine.kernel.text import Refusal, Text

BARE = SimpleNamespace(
    sides=(SimpleNamespace(id="red"), SimpleNamespace(id="blue")),
    counters=(),
    off_map=(),
    lost=(),
    leaders=(),
    board=BattleMap(id="m", name="M", cols=(24, 24), rows=(5, 6), compass={}),
)
GAME: Any = SimpleNamespace(view=lambda sides: BARE)


def tokens(text: str) -> tuple[Token, ...]:
    (statement,) = parse(text)
    return statement.tokens


words = st.text(
    st.characters(categories=["L", "Nd"], include_characters="-_.'’:/*!?=|()"), min_size=1, max_size=12
).filter(
    lambda w: (
        w.lower() != "x"
        and not (w.isascii() and w.isdigit())
        and w[0] not in "-="
        and w[-1] not in "-="
        and w == w.strip()
        and not _RANGE.fullmatch(w)
    )
)
token = st.one_of(
    words.map(Word),
    st.integers(0, 9999).map(HexRef),
    st.sampled_from(list(Facing)).map(Face),
    st.integers(-9999, 9999).map(Number),
    st.sampled_from([">", "x", "&", "<>"]).map(Sign),  # type: ignore[arg-type]
)
statements = st.lists(st.lists(token, min_size=1, max_size=12).map(lambda t: Statement(tuple(t))), max_size=8)


@given(statements)
def test_parse_undoes_format(given_statements: list[Statement]) -> None:
    assert parse(format_statements(given_statements)) == given_statements


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused_and_what_is_read_is_canonical(text: str) -> None:
    try:
        found = parse(text)
    except NotationError as e:
        assert e.line >= 1 and e.column >= 1
        return
    assert parse(format_statements(found)) == found


@pytest.mark.parametrize(
    "slip",
    ["HC3 > 2405 @E", "HC3>2405@E", "HC3 -> 2405 @e", "  HC3 ->2405   @ E ", "HC3 → 2405, @E", "HC3 > 2405 @E # why"],
)
def test_slips_are_forgiven(slip: str) -> None:
    assert tokens(slip) == (Word("HC3"), Sign(">"), HexRef(2405), Face(Facing.E))


def test_lines_and_semicolons_separate() -> None:
    assert [str(s) for s in parse("activate Narses; shock auto\n\n  pass ;; # done")] == [
        "activate Narses",
        "shock auto",
        "pass",
    ]


def test_signs_numbers_and_hexsides() -> None:
    assert tokens("LI2 X LC5 & Narses") == (Word("LI2"), Sign("x"), Word("LC5"), Sign("&"), Word("Narses"))
    assert tokens("line HI > +2") == (Word("line"), Word("HI"), Sign(">"), Number(2))
    assert tokens("HI1 @side-ne") == (Word("HI1"), Face(Facing.SIDE_NE))
    assert tokens("HI1 @n") == (Word("HI1"), Face(Facing.SIDE_N))


@pytest.mark.parametrize(
    ("text", "line", "column", "says"),
    [
        ("HC3 > 245", 1, 7, "four digits"),
        ("pass\nHC3 > 2405 @Q", 2, 12, "“@Q” is no direction"),
        ("pass; HC3 > +", 1, 13, "“+” doesn't belong"),
        ("HC3 @", 1, 5, "no direction"),
    ],
)
def test_errors_tell_the_place(text: str, line: int, column: int, says: str) -> None:
    with pytest.raises(NotationError, match="haracter") as e:
        parse(text)
    assert (e.value.line, e.value.column) == (line, column)
    assert says in str(e.value)


def test_limits_are_told() -> None:
    assert len(parse("pass;" * MAX_STATEMENTS)) == MAX_STATEMENTS
    with pytest.raises(NotationError, match="more than"):
        parse("pass;" * (MAX_STATEMENTS + 1))
    with pytest.raises(NotationError, match="too long"):
        parse("HC3 " * (MAX_TOKENS + 1))


def one(decision: Any, text: str) -> Any:
    answer, used = bind(GAME, decision, parse(text))
    assert used == len(parse(text))
    return answer


RETREAT = Choose(
    kind="retreat",
    side="red",
    rule="5.4",
    prompt=Text("Where does it go?"),
    choices=(
        Choice("2405@W", Text("Back to 2405"), hex=2405, facing=Facing.W),
        Choice("2406@W", Text("Back to 2406"), hex=2406, facing=Facing.W),
        Choice("2406@E", Text("Turn to 2406"), hex=2406, facing=Facing.E),
        Choice("stay", Text("Hold the ground")),
    ),
    default_key="stay",
)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("2405@W", "2405@W"),
        ("2405 @ w", "2405@W"),
        ("2405", "2405@W"),
        ("STAY", "stay"),
        ("st", "stay"),
        ("hold", "stay"),
    ],
)
def test_a_choice_is_named_by_key_hex_or_beginning(text: str, key: str) -> None:
    assert one(RETREAT, text) == Pick(key=key)


FOLLOW = Choose(
    kind="follow-up",
    side="red",
    rule="7.44",
    prompt=Text("Who follows?"),
    choices=(
        Choice("VHA1@1904@SE", Text("VHA1 to 1904, facing SE"), unit="VHA1", hex=1904),
        Choice("VHA1@1904@E", Text("VHA1 to 1904, facing E"), unit="VHA1", hex=1904),
        Choice("stay", Text("Nobody follows")),
    ),
    default_key="stay",
)


@pytest.mark.parametrize("key", [c.key for c in FOLLOW.choices])
def test_who_follows_is_named_with_the_hex_and_the_facing(key: str) -> None:
    assert one(FOLLOW, key) == Pick(key=key)
    with pytest.raises(Refusal, match="“@1904” is no direction"):
        parse("VHA1@1904")


COMMAND = Choose(
    kind="bribe",
    side="red",
    rule="6.2",
    prompt=Text("Who acts?"),
    choices=(
        Choice("select-lincoln", Text("Activate Lincoln's Battle (4 units)")),
        Choice("select-lincoln-only", Text("Counter-charge with Lincoln alone")),
        Choice("hold", Text("Hold fire")),
    ),
    default_key="hold",
    begins=True,
)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Lincoln's Battle", "select-lincoln"),
        ("select lincoln", "select-lincoln"),
        ("bribe select-lincoln", "select-lincoln"),
        ("counter select-lincoln-only", "select-lincoln-only"),
        ("hold fire", "hold"),
    ],
)
def test_a_choice_is_named_by_what_stands_behind_its_verb(text: str, key: str) -> None:
    """Or by its key without the sign, with the question's own word before it, or with its verb cut short."""
    assert one(COMMAND, text) == Pick(key=key)


def test_what_is_held_back_is_not_meant_by_its_name() -> None:
    """“fire” isn't “Hold fire”."""
    with pytest.raises(Refusal, match="Open: select-lincoln"):
        one(COMMAND, "fire")


def test_a_word_beside_an_open_place_is_what_says_nothing() -> None:
    with pytest.raises(Refusal, match="“fast” says nothing here"):
        one(RETREAT, "2405 fast")


def test_a_unit_by_another_name() -> None:
    item = each("LC5").items[0]
    asked = ChooseEach(
        kind="fire", side="red", rule="8", prompt=Text("?"), items=[replace(item, names=("fleet", "fleet-west"))]
    )
    assert one(asked, "fleet-west fire") == one(asked, "LC5 fire") == Picks(picks={"LC5": "fire"})


def test_an_ambiguous_choice_names_the_candidates() -> None:
    with pytest.raises(Refusal, match="2406@W, 2406@E"):
        one(RETREAT, "2406")


def test_an_unknown_choice_lists_what_there_is() -> None:
    with pytest.raises(Refusal, match=r"2405@W, 2406@W, 2406@E, stay"):
        one(RETREAT, "flee")


def test_yes_and_no() -> None:
    question = yes_no(
        kind="fire", side="red", rule="1", prompt=Text("?"), yes=Text("Fire"), no=Text("Hold"), default=False
    )
    assert one(question, "Yes") == Pick(key="yes")
    assert one(question, "hold") == Pick(key="no")


def each(*units: str) -> ChooseEach:
    return ChooseEach(
        kind="entry-fire",
        side="red",
        rule="8.2",
        prompt=Text("Who fires?"),
        items=[
            Item(
                u,
                Text(u),
                (Choice("fire", Text("Fire")), Choice("hold", Text("Hold"))),
                "hold",
                Policy("entry-fire", "fire", "hold"),
            )
            for u in units
        ],
    )


def test_each_unit_in_the_order_written() -> None:
    answer = one(each("LC5", "LC6", "LC7"), "lc7 fire; LC5 f")
    assert list(answer.picks.items()) == [("LC7", "fire"), ("LC5", "fire")]


def test_all_and_none() -> None:
    assert one(each("LC5", "LC6"), "all hold") == Picks(picks={"LC5": "hold", "LC6": "hold"})
    assert one(each("LC5", "LC6"), "LC6 fire; all hold") == Picks(picks={"LC6": "fire", "LC5": "hold"})
    assert one(each("LC5"), "none") == Picks(picks={"LC5": "hold"})


def test_several_units_at_once() -> None:
    both = Picks(picks={"LC5": "hold", "LC6": "hold"})
    assert one(each("LC5", "LC6", "LC7"), "LC5 LC6 hold") == both
    assert one(each("LC5", "LC6", "LC7"), "LC5-6 hold") == both
    assert str(parse("line THC1-3 HC2")[0]) == "line THC1 THC2 THC3 HC2"
    assert str(parse("line THC3-1")[0]) == "line THC3-1", "no range: a word the rules will refuse"


def test_done_alone_is_nobody() -> None:
    assert one(each("LC5", "LC6"), "done") == one(each("LC5", "LC6"), "none")
    with pytest.raises(Refusal, match="names none of the units asked"):
        bind(GAME, each("LC5"), parse("done; LC5 hold"))


def test_each_leaves_what_is_not_its_own() -> None:
    answer, used = bind(GAME, each("LC5"), parse("LC5 fire; pass"))
    assert (answer, used) == (Picks(picks={"LC5": "fire"}), 1)


def test_a_unit_not_asked_is_refused_with_an_example() -> None:
    with pytest.raises(Refusal, match="LC5 fire"):
        one(each("LC5"), "HC1 fire")
    with pytest.raises(Refusal, match="What should LC5 do"):
        one(each("LC5"), "LC5")


def test_orders_are_read_by_the_system() -> None:
    read = SimpleNamespace(system=SimpleNamespace(read=lambda game, decision, statement: (decision, statement)))
    decision: Any = SimpleNamespace(rule="", side="red")
    (statement,) = parse("pass")
    assert bind(read, decision, [statement]) == ((decision, statement), 1)  # type: ignore[arg-type]


def test_nothing_written_is_refused() -> None:
    with pytest.raises(Refusal):
        bind(GAME, RETREAT, [])
