"""Questions as buttons and selects: what is shown, and what a press means."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.components.decision import EACH, controls, each_view, is_tickable, picks_of, prefilled, question, read
from bot.components.ids import Ref, parse
from bot.narration import ENGLISH
from bot.service import Open
from engine.kernel.decisions import (
    Choice,
    Choose,
    ChooseEach,
    Decision,
    Deed,
    Item,
    Pick,
    Picks,
    Policy,
    Risk,
    yes_no,
)
from engine.kernel.text import Refusal, Text

REF = Ref("0a1b2c3d", "42")


def choose(n: int) -> Choose:
    return Choose(
        kind="k",
        side="red",
        rule="1.1",
        prompt=Text("Which?"),
        choices=[Choice(f"k{i}", Text("choice {i} " + "long " * 30, i=i)) for i in range(n)],
        default_key="k0",
    )


def each(n: int, options: int = 2, *, secret: bool = False) -> ChooseEach:
    keys = ["fire", "hold", "charge"][:options]
    return ChooseEach(
        kind="entry-fire",
        side="red",
        rule="8.2",
        prompt=Text("Who fires?"),
        secret=secret,
        items=[
            Item(
                f"LC{i}",
                Text("LC{i}", i=i),
                [Choice(k, Text(k.title()), note=Text("may be answered") if k == "fire" else None) for k in keys],
                "hold",
                Policy("entry-fire", "fire", "hold"),
            )
            for i in range(n)
        ],
    )


def items(decision: Decision, **options: Any) -> list[dict]:
    rows = controls(decision, REF, ENGLISH, **options).to_components()
    assert len(rows) <= 5 and all(len(row["components"]) <= 5 for row in rows)
    return [c for row in rows for c in row["components"]]


TOOLS = ["map", "undo", "whatif", "help"]


async def verbs(decision: Decision, **options: Any) -> list[str]:
    """The verbs of its controls but for the tools, which stand below every question."""
    found = []
    for c in items(decision, **options):
        where = parse(c["custom_id"])
        assert where is not None and where[1].battle == REF.battle and where[1].token == REF.token
        assert len(c["custom_id"]) <= 100 and len(c.get("label", "")) <= 80
        assert len(c.get("options", ())) <= 25
        for o in c.get("options", ()):
            assert len(o["label"]) <= 100 and len(o.get("description") or "") <= 100
        found.append(where[0])
    assert found[-4:] == TOOLS
    return found[:-4]


async def labels(decision: Decision, *wanted: str, **options: Any) -> list[str]:
    """What its buttons of these verbs say."""
    return [c["label"] for c in items(decision, **options) if c["custom_id"].split(":")[1] in wanted]


@pytest.mark.parametrize(
    ("n", "expected"), [(2, ["answer"] * 2), (5, ["answer"] * 5), (6, ["select"]), (25, ["select"]), (26, ["orders"])]
)
async def test_few_choices_are_buttons_more_a_select_many_a_panel(n: int, expected: list[str]) -> None:
    assert await verbs(choose(n)) == expected


@pytest.mark.parametrize(("n", "expected"), [(6, ["answer"] * 6), (10, ["answer"] * 10), (11, ["select"])])
async def test_short_choices_are_buttons_in_two_rows(n: int, expected: list[str]) -> None:
    decision = replace(choose(n), choices=[Choice(f"k{i}", Text("Activate {i}", i=i)) for i in range(n)])
    assert await verbs(decision) == expected


@pytest.mark.parametrize(
    ("n", "expected"), [(3, ["answer"] * 3), (7, ["answer"] * 7), (11, ["select"]), (26, ["orders"])]
)
async def test_who_acts_is_chosen_with_what_seems_best_by_one_press(n: int, expected: list[str]) -> None:
    """Below the choices, be they buttons or a list; a panel has its own."""
    who = [Choice(f"k{i}", Text("Activate {i}", i=i), together=i < 2) for i in range(n)]
    decision = replace(choose(n), choices=who)
    at_once = ["lead"] if expected != ["orders"] else []
    assert await verbs(decision) == expected + at_once
    assert [[o["value"] for o in c["options"]] for c in items(decision) if ":lead:" in c["custom_id"]] == [
        ["0", "1"] for _ in at_once
    ]


async def test_yes_or_no_with_a_standing_order() -> None:
    decision = yes_no(
        kind="return",
        side="red",
        rule="8.2",
        prompt=Text("Return fire?"),
        yes=Text("Fire"),
        no=Text("Hold"),
        default=False,
        policy="return-fire",
    )
    assert await verbs(decision) == ["answer", "answer", "rest", "always", "always"]
    assert await labels(decision, "rest") == ["Hold, until we act"]
    assert await verbs(decision, span="activation") == ["answer", "answer", "rest", "always", "always", "rest", "rest"]
    assert await labels(decision, "rest", "always", span="activation") == [
        *("Hold, this activation", "Fire, always", "Hold, always"),
        *("Nothing more this activation", "Everything we can, this activation"),
    ]
    assert await labels(decision, "rest", "always", span="turn") == [
        *("Hold, this turn", "Fire, always", "Hold, always"),
    ], "nobody is done with all of a turn at once"
    assert read(decision, "rest", "any", ()) == Pick(key="yes")
    assert read(decision, "rest", "no", ()) == read(decision, "rest", "all", ()) == Pick(key="no")
    assert read(decision, "answer", "0", ()) == Pick(key="yes")
    assert read(decision, "always", "no", ()) == Pick(key="no")


async def test_what_is_no_deed_of_units_isnt_offered_with_everything_they_do() -> None:
    decision = choose(2)
    decision.choices = [Choice("no", Text("A")), Choice("yes", Text("B"))]
    decision.policy = Policy("field", "yes", "no", apart=True)
    assert await labels(decision, "rest", "always", span="activation") == [
        *("A, this activation", "B, always", "A, always"),
    ]


async def test_units_that_do_or_dont_are_ticked_in_one_go() -> None:
    decision = each(3)
    assert is_tickable(decision)
    assert (await verbs(decision))[:3] == ["tick", "alike", "alike"]
    assert read(decision, "tick", "", ["2", "0"]) == Picks(picks={"LC2": "fire", "LC0": "fire", "LC1": "hold"})
    assert read(decision, "tick", "", ["2"], {1: 0, 2: 1}) == Picks(picks={"LC2": "fire", "LC0": "hold"})
    assert read(decision, "alike", "all", ()) == Picks(picks={f"LC{i}": "fire" for i in range(3)})
    assert read(decision, "alike", "none", ()) == Picks(picks={f"LC{i}": "hold" for i in range(3)})
    assert read(decision, "always", "yes", ()) == Picks(picks={f"LC{i}": "fire" for i in range(3)})
    assert read(decision, "rest", "all", ()) == Picks(picks={f"LC{i}": "hold" for i in range(3)})
    assert read(decision, "rest", "any", ()) == Picks(picks={f"LC{i}": "fire" for i in range(3)})
    assert "may be answered" in question(decision, ENGLISH)


async def test_units_with_more_choices_have_a_select_each() -> None:
    assert (await verbs(each(2, 3)))[:5] == ["each", "each", "done", "alike", "alike"]
    assert (await verbs(each(3, 3)))[:3] == ["orders", "alike", "alike"], "too many for one message: an ephemeral form"
    assert (await verbs(each(2, 3, secret=True)))[0] == "orders", "a secret draft isn't shown to everybody"
    view = each_view(each(9, 3), REF, {5: 2}, ENGLISH, page=1)
    selects = [c for row in view.to_components() for c in row["components"] if c["type"] == 3]
    assert len(selects) == EACH
    assert [o["default"] for o in selects[1]["options"]] == [False, False, True]
    assert picks_of(each(2, 3), {1: "charge"}) == Picks(picks={"LC1": "charge", "LC0": "hold"})


async def test_one_unit_has_a_button_for_each_choice_or_for_what_matters() -> None:
    assert await labels(each(1), "one") == ["LC0: Fire", "Hold"]
    assert read(each(1), "one", "0", ()) == Picks(picks={"LC0": "fire"})
    decision = each(1)
    ways = [Choice(f"w{n}", Text("Withdraw to {n}", n=n), chance=0.4 if n == 1 else None) for n in range(9)]
    stay = Choice("stay", Text("Stay"))
    deed = Deed(Text("Withdraw"), Text("All {n} withdraw", n=0), Text("Nobody withdraws"))
    policy = Policy("orderly-withdrawal", "w1", "stay", deed=deed)
    decision.items = [Item("LC0", Text("LC0"), [*ways, stay], "stay", policy)]
    assert await verbs(decision) == ["oneof", "one", "one", "rest", "always", "always", "always"]
    assert await labels(decision, "one") == ["LC0: Withdraw to 1 (40 %)", "Stay"]
    assert await labels(decision, "always") == [
        *("LC0, always: Withdraw", "LC0, always: Stay", "All of ours: Stay, always")
    ]
    assert read(decision, "always", "ours", ()) == Picks(picks={"LC0": "stay"})
    assert read(decision, "oneof", "", ["9"]) == Picks(picks={"LC0": "stay"})
    with pytest.raises(Refusal, match="isn't offered"):
        read(decision, "one", "10", ())
    with pytest.raises(Refusal, match="doesn't belong"):
        read(each(2), "one", "0", ())


async def test_several_units_say_what_all_or_none_of_them_do() -> None:
    assert await labels(each(3), "alike") == ["All 3: Fire", "All 3: Hold"]
    decision = each(3)
    deed = Deed(Text("Fire"), Text("All {n} fire", n=0), Text("Nobody fires"))
    decision.items = [replace(i, policy=Policy("entry-fire", "fire", "hold", deed=deed)) for i in decision.items]
    assert await labels(decision, "alike") == ["All 3 fire", "Nobody fires"]
    assert await labels(decision, "rest", "always", span="activation") == [
        *("Nobody fires, this activation", "Fire whenever we can, this activation"),
        *("All 3 fire, always", "Nobody fires, always"),
        *("Nothing more this activation", "Everything we can, this activation"),
        "All of ours: Hold, always",
    ]
    assert await labels(decision, "rest", "always") == [
        *("Nobody fires, until we act", "All 3 fire, always", "Nobody fires, always", "All of ours: Hold, always"),
    ], "between two activations there is nothing that goes on"
    assert read(decision, "rest", "each", ()) == Picks(picks={f"LC{i}": "fire" for i in range(3)})


async def test_where_something_must_be_done_it_is_as_suggested() -> None:
    decision = choose(3)
    decision.policy = Policy("retreat-way", "k1", "k1")
    assert await labels(decision, "rest", "always", span="activation") == [
        *("As suggested, this activation", "As suggested, always"),
        "Nothing more this activation",
    ]
    assert read(decision, "rest", "yes", ()) == Pick(key="k1")
    assert read(decision, "rest", "all", ()) == Pick(key="k0"), "what is done when nobody answers"
    decision.secret = True
    assert await labels(decision, "rest", "always", span="activation") == []


def test_a_risk_is_told_with_the_choice_that_has_one() -> None:
    decision = choose(2)
    risky = Risk(Text("6 or less"), 0.6, Text("play passes"), units=11)
    decision.choices = [Choice("go", Text("Seize"), risk=risky), Choice("no", Text("Let them"))]
    assert question(decision, ENGLISH).splitlines()[1:] == ["-# Seize: 6 or less: 60 %; failing play passes"]


def test_one_price_of_several_choices_is_told_once() -> None:
    decision = choose(2)

    def trump(leader: str, price: str) -> Choice:
        risk = Risk(Text("needs 4 or less"), 0.5, Text(price, leader=leader))
        return Choice(leader, Text("Trump with {x}", x=leader), chance=0.5, risk=risk)

    decision.choices = [*(trump(x, "costs {leader} the turn") for x in ("Bessus", "Mazaeus")), Choice("no", Text("No"))]
    assert question(decision, ENGLISH).splitlines()[1:] == ["-# Failing costs Bessus or Mazaeus the turn"]
    decision.choices = [trump("Bessus", "costs {leader} the turn"), trump("Mazaeus", "kills {leader}")]
    assert question(decision, ENGLISH).splitlines()[1:] == [
        "-# Trump with Bessus: needs 4 or less: 50 %; failing costs Bessus the turn",
        "-# Trump with Mazaeus: needs 4 or less: 50 %; failing kills Mazaeus",
    ]


def test_what_goes_for_several_choices_of_a_unit_is_told_once() -> None:
    decision = each(2, 3)
    risk = Risk(Text("needs 6 or less"), 0.7, Text("costs it 1 hit"))
    turns = [*(Choice(k, Text(k), risk=risk) for k in ("left", "right")), Choice("hold", Text("Hold"))]
    decision.items = [replace(decision.items[0], choices=turns), decision.items[1]]
    assert question(decision, ENGLISH).splitlines()[1:] == [
        "-# LC0: needs 6 or less: 70 %; failing costs it 1 hit",
        "-# LC1, Fire: may be answered",
    ]


def test_standing_orders_fill_the_form_in() -> None:
    decision = each(3, 3)
    asked = Open("red", 7, 42, decision, 0.0, None, prefilled=Picks(picks={"LC1": "charge"}))
    assert prefilled(asked) == {1: 2}


@pytest.mark.parametrize(
    ("verb", "argument", "values"),
    [
        ("answer", "9", ()),
        ("answer", "x", ()),
        ("select", "", ["99"]),
        ("select", "", []),
        ("tick", "", ["0"]),
        ("always", "yes", ()),
        ("default", "", ()),
    ],
)
def test_what_the_question_never_offered_is_refused(verb: str, argument: str, values: list[str]) -> None:
    with pytest.raises(Refusal):
        read(choose(3), verb, argument, values)
