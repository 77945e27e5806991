"""What players are shown and told of Formations, command and seizure, and what a referee may set."""

from __future__ import annotations

from typing import Any

import pytest

from bot.notation import bind, grammar
from engine.kernel.game import Game
from engine.kernel.hexes import Facing, Hex, distance
from engine.kernel.ideas import GroupIdea
from engine.kernel.inquiry import AboutNow, AboutOrder, AboutPiece, Findings
from engine.kernel.referee import SetValue
from engine.kernel.text import Refusal, refuse
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.movement import reach
from engine.systems.gboh.orders import goals
from engine.systems.gboh.orders.groups import Batch
from engine.systems.gboh.orders.orders import Move
from engine.systems.gboh.state import Unit
from tests.engine.cataphract.test_battles import SeededDice
from tests.engine.simple_gboh import kit
from tests.engine.simple_gboh.kit import formation, leader, unit


def game(*answers: Any) -> Game[Any]:
    """The small battle, the Epirotes first, after these answers."""
    r = kit.minimal(first_player="b")
    played = Game.start(kit.SimpleGboh(r.g.scenario), r.state, SeededDice(1))
    for answer in answers:
        decision = played.pending[0]
        played.answer(decision.side, kit.answered(decision, answer), SeededDice(1))
    return played


def said(found: Findings) -> list[str]:
    return [str(fact.text) for section in found.sections for fact in section.facts]


def asked(g: Game[Any], question: Any) -> list[str]:
    return said(g.system.inquire(g, question, ("a", "b")))


# -- asked -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("simple-gboh 4.1", "simple-gboh 4.44")
def test_how_things_stand_names_what_may_be_activated_and_attempts_left():
    told = asked(game(), AboutNow())
    assert "The B may activate: B1, B2" in told
    assert "A, attempts left: Scipio 2 (5 or less)" in told
    assert "The B have activated B1" in asked(game("b1"), AboutNow())


@pytest.mark.rule("simple-gboh 4.11", "simple-gboh 4.13")
def test_a_unit_is_told_its_formation_and_who_reaches_it():
    g = game("b1")
    told = asked(g, AboutPiece("HI1"))
    assert {"Of B1, which is activated whole", "In Command in this Player Turn"} <= set(told)
    assert "Within Pyrrhus's Command Range of 4" in told
    assert "A2: auxiliary, always In Command when activated" in asked(g, AboutPiece("SK1"))
    assert any("isn't activated" in x for x in asked(g, AboutPiece("LC1")))


@pytest.mark.rule("simple-gboh 4.21", "simple-gboh 4.37")
def test_a_leader_is_told_whom_he_commands_and_how_often_he_may_seize_the_turn():
    told = asked(game(), AboutPiece("Scipio"))
    assert "May seize the turn 2 more times: 5 or less, 60 %" in told
    assert "A1: 4 of 4 would be In Command, within 5 hexes or by a chain" in told
    assert "Not replaced" in told
    g = game()
    g.state.leaders["Leonnatus"].hex, g.state.leaders["Leonnatus"].elsewhere = None, True
    assert asked(g, AboutPiece("Leonnatus")) == ["Engaged elsewhere; comes back when the Formation is activated."]


def test_a_player_turn_is_an_activation_once_something_is_activated():
    """What lies before it, whether it is seized and what is activated, is told with the turn before."""
    played = game()
    table = played.system.view(played.state)
    assert (table.turn_is_activation, table.acting, table.moment, table.headline) == (True, (), "", None)
    played = game("b1")
    table = played.system.view(played.state)
    assert (table.acting, table.moment) == (("b",), "1|b|turn")
    assert str(table.headline) == "Player Turn 1: the B · B1"


def test_orders_of_who_isnt_activated_are_tried_as_if_they_were():
    told = asked(game("b1"), AboutOrder(tuple(grammar.parse("LC1 > 0404"))))
    assert told[:2] == [
        "LC1 isn't activated in this Player Turn.",
        "If it were activated and In Command; it isn't at this moment.",
    ]


def test_ideas_and_groups_are_of_those_who_are_activated():
    g = game("b1")
    (decision,) = g.pending
    assert g.system.ideas(g, decision, "HI1") and not g.system.ideas(g, decision, "LC1")
    whole = g.system.groups(g, decision)[0]
    assert set(whole.units) == {"PH1", "HI1"}
    assert "B1" in str(whole.title), "a Formation before anything else"
    assert g.system.group_ideas(g, decision, whole.units)


# -- shown -------------------------------------------------------------------------------------------------------------


def test_bands_are_formations_and_tracks_the_attempts_left():
    table = game().system.view(game().state)
    assert [s.bands for s in table.sides] == [("A1", "A2"), ("B1", "B2")]
    assert [str(v) for s in table.sides for _, v in s.tracks] == ["Scipio 2", "Pyrrhus 1"]


@pytest.mark.rule("simple-gboh 4.11")
def test_who_is_out_of_command_bears_the_marker():
    r = kit.battle(
        [unit("HI1", 1010), unit("HI2", 1030)],
        [unit("HI9", 3535, "W")],
        a_leaders=[leader("Anna", 1010)],
        sides={"a": {"formations": [formation("a", "Anna")]}, "b": {}},
        first_player="a",
    )
    r.play(answers=["a"])
    shown = kit.SimpleGboh(r.g.scenario).view(r.state).counters
    assert {c.id for c in shown if "out-of-command" in c.states} == {"HI2"}


# -- set ---------------------------------------------------------------------------------------------------------------


def test_a_referee_sets_attempts_and_who_is_in_command():
    g = game("b1")
    for piece, key, value in (("HI1", "in-command", "no"), ("Scipio", "seizure", "0")):
        for event in g.system.act(g.state, SetValue(piece=piece, key=key, value=value)):
            event.apply(g.state)
    assert g.state.orders.in_command == ["PH1"]
    assert g.state.leaders["Scipio"].seizure == 0
    with pytest.raises(Refusal):
        g.system.act(g.state, SetValue(piece="LC1", key="in-command", value="no"))
    (settable,) = (k for k in g.system.referee_acts(g.state) if k.act == "set")
    (scipio,) = (x for x in settable.subjects if x.id == "Scipio")
    kinds = {setting.key for setting in scipio.settings()}
    assert kinds == {"seizure"}, "nothing of Momentum, wounds and activation by leaders"


def best_together(at: int) -> tuple[Game[Any], GroupIdea]:
    """The Epirotes, with Pyrrhus in this hex, and what all of B1 might best do."""
    r = kit.minimal(first_player="b")
    r.state.leaders["Pyrrhus"].hex = at
    g = Game.start(kit.SimpleGboh(r.g.scenario), r.state, SeededDice(1))
    g.answer("b", kit.answered(g.pending[0], "b1"), SeededDice(1))
    whole = g.system.groups(g, g.pending[0])[0]
    return g, g.system.group_ideas(g, g.pending[0], whole.units)[0]


def test_a_group_does_what_seems_best_for_each_and_its_leader_follows():
    """One order for all of a Formation: who can strike does, others come up, and the Commander goes after them."""
    g, best = best_together(302)
    assert str(best.label) == "What seems best: strike, fire or advance"
    assert [o.typed.split()[0] for o in best.orders] == ["PH1", "HI1", "Pyrrhus"]
    assert str(best.note) == "followed by Pyrrhus"
    for order in best.orders:
        answer, _ = bind(g, g.pending[0], [order])
        g.answer("b", answer, SeededDice(1))
    pyrrhus = g.state.leaders["Pyrrhus"]
    assert pyrrhus.at != 302 and all(
        distance(pyrrhus.at, g.state.units[u].at) <= pyrrhus.command_range for u in ("PH1", "HI1")
    )


@pytest.mark.rule("simple-gboh 7.3")
@pytest.mark.parametrize(("near", "turns"), [(True, False), (False, True)])
def test_nobody_is_told_to_turn_into_a_fight_it_would_lose(near: bool, turns: bool) -> None:
    """In heavy horse's ZOC javelins would have to attack what they look at; out of it they may look."""
    foe = unit("HC9", 1110 if near else 1210, "W", ma=6)
    r = kit.battle([unit("LI1", 1010, "W", missile="J", tq=4)], [foe]).turn()
    turned = reach.price(r.g, r.unit("LI1"), (Facing.E,))
    assert goals.bound(r.g, r.unit("LI1"), turned) is not turns


def test_a_leader_among_them_rides_along_and_needs_no_order():
    g, best = best_together(405)
    assert g.state.units["PH1"].at == 405
    assert [o.typed.split()[0] for o in best.orders] == ["PH1", "HI1"] and best.note is None


def test_the_ranks_behind_go_on_where_those_before_them_make_room():
    """On a causeway one hex wide: when the order is chosen the second rank could go nowhere."""
    r = kit.battle(
        [unit("HI9", 2505, "W", formation="a1")],
        [unit(f"HI{n}", h, "E", formation="b1") for n, h in ((1, 305), (2, 205))],
        a_leaders=[leader("Scipio", 2505, initiative=5, command_range=5, seizure=2)],
        b_leaders=[leader("Pyrrhus", 105, initiative=4, command_range=4, seizure=1)],
        cols=(1, 26),
        rows=(5, 5),
        sides={
            "a": {"withdrawal_level": 12, "formations": [formation("a1", "Scipio")], "retreat": "E"},
            "b": {"withdrawal_level": 12, "formations": [formation("b1", "Pyrrhus")], "retreat": "W"},
        },
        first_player="b",
    )

    def follow(g: Battle, u: Unit, taken: frozenset[Hex]) -> Move:
        """Two hexes on, for who has room before it."""
        if g.unit_at(u.at + 100) is not None:
            refuse("{unit} has somebody before it.", unit=u.id)
        return Move(unit=u.id, path=(u.at + 100, u.at + 200))

    g = Game.start(kit.SimpleGboh(r.g.scenario), r.state, SeededDice(1))
    g.answer("b", kit.answered(g.pending[0], "b1"), SeededDice(1))
    battle = g.system.context(g.state)
    assert isinstance(battle, Battle)
    with pytest.raises(Refusal):
        Batch(battle, None, follow).order("HI2")
    batch = Batch(battle, None, follow)
    assert [batch.order(u) for u in ("HI1", "HI2")] == [
        Move(unit="HI1", path=(405, 505)),
        Move(unit="HI2", path=(305, 405)),
    ]
