"""What players read and are offered of missile fire: menus with chances, notes, ideas, facts, the story, the charts."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.decisions import Choice, ChooseEach, Command
from engine.kernel.inquiry import AboutPiece, AboutPlace
from engine.systems.gboh import chart_list, inquiry, special
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.missiles import reaction
from engine.systems.gboh.orders import ideas, orders
from engine.systems.simple_gboh.charts import PACKAGE
from tests.engine.simple_gboh import kit
from tests.engine.simple_gboh.kit import unit

ROMAN = {"roman": True, "legion": "I", "cls": "HA"}


def field() -> kit.Rig:
    ours = [unit("SK1", 1010, missile="B"), unit("LC1", 1015, missile="J"), unit("LG1", 1030, **ROMAN)]
    theirs = [unit("HI9", 1210, "W"), unit("EL9", 1215, "W", hits=1), unit("SK9", 1212, "W", missile="B")]
    return kit.battle(ours, theirs).turn()


def question(r: kit.Rig) -> Command:
    d = r.play()
    assert isinstance(d, Command) and d.kind == "orders"
    return d


def offered(r: kit.Rig, name: str) -> dict[str, Choice]:
    (found,) = [c for c in question(r).menu.build() if c.key == name]
    assert found.menu is not None
    return {c.key: c for c in found.menu().build()}


@pytest.mark.rule("simple-gboh 7.14", "simple-gboh 7.23")
def test_a_menu_shows_each_shot_with_its_chance_and_what_may_answer() -> None:
    found = offered(field(), "SK1")
    assert found["fire-HI9"].chance == pytest.approx(0.3) and found["fire-HI9"].note is None
    assert str(found["fire-SK9"].note) == "SK9 may answer: 40 %"


@pytest.mark.rule("simple-gboh 7.17", "simple-gboh 7.14")
def test_a_raid_at_elephants_tells_of_its_hit_and_of_the_rampage() -> None:
    raid = next(c for key, c in offered(field(), "LC1").items() if key.startswith("harass-EL9"))
    assert str(raid.label).startswith("Hit & Run at EL9 by ")
    assert str(raid.note) == "LC1 takes a hit first; a hit makes EL9 Rampage: 50 %"


@pytest.mark.rule("simple-gboh 7.1")
def test_who_has_moved_is_still_offered_its_shot_and_nothing_else() -> None:
    r = field()
    r.order(orders.Move(unit="SK1", path=(1110,)), defaults=["reaction-facing", "entry-fire", "retire-fire"], dice=[])
    found = offered(r, "SK1")
    assert found and all(key.startswith("fire-") for key in found)
    assert {i.kind for i in ideas.ideas(r.g, question(r), "SK1")} == {"fire"}


@pytest.mark.rule("simple-gboh 7.14")
def test_a_shot_that_cannot_hit_is_offered_and_no_idea() -> None:
    """A bow on horseback, two hexes from heavy infantry, after a move: a modified -1 at best."""
    r = kit.battle([kit.unit("LC1", 1010, "E", missile="A")], [kit.unit("HI9", 1310, "W")]).turn()
    r.order(orders.Move(unit="LC1", path=(1110,)), dice=[])
    assert "fire-HI9" in offered(r, "LC1")
    assert not ideas.ideas(r.g, question(r), "LC1")


@pytest.mark.rule("simple-gboh 7.17")
def test_hit_and_run_is_among_the_ideas() -> None:
    r = field()
    found = [i for i in ideas.ideas(r.g, question(r), "LC1") if isinstance(i.answer, orders.Harass)]
    assert found and all(i.chance == pytest.approx(0.4) for i in found)


def facts(r: kit.Rig, about: Any) -> list[str]:
    found = inquiry.INQUIRY.answer(r.g, (question(r),), about, ("a",))
    return [str(f.text) for s in found.sections for f in s.facts]


@pytest.mark.rule("simple-gboh 7.14", "simple-gboh 7.18")
def test_what_may_be_asked_about_a_shot() -> None:
    r = field()
    assert "Fires: SK1 at HI9, range 2: hits on 2 or less (+1 heavy infantry) (30 %)" in facts(r, AboutPiece("SK1"))
    assert "Roman legionaries and cohorts have no Missile Fire: LG1." in facts(r, AboutPiece("LG1"))
    assert any(t.startswith("Hit & Run at EL9 by") for t in facts(r, AboutPiece("LC1")))
    held = kit.battle([unit("LI1", 1010, missile="J")], [unit("HI9", 1110, "W")]).turn()
    assert "LI1 is in enemy ZOC: its javelins stay in hand." in facts(held, AboutPlace(1110, "LI1"))


@pytest.mark.rule("simple-gboh 7.14", "simple-gboh T:missile_drm")
def test_the_story_names_every_modifier() -> None:
    r = kit.battle([unit("SK1", 1010, missile="B", hits=1)], [unit("HI9", 1110, "W")]).turn()
    r.order(orders.Fire(unit="SK1", target="HI9"), dice=[3])
    (told,) = [t for t in r.told() if t.startswith("SK1 fires at HI9")]
    for part in (
        "range 1",
        "needs 5 or less",
        "+1 heavy infantry",
        "+2 heavy infantry's front",
        "+1 hits on SK1",
        "3 → 7",
    ):
        assert part in told, told


@pytest.mark.rule("simple-gboh 7.2")
def test_standing_orders_say_nothing_of_ammunition() -> None:
    kinds = {p.kind: p for p in kit.SimpleGboh.policies}
    for p in reaction.POLICIES:
        assert "ammunition-full" in p.conditions
        assert kinds[p.kind].conditions and "ammunition-full" not in kinds[p.kind].conditions
    r = kit.battle([unit("LG1", 1010, **ROMAN)], [unit("SK9", 1210, "W", missile="J")]).turn()
    move = orders.Move(unit="LG1", path=(1110,))
    r.order(move, dice=[9], answers=["fire"], defaults=["reaction-facing"])
    (item,) = next(d for d in r.decisions if isinstance(d, ChooseEach) and d.kind == "entry-fire").items
    assert item.policy is not None
    assert set(item.policy.conditions) <= set(kinds["entry-fire"].conditions)


@pytest.mark.rule("simple-gboh T:fortification_effects", "simple-gboh 11.16", "simple-gboh T:missile_range_results")
def test_the_charts_say_how_they_are_known() -> None:
    charts = {c.id: c for c in chart_list.standard(PACKAGE)}
    works = charts["fortification_effects"]
    cells = {str(row.label): row.cells for row in works.rows}
    outside = cells["walls outside"]
    assert [c.value for c in outside if c is not None] == [3, 3, 1, 4, 2, 1, "P", -3]
    assert {c.confidence for c in outside if c is not None} == {"source", "inferred"}
    fire = {
        str(row.label): [c.value for c in row.cells if c is not None][:7]
        for row in charts["missile_range_results"].rows
    }
    assert fire["A, B"][:4] == [5, 3, 3, 1] and fire["Ballista"] == [9, 7, 6, 4, 3, 2, 1]


@pytest.mark.rule("simple-gboh 7.74", "simple-gboh 7.22")
def test_who_has_just_retreated_doesnt_fire_at_who_follows() -> None:
    r = kit.battle([unit("LG1", 1010, **ROMAN)], [unit("SK9", 1110, "W", missile="J")]).turn()
    assert reaction.ready(r.g, r.unit("SK9"), r.unit("LG1"))
    r.g.version += 1
    r.g.orders.retreated.append("SK9")
    r.g.version += 1
    assert not reaction.ready(r.g, r.unit("SK9"), r.unit("LG1"))


@pytest.mark.rule("simple-gboh 7.24")
def test_before_shock_artillery_may_fire_at_activated_enemies_it_hasnt_fired_at() -> None:
    movers = [unit("LG1", 1010, **ROMAN), unit("LG2", 1012, **ROMAN)]
    r = kit.battle(movers, [unit("ART9", 1310, missile="Bolt", ma=0)]).turn(activated=["LG2"], in_command=["LG2"])

    async def before(g: Any) -> None:
        for rule in special.having(g, Special.before_shock):
            await rule.before_shock(g)

    r.run(before, dice=[9], answers=[{"ART9": "LG2"}])
    assert r.choices() == ["LG2", "hold"]
