"""``hexarch tune``: factors move towards who does better, the same way every time."""

from __future__ import annotations

import json
import math

import pytest

from bot.cli import main
from bot.cli.tune import FURTHEST, tuned
from engine.computer.levels import Level


def test_factors_move_towards_who_did_better():
    def score(n: int, one: tuple[tuple[str, float], ...], other: tuple[tuple[str, float], ...]) -> float:
        return float(dict(one)["flank"] > dict(other)["flank"])

    found = tuned(["flank", "other"], 30, 1, score)
    assert found["flank"] > 1.5 and found["flank"] > found["other"]
    assert found == tuned(["flank", "other"], 30, 1, score)
    assert all(-FURTHEST <= math.log(x) <= FURTHEST + 1e-9 for x in found.values())
    assert tuned(["flank"], 5, 1, lambda n, one, other: 0.5) == {"flank": 1.0}, "nobody did better"


def test_a_level_counts_parts_by_its_factors():
    assert Level(keen=4.0).worth({"a": 2.0, "b": -1.0}) == 1.0
    assert Level(keen=4.0, counts={"a": 0.5}).worth({"a": 2.0, "b": -1.0}) == 0.0


def test_it_plays_and_prints_what_it_found(capsys: pytest.CaptureFixture[str]):
    words = ["tune", "samarkand", "--parts", "exposure", "--rounds", "1", "--pairs", "1", "--answers", "16", "--json"]
    assert main(words) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["battle"].endswith("samarkand") and list(found["factors"]) == ["exposure"]


def test_a_part_that_isnt_one_is_bad_input(capsys: pytest.CaptureFixture[str]):
    assert main(["tune", "samarkand", "--parts", "luck"]) == 2
    assert "luck: the judgement of this battle has points" in capsys.readouterr().err
