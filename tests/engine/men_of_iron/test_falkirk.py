"""Falkirk's own rules: Schiltron, Comyn's horse, the price of victory, the two variants."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.decisions import Command
from engine.kernel.hexes import Facing, column
from engine.kernel.text import Refusal
from engine.systems.men_of_iron import (
    activation,
    formations,
    orders,
    reach,
    results,
    shock_phase,
    shot,
    special,
    victory,
)
from engine.systems.men_of_iron.events import BattleEnded, CommandLeft, UnitEliminated
from engine.systems.men_of_iron.shock import drms
from engine.systems.men_of_iron.special import Special
from tests.engine.men_of_iron import kit

COMYN = ("CMM1", "CMM2", "CMM3")


def falkirk(hexes: dict[str, Any] | None = None, *options: str, **changes: Any) -> kit.Rig:
    rig = kit.the("falkirk", hexes, options=dict.fromkeys(options, True), **changes)
    rig.state.phase = "free"
    return rig


# -- FK-1, FK-2 Schiltron --------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron FK-1")
def test_a_schiltron_does_not_move_but_may_break_up_first() -> None:
    rig = falkirk().activate("Wallace")
    rig.refuses("FK-1", orders.Move(unit="WPK1", path=(1807,)))
    rig.order(orders.Form(units=("WPK1",), formation=None))
    assert rig.unit("WPK1").formation is None
    rig.order(orders.Move(unit="WPK1", path=(1807,)))
    assert rig.unit("WPK1").hex == 1807


@pytest.mark.rule("men-of-iron FK-1")
def test_only_normal_scottish_pikes_form_one() -> None:
    rig = falkirk(WPK1={"formation": None}, WPK2={"formation": None, "disordered": True}).activate("Wallace")
    rig.refuses("FK-1", orders.Form(units=("WPK2",), formation="schiltron"))
    rig.refuses("FK-1", orders.Form(units=("WLB1",), formation="schiltron"))
    rig.order(orders.Form(units=("WPK1",), formation="schiltron"))
    assert rig.unit("WPK1").formation == "schiltron"
    english = falkirk().activate("Edward")
    english.refuses("FK-1", orders.Form(units=("EPK1",), formation="schiltron"))


@pytest.mark.rule("men-of-iron FK-1")
def test_a_disordered_unit_stays_in_and_may_be_taken_out() -> None:
    rig = falkirk(WPK1={"disordered": True}).activate("Wallace")
    rig.order(orders.Form(units=("WPK1",), formation=None))
    assert rig.unit("WPK1").formation is None


@pytest.mark.rule("men-of-iron FK-1")
def test_a_schiltron_has_six_front_hexes_and_is_hard_to_break() -> None:
    rig = falkirk({"LMM1": 2106, "LMM2": 1807}).activate("Lincoln", phase="shock")
    g, target = rig.g, rig.unit("WPK1")
    assert {g.arc(target, h) for h in g.map.neighbours(target.at)} == {"front"}
    found = {str(m.reason): m.value for m in drms.modifiers(g, [rig.unit("LMM2")], target)}
    assert found["Schiltron"] == -2
    assert not {"flank", "rear", "from several sides"} & set(found)
    target.formation = None
    g.version += 1
    assert "Schiltron" not in {str(m.reason) for m in drms.modifiers(g, [rig.unit("LMM2")], target)}


@pytest.mark.rule("men-of-iron FK-1")
def test_it_is_easy_to_shoot() -> None:
    rig = falkirk({"ELB1": 1706}, WPK3={"formation": None}).activate("Edward")
    rig.unit("ELB1").facing = Facing.E
    near, loose = (shot.preview(rig.g, rig.unit("ELB1"), rig.unit(t), "active").modifiers for t in ("MLB1", "WPK1"))
    assert [m.value for m in loose if "chiltron" in str(m.reason)] == [1]
    assert not [m for m in near if "chiltron" in str(m.reason)]


@pytest.mark.rule("men-of-iron FK-1")
def test_it_neither_retreats_nor_retires() -> None:
    rig = falkirk()
    first, second = rig.unit("WPK1"), rig.unit("WPK2")
    rig.run(results.apply, ("DD", "DR1"), first, [rig.unit("LMM1")], "shock")
    assert (first.hex, first.disordered, first.formation) == (1907, True, "schiltron")
    rig.run(results.apply, ("DRT",), second, [rig.unit("LMM1")], "shock")
    assert second.eliminated
    (lost,) = rig.happened(UnitEliminated)
    assert lost.rule == "FK-1"


@pytest.mark.rule("men-of-iron FK-1")
def test_it_makes_no_attack() -> None:
    rig = falkirk({"LMM1": 1807}).activate("Wallace", phase="shock")
    with kit.refused("FK-1"):
        shock_phase.check(rig.g, orders.Shock(attacks=(orders.AttackPlan(unit="WPK1", targets=("LMM1",)),)))


@pytest.mark.rule("men-of-iron FK-2")
def test_the_rings_stand_before_the_first_blow() -> None:
    rig = kit.the("falkirk")
    assert sum(u.formation == "schiltron" for u in rig.g.units("scots")) == 24
    first = rig.play(answers=[])
    assert isinstance(first, Command) and first.side == "scots", "who may break up before the battle"


# -- FK-3 Comyn's horse ----------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron FK-3")
@pytest.mark.parametrize(("die", "stays"), [(0, False), (5, False), (6, True), (9, True)])
def test_comyn_is_activated(die: int, stays: bool) -> None:
    rig = falkirk().activate("Comyn", phase="begin")
    rig.run(activation.begin, dice=[die])
    assert rig.rolls[0].rule == "FK-3"
    if stays:
        assert rig.state.phase == "move"
        assert all(rig.unit(u).on_map for u in COMYN)
    else:
        assert rig.state.phase == "end"
        assert rig.state.commands["Comyn"].gone
        assert all(rig.unit(u).departed and rig.unit(u).hex is None for u in COMYN)
        assert not rig.leader("Comyn").on_map
        assert victory.flight_points(rig.g, "scots") == 0, "nobody counts it as lost"
        assert "Comyn" not in [c.id for c in rig.g.commands("scots")]


@pytest.mark.rule("men-of-iron FK-3")
def test_he_is_asked_once() -> None:
    rig = falkirk().activate("Comyn", phase="begin")
    rig.run(activation.begin, dice=[6])
    rig.activate("Comyn", phase="begin")
    rig.run(activation.begin)
    assert len(rig.rolls) == 1
    assert rig.state.phase == "move"


@pytest.mark.rule("men-of-iron FK-3")
@pytest.mark.parametrize(("die", "stays"), [(5, False), (6, True)])
def test_comyn_is_shot_at(die: int, stays: bool) -> None:
    rig = falkirk({"ELB1": 2210}).activate("Edward")
    rig.unit("ELB1").facing = Facing.E
    # With 6 the shot follows; a 0 hits nobody.
    dice = [die, 0] if stays else [die]
    rig.order(orders.Fire(unit="ELB1", target="CMM1"), dice=dice, defaults=["counter-charge"])
    assert rig.unit("CMM1").on_map is stays
    assert len(rig.happened(CommandLeft)) == (0 if stays else 1)


@pytest.mark.rule("men-of-iron FK-3")
def test_others_do_not_make_him_roll() -> None:
    rig = falkirk({"ELB1": 1808}).activate("Edward")
    rig.order(orders.Fire(unit="ELB1", target="WPK2"), dice=[0])
    assert [r.purpose for r in rig.rolls] == ["missile"]


@pytest.mark.rule("men-of-iron FK-3")
def test_the_menu_warns() -> None:
    rig = falkirk()
    rig.state.chooser = "scots"
    note = special.first(rig.g, Special.risk, "Comyn")
    assert note is not None and "5 or less" in str(note)
    assert special.first(rig.g, Special.risk, "Wallace") is None
    rig.state.notes["comyns-horse"] = "stays"
    assert special.first(rig.g, Special.risk, "Comyn") is None


# -- FK-4 ------------------------------------------------------------------------------------------------------------


def _lose(rig: kit.Rig, *names: str) -> None:
    for name in names:
        u = rig.unit(name)
        u.hex, u.eliminated = None, True
    rig.g.version += 1


@pytest.mark.rule("men-of-iron FK-4")
@pytest.mark.parametrize(
    ("lost", "points", "marginal"),
    [
        (("LMM1", "LMM2", "EPK1", "EPK2"), 10, False),
        (("LMM1", "LMM2", "LMM3", "EPK1"), 11, True),
    ],
)
def test_a_dear_victory_is_marginal(lost: tuple[str, ...], points: int, marginal: bool) -> None:
    rig = falkirk()
    _lose(rig, *lost)
    assert victory.flight_points(rig.g, "english") == points
    rig.run(victory.won, "english", "The {winner} win.")
    (end,) = rig.happened(BattleEnded)
    assert ("marginal" in str(end.story)) is marginal
    assert end.winner == "english"


@pytest.mark.rule("men-of-iron FK-4")
def test_a_scottish_victory_never_is() -> None:
    rig = falkirk()
    _lose(rig, "LMM1", "LMM2", "LMM3", "LMM4")
    rig.run(victory.won, "scots", "The {winner} win.")
    assert "marginal" not in str(rig.happened(BattleEnded)[0].story)


# -- falkirk/historical ----------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron falkirk/historical")
def test_static_scots_are_not_activated_but_for_comyn() -> None:
    rig = falkirk(None, "static-scots")
    assert [c.id for c in activation.available(rig.g, "scots")] == ["Comyn"]
    assert len(activation.available(rig.g, "english")) == 4
    assert len(activation.available(falkirk().g, "scots")) == 5


@pytest.mark.rule("men-of-iron falkirk/historical")
def test_static_schiltrons_stay_as_they_are() -> None:
    rig = kit.the("falkirk", options={"static-scots": True})
    with kit.refused("static-scots"):
        formations.check(rig.g, orders.Form(units=("WPK1",), formation=None))


@pytest.mark.rule("men-of-iron falkirk/historical")
def test_the_fifteenth_english_pass_is_the_last() -> None:
    rig = falkirk(None, "static-scots")
    for _ in range(14):
        rig.run(activation.pass_play, "english", "")
    rig.run(activation.pass_play, "scots", "")
    assert rig.state.phase != "over"
    assert rig.state.notes["static-scots"] == "14"
    rig.run(activation.pass_play, "english", "")
    (end,) = rig.happened(BattleEnded)
    assert end.winner == "scots"
    assert "Scots" in str(end.story) and rig.state.phase == "over"


@pytest.mark.rule("men-of-iron falkirk/historical", "men-of-iron 3.2")
def test_a_seizure_passes_play_too() -> None:
    rig = falkirk(None, "static-scots")
    rig.state.phase, rig.state.last_command = "continue", "Lincoln"
    rig.run(activation.go_on, answers=["Durham", "Comyn"], dice=[0])
    assert rig.state.notes["static-scots"] == "1"
    assert rig.g.active == "scots"


# -- falkirk/free_setup ----------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron falkirk/free_setup")
def test_free_set_up() -> None:
    rig = kit.the("falkirk", options={"free-setup": True})
    first = rig.play()
    assert (first.kind, first.side) == ("set-up", "scots")
    axes = [u for u in rig.g.units("scots") if u.type == "AX"]
    assert [(u.id, u.command) for u in axes] == [("WAX1", "Wallace"), ("WAX2", "Wallace")]
    rig.play(answers=[orders.Place(unit="WPK5", hex=1811, facing=Facing.NW)])
    wallace = rig.unit("WPK5")
    assert (wallace.hex, wallace.facing) == (1811, Facing.NW)
    assert rig.leader("Wallace").hex == 1811, "he goes with his unit"
    with pytest.raises(Refusal, match="outside the area"):
        first.check(orders.Place(unit="WPK1", hex=1610))


@pytest.mark.rule("men-of-iron falkirk/free_setup")
def test_free_set_up_changes_places() -> None:
    rig = kit.the("falkirk", options={"free-setup": True})
    rig.play(answers=[orders.Place(unit="WPK1", hex=2008)])
    assert (rig.unit("WPK1").hex, rig.unit("WPK5").hex) == (2008, 1907)
    assert rig.leader("Wallace").hex == 1907


@pytest.mark.rule("men-of-iron falkirk/free_setup")
def test_the_area() -> None:
    rig = kit.the("falkirk", options={"free-setup": True})
    (rule,) = special.having(rig.g, Special.set_up_area)
    area = rule.set_up_area(rig.g, rig.unit("WPK1"))
    assert {column(h) for h in area} == set(range(17, 26)) and len(area) == 9 * 22
    assert rule.set_up_area(rig.g, rig.unit("LMM1")) == ()


@pytest.mark.rule("men-of-iron falkirk/free_setup")
def test_without_the_option_the_axes_stay_at_home() -> None:
    rig = kit.the("falkirk")
    rig.play()
    assert not rig.unit("WAX1").on_map
    assert special.having(rig.g, Special.set_up_area) == []
    assert victory.flight_points(rig.g, "scots") == 0


@pytest.mark.rule("men-of-iron FK-1")
def test_reach_of_a_schiltron_is_its_own_hex() -> None:
    rig = falkirk().activate("Wallace")
    assert reach.allowance(rig.g, rig.unit("WPK1")) == 0
