"""9.81 Scorpios."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.gboh.cohesion import rout
from engine.systems.gboh.missiles import artillery, volley
from engine.systems.gboh.missiles.modes import Mode
from engine.systems.gboh.orders import orders
from engine.systems.gboh.shock import clash
from tests.engine.spqr import kit
from tests.engine.spqr.kit import Rig, leader, unit

ANNA = leader("Anna", 1008, command_range=9)


def field(**engine: Any) -> Rig:
    gun = {**unit("SC1", 1010, missile="B"), **engine}
    return kit.battle([gun], [unit("MI9", 1310, "W", tq=9)], a_leaders=[ANNA]).orders("a", "Anna")


@pytest.mark.rule("spqr 9.81")
def test_it_shoots_without_orders_once_in_a_phase_and_twice_in_a_turn() -> None:
    r = field()
    shot = orders.Fire(unit="SC1", target="MI9")
    for n in (1, 2):
        r.orders("a", "Anna")
        r.order(shot, dice=[9])
        assert r.g.orders.orders_used == 0 and r.unit("SC1").turn_shots == n
        with pytest.raises(Exception, match="SC1"):
            r.order(shot, dice=[9])
    r.orders("a", "Anna")
    r.refuses("9.81", shot)
    r.unit("SC1").new_turn()
    assert r.unit("SC1").turn_shots == 0 and r.unit("SC1").supply == "full"


@pytest.mark.rule("spqr 9.81", "spqr table:missile")
def test_its_range_and_its_arc() -> None:
    r = field()
    assert [r.g.charts.missile_strength(r.unit("SC1"), n) for n in range(1, 9)] == [7, 5, 5, 3, 2, 1, 0, None]
    behind = kit.battle([unit("SC1", 1010, missile="B")], [unit("MI9", 810, "E")]).orders("a")
    assert volley.preview(behind.g, behind.unit("SC1"), behind.unit("MI9")).strength == 5
    artillery.check_active(behind.g, behind.unit("SC1"), behind.unit("MI9"))


@pytest.mark.rule("spqr 9.81")
def test_two_shots_in_an_enemy_phase_as_somebody_acts() -> None:
    r = field().orders("b")
    r.run(artillery.react, r.unit("MI9"), dice=[9, 9], answers=[{"SC1": "MI9"}] * 2)
    assert [how for _, _, how in r.fired()] == ["artillery", "artillery"]
    r.run(artillery.react, r.unit("MI9"))


@pytest.mark.rule("spqr 9.81")
def test_an_order_makes_it_ready_to_move_or_to_shoot_and_nothing_else() -> None:
    r = field()
    r.refuses("9.81", orders.Move(unit="SC1", path=(1110,)))
    assert kit.read(r, "mode SC1 move") == Mode(unit="SC1", fire=False)
    r.order(Mode(unit="SC1", fire=False))
    assert not r.unit("SC1").fire_mode and r.g.orders.orders_used == 1
    r.refuses("5.25", orders.Move(unit="SC1", path=(1110,)))
    r.orders("a", "Anna")
    r.refuses("9.81", orders.Fire(unit="SC1", target="MI9"))
    r.order(orders.Move(unit="SC1", path=(1110,)), defaults=["orderly-withdrawal"])
    assert r.unit("SC1").hex == 1110


@pytest.mark.rule("spqr 9.81", "spqr 10.21")
def test_it_defends_as_light_infantry_faces_everywhere_and_is_lost_when_it_breaks() -> None:
    r = kit.battle([unit("HI1", 1010)], [unit("SC9", 1110, missile="B"), unit("LI8", 1109, "W", missile="J")]).orders(
        "a"
    )
    one = r.unit("HI1")
    gun = clash.reckon(r.g, [one], [r.unit("SC9")], one, r.unit("SC9"))
    light = clash.reckon(r.g, [one], [r.unit("LI8")], one, r.unit("LI8"))
    assert (gun.base, gun.arc, gun.superiority) == (light.base, "front", light.superiority)
    r.run(rout.rout, r.unit("SC9"))
    assert r.unit("SC9").eliminated
