"""Numbers, switches and strategies: Cataphract's are those its rules say and its code goes by; others have room."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import re
from itertools import pairwise

import pytest

from engine.systems.cataphract.charts import STANDARD
from engine.systems.cataphract.rules import RULES
from engine.systems.gboh import rules as family
from engine.systems.gboh.charts import Charts
from engine.systems.gboh.cohesion import cohesion, rally
from engine.systems.gboh.command import leaders, line_leave
from engine.systems.gboh.strategies import Casualty, Doom, Fall, Hurt, Leave, LeaveFacts, LineLeave, RallyRule
from tests.each import for_each
from tests.engine.cataphract import kit
from tests.engine.gboh.toys import TROOPS

FACTS = LeaveFacts(overall=False, in_reach=True, strategy=None, commanders_strategy=6, first_turn=False, momentum=False)


def facts(**changes) -> LeaveFacts:
    return dataclasses.replace(FACTS, **changes)


@for_each(
    ("field", "value"),
    [
        pytest.param("command.bypass_equals", False, marks=pytest.mark.rule("cataphract 5.44")),
        pytest.param("command.leader_joins_mp", 1, marks=pytest.mark.rule("cataphract 6.64")),
        pytest.param("command.leader_withdraws", 3, marks=pytest.mark.rule("cataphract 4.62")),
        pytest.param("movement.moved_again_at", "start", marks=pytest.mark.rule("cataphract 6.13")),
        pytest.param("movement.column_mp", 1, marks=pytest.mark.rule("cataphract 6.41")),
        pytest.param("movement.zone_turning", "half", marks=pytest.mark.rule("cataphract 7.25")),
        pytest.param("movement.reaction_turn_least", 1, marks=pytest.mark.rule("cataphract 7.14")),
        pytest.param("fire.bow_close", 3, marks=pytest.mark.rule("cataphract 8.15")),
        pytest.param("fire.most_extended", 2, marks=pytest.mark.rule("cataphract 8.16")),
        pytest.param("fire.harasses_slower", {}, marks=pytest.mark.rule("cataphract 8.32")),
        pytest.param("combat.terrain_shifts", "one", marks=pytest.mark.rule("cataphract 9.16")),
        pytest.param("combat.recovery", 2, marks=pytest.mark.rule("cataphract 10.16")),
        pytest.param("combat.recovery_under_fire", 1, marks=pytest.mark.rule("cataphract 10.16")),
        pytest.param("artillery.shots", 2, marks=pytest.mark.rule("cataphract 11.65")),
        pytest.param("artillery.reactions_a_phase", 2, marks=pytest.mark.rule("cataphract 11.66")),
    ],
)
def test_the_numbers_of_cataphract(field, value):
    group, name = field.split(".")
    assert getattr(getattr(RULES, group), name) == value


@pytest.mark.rule("cataphract 6.45", "cataphract 10.26")
def test_tq_in_column_and_in_rout():
    r = kit.battle([kit.unit("HI1", 1010, "SIDE_N", tq=6, column=True), kit.unit("HI2", 1012, tq=6, routed=True)])
    assert cohesion.tq(r.g, r.unit("HI1")) == 6 + RULES.movement.column_tq
    assert cohesion.tq(r.g, r.unit("HI2")) == 1


@pytest.mark.rule("cataphract 12.11")
def test_rout_points_of_a_leader():
    r = kit.battle(a_leaders=[kit.leader("Anna", 1010, initiative=4)])
    assert leaders.rp(r.g, r.leader("Anna")) == 20


@for_each("group", [f.name for f in dataclasses.fields(RULES)])
def test_nothing_changes_them_in_play(group):
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(RULES, group, None)


def test_every_number_names_its_case():
    """Each is explained, with a case of one of the books."""
    groups = [n for n in ast.parse(inspect.getsource(family)).body if isinstance(n, ast.ClassDef)]
    assert [g.name for g in groups] == [
        "Command",
        "Movement",
        "Fire",
        "Combat",
        "Phalanx",
        "Elephants",
        "Pursuit",
        "Artillery",
        "Rules",
    ]
    for group in groups:
        for field, after in pairwise([*group.body, None]):
            if not isinstance(field, ast.AnnAssign) or ast.unparse(field.annotation) in {g.name for g in groups}:
                continue
            told = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) and str(after.value.value)
            assert told, f"{group.name}: {ast.unparse(field)} isn't explained"
            if group.name != "Rules":
                assert re.match(r"\d+\.\d+ ", told), f"{group.name}: {ast.unparse(field)} names no case"


# -- leave for a Line Command ------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 4.33")
@pytest.mark.parametrize("at", [1012, 3030])
def test_leave_is_as_the_procedure_reckons_it(at):
    r = kit.battle(
        a_leaders=[kit.leader("Oc", 1010, strategy=6, command_range=5), kit.leader("Sub", at, "SC")],
    ).orders("a", "Sub")
    odds = line_leave.odds(r.g, r.leader("Sub"))
    leave = RULES.lines.leave(facts(in_reach=at == 1012))
    assert (leave.limit, leave.failure == "finished") == (odds.limit, odds.ends)


@pytest.mark.rule("cataphract 4.33")
def test_who_needs_no_leave_and_who_gets_none():
    assert RULES.lines.leave(facts(overall=True)).limit is None
    assert RULES.lines.leave(facts(exempt=True)).limit is None
    assert RULES.lines.leave(facts(momentum=True)).denied
    assert RULES.lines.leave(facts(commanders_strategy=None)).limit == 0, "his commander is lost"


class OwnStrategy:
    """Alexander 4.34, 4.35."""

    def leave(self, facts: LeaveFacts) -> Leave:
        if facts.overall or (not facts.momentum and (facts.first_turn or facts.exempt)):
            return Leave(limit=None)
        if facts.momentum:
            return Leave(limit=facts.strategy) if facts.earned else Leave(limit=None, denied=True)
        if facts.in_reach:
            return Leave(limit=None, forfeits_momentum=True)
        return Leave(limit=facts.strategy)


@pytest.mark.parametrize(
    ("given", "limit", "denied", "forfeits"),
    [
        ({"first_turn": True}, None, False, False),
        ({}, None, False, True),
        ({"in_reach": False, "strategy": 6}, 6, False, False),
        ({"momentum": True, "earned": True, "strategy": 6}, 6, False, False),
        ({"momentum": True}, None, True, False),
        ({"momentum": True, "overall": True}, None, False, False),
    ],
)
def test_alexanders_way_has_room(given, limit, denied, forfeits):
    strategy: LineLeave = OwnStrategy()
    found = strategy.leave(facts(**given))
    assert (found.limit, found.denied, found.forfeits_momentum) == (limit, denied, forfeits)


# -- doom --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 5.33")
@for_each("die", range(10))
def test_doom_is_as_the_chart_has_it(die):
    fall = RULES.doom.fall(die, STANDARD)
    words = {"command_paralysis": "side", "finished": "leader", "turn_over": "everybody"}
    assert fall.finishes == words[STANDARD.doom(die)]
    assert fall.turn_over == (die == 9) and not (fall.reactivates or fall.crisis)


class Crisis:
    """Alexander 5.33."""

    def fall(self, die: int, charts: Charts) -> Fall:
        return Fall(finishes="leader", reactivates=die <= 1, crisis=die == 9)


def test_alexanders_doom_has_room():
    doom: Doom = Crisis()
    assert [(f.reactivates, f.crisis) for f in (doom.fall(die, STANDARD) for die in (0, 1, 2, 8, 9))] == [
        (True, False),
        (True, False),
        (False, False),
        (False, False),
        (False, True),
    ]


# -- rally -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 10.27")
@for_each("code", ["HI1", "HC1"])
@for_each("tq", [4, 5, 6, 7])
def test_hits_after_a_rally(code, tq):
    r = kit.battle([kit.unit(code, 1010, tq=tq, routed=True)])
    unit = r.unit(code)
    assert rally.hits_after(r.g, unit) == (RULES.rally.hits(tq, RULES.troops[unit.kind]),) * 2


@pytest.mark.rule("cataphract 10.27")
def test_rally_is_by_charisma_or_lost():
    assert RULES.rally.limit(charisma=4, initiative=6) == 4
    assert RULES.rally.failure(9, 9, RULES.troops["HI"]) == "lost"
    assert not RULES.rally.once_a_turn and RULES.rally.table is None


class ByInitiative:
    """Alexander 10.27."""

    once_a_turn = True
    table = "rally"

    def limit(self, *, charisma, initiative):
        return initiative + 1

    def hits(self, tq, troop):
        raise AssertionError("the table tells")

    def failure(self, roll, tq, troop):
        return "lost" if roll > tq or troop.kind == "HI" else "flight"


def test_alexanders_rally_has_room():
    way: RallyRule = ByInitiative()
    assert way.limit(charisma=1, initiative=5) == 6
    assert [way.failure(n, 7, TROOPS["LI"]) for n in (7, 8)] == ["flight", "lost"]
    assert way.failure(7, 7, TROOPS["HI"]) == "lost"


# -- leaders hit -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 9.36")
@pytest.mark.parametrize("wounded", [False, True])
@pytest.mark.parametrize("die", [5, 6])
def test_a_leader_hit_fares_as_the_procedure_has_it(die, wounded):
    r = kit.battle(a_leaders=[kit.leader("Anna", 1010, personal_combat=5)]).orders("a")
    anna = r.leader("Anna")
    anna.wounded = wounded
    certain = RULES.casualty.certain(wounded=wounded)
    r.run(leaders.casualty, anna, "9.14", dice=[] if certain else [die])
    found = certain or RULES.casualty.hurt(die, personal_combat=5, wounded=wounded)
    assert (found.killed, found.ratings == 1) == (anna.eliminated, not anna.eliminated)


class Severity:
    """Alexander 8.34."""

    def certain(self, *, wounded):
        return None

    def hurt(self, roll, *, personal_combat, wounded):
        lost = max(0, roll - 6)
        return Hurt(killed=lost > 2 or (wounded and lost > 0), ratings=lost % 3)


def test_the_severity_table_has_room():
    way: Casualty = Severity()
    assert [way.hurt(n, personal_combat=None, wounded=False).ratings for n in (0, 6, 7, 8)] == [0, 0, 1, 2]
    assert way.hurt(9, personal_combat=None, wounded=False).killed
    assert way.hurt(7, personal_combat=None, wounded=True).killed
