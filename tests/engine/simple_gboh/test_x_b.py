from __future__ import annotations
from typing import Any
import pytest
from engine.kernel.hexes import Facing, distance
from engine.systems.gboh import footprint
from engine.systems.gboh.movement import reach
from engine.systems.gboh.orders import orders
from engine.systems.gboh.orders.orders import Move, MoveLeader, Fire, Harass, Done
from engine.systems.simple_gboh.turn import command_status, formations, seizure
from tests.engine.simple_gboh import kit
from tests.engine.simple_gboh.kit import Rig, battle, leader, refused, unit, formation, group
ROMAN = {"roman": True, "legion": "I", "cls": "HA"}
DONE=Done()

def army(*units, leaders=(), formations=(), together=(), enemies=(), **values):
    foe = list(enemies) or [unit("HI9", 3535, "W")]
    sides = {"a": {"formations": formations, "together": together}, "b": {}}
    return kit.battle(list(units), foe, a_leaders=list(leaders), sides=sides, first_player="a", **values)

def act(r,key,**k):
    r.play(answers=[key],**k); return r.g.orders.in_command

def test_range_to_nearer_half():
    r=army(unit("PH1",1013,formation="x"),leaders=[leader("Anna",1010,command_range=3)],formations=[formation("x","Anna")])
    assert footprint.hexes_of(r.unit("PH1"))==(1013,1014)
    assert act(r,"x")==["PH1"]
    r=army(unit("PH1",1006,"E",formation="x"),leaders=[leader("Anna",1010,command_range=3)],formations=[formation("x","Anna")])
    assert footprint.hexes_of(r.unit("PH1"))==(1006,1007)
    assert act(r,"x")==["PH1"]

def test_gap_over_lone_enemy_leader():
    # vacant hex holding a leader
    r=army(unit("HI1",1010,formation="x"),unit("HI2",1012,formation="x"),leaders=[leader("Anna",1010,command_range=0)],formations=[formation("x","Anna",gap=1)],
      b_leaders=[leader("Xerxes",1011)],enemies=[unit("MI1",911,"W"),unit("MI2",1111,"W")])
    print(act(r,"x"))

def test_gap_friend_other_formation_in_between_but_way_round():
    r=army(unit("HI1",1010,formation="x"),unit("HI2",1011,formation="y"),unit("HI3",1012,formation="x"),leaders=[leader("Anna",1010,command_range=0)],
      formations=[formation("x","Anna",gap=1),formation("y",auxiliary=True)])
    # way round: 1010->1110?->... 1012: path of vacant hexes 1111? 1010 nb: 1009,1109,1110,1011,910,909; 1012 nb: 1011,1111,1112,1013,912,911. No common vacant => needs 2
    assert act(r,"x")==["HI1"]

def test_elephant_distracted_no_link():
    r=army(unit("EL1",1010,formation="x"),unit("HI2",1011,formation="x"),leaders=[leader("Anna",1008,command_range=2)],formations=[formation("x","Anna")],enemies=[unit("MI1",1110,"E")])
    assert act(r,"x")==[]

def test_pursuit_only_formation():
    r=kit.battle([unit("HC1",1010,formation="h"),unit("HI1",1013,formation="f")],[unit("HI9",3510,"W")],
       a_leaders=[leader("Anna",1013),leader("Berta",1010,"SC")],sides={"a":{"formations":[formation("h","Berta"),formation("f","Anna")]},"b":{}},first_player="a",cols=(1,40),rows=(1,40))
    r.unit("HC1").hex=None; r.unit("HC1").pursuing=True; r.leader("Berta").hex=None; r.leader("Berta").pursuing="HC1"
    d=r.play()
    print([(c.key,str(c.label),str(c.note() if callable(c.note) else c.note)) for c in d.choices])
    d=r.play(answers=["h"],dice=[4])
    print(r.told()[-4:], d.kind)
    d=r.play(answers=[ "pass","h",lambda d:d.choices[0].key,lambda d:d.choices[0].key],dice=[3])
    print(d.kind, r.g.orders.in_command,r.unit("HC1").hex, r.leader("Berta").hex)
    assert r.g.orders.in_command==["HC1"]

def test_oc_elsewhere_seized_by_other():
    pass

def test_ooc_archer_may_fire_and_not_reorder():
    r=kit.battle([unit("SK1",1010,missile="A"),unit("LG2",1020,**ROMAN),unit("LG3",1020,**ROMAN)],[unit("MI9",1210,"E"),unit("MI8",1120,"E")]).turn("a",in_command=[])
    r.order(Fire(unit="SK1",target="MI9"),dice=[9])
    from engine.systems.gboh.stacks.orders import Uppermost
    with pytest.raises(Exception) as e: 
        from engine.systems.simple_gboh.turn import moving_phase
        moving_phase.check(r.g,Uppermost(unit="LG3"))
    print(e.value, e.value.rule)

def test_ooc_may_leave_adjacent_but_not_zoc():
    # enemy adjacent at flank, no zoc either way: may OOC move away? may it move to another hex adjacent? no
    r=kit.battle([unit("HI1",1010,"E")],[unit("MI9",910,"W")]).turn("a",in_command=[])
    assert not r.g.in_enemy_zoc(r.unit("HI1"))
    r.order(Move(unit="HI1",path=(1110,)))
    assert r.unit("HI1").hex==1110
    r=kit.battle([unit("HI1",1010,"E")],[unit("MI9",1011,"SE")]).turn("a",in_command=[])
    assert not r.g.in_enemy_zoc(r.unit("HI1"))
    r.refuses("4.12",Move(unit="HI1",path=(1110,)))

def test_ooc_turn_in_place_next_to_enemy_no_contact():
    r=kit.battle([unit("HI1",1010,"E")],[unit("MI9",910,"W")]).turn("a",in_command=[])
    try:
        r.order(Move(unit="HI1",path=(Facing.NE,)))
        print("turn ok")
    except Exception as e: print("refused",e,e.rule)

def test_leader_with_top_leaving_stack():
    r=kit.battle([unit("LG1",1010,**ROMAN),unit("LG2",1010,**ROMAN)],[],a_leaders=[leader("Anna",1010)]).turn(leads=["Anna"])
    r.order(Move(unit="LG1",path=(1110,)),answers=[{"Anna":"stay"}])
    assert r.leader("Anna").hex==1010

def test_two_leaders_one_unit():
    r=kit.battle([unit("HI1",1010)],[unit("MI9",1110,"W")],a_leaders=[leader("Anna",1010),leader("Berta",1010,"SC")]).shock_turn()
    m=r.modifiers("HI1 x MI9")
    assert sum(v for k,v in m.items() if k in("Anna","Berta"))==1

def test_seized_group_leader_subordinate():
    # OC seizes; group of another leader within OC range: allowed even if one formation's commander is out of OC's range
    r=army(unit("HI1",1010,formation="x"),unit("HI2",1015,formation="y"),unit("HI3",1020,formation="z"),
      leaders=[leader("Anna",1010,command_range=5,seizure=1),leader("Berta",1015,"SC",command_range=6),leader("Carla",1020,"SC")],
      formations=[formation("x","Anna"),formation("y","Berta"),formation("z","Carla")],together=[group("g","Berta","y","z")])
    d=r.play(answers=["pass","Anna"],dice=[0])
    print([c.key for c in d.choices])
    assert [c.key for c in d.choices]==["x","y","y+z","pass"]

def test_seizing_leader_commands_among_two():
    r=army(unit("HI1",1010,formation="x"),unit("HI2",2010,formation="x"),
      leaders=[leader("Anna",3010),leader("Berta",1010,"SC",seizure=1,command_range=2),leader("Carla",2010,"SC",command_range=2)],
      formations=[formation("x","Berta","Carla")])
    d=r.play(answers=["pass","Berta","x"],dice=[0])
    assert r.g.orders.commanders=={"x":"Berta"} and r.g.orders.in_command==["HI1"]

def test_oc_dead_other_seizes():
    r=army(unit("HI1",1010,formation="x"),leaders=[leader("Anna",3010,seizure=2),leader("Berta",1010,"SC",seizure=1)],formations=[formation("x","Berta")])
    r.leader("Anna").hex=None; r.leader("Anna").eliminated=True
    d=r.play(); assert "oc" not in [c.key for c in d.choices]
    d=r.play(answers=["pass"]); assert [c.key for c in d.choices]==["Berta","ride-Berta","no"]

def test_replaced_leader_without_seizure_and_points():
    r=army(unit("HI1",1010,formation="x"),leaders=[leader("Anna",3010),leader("Berta",1010,"SC",seizure=1,initiative=4),leader("Rex",None,"SC")],formations=[formation("x","Berta")])
    r.state.sides["a"].pool=["Rex"]

def test_limit_counts_only_own_turns():
    pass

def test_activate_empty_formation_reason():
    r=army(unit("HI1",1010,formation="x"),unit("HI2",1012,formation="y"),leaders=[leader("Anna",1010)],formations=[formation("x","Anna"),formation("y",auxiliary=True)])
    from engine.kernel.wanted import Wanted
    from engine.kernel.statement import Word
    r.unit("HI2").hex=None; r.unit("HI2").eliminated=True
    d=r.play()
    print([c.key for c in d.choices], d.why(Wanted((Word("y"),))))
    print(d.why(Wanted((Word("b"),))), d.why(Wanted((Word("x"),Word("y")))), d.why(Wanted((Word("nonsense"),))))

def test_oc_rides_note_and_move_refusals():
    r=army(unit("HI1",1010,formation="x"),leaders=[leader("Anna",1010)],formations=[formation("x","Anna")],enemies=[unit("MI9",1410,"W")])
    r.play(answers=["oc"])
    with refused("4.34"): 
        from engine.systems.simple_gboh.turn import moving_phase
        moving_phase.check(r.g,MoveLeader(leader="Anna",to=1310))
    r.refuses("4.1",Move(unit="HI1",path=(1110,)))
