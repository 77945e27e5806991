"""9.11, 9.12 Elephants' riders and archers: two tracks of missiles, two rolls."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.referee import SetValue
from engine.systems.alexander.troops import WEAPONS
from engine.systems.gboh.events import Fired
from engine.systems.gboh.missiles import fire, harass, reaction, screens, volley
from engine.systems.gboh.movement import movement
from engine.systems.gboh.orders.orders import Line, Move
from engine.systems.gboh.referee.referee import Referee
from engine.systems.gboh.view import table
from tests.engine.alexander import kit
from tests.engine.alexander.kit import unit

QUIET = ["reaction-facing", "must-check", "orderly-withdrawal", "rout-path"]


def entering(mover: dict[str, Any] | None = None, **elephant: Any) -> kit.Rig:
    """A unit at 1010 is about to go to 1110, in the Front of the elephant at 1211, which faces west."""
    given = {"missile": "J", **elephant}
    return kit.battle([mover or unit("MI1", 1010, tq=9)], [unit("EL9", 1211, "W", **given)]).orders("a")


def enters(r: kit.Rig, answer: Any, dice: list[int]) -> None:
    name = next(u.id for u in r.g.units("a"))
    r.run(movement.move, r.unit(name), Move(unit=name, path=(1110,)), answers=[answer], dice=dice, defaults=QUIET)


@pytest.mark.rule("alexander 9.12", "alexander 9.11", "alexander 8.21")
@pytest.mark.parametrize(
    ("key", "dice", "hits"),
    [("fire", [3, 3], 2), ("fire", [4, 3], 1), ("fire-riders", [3], 1), ("fire-screen", [4], 0), ("hold", [], 0)],
)
def test_riders_and_archers_fire_apart(key: str, dice: list[int], hits: int) -> None:
    r = entering()
    enters(r, {"EL9": key}, dice)
    assert r.unit("MI1").hits == hits and len(r.happened(Fired)) == len(dice)


@pytest.mark.rule("alexander 9.12")
def test_the_question_offers_both_and_each() -> None:
    r = entering()
    enters(r, {"EL9": "hold"}, [])
    choices = r.decisions[-1].items[0].choices  # type: ignore[attr-defined]
    assert [c.key for c in choices] == ["fire", "fire-riders", "fire-screen", "hold"]
    assert choices[0].chance == pytest.approx(1 - 0.6 * 0.6), "strength 3 each"
    assert "Archers alone" in str(choices[2].label)


@pytest.mark.rule("alexander 9.11", "alexander table:missile", "alexander 9.42")
@pytest.mark.parametrize(
    ("kind", "cls", "needed"), [("MI1", None, 3), ("HI1", None, 0), ("LC1", None, 3), ("SK1", None, 1)]
)
def test_archers_are_archers(kind: str, cls: str | None, needed: int) -> None:
    r = entering(unit(kind, 1110, "E", cls=cls))
    archers = screens.archers(r.unit("EL9"))
    assert archers is not None
    assert volley.preview(r.g, archers, r.unit(kind)).needed == needed


@pytest.mark.rule("alexander 9.42", "alexander 9.11")
def test_cataphracts_are_proof_against_archers() -> None:
    r = entering(unit("HC1", 1110, "E", cls="Cat"))
    riders, archers = screens.volleys(r.unit("EL9"))
    assert [volley.preview(r.g, x, r.unit("HC1")).needed for x in (riders, archers)] == [2, 1]


@pytest.mark.rule("alexander 8.17", "alexander 9.11", "alexander table:missile_supply")
@pytest.mark.parametrize(
    ("dice", "riders", "archers"), [([9, 8], "low", "full"), ([6, 9], "full", "low"), ([7, 9], "low", "low")]
)
def test_two_tracks_of_missiles(dice: list[int], riders: str, archers: str) -> None:
    r = entering()
    enters(r, {"EL9": "fire"}, dice)
    assert (r.unit("EL9").supply, r.unit("EL9").screen) == (riders, archers)


@pytest.mark.rule("alexander 8.17", "alexander 9.11")
def test_low_archers_shoot_once_more() -> None:
    r = entering(screen="low")
    enters(r, {"EL9": "fire-screen"}, [5])
    assert r.unit("EL9").screen == "no" and r.unit("EL9").supply == "full"
    assert "EL9's archers have no missiles left." in r.told()
    assert [x.missile for x in reaction.shooters(r.g, r.unit("EL9"))] == ["J"]


@pytest.mark.rule("alexander 9.11")
def test_archers_fire_without_the_riders_and_riders_without_them() -> None:
    r = entering(supply="no")
    enters(r, {"EL9": "fire"}, [3])
    assert r.unit("MI1").hits == 1 and r.unit("EL9").screen == "full"
    r = entering(screen="no")
    enters(r, {"EL9": "fire"}, [3])
    assert r.unit("MI1").hits == 1
    r = entering(screen="no", supply="no")
    r.run(movement.move, r.unit("MI1"), Move(unit="MI1", path=(1110,)), defaults=QUIET)
    assert not r.happened(Fired)


@pytest.mark.rule("alexander 9.11")
def test_archers_never_fire_on_an_order_or_in_return() -> None:
    r = kit.battle([unit("EL1", 1010, missile="J", supply="no")], [unit("LI9", 1110, "W", missile="J")]).orders("a")
    with kit.refused("8.17"):
        fire.check_fire(r.g, r.unit("EL1"), r.unit("LI9"))
    assert not reaction.can_return(r.g, r.unit("EL1"), r.unit("LI9"))


@pytest.mark.rule("alexander 9.12", "alexander 8.15")
def test_riders_fire_by_order_as_mounted_javelins() -> None:
    r = kit.battle([unit("EL1", 1010, missile="J")], [unit("MI9", 1110, "W")]).orders("a")
    assert [t.id for t in fire.targets(r.g, r.unit("EL1"))] == ["MI9"]
    assert volley.preview(r.g, r.unit("EL1"), r.unit("MI9")).needed == 3
    assert WEAPONS["J"].row("elephant") == "J_mounted"


@pytest.mark.rule("alexander 9.12")
def test_the_first_volley_may_leave_nothing_to_the_second() -> None:
    r = entering(unit("MI1", 1010, tq=3, hits=2))
    enters(r, {"EL9": "fire"}, [3])
    assert r.unit("MI1").routed and r.unit("EL9").screen == "full"


@pytest.mark.rule("alexander 8.18", "alexander 9.11")
@pytest.mark.parametrize(("enemy", "found"), [(3535, "full"), (1110, "low")])
def test_archers_reload(enemy: int, found: str) -> None:
    r = kit.battle([unit("MI1", enemy, "E")], [unit("EL9", 1211, "W", missile="J", screen="low")]).orders("a")
    r.run(fire.reload_phase)
    assert r.unit("EL9").screen == found


@pytest.mark.rule("alexander 9.12", "alexander 9.32")
def test_a_harassed_elephant_answers_with_both() -> None:
    r = kit.battle([unit("LI1", 1010, missile="J", ma=8)], [unit("EL9", 1211, "W", missile="J")]).orders("a")
    r.run(harass.harass, r.unit("LI1"), r.unit("EL9"), (1110,), answers=["no", {"EL9": "fire"}], dice=[9, 3, 3])
    assert r.unit("LI1").hits == 2 and len(r.happened(Fired)) == 3


@pytest.mark.rule("alexander 8.21", "alexander 9.12")
def test_both_fire_at_a_line_too() -> None:
    r = kit.battle(
        [unit("LC1", 1010, tq=9), unit("LC2", 1011, tq=9)],
        [unit("EL9", 1312, "W", missile="J")],
        a_leaders=[kit.leader("A", 910)],
    ).orders("a", "A")
    r.order(Line(units=("LC1", "LC2")))
    r.run(reaction.joint_entry_fire, [], dice=[])
    r.unit("LC1").hex = 1212
    r.run(reaction.joint_entry_fire, [("EL9", "LC1")], answers=[{"EL9": "fire"}], dice=[3, 3])
    assert r.unit("LC1").hits == 2


@pytest.mark.rule("alexander 9.11")
def test_what_is_shown_and_set() -> None:
    r = entering(screen="low").orders("a")
    shown = next(c for c in table(r.g).counters if c.id == "EL9")
    assert "screen-low" in shown.states and "screen-no" not in shown.states
    assert ("Its archers", "bow on foot, low") in [(str(k), v) for k, v in shown.facts]
    r.g.state.orders = None
    r.g.emit(
        Referee(r.g.afresh(r.state.model_copy(deep=True))).events(SetValue(piece="EL9", key="screen", value="no"))[0]
    )
    assert r.unit("EL9").screen == "no"
