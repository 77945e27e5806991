"""9.1, 9.2 Active Fire: who fires at whom, and what comes of it."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import Facing
from engine.kernel.text import Refusal
from engine.systems.men_of_iron import counter_charge, fire, orders, shot
from engine.systems.men_of_iron.events import (
    Fired,
    LeaderLost,
    MissilesSpent,
    UnitDisordered,
    UnitEliminated,
    UnitMoved,
    UnitRetired,
)
from engine.systems.men_of_iron.shock import parting_shot
from engine.systems.men_of_iron.special import Special
from tests.engine.men_of_iron import kit
from tests.engine.men_of_iron.fire_field import AWAY, RETREATS, duel
from tests.engine.men_of_iron.kit import refused, unit


class Counting(Special):
    """Counts what it is told of shots."""

    def __init__(self):
        super().__init__(kit.special("counting"))
        self.threats: list[str] = []
        self.shots: list[str] = []

    async def threatened(self, g, unit):
        self.threats.append(unit.id)

    async def shot(self, g, unit):
        self.shots.append(unit.id)


# -- 9.1, 9.2 who fires ----------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 9.1", "men-of-iron 2.2")
@pytest.mark.parametrize("kind", ["MM", "UH", "DM", "AX", "PK"])
def test_who_has_no_missiles(kind):
    r, firer, target = duel(f"{kind}7", at=1011)
    with refused("9.1"):
        fire.check_fire(r.g, firer, target)
    assert fire.targets(r.g, firer) == []


@pytest.mark.rule("men-of-iron 14.2", "men-of-iron 9.1")
def test_hobilars_shoot_dismounted_and_not_after_spending_mp():
    r, firer, target = duel("MH1")
    with refused("14.2"):
        fire.check_fire(r.g, firer, target)
    r, firer, target = duel("DH1", at=1012)
    fire.check_fire(r.g, firer, target)
    with refused("14.2"):
        fire.check_fire(r.g, firer, target, at=1011)
    r.g.act.mp["DH1"] = 1
    with refused("14.2"):
        fire.check_fire(r.g, firer, target)


@pytest.mark.rule("men-of-iron 14.2", "men-of-iron T-RANGE")
def test_hobilars_shoot_with_the_weapon_of_their_battle():
    r, firer, target = duel("DH1", at=1013, my_weapon_carried="longbow")
    assert shot.preview(r.g, firer, target, "active").modifier == 0
    r, firer, target = duel("DH1", at=1013)
    assert shot.preview(r.g, firer, target, "active").modifier == -1


@pytest.mark.rule("men-of-iron 9.2", "men-of-iron 12.4")
def test_retired_units_never_fire_disordered_ones_do():
    r, firer, target = duel(my_disordered=True, my_retired=True)
    with refused("9.2"):
        fire.check_fire(r.g, firer, target)
    r, firer, target = duel(my_disordered=True)
    fire.check_fire(r.g, firer, target)


@pytest.mark.rule("men-of-iron NA-1")
def test_without_missiles_no_shot():
    r, firer, target = duel("GE1", at=1011, my_no_missiles=True)
    with refused("NA-1"):
        fire.check_fire(r.g, firer, target)


@pytest.mark.rule("men-of-iron 9.2/active")
def test_each_unit_fires_once_in_an_activation_of_its_command():
    r = kit.battle([unit("LB1", 1010, "SE"), unit("LB2", 1110, "SE", command="C")], [unit("DM1", 1012, "NW")]).activate(
        "A"
    )
    r.order(orders.Fire(unit="LB1", target="DM1"), dice=[0])
    r.refuses("9.2/active", orders.Fire(unit="LB1", target="DM1"))
    with refused("9.2/active"):
        fire.check_fire(r.g, r.unit("LB2"), r.unit("DM1"))
    assert fire.targets(r.g, r.unit("LB1")) == []
    assert [u.id for u in fire.aims(r.g, r.unit("LB2"))] == ["DM1"], "asked without an order in mind"
    r.activate("C")
    fire.check_fire(r.g, r.unit("LB2"), r.unit("DM1"))
    with refused("9.2/active"):
        fire.check_fire(r.g, r.unit("LB1"), r.unit("DM1"))


@pytest.mark.rule("men-of-iron 9.2/active")
def test_nobody_fires_while_a_standard_is_activated_or_between_activations():
    r, firer, target = duel()
    r.g.act.standard = "STD"
    with refused("9.2/active"):
        fire.check_fire(r.g, firer, target)
    r.state.activation = None
    with refused("9.2/active"):
        fire.check_fire(r.g, firer, target)


@pytest.mark.rule("men-of-iron 9.1", "men-of-iron 6.1")
def test_front_and_flank_but_never_the_rear():
    targets = {1011: "front", 1110: "front", 1109: "flank", 910: "flank", 1009: "rear", 909: "rear"}
    r = kit.battle(
        [unit("LB1", 1010, "SE")], [unit(f"PK{i}", h, "W") for i, h in enumerate(targets, start=1)]
    ).activate("A")
    reached = {u.hex for u in fire.targets(r.g, r.unit("LB1"))}
    assert reached == {h for h, arc in targets.items() if arc != "rear"}
    with refused("9.1"):
        fire.check_fire(r.g, r.unit("LB1"), r.g.unit_at(1009))
    r = kit.battle([unit("LB1", 1010, "SE")], [unit("PK1", 1007), unit("PK2", 1013)]).activate("A")
    assert [u.id for u in fire.targets(r.g, r.unit("LB1"))] == ["PK2"]


@pytest.mark.rule("men-of-iron 9.1", "men-of-iron 9.4")
def test_a_refusal_says_why_and_what_could_be_fired_at():
    r = kit.battle(
        [unit("CB1", 1010, "SE"), unit("PK1", 1011)],
        [unit("DM1", 1012, "NW"), unit("DM2", 1209, "NW"), unit("DM3", 1008), unit("DM4", 1014)],
    ).activate("A")
    for name, rule, said in (
        ("DM1", "9.4", "can't shoot over PK1 at 1011"),
        ("DM3", "9.1", "is behind CB1"),
        ("DM4", "9.1", "range 4, it reaches 3"),
        ("PK1", "9.2", "own side"),
    ):
        with pytest.raises(Refusal, match=said) as caught:
            fire.check_fire(r.g, r.unit("CB1"), r.unit(name))
        assert caught.value.rule == rule
        assert "It can fire at: DM2." in str(caught.value)


@pytest.mark.rule("men-of-iron 9.4", "men-of-iron 9.1")
def test_longbows_shoot_over_units_where_crossbows_cannot():
    for shooter, sees in (("LB1", True), ("CB1", False), ("DH1", False)):
        r = kit.battle([unit(shooter, 1010, "SE"), unit("PK1", 1011)], [unit("DM1", 1012, "NW")]).activate("A")
        assert bool(fire.targets(r.g, r.unit(shooter))) is sees
        if not sees:
            with refused("9.4"):
                fire.check_fire(r.g, r.unit(shooter), r.unit("DM1"))


@pytest.mark.rule("men-of-iron 9.2", "men-of-iron 9.1")
def test_looking_ahead_along_a_move():
    r, firer, target = duel("CB1", at=1014)
    assert fire.targets(r.g, firer) == []
    assert fire.targets(r.g, firer, at=1011) == [target]
    fire.check_fire(r.g, firer, target, at=1011)
    with refused("9.1"):
        fire.check_fire(r.g, firer, target, at=1011, facing=Facing.NW)
    r, firer, target = duel("CB1", at=1012)
    assert fire.targets(r.g, firer, at=1009) == [target], "its own counter isn't in its way"
    assert shot.preview(r.g, firer, target, "active", at=1009).distance == 3
    assert firer.hex == 1010


@pytest.mark.rule("men-of-iron 9.2", "men-of-iron 9.2/active")
@pytest.mark.parametrize(
    ("path", "after", "at"),
    [((910, 911), 0, 909), ((910, 911), 1, 910), ((910,), None, 910)],
    ids=["before", "during", "after"],
)
def test_genitors_shoot_before_during_and_after_their_move(path, after, at):
    r = kit.battle([unit("GE1", 909, "SE")], [unit("PK1", 1010, "E")], **AWAY).activate("A")
    r.order(orders.Move(unit="GE1", path=path, fire_at="PK1", fire_after=after), dice=[0])
    assert [f.at for f in r.happened(Fired)] == [at]
    assert r.unit("GE1").hex == path[-1]


@pytest.mark.rule("men-of-iron 9.2", "men-of-iron 9.2/active")
@pytest.mark.parametrize("shooter", ["LB1", "CB1", "SL1"])
def test_missile_infantry_shoots_only_when_its_own_move_is_over(shooter):
    r, firer, _ = duel(shooter, at=1012)
    r.refuses("9.2", orders.Move(unit=shooter, path=(1110, 1111), fire_at="DM1", fire_after=1))
    r.order(orders.Move(unit=shooter, path=(1110, 1111), fire_at="DM1"), dice=[0])
    assert (r.happened(Fired)[0].at, firer.hex) == (1111, 1111)
    r, firer, _ = duel(shooter, at=1011)
    r.order(orders.Fire(unit=shooter, target="DM1"), dice=[0])
    r.refuses("9.2", orders.Move(unit=shooter, path=(1110,)))


@pytest.mark.rule("men-of-iron 9.2", "men-of-iron 11.5")
def test_a_counter_charge_provoked_by_a_genitor_waits_until_it_has_moved():
    r = kit.battle([unit("GE1", 909, "SE")], [unit("MM9", 1010, "NW")], **AWAY).activate("A")
    r.order(orders.Move(unit="GE1", path=(Facing.NW, 809), fire_at="MM9", fire_after=0), dice=[0], answers=["no"])
    (asked,) = r.decisions
    assert asked.kind == "counter-charge"
    assert r.unit("GE1").hex == 809


# -- 9.2/active, 9.3 results -----------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 9.2/active", "men-of-iron 9.3")
def test_a_shot_and_its_result():
    r, firer, target = duel()
    r.order(orders.Fire(unit="LB1", target="DM1"), dice=[4])
    (shot_made,) = r.happened(Fired)
    assert (shot_made.kind, shot_made.at, shot_made.target_at) == ("active", 1010, 1012)
    assert target.disordered and not firer.disordered
    assert r.rolls[0].result == "Disordered"
    assert r.g.act.fired == ["LB1"]
    r, firer, target = duel()
    r.order(orders.Fire(unit="LB1", target="DM1"), dice=[3])
    assert not target.disordered
    assert r.rolls[0].result == "no effect"


@pytest.mark.rule("men-of-iron 9.3", "men-of-iron 9.2/active", "men-of-iron 12.3")
def test_e3_three_shooters_on_one_target():
    r = kit.battle(
        [unit("LB1", 1010, "SE"), unit("LB2", 1009, "SE"), unit("LB3", 1008, "SE")],
        [unit("PK1", 1011, "NW")],
        b_standards=[kit.standard("STD", 1018, "B")],
    ).activate("A")
    r.order(orders.Fire(unit="LB1", target="PK1"), dice=[3])
    assert (r.rolls[-1].total, r.unit("PK1").disordered) == (5, True)
    r.order(orders.Fire(unit="LB2", target="PK1"), dice=[3], answers=["1012-NW"])
    assert r.rolls[-1].total == 4, "read on the Disordered column: Retreat"
    assert r.unit("PK1").hex == 1012
    r.refuses("9.1", orders.Fire(unit="LB3", target="PK1"))
    assert len(r.happened(Fired)) == 2


@pytest.mark.rule("men-of-iron 9.3")
def test_who_lost_his_target_may_pick_another():
    r = kit.battle(
        [unit("LB1", 1010, "SE"), unit("LB2", 1009, "SE")],
        [unit("PK1", 1012, "NW", disordered=True), unit("PK2", 1110, "NW")],
        b_standards=[kit.standard("STD", 1018, "B")],
    ).activate("A")
    r.order(orders.Fire(unit="LB1", target="PK1"), dice=[3], defaults=RETREATS)
    with pytest.raises(Refusal, match="It can fire at: PK2"):
        fire.check_fire(r.g, r.unit("LB2"), r.unit("PK1"))
    r.order(orders.Fire(unit="LB2", target="PK2"), dice=[0])


@pytest.mark.rule("men-of-iron 12.4", "men-of-iron 9.3")
def test_a_retired_target_is_eliminated_by_any_harm():
    r, _, target = duel(their_disordered=True, their_retired=True)
    r.order(orders.Fire(unit="LB1", target="DM1"), dice=[2])
    assert target.on_map, "final 3 has no effect on Disordered foot"
    r, *_ = duel(their_disordered=True, their_retired=True)
    r.order(orders.Fire(unit="LB1", target="DM1"), dice=[3])
    assert r.happened(UnitEliminated)


@pytest.mark.rule("men-of-iron 15.4", "men-of-iron T-LEADERLOSS")
@pytest.mark.parametrize(("die", "killed"), [(7, False), (8, True)])
def test_a_leader_is_at_risk_before_the_result_is_applied(die, killed):
    r, _, target = duel(b_leaders=[kit.leader("Bob", 1012, command_range=30)])
    r.order(orders.Fire(unit="LB1", target="DM1"), dice=[8, die], defaults=RETREATS)
    assert [roll.purpose for roll in r.rolls] == ["missile", "leader-loss"]
    assert r.leader("Bob").lost is killed
    names = [type(e) for e in r.events]
    assert names.index(UnitDisordered) < names.index(UnitMoved)
    if killed:
        assert names.index(LeaderLost) < names.index(UnitDisordered)
    else:
        assert r.leader("Bob").hex == target.hex


@pytest.mark.rule("men-of-iron 15.4")
def test_below_nine_no_leader_is_at_risk():
    r, *_ = duel(b_leaders=[kit.leader("Bob", 1012, command_range=30)])
    r.order(orders.Fire(unit="LB1", target="DM1"), dice=[7])
    assert len(r.rolls) == 1


@pytest.fixture
def provoked(monkeypatch):
    """Shots after which Men-at-Arms could counter-charge, as (target, firer)."""
    seen: list[tuple[str, str]] = []

    async def after_shot(g, unit, firer):
        seen.append((unit.id, firer.id))

    monkeypatch.setattr(counter_charge, "after_shot", after_shot)
    return seen


@pytest.mark.rule("men-of-iron 11.5", "men-of-iron 9.2/active")
@pytest.mark.parametrize(
    ("target", "die", "asked"), [("MM1", 3, True), ("MM1", 4, False), ("GE1", 3, False), ("DM1", 3, False)]
)
def test_men_at_arms_shot_at_may_counter_charge_unless_disordered(provoked, target, die, asked):
    r, *_ = duel("LB1", target)
    r.order(orders.Fire(unit="LB1", target=target), dice=[die])
    assert provoked == ([(target, "LB1")] if asked else [])


@pytest.mark.rule("men-of-iron 11.5")
def test_disordered_men_at_arms_do_not_counter_charge(provoked):
    r, *_ = duel("LB1", "MM1", their_disordered=True)
    r.order(orders.Fire(unit="LB1", target="MM1"), dice=[0])
    assert provoked == []


@pytest.mark.rule("men-of-iron FK-3", "men-of-iron 9.2/active")
def test_a_target_that_leaves_before_the_shot():
    class Nervous(Counting):
        async def threatened(self, g, unit):
            await super().threatened(g, unit)
            unit.hex, unit.departed = None, True
            g.version += 1

    r, *_ = duel()
    nervous = Nervous()
    r.play_by(nervous)
    r.order(orders.Fire(unit="LB1", target="DM1"))
    assert nervous.threats == ["DM1"]
    assert nervous.shots == [] and not r.happened(Fired)
    assert r.g.act.fired == [], "the shot isn't used up"
    assert r.told() == ["LB1 holds its fire: DM1 is gone."]


@pytest.mark.rule("men-of-iron NA-1", "men-of-iron 9.2/return")
def test_every_shot_made_is_counted_returned_ones_too():
    r, *_ = duel("LB1", "LB2")
    counting = Counting()
    r.play_by(counting)
    r.order(orders.Fire(unit="LB1", target="LB2"), dice=[0, 0], answers=["fire"])
    assert counting.threats == ["LB2", "LB1"]
    assert counting.shots == ["LB1", "LB2"]


@pytest.mark.rule("men-of-iron NA-1")
def test_who_is_eliminated_spends_no_missiles():
    class Empty(Special):
        async def shot(self, g, unit):
            g.emit(MissilesSpent(unit=unit.id, rule="NA-1"))

    r, firer, target = duel("GE1", "LB2", at=1011, their_disordered=True)
    r.play_by(Empty(kit.special("empty")))
    r.order(orders.Fire(unit="GE1", target="LB2"), dice=[9, 0], answers=["fire"])
    assert target.eliminated and not target.no_missiles
    assert firer.no_missiles


@pytest.mark.rule("men-of-iron NA-3")
def test_a_parting_shot_is_not_returned():
    r, firer, target = duel("GE1", "LB2", at=1011)
    assert parting_shot.can_shoot(r.g, firer, target)
    r.run(parting_shot.shoot, firer, target, dice=[5])
    assert target.disordered
    assert r.happened(Fired)[0].kind == "parting"
    assert r.g.act.fired == []
    r, firer, target = duel("GE1", "LB2", at=1012)
    assert not parting_shot.can_shoot(r.g, firer, target)
    r, firer, target = duel("GE1", "LB2", at=1011, my_no_missiles=True)
    assert not parting_shot.can_shoot(r.g, firer, target)


@pytest.mark.rule("men-of-iron 9.2/active", "men-of-iron 12.4")
def test_a_target_that_retires_is_told_after_the_shot():
    r, *_ = duel(their_disordered=True)
    r.order(orders.Fire(unit="LB1", target="DM1"), dice=[5], defaults=RETREATS)
    (retired,) = r.happened(UnitRetired)
    assert (retired.start, retired.to) == (1012, 1018)
    assert str(shot.words(["DD", "DR1"])) == "Disordered, Retreats"
