from __future__ import annotations
from typing import Any
import pytest
from engine.kernel.hexes import Facing, distance
from engine.systems.gboh import footprint
from engine.systems.gboh.movement import reach, facing
from engine.systems.gboh.orders import orders
from engine.systems.gboh.orders.orders import Move, MoveLeader, Fire, Harass, Done
from engine.systems.simple_gboh import effects
from engine.systems.simple_gboh.shock import follow, before_ways
from tests.engine.simple_gboh import kit
from tests.engine.simple_gboh.kit import Rig, battle, leader, refused, unit, formation, group
ROMAN = {"roman": True, "legion": "I", "cls": "HA"}

def deep(*foes, **v):
    ho={"cls":"HO","may_double":True,**v}
    return battle([unit("HI1",1010,"E",**ho),unit("HI2",1010,"E",below="HI1",**ho)],list(foes))
def test_deep_hoplites_never_turn():
    r=deep().turn(); assert r.g.deep(r.unit("HI1"))
    r.refuses("10.3",Move(unit="HI1",path=(Facing.NE,)))
    r.refuses("10.3",Move(unit="HI1",path=(1009,)))
    ends=reach.search(r.g,r.unit("HI1")); assert ends and {f for _,f in ends}=={Facing.E}
    r.order(Move(unit="HI1",path=(1110,)))
    assert r.unit("HI2").hex==1110
def test_deep_hoplites_levels():
    ho={"cls":"HO","may_double":True}
    r=battle([unit("HI1",1010,"E",**ho),unit("HI2",1010,"E",below="HI1",**ho)],[],levels={1010:1,1110:2,1210:3}).turn()
    print(reach.price(r.g,r.unit("HI1"),(1110,)).mp)
def test_deep_hoplites_no_reaction():
    r=deep(unit("MI9",1209,"W")).turn("b")
    assert not facing.can_turn(r.g,r.unit("HI1"),r.unit("MI9"),1109)
def test_deep_advance_no_turn():
    r=deep(unit("MI9",1110,"W",tq=5)).shock_turn()
    r.fights("HI1 x MI9",dice=[7-r.reckoned("HI1 x MI9").drm] if 0<=7-r.reckoned("HI1 x MI9").drm<=9 else [0],but=["advance-turn"])
    assert r.unit("HI1").hex==1110==r.unit("HI2").hex

TURN=["reaction-facing"]
def test_reaction_stack_turns_together_and_top_hit():
    r=battle([unit("HI1",1310,"W")],[unit("LG9",1010,"NW",tq=4,**ROMAN),unit("LG8",1010,"NW",tq=6,**ROMAN)]).turn("a")
    r.order(Move(unit="HI1",path=(1210,1110)),dice=[5],answers=[{"LG9":"right"}])
    assert (r.unit("LG9").hits,r.unit("LG8").hits)==(1,0)
    assert r.unit("LG9").facing is Facing.NW
    r=battle([unit("HI1",1310,"W")],[unit("LG9",1010,"NW",tq=4,**ROMAN),unit("LG8",1010,"NW",tq=6,**ROMAN)]).turn("a")
    r.order(Move(unit="HI1",path=(1210,1110)),dice=[4],answers=[{"LG9":"right"}])
    assert (r.unit("LG9").facing.name,r.unit("LG8").facing.name)==("NE","NE")
def test_reaction_failure_routs_it_and_mover_goes_on():
    r=battle([unit("HI1",1310,"W")],[unit("MI9",1010,"NW",tq=4,hits=3)]).turn("a")
    r.order(Move(unit="HI1",path=(1210,1110)),dice=[5],answers=[{"MI9":"right"}])
    assert r.unit("MI9").eliminated and r.unit("HI1").hex==1110
def test_cavalry_reacts_to_artillery_elephant_chariot_with_roll():
    for code in ("EL1","CH1","HC1"):
        r=battle([unit(code,1310,"W")],[unit("HC9",1010,"NW",tq=6)]).turn("a")
        r.order(Move(unit=code,path=(1210,1110)),dice=[6],answers=[{"HC9":"right"}],defaults=["entry-fire"])
        print(code, r.unit(code).hex, r.unit("HC9").hits)
        assert r.unit("HC9").facing.name=="NE"
    for code in ("SK1","LI1"):
        r=battle([unit(code,1310,"W")],[unit("HC9",1010,"NW",tq=6)]).turn("a")
        r.order(Move(unit=code,path=(1210,1110)),dice=[],answers=[{"HC9":"right"}])
        assert r.unit("HC9").facing.name=="NE"
def test_reaction_then_entry_fire():
    r=battle([unit("HI1",1310,"W")],[unit("LI9",1010,"NW",tq=6,missile="J")]).turn("a")
    r.order(Move(unit="HI1",path=(1210,1110)),dice=[0,0],answers=[{"LI9":"right"},{"LI9":"fire"}])
    assert r.unit("HI1").hits==1
def test_step_into_ezoc_with_friend_stack():
    r=battle([unit("LG1",1010,"E",**ROMAN),unit("LG2",1110,"E",**ROMAN)],[unit("MI9",1211,"W")]).turn("a")
    r.order(Move(unit="LG1",path=(1110,)),defaults=TURN)
    assert r.unit("LG1").beneath=="LG2"
def test_join_in_ezoc_needs_facing():
    r=battle([unit("LG1",1010,"E",**ROMAN),unit("LG2",1110,"NE",**ROMAN)],[unit("MI9",1211,"W")]).turn("a")
    with pytest.raises(Exception) as e: reach.price(r.g,r.unit("LG1"),(1110,))
    print(e.value,e.value.rule)
def test_pass_friend_in_ezoc_refused():
    r=battle([unit("HI1",1010,"E"),unit("MI2",1110,"E")],[unit("MI9",1211,"W")]).turn("a")
    with pytest.raises(Exception) as e: reach.price(r.g,r.unit("HI1"),(1110,1210))
    print(e.value,e.value.rule)
def test_ph_held_half_wheels_away_ic():
    r=battle([unit("PH1",1010,"E")],[unit("MI9",1109,"SW")]).turn("a")
    print(sorted((h,f.name) for h,f in reach.search(r.g,r.unit("PH1"))))
def test_cavalry_between_two_elephants_hits():
    # hex in flank/rear of two ELs
    r=battle([unit("HC1",1010,"E",tq=7)],[unit("EL9",1209,"E"),unit("EL8",1211,"E")]).turn("a")
    # 1210 adjacent to both, in rear
    print(r.g.map.neighbours(1209), r.g.map.neighbours(1211))
    r.order(Move(unit="HC1",path=(1110,1210)),defaults=TURN)
    print("hits",r.unit("HC1").hits)
def test_cavalry_refused_into_el_zoc():
    r=battle([unit("HC1",1010,"E",tq=7)],[unit("EL9",1210,"W")]).turn("a")
    with pytest.raises(Exception) as e: reach.price(r.g,r.unit("HC1"),(1110,))
    print(e.value,e.value.rule)
def test_column_mover_and_enemy():
    r=battle([unit("HI1",1010,"SIDE_NE" if False else "E")],[unit("MI9",1410,"W")],columns=True).turn("a")
def test_stack_splits_and_both_move():
    r=battle([unit("LG1",1010,"E",**ROMAN),unit("LG2",1010,"E",**ROMAN)],[]).turn("a")
    r.order(Move(unit="LG1",path=(1110,)))
    r.order(Move(unit="LG2",path=(1009,)))
    assert (r.unit("LG1").hex,r.unit("LG2").hex)==(1110,1009)
def test_bottom_cannot_leave_first():
    r=battle([unit("LG1",1010,"E",**ROMAN),unit("LG2",1010,"E",**ROMAN)],[]).turn("a")
    from engine.systems.simple_gboh.turn import moving_phase
    with pytest.raises(Exception) as e: moving_phase.check(r.g,Move(unit="LG2",path=(1009,)))
    print(e.value,e.value.rule)
def test_engine_with_infantry_moves_on():
    r=battle([unit("HI1",1010,"E"),unit("ART2",1010,missile="Bolt")],[]).turn("a")
    r.order(Move(unit="HI1",path=(1110,)))
    assert r.unit("ART2").hex==1010
def test_ooc_unit_under_zone_left():
    pass
def test_double_size_h_both():
    r=battle([unit("PH1",1010,"E")],[],hexsides=[{"a":1010,"b":1109,"type":"river"},{"a":1011,"b":1110,"type":"river"}]).turn("a")
    print(reach.price(r.g,r.unit("PH1"),(1109,)).hits, reach.price(r.g,r.unit("PH1"),(1109,)).mp)
def test_chariot_ends_next_to_enemy_after_4():
    r=battle([unit("CH1",610,"E")],[unit("MI9",1110,"E",tq=4)]).turn("a")
    r.order(Move(unit="CH1",path=(710,809,909,1009)) if False else Move(unit="CH1",path=(710,810,910,1010)),defaults=TURN)
    print(r.unit("CH1").hex,r.g.orders.hexes_moved)
    r.state.phase="shock"; print(r.modifiers("CH1 x MI9"))
    assert r.modifiers("CH1 x MI9").get("moved to attack")==1
