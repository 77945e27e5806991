"""Orders as written, read and written back."""

from __future__ import annotations

import pytest

from bot.notation.grammar import parse
from engine.kernel.decisions import Command, Decision, Pick
from engine.kernel.hexes import Facing
from engine.kernel.statement import Statement
from engine.kernel.text import Refusal, Text
from engine.systems.cataphract.orders import Enter
from engine.systems.gboh.movement import reach
from engine.systems.gboh.orders import menus, orders, written
from engine.systems.gboh.shock.plan import Attack, ShockPlan
from engine.systems.gboh.turn import orders_phase
from tests.each import for_each
from tests.engine.cataphract import kit

MOVE = orders.Move
E, NE, NW, W, SW, SE = Facing.E, Facing.NE, Facing.NW, Facing.W, Facing.SW, Facing.SE


def field() -> kit.Rig:
    r = kit.battle(
        [
            kit.unit("HC1", 1010, name="Guard cavalry"),
            kit.unit("HC2", 1012, name="Guard cavalry"),
            kit.unit("HC3", 1014, name="Household"),
            kit.unit("LC1", 1018, missile="C"),
            kit.unit("LI1", 1006, missile="J"),
            kit.unit("MI1", 1004),
            kit.unit("HI1", 1024, routed=True),
        ],
        [kit.unit("LN1", 1420, "W"), kit.unit("LN2", 3030, "W"), kit.unit("LC9", 1510, "W", ma=9)],
        a_leaders=[
            kit.leader("Anna", 1010, command_range=20),
            kit.leader("Sue", 1012, "SC"),
            kit.leader("Lost", 1014, "SC"),
        ],
        b_leaders=[kit.leader("Bert", 3030)],
    ).orders("a", "Anna")
    r.leader("Lost").eliminated, r.leader("Lost").hex = True, None
    r.g.version += 1
    return r


def question(r: kit.Rig) -> Command:
    return Command(
        kind="orders",
        side="a",
        rule="5.21",
        prompt=Text("?"),
        menu=None,  # type: ignore[arg-type]
        accept=lambda a: orders_phase.check(r.g, a),
        default_answer=orders.Done(),
    )


def statement(text: str) -> Statement:
    (found,) = parse(text)
    return found


def read(r: kit.Rig, text: str):
    return written.read(r.g, question(r), statement(text))


# The forms of the notation table, with what they mean.
FORMS = [
    ("HC1 > 1110", MOVE(unit="HC1", path=(1110,))),
    ("HC1 > 1310", MOVE(unit="HC1", path=(1109, 1209, 1309, 1310))),
    ("HC1 > 1109 @NE 1009 1008", MOVE(unit="HC1", path=(1109, NE, 1009, 1008))),
    ("HC1 > 1110 1210 @SE", MOVE(unit="HC1", path=(1110, 1210, SE))),
    ("HC1 > 1110 & Anna", MOVE(unit="HC1", path=(1110,), along=True)),
    ("LC1 > 1118 1219 x LN1", MOVE(unit="LC1", path=(1118, 1219), fire_at="LN1")),
    ("LC1 > 1118 1219 x LN1 @NE > 1218", MOVE(unit="LC1", path=(1118, 1219, NE, 1218), fire_at="LN1", fire_after=2)),
    ("LC1 x LN1 > 1117", MOVE(unit="LC1", path=(1117,), fire_at="LN1", fire_after=0)),
    ("LC1 > 1118 attack", MOVE(unit="LC1", path=(1118,), attack=True)),
    ("LC1 > 1118 keep", MOVE(unit="LC1", path=(1118,), attack=False)),
    ("HC1 @NE", MOVE(unit="HC1", path=(NE,))),
    ("LC1 x LN1", orders.Fire(unit="LC1", target="LN1")),
    ("LC1 harass LN1 1119 1220 1320", orders.Harass(unit="LC1", target="LN1", path=(1119, 1220, 1320))),
    ("MI1 form @SIDE_NE", MOVE(unit="MI1", form=Facing.SIDE_NE)),
    ("MI1 > 1104 form @SIDE_NE", MOVE(unit="MI1", path=(1104,), form=Facing.SIDE_NE)),
    ("recover HC2", orders.Recover(unit="HC2")),
    ("rally HI1 @W", orders.Rally(unit="HI1", facing=W)),
    ("rally HI1", orders.Rally(unit="HI1")),
    ("Anna > 1015", orders.MoveLeader(leader="Anna", to=1015)),
    ("line HC1 HC2", orders.Line(units=("HC1", "HC2"))),
    ("leave", orders.Permission()),
    ("replace Lost Sue 1014", orders.Replace(replaces="Lost", leader="Sue", to=1014)),
    ("enter", Enter()),
    ("done", orders.Done()),
    (
        "shock HC1 HC2 x LN1 & LC1 x LN2 LC9",
        ShockPlan(
            attacks=(
                Attack(attackers=("HC1", "HC2"), defenders=("LN1",)),
                Attack(attackers=("LC1",), defenders=("LN2", "LC9")),
            )
        ),
    ),
    ("shock none", ShockPlan()),
]


@for_each(("text", "answer"), FORMS, ids=[t for t, _ in FORMS])
def test_every_form_is_read(text, answer):
    found = read(field(), text)
    if text == "HC1 > 1310":
        # The cheapest way: 3 MP ending as it faced.
        r = field()
        assert isinstance(found, MOVE)
        end = reach.price(r.g, r.unit("HC1"), found.path)
        assert (end.hex, end.mp) == (1310, 3)
        return
    assert found == answer


@for_each(("text", "answer"), FORMS, ids=[t for t, _ in FORMS])
def test_every_form_is_written_back_and_means_the_same(text, answer):
    r = field()
    wrote = kit.write(answer)
    if isinstance(answer, orders.Move) and answer.path == (1109, 1209, 1309, 1310):
        answer = read(r, text)
        wrote = kit.write(answer)
    again = statement(str(wrote))
    assert again == wrote  # its text is its canonical form
    assert written.read(r.g, question(r), again) == answer


@for_each(
    ("text", "like"),
    [
        ("hc1 > 1110", "HC1 > 1110"),  # case
        ("1010 > 1110", "HC1 > 1110"),  # a unit by its hex
        ("household > 1114", "HC3 > 1114"),  # by its name
        ("LC1 x 1420", "LC1 x LN1"),  # an enemy by its hex
        ("anna > 1015", "Anna > 1015"),
        ("Anna 1015", "Anna > 1015"),
        ("HC1 +1", "HC1 > 1109"),
        ("HC1 > +2", "HC1 > 1109 1210"),
        ("permission", "leave"),
        ("end", "done"),
        ("LC1 > 1118 shock", "LC1 > 1118 attack"),
        ("LC1 > 1118 hold", "LC1 > 1118 keep"),
        ("LC1 x LN1 > 1117 1217", "LC1 x LN1 > 1117 > 1217"),
        ("recover 1012", "recover HC2"),
    ],
)
def test_other_ways_to_say_it(text, like):
    r = field()
    assert read(r, text) == read(r, like)


def test_ahead_alternates_between_the_front_hexes():
    r = field()
    found = read(r, "HC1 > +3")
    hexes = [h for h in found.path if not isinstance(h, Facing)]
    assert len(hexes) == 3
    assert orders_phase.check(r.g, found) is None
    assert abs(hexes[-1] % 100 - 10) <= 1 and hexes[-1] // 100 == 13


def test_one_unit_of_a_line_means_the_largest_it_can_be_in():
    r = field()
    assert read(r, "line HC1") == orders.Line(units=("HC1", "HC2", "HC3"))
    assert read(r, "line MI1") == orders.Line(units=("MI1",))


def test_a_far_hex_with_a_facing_is_the_cheapest_way_to_both():
    r = field()
    found = read(r, "HC1 > 1311 @NE")
    end = reach.price(r.g, r.unit("HC1"), found.path)
    assert (end.hex, end.facing) == (1311, NE)
    assert end.mp == reach.search(r.g, r.unit("HC1"))[1311, NE].mp


def test_fire_on_a_far_move_comes_at_its_end_or_before_it():
    r = field()
    after = read(r, "LC1 > 1219 x LN1")
    assert after.fire_at == "LN1" and after.fire_after in (None, len(after.path))
    before = read(r, "LC1 x LN1 > 1217")
    assert before.fire_after == 0
    with_turn = read(r, "LC1 > 1219 x LN1 @NE")
    # Fire comes where it stands in the order: at 1219, before the turn.
    assert with_turn.path[with_turn.fire_after - 1] == 1219 and with_turn.path[-1] == NE


# -- slips -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("HC7 > 1110", ["HC1", "HC2", "HC3"]),
        ("guard > 1110", ["HC1", "HC2"]),
        ("Guardcavalry > 1110", ["HC1", "HC2"]),
    ],
)
def test_ambiguous_and_unknown_names_come_with_candidates(text, words):
    with pytest.raises(Refusal) as no:
        read(field(), text)
    assert all(w in str(no.value) for w in words)


@for_each(
    "text",
    [
        "HC1",  # what should it do?
        "HC1 >",
        "Zebra > 1110",
        "2525 > 1110",  # nobody there
        "HC1 > 1110 banana",
        "LC1 x",
        "LC1 x Nobody",
        "Anna > HC1",
        "Anna",
        "recover",
        "recover Anna",
        "recover HC2 HC3",
        "rally",
        "done now",
        "leave 1010",
        "enter 6010",
        "line Anna",
        "line HC7",
        "replace Lost Sue",
        "replace Lost Sue HC1",
        "replace Zebra Sue 1014",
        "MI1 form",
        "MI1 form NE",
        "MI1 > 1104 form",
        "HC1 > +0",
        "HC1 & Anna",
        "shock HC1 @NE x LN1",
    ],
)
def test_slips_are_refused(text):
    r = field()
    before = r.state.model_dump_json()
    with pytest.raises(Refusal):
        read(r, text)
    assert r.state.model_dump_json() == before


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("HC1 > 2510", "6.11"),  # out of reach
        ("HC1 > 3030", "6.62"),  # an enemy's hex, however far
        ("HC1 > 1310 @SIDE_NE", "7.12"),
        ("replace Lost Sue HC1", "4.63"),
    ],
)
def test_slips_a_case_forbids_name_it(text, rule):
    with kit.refused(rule):
        read(field(), text)


@pytest.mark.rule("cataphract 4.21")
def test_enemy_pieces_are_read_and_refused_by_the_rules():
    r = field()
    with kit.refused("4.21"):
        read(r, "LN1 > 1320")
    r.refuses("8.13", read(r, "LC1 x HC1"))
    with kit.refused("4.4"):
        read(r, "Bert > 3031")


def test_lists_are_answered_from_their_lists():
    r = field()
    d = Decision(kind="trump", side="a", rule="5.42", prompt=Text("?"))
    with kit.refused("5.42"):
        written.read(r.g, d, statement("HC1 > 1110"))


def test_answers_that_are_no_orders_cannot_be_written():
    with pytest.raises(ValueError):
        kit.write(Pick(key="yes"))


def test_every_order_of_the_menus_survives_writing_and_reading():
    r = kit.tricameron().orders("byzantine", "Belisarius")
    seen = 0
    todo = [menus.orders_menu(r.g, r.leader("Belisarius"))]
    q = question(r)
    q.side = "byzantine"
    while todo and seen < 400:
        for c in todo.pop():
            if c.menu is not None:
                todo.append(c.menu())
            elif c.answer is not None:
                orders_phase.check(r.g, c.answer)
                again = written.read(r.g, q, statement(str(kit.write(c.answer))))
                assert again == c.answer
                seen += 1
    assert seen >= 400


@pytest.mark.rule("cataphract 6.61", "cataphract 6.62")
def test_a_hex_that_is_taken_is_named_as_the_reason():
    r = kit.battle(
        [kit.unit("HC1", 1010), kit.unit("HC2", 1210)],
        [kit.unit("LN9", 1310, "W")],
        a_leaders=[kit.leader("Anna", 1010)],
    ).orders("a", "Anna")
    for text, rule in (("HC1 > 1210", "6.61"), ("HC1 > 1310", "6.62")):
        with kit.refused(rule):
            read(r, text)
