"""Rules of single battles that change who acts when, and what a move or a shot may be answered with."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import Facing
from engine.kernel.text import Refusal
from engine.systems.alexander.arranged import LINES
from engine.systems.gboh import special
from engine.systems.gboh.arranged.arranged import BeforeFoot
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.command import command
from engine.systems.gboh.events import OrdersBegan, PhaseBegan
from engine.systems.gboh.missiles import fire, ordered_fire, reaction
from engine.systems.gboh.orders import orders
from engine.systems.gboh.turn import activation, momentum, sequence
from tests.engine.alexander import kit

# -- Pelium ------------------------------------------------------------------------------------------------------------


def walls() -> kit.Rig:
    """LI2 in the town and AR1 outside, two hexes from it, looking at each other."""
    r = kit.the("pelium", {"LI2": 4805, "AR1": 4807, "Clitus": 4804, "Alexander": 4810}, alone=True)
    r.unit("LI2").facing, r.unit("AR1").facing = Facing.SE, Facing.NW
    r.unit("LI2").missile, r.unit("LI2").supply = "A", "full"
    return r


def test_a_shot_out_of_pelium_is_answered_and_two_worse_over_the_wall() -> None:
    r = walls().orders("illyrian", "Clitus")
    assert not reaction.can_return(r.g, r.unit("AR1"), r.unit("LI2")), "nobody has shot yet"
    for rule in r.g.having("shot"):
        rule.shot(r.g, r.unit("LI2"), r.unit("AR1"))
    assert reaction.can_return(r.g, r.unit("AR1"), r.unit("LI2"))
    out, back = (
        list(special.told(r.g, Special.fire_modifiers, r.unit("AR1"), a, b)) for a, b in ((4806, 4805), (4805, 4806))
    )
    assert [m.value for m in out] == [m.value for m in back] == [2]
    assert not list(special.told(r.g, Special.fire_modifiers, r.unit("AR1"), 4805, 4804))
    assert not list(special.told(r.g, Special.fire_modifiers, r.unit("AR1"), 4806, 4807))


def test_nobody_shoots_into_pelium_unasked_or_out_of_enemy_zoc() -> None:
    r = walls().orders("macedonian", "Alexander")
    with pytest.raises(Refusal, match="behind the walls"):
        fire.check_fire(r.g, r.unit("AR1"), r.unit("LI2"))
    r = walls()
    r.unit("LI6").hex, r.unit("LI6").facing = 4808, Facing.NW
    r.orders("illyrian", "Clitus")
    held = r.g.in_enemy_zoc(r.unit("AR1"))
    assert held and not reaction.can_return(r.g, r.unit("AR1"), r.unit("LI2"))


def test_the_answer_over_the_wall_is_asked_for() -> None:
    r = walls().orders("illyrian", "Clitus")
    r.run(
        ordered_fire.ordered_fire, r.unit("LI2"), r.unit("AR1"), answers=["fire"], dice=[9, 9], defaults=["rout-path"]
    )
    assert [x.unit for x in r.rolls] == ["LI2", "AR1"]
    assert all([m.value for m in x.modifiers if m.rule == "town"] == [2] for x in r.rolls)


# -- units that act without a leader -----------------------------------------------------------------------------------


def own_phases(r: kit.Rig) -> list[str]:
    return [e.orders.side for e in r.happened(OrdersBegan) if e.orders.kind == "unled"]


@pytest.mark.parametrize("battle", ["chaeronea", "chaeronea-free"])
def test_the_greek_horse_acts_before_all_leaders_every_turn(battle: str) -> None:
    r = kit.the(battle)
    step = r.g.map.neighbours(r.unit("TLH1").at)

    def moves(d: object) -> object:
        assert r.g.orders.side == "greek" and r.g.orders.leader is None
        assert [c.unit for c in d.menu if c.unit] == ["TLH1", "ALH1"]  # type: ignore[attr-defined]
        c = next(c for c in d.menu.choices[0].menu().choices if c.key == "move")  # type: ignore[attr-defined]
        place = c.menu().choices[0]
        return place.answer or place.menu().choices[0].answer

    asked = r.play(answers=[moves, orders.Done()], defaults=["arrange-withdrawal", "reaction-facing"])
    assert step and r.unit("TLH1").moved and not r.unit("ALH1").moved
    assert own_phases(r) == ["greek"] and asked.kind == "activation"
    phases = [e.phase for e in r.happened(PhaseBegan)]
    assert "momentum" not in phases and phases.index("shock") < phases.index("elite") < phases.index("select")
    r.state.turn, r.state.phase = 2, "turn"
    r.run(sequence.turn_start, defaults=["arrange-withdrawal"])
    assert own_phases(r) == ["greek", "greek"]


def test_others_and_other_orders_are_refused_in_the_own_phase() -> None:
    r = kit.the("chaeronea")
    r.run(sequence.turn_start, defaults=["arrange-withdrawal"])
    unled = special.first(r.g, Special.conduct)
    assert unled is not None
    for answer, said in (
        (orders.Move(unit="GP1", path=(Facing.W,)), "none of those"),
        (orders.Move(unit="nobody", path=(Facing.W,)), "none of those"),
        (orders.Rally(unit="TLH1"), "move or fire"),
        (orders.Fire(unit="TLH1", target="nobody"), "no enemy"),
        (orders.Move(unit="TLH1", path=(Facing.W,), along=True), "none rides along"),
    ):
        with pytest.raises(Refusal, match=said):
            unled.check_unled(r.g, answer)
    unled.check_unled(r.g, orders.Done())


def test_without_horse_there_is_no_phase_of_theirs() -> None:
    r = kit.the("chaeronea", {"TLH1": None, "ALH1": None})
    r.run(sequence.turn_start, defaults=["arrange-withdrawal"])
    assert not own_phases(r) and r.state.phase == "elite"


def test_the_vanguard_of_the_granicus_moves_after_the_persians_on_turn_one() -> None:
    r = kit.the("granicus-meeting")
    r.run(sequence.turn_start, defaults=["arrange-withdrawal"])
    assert not own_phases(r)
    r.state.phase = "rout"
    r.run(sequence.rout_and_reload)
    assert own_phases(r) == ["macedonian"] and r.state.phase == "orders"
    asked = r.play()
    assert {c.unit for c in asked.menu if c.unit} == {"CO4", "PLC1", "PR1"}  # type: ignore[attr-defined]
    r.play(answers=[orders.Done()], defaults=["withdrawal"])
    assert own_phases(r) == ["macedonian"]
    r = kit.the("granicus-meeting")
    r.state.turn, r.state.phase = 2, "rout"
    r.run(sequence.rout_and_reload)
    assert not own_phases(r)


@pytest.mark.parametrize("name", ["Rheomithres", "Pharnaces"])
def test_two_persians_have_no_momentum_on_turn_one(name: str) -> None:
    r = kit.the("granicus-meeting").orders("persian", name)
    assert momentum.barred(r.g, r.leader(name)) == "this early he has none"
    r.state.turn = 2
    assert momentum.barred(r.g, r.leader(name)) is None


def test_the_rear_phalanxes_heed_philotas_from_afar_on_the_turn_they_enter() -> None:
    r = kit.the("granicus-meeting", {"Philotas": 2505})
    r.state.turn = 6
    r.run(activation.activate, r.leader("Philotas"))
    ph = r.unit("PH1")
    assert ph.on_map and command.in_command(r.g, r.leader("Philotas"), ph)
    assert not command.in_command(r.g, r.leader("Rheomithres"), ph)
    late = r.unit("PH4")  # of his own column
    assert late.on_map and not command.in_command(r.g, r.leader("Philotas"), late)
    r.state.turn = 7
    r.g.version += 1
    assert not command.in_command(r.g, r.leader("Philotas"), ph)


@pytest.mark.parametrize(("mover", "possible"), [("TP1", True), ("HY1", True), ("PH1", True), ("CO1", False)])
def test_spartans_withdraw_as_arranged_from_any_foot_whatever_its_ma(mover: str, possible: bool) -> None:
    r = kit.the("chaeronea", {"SH1": 2834, "Cleomenes": 2834}, alone=True, options={"sparta": True, "6.8": True})
    unit, enemy = r.unit("SH1"), r.unit(mover)
    enemy.hex = next(h for h in (2830, 2831, 2930) if h in r.g.map)
    r.state.sides["greek"].marked = r.state.sides["greek"].arranged = ["Cleomenes"]
    r.orders("macedonian", "Philip")
    assert mover == "PH1" or enemy.ma > unit.ma
    assert BeforeFoot(LINES).possible(r.g, unit, enemy, enemy.at) is possible
