"""10.1, 10.3 The Shock part: designations, engagements, results together; how it is written and guided."""

from __future__ import annotations

import pytest

from bot.notation import grammar
from engine.kernel.decisions import Command
from engine.kernel.statement import Statement
from engine.systems.men_of_iron import shock, shock_phase
from engine.systems.men_of_iron.events import (
    AttacksDesignated,
    AttacksLeft,
    Fought,
    UnitDisordered,
    UnitEliminated,
    UnitMoved,
)
from engine.systems.men_of_iron.orders import Done, Fire, Shock
from engine.systems.men_of_iron.reader import Reader
from engine.systems.men_of_iron.shock import engagement, notation, planning
from engine.systems.men_of_iron.special import Special, kinds
from engine.systems.men_of_iron.state import Attack
from tests.engine.men_of_iron import kit
from tests.engine.men_of_iron.kit import refused, unit
from tests.engine.men_of_iron.shock_kit import drm, field, fight, plan

ASIDE = ("retreat", "retire", "advance", "counter-charge", "retreat-before-shock")


def refuses(r, rule, *plans):
    with refused(rule):
        shock_phase.check(r.g, Shock(attacks=plans))


def targets(r, *plans):
    from engine.systems.men_of_iron.shock.designation import settle

    return {a.unit: a.targets for a in settle(r.g, Shock(attacks=plans))}


# -- 10.1 who may attack ---------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 10.1", "men-of-iron T-MATRIX")
@pytest.mark.parametrize("kind", ["LB", "CB", "SL", "MH", "DH"])
def test_types_without_a_row_never_attack(kind):
    r = field([unit(f"{kind}1", 1010, "E")], [unit("LB5", 1110, "W")])
    refuses(r, "10.1", plan(f"{kind}1", "LB5"))
    assert not shock.plans(r.g)


@pytest.mark.rule("men-of-iron 10.1")
@pytest.mark.parametrize("kind", ["MM", "DM", "UH", "AX", "PK", "GE"])
def test_types_with_a_row_may(kind):
    r = field([unit(f"{kind}1", 1010, "E")], [unit("LB5", 1110, "W")])
    assert targets(r, plan(f"{kind}1")) == {f"{kind}1": ["LB5"]}


@pytest.mark.rule("men-of-iron 10.1", "men-of-iron NA-4")
def test_genitors_attack_light_types_alone():
    r = field([unit("GE1", 1010, "E")], [unit("DM5", 1109, "W"), unit("SL5", 1110, "W")])
    refuses(r, "10.1", plan("GE1", "DM5"))
    # DM5 in its front is not a unit it could attack, and so needn't.
    assert targets(r, plan("GE1")) == {"GE1": ["SL5"]}


@pytest.mark.rule("men-of-iron 10.1", "men-of-iron 6.1")
def test_only_front_hexes():
    r = field([unit("DM1", 1010, "E")], [unit("LB5", 1009, "W"), unit("LB6", 1109, "W")])
    refuses(r, "10.1", plan("DM1", "LB5"))
    r = field([unit("DM1", 1010, "E")], [unit("LB5", 1009, "W")])
    refuses(r, "10.1", plan("DM1"))


@pytest.mark.rule("men-of-iron 10.1", "men-of-iron 12.4", "men-of-iron 14.1")
@pytest.mark.parametrize(
    ("state", "rule"),
    [
        ({"retired": True, "disordered": True}, "12.4"),
        ({"formation": "shield-wall"}, "14.1"),
        ({"formation": "schiltron"}, "FK-1"),
    ],
)
def test_states_in_which_nobody_attacks(state, rule):
    r = field([unit("PK1", 1010, "E", **state)], [unit("LB5", 1110, "W")])
    refuses(r, rule, plan("PK1"))


@pytest.mark.rule("men-of-iron BB-1")
def test_a_schiltron_that_may_move_may_attack(monkeypatch):
    class Marching(Special):
        def formation_ma(self, g, unit):
            return 2

    monkeypatch.setattr(kinds, "KINDS", {"marching": Marching})
    r = field(
        [unit("PK1", 1010, "E", formation="schiltron")], [unit("LB5", 1110, "W")], rules=[kit.special("marching")]
    )
    assert targets(r, plan("PK1")) == {"PK1": ["LB5"]}


@pytest.mark.rule("men-of-iron 10.1", "men-of-iron 4.1")
def test_only_the_active_command():
    r = field(
        [unit("DM1", 1010, "E"), unit("DM2", 1012, "E", command="C")], [unit("LB5", 1110, "W"), unit("LB6", 1112, "W")]
    )
    refuses(r, "10.1", plan("DM2", "LB6"))
    refuses(r, "10.1", plan("LB5", "DM1"))
    refuses(r, "10.1", plan("XX1"))
    refuses(r, "10.1", plan("DM1", "DM2"))


@pytest.mark.rule("men-of-iron 10.1", "men-of-iron 9.2")
def test_who_has_moved_or_fired_may_attack():
    act = {"mp": {"GE1": 3}, "moved": ["GE1"], "fired": ["GE1"]}
    r = field([unit("GE1", 1010, "E")], [unit("LB5", 1110, "W")], act=act)
    assert targets(r, plan("GE1")) == {"GE1": ["LB5"]}


@pytest.mark.rule("men-of-iron PO-2", "men-of-iron 10.1")
def test_who_has_worked_may_not():
    r = field([unit("DM1", 1010, "E")], [unit("LB5", 1110, "W")], act={"worked": ["DM1"]})
    refuses(r, "10.1", plan("DM1"))


# -- 10.3 designation ------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 10.3")
def test_everybody_in_front_is_attacked_by_somebody():
    r = field(
        [unit("DM1", 1010, "E"), unit("DM2", 1011, "NE")],
        [unit("LB5", 1109, "W"), unit("LB6", 1110, "W")],
    )
    refuses(r, "10.3", plan("DM1", "LB5"))
    assert targets(r, plan("DM1", "LB5", "LB6")) == {"DM1": ["LB5", "LB6"]}
    assert targets(r, plan("DM1", "LB5"), plan("DM2", "LB6")) == {"DM1": ["LB5"], "DM2": ["LB6"]}
    # Attacking is voluntary: DM2 need not.
    assert targets(r, plan("DM1")) == {"DM1": ["LB5", "LB6"]}


@pytest.mark.rule("men-of-iron 10.3")
def test_without_names_it_takes_who_is_left_else_everybody():
    r = field(
        [unit("DM1", 1010, "E"), unit("DM2", 1011, "NE")],
        [unit("LB5", 1109, "W"), unit("LB6", 1110, "W")],
    )
    assert targets(r, plan("DM2"), plan("DM1")) == {"DM2": ["LB6"], "DM1": ["LB5"]}
    assert targets(r, plan("DM1"), plan("DM2")) == {"DM1": ["LB5", "LB6"], "DM2": ["LB6"]}


@pytest.mark.rule("men-of-iron 10.3")
def test_a_unit_attacks_once():
    r = field([unit("DM1", 1010, "E")], [unit("LB5", 1110, "W")])
    refuses(r, "10.3", plan("DM1"), plan("DM1"))


@pytest.mark.rule("men-of-iron 10.3")
def test_other_answers():
    r = field([unit("DM1", 1010, "E")], [unit("LB5", 1110, "W")])
    with refused("3.1"):
        shock_phase.check(r.g, Fire(unit="DM1", target="LB5"))
    shock_phase.check(r.g, Done())


@pytest.mark.rule("men-of-iron 10.3", "men-of-iron 3.1")
@pytest.mark.parametrize("answer", [Shock(), Done()])
def test_attacking_is_voluntary(answer):
    r = field([unit("DM1", 1010, "E")], [unit("LB5", 1110, "W")])
    r.run(shock_phase.designate, answers=[answer])
    assert r.state.phase == "end" and not r.happened(AttacksDesignated)
    assert r.decisions[0].default == Shock()


@pytest.mark.rule("men-of-iron 10.3")
def test_nobody_is_asked_where_nobody_could_attack():
    r = field([unit("DM1", 1010, "E")], [unit("LB5", 1310, "W")])
    r.run(shock_phase.designate)
    assert r.state.phase == "end" and not r.decisions


@pytest.mark.rule("men-of-iron 10.3")
def test_everything_is_designated_before_anything_is_fought():
    r = field([unit("DM1", 1010, "E"), unit("DM2", 1014, "E")], [unit("LB5", 1110, "W"), unit("LB6", 1114, "W")])
    r.run(shock_phase.designate, answers=[Shock(attacks=(plan("DM1"), plan("DM2")))])
    assert r.state.phase == "resolve" and not r.rolls
    assert [a.unit for a in r.g.act.attacks] == ["DM1", "DM2"]
    assert r.g.act.acted == ["DM1", "DM2"]


# -- 10.3 engagements ------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 10.3")
def test_engagements_are_what_designations_connect():
    def a(name, *at):
        return Attack(unit=name, targets=list(at))

    attacks = [a("A", "1"), a("B", "2"), a("C", "3"), a("D", "1", "3"), a("E", "4")]
    assert [[x.unit for x in group] for group in engagement.groups(attacks)] == [["A", "C", "D"], ["B"], ["E"]]
    assert engagement.groups([]) == []


@pytest.mark.rule("men-of-iron 10.3")
def test_the_attacker_orders_engagements_one_at_a_time():
    r = field([unit("DM1", 1010, "E"), unit("DM2", 1014, "E")], [unit("LB5", 1110, "W"), unit("LB6", 1114, "W")])
    r.run(shock_phase.designate, answers=[Shock(attacks=(plan("DM1"), plan("DM2")))])

    def look(d):
        assert d.kind == "attack-order" and d.policy.free and d.policy.yes == d.default_key == "DM1"
        return "DM2"

    r.run(shock.resolve, dice=[2], answers=[look])
    assert [e.defender for e in r.happened(Fought)] == ["LB6"]
    assert r.state.phase == "resolve" and [a.unit for a in r.g.act.attacks] == ["DM1"]
    assert r.happened(AttacksLeft)
    r.run(shock.resolve, dice=[2])
    assert r.state.phase == "end"
    assert r.g.act.attacked == ["LB6", "LB5"]


@pytest.mark.rule("men-of-iron 10.3/multi", "men-of-iron 10.3", "men-of-iron 10.4(1)")
def test_one_against_two():
    """First example of 10.3: two rolls at -1, adverse results add up."""
    r = field([unit("AX1", 1010, "E")], [unit("PK5", 1109, "W"), unit("PK6", 1110, "W")])
    # +1 matrix -1 strength = 0. 0: AD AR1; 6: DD, rolled on the state before any result.
    fight(r, plan("AX1"), dice=[0, 6], defaults=ASIDE)
    assert [drm(r, i)["10.4(1)"] for i in (0, 1)] == [-1, -1]
    assert "10.4(7)" not in drm(r, 1)
    assert r.unit("PK6").disordered and not r.unit("PK5").disordered
    assert r.unit("AX1").disordered and r.unit("AX1").hex != 1010
    order = [type(e) for e in r.events if isinstance(e, Fought | UnitDisordered | UnitMoved)]
    assert order == [Fought, Fought, UnitDisordered, UnitDisordered, UnitMoved]


@pytest.mark.rule("men-of-iron 10.3/multi", "men-of-iron 12.2")
def test_a_second_disorder_has_no_effect():
    r = field([unit("AX1", 1010, "E")], [unit("PK5", 1109, "W"), unit("PK6", 1110, "W")])
    fight(r, plan("AX1"), dice=[1, 1])
    assert [e.unit for e in r.happened(UnitDisordered)] == ["AX1"]


@pytest.mark.rule("men-of-iron 10.3", "men-of-iron 10.4(1)")
def test_several_against_one_share_its_result():
    r = field([unit("AX1", 1010, "E"), unit("AX2", 1011, "NE")], [unit("PK5", 1110, "W")])
    # +1 +1 = 2; 0: AD for both.
    fight(r, plan("AX1"), plan("AX2"), dice=[0])
    assert [e.attackers for e in r.happened(Fought)] == [["AX1", "AX2"]]
    assert r.unit("AX1").disordered and r.unit("AX2").disordered
    assert drm(r)["10.4(1)"] == 1


@pytest.mark.rule("men-of-iron 10.3", "men-of-iron 10.4(1)")
def test_two_against_two_in_a_chain():
    """DM1 attacks both, DM2 one of them: that one at 2 against 2, the other at 1 against 2."""
    r = field(
        [unit("DM1", 1010, "E"), unit("DM2", 1011, "NE")],
        [unit("LB5", 1109, "W"), unit("LB6", 1110, "W")],
    )
    fight(r, plan("DM1"), plan("DM2", "LB6"), dice=[2, 2])
    assert drm(r, 0)["10.4(1)"] == -1 and "10.4(1)" not in drm(r, 1)


@pytest.mark.rule("men-of-iron 10.3", "men-of-iron 10.4(3)")
def test_the_first_attack_of_the_detailed_example():
    """Part 3: X, Disordered, against B: +1 +2 -2; 2 gives 3, attacker Disordered, which X is."""
    r = field([unit("DM1", 1010, "E", disordered=True)], [unit("LB5", 1110, "W")])
    fight(r, plan("DM1"), dice=[2])
    assert drm(r) == {"10.4(3)": 1, "10.4(6)": 2, "10.4(7)": -2}
    assert r.rolls[0].total == 3 and r.rolls[0].result == "attacker Disordered"
    assert r.unit("LB5").normal and not r.happened(UnitDisordered)


@pytest.mark.rule("men-of-iron 12.4", "men-of-iron 10.4(8)")
def test_any_adverse_result_eliminates_the_retired():
    r = field([unit("UH1", 1010, "E")], [unit("AX5", 1110, "W", disordered=True, retired=True)])
    # -1 matrix +1 +2 = 2; 2: DR1.
    fight(r, plan("UH1"), dice=[2], answers=["UH1-1110-E"])
    assert r.happened(UnitEliminated) and drm(r)["10.4(8)"] == 2


@pytest.mark.rule("men-of-iron FK-3", "men-of-iron 10.3")
def test_who_leaves_when_threatened_is_not_fought(monkeypatch):
    from engine.systems.men_of_iron.events import CommandLeft

    class Leaves(Special):
        async def threatened(self, g, unit):
            if unit.id == "MM5":
                g.emit(CommandLeft(command="C", story="They leave."))

    monkeypatch.setattr(kinds, "KINDS", {"leaves": Leaves})
    r = field(
        [unit("DM1", 1010, "E")],
        [unit("MM5", 1109, "W", command="C"), unit("LB5", 1110, "W")],
        rules=[kit.special("leaves")],
    )
    fight(r, plan("DM1"), dice=[2])
    assert [e.defender for e in r.happened(Fought)] == ["LB5"]
    assert "10.4(1)" not in drm(r)


# -- plans, menus, notation ------------------------------------------------------------------------------------------


def crowd():
    return field(
        [unit("DM1", 1010, "E"), unit("DM2", 1011, "NE"), unit("MM3", 1014, "E"), unit("LB4", 1016, "E")],
        [unit("LB5", 1109, "W"), unit("LB6", 1110, "W"), unit("AX7", 1214, "W"), unit("DM8", 1116, "W")],
    )


@pytest.mark.rule("men-of-iron 10.1", "men-of-iron 10.3")
def test_all_that_could_be_designated():
    r = crowd()
    assert {p.unit.id for p in shock.plans(r.g)} == {"DM1", "DM2", "MM3"}
    everybody = planning.everybody(r.g)
    assert {a.unit for a in everybody.attacks} == {"DM1", "DM2", "MM3"}
    shock_phase.check(r.g, everybody)
    # Each archer is left to one of the two: no -1 for strength that way.
    assert sorted(map(tuple, targets(r, *everybody.attacks).values())) == [("AX7",), ("LB5",), ("LB6",)]


@pytest.mark.rule("men-of-iron 10.3")
def test_promising_attacks_leave_bad_ones_out():
    r = field(
        [unit("DM1", 1010, "E"), unit("UH2", 1014, "E", disordered=True)],
        [unit("LB5", 1110, "W"), unit("MM6", 1114, "W")],
    )
    assert [a.unit for a in planning.promising(r.g).attacks] == ["DM1"]
    assert [a.unit for a in planning.everybody(r.g).attacks] == ["DM1", "UH2"]


@pytest.mark.rule("men-of-iron 10.3", "men-of-iron 11.3")
def test_every_path_through_the_menu_ends_in_a_legal_order():
    r = crowd()
    seen = []

    def walk(menu, depth):
        keys = [c.key for c in menu]
        assert len(keys) == len(set(keys))
        for c in menu:
            if c.answer is not None:
                shock_phase.check(r.g, c.answer)
                seen.append(c.answer)
            elif depth:
                assert c.leads is None or shock_phase.check(r.g, c.leads) is None
                walk(c.menu(), depth - 1)

    walk(shock.menu(r.g), 6)
    assert Shock() in seen
    assert {len(o.attacks) for o in seen} == {0, 1, 2, 3}
    notes = [str(c.note) for c in shock.menu(r.g) if c.note is not None]
    assert all("%" in n for n in notes) and notes


@pytest.mark.rule("men-of-iron 10.3")
def test_the_question():
    r = crowd()
    r.run(shock_phase.designate, answers=[Shock()])
    (d,) = r.decisions
    assert isinstance(d, Command) and d.kind == "shock" and d.side == "a"
    with refused("10.1"):
        d.check(Shock(attacks=(plan("LB4"),)))


def after_verb(g, text):
    """A reader of a statement whose verb has been taken."""
    (statement,) = grammar.parse(text)
    return Reader(g, "a", Statement(statement.tokens[1:]))


@pytest.mark.parametrize(
    ("text", "plans"),
    [
        ("shock DM1 x LB5 LB6", [plan("DM1", "LB5", "LB6")]),
        ("shock DM1, DM2 x LB6", [plan("DM1"), plan("DM2", "LB6")]),
        ("shock MM3 > 1114 x AX7", [plan("MM3", "AX7", way=[1114])]),
        (
            "shock DM2 x LB6, MM3 > @NE 1113 @E, DM1 x LB5",
            [plan("DM2", "LB6"), plan("MM3", way=["NE", 1113, "E"]), plan("DM1", "LB5")],
        ),
        ("shock 1010 x 1109 1110 1011 x 1110", [plan("DM1", "LB5", "LB6"), plan("DM2", "LB6")]),
        ("shock none", []),
    ],
)
@pytest.mark.rule("men-of-iron 10.3")
def test_written_orders(text, plans):
    r = crowd()
    order = notation.read(after_verb(r.g, text))
    assert order == Shock(attacks=tuple(plans))
    again = grammar.format_statements([Statement(tuple(notation.write(order)))])
    assert notation.read(after_verb(r.g, again)) == order


@pytest.mark.rule("men-of-iron 10.3")
def test_written_wholesale():
    r = crowd()
    assert notation.read(after_verb(r.g, "shock all")) == planning.everybody(r.g)
    assert notation.read(after_verb(r.g, "shock good")) == planning.promising(r.g)
    for bad in ("shock", "shock all DM1", "shock DM1 x"):
        with refused("10.3"):
            notation.read(after_verb(r.g, bad))
