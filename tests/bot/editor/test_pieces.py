"""What the editor's page does with units, in the file: others of a kind, kinds of one's own, and units taken away."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import scenarios
from bot.editor import document
from engine.kernel.text import Refusal
from scenarios import json_text, new_battle

FILE = Path("own.json")

SYSTEMS = ("cataphract", "alexander", "spqr", "simple-gboh", "men-of-iron")


def units(text: str) -> dict[str, tuple[int, str, Any]]:
    """Hex, facing and TQ of every unit, from the battle as it is read."""
    battle: Any = scenarios.checked(json_text.parse(text, "own.json"), "own.json")
    return {
        f"{group.code}{n}": (h, getattr(group, "facings", {}).get(n, group.facing).name, getattr(group, "tq", None))
        for side in battle.sides
        for group in (side.units if hasattr(side, "units") else [g for c in side.commands for g in c.units])
        for n, h in zip(group.numbers, group.hexes, strict=True)
    }


def page(text: str) -> dict[str, Any]:
    return document.opened(text, FILE)


def piece(shown: dict[str, Any], name: str) -> dict[str, Any]:
    return next(p for p in shown["pieces"] if p["name"] == name)


def new(shown: dict[str, Any], of: int, h: str, facing: str = "E") -> None:
    side = shown["kinds"][of]["side"] if of < len(shown["kinds"]) else 0
    shown["pieces"].append({"kind": "unit", "side": side, "name": "?", "hex": h, "facing": facing, "of": of})


@pytest.mark.parametrize("system", SYSTEMS)
def test_units_come_and_go_and_the_rest_stays(system: str) -> None:
    """One more of the first kind, and the first of them away; the notes of the file are in it as before."""
    text = new_battle.text(system, "own")
    shown, before = page(text), units(text)
    kind = shown["kinds"][0]
    first, last = (f"{kind['code']}{n}" for n in (1, sum(c.rstrip("0123456789") == kind["code"] for c in before)))
    shown["pieces"].remove(piece(shown, first))
    new(shown, 0, "0414", "SE")
    saved = document.saved(text, FILE, shown)
    code = kind["code"] + str(int(last.removeprefix(kind["code"])) + 1)
    assert units(saved) == {**{k: v for k, v in before.items() if k != first}, code: (414, "SE", before[first][2])}
    found = json_text.parse(saved, "own.json")
    assert piece(page(saved), code)["hex"] == "0414" and piece(page(saved), code)["facing"] == "SE"
    assert saved.count("//") == text.count("//")
    assert [s["name"] for s in found["sides"]] == shown["sides"]
    # What was saved is what the page shows from then on: saving it again changes nothing.
    assert document.saved(saved, FILE, page(saved)) == saved


def test_a_kind_of_ones_own_has_its_own_ratings() -> None:
    text = new_battle.text("spqr", "own")
    shown = page(text)
    like = shown["kinds"][0]
    shown["made"] = [{"like": 0, "ratings": {"code": "XV", "name": "Veterans", "tq": 8}}]
    number = len(shown["kinds"])
    new(shown, number, "0414")
    new(shown, number, "0415")
    saved = document.saved(text, FILE, shown)
    found = units(saved)
    assert (found["XV1"], found["XV2"]) == ((414, "E", 8), (415, "E", 8))
    made = next(k for k in page(saved)["kinds"] if k["code"] == "XV")
    assert made["ratings"] == {**like["ratings"], "code": "XV", "name": "Veterans", "tq": 8}


def test_a_whole_group_goes_and_another_comes_in_its_place() -> None:
    """The last group of an army: no comma is left behind, whether or not something new takes its place."""
    text = new_battle.text("cataphract", "own")
    for made in ([], [{"like": 0, "ratings": {"code": "XX"}}]):
        shown = page(text)
        mine = [k for k in shown["kinds"] if k["side"] == 0]
        gone = mine[-1]["code"]
        shown["pieces"] = [
            p for p in shown["pieces"] if p["side"] or p["kind"] != "unit" or p["name"].rstrip("0123456789") != gone
        ]
        shown["made"] = made
        if made:
            new(shown, len(shown["kinds"]), "0414")
        codes = [k["code"] for k in page(document.saved(text, FILE, shown))["kinds"] if k["side"] == 0]
        assert codes == [*(k["code"] for k in mine[:-1]), *(["XX"] if made else [])]


def test_everything_may_go() -> None:
    text = new_battle.text("simple-gboh", "own")
    shown = page(text)
    saved = document.saved(text, FILE, {**shown, "pieces": []})
    assert page(saved)["pieces"] == [] and page(saved)["title"] == shown["title"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda x: x["pieces"][0].update(name="nobody"), "shows other pieces than the file has"),
        (lambda x: new(x, 99, "0414"), "sent what can't be read"),
        (lambda x: x.update(made=[{"like": 0, "ratings": {"tq": "8"}}]), "tq of the new kind must be a number"),
        (lambda x: x.update(made=[{"like": 0, "ratings": {"code": " "}}]), "code of the new kind must be a word"),
        (lambda x: x.update(made=[{"like": 0, "ratings": {"hexes": "0101"}}]), "sent what can't be read"),
        (lambda x: x.update(made=[{"like": True, "ratings": []}]), "sent what can't be read"),
    ],
)
def test_what_the_page_cannot_have_sent(change: Any, said: str) -> None:
    text = new_battle.text("spqr", "own")
    shown = page(text)
    change(shown)
    with pytest.raises(Refusal, match=said):
        document.saved(text, FILE, shown)


def test_who_leads_a_command_stays() -> None:
    text = new_battle.text("men-of-iron", "own")
    shown = page(text)
    shown["pieces"].remove(next(p for p in shown["pieces"] if p["kind"] == "leader"))
    with pytest.raises(Refusal, match="leads a Command"):
        document.saved(text, FILE, shown)
