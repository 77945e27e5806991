"""11.6 Cheiroballistra: modes, stacking, facing, active fire, fire at any moment in reaction, rout."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import Facing
from engine.kernel.statement import Statement, Word
from engine.systems.cataphract import uncontrolled
from engine.systems.cataphract.events.formations import UnitFormed
from engine.systems.cataphract.orders import Mode
from engine.systems.cataphract.scenario import UnitGroup
from engine.systems.cataphract.system import Cataphract
from engine.systems.gboh.command import command, line_command
from engine.systems.gboh.events import Fired, OrdersEnded, ShockFought, TurnBegan
from engine.systems.gboh.missiles import artillery, fire, harass, ordered_fire
from engine.systems.gboh.movement import movement, reach
from engine.systems.gboh.orders import orders, written
from engine.systems.gboh.referee import invariants
from engine.systems.gboh.shock import segment
from engine.systems.gboh.shock.plan import Attack
from engine.systems.gboh.turn import sequence
from scenarios import load
from tests.engine.cataphract import kit

MOVE = orders.Move
FIRE = orders.Fire
LINE = orders.Line
MODE = Mode


def gun(at: int = 1010, code: str = "CH1", **values) -> dict:
    return kit.unit(code, at, "E", missile="X", **values)


def field(*units: dict, enemies: tuple = (), role: str = "OC", **kw) -> kit.Rig:
    """Side a with its leader at 1009; the enemy out of reach unless given."""
    enemies = enemies or (kit.unit("LN9", 3535, "W"),)
    return kit.battle(units, enemies, a_leaders=[kit.leader("Anna", 1009, role)], **kw).orders("a", "Anna")


def shots(r: kit.Rig) -> list[tuple[str, str, str]]:
    return [(e.unit, e.target, e.how) for e in r.happened(Fired)]


# -- 11.61, 11.64 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 11.61", "cataphract 11.64")
def test_it_moves_as_light_infantry_and_turns_for_nothing():
    terrain = {1110: "woods"}
    r = field(gun(fire_mode=False, ma=5), kit.unit("LI1", 1020, "E"), terrain=terrain | {1120: "woods"})
    crew, light = reach.search(r.g, r.unit("CH1")), reach.search(r.g, r.unit("LI1"))
    price = {n.hex: (n.mp, n.hits) for n in crew.values()}
    assert price[1110] == min((n.mp, n.hits) for n in light.values() if n.hex == 1120)
    # Straight back, with no turn to pay for.
    assert price[910] == price[1009] == (1, 0)
    with kit.refused("11.64"):
        reach.price(r.g, r.unit("CH1"), (Facing.W,))


@pytest.mark.rule("cataphract 11.64", "cataphract 8.13")
def test_it_fires_in_any_direction():
    around = [kit.unit(f"LN{n}", h, "W") for n, h in enumerate((1310, 710, 1007, 1013), 1)]
    r = field(gun(), enemies=tuple(around))
    assert {t.id for t in fire.targets(r.g, r.unit("CH1"))} == {"LN1", "LN2", "LN3", "LN4"}


# -- 11.62 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 11.62", "cataphract 5.22")
def test_an_order_changes_its_mode_and_it_does_nothing_else():
    r = field(gun(), enemies=(kit.unit("LN9", 1510, "W"),))
    r.order(MODE(unit="CH1", fire=False))
    assert (r.unit("CH1").fire_mode, r.unit("CH1").moved) == (False, False)
    assert r.g.orders.orders_used == 1
    r.refuses("5.24", MOVE(unit="CH1", path=(1110,)))
    r.refuses("5.24", FIRE(unit="CH1", target="LN9"))
    r.orders("a", "Anna")
    r.order(MODE(unit="CH1", fire=True))
    r.refuses("5.24", FIRE(unit="CH1", target="LN9"))
    assert r.told() == ["CH1 is made ready to move (Move mode).", "CH1 is made ready to fire (Fire mode)."]


@pytest.mark.rule("cataphract 11.62")
def test_it_moves_only_in_move_mode_and_fires_only_in_fire_mode():
    r = field(gun(), enemies=(kit.unit("LN9", 1510, "W"),))
    assert reach.search(r.g, r.unit("CH1")) == {}
    r.refuses("11.62", MOVE(unit="CH1", path=(1110,)))
    r.unit("CH1").fire_mode = False
    r.refuses("11.62", FIRE(unit="CH1", target="LN9"))
    r.order(MOVE(unit="CH1", path=(1110,)), defaults=["orderly-withdrawal"])
    assert r.unit("CH1").hex == 1110


@pytest.mark.rule("cataphract 11.62")
def test_refusals():
    r = field(gun(), kit.unit("LI2", 1011))
    r.refuses("11.62", MODE(unit="CH1", fire=True))
    r.refuses("11.62", MODE(unit="LI2", fire=True))
    r.leader("Anna").hex = 2525
    r.g.version += 1
    r.refuses("4.21", MODE(unit="CH1", fire=False))


@pytest.mark.rule("cataphract 11.62", "cataphract 4.5")
def test_every_friendly_leader_may_order_it():
    r = kit.battle(
        [gun(contingent="Guns"), kit.unit("HI1", 1012, contingent="Goths")],
        [kit.unit("LN9", 3535, "W")],
        a_leaders=[kit.leader("Anna", 1009, "CC", commands=("Goths",))],
    ).orders("a", "Anna")
    assert command.commandable(r.leader("Anna"), r.unit("CH1"))
    r.order(MODE(unit="CH1", fire=False))


@pytest.mark.rule("cataphract 11.62", "cataphract 4.31")
def test_a_line_command_to_the_unit_it_is_with_serves_too():
    r = field(gun(fire_mode=False, ma=3), kit.unit("HI1", 1010), kit.unit("HI2", 1011))
    r.order(LINE(units=("HI1", "HI2")))
    assert r.g.orders.line.units == ["HI1", "HI2", "CH1"]
    r.play(answers=[MOVE(unit="CH1", path=(1110, 1210))])
    assert r.unit("CH1").hex == 1210
    r.run(uncontrolled.test_line, r.leader("Anna"))
    assert r.state.uncontrolled == [], "it is no unit of the Line"
    r = field(gun(), kit.unit("HI1", 1010), kit.unit("HI2", 1011))
    r.order(LINE(units=("HI2",)))
    with kit.refused("5.23"):
        line_command.check(r.g, r.leader("Anna"), MODE(unit="CH1", fire=False))
    r = field(gun(), kit.unit("HI1", 1010))
    r.order(LINE(units=("HI1",)))
    r.play(answers=[MODE(unit="CH1", fire=False)])
    assert not r.unit("CH1").fire_mode


# -- 11.63 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 11.63", "cataphract 6.61")
def test_heavy_and_medium_infantry_join_it_without_penalty():
    for code in ("HI1", "MI1"):
        r = field(gun(1110), kit.unit(code, 1010))
        r.order(MOVE(unit=code, path=(1110,)))
        assert (r.unit(code).hex, r.unit(code).hits, r.unit("CH1").hits) == (1110, 0, 0)
        r.g.version += 1
        assert r.g.unit_at(1110) is r.unit(code)
        assert invariants.broken(r.g, at_rest=True) == []
    r = field(gun(1010, fire_mode=False), kit.unit("HI1", 1110))
    r.order(MOVE(unit="CH1", path=(1110,)))
    assert (r.unit("CH1").hex, r.unit("CH1").hits, r.unit("HI1").hits) == (1110, 0, 0)


@pytest.mark.rule("cataphract 11.63", "cataphract 6.61")
@pytest.mark.parametrize("code", ["LI1", "HC1", "CH2"])
def test_others_do_not(code):
    r = field(gun(1110), kit.unit(code, 1010, missile="X" if code == "CH2" else None, fire_mode=False))
    r.refuses("6.61", MOVE(unit=code, path=(1110,)))


@pytest.mark.rule("cataphract 11.63", "cataphract 6.65")
def test_a_third_unit_cannot_join():
    r = field(gun(1110), kit.unit("HI1", 1110), kit.unit("HI2", 1010), gun(1109, "CH2", fire_mode=False))
    r.refuses("6.61", MOVE(unit="HI2", path=(1110,)))
    r.refuses("6.61", MOVE(unit="CH2", path=(1110,)))
    r.unit("HI2").hex = 1110
    r.g.version += 1
    assert any("11.63" in x for x in invariants.broken(r.g, at_rest=True))


@pytest.mark.rule("cataphract 11.63", "cataphract 6.63")
def test_other_friends_pass_through_it_as_through_any_unit():
    r = field(gun(1110), kit.unit("HC1", 1010))
    r.order(MOVE(unit="HC1", path=(1110, 1210)))
    assert (r.unit("HC1").hex, r.unit("HC1").hits, r.unit("CH1").hits) == (1210, 1, 1)


@pytest.mark.rule("cataphract 11.63", "cataphract 6.61")
def test_infantry_may_join_it_in_enemy_zoc():
    r = field(gun(1110), kit.unit("HI1", 1010), enemies=(kit.unit("HI9", 1210, "W"),))
    r.order(MOVE(unit="HI1", path=(1110,)), defaults=["reaction-facing"])
    assert r.unit("HI1").hex == 1110


@pytest.mark.rule("cataphract 11.63")
def test_the_infantry_fights_the_crew_fires():
    r = field(gun(1010), kit.unit("HI1", 1010), enemies=(kit.unit("LC9", 1310, "W", missile="C"),))
    assert [t.id for t in fire.targets(r.g, r.unit("CH1"))] == ["LC9"]
    r.unit("LC9").hex = 1110
    r.g.version += 1
    assert [e.id for e in r.g.enemies_in_zoc(r.unit("LC9"))] == ["HI1"]


@pytest.mark.rule("cataphract 11.61", "cataphract 11.63", "cataphract 8.13")
@pytest.mark.parametrize(("target", "die", "hits"), [("HI1", 3, 1), ("HI1", 4, 0), ("CH1", 4, 1), ("CH1", 5, 0)])
def test_missiles_may_be_aimed_at_either_and_the_crew_is_light_infantry(target, die, hits):
    """Mounted C at 3 hexes: 4 or less, +1 at heavy infantry; each takes the hits of what was aimed at it."""
    r = field(gun(1010), kit.unit("HI1", 1010), enemies=(kit.unit("LC9", 1310, "W", missile="C"),))
    r.orders("b")
    assert sorted(t.id for t in fire.targets(r.g, r.unit("LC9"))) == ["CH1", "HI1"]
    assert fire.bad_target(r.g, r.unit("LC9"), r.unit(target)) is None
    r.run(fire.fire, r.unit("LC9"), r.unit(target), "order", dice=[die])
    other = "CH1" if target == "HI1" else "HI1"
    assert (r.unit(target).hits, r.unit(other).hits) == (hits, 0)


@pytest.mark.rule("cataphract 11.61")
@pytest.mark.parametrize(("die", "hits"), [(0, 2), (1, 2), (2, 1)])
def test_a_composite_bow_strikes_the_crew_as_it_strikes_foot(die, hits):
    r = field(gun(1010, tq=9), kit.unit("HI1", 1010), enemies=(kit.unit("LC9", 1310, "W", missile="C"),))
    r.orders("b")
    r.run(fire.fire, r.unit("LC9"), r.unit("CH1"), "order", dice=[die])
    assert (r.unit("CH1").hits, r.unit("HI1").hits) == (hits, 0)


@pytest.mark.rule("cataphract 11.63")
def test_in_shock_the_infantry_takes_every_hit():
    b = [gun(1110, "CH9"), kit.unit("HI9", 1110, "W", tq=9)]
    r = kit.battle([kit.unit("HC1", 1010, tq=9)], b).orders("a")
    r.run(lambda g: segment.fight(g, [Attack(attackers=("HC1",), defenders=("HI9",))]), dice=[9])
    assert r.unit("HI9").hits > 0 and r.unit("CH9").hits == 0
    (fought,) = r.happened(ShockFought)
    assert fought.defenders == ["HI9"], "the crew doesn't count as a unit"


@pytest.mark.rule("cataphract 11.63", "cataphract 6.65", "cataphract table:stacking")
def test_who_passes_through_both_strikes_both_and_is_struck_once():
    r = field(gun(1110), kit.unit("HI2", 1110), kit.unit("HC1", 1010))
    r.order(MOVE(unit="HC1", path=(1110, 1210)))
    assert [r.unit(x).hits for x in ("HC1", "HI2", "CH1")] == [1, 1, 1]


@pytest.mark.rule("cataphract 11.63")
def test_a_battle_may_set_them_up_together():
    scenario = load("cataphract/tricameron")
    side = scenario.sides[0]
    thc = side.units[0]

    def with_gun(foot_type: str):
        at = (thc.hexes[0],)
        base = {"name": "x", "contingent": thc.contingent, "nationality": "x", "size": 1, "tq": 4, "ma": 3}
        crew = UnitGroup(code="CH", type="CH", numbers=(1,), hexes=at, facing=Facing.W, missile="X", **base)
        foot = UnitGroup(code="X", type=foot_type, numbers=(1,), hexes=at, facing=Facing.W, **base)  # type: ignore[arg-type]
        rest = thc.model_copy(update={"numbers": thc.numbers[1:], "hexes": thc.hexes[1:]})
        changed = side.model_copy(update={"units": (rest, *side.units[1:], foot, crew)})
        return [p for p in scenario.model_copy(update={"sides": (changed, scenario.sides[1])}).problems()]

    assert with_gun("HI") == []
    assert any("already taken by X" in p for p in with_gun("LI"))


# -- 11.65 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 11.65", "cataphract 11.62")
def test_active_fire_needs_no_order_and_is_all_it_does():
    r = field(gun(hits=1), enemies=(kit.unit("LN9", 1510, "W"),))
    r.order(FIRE(unit="CH1", target="LN9"), dice=[5])
    assert shots(r) == [("CH1", "LN9", "artillery")]
    assert r.rolls[0].needs == "5 or less"
    assert (r.unit("LN9").hits, r.unit("CH1").turn_shots, r.g.orders.orders_used, r.g.orders.deeds) == (1, 1, 0, 0)
    assert r.unit("CH1").supply == "full", "it never runs out"
    r.refuses("5.24", FIRE(unit="CH1", target="LN9"))
    r.refuses("5.24", MODE(unit="CH1", fire=False))
    r.refuses("10.16", orders.Recover(unit="CH1"))


@pytest.mark.rule("cataphract 11.65", "cataphract 8.19")
def test_it_fires_at_a_leader_alone():
    r = field(gun(), b_leaders=[kit.leader("Bert", 1510, "SC")])
    assert artillery.ready(r.g) and r.play().menu.choices[0].menu().choices[0].key == "Bert"
    r = field(gun(), b_leaders=[kit.leader("Bert", 1510, "SC")])
    r.order(FIRE(unit="CH1", target="Bert"), dice=[5])
    assert shots(r) == [("CH1", "Bert", "artillery")]
    r.refuses("5.24", FIRE(unit="CH1", target="Bert"))


@pytest.mark.rule("cataphract 11.65")
def test_twice_a_turn_once_an_orders_phase():
    r = field(gun(), enemies=(kit.unit("LN9", 1510, "W"),))
    for _ in range(2):
        r.orders("a", "Anna")
        r.order(FIRE(unit="CH1", target="LN9"), dice=[9])
    r.orders("a", "Anna")
    r.refuses("11.65", FIRE(unit="CH1", target="LN9"))
    assert artillery.ready(r.g) == []
    r.g.emit(OrdersEnded())
    r.g.emit(TurnBegan(turn=2))
    r.orders("a", "Anna")
    r.order(FIRE(unit="CH1", target="LN9"), dice=[9])
    assert r.unit("CH1").turn_shots == 1


@pytest.mark.rule("cataphract 11.65")
def test_a_unit_that_recovered_does_not_fire():
    r = field(gun(hits=1), enemies=(kit.unit("LN9", 1510, "W"),))
    r.order(orders.Recover(unit="CH1"))
    r.refuses("10.16", FIRE(unit="CH1", target="LN9"))


@pytest.mark.rule("cataphract 11.65", "cataphract 8.23")
def test_the_target_may_return_fire():
    r = field(gun(), enemies=(kit.unit("LI9", 1310, "W", missile="C"),))
    r.order(FIRE(unit="CH1", target="LI9"), dice=[9, 3], answers=["fire"])
    assert shots(r) == [("CH1", "LI9", "artillery"), ("LI9", "CH1", "return")]


@pytest.mark.rule("cataphract 11.65")
def test_it_fires_when_the_leader_can_give_no_more_orders():
    r = field(gun(), enemies=(kit.unit("LN9", 1510, "W"),))
    r.g.orders.orders_used = 5
    asked = r.play()
    assert (asked.kind, [c.key for c in asked.menu]) == ("orders", ["shoot-CH1", "done"])
    assert "gives no more orders" in str(asked.prompt)
    asked.check(FIRE(unit="CH1", target="LN9"))
    asked.check(orders.Done())
    r.refuses("4.22", MODE(unit="CH1", fire=False))
    r.unit("CH1").turn_shots = 2
    r.state.last_leader = "Anna"
    asked = r.play(defaults=["activation"])
    assert asked.kind != "orders"


@pytest.mark.rule("cataphract 11.65")
def test_a_leader_in_enemy_zoc_does_not_stop_it():
    r = field(gun(), kit.unit("HI5", 1009), enemies=(kit.unit("LN9", 1109, "W"),), role="SC")
    assert command.silenced(r.g, r.leader("Anna"))
    asked = r.play()
    assert [c.key for c in asked.menu] == ["shoot-CH1", "done"]
    with kit.refused("4.33"):
        asked.check(LINE(units=("HI5",)))


@pytest.mark.rule("cataphract 11.65")
def test_during_a_line_command_too():
    r = field(gun(), kit.unit("HI1", 1011), kit.unit("HI2", 1012), enemies=(kit.unit("LN9", 1510, "W"),))
    r.order(LINE(units=("HI1", "HI2")))
    with kit.refused("8.13"):
        r.play().check(FIRE(unit="CH1", target="HI1"))
    asked = r.play(answers=[FIRE(unit="CH1", target="LN9")], dice=[9])
    assert asked.kind == "line"
    assert shots(r) == [("CH1", "LN9", "artillery")]
    with kit.refused("5.24"):
        asked.check(FIRE(unit="CH1", target="LN9"))


@pytest.mark.rule("cataphract 11.62", "cataphract 11.65")
def test_menu_and_notation():
    r = field(gun(), enemies=(kit.unit("LN9", 1510, "W"),))
    asked = r.play()
    shoot = asked.menu["shoot-CH1"].menu()
    assert [c.answer for c in shoot] == [FIRE(unit="CH1", target="LN9")]
    assert [c.key for c in asked.menu["CH1"].menu()] == ["mode"]
    order = MODE(unit="CH1", fire=False)
    assert asked.menu["CH1"].menu()["mode"].answer == order
    for firing, word in ((False, "move"), (True, "fire")):
        statement = Statement((Word("mode"), Word("CH1"), Word(word)))
        assert written.read(r.g, asked, statement) == MODE(unit="CH1", fire=firing)
        assert kit.write(MODE(unit="CH1", fire=firing)) == statement
    with kit.refused("11.62"):
        written.read(r.g, asked, Statement((Word("mode"), Word("CH1"), Word("sleep"))))


# -- 11.66 -------------------------------------------------------------------------------------------------------------


def approaching(*others: dict, mover: dict | None = None) -> kit.Rig:
    """Side a has a lancer coming on from 0510; side b a cheiroballistra at 1010."""
    a = [mover or kit.unit("LN1", 510, "E"), *others]
    b = [kit.unit("CH9", 1010, "W", missile="X")]
    return kit.battle(a, b, a_leaders=[kit.leader("Anna", 409)]).orders("a", "Anna")


@pytest.mark.rule("cataphract 11.66")
def test_it_fires_at_any_moment_of_a_move_twice_an_orders_phase():
    r = approaching()
    r.order(
        MOVE(unit="LN1", path=(610, 710, 810)),
        dice=[9, 9],
        answers=["hold", "LN1", "hold", "LN1"],
    )
    assert [d.kind for d in r.decisions] == ["artillery"] * 4
    assert [e.to for e in r.happened(Fired)] == [610, 710]
    assert r.unit("LN1").hex == 810, "its shots gone, nobody is asked any more"
    assert (r.g.orders.reaction_shots, r.unit("CH9").turn_shots) == ({"CH9": 2}, 0)
    asked = r.decisions[0]
    assert (asked.side, asked.rule, asked.default.picks) == ("b", "11.66", {"CH9": "hold"})


@pytest.mark.rule("cataphract 11.66")
def test_both_shots_may_come_at_one_moment_and_a_broken_unit_goes_no_further():
    r = approaching(mover=kit.unit("LN1", 510, "E", hits=4))
    r.order(
        MOVE(unit="LN1", path=(610, 710)),
        dice=[3, 3],
        answers=["hold", "LN1", "LN1"],
        defaults=["rout-path"],
    )
    assert r.unit("LN1").routed
    assert len(shots(r)) == 2


@pytest.mark.rule("cataphract 11.66")
def test_before_a_unit_fires_or_harasses_and_each_orders_phase_anew():
    r = approaching(mover=kit.unit("LC1", 610, "E", missile="C"))
    b = r.unit("CH9")
    r.unit("LC1").hex = 710
    r.g.version += 1
    r.run(ordered_fire.ordered_fire, r.unit("LC1"), b, dice=[9, 9], answers=["LC1", "hold"])
    assert [s[0] for s in shots(r)] == ["CH9", "LC1"]
    r.orders("a", "Anna")
    r.run(harass.harass, r.unit("LC1"), b, (810, 910), dice=[9, 9], answers=["LC1", "hold"])
    assert [s[0] for s in shots(r)] == ["CH9", "LC1", "CH9", "LC1"]


@pytest.mark.rule("cataphract 11.66")
def test_a_unit_shot_to_pieces_before_it_fires_does_not_fire():
    r = approaching(mover=kit.unit("LC1", 710, "E", missile="C", hits=4))
    r.run(
        ordered_fire.ordered_fire,
        r.unit("LC1"),
        r.unit("CH9"),
        dice=[1],
        answers=["LC1", "hold"],
        defaults=["rout-path"],
    )
    assert [s[0] for s in shots(r)] == ["CH9"]


@pytest.mark.rule("cataphract 11.66")
def test_before_shock_at_anybody():
    r = approaching(kit.unit("HI2", 711, "E"))
    r.run(artillery.last_shots, dice=[9], answers=["HI2", "hold"])
    assert [c.key for c in r.decisions[0].items[0].choices] == ["LN1", "HI2", "hold"]
    r.orders("a", "Anna")
    r.g.state.phase = "shock"
    r.run(sequence.shock, answers=["hold"])
    assert r.decisions[-1].kind == "artillery"


@pytest.mark.rule("cataphract 11.66", "cataphract 8.24")
@pytest.mark.parametrize("values", [{"fire_mode": False}, {"at": 1910}, {"engaged": True}])
def test_when_it_does_not(values):
    b = {**kit.unit("CH9", 1010, "W", missile="X"), **values}
    r = kit.battle([kit.unit("LN1", 510)], [b], a_leaders=[kit.leader("Anna", 409)]).orders("a", "Anna")
    r.order(MOVE(unit="LN1", path=(610,)))
    r.run(artillery.last_shots)
    assert r.decisions == []


@pytest.mark.rule("cataphract 11.66")
def test_the_active_sides_own_artillery_does_not_react():
    r = field(gun(), kit.unit("HI1", 1012), enemies=(kit.unit("LN9", 1510, "W"),))
    r.run(movement.move, r.unit("HI1"), MOVE(unit="HI1", path=(1112,)), defaults=["orderly-withdrawal"])
    r.run(artillery.last_shots)
    assert shots(r) == []


@pytest.mark.rule("cataphract 11.66")
def test_a_standing_order_may_answer():
    r = approaching(mover=kit.unit("LN1", 610, "E", hits=5))
    r.run(artillery.react, r.unit("LN1"), answers=["hold"])
    policy = r.decisions[0].items[0].policy
    assert (policy.kind, policy.yes, policy.no) == ("artillery", "LN1", "hold")
    assert policy.conditions == {"even-odds": True, "near-rout": True, "heavy": True}
    (kind,) = (k for k in Cataphract.policies if k.kind == "artillery")
    assert set(kind.conditions) == set(policy.conditions)


# -- 11.67 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 11.67")
def test_it_takes_and_recovers_hits_and_is_lost_when_it_would_rout():
    r = field(gun(hits=2))
    r.order(orders.Recover(unit="CH1"))
    assert r.unit("CH1").hits == 0
    r = kit.battle([kit.unit("LC1", 710, missile="C")], [kit.unit("CH9", 1010, "W", missile="X", hits=3)]).orders("a")
    r.run(fire.fire, r.unit("LC1"), r.unit("CH9"), "order", dice=[4])
    assert r.unit("CH9").eliminated


@pytest.mark.rule("cataphract 11.63", "cataphract 11.67")
def test_when_its_infantry_routs_it_stays():
    b = [gun(1010, "CH9"), kit.unit("HI9", 1010, "W", hits=5)]
    r = kit.battle([kit.unit("LC1", 710, missile="C")], b).orders("a")
    r.run(fire.fire, r.unit("LC1"), r.unit("HI9"), "order", dice=[0], defaults=["rout-path"])
    assert r.unit("HI9").routed
    assert r.unit("CH9").hex == 1010
    assert r.g.unit_at(1010) is r.unit("CH9")
    assert len(r.happened(UnitFormed)) == 0
