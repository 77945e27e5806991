"""``hexarch adjudicate``: orders on a position with forced dice."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.cli import main
from bot.cli.adjudication import adjudicate, declined, read_orders
from bot.cli.common import BAD_INPUT, NO, OK, BadInput
from engine.kernel.decisions import Choice, Choose, Pick
from engine.kernel.text import Refusal, Text

POSITION: dict[str, Any] = {
    "field": {
        "cols": [1, 20],
        "rows": [1, 12],
        "units": [
            {"side": "roman", "code": "HC1", "cls": "Cat", "missile": "C", "hex": "0505", "facing": "E"},
            {"side": "roman", "code": "LC2", "missile": "J", "hex": "0507", "facing": "E"},
            {"side": "goth", "code": "MI1", "hex": "0905", "facing": "W", "tq": 6},
            {"side": "goth", "code": "LI4", "missile": "J", "hex": "0908", "facing": "W"},
        ],
        "leaders": [
            {"side": "roman", "id": "Narses", "hex": "0505", "initiative": 6},
            {"side": "goth", "id": "Totila", "hex": "0905"},
        ],
    },
    "active": "Narses",
}


def ruled(orders: str, *dice: int) -> list[dict[str, Any]]:
    return list(adjudicate(POSITION, orders, dice))


def kinds(told: list[dict[str, Any]]) -> list[str]:
    return [t["type"] for t in told if t["type"] != "next" and (t["type"] != "event" or t["text"])]


def test_an_order_its_roll_and_what_comes_next() -> None:
    told = ruled("HC1 x MI1", 1)
    assert kinds(told) == ["order", "roll", "event", "event", "decision", "position"]
    roll = next(t for t in told if t["type"] == "roll")
    assert (roll["rule"], roll["told"]) == ("8.15", True)
    assert roll["text"] == "roll 1: HC1 fires at MI1, range 4: needs 1 or less; 1: 2 hits"
    assert next(t for t in told if t["type"] == "event" and t["text"])["rule"] == "8.15"
    decision = told[-2]
    assert (decision["side"], decision["kind"]) == ("roman", "orders")
    assert decision["choices"]


def test_refusals_name_the_case_and_change_nothing() -> None:
    told = ruled("LC2 x MI1\nHC1 x MI1\nHC1 > 0604", 8)
    refused = [t for t in told if t["type"] == "refusal"]
    assert [(r["line"], r["statement"], r["rule"]) for r in refused] == [
        (1, "LC2 x MI1", "8.13"),
        (3, "HC1 > 0604", "5.24"),
    ]
    assert [t["text"] for t in told if t["type"] == "order"] == ["HC1 x MI1"]


def test_the_roll_that_is_due_when_the_dice_run_out() -> None:
    told = ruled("HC1 x MI1")
    assert kinds(told) == ["order", "dice-due", "position"]
    due = told[-2]
    assert (due["side"], due["rule"], due["count"], due["needs"]) == ("roman", "8.15", 1, "1 or less")
    assert due["text"] == "HC1 fires at MI1, range 4"


def test_what_happened_before_the_dice_ran_out_is_told() -> None:
    told = ruled("HC1 > 0705 x MI1")
    assert told[-2]["type"] == "dice-due"
    assert any(t["type"] == "event" and (t["text"] or "").startswith("HC1 0505 → 0705") for t in told)


LINE: dict[str, Any] = {
    "field": {
        "cols": [1, 24],
        "rows": [1, 16],
        "units": [
            {"side": "goth", "code": "HC9", "hex": "1010", "facing": "E"},
            {"side": "roman", "code": "LC1", "ma": 12, "hex": "1309", "facing": "W"},
            {"side": "roman", "code": "LC2", "ma": 12, "hex": "1310", "facing": "W"},
        ],
        "leaders": [{"side": "goth", "id": "Totila", "hex": "1010"}, {"side": "roman", "id": "Narses", "hex": "2010"}],
    },
    "active": "Totila",
}
"""HC9 comes within 2 hexes of both, as it goes to 1110."""


@pytest.mark.rule("cataphract 6.51")
@pytest.mark.parametrize(
    "wrong",
    ["LC1 1408@W; LC2 9999@W", "LC1 1408@W; LCC2 1410@W", "LC11 1408@W; LC2 1410@W", "LC1 1408@W;  LC2  Stray"],
)
def test_an_answer_is_refused_whole_and_can_be_written_again(wrong: str) -> None:
    """Nothing of it is carried out; the next line answers the same question."""
    told = list(adjudicate(LINE, f"HC9 > 1110\n{wrong}\nnone\n", [5] * 9))
    (refused,) = (t for t in told if t["type"] == "refusal")
    assert (refused["line"], refused["statement"]) == (2, wrong.replace(";  ", "; "))
    assert refused["rule"] in ("6.51", "6.31")
    assert refused["text"].count("“") in (1, 2), "the wrong part, and an example at the most"
    assert [t["text"] for t in told if t["type"] == "order"] == ["HC9 > 1110", "none"]
    assert not any("LC" in (t["text"] or "") for t in told if t["type"] == "event" and "→" in (t["text"] or ""))


@pytest.mark.rule("cataphract 6.51", "cataphract 6.52")
def test_a_withdrawal_by_a_way_of_its_own() -> None:
    told = list(adjudicate(LINE, "HC9 > 1110\nLC1 > 1409 1408 @W; LC2 > 1410 @W\n", [5] * 9))
    assert not [t for t in told if t["type"] == "refusal"]
    moved = [t["event"] for t in told if t["type"] == "event" and t["event"]["type"] == "unit-moved"]
    assert [(e["unit"], e["to"]) for e in moved if e["unit"] != "HC9"] == [("LC1", 1409), ("LC1", 1408), ("LC2", 1410)]


def test_lines_for_a_side() -> None:
    told = ruled("goth: done\nroman: done # enough\nROMAN: no", 9)
    refused = [t for t in told if t["type"] == "refusal"]
    assert [r["text"] for r in refused] == ["goth is not asked now; the open decision is that of roman (orders)."]
    assert [r["rule"] for r in refused] == ["5.21"], "that of the question that is open"
    assert [t["text"] for t in told if t["type"] == "order"] == ["done", "no"]
    assert {"type": "dice-left", "dice": [9], "text": "dice not needed: 9"} in told


def test_bad_orders_files_name_the_line() -> None:
    with pytest.raises(BadInput, match="line 2: 'persian' is no side; there are: roman, goth"):
        read_orders("done\npersian: done", ["roman", "goth"])
    with pytest.raises(BadInput, match=r"line 3: .*“@UP” is no direction"):
        read_orders("\n\nHC1 @UP", ["roman", "goth"])


def test_impossible_positions_are_refused() -> None:
    crowded = json.loads(json.dumps(POSITION))
    crowded["field"]["units"][0]["hits"] = 12
    with pytest.raises(BadInput, match=r"position: HC1 has 12 hits at TQ 6 and stands \(10\.14\)"):
        list(adjudicate(crowded, "done", []))


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    position, orders = tmp_path / "p.json", tmp_path / "o.txt"
    position.write_text(json.dumps(POSITION))
    orders.write_text("HC1 x MI1\ndone\n")
    return str(position), str(orders)


def test_program(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["adjudicate", *files, "--dice", "8"]) == OK
    said = capsys.readouterr().out
    assert said.startswith("roman: HC1 x MI1\n  HC1 fires at MI1")
    assert "Open: roman, momentum (5.32)" in said
    assert main(["adjudicate", *files]) == NO
    assert "No die is left for roman's roll: HC1 fires at MI1, range 4, needs 1 or less" in capsys.readouterr().out


def test_program_json_is_one_object_a_line(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["adjudicate", *files, "--dice", "8", "--json"]) == OK
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert told[0] == {
        "type": "order",
        "line": 1,
        "side": "roman",
        "text": "HC1 x MI1",
        "question": "orders",
        "rule": "5.21",
        "prompt": "Narses: orders? 6 of 6 left.",
    }
    assert [t["type"] for t in told[-2:]] == ["decision", "position"]


def test_program_bad_input(files: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    position, orders = files
    assert main(["adjudicate", str(tmp_path / "none.json"), orders]) == BAD_INPUT
    assert main(["adjudicate", position, str(tmp_path / "none.txt")]) == BAD_INPUT
    assert "can't be read" in capsys.readouterr().err
    with pytest.raises(SystemExit) as stopped:
        main(["adjudicate", position, orders, "--dice", "3,100"])
    assert stopped.value.code == BAD_INPUT


def test_a_die_that_cannot_fall_is_told(files: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["adjudicate", *files, "--dice", "12"]) == BAD_INPUT
    assert "a die shows 0 to 9, not 12" in capsys.readouterr().err


def test_a_position_in_which_nobody_can_ever_do_anything_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    units = [{"side": "a", "code": "HC1", "hex": "0505"}, {"side": "b", "code": "HC2", "hex": "0907"}]
    position, orders = tmp_path / "p.json", tmp_path / "o.txt"
    position.write_text(json.dumps({"system": "spqr", "field": {"units": units}}), "utf-8")
    orders.write_text("", "utf-8")
    assert main(["adjudicate", str(position), str(orders)]) == BAD_INPUT
    assert "turns pass, and nobody can ever do anything" in capsys.readouterr().err


def test_what_is_asked_next_is_told_after_each_line() -> None:
    told = ruled("LC2 > 0607\nHC1 > 0605\ndone", 9, 9, 9, 9, 9)
    lines = [t["type"] for t in told if t["type"] in ("order", "next", "decision", "refusal")]
    assert lines[:4] == ["order", "next", "order", "next"]
    asked = next(t for t in told if t["type"] == "next")
    assert asked["side"] and asked["kind"] and asked["text"]


def test_whatever_is_asked_can_be_declined() -> None:
    document = {
        "system": "simple-gboh",
        "field": {
            "units": [
                {"side": "a", "code": "HI1", "hex": 1010, "facing": "E"},
                {"side": "b", "code": "HI9", "hex": 1510, "facing": "W"},
            ],
            "leaders": [{"side": "b", "id": "Zoe", "hex": 1510, "seizure": 1}],
        },
        "phase": "seizure",
        "orders": {"side": "a", "seizable": True},
    }
    told = list(adjudicate(document, "decline\na\ndecline", []))
    assert [t["type"] for t in told if t["type"] in ("order", "refusal")] == ["order"] * 3
    assert told[-1]["position"]["orders"]["side"] == "b"


def test_what_has_no_nothing_cannot_be_declined() -> None:
    ways = (Choice("left", Text("Left")), Choice("right", Text("Right")))
    question = Choose(kind="way", side="a", rule="1.1", prompt=Text("Which way?"), choices=ways, default_key="left")
    with pytest.raises(Refusal, match="can't be declined; its choices: left, right"):
        declined(question)
    offered = replace(question, choices=(*ways, Choice("stay", Text("Stay"))))
    assert declined(offered) == Pick(key="stay")


def test_json_can_be_written_where_a_die_is_due() -> None:
    told = [json.loads(json.dumps(t)) for t in ruled("HC1 x MI1\nHC1 > 0805")]
    (due,) = [t for t in told if t["type"] == "dice-due"]
    assert due["needs"] and due["told"].startswith("needs ")
