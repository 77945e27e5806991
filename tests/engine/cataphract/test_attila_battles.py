"""What the Utus and the Catalaunian Fields have in common: the rules of Attila's battles, and whole battles."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.kernel.game import Game, digest, rebuild
from engine.kernel.statement import Statement, Word
from engine.kernel.text import Refusal
from engine.players import random_answer
from engine.systems import registry
from engine.systems.cataphract import feints
from engine.systems.cataphract.state import initial_state
from engine.systems.cataphract.system import Cataphract
from engine.systems.gboh import deployment, view
from engine.systems.gboh.cohesion import rout
from engine.systems.gboh.command import line_command, line_composition
from engine.systems.gboh.movement import reach, retreats, withdrawal
from engine.systems.gboh.orders import menus, moves_foretold, orders, written
from engine.systems.gboh.shock import clash
from engine.systems.gboh.turn import activation
from scenarios import load
from tests.each import for_each
from tests.engine.cataphract import kit
from tests.engine.cataphract.test_attila_lines import FOE, leader, unit
from tests.engine.cataphract.test_battles import HEAVY, SeededDice

BATTLES = ("utus", "catalaunian")
SEEDS = range(30) if HEAVY else range(1)


# -- no-size -----------------------------------------------------------------------------------------------------------


def shifts(attackers: int, defenders: int, *, sizes: bool = False, hill: bool = False) -> list[tuple[int, str]]:
    """Column shifts of so many units at 1010-1012 against so many at 1110-1112."""
    r = kit.field(
        units=[
            *(unit(f"HC{n}", 1009 + n, size=0 if not sizes else 9) for n in range(1, attackers + 1)),
            *(unit(f"MI{n}", 1109 + n, "W", "b", size=0 if not sizes else 3) for n in range(1, defenders + 1)),
        ],
        levels={1109 + n: 1 for n in range(1, 4)} if hill else {},
        special_rules=[] if sizes else [kit.special("no-size")],
    )
    mine, theirs = list(r.g.units("a")), list(r.g.units("b"))
    reckoning = clash.reckon(r.g, mine, theirs, mine[0], theirs[0])
    return [(m.value, m.rule) for m in reckoning.shifts]


@pytest.mark.rule("cataphract 9.16")
@for_each(("attackers", "defenders"), [(1, 1), (2, 1), (3, 1), (1, 2), (1, 3), (3, 2), (2, 3), (3, 3)])
def test_a_column_for_each_unit_more_or_fewer(attackers, defenders):
    expected = [(attackers - defenders, "no-size")] if attackers != defenders else []
    assert shifts(attackers, defenders) == expected
    # Terrain counts besides.
    assert len(shifts(attackers, defenders, hill=True)) == len(expected) + 1


@pytest.mark.rule("cataphract 9.16")
def test_without_the_rule_sizes_count():
    assert shifts(1, 1, sizes=True) == [(2, "9.16")]


@pytest.mark.parametrize("name", BATTLES)
def test_no_size_is_shown(name):
    scenario = load(f"cataphract/{name}")
    table = view.table(Cataphract(scenario).context(initial_state(scenario)))
    assert table.counters and all(c.size is None for c in table.counters)
    assert not any(str(label) == "Size" for c in table.counters for label, _ in c.facts)


# -- sc-line-command ---------------------------------------------------------------------------------------------------


def subordinate(at: int = 1013, turn: int = 2, **values: Any) -> kit.Rig:
    """Sue, Initiative 4, with HC1 and HC2; Anna the OC (Range 5, Strategy 5) at 1010."""
    r = kit.field(
        units=[unit("HC1", at), unit("HC2", at + 1), unit("HC3", at + 3, hits=1), FOE],
        leaders=[leader("Anna", 1010), leader("Sue", at, role="SC", initiative=4), leader("Att", 2915, "b")],
        special_rules=[kit.special("sc-line-command")],
    )
    r.state.turn = turn
    for k, v in values.items():
        setattr(r.leader("Sue"), k, v)
    return r.orders("a", "Sue")


TWO = orders.Line(units=("HC1", "HC2"))
FAR = 1016


@pytest.mark.rule("cataphract 4.33")
@pytest.mark.parametrize("momentum", [False, True])
def test_within_the_ocs_range_a_subordinate_commands_lines_without_a_roll(momentum):
    r = subordinate(1015).orders("a", "Sue", momentum=momentum)
    lines = [c for c in menus.orders_menu(r.g, r.leader("Sue")) if c.key.startswith("line")]
    assert lines and not any("leave" in str(c.label) for c in lines)
    assert all(c.key != "permission" for c in menus.orders_menu(r.g, r.leader("Sue")))
    r.refuses("sc-line-command", orders.Permission())
    r.order(TWO)
    assert r.state.phase == "line" and r.rolls == []


@pytest.mark.rule("cataphract 4.33")
@for_each("die", range(10))
def test_outside_it_he_rolls_his_initiative_and_is_not_finished(die):
    r = subordinate(FAR)
    assert any("Ask leave" in str(c.label) for c in menus.orders_menu(r.g, r.leader("Sue")) if c.key.startswith("line"))
    r.order(TWO, dice=[die])
    assert r.rolls[0].rule == "sc-line-command" and r.rolls[0].needs == "4 or less"
    if die <= 4:
        assert r.state.phase == "line"
        return
    assert (r.state.phase, r.leader("Sue").status, r.g.orders.lines_used) == ("orders", "active", 0)
    assert "Sue may give Individual Orders only in this phase." in r.told()
    r.refuses("4.33", TWO)
    r.order(orders.Recover(unit="HC3"))


@pytest.mark.rule("cataphract 4.33", "cataphract 9.14")
def test_a_wounded_mans_initiative_is_lower():
    r = subordinate(FAR, wounded=True)
    r.order(TWO, dice=[4])
    assert r.state.phase == "orders" and r.rolls[0].needs == "3 or less"


@pytest.mark.rule("cataphract 4.33")
def test_on_the_first_turn_nobody_rolls():
    r = subordinate(FAR, turn=1)
    r.order(TWO)
    assert r.state.phase == "line" and r.rolls == []


@pytest.mark.rule("cataphract 4.33", "cataphract 5.32")
def test_every_orders_phase_is_tested_again():
    r = subordinate(FAR)
    r.order(orders.Permission(), dice=[0])
    assert r.leader("Sue").line_permission is True
    r.run(lambda g: activation.activate(g, r.leader("Sue"), again=True))
    assert r.g.orders.momentum and r.leader("Sue").line_permission is None
    r.order(TWO, dice=[9])
    assert r.leader("Sue").line_permission is False
    r.run(lambda g: activation.activate(g, r.leader("Sue"), again=True))
    r.order(TWO, dice=[0])
    assert r.state.phase == "line"


@pytest.mark.rule("cataphract 4.33")
def test_leave_comes_before_any_order():
    r = subordinate(FAR)
    r.order(orders.Recover(unit="HC3"))
    r.refuses("4.33", orders.Permission())
    r.refuses("4.31", TWO)


@pytest.mark.rule("cataphract 4.33")
def test_with_the_oc_lost_everybody_is_outside():
    r = subordinate(1013)
    r.leader("Anna").hex, r.leader("Anna").eliminated = None, True
    r.order(TWO, dice=[5])
    assert r.state.phase == "orders"


@pytest.mark.rule("cataphract 4.33", "cataphract 4.5")
def test_contingent_commanders_still_have_none_and_the_oc_needs_no_leave():
    r = subordinate(FAR)
    r.leader("Sue").role = "CC"
    r.refuses("4.5", TWO)
    r = subordinate(1013).orders("a", "Anna")
    r.order(TWO)
    assert r.rolls == []


# -- cav-no-ow-vs-cav --------------------------------------------------------------------------------------------------


def approached(faster: str, mover: str, *, rule: bool = True, **values: Any) -> kit.Rig:
    r = kit.field(
        units=[
            unit(f"{faster}1", 1010, **values),
            unit(f"{faster}2", 1011, **values),
            unit(f"{mover}9", 1210, "W", "b"),
        ],
        leaders=[leader("Anna", 905), leader("Att", 2915, "b")],
        special_rules=[kit.special("cav-no-ow-vs-cav")] if rule else [],
    )
    return r.orders("b", "Att")


def window(r: kit.Rig, mover: str, *answers: Any) -> None:
    """The mover has just come up: who withdraws?"""
    r.run(lambda g: withdrawal.orderly_withdrawal(g, r.unit(mover), starting=False), answers=answers)


@pytest.mark.rule("cataphract 6.51", "cataphract 6.58")
@pytest.mark.parametrize("mover", ["HC", "LN", "LC"])
def test_cavalry_stands_before_cavalry_alone_and_as_a_line(mover):
    r = approached("LC", mover, ma=12)
    lc, foe = r.unit("LC1"), r.unit(f"{mover}9")
    no = retreats.bar(r.g, lc, foe)
    assert no is not None and no.rule == "cav-no-ow-vs-cav" and "cavalry" in str(no)
    assert withdrawal.line_of(r.g, lc, foe, foe.at) == []
    window(r, foe.id)  # nobody is asked
    r = approached("LC", mover, rule=False, ma=12)
    assert retreats.bar(r.g, r.unit("LC1"), r.unit(f"{mover}9")) is None


@pytest.mark.rule("cataphract 6.51")
@pytest.mark.parametrize(("faster", "mover"), [("LC", "MI"), ("HC", "HI"), ("LC", "LI"), ("LI", "HI")])
def test_from_infantry_and_as_infantry_units_withdraw_as_ever(faster, mover):
    r = approached(faster, mover)
    assert retreats.bar(r.g, r.unit(f"{faster}1"), r.unit(f"{mover}9")) is None
    window(r, f"{mover}9", "stay")


@pytest.mark.rule("cataphract 6.51")
def test_fast_foot_may_leave_slow_cavalry():
    r = approached("LI", "HC", ma=12)
    assert retreats.bar(r.g, r.unit("LI1"), r.unit("HC9")) is None


@pytest.mark.rule("cataphract 6.71", "cataphract 6.72")
def test_light_horse_may_still_feign():
    r = approached("LC", "HC", feigns=True)
    r.unit("HC9").feint_reaction = 2
    assert feints.possible(r.g, r.unit("LC1"), r.unit("HC9"), 1210)
    seen = []

    def look(d):
        seen.extend({c.key for c in i.choices} for i in d.items)
        return "stay"

    window(r, "HC9", look)
    assert seen and all(keys == {"feign", "stay"} for keys in seen)


def test_the_menu_of_moves_foresees_no_withdrawal_of_cavalry():
    notes = {}
    for rule in (True, False):
        r = approached("LC", "HC", rule=rule, ma=12)
        node = next(n for n in reach.search(r.g, r.unit("HC9")).values() if n.hex == 1211)
        notes[rule] = str(moves_foretold.consequences(r.g, r.unit("HC9"), node))
    assert "may withdraw" in notes[False] and "may withdraw" not in notes[True]


# -- li-rp -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 12.11")
def test_light_foot_and_artillery_at_the_utus_score_little():
    state = initial_state(load("cataphract/utus"))
    points = {u.type: rout.points(u) for u in state.units.values() if u.side == "east-roman" and u.type in ("LI", "CH")}
    assert points == {"LI": 3, "CH": 0}
    assert all(rout.points(u) == u.tq for u in state.units.values() if u.type not in ("LI", "CH"))


# -- hun-mi-free-line --------------------------------------------------------------------------------------------------

FOOT = kit.special("hun-mi-free-line", side="a", contingents=["Huns"], kinds=["MI"])
ALL = ("MI1", "MI2", "MI3")


def huns(active: str = "Ellac", *more: dict[str, Any], **values: Any) -> kit.Rig:
    """Hun foot: MI1 and MI2 near Ellac (Range 5), MI3 19 hexes off before the enemy; Valimir commands Goths only."""
    r = kit.field(
        units=[
            unit("MI1", 1010, contingent="Huns", ma=5),
            unit("MI2", 1013, contingent="Huns", ma=5),
            unit("MI3", 2515, contingent="Huns", ma=5),
            unit("LC1", 1011, contingent="Huns"),
            unit("MI7", 1012, contingent="Goths"),
            *more,
            FOE,
        ],
        leaders=[
            leader("Att", 205),
            leader("Ellac", 1009, role="SC", commands=("Huns",), initiative=4),
            leader("Valimir", 1014, role="SC", commands=("Goths",)),
            leader("Aet", 2916, "b"),
        ],
        special_rules=[FOOT, kit.special("sc-line-command")],
    )
    r.state.turn = 2
    for k, v in values.items():
        setattr(r.leader(active), k, v)
    return r.orders("a", active)


@pytest.mark.rule("cataphract 4.3")
@pytest.mark.parametrize("active", ["Att", "Ellac"])
def test_any_leader_of_the_huns_commands_all_their_foot_wherever_it_is(active):
    r = huns(active)
    assert [u.id for u in line_composition.lines(r.g, r.leader(active))[-1]] == list(ALL)
    offered = next(c for c in menus.orders_menu(r.g, r.leader(active)) if c.answer == orders.Line(units=ALL))
    assert "Ask leave" not in str(offered.label)
    told = f"{'MI3' if active == 'Ellac' else 'MI1-3'} may not go next to an enemy"
    assert str(offered.note).startswith(told)
    r.order(orders.Line(units=ALL))
    assert r.state.phase == "line" and r.rolls == []  # no leave is asked, though Ellac is out of Attila's reach
    assert r.g.orders.lines_used == 1


@pytest.mark.rule("cataphract 4.3")
def test_only_to_them_and_not_by_leaders_who_do_not_command_huns():
    r = huns("Valimir")
    assert not line_composition.is_free(r.g, r.leader("Valimir"), ALL)
    r.leader("Valimir").line_permission = True
    r.refuses("4.32", orders.Line(units=ALL))
    r = huns()
    r.refuses("4.32", orders.Line(units=(*ALL, "LC1")))
    r.unit("MI3").routed = True
    r.refuses("10.26", orders.Line(units=ALL))
    r.g.version += 1
    assert [u.id for u in line_composition.lines(r.g, r.leader("Ellac"))[-1]] == ["MI1", "MI2"]
    r.order(orders.Line(units=("MI1", "MI2")))


def test_written_one_of_them_means_all_of_them():
    r = huns()
    statement = Statement((Word("line"), Word("MI3")))
    assert written.Reader(r.g, "a", statement).order() == orders.Line(units=ALL)


@pytest.mark.rule("cataphract 4.33", "cataphract 4.31")
def test_it_is_a_line_command_otherwise():
    r = huns(line_permission=False)
    r.refuses("4.33", orders.Line(units=("LC1",)))
    r.order(orders.Line(units=ALL))  # who was denied leave needs none for the foot
    r = huns()
    r.g.orders.orders_used = 1
    r.refuses("4.31", orders.Line(units=ALL))
    r = huns("Att", unit("LN8", 206, "W", "b"))
    r.leader("Att").hex = 105
    r.unit("LN8").hex, r.unit("LN8").facing = 205, kit.Facing.W
    r.g.version += 1
    assert r.g.in_enemy_zoc(r.leader("Att"))
    r.refuses("4.33", orders.Line(units=ALL))


@pytest.mark.rule("cataphract 4.3")
def test_those_beyond_his_command_range_keep_clear_of_the_enemy():
    def near_the_enemy() -> kit.Rig:
        enemies = [unit("LI8", 2715, "W", "b"), unit("LI9", 1210, "W", "b")]
        return huns("Ellac", *enemies)

    r = near_the_enemy()
    assert r.g.adjacent_enemies(2615, "a") and r.g.adjacent_enemies(1110, "a")
    r.order(orders.Line(units=ALL))
    line_command.check(r.g, r.leader("Ellac"), orders.Move(unit="MI1", path=(1110,)))  # in his range: as it likes
    with kit.refused("hun-mi-free-line"):
        line_command.check(r.g, r.leader("Ellac"), orders.Move(unit="MI3", path=(2615,)))
    found = {h for h, _ in reach.search(r.g, r.unit("MI3"))}
    assert found and not any(r.g.adjacent_enemies(h, "a") for h in found if h != 2515)
    line_command.check(r.g, r.leader("Ellac"), orders.Move(unit="MI3", path=(2514,)))
    # In command they go where they like, the same hexes included.
    r = near_the_enemy()
    r.leader("Ellac").hex = 2514
    r.order(orders.Line(units=ALL))
    line_command.check(r.g, r.leader("Ellac"), orders.Move(unit="MI3", path=(2615,)))
    with kit.refused("hun-mi-free-line"):
        line_command.check(r.g, r.leader("Ellac"), orders.Move(unit="MI1", path=(1110,)))
    # It lasts as long as the Line Command.
    r = near_the_enemy().orders("a", "Ellac")
    assert any(r.g.adjacent_enemies(h, "a") for h, _ in reach.search(r.g, r.unit("MI3")))


# -- terrain-types -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 6.22", "cataphract table:movement_costs")
@for_each("code", ["HI1", "HC1", "LI1"])
@for_each("climb", [1, 2, -1])
def test_slopes_cost_movement_and_no_hits(code, climb):
    ground = {"levels": {1110: climb} if climb > 0 else {1010: -climb}, "units": [unit(code, 1010), FOE]}
    costs = []
    for rules in ([], [kit.special("terrain-types")]):
        r = kit.field(**ground, special_rules=rules)
        cost = r.g.charts.step_cost(r.g.map, r.unit(code), 1010, 1110)
        assert cost is not None
        costs.append(cost)
    steep, gentle = costs
    assert gentle.mp == steep.mp and gentle.hits == 0
    if code == "HI1" and climb > 0:
        assert steep.hits > 0 and gentle.mp > 1
    # Woods still cost what they cost.
    wood = kit.field(**{**ground, "terrain": {1110: "woods"}}, special_rules=[kit.special("terrain-types")])
    plain = kit.field(terrain={1110: "woods"}, units=ground["units"])
    hits = [x.g.charts.step_cost(x.g.map, x.unit(code), 1010, 1110).hits for x in (wood, plain)]
    assert hits[0] == hits[1]


# -- the battles -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 11.63")
def test_cheiroballistrae_are_set_up_with_the_foot_of_the_utus():
    scenario = load("cataphract/utus")
    state = initial_state(scenario)
    g = Cataphract(scenario).context(state)
    for name in ("CH1", "CH2"):
        gun = state.units[name]
        company = [u for u in state.units.values() if u.hex == gun.hex and u is not gun]
        assert [u.type for u in company] in (["HI"], ["MI"])
        assert g.unit_at(gun.at) is company[0]
    system = registry.system_for(scenario)
    dice = SeededDice(1)
    game = Game.start(system, registry.initial_state(system), dice)
    side = game.pending[0].side
    assert (game.pending[0].kind, side) == (deployment.KIND, "east-roman")
    # With any heavy or medium foot, with nobody else, and one to a hex: the other makes room.
    for piece, to in (("CH1", 1930), ("CH2", 1621), ("CH2", 1930)):
        game.answer(side, orders.Place(piece=piece, to=to), dice)
    for to in (2012, 1813, next(u.hex for u in game.state.units.values() if u.id == "HLN1")):
        with pytest.raises(Refusal):
            game.answer(side, orders.Place(piece="CH1", to=to), dice)
    game.answer(side, orders.Done(), dice)
    assert [game.state.units[x].hex for x in ("CH1", "CH2")] == [1621, 1930]
    assert system.invariants(game.state) == []


@pytest.mark.rule("cataphract 4.33")
@pytest.mark.parametrize("name", BATTLES)
def test_rules_are_given_what_they_name(name):
    """Contingents, leaders and sides in the parameters of special rules exist."""
    scenario = load(f"cataphract/{name}")
    contingents = {u.contingent for s in scenario.sides for u in s.units}
    people = {x.id for s in scenario.sides for x in s.leaders}
    for rule in scenario.special_rules:
        p = rule.params
        for c in (*p.get("contingents", ()), *([p["contingent"]] if "contingent" in p else ())):
            assert c in contingents, rule.id
        for field in ("leader", "successor"):
            assert p.get(field, next(iter(people))) in people, rule.id
        assert p.get("side", scenario.sides[0].id) in {s.id for s in scenario.sides}
    assert not any(scenario.special(x) is None for x in ("no-size", "sc-line-command", "cav-no-ow-vs-cav"))
    assert all(u.size == 0 for s in scenario.sides for u in s.units)


@pytest.mark.parametrize("name", BATTLES)
@pytest.mark.parametrize("seed", SEEDS)
def test_battles_are_fought_to_their_end(name, seed):
    system = registry.system_for(load(f"cataphract/{name}"))
    rng, dice = random.Random(f"players {seed}"), SeededDice(seed)
    game = Game.start(system, registry.initial_state(system), dice)
    while game.pending and game.state.turn <= 40:
        decision = game.pending[0]
        # Keen players come to an end sooner, and by the rules that decide battles.
        game.answer(decision.side, random_answer(decision, rng, 4.0), dice)
        assert not system.invariants(game.state, at_rest=game.restartable), f"turn {game.state.turn}"
    assert game.state.outcome is not None
    beaten = [s for s in game.state.sides.values() if s.rout_points >= s.withdrawal_level]
    assert beaten
    assert digest(rebuild(system, game.journal)) == digest(game.state)
    if seed == 0:
        assert digest(Game.resume(system, game.journal).state) == digest(game.state)
