"""4.4 Seize the Turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine.kernel.decisions import Choose
from engine.kernel.statement import Word
from engine.kernel.text import Refusal
from engine.kernel.wanted import Wanted
from engine.systems.gboh.orders import orders
from engine.systems.simple_gboh.turn import seizure
from tests.engine.simple_gboh import kit
from tests.engine.simple_gboh.kit import formation, group, leader, unit

DONE = orders.Done()


def issus(**alexander: Any) -> kit.Rig:
    """The Macedonians begin, and Alexander may seize the Persians' turn."""
    ratings = {"initiative": 7, "command_range": 6, "seizure": 2, **alexander}
    return kit.battle(
        [
            unit("PH1", 1010, formation="phalanx"),
            unit("HC1", 1016, formation="horse"),
            unit("HC2", 1030, formation="far"),
            unit("SK1", 1025, formation="archers"),
        ],
        [unit("HI1", 3010, "W"), unit("HI2", 3012, "W")],
        a_leaders=[
            leader("Alexander", 1010, **ratings),
            leader("Parmenion", 1015, "SC", initiative=5, seizure=1),
            leader("Craterus", 1030, "SC", initiative=4),
        ],
        b_leaders=[leader("Darius", 3010, initiative=4, seizure=1)],
        sides={
            "a": {
                "name": "Macedonians",
                "formations": [
                    formation("phalanx", "Alexander"),
                    formation("horse", "Parmenion"),
                    formation("far", "Craterus"),
                    formation("archers", auxiliary=True),
                ],
                "together": [group("both", "Alexander", "phalanx", "horse")],
            },
            "b": {"name": "Persians"},
        },
        first_player="a",
    )


def turns(r: kit.Rig) -> list[str]:
    return [x.removeprefix("Player Turn ") for x in r.told() if x.startswith("Player Turn ")]


def offered(d: Any) -> list[str]:
    assert isinstance(d, Choose)
    return [c.key for c in d.choices]


def seized(r: kit.Rig, by: str, dice: Sequence[int] = (0,)) -> Any:
    """The activation of the turn that a leader has seized from the Persians."""
    return r.play(answers=["pass", by], dice=dice)


# -- the attempt -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 4.41", "simple-gboh 4.44", "simple-gboh 4.45", "simple-gboh 4.46")
def test_example_e1_alexander_seizes_the_persians_turn_at_issus():
    """Example after 4.46: the Macedonians' turn, a seized one, then the Persians' at last, which isn't seized again."""
    r = issus()
    d = seized(r, "Alexander", [7])
    assert (d.kind, d.side, r.leader("Alexander").seizure) == ("activation", "a", 1)
    assert r.g.orders.seized_by == "Alexander"
    d = r.play(answers=["pass"])
    assert (d.kind, d.side) == ("activation", "b"), "neither turn was open to a seizure"
    d = r.play(answers=["pass"])
    assert (d.kind, d.side) == ("seizure", "b"), "then sides alternate again, and Darius may seize"
    assert turns(r) == [
        "1: the Macedonians.",
        "2: the Persians.",
        "3: the Macedonians, seized by Alexander.",
        "4: the Persians.",
        "5: the Macedonians.",
    ]


@pytest.mark.rule("simple-gboh 4.41", "simple-gboh 4.44", "simple-gboh 4.21")
def test_a_roll_above_his_initiative_fails_and_the_attempt_is_gone():
    r = issus()
    d = seized(r, "Alexander", [8])
    assert (d.kind, d.side, r.leader("Alexander").seizure) == ("activation", "b", 1)
    assert [x.kind for x in r.decisions].count("seizure") == 1, "one attempt in a Player Turn, whoever is left"


@pytest.mark.rule("simple-gboh 4.44")
def test_nobody_seizes_the_first_player_turn():
    r = issus()
    assert r.play().kind == "activation"
    assert r.state.turn == 1


@pytest.mark.rule("simple-gboh 4.44", "simple-gboh 4.22")
def test_only_leaders_on_the_map_with_an_attempt_left():
    assert offered(issus().play(answers=["pass"])) == [
        "Alexander",
        "Parmenion",
        "ride-Alexander",
        "ride-Parmenion",
        "no",
    ]
    r = issus(seizure=0)
    assert "Alexander" not in offered(r.play(answers=["pass"]))
    r = issus()
    r.leader("Alexander").hex = None
    r.leader("Parmenion").seizure = 0
    assert r.play(answers=["pass"]).kind == "activation", "nobody is able, and nobody is asked"


@pytest.mark.rule("simple-gboh 4.41")
def test_what_it_takes_is_told_before():
    d = issus().play(answers=["pass"])
    (risk,) = [c.risk for c in d.choices if c.key == "Alexander"]
    assert str(risk.words) == "needs 7 or less: 80 %; failing wastes one of Alexander's 2 attempts for the battle"
    assert d.default_key == "no"
    assert [str(c.note) for c in d.choices if c.key == "ride-Alexander"] == [
        "uses up one of 2 attempts; no Formation is activated"
    ]
    r = issus()
    r.leader("Alexander").seizure = 1
    last = {c.key: c for c in r.play(answers=["pass"]).choices}
    assert "failing wastes Alexander's last attempt" in str(last["Alexander"].risk.words)
    assert str(last["ride-Alexander"].note).startswith("uses up the last attempt")


def test_standing_orders_may_answer_by_the_best_leader():
    d = issus().play(answers=["pass"])
    assert (d.policy.kind, d.policy.yes, d.policy.no) == ("seizure", "Alexander", "no")
    assert d.policy.conditions == {"even": True, "likely": True}
    assert seizure.POLICY in kit.SimpleGboh.policies


@pytest.mark.rule("simple-gboh 4.44")
@pytest.mark.parametrize(
    ("name", "why"),
    [("Craterus", "has no attempt left to seize the turn"), ("Darius", "is the enemy's")],
)
def test_who_cannot_is_told_why(name, why):
    d = issus().play(answers=["pass"])
    found = d.why(Wanted((Word(name),)))
    assert isinstance(found, Refusal) and why in str(found)


# -- what a seized turn is good for ------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 4.42")
def test_seized_by_the_oc_auxiliaries_his_own_and_who_hears_him():
    """Craterus is beyond his Command Range; he rides nowhere by 4.33 in such a turn."""
    assert offered(seized(issus(), "Alexander")) == ["phalanx", "horse", "archers", "phalanx+horse", "pass"]
    assert offered(seized(issus(command_range=2), "Alexander")) == ["phalanx", "archers", "pass"]


@pytest.mark.rule("simple-gboh 4.43")
def test_seized_by_another_only_what_he_commands():
    assert offered(seized(issus(), "Parmenion")) == ["horse", "pass"]
    r = issus()
    r.leader("Parmenion").seizes = ("far",)
    assert offered(seized(r, "Parmenion")) == ["horse", "far", "pass"], "unless the battle says otherwise"


@pytest.mark.rule("simple-gboh 4.42", "simple-gboh 4.43")
def test_what_may_not_be_activated_is_told_with_its_case():
    d = seized(issus(), "Alexander")
    assert d.why(Wanted((Word("far"),))).rule == "4.42"
    d = seized(issus(), "Parmenion")
    assert d.why(Wanted((Word("phalanx"),))).rule == "4.43"


@pytest.mark.rule("simple-gboh 4.43", "simple-gboh 3.0")
def test_a_seized_turn_is_played_whole_and_then_the_enemy_has_his():
    r = issus()
    d = r.play(answers=["pass", "Parmenion", "horse", orders.Move(unit="HC1", path=(1116,)), DONE], dice=[0])
    assert (d.kind, d.side, r.unit("HC1").hex) == ("activation", "b", 1116)
    assert (r.state.sides["a"].turns, r.state.sides["b"].turns) == (2, 1), "a turn set aside hasn't been had"


# -- a leader who moves by it ------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 4.46")
def test_an_attempt_may_move_the_leader_without_a_roll_and_the_turn_goes_on():
    r = issus()
    d = r.play(answers=["pass", "ride-Parmenion"])
    assert (d.kind, d.side, r.leader("Parmenion").seizure) == ("orders", "a", 0)
    assert r.g.leader_mp(r.leader("Parmenion")) == 9
    r.refuses("4.1", orders.Move(unit="HC1", path=(1116,)))
    r.refuses("4.31", orders.MoveLeader(leader="Alexander", to=1011))
    d = r.play(answers=[orders.MoveLeader(leader="Parmenion", to=1018)])
    assert (d.kind, d.side, r.leader("Parmenion").hex) == ("activation", "b", 1018)
    assert r.rolls == []


@pytest.mark.rule("simple-gboh 4.46", "simple-gboh 4.33")
def test_the_oc_rides_thirty_by_it():
    r = issus()
    r.play(answers=["pass", "ride-Alexander"])
    assert r.g.leader_mp(r.leader("Alexander")) == 30
    d = r.play(answers=[DONE])
    assert (d.kind, d.side) == ("activation", "b")
