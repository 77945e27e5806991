"""Arigaeum and Hydaspes: Indian bows, light cavalry, elephants in armour."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.gboh import special
from engine.systems.gboh.inquiry import scene
from engine.systems.gboh.missiles import fire, volley
from engine.systems.gboh.orders import moves_offered
from engine.systems.gboh.orders.orders import Fire, Move
from tests.engine.alexander import kit

MISSILES, BOWS, ELEPHANTS = "indian-missiles", "slipping", "cataphract-elephants"


def field(*rules: str, archer: dict[str, Any] | None = None, target: str = "HI1", **kw: Any) -> kit.Rig:
    """Archers of the Indians, side a, face an enemy two hexes off."""
    given = [{"id": x, "title": x, "text": "Text.", "params": {"side": "a"}} for x in rules]
    return kit.battle(
        [kit.unit("LI1", 1010, missile="I", **(archer or {})), kit.unit("LC1", 1014, missile="J")],
        [kit.unit(target, 1210, "W", tq=9), kit.unit("EL1", 1014 + 100, "W", tq=9)],
        a_leaders=[kit.leader("Porus", 1008, command_range=12, initiative=7)],
        special_rules=given,
        **kw,
    ).orders("a", "Porus")


@pytest.mark.rule("alexander 8.15")
def test_armour_counts_for_nothing_against_the_indian_bow_but_close_by() -> None:
    r = field()
    odds = volley.preview(r.g, r.unit("LI1"), r.unit("HI1"))
    assert (odds.strength, odds.modifier) == (6, 0)
    r.unit("HI1").hex = 1110
    close = volley.preview(r.g, r.unit("LI1"), r.unit("HI1"))
    assert (close.strength, close.modifier) == (9, 3)
    r.unit("LI1").missile = "A"
    r.unit("HI1").hex = 1210
    assert volley.preview(r.g, r.unit("LI1"), r.unit("HI1")).modifier == 1


def test_who_has_moved_does_not_shoot_in_that_turn_not_even_in_reaction() -> None:
    r = field(MISSILES, archer={"moved": True})
    r.refuses(MISSILES, Fire(unit="LI1", target="HI1"))
    assert fire.inability(r.g, r.unit("LI1")) is not None
    r.unit("LI1").moved = False
    assert fire.inability(r.g, r.unit("LI1")) is None


def test_nobody_shoots_by_an_order_that_moves_him() -> None:
    r = field(MISSILES)
    for after in (0, 1):
        r.refuses(MISSILES, Move(unit="LI1", path=(1110,), fire_at="HI1", fire_after=after))
    r.order(Move(unit="LI1", path=(1110,), attack=False), defaults=["leader-along", "reaction-facing"])
    r.orders("a", "Porus").refuses(MISSILES, Fire(unit="LI1", target="HI1"))


def test_who_has_shot_neither_moves_nor_turns_in_that_turn() -> None:
    r = field(MISSILES)
    r.order(Fire(unit="LI1", target="HI1"), dice=[9], defaults=["return-fire"])
    r.orders("a", "Porus")
    r.refuses(MISSILES, Move(unit="LI1", path=(1110,), attack=False))
    assert not moves_offered.menu(r.g, r.unit("LI1")).choices and fire.targets(r.g, r.unit("LI1"))
    r.order(Fire(unit="LI1", target="HI1"), dice=[8], defaults=["return-fire"])
    r.state.turn += 1
    r.orders("a", "Porus").order(
        Move(unit="LI1", path=(1110,), attack=False), defaults=["leader-along", "reaction-facing"]
    )


def test_light_cavalry_is_low_after_its_first_volley_whatever_the_die_and_out_after_its_second() -> None:
    r = field(MISSILES)
    r.order(Fire(unit="LC1", target="EL1"), dice=[5], defaults=["return-fire"])
    assert r.unit("LC1").supply == "low"
    r.orders("a", "Porus").order(Fire(unit="LC1", target="EL1"), dice=[5], defaults=["return-fire"])
    assert r.unit("LC1").supply == "no"
    plain = field()
    plain.order(Fire(unit="LC1", target="EL1"), dice=[5], defaults=["return-fire"])
    assert plain.unit("LC1").supply == "full"


@pytest.mark.parametrize(("slip", "die", "hits"), [(4, 2, 1), (4, 3, 0), (0, 6, 1), (9, 0, 0)])
def test_a_die_for_slipping_is_taken_from_the_strength(slip: int, die: int, hits: int) -> None:
    r = field(BOWS)
    r.order(Fire(unit="LI1", target="HI1"), dice=[slip, die], defaults=["return-fire"])
    assert r.unit("HI1").hits == hits
    assert [x.purpose for x in r.rolls][:2] == ["slip", "missile"]


def test_the_odds_reckon_with_slipping() -> None:
    r = field(BOWS)
    odds = volley.preview(r.g, r.unit("LI1"), r.unit("HI1"))
    # Strength 6: of a hundred pairs of dice those whose sum is 6 or less, 7 + 6 + ... + 1.
    assert odds.chances[1] == pytest.approx(0.28)
    assert "slipping" in str(odds.needs) and scene.hit_chance(odds) == pytest.approx(0.28)
    assert not volley.preview(r.g, r.unit("LC1"), r.unit("EL1")).slips


@pytest.mark.parametrize(("missile", "drm"), [("A", 2), ("J", 1), ("S", 0)])
def test_elephants_in_armour(missile: str, drm: int) -> None:
    given = [{"id": ELEPHANTS, "title": "Armour", "text": "Text.", "params": {"side": "b"}}]
    r = kit.battle([kit.unit("SK1", 1010, missile=missile)], [kit.unit("EL1", 1110, "W"), kit.unit("LC1", 1109, "W")])
    bare = volley.preview(r.g, r.unit("SK1"), r.unit("EL1")).modifier
    r = kit.battle(
        [kit.unit("SK1", 1010, missile=missile)],
        [kit.unit("EL1", 1110, "W"), kit.unit("LC1", 1109, "W")],
        special_rules=given,
    )
    assert volley.preview(r.g, r.unit("SK1"), r.unit("EL1")).modifier == bare + drm
    assert volley.preview(r.g, r.unit("SK1"), r.unit("LC1")).modifier == bare


@pytest.mark.parametrize(("battle", "rules"), [("arigaeum", [MISSILES]), ("hydaspes", [MISSILES, BOWS])])
def test_the_battles_have_them_for_the_indian_army(battle: str, rules: list[str]) -> None:
    r = kit.the(battle, options={})
    found = {x.spec.id: x.params.side for x in special.rules(r.g) if x.spec.id in (MISSILES, BOWS, ELEPHANTS)}
    assert found == dict.fromkeys(rules, "indian")
