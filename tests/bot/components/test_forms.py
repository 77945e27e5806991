"""Questions as buttons and selects: what is shown, and what a press means."""

from __future__ import annotations

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
    Item,
    Pick,
    Picks,
    Policy,
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


def items(decision: Decision) -> list[dict]:
    return [c for row in controls(decision, REF, ENGLISH).to_components() for c in row["components"]]


async def verbs(decision: Decision) -> list[str]:
    found = []
    for c in items(decision):
        where = parse(c["custom_id"])
        assert where is not None and where[1].battle == REF.battle and where[1].token == REF.token
        assert len(c["custom_id"]) <= 100 and len(c.get("label", "")) <= 80
        assert len(c.get("options", ())) <= 25
        for o in c.get("options", ()):
            assert len(o["label"]) <= 100 and len(o.get("description") or "") <= 100
        found.append(where[0])
    return found


@pytest.mark.parametrize(
    ("n", "expected"), [(2, ["answer"] * 2), (5, ["answer"] * 5), (6, ["select"]), (25, ["select"]), (26, ["orders"])]
)
async def test_few_choices_are_buttons_more_a_select_many_a_panel(n: int, expected: list[str]) -> None:
    assert await verbs(choose(n)) == expected


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
    assert await verbs(decision) == ["answer", "answer", "always", "always"]
    assert read(decision, "answer", "0", ()) == Pick(key="yes")
    assert read(decision, "always", "no", ()) == Pick(key="no")


async def test_units_that_do_or_dont_are_ticked_in_one_go() -> None:
    decision = each(3)
    assert is_tickable(decision)
    assert (await verbs(decision))[:3] == ["tick", "alike", "alike"]
    assert read(decision, "tick", "", ["2", "0"]) == Picks(picks={"LC2": "fire", "LC0": "fire", "LC1": "hold"})
    assert read(decision, "tick", "", ["2"], {1: 0, 2: 1}) == Picks(picks={"LC2": "fire", "LC0": "hold"})
    assert read(decision, "alike", "all", ()) == Picks(picks={f"LC{i}": "fire" for i in range(3)})
    assert read(decision, "alike", "none!", ()) == Picks(picks={f"LC{i}": "hold" for i in range(3)})
    assert "may be answered" in question(decision, ENGLISH)


async def test_units_with_more_choices_have_a_select_each() -> None:
    assert (await verbs(each(3, 3)))[:4] == ["each", "each", "each", "done"]
    assert (await verbs(each(9, 3)))[0] == "orders", "too many for one message: an ephemeral form"
    assert (await verbs(each(3, 3, secret=True)))[0] == "orders", "a secret draft isn't shown to everybody"
    view = each_view(each(9, 3), REF, {5: 2}, ENGLISH, page=1)
    selects = [c for row in view.to_components() for c in row["components"] if c["type"] == 3]
    assert len(selects) == EACH
    assert [o["default"] for o in selects[1]["options"]] == [False, False, True]
    assert picks_of(each(2, 3), {1: "charge"}) == Picks(picks={"LC1": "charge", "LC0": "hold"})


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
