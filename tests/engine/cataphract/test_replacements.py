"""4.63 Replacement leaders as the battles have them: how many, what they are, whose place they take."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.kernel.decisions import Choice, Command
from engine.systems.cataphract.special.alans import AlanActivation
from engine.systems.gboh import special, view
from engine.systems.gboh.command import command, leaders
from engine.systems.gboh.orders import orders, written
from scenarios import load
from tests.engine.cataphract import kit

ALL = ("callinicum", "casilinum", "catalaunian", "dara", "taginae", "tricameron", "utus")


def lose(r: kit.Rig, *names: str) -> None:
    for name in names:
        leader = r.leader(name)
        leader.hex, leader.eliminated, leader.status = None, True, "finished"
    r.g.version += 1


def call_up(r: kit.Rig, oc: str, old: str, new: str, to: int) -> None:
    r.orders(r.leader(oc).side, oc)
    r.order(orders.Replace(leader=new, replaces=old, to=to))
    r.g.version += 1


@pytest.mark.rule("cataphract 4.63")
@pytest.mark.parametrize("name", ALL)
def test_every_army_has_one_for_two_subordinates_rounded_up(name):
    for side in load(f"cataphract/{name}").sides:
        subordinates = sum(x.role == "SC" for x in side.leaders)
        assert len(side.replacements) == -(-subordinates // 2), side.id


@pytest.mark.rule("cataphract 4.63", "cataphract 4.1")
@pytest.mark.parametrize("name", ALL)
def test_they_are_as_the_counter_says_and_otherwise_like_contingent_commanders(name):
    battles = [load(f"cataphract/{x}") for x in ALL]
    chiefs = [x for b in battles for s in b.sides for x in s.leaders if x.role == "CC"]
    usual = Counter((x.charisma, x.personal_combat) for x in chiefs).most_common(1)[0][0]
    for side in load(f"cataphract/{name}").sides:
        for x in side.replacements:
            assert (x.command_range, x.initiative, x.line_commands, x.elite, x.role) == (3, 3, 1, False, "SC")
            assert (x.charisma, x.personal_combat) == usual
            assert x.values == "inferred" and "reconstructed" in x.note


@pytest.mark.rule("cataphract 4.63")
def test_a_lost_subordinate_comes_back_as_another_who_commands_from_the_next_turn():
    r = kit.the("tricameron")
    where = r.unit("LC1").hex
    lose(r, "Gara")
    call_up(r, "Gelimer", "Gara", "ReplX", where)
    x = r.leader("ReplX")
    assert (x.hex, x.status, x.no_shock, x.replacement, x.stands_for) == (where, "finished", True, True, "Gara")
    assert (x.initiative, x.command_range, x.line_commands) == (3, 3, 1)
    assert r.state.sides["vandal"].pool == [], "there was one"
    assert r.g.orders.orders_used == 1
    lose(r, "Tzazon")
    assert leaders.replaceable(r.g, "vandal") == [], "no more counters, no more replacements"


@pytest.mark.rule("cataphract 4.63")
def test_an_order_can_be_written_and_chosen():
    r = kit.the("tricameron")
    lose(r, "Gara")
    where = r.unit("LC1").hex
    r.state.phase = "orders"
    r.orders("vandal", "Gelimer")
    (d,) = _asked(r)
    answer = orders.Replace(leader="ReplX", replaces="Gara", to=where)
    statement = kit.write(answer)
    assert str(statement) == f"replace Gara ReplX {where:04}"
    assert written.read(r.g, d, statement) == answer
    found = [c for c in _walk(d) if c.unit == "ReplX" and c.menu is not None]
    assert [str(c.label) for c in found] == ["Replace Gara by Vandal Repl. 1"]
    assert where in {c.hex for c in found[0].menu().choices}


def _asked(r: kit.Rig) -> list[Command]:
    d = r.play()
    assert isinstance(d, Command)
    return [d]


def _walk(d: Command, depth: int = 2) -> list[Choice]:
    found: list[Choice] = []

    def into(choices, left):
        for c in choices:
            found.append(c)
            if c.menu is not None and left and c.unit is None:
                into(c.menu().choices, left - 1)

    into(d.menu, depth)
    return found


@pytest.mark.rule("cataphract 4.63", "cataphract 4.33")
def test_he_takes_over_whom_the_lost_one_could_command():
    """Cabades commands Persians and Immortals alone: so does whoever stands for him."""
    r = kit.the("callinicum")
    persian = next(u for u in r.g.units("persian") if u.contingent == "Persians")
    saracen = next(u for u in r.g.units("persian") if u.contingent not in ("Persians", "Immortals"))
    lose(r, "Cabades")
    with kit.refused("4.63"):
        leaders.can_replace(r.g, r.leader("Alamoundaras"), r.leader("ReplX"), saracen.hex, "Cabades")
    call_up(r, "Alamoundaras", "Cabades", "ReplX", persian.hex)
    x = r.leader("ReplX")
    assert command.commandable(x, persian) and not command.commandable(x, saracen)


@pytest.mark.rule("cataphract 4.63", "cataphract 4.4")
def test_and_his_overall_commander():
    r = kit.the("catalaunian")
    visigoth = next(u for u in r.g.units("west-roman") if u.contingent == "Visigoths")
    lose(r, "TheodoricII")
    assert leaders.replaceable(r.g, "west-roman", by=r.leader("Aetius")) == []
    call_up(r, "Theodoric", "TheodoricII", "ReplA", visigoth.hex)
    x = r.leader("ReplA")
    assert r.g.superior(x) is r.leader("Theodoric") and x.commands == r.leader("TheodoricII").commands


@pytest.mark.rule("cataphract 4.63")
def test_units_that_obey_certain_leaders_obey_their_replacements():
    r = kit.battle([kit.unit("HI1", 1010)], a_leaders=[kit.leader("Anna", 1010), kit.leader("John", 1012, "SC")])
    r.unit("HI1").commanded_by = ("John",)
    heir = r.leader("John").model_copy(update={"id": "Heir", "hex": 1010})
    assert not command.commandable(heir, r.unit("HI1"))
    assert command.commandable(heir.model_copy(update=r.leader("John").place), r.unit("HI1"))


@pytest.mark.rule("cataphract 4.63", "cataphract 12.11")
def test_one_who_is_lost_counts_15_and_may_be_replaced_by_another():
    r = kit.the("utus")
    where = next(r.g.units("hun")).hex
    lose(r, "Berichus")
    call_up(r, "Attila", "Berichus", "ReplX", where)
    leaders.lose(r.g, r.leader("ReplX"), "killed", "9.14")
    assert r.state.sides["hun"].rout_points == 15
    call_up(r, "Attila", "ReplX", "ReplY", where)
    assert r.leader("ReplY").stands_for == "Berichus", "the place is still that of the first"
    assert r.g.holder("Berichus") is r.leader("ReplY")


@pytest.mark.rule("cataphract 4.63")
def test_who_stands_for_sangiban_is_tested_like_him():
    r = kit.the("catalaunian")
    alan = next(u for u in r.g.units("west-roman") if u.contingent == "Alans")
    lose(r, "Sangiban")
    call_up(r, "Aetius", "Sangiban", "ReplA", alan.hex)
    rule = next(x for x in special.rules(r.g) if isinstance(x, AlanActivation))
    assert rule.risk(r.g, r.leader("ReplA")) is not None
    assert not rule.may_trump(r.g, r.leader("ReplA"))


@pytest.mark.rule("cataphract 4.63")
def test_the_roster_names_who_can_be_called_up():
    r = kit.the("taginae")
    table = view.table(r.g)
    assert [s.reserves for s in table.sides] == [("Byzantine Repl. 1", "Byzantine Repl. 2"), ("Goth Repl. 1",)]
    assert not any(x.id.startswith("Repl") for x in table.leaders)


@pytest.mark.rule("cataphract 4.63")
@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"role": "CC", "line_commands": 0}, "role"),
        ({"hex": 5108}, "hex"),
        ({"commands": ("Huns",)}, "commands"),
        ({"superior": "Belisarius"}, "superior"),
        ({"id": "John"}, "id"),
    ],
)
def test_a_pool_that_can_t_be_is_refused(change, path):
    scenario = load("cataphract/tricameron")
    side = scenario.sides[0]
    pool = (side.replacements[0].model_copy(update=change),)
    changed = scenario.model_copy(update={"sides": (side.model_copy(update={"replacements": pool}), scenario.sides[1])})
    assert [p.split(".")[-1].split(":")[0] for p in changed.problems()] == [path]
