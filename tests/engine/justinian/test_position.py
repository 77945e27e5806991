"""Position files of the campaign."""

from __future__ import annotations

from typing import Any

import pytest

from scenarios import ScenarioError, position
from tests.engine.justinian.test_campaigns import play

HERE = {"scenario": "justinian/renovatio"}


def read(**said: Any) -> Any:
    return position.read({**HERE, **said}, "here")[1]


def test_without_more_the_plans_are_laid_out() -> None:
    state = read()
    assert (state.phase, state.armies["orient"].sp, state.gold) == ("barbarian", 25, 30)
    assert all(a.leader for a in state.placed("byzantine"))
    assert len(state.control) == 23


def test_what_is_different() -> None:
    state = read(
        turn=5,
        phase="byzantine",
        gold=12,
        changes={
            "orient": {"at": "Armenia III", "sp": 9, "leader": "belisarius", "unpaid": True},
            "totila": {"at": "campania", "sp": 20},
            "narses": {"at": "europa"},
        },
        remove=["hilderic", "thrace"],
        frontier={"arabia": 0, "syria-1": {"sp": 4, "unpaid": True}},
        control={"campania": None, "dalmatia": "ostrogoths"},
        alliance={"franks": "neutral"},
    )
    assert (state.armies["orient"].leader, state.armies["orient"].unpaid) == ("belisarius", True)
    assert state.place_names[state.armies["orient"].at] == "Armenia III"
    assert (state.armies["hilderic"].where, state.armies["thrace"].where) == ("gone", "aside")
    assert state.magmil["narses"].where == "map"
    named = {state.place_names[p]: x for p, x in state.frontier.items()}
    assert "Arabia" not in named
    assert (named["Syria I"].sp, named["Syria I"].unpaid) == (4, True)
    assert "ostrogoths" in state.control.values()
    assert (state.alliance["franks"], state.gold, state.turn) == ("neutral", 12, 5)


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ({"changes": {"orient": {"at": "syria"}}}, 'changes.orient.at: there is no place "syria"'),
        (
            {"changes": {"belisaurius": {"lost": 1}}},
            'there is no army or leader "belisaurius"; did you mean belisarius?',
        ),
        ({"frontier": {"lazica": 3}}, "the position: Frontier SP are in Lazica (3.41)"),
        ({"changes": {"orient": {"sp": 36}}}, "the position: orient has 36 SP (4.31)"),
        ({"turn": 11}, "turn: the campaign has 10 turns"),
        ({"control": {"arabia": "huns"}}, 'control.arabia: there is no power "huns"'),
        ({"remove": ["nobody"]}, 'remove (nobody): there is no army "nobody"'),
    ],
)
def test_what_is_wrong(said: dict[str, Any], wrong: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        read(**said)
    assert any(wrong in p for p in caught.value.problems), caught.value.problems


@pytest.mark.parametrize("seed", [21, 22])
def test_a_campaign_is_written_down_and_read_again(seed: int) -> None:
    game = play(seed, 2)
    assert game.at_rest
    said = position.write(HERE, "here", game.state)
    assert position.read(said, "here")[1] == game.state
