"""The Bagradas: one Shock segment of three combats from its charge to its collapse, with the dice of the example."""

from __future__ import annotations

import pytest

from engine.systems.gboh.events import HitsTaken, ShockFought
from tests.engine.spqr import kit
from tests.engine.spqr.kit import Rig, leader, unit


def bagradas() -> Rig:
    """Two phalanxes have come up to velites, cohorts and triarii; Celts join in where they stand."""
    carthage = [
        unit("PH1", 1010, size=10, tq=7),
        unit("PH2", 1014, size=10, tq=7),
        unit("MI3", 1020, size=5, tq=5, hits=2),
    ]
    rome = [
        unit("LI1", 1109, "W", cls="VE", size=4, tq=5),
        unit("LG2", 1110, "W", cls="CO", size=3, tq=6),
        unit("LG3", 1111, "W", cls="CO", size=3, tq=6),
        unit("HI4", 1113, "W", cls="TR", size=2, tq=6, hits=3),
        unit("LI5", 1114, "W", cls="VE", size=3, tq=5, hits=1),
        unit("HI6", 1119, "W", cls="TR", size=2, tq=6, hits=3),
        unit("LI7", 1120, "W", cls="VE", size=3, tq=5, hits=4),
    ]
    antonius = leader("Antonius", 1111, "SC", charisma=0)
    r = kit.battle(carthage, rome, a_leaders=[leader("Bostar", 1012, "SC", charisma=0)], b_leaders=[antonius])
    r.orders("a", "Bostar")
    r.g.orders.markers, r.g.orders.moved = {"PH1": "must", "PH2": "must", "MI3": "no"}, ["PH1", "PH2"]
    r.g.version += 1
    return r


@pytest.mark.rule("spqr 8.3", "spqr 8.33", "spqr 8.34", "spqr 8.35", "spqr 8.36", "spqr 8.37", "spqr 10.14")
def test_the_whole_segment() -> None:
    r = bagradas()
    r.fights(
        "PH1 x LI1+LG2+LG3",
        "PH2 x HI4+LI5",
        "MI3 x HI6+LI7",
        dice=[6, 5, 7, 8, 7, 9, 0, 0, 5, 6, 2, 6, 5],
        answers=["0", "0", lambda d: d.choices[0].key],
    )
    purposes = [x.purpose for x in r.rolls]
    assert purposes == [*["pre-shock"] * 7, "leader-hit", "leader-casualty", *["shock"] * 3, "collapse"]
    charge = {e.unit: e.hits for e in r.happened(HitsTaken) if e.rule == "8.33"}
    assert charge == {"LG2": 1, "LG3": 2, "HI4": 3}
    assert r.leader("Antonius").status == "finished"
    columns = [e.column for e in r.happened(ShockFought)]
    assert columns == [7, 13, 6]
    shock = {e.unit: e.hits for e in r.happened(HitsTaken) if e.cause == "Shock"}
    assert shock == {"PH1": 2, "LG3": 2, "PH2": 2, "LI5": 6, "MI3": 2, "HI6": 1, "LI7": 1}
    assert r.routed() == ["HI4", "LI5", "LI7"] and r.unit("LG3").hits == 4
    assert r.unit("MI3").hits == 3, "one fewer for standing in the collapse"
    assert dict(r.advanced())["MI3"] == 1120 and r.unit("PH2").hex in (1113, 1114)
