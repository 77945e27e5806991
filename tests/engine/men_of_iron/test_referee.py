"""A referee's acts: each kind, each refusal, and that a battle goes on, replays and resumes after them."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from engine.kernel.events import Event
from engine.kernel.game import Game, digest, rebuild
from engine.kernel.hexes import Facing
from engine.kernel.journal import broken_at
from engine.kernel.referee import AnyRequest, MovePiece, Place, Remove, SetValue
from engine.kernel.text import Refusal
from engine.players import random_answer
from engine.systems import registry
from engine.systems.men_of_iron import shock, victory
from engine.systems.men_of_iron.events import EVENTS
from engine.systems.men_of_iron.state import Attack, State
from engine.systems.men_of_iron.system import MenOfIron
from scenarios import listing, load
from tests.each import for_each
from tests.engine.cataphract.test_battles import SeededDice
from tests.engine.men_of_iron.kit import Rig, battle, leader, special, standard, unit

BATTLES = [info.key for info in listing() if info.system == "men-of-iron"]


def field(**more: Any) -> Rig:
    """Two small armies far apart, of every kind a referee may meet."""
    return battle(
        [unit("MM1", 1010), unit("PK2", 1012), unit("GE3", 1014), unit("MH4", 1016)],
        [unit("LB8", 2010, "W"), unit("DM9", 2012, "W")],
        a_leaders=[leader("Ann", 1010, king=True)],
        b_leaders=[leader("Bob", 2010)],
        a_standards=[standard("SA", 501, "A")],
        b_standards=[standard("SB", 2501, "B")],
        b_markers=[
            {"id": "Gun", "name": "The gun", "kind": "bombard", "hex": 2014, "command": "B", "facing": "W"},
            {"id": "Wagon", "name": "The wagon", "kind": "wagon", "hex": 2016},
        ],
        formations=[{"formation": "shield-wall", "types": ["PK", "DM"]}],
        terrain={1515: "river"},
        **more,
    )


def act(rig: Rig, request: AnyRequest) -> list[Event]:
    """The act, carried out: the state given is left alone, the events alone change it and survive JSON."""
    system, before = MenOfIron(rig.g.scenario, rig.g.charts), digest(rig.state)
    events = system.act(rig.state, request)
    assert digest(rig.state) == before, "asking changes nothing"
    assert events
    for e in events:
        EVENTS.validate_python(json.loads(json.dumps(e.model_dump(mode="json")))).apply(rig.state)
        assert str(e.text(rig.state))
    rig.g.version += 1
    assert system.invariants(rig.state) == []
    return events


def told(rig: Rig, events: list[Event]) -> list[str]:
    return [str(e.text(rig.state)) for e in events]


def refuses(rig: Rig, request: AnyRequest, rule: str = "", *, match: str = "") -> None:
    with pytest.raises(Refusal, match=match) as no:
        MenOfIron(rig.g.scenario, rig.g.charts).act(rig.state, request)
    assert no.value.rule == rule


def put(rig: Rig, piece: str, key: str, value: str) -> list[str]:
    return told(rig, act(rig, SetValue(piece=piece, key=key, value=value)))


def settings(rig: Rig, piece: str) -> dict[str, str]:
    """What can be set of a piece or side, with its present value."""
    kinds = {k.act: k for k in MenOfIron(rig.g.scenario, rig.g.charts).referee_acts(rig.state)}
    subject = next(s for s in kinds["set"].subjects if s.id == piece)
    return {s.key: s.now for s in subject.settings()}


def offered(rig: Rig, kind: str) -> set[str]:
    kinds = MenOfIron(rig.g.scenario, rig.g.charts).referee_acts(rig.state)
    return {s.id for k in kinds if k.act == kind for s in k.subjects}


# -- what is offered -------------------------------------------------------------------------------------------------


def test_everything_on_the_map_can_be_moved_and_removed_and_what_is_off_it_placed() -> None:
    r = field()
    everybody = {"MM1", "PK2", "GE3", "MH4", "LB8", "DM9", "Ann", "Bob", "SA", "SB", "Gun", "Wagon"}
    assert offered(r, "move") == offered(r, "remove") == everybody
    assert offered(r, "place") == set()
    assert offered(r, "set") == {"a", "b", *everybody} - {"Ann", "Bob", "SA", "SB"}
    for name in ("MM1", "Ann", "SA", "Gun"):
        act(r, Remove(piece=name))
    assert offered(r, "place") == {"MM1", "Ann", "SA", "Gun"}


def test_nothing_is_offered_when_the_battle_is_over() -> None:
    r = field()
    r.state.phase = "over"
    assert MenOfIron(r.g.scenario, r.g.charts).referee_acts(r.state) == []
    refuses(r, MovePiece(piece="MM1", to=1011), match="over")


# -- move ------------------------------------------------------------------------------------------------------------


def test_a_unit_is_moved_and_turned() -> None:
    r = field().activate("A")
    r.g.act.left_zoc, r.g.act.turned = {"MM1": ["LB8"]}, {"MM1": 1}
    assert told(r, act(r, MovePiece(piece="MM1", to=1111, facing=Facing.NE))) == [
        "MM1 is moved 1010 → 1111, facing NE."
    ]
    assert (r.unit("MM1").hex, r.unit("MM1").facing) == (1111, Facing.NE)
    assert r.g.act.left_zoc == {} and r.g.act.turned == {}
    assert told(r, act(r, MovePiece(piece="MM1", to=1111, facing=Facing.E))) == ["MM1 is turned at 1111, facing E."]
    refuses(r, MovePiece(piece="MM1", to=1111, facing=Facing.E), match="like that already")


def test_leaders_standards_and_bombards_are_moved() -> None:
    r = field()
    act(r, MovePiece(piece="Ann", to=1011))
    act(r, MovePiece(piece="SA", to=502))
    assert told(r, act(r, MovePiece(piece="Gun", to=2015, facing=Facing.NW))) == [
        "The gun is moved 2014 → 2015, facing NW."
    ]
    assert (r.state.leaders["Ann"].hex, r.state.standards["SA"].hex) == (1011, 502)
    assert (r.state.markers["Gun"].hex, r.state.markers["Gun"].facing) == (2015, Facing.NW)


@for_each(
    ("piece", "to", "facing", "rule", "match"),
    [
        ("MM1", 2929, None, "", "not on the map"),
        ("MM1", 1515, None, "5.1", "Nobody can stand"),
        ("MM1", 1012, None, "8.0", "PK2 stands at 1012"),
        ("MM1", 2010, None, "5.2", "The enemy's LB8"),
        ("Ann", 2010, None, "5.2", "The enemy's LB8"),
        ("MM1", 2016, None, "5.1", "a wagon"),
        ("SA", 2010, None, "5.2", "The enemy's LB8"),
        ("MM1", 2501, None, "", "13.2"),
        ("MM1", 2014, None, "", "CR-3"),
        ("MM1", 1011, Facing.SIDE_NE, "6.1", "vertex"),
        ("Ann", 1011, Facing.E, "6.1", "no facing"),
        ("SA", 502, Facing.E, "6.1", "no facing"),
        ("XX1", 1011, None, "", "no unit"),
    ],
)
def test_where_a_piece_can_not_stand(piece: str, to: int, facing: Facing | None, rule: str, match: str) -> None:
    refuses(field(), MovePiece(piece=piece, to=to, facing=facing), rule, match=match)


def test_no_unit_is_put_upon_an_enemy_leader_alone() -> None:
    r = field()
    act(r, MovePiece(piece="Bob", to=1711))
    refuses(r, MovePiece(piece="MM1", to=1711), "15.5", match="Bob stands at 1711")


# -- remove and place ------------------------------------------------------------------------------------------------


@pytest.mark.rule("men-of-iron 16.0")
def test_a_loss_counts_unless_it_is_said_not_to() -> None:
    r = field()
    assert told(r, act(r, Remove(piece="MM1"))) == ["MM1 is taken off the map (+3 Flight Points)."]
    assert victory.flight_points(r.g, "a") == 3
    assert told(r, act(r, Remove(piece="PK2", points=False))) == [
        "PK2 is taken off the map and costs no Flight Points."
    ]
    assert victory.flight_points(r.g, "a") == 3
    assert told(r, act(r, Remove(piece="Ann"))) == ["Ann is taken off the map (+3 Flight Points)."]
    act(r, Remove(piece="Bob", points=False))
    assert (victory.flight_points(r.g, "a"), victory.flight_points(r.g, "b")) == (6, 0)
    refuses(r, Remove(piece="MM1"), match="not on the map")


def test_a_retired_unit_costs_only_what_it_did_not_count_yet() -> None:
    r = field()
    put(r, "PK2", "retired", "yes")
    assert victory.flight_points(r.g, "a") == 1
    assert told(r, act(r, Remove(piece="PK2"))) == ["PK2 is taken off the map (+1 Flight Point)."]
    assert victory.flight_points(r.g, "a") == 2


@pytest.mark.rule("men-of-iron 16.0")
def test_who_comes_back_is_in_good_order_and_its_points_are_given_back() -> None:
    r = field()
    put(r, "MM1", "disordered", "yes")
    act(r, Remove(piece="MM1"))
    assert told(r, act(r, Place(piece="MM1", to=1111, facing=Facing.W))) == ["MM1 is put on the map at 1111, facing W."]
    u = r.unit("MM1")
    assert (u.hex, u.facing, u.normal, u.eliminated) == (1111, Facing.W, True, False)
    assert victory.flight_points(r.g, "a") == 0
    refuses(r, Place(piece="MM1", to=1112), match="stands at 1111")


def test_points_may_be_kept() -> None:
    r = field()
    act(r, Remove(piece="MM1"))
    act(r, Place(piece="MM1", to=1010, points=False))
    assert victory.flight_points(r.g, "a") == 3 and r.state.armies["a"].extra == 3
    act(r, Remove(piece="PK2", points=False))
    act(r, Place(piece="PK2", to=1012, points=False))
    assert victory.flight_points(r.g, "a") == 3


@pytest.mark.rule("men-of-iron 15.6", "men-of-iron 15.1")
def test_a_leader_comes_back_at_the_head_of_his_command() -> None:
    r = field()
    act(r, Remove(piece="Ann"))
    assert victory.flight_points(r.g, "a") == 3
    changed = {"id": "A2", "name": "Replacement", "hex": 1010, "lost": False, "replacement": True}
    r.state.leaders["A2"] = r.state.leaders["Ann"].model_copy(update=changed)
    r.state.commands["A"].leader = "A2"
    refuses(r, Place(piece="Ann", to=1010), "15.1", match="Replacement leads A")
    act(r, Remove(piece="A2"))
    act(r, Place(piece="Ann", to=1010))
    assert r.state.commands["A"].leader == "Ann" and r.g.leader("A") is r.state.leaders["Ann"]
    assert victory.flight_points(r.g, "a") == 0


@pytest.mark.rule("men-of-iron 13.2/lost")
def test_a_standard_falls_and_is_raised_again() -> None:
    r = field()
    assert told(r, act(r, Remove(piece="SA"))) == ["SA is taken off the map and costs no Flight Points."]
    assert list(r.g.standards("a")) == []
    refuses(r, SetValue(piece="PK2", key="retired", value="yes"), match="13.2")
    act(r, Place(piece="SA", to=502))
    assert [s.hex for s in r.g.standards("a")] == [502]
    put(r, "PK2", "retired", "yes")
    refuses(r, Remove(piece="SA"), match="has no Standard")


def test_a_bombard_is_taken_and_brought_back() -> None:
    r = field()
    act(r, Remove(piece="Gun"))
    assert list(r.g.markers("bombard")) == []
    act(r, Place(piece="Gun", to=2015))
    assert [m.hex for m in r.g.markers("bombard")] == [2015]


def test_a_command_that_left_is_in_the_battle_again_with_its_first_unit() -> None:
    r = field()
    for name in ("LB8", "DM9", "Bob"):
        act(r, Remove(piece=name, points=False))
    r.state.commands["B"].gone = True
    act(r, Place(piece="LB8", to=2010))
    assert not r.state.commands["B"].gone


@pytest.mark.rule("men-of-iron courtrai/sally")
def test_who_is_still_to_come_waits_for_the_rule_that_brings_it() -> None:
    r = field(rules=[special("sally", side="a", units=["GE3"], hexes=[1014])])
    r.state.units["GE3"].hex, r.state.units["GE3"].arrival = None, "sally"
    r.g.version += 1
    assert offered(r, "place") == set()
    refuses(r, Place(piece="GE3", to=1014), match="comes when a rule")


def test_a_lost_attacker_leaves_its_attack_undone() -> None:
    r = battle([unit("DM1", 1010), unit("DM2", 1012)], [unit("LB8", 1110, "W"), unit("LB9", 1112, "W")])
    r.activate("A", phase="resolve")
    r.g.act.attacks = [Attack(unit="DM1", targets=["LB8"]), Attack(unit="DM2", targets=["LB9"])]
    r.g.act.acted = ["DM1", "DM2"]
    act(r, Remove(piece="DM1"))
    act(r, Remove(piece="LB9"))
    r.run(shock.resolve, defaults=("attack-order",))
    r.run(shock.resolve, defaults=("attack-order",))
    assert r.state.phase == "end" and not r.rolls


# -- set -------------------------------------------------------------------------------------------------------------


def test_what_can_be_set_of_a_unit() -> None:
    r = field()
    assert settings(r, "MM1") == {"disordered": "no", "retired": "no", "facing": "E", "type": "MM"}
    assert settings(r, "PK2") == {"disordered": "no", "retired": "no", "formation": "none", "facing": "E"}
    assert settings(r, "GE3") == {"disordered": "no", "retired": "no", "facing": "E", "out-of-missiles": "no"}
    assert settings(r, "MH4")["type"] == "MH"
    assert settings(r, "Gun") == {"facing": "W", "fired": "no"}
    assert settings(r, "Wagon") == {}
    assert settings(r, "a") == {"extra-points": "0", "flight-level": "30"}
    active = settings(r.activate("A"), "MM1")
    assert {"acted", "moved", "shot", "out-of-command", "mp"} <= set(active)
    assert "mp" not in settings(r, "LB8")


@pytest.mark.rule("men-of-iron 12.2", "men-of-iron 12.4", "men-of-iron 14.1")
def test_states_go_together() -> None:
    r = field()
    assert put(r, "PK2", "formation", "shield-wall") == ["PK2 forms a Shield Wall"]
    assert put(r, "PK2", "disordered", "yes") == ["PK2, Disordered: yes."]
    assert r.unit("PK2").formation == "shield-wall"
    assert put(r, "PK2", "retired", "yes") == ["PK2, Retired: yes."]
    assert (r.unit("PK2").disordered, r.unit("PK2").formation) == (True, None)
    assert "disordered" not in settings(r, "PK2") and "formation" not in settings(r, "PK2")
    put(r, "PK2", "retired", "no")
    assert (r.unit("PK2").retired, r.unit("PK2").disordered) == (False, True)
    put(r, "PK2", "disordered", "no")
    assert r.unit("PK2").normal


@pytest.mark.rule("men-of-iron 12.5", "men-of-iron NA-1")
def test_other_values_of_units() -> None:
    r = field()
    assert put(r, "MM1", "type", "uh") == ["MM1, type: UH."]
    assert r.unit("MM1").type == "UH"
    assert put(r, "GE3", "out-of-missiles", "yes") == ["GE3, out of missiles: yes."]
    assert r.unit("GE3").weapon is None
    assert put(r, "LB8", "facing", "nw") == ["LB8 is turned at 2010, facing NW."]
    assert put(r, "Gun", "fired", "yes") == ["The gun, to be made ready before it fires again: yes."]
    assert r.state.markers["Gun"].fired
    put(r, "Gun", "facing", "SW")
    assert r.state.markers["Gun"].facing == Facing.SW


def test_a_unit_behind_a_wagon_gets_no_horses() -> None:
    r = field()
    act(r, MovePiece(piece="DM9", to=2016))
    refuses(r, SetValue(piece="DM9", key="type", value="MM"), match="where horses can't go")


@pytest.mark.rule("men-of-iron 16.0")
def test_an_army_s_account_is_set() -> None:
    r = field()
    assert put(r, "a", "extra-points", "7") == ["A, Flight Points beside those for units and leaders: 7."]
    assert victory.flight_points(r.g, "a") == 7
    put(r, "b", "flight-level", "12")
    assert r.state.armies["b"].flight_level == 12
    put(r, "b", "flight-level", "1")
    put(r, "a", "extra-points", "0")
    assert (r.state.armies["b"].flight_level, r.state.armies["a"].extra) == (1, 0)


def test_what_was_done_in_the_activation_is_set() -> None:
    r = field().activate("A")
    for key, held in (("acted", "acted"), ("moved", "moved"), ("shot", "fired"), ("out-of-command", "out_of_command")):
        put(r, "MM1", key, "yes")
        assert "MM1" in getattr(r.g.act, held)
        put(r, "MM1", key, "no")
        assert "MM1" not in getattr(r.g.act, held)
    put(r, "MM1", "mp", "4")
    assert r.g.act.mp == {"MM1": 4}
    refuses(r, SetValue(piece="MM1", key="mp", value="7"), match="0 to 6")


@for_each(
    ("piece", "key", "value", "match"),
    [
        ("MM1", "disordered", "no", "is no already"),
        ("MM1", "hits", "1", "has no “hits”"),
        ("MM1", "disordered", "perhaps", "one of: yes, no"),
        ("a", "extra-points", "-1", "0 to 999"),
        ("a", "flight-level", "0", "1 to 999"),
        ("PK2", "formation", "schiltron", "one of: none, shield-wall"),
        ("Wagon", "facing", "E", "nothing to set"),
        ("Ann", "facing", "E", "nothing to set"),
    ],
)
def test_values_that_can_not_be(piece: str, key: str, value: str, match: str) -> None:
    refuses(field(), SetValue(piece=piece, key=key, value=value), match=match)


# -- going on --------------------------------------------------------------------------------------------------------


def random_acts(system: Any, state: State, rng: random.Random) -> Iterator[AnyRequest]:
    """An endless choice of acts, legal or not, on what is offered."""
    acts = {k.act: list(k.subjects) for k in system.referee_acts(state)}
    hexes = sorted(system.scenario.map.hexes)
    while True:
        kind = rng.choice([k for k, subjects in acts.items() if subjects])
        subject = rng.choice(acts[kind])
        facing = rng.choice([None, *(f for f in Facing if f.is_vertex)]) if subject.id in state.units else None
        if kind == "move":
            yield MovePiece(piece=subject.id, to=rng.choice(hexes), facing=facing)
        elif kind == "place":
            yield Place(piece=subject.id, to=rng.choice(hexes), facing=facing, points=rng.random() < 0.5)
        elif kind == "remove":
            yield Remove(piece=subject.id, points=rng.random() < 0.3)
        elif found := list(subject.settings()):
            setting = rng.choice(found)
            value = rng.choice(setting.options) if setting.options else str(rng.randint(setting.least, setting.most))
            if setting.key not in ("extra-points", "flight-level"):  # or the battle would end at once
                yield SetValue(piece=subject.id, key=setting.key, value=value)


@pytest.mark.parametrize("key", BATTLES)
def test_a_battle_goes_on_after_any_act_and_its_journal_replays(key: str) -> None:
    system = registry.system_for(load(key))
    source, rng = SeededDice(5), random.Random(key)
    game = Game.start(system, system.initial_state({}), source)
    acted = 0
    for _ in range(150):
        if game.over:
            break
        if game.restartable and rng.random() < 0.4:
            events: list[Event] = []
            for request in random_acts(system, game.state, rng):
                try:
                    events = system.act(game.state, request)
                except Refusal as no:
                    assert str(no)
                    continue
                break
            game.act("Ada", events, source, "to see what happens")
            acted += 1
            assert system.invariants(game.state, at_rest=game.restartable) == []
            continue
        d = game.pending[0]
        game.answer(d.side, random_answer(d, rng), source)
        assert system.invariants(game.state, at_rest=game.restartable) == []
    assert acted > 10
    assert broken_at(game.journal) is None
    assert digest(rebuild(system, game.journal)) == digest(game.state)
    assert digest(Game.resume(system, game.journal).state) == digest(game.state)
