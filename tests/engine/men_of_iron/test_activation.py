"""3.0 and 4.0: who is activated, when play passes, and how the battle may be seized."""

from __future__ import annotations

import pytest

from engine.kernel.decisions import Choose
from engine.kernel.text import Refusal
from engine.systems.men_of_iron import activation, orders
from engine.systems.men_of_iron.events import ActivationBegan, BattleEnded, Fired, PhaseBegan, UnitMoved
from tests.engine.men_of_iron.kit import Rig, battle, leader, standard, the, unit

DONE = orders.Done()


def two_commands() -> Rig:
    """Side "a" has Commands A (Activation 4) and C (3), side "b" Commands B (4) and D (2); nobody near anybody."""
    return battle(
        a=[unit("DM1", 205), unit("DM2", 215, command="C")],
        b=[unit("PK1", 2505, "W"), unit("PK2", 2515, "W", command="D")],
        a_leaders=[leader("LA", 205), leader("LC", 215, command="C", activation=3)],
        b_leaders=[leader("LB", 2505), leader("LD", 2515, command="D", activation=2)],
    )


def keys(decision: object) -> list[str]:
    assert isinstance(decision, Choose)
    return [c.key for c in decision.choices]


@pytest.mark.rule("men-of-iron 3.0", "men-of-iron 3.4", "men-of-iron 4.1")
def test_the_first_player_activates_any_command_without_a_roll() -> None:
    rig = two_commands()
    asked = rig.play()
    assert (asked.side, asked.kind) == ("a", "activate")
    assert keys(asked) == ["A", "C", "pass"]
    asked = rig.play(answers=["C"])
    assert (asked.kind, rig.g.act.command, rig.g.act.how) == ("orders", "C", "free")
    assert not rig.rolls


@pytest.mark.rule("men-of-iron 3.0", "men-of-iron 3.1", "men-of-iron 13.1", "men-of-iron 15.6", "men-of-iron 16.0")
def test_the_steps_of_an_activation_in_their_order() -> None:
    rig = battle(
        a=[unit("PK1", 1010), unit("LB2", 1012), unit("PK3", 1110), unit("PK4", 505, disordered=True)],
        b=[unit("PK9", 1210, "W"), unit("DM8", 1510, "W")],
        a_leaders=[leader("LA", 1010, command_range=30)],
        formations=[{"formation": "shield-wall", "types": ["PK"]}],
    )
    rig.leader("LA").lost, rig.leader("LA").hex = True, None
    rig.state.armies["b"].extra = 25
    rig.play(
        answers=[
            "A",
            "PK1",
            orders.Form(units=("PK1",), formation="shield-wall"),
            orders.Move(unit="LB2", path=(1112,)),
            DONE,
            orders.Shock(attacks=(orders.AttackPlan(unit="PK3"),)),
        ],
        dice=[4, 0],
    )
    told = [e.type if not isinstance(e, PhaseBegan) else e.phase for e in rig.events]
    steps = [
        "activation-began",
        "leader-replaced",  # 0, 15.6
        "command-status-fixed",  # 15.2
        "move",
        "formation-changed",  # 1, 14.1
        "unit-moved",  # 2
        "shock",  # 3
        "attacks-designated",  # 4
        "resolve",
        "fought",
        "end",
        "unit-recovered",  # 5, 13.1
        "activation-ended",
    ]
    assert [t for t in told if t in steps] == steps
    assert [r.purpose for r in rig.rolls] == ["shock", "flight"]
    assert (rig.state.chooser, rig.state.phase) == ("b", "free"), "A was the only Command: play has passed"


@pytest.mark.rule("men-of-iron 3.0", "men-of-iron 16.0")
def test_activations_follow_one_another_until_an_army_flees() -> None:
    rig = two_commands()
    rig.play(answers=["A", DONE, "pass", "B", DONE, "pass", "C", DONE, "pass", "D", DONE, "pass", "A"])
    assert [e.command for e in rig.happened(ActivationBegan)] == ["A", "B", "C", "D", "A"]
    rig.state.armies["b"].extra = 29
    rig.run(_whole, answers=[DONE], dice=[1])
    assert rig.state.phase == "over" and rig.state.winner == "a"


@pytest.mark.rule("men-of-iron 4.1")
def test_all_some_or_none_of_a_command_act_wherever_they_are() -> None:
    def spread() -> Rig:
        return battle(
            a=[unit("DM1", 205), unit("DM2", 1010), unit("LB3", 2020), unit("DM4", 215, command="C")],
            b=[unit("PK1", 2320, "W")],
            a_leaders=[leader("LA", 205, command_range=1), leader("LC", 215, command="C")],
        )

    rig = spread()
    asked = rig.play(answers=["A", DONE])
    assert not rig.happened(UnitMoved) and asked.kind == "continue", "none has to"
    rig = spread()
    rig.play(
        answers=[
            "A",
            orders.Move(unit="DM2", path=(1110,)),
            orders.Move(unit="LB3", path=(2120,)),
            orders.Fire(unit="LB3", target="PK1"),
            DONE,
        ],
        dice=[0],
    )
    assert rig.state.activation is None
    assert [e.unit for e in rig.happened(UnitMoved)] == ["DM2", "LB3"], "far from their leader too, and not DM1"
    assert [e.unit for e in rig.happened(Fired)] == ["LB3"]


@pytest.mark.rule("men-of-iron 4.1", "men-of-iron 9.2/active")
def test_each_moves_once_and_fires_once_and_other_commands_do_neither() -> None:
    rig = battle(
        a=[unit("DM1", 205), unit("LB3", 1010), unit("DM4", 215, command="C")], b=[unit("PK1", 1210, "W")]
    ).activate("A")
    rig.order(orders.Move(unit="DM1", path=(305,)))
    rig.refuses("4.1", orders.Move(unit="DM1", path=(405,)))
    rig.order(orders.Fire(unit="LB3", target="PK1"), dice=[0])
    rig.refuses("9.2/active", orders.Fire(unit="LB3", target="PK1"))
    rig.refuses("9.2", orders.Move(unit="LB3", path=(1009,)))
    rig.refuses("4.1", orders.Move(unit="DM4", path=(315,)))


@pytest.mark.rule("men-of-iron 4.1", "men-of-iron 3.4")
def test_how_activations_come_about() -> None:
    rig = two_commands()
    # Free at first; by Continuity; after the other's failure free; by Seizure; after a failed one free.
    rig.play(answers=["A", DONE, "C", "no", DONE, "A", "no", "B", DONE, "D", "A", DONE, "C"], dice=[3, 9, 0, 9])
    assert [(e.command, e.how) for e in rig.happened(ActivationBegan)] == [
        ("A", "free"),
        ("C", "continuity"),
        ("B", "free"),
        ("A", "seizure"),
    ]
    rig = two_commands()
    rig.play(answers=["A", DONE, "C", "B", "A"], dice=[9])
    assert [e.how for e in rig.happened(ActivationBegan)] == ["free", "free"]


@pytest.mark.rule("men-of-iron 3.1")
def test_movement_and_fire_come_before_any_shock() -> None:
    rig = battle(a=[unit("DM1", 1010)], b=[unit("PK1", 1110, "W")])
    asked = rig.play(answers=["A", DONE])
    assert asked.kind == "shock"
    with pytest.raises(Refusal):
        asked.check(orders.Move(unit="DM1", path=(1009,)))
    asked = rig.play(answers=[orders.Shock()])
    assert rig.state.activation is None and asked.kind == "activate"


@pytest.mark.rule("men-of-iron 3.2", "men-of-iron 4.2", "men-of-iron T-ACTIVATE")
@pytest.mark.parametrize(("die", "goes_on"), [(3, True), (4, False)])
def test_continuity_needs_the_leaders_activation_or_less(die: int, goes_on: bool) -> None:
    rig = two_commands()
    asked = rig.play(answers=["A", DONE])
    assert (asked.side, asked.kind, keys(asked)) == ("a", "continue", ["C", "pass"])  # never the one just finished
    assert "%; failing passes play to the enemy" in str(asked.choices[0].risk.words)
    asked = rig.play(answers=["C", "no"], dice=[die])
    if goes_on:
        assert (asked.kind, rig.g.act.command, rig.g.act.how) == ("orders", "C", "continuity")
    else:
        assert (asked.side, asked.kind, rig.state.activation) == ("b", "activate", None)


@pytest.mark.rule("men-of-iron 4.2")
def test_there_is_no_penalty_for_going_on_again() -> None:
    rig = two_commands()
    rig.play(answers=["A", DONE, "C", "no", DONE], dice=[3])
    rig.play(answers=["A", "no"], dice=[4])
    assert rig.g.act.command == "A" and not any(r.modifiers for r in rig.rolls)


@pytest.mark.rule("men-of-iron 3.2")
def test_who_has_no_other_command_passes() -> None:
    rig = battle(a=[unit("DM1", 205)], b=[unit("PK1", 2505, "W")])
    asked = rig.play(answers=["A", DONE])
    assert (asked.side, asked.kind) == ("b", "activate")


@pytest.mark.rule("men-of-iron 4.1/pass")
def test_a_pass_gives_the_opponent_a_free_activation() -> None:
    rig = two_commands()
    asked = rig.play(answers=["pass"])
    assert (asked.side, asked.kind) == ("b", "activate")
    rig = two_commands()
    asked = rig.play(answers=["A", DONE, "pass"])
    assert (asked.side, asked.kind) == ("b", "activate")
    rig.play(answers=["D"])
    assert rig.g.act.how == "free"


@pytest.mark.rule("men-of-iron 4.1/pass")
def test_three_passes_by_each_side_in_a_row_end_the_battle_in_a_draw() -> None:
    rig = two_commands()
    rig.run(_whole, answers=["pass"] * 6)
    [end] = rig.happened(BattleEnded)
    assert end.winner is None
    rig = two_commands()
    asked = rig.play(answers=["pass", "pass", "pass", "pass", "A", DONE, "pass", "pass"])
    assert asked.kind == "activate", "an activation between them starts the count again"


async def _whole(g: object) -> None:
    await Rig.sequence(g)


@pytest.mark.rule("men-of-iron 4.3", "men-of-iron T-ACTIVATE")
def test_a_seizure_comes_before_the_continuity_die_and_replaces_it() -> None:
    rig = two_commands()
    asked = rig.play(answers=["A", DONE, "C"])
    assert (asked.side, asked.kind, keys(asked)) == ("b", "seizure", ["B", "D", "no"])
    asked = rig.play(answers=["C", "D"], dice=[2])
    assert [r.purpose for r in rig.rolls] == ["seizure"]
    assert (rig.g.act.side, rig.g.act.command, rig.g.act.how) == ("b", "D", "seizure")
    assert asked.side == "b"


@pytest.mark.rule("men-of-iron 4.3/fail")
def test_a_failed_seizure_gives_a_free_choice_the_last_command_included() -> None:
    rig = two_commands()
    asked = rig.play(answers=["A", DONE, "C", "D"], dice=[3])
    assert (asked.side, asked.kind, keys(asked)) == ("a", "activate", ["A", "C", "pass"])
    rig.play(answers=["A"])
    assert rig.g.act.how == "free" and [r.purpose for r in rig.rolls] == ["seizure"]


@pytest.mark.rule("men-of-iron 4.3/note")
def test_after_a_seizure_nobody_seizes_until_play_passes() -> None:
    rig = two_commands()
    asked = rig.play(answers=["A", DONE, "C", "D"], dice=[0])
    assert asked.kind == "orders", "no window opens before the seizing roll"
    # Nor before the rolls of the one who has seized, however often he goes on.
    asked = rig.play(answers=[DONE, "B"], dice=[0])
    assert (asked.side, asked.kind) == ("b", "orders")
    asked = rig.play(answers=[DONE, "D"], dice=[9])
    assert (asked.side, asked.kind) == ("a", "activate"), "he fails, and play passes"
    asked = rig.play(answers=["A", DONE, "C"])
    assert (asked.side, asked.kind) == ("b", "seizure"), "then a Seizure may be tried again"


@pytest.mark.rule("men-of-iron 4.3/note", "men-of-iron 4.3/fail")
def test_a_failed_seizure_bars_no_later_one() -> None:
    rig = two_commands()
    asked = rig.play(answers=["A", DONE, "C", "D", "A", DONE, "C"], dice=[9])
    assert (asked.side, asked.kind) == ("b", "seizure")


@pytest.mark.rule("men-of-iron 4.3")
def test_the_command_activated_last_may_seize() -> None:
    rig = two_commands()
    asked = rig.play(answers=["A", DONE, "pass", "B", DONE, "D"])
    assert (asked.side, keys(asked)) == ("a", ["A", "C", "no"])


@pytest.mark.rule("men-of-iron 3.3", "men-of-iron 15.1")
def test_every_unit_has_one_command_and_only_that_one_acts() -> None:
    rig = two_commands()
    rig.play(answers=["A"])
    rig.refuses("4.1", orders.Move(unit="DM2", path=(315,)))
    assert [rig.unit(u).command for u in ("DM1", "DM2", "PK1", "PK2")] == ["A", "C", "B", "D"]
    assert {c.id: c.leader for c in rig.state.commands.values()} == {"A": "LA", "C": "LC", "B": "LB", "D": "LD"}


@pytest.mark.rule("men-of-iron 3.4", "men-of-iron BB-2")
def test_where_the_die_decides_the_higher_roll_begins_and_ties_are_rolled_again() -> None:
    rig = two_commands()
    object.__setattr__(rig.g.scenario, "first_player", None)
    rig.state.phase = "setup"
    asked = rig.play(dice=[4, 4, 2, 7])
    assert (asked.side, asked.kind) == ("b", "activate")


@pytest.mark.rule("men-of-iron 4.1")
def test_a_command_without_units_on_the_map_can_not_be_activated() -> None:
    rig = two_commands()
    rig.unit("DM2").hex = None
    assert keys(rig.play()) == ["A", "pass"]


def test_example_e1() -> None:
    """Continuity and Seizure at Crécy, with the real Commands."""
    rig = the("crecy")
    ids = {c.name: c.id for c in rig.state.commands.values()}

    def command(part: str) -> str:
        return next(i for name, i in ids.items() if part in name)

    doria, grimaldi, godfrey = command("Doria"), command("Grimaldi"), command("Godfrey")
    edward, alencon = command("King Edward"), command("Alençon")
    asked = rig.play(answers=[DONE, doria, DONE])  # the English begin as they stand; 1
    assert doria not in keys(asked)  # 3.2
    asked = rig.play(answers=[grimaldi, "no"], dice=[7])  # 2
    assert (asked.side, asked.kind) == ("english", "activate")
    asked = rig.play(answers=[godfrey, DONE, edward])  # 3, 4
    assert (asked.side, asked.kind) == ("french", "seizure")
    asked = rig.play(answers=[edward, alencon], dice=[5])
    assert (asked.side, asked.kind) == ("english", "activate")  # 5
    assert godfrey in keys(asked) and any(s.id in keys(asked) for s in rig.g.standards("english"))
    rig.play(answers=[godfrey])
    assert [e.how for e in rig.happened(ActivationBegan)] == ["free", "free", "free"]
    assert [r.purpose for r in rig.rolls] == ["continuity", "seizure"]


@pytest.mark.rule("men-of-iron 13.2")
def test_a_standard_is_raised_in_a_free_activation_only() -> None:
    rig = battle(
        a=[unit("DM1", 205), unit("DM2", 215, command="C"), unit("DM3", 305, retired=True, disordered=True)],
        b=[unit("PK1", 2505, "W")],
        a_standards=[standard("SA", 304, "A"), standard("SC", 314, "C")],
    )
    assert keys(rig.play()) == ["A", "C", "SA", "SC", "pass"]
    asked = rig.play(answers=["SA"])
    assert not rig.unit("DM3").retired and rig.unit("DM3").disordered
    assert rig.state.last_command == "A" and (asked.kind, keys(asked)) == ("continue", ["C", "pass"])


@pytest.mark.rule("men-of-iron 13.2")
def test_an_armys_only_standard_counts_as_the_overall_commanders_command() -> None:
    rig = battle(
        a=[unit("DM1", 205), unit("DM2", 215, command="C")],
        b=[unit("PK1", 2505, "W")],
        a_standards=[standard("SA", 304, "C", "A")],
    )
    assert activation.owner(rig.g, rig.state.standards["SA"]) == "A"
