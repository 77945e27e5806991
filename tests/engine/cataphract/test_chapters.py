"""Chapters: clauses that hang on the hooks of rules of single battles, before those, and can be left out."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.kernel.hexes import Facing
from engine.kernel.text import Refusal
from engine.systems.cataphract import chapters
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.champion import Champions
from engine.systems.cataphract.cheiroballistrae import Cheiroballistrae
from engine.systems.cataphract.discipline import Discipline
from engine.systems.cataphract.feigned import Feigned
from engine.systems.cataphract.orders import Enter, Mode, Mount, Reveal, WedgeAdvance
from engine.systems.cataphract.system import Cataphract
from engine.systems.cataphract.uncontrolled import Uncontrolled
from engine.systems.gboh import special
from engine.systems.gboh.chapter import Chapter, Special
from engine.systems.gboh.movement import movement
from engine.systems.gboh.movement.column import Column
from engine.systems.gboh.orders import kinds, written
from engine.systems.gboh.orders.orders import Move
from engine.systems.gboh.turn import sequence
from tests.engine.cataphract import kit


def without(rig: kit.Rig, chapter: type[Chapter]) -> kit.Rig:
    """The same battle in a system that hasn't the chapter."""
    g = rig.g
    rules = [r for r in g.rules if not isinstance(r, chapter)]
    assert len(rules) == len(g.rules) - 1
    rig.g = Battle(g.state, g.scenario, g.charts, g.game, rules, g.breaks)
    return rig


def test_chapters_come_first_and_the_rules_of_the_battle_in_their_order():
    g = kit.tricameron().g
    n = len(chapters.CHAPTERS)
    assert [type(r) for r in g.rules[:n]] == list(chapters.CHAPTERS)
    assert g.rules[n:] == special.rules(g)
    assert [r.spec.id for r in special.rules(g)] == [
        r.id for r in g.scenario.special_rules if not r.optional or g.state.options.get(r.id)
    ]


def test_another_position_has_rules_of_its_own():
    g = kit.tricameron().g
    other = g.afresh(g.state.model_copy(deep=True))
    assert [type(r) for r in other.rules] == [type(r) for r in g.rules]
    assert not {id(r) for r in other.rules} & {id(r) for r in g.rules}
    next(r for r in other.rules if isinstance(r, Discipline)).checks_rolled(other)
    assert next(r for r in g.rules if isinstance(r, Discipline)).waiting is None


def test_no_two_orders_of_chapters_share_an_answer_or_a_word():
    orders = Cataphract.order_kinds()
    verbs = Counter(v for o in orders for v in o.verbs)
    assert [v for v, n in verbs.items() if n > 1] == []
    assert len({o.answer for o in orders}) == len(orders)


@pytest.mark.parametrize(
    "order",
    [
        Enter(),
        Mode(unit="CH1", fire=True),
        Mount(unit="HC1", mounted=False, facing=Facing.NE),
        Reveal(unit="HC1"),
        WedgeAdvance(path=(2114, 2214)),
    ],
    ids=lambda o: o.do,
)
def test_only_chapters_write_their_orders(order):
    assert kit.write(order).tokens
    with pytest.raises(ValueError, match="is not an order"):
        written.write(order, kinds.LED)


@pytest.mark.parametrize(
    ("chapters", "prize", "following"),
    [
        ((), None, "uncontrolled"),
        ((), "a", "champion"),
        ((Champions,), "a", "uncontrolled"),
        ((Uncontrolled,), None, "select"),
        ((Champions, Uncontrolled), "a", "select"),
    ],
)
def test_a_phase_without_its_chapter_is_passed_over(chapters, prize, following):
    """What comes between elite phases and the activation of leaders is what the chapters in force bring."""
    r = kit.tricameron()
    for chapter in chapters:
        r = without(r, chapter)
    r.state.phase, r.state.elite_order, r.state.champions_prize = "elite", [], prize
    r.run(sequence.procedure(r.g, "elite"))
    assert r.state.phase == following


@pytest.mark.rule("cataphract 6.41")
def test_without_columns_nobody_forms_one():
    units = [kit.unit("HI1", 1010)], [kit.unit("HI9", 2010, "W")]
    order = Move(unit="HI1", form=Facing.SIDE_NE)
    r = kit.battle(*units).orders("a")
    movement.check_move(r.g, r.unit("HI1"), order)
    names = [c.key for c in special.unit_choices(r.g, r.unit("HI1"))]
    assert any(k.startswith("form-") for k in names)
    r = without(r, Column)
    assert [c.key for c in special.unit_choices(r.g, r.unit("HI1"))] == []
    with pytest.raises(Refusal):
        movement.check_move(r.g, r.unit("HI1"), order)


@pytest.mark.rule("cataphract 11.65")
def test_without_artillery_a_gun_fires_by_order_alone():
    r = kit.battle([kit.unit("CH1", 1010, missile="X", fire_mode=True)], [kit.unit("HI9", 1310, "W")]).orders("a")
    assert special.free_fire(r.g, r.unit("CH1")) is not None
    assert list(special.told(r.g, Special.free_choices))
    r = without(r, Cheiroballistrae)
    assert special.free_fire(r.g, r.unit("CH1")) is None
    assert not list(special.told(r.g, Special.free_choices))


@pytest.mark.rule("cataphract 6.72")
def test_without_feigned_retreat_there_is_no_such_way_of_giving_ground():
    r = kit.battle([kit.unit("LC1", 1010)], [kit.unit("HC9", 2010, "W")])
    assert [x.word for x in special.own_retreats(r.g)] == ["feign"]
    assert special.own_retreats(without(r, Feigned).g) == []


@pytest.mark.rule("cataphract 11.2")
def test_without_discipline_an_army_fights_at_its_printed_tq():
    r = kit.battle([kit.unit("HI1", 1010, tq=5)], [kit.unit("HI9", 2010, "W")])
    r.state.sides["a"].bonus = True
    assert special.tq_change(r.g, r.unit("HI1")) == 2
    assert special.tq_change(without(r, Discipline).g, r.unit("HI1")) == 0
