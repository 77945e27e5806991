from __future__ import annotations
from typing import Any
import pytest
from engine.kernel.hexes import Facing, distance
from engine.systems.gboh import footprint
from engine.systems.gboh.orders import orders
from engine.systems.simple_gboh import effects
from engine.systems.simple_gboh.shock import before_ways, contact, follow, modifiers, pursuit, reckoning, resolve
from engine.systems.simple_gboh.shock.combat import Combat, Party
from engine.systems.simple_gboh.shock.retreat import ways, retreat
from tests.engine.simple_gboh.kit import Rig, battle, leader, refused, unit

ROMAN = {"roman": True, "legion": "I", "cls": "HA"}

def test_a1_hero_retreated():
    r = battle([unit("HI1",1010), unit("HI2",1012)],[unit("SK9",1110,"W",ma=2), unit("MI8",1112,"W",tq=6)],
        b_leaders=[leader("Hero",1110,heroic=True)]).shock_turn()
    r.fights("HI1 x SK9","HI2 x MI8",dice=[5],answers=[{"SK9":"1211"}])
    assert [m.reason for m in r.rolls[-1].modifiers if m.reason=="Hero"]==[], r.rolls

def test_a2_hero_attacks_nobody():
    r = battle([unit("HI1",1010), unit("HI2",1012)],[unit("SK9",1110,"W",ma=2), unit("MI8",1112,"W",tq=6)],
        a_leaders=[leader("Hero",1010,heroic=True)]).shock_turn()
    r.fights("HI1 x SK9","HI2 x MI8",dice=[5],answers=[{"SK9":"1210"}])
    assert [m.reason for m in r.rolls[-1].modifiers if m.reason=="Hero"]==[], r.rolls

def test_a2b_hero_fought_before():
    r = battle([unit("HI1",1010,tq=8), unit("HI2",1012)],[unit("MI9",1110,"W",tq=8), unit("MI8",1112,"W",tq=6)],
        a_leaders=[leader("Hero",1010,heroic=True)]).shock_turn()
    d=4-r.reckoned("HI1 x MI9").drm
    r.fights("HI1 x MI9","HI2 x MI8",dice=[5,max(0,d),5])
    assert [m.value for m in r.rolls[-1].modifiers if m.reason=="Hero"]==[1], r.rolls

def test_a3_stack_ma():
    r = battle([unit("LG1",1010,ma=6,**ROMAN), unit("LG2",1010,ma=5,**ROMAN)],[unit("LI9",1110,"W",ma=6)]).shock_turn()
    assert before_ways.bar(r.g, r.unit("LI9"), [r.unit("LG1")]) is None

def test_a25_follow_over_artillery():
    r = battle([unit("HI1",1010,ma=6)],[unit("SK9",1110,"W",ma=6), unit("ART8",1110)]).shock_turn()
    away=[r.unit("SK9")]
    seen=[]
    def look(d):
        seen.extend(c.key for c in d.choices); return d.choices[1].key
    r.fights("HI1 x SK9",dice=[],answers=[{"SK9":"1411"},look],but=["follow-up"])
    print(seen)
    assert r.unit("ART8").eliminated and r.unit("HI1").hex!=1010

def test_a33_turn_only():
    r = battle([unit("HI1",1010,"NE")],[unit("MI9",1110,"E",tq=6)]).turn()
    r.order(orders.Move(unit="HI1",path=(Facing.E,)))
    r.state.phase="shock"
    assert "moved to attack" not in r.modifiers("HI1 x MI9")

def test_a11_retreat_next_to_uninvolved():
    r = battle([unit("MI1",1010), unit("MI2",1311,"E")],[unit("MI9",1110,"W",tq=6)]).shock_turn()
    to={m.to.hex for m in ways(r.g,r.unit("MI9"),[r.unit("MI1")])}
    assert to=={1210,1211} or to>={1210,1211}, to

def test_a22_mixed_driven():
    r = battle([unit("HC1",1110,"W",tq=7)],[unit("LC9",1010,"E",tq=4,ma=6),unit("MI8",1011,"E",tq=4)]).shock_turn()
    c=Combat.of(r.g,r.plan("HC1 x LC9+MI8").attacks[0]); c.reckoning=r.reckoned("HC1 x LC9+MI8")
    r.unit("MI8").hex=1313
    assert pursuit.follows(r.g,c) is None
    r.unit("LC9").hex=1313; r.unit("MI8").hex=1011
    assert pursuit.follows(r.g,c) is not None

def test_a17_auto_rout_stack_depleted():
    r = battle([unit("PH1",1010)],[unit("LG9",1110,"W",depletable=True,hits=3,**ROMAN),unit("LG8",1110,"W",depletable=True,hits=2,**ROMAN)]).shock_turn()
    p=Party.of(r.g,r.unit("LG9"))
    from engine.systems.simple_gboh.shock.tables import Outcome
    h=resolve.Harm([p],Outcome(retreat=True,rout="auto"))
    async def go(g):
        await resolve._weigh(g,h,r.unit("PH1"))
        c=Combat.of(g,r.plan("PH1 x LG9").attacks[0])
        await resolve._break(g,c,h,r.unit("PH1"))
        await resolve._retreats(g,c,(h,resolve.Harm([Party.of(g,r.unit("PH1"))],Outcome())))
    r.run(go,defaults=["retreat-hex"])
    assert [(r.unit(x).depleted,r.unit(x).hits) for x in("LG9","LG8")]==[(True,1),(True,1)]
    assert r.unit("LG9").hex==r.unit("LG8").hex!=1110

def test_a18_stuck_hits_deplete():
    shut = dict.fromkeys((1109, 1210, 1211, 1111), "impassable")
    r = battle([unit("MI1",1010)],[unit("HI9",1110,"W",tq=6,hits=4,depletable=True)],terrain=shut).shock_turn()
    r.run(lambda g: retreat(g,Party.of(g,r.unit("HI9")),[r.unit("MI1")]))
    assert (r.unit("HI9").depleted,r.unit("HI9").hits,r.unit("HI9").hex)==(True,1,1110)

def test_a6_el_with_hi():
    r = battle([unit("EL1",1010,size=5),unit("HI2",1009,"SE",size=4)],[unit("MI9",1110,"W",size=4)]).shock_turn()
    m=r.modifiers("EL1+HI2 x MI9"); assert not any("Size" in k for k in m), m
    r = battle([unit("EL1",1010,size=5)],[unit("SK9",1110,"W",size=2)]).shock_turn()
    assert r.modifiers("EL1 x SK9")["Size 5 to 2"]==2
    r = battle([unit("EL1",1010,size=5)],[unit("SK9",1110,"W",size=2),unit("MI8",1109,"W",size=8)]).shock_turn()
    assert not any("Size" in k for k in r.modifiers("EL1 x SK9+MI8"))
    r = battle([unit("SK*1",1010,size=5),unit("HI2",1009,"SE",size=4)],[unit("EL9",1110,"W",size=2),unit("MI8",1109,"W",size=9)]).shock_turn()

def test_a12_room():
    shut = dict.fromkeys((1109, 1210, 1111), "impassable")
    v={**ROMAN}
    r = battle([unit("MI1",1010)],[unit("LG9",1110,"W",**v),unit("LG8",1110,"W",**v),unit("LG7",1211,"W",**v)],terrain=shut).shock_turn()
    assert ways(r.g,r.unit("LG9"),[r.unit("MI1")])==[]

def test_mutual_depletion_after():
    # attacker doomed has a Depleted side already used
    r = battle([unit("MI1",1010,tq=5,hits=2,depletable=True,depleted=True)],[unit("MI9",1110,"W",tq=5,hits=4)]).shock_turn()
    die=4-r.reckoned("MI1 x MI9").drm
    print(die)
    r.fights("MI1 x MI9",dice=[die])
    assert (r.unit("MI1").hits,r.unit("MI1").on_map,r.unit("MI1").hex)==(2,True,1010)
    assert r.unit("MI9").eliminated

def test_leader_on_either_half():
    r = battle([unit("PH1",1010)],[unit("MI9",1110,"W")],a_leaders=[leader("Anna",1011)]).shock_turn()
    assert r.modifiers("PH1 x MI9").get("Anna")==1

def test_ch_el_vs_gc():
    for a in ("CH1","EL1","SK*1","BI1","LI1","GC1","RC1"):
        for d in ("GC9","SK9","LP9","CH9","PH9","EL9"):
            r = battle([unit(a,1010)],[unit(d,1110,"W")]).shock_turn()
            rr=r.reckoned(f"{a} x {d}"); print(a,d,rr.modifiers[0].value)
