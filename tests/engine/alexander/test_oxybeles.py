"""9.5 Oxybeles."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.alexander.oxybeles import Oxybeles
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.events import Fired
from engine.systems.gboh.missiles import artillery, fire, volley
from engine.systems.gboh.movement import movement
from engine.systems.gboh.orders import menus
from engine.systems.gboh.orders.orders import Fire, Move
from engine.systems.gboh.shock import clash, designation
from tests.engine.alexander import kit
from tests.engine.alexander.kit import leader, unit

BOLT: dict[str, Any] = {"missile": "B"}
QUIET = ["reaction-facing", "orderly-withdrawal", "must-check"]


def ours(*theirs: dict[str, Any], **values: Any) -> kit.Rig:
    """An Oxybeles of the active side, beyond everybody's Command Range."""
    target = theirs or (unit("MI9", 1015, "W"),)
    return kit.battle(
        [unit("AT1", 1010, **BOLT), unit("MI2", 3010)],
        list(target),
        a_leaders=[leader("A", 3010, command_range=2)],
        **values,
    ).orders("a", "A")


@pytest.mark.rule("alexander 9.51", "alexander table:missile")
@pytest.mark.parametrize(("away", "needed"), [(1, 7), (2, 5), (3, 5), (4, 3), (5, 2), (6, 1), (7, 0)])
def test_it_shoots_bolts(away: int, needed: int) -> None:
    r = ours(unit("MI9", 1010 + away, "W"))
    assert volley.preview(r.g, r.unit("AT1"), r.unit("MI9")).needed == needed


@pytest.mark.rule("alexander 9.51")
def test_its_crew_fights_as_light_infantry_and_attacks_nobody() -> None:
    r = kit.battle([unit("AT1", 1010, **BOLT)], [unit("HI9", 1110, "W")]).orders("a")
    at, hi = r.unit("AT1"), r.unit("HI9")
    assert not designation.able(r.g, at)
    li = kit.battle([unit("LI1", 1010, size=1)], [unit("HI9", 1110, "W")]).orders("a")
    assert (
        clash.reckon(r.g, [hi], [at], hi, at).base
        == clash.reckon(li.g, [li.unit("HI9")], [li.unit("LI1")], li.unit("HI9"), li.unit("LI1")).base
    )


@pytest.mark.rule("alexander 9.52", "alexander 4.21")
def test_two_shots_without_an_order_or_command() -> None:
    r = ours()
    for _ in range(2):
        r.order(Fire(unit="AT1", target="MI9"), dice=[2])
    assert r.unit("MI9").hits == 2 and r.g.orders.orders_used == 0
    r.refuses("9.52", Fire(unit="AT1", target="MI9"))
    r.orders("a", "A")
    r.order(Fire(unit="AT1", target="MI9"), dice=[2])


@pytest.mark.rule("alexander 9.52")
def test_the_menu_offers_them_and_says_how_many_are_left() -> None:
    r = ours()
    r.order(Fire(unit="AT1", target="MI9"), dice=[9])
    labels = [str(c.label) for c in menus.orders_menu(r.g, r.leader("A")).choices]
    assert "AT1 fires: no order needed, 1 left in this Orders Phase" in labels
    r.order(Fire(unit="AT1", target="MI9"), dice=[9])
    assert not any("AT1" in str(c.label) for c in menus.orders_menu(r.g, r.leader("A")).choices)


@pytest.mark.rule("alexander 9.52")
def test_two_shots_in_the_enemys_phase_in_the_midst_of_a_move() -> None:
    r = kit.battle([unit("MI1", 1010, tq=9)], [unit("AT9", 1410, "W", **BOLT)]).orders("a")
    shoot, hold = {"AT9": "MI1"}, {"AT9": "hold"}
    r.run(
        movement.move,
        r.unit("MI1"),
        Move(unit="MI1", path=(1109, 1210)),
        answers=[hold, shoot, shoot],
        dice=[2, 2],
        defaults=QUIET,
    )
    assert r.unit("MI1").hits == 2 and r.unit("MI1").hex == 1210
    assert [e.how for e in r.happened(Fired)] == ["artillery", "artillery"]
    assert str(r.decisions[0].prompt) == "MI1 acts. Do your oxybeles fire at it?"
    r.run(artillery.last_shots)
    r.orders("a")
    r.run(artillery.last_shots, answers=[{"AT9": "hold"}])


@pytest.mark.rule("alexander 9.52", "alexander 8.17")
def test_its_bolts_never_run_out() -> None:
    r = ours()
    for _ in range(2):
        r.order(Fire(unit="AT1", target="MI9"), dice=[9])
    assert r.unit("AT1").supply == "full"


@pytest.mark.rule("alexander 9.53", "alexander 7.21")
def test_it_has_no_facing_and_no_zone() -> None:
    r = ours(unit("MI9", 1007, "W"))
    assert [t.id for t in fire.targets(r.g, r.unit("AT1"))] == ["MI9"]
    assert r.g.zoc(r.unit("AT1")) == ()
    with kit.refused("9.53"):
        movement.check_move(r.g, r.unit("AT1"), Move(unit="AT1", path=(r.unit("AT1").facing.turned(2),)))


@pytest.mark.rule("alexander 9.53")
@pytest.mark.parametrize(("walls", "case"), [([(1011, 1012)], "9.53"), ([(1111, 1112)], None)])
def test_not_through_walls(walls: list[tuple[int, int]], case: str | None) -> None:
    sides = [{"a": a, "b": b, "type": "city_wall"} for a, b in walls]
    r = ours(unit("MI9", 1013, "W"), hexsides=sides)
    no = fire.bad_target(r.g, r.unit("AT1"), r.unit("MI9"))
    assert (no.rule if no is not None else None) == case


@pytest.mark.rule("alexander 9.54")
def test_it_moves_or_fires() -> None:
    r = kit.battle(
        [unit("AT1", 1010, **BOLT)], [unit("MI9", 1013, "W")], a_leaders=[leader("A", 1009, kinds=("HC",))]
    ).orders("a", "A")
    r.order(Move(unit="AT1", path=(1011,)), defaults=QUIET)
    assert r.unit("AT1").hex == 1011, "any leader moves it"
    no = Oxybeles(r.g.game.cases).bars_fire(r.g, r.unit("AT1"))
    assert no is not None and no.rule == "9.54"
    assert artillery.ready(r.g) == []
    r.orders("a", "A")
    r.order(Fire(unit="AT1", target="MI9"), dice=[9])
    r.refuses("9.54", Move(unit="AT1", path=(1012,)))


@pytest.mark.rule("alexander 9.55", "alexander 6.91")
def test_one_to_a_hex() -> None:
    r = kit.battle(
        [unit("AT1", 1010, **BOLT), unit("AT2", 1011, **BOLT), unit("HI3", 1009)],
        [unit("MI9", 3013, "W")],
        a_leaders=[leader("A", 1010)],
    ).orders("a", "A")
    r.refuses("6.91", Move(unit="AT1", path=(1011,)))
    r.refuses("6.94", Move(unit="AT1", path=(1009,)))


@pytest.mark.rule("alexander 9.56", "alexander 10.42")
def test_routed_it_is_lost_and_counts_nothing() -> None:
    r = ours()
    r.run(cohesion.hits, r.unit("AT1"), 5, "fire", "8.15")
    assert r.unit("AT1").eliminated and r.state.sides["a"].rout_points == 0
