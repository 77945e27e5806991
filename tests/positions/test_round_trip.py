"""Any position of a battle is written as a position file, and that file read in gives the same position."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import scenarios
from engine.kernel.dice import RollRequest
from engine.kernel.game import Game
from engine.players import random_answer
from engine.systems.registry import initial_state, system_for
from scenarios import position, schema

ANSWERS = 40
"""Of each battle."""

COMPARED = 4
"""Positions of it that are written and read: spread over it, where play could start afresh."""

BATTLES = (
    "cataphract/tricameron",
    "cataphract/taginae",
    "men-of-iron/falkirk",
    "men-of-iron/bannockburn",
    "simple-gboh/lautulae",
)


class Thrown:
    """Random dice."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.n = 0

    def throw(self, request: RollRequest, segment: int) -> tuple[int, Sequence[int]]:
        self.n += 1
        return self.n, [self.rng.randrange(10) for _ in range(request.count)]


@pytest.mark.parametrize("key", BATTLES)
def test_a_battle(key: str) -> None:
    battle = scenarios.load(key)
    system = system_for(battle)
    rng = random.Random(key)
    dice = Thrown(rng)
    options = {o: rng.random() < 0.5 for o in battle.optional_rules}
    begin: dict[str, Any] = {"scenario": key, "options": options}
    validator = jsonschema.Draft202012Validator(schema.position_schema(battle.system))
    game: Game[Any] = Game.start(system, initial_state(system, options), dice)
    compared = 0
    for n in range(ANSWERS):
        if game.over:
            break
        decision = next(d for d in game.pending if game.decision_for(d.side) is d)
        game.answer(decision.side, random_answer(decision, rng, 2.0), dice)
        if not game.restartable or n < ANSWERS * compared / COMPARED:
            continue
        document = json.loads(json.dumps(position.write(begin, "here", game.state)))
        _, again = position.read(document, "here")
        assert again == game.state
        compared += 1
    validator.validate(document)
    assert compared >= COMPARED - 1


FIELDS: list[dict[str, Any]] = [
    {
        "field": {
            "units": [
                {"side": "a", "code": "HC1", "cls": "Cat", "hex": "0505", "dismounted": True, "hits": 2},
                {"side": "b", "code": "MI1", "hex": 1010, "facing": "SIDE_NW", "column": True},
            ],
            "leaders": [
                {"side": "a", "id": "A1", "hex": "0505", "wounded": True},
                {"side": "b", "id": "B", "hex": 1010},
            ],
        },
        "active": "A1",
        "orders": {"moved": ["HC1"], "last_step": {"HC1": ["0405", "0505"]}, "markers": {"HC1": "no"}},
        "tie": {"initiative": 5, "next": "b"},
        "uncontrolled": [{"side": "b", "units": ["MI1"], "turn": 2}],
        "trump_used": ["a"],
        "turn": 3,
    },
    {
        "system": "men-of-iron",
        "field": {
            "units": [
                {"side": "a", "code": "MM1", "hex": "0505", "retired": True},
                {"side": "b", "code": "PK1", "hex": 1010, "formation": "schiltron"},
            ],
            "standards": [{"side": "a", "id": "Flag", "hex": "0505"}],
            "markers": [{"side": "b", "id": "Cart", "kind": "wagon", "hex": "1515"}],
        },
        "active": "A",
        "phase": "shock",
        "activation": {
            "how": "seizure",
            "mp": {"MM1": 2},
            "pending_counter": {"PK1": "MM1:front"},
            "left_zoc": {"MM1": ["PK1"]},
        },
        "hedges_removed": [["0505", "0506"]],
        "commands": {"A": {"activations": 3}},
        "deeds": 21,
    },
]


@pytest.mark.parametrize("document", FIELDS)
def test_a_field(document: dict[str, Any]) -> None:
    scenario, state = position.read(document, "here")
    jsonschema.Draft202012Validator(schema.position_schema(scenario.system)).validate(document)
    written = json.loads(json.dumps(position.write(document, "here", state)))
    assert position.read(written, "here")[1] == state
    assert position.write(written, "here", state) == written


@pytest.mark.parametrize(
    ("key", "names"),
    [
        ("cataphract/tricameron", ["LN4", "Gara"]),
        ("men-of-iron/falkirk", ["LMM1", "LincolnStandard", "Surrey"]),
    ],
)
def test_who_takes_no_part_takes_none_when_it_is_read_again(key: str, names: list[str]) -> None:
    document = {"scenario": key, "remove": names}
    _, state = position.read(document, "here")
    assert position.read(position.write(document, "here", state), "here")[1] == state


def test_a_battle_named_by_its_file_is_written_out(tmp_path: Path) -> None:
    battle = scenarios.document(scenarios.find("falkirk"))
    (tmp_path / "own.json").write_text(json.dumps({**battle, "title": "Our own"}))
    origin = str(tmp_path / "p.json")
    document = {"scenario": "own.json", "active": "Lincoln"}
    _, state = position.read(document, origin)
    scenario, again = position.read(position.write(document, origin, state), "elsewhere")
    assert scenario.title == "Our own" and again == state
