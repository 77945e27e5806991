"""Orders of battle of campaigns as scenarios: fit for play whatever they are, and the same each time."""

from __future__ import annotations

import random
from typing import Any

import pytest

import scenarios
from engine.fairdice import Chain, FairDice
from engine.kernel.game import Game
from engine.players import random_answer
from engine.systems import registry
from engine.systems.cataphract.scenario import CataphractScenario
from engine.systems.justinian.field.order_of_battle import LARGEST, OPPONENTS, FieldArmy, OrderOfBattle, example
from scenarios.field_battles import GROUNDS, TURNS, digest, document
from scenarios.field_battles.handicaps import HANDICAPS
from tests.each import for_each

NAMES = (None, "Belisarius", "Narses", "Sittas", "John Troglita", "Totila", "Tzazon", "Chosroes", "Teias", "Gelimer")


def some(rng: random.Random, power: str) -> OrderOfBattle:
    """An order of battle of any shape."""
    most = rng.choice((1, 3, 20, 80))
    made = example(rng.randint(1, most), rng.randint(1, rng.choice((1, 3, 20, 80))), power)
    armies = [a.model_copy(update={"commander": rng.choice(NAMES)}) for a in made.armies]
    rng.shuffle(armies)
    return made.model_copy(update={"armies": tuple(armies), "city": rng.choice((None, "Roma"))})


def size(side: dict[str, Any]) -> int:
    return sum(g["size"] * len(g["numbers"]) for g in side["units"])


def played(made: dict[str, Any], seed: int, keen: float) -> Any:
    """The battle played to its end."""
    system = registry.system_for(scenarios.checked(made, "field"))
    rng, dice = random.Random(seed), FairDice(Chain(seed.to_bytes(32, "big")), "test", 1, "")
    game = Game.start(system, registry.initial_state(system), dice)
    while game.pending:
        decision = game.pending[0]
        game.answer(decision.side, random_answer(decision, rng, keen), dice)
    return game


@for_each("power", OPPONENTS)
@for_each("seed", [1, 2])
def test_forces_of_any_shape_make_a_sound_battle_of_the_size_they_ought_to_have(power: str, seed: int) -> None:
    rng = random.Random(f"{power} {seed}")
    for _ in range(8):
        order = some(rng, power)
        made = document(order)
        scenario = scenarios.checked(made, "field")
        assert [s.id for s in scenario.sides] == ["byzantine", "barbarian"]
        for side in made["sides"]:
            smallest = min(g["size"] for g in side["units"])
            assert abs(size(side) - order.size(side["id"])) <= max(2, smallest)
            army, (commander, *others) = order.army(side["id"]), side["leaders"]
            assert commander["role"] == "OC" and all(x["role"] != "OC" for x in others)
            assert commander["name"] == (army.commander or "Senior Officer")
        assert document(order) == made and digest(made) == digest(document(order))


def test_armies_face_each_other_and_leave_room_to_flee() -> None:
    for power in OPPONENTS:
        first, second = document(example(20, 20, power))["sides"]
        columns = [{h // 100 for g in s["units"] for h in g["hexes"]} for s in (first, second)]
        gap = max(min(columns[0]) - max(columns[1]), min(columns[1]) - max(columns[0]))
        assert 5 <= gap <= 10, power
        for side in (first, second):
            (facing,) = {g["facing"] for g in side["units"]}
            assert side["retreat_facing"] == {"E": "W", "W": "E"}[facing]
            assert len(side["retreat_edge"]) > 5


def test_commanders_of_the_time_have_the_ratings_they_have_in_battle() -> None:
    made = document(example(12, 12))  # Belisarius isn't at Taginae, from where the troops come
    (belisarius, *_), (witigis, *_) = (s["leaders"] for s in made["sides"])
    known = next(x for x in scenarios.load("cataphract/dara").sides[0].leaders if x.id == "Belisarius")  # type: ignore[attr-defined]
    assert (belisarius["strategy"], belisarius["initiative"]) == (known.strategy, known.initiative)
    assert witigis["strategy"] == 5


def test_an_officer_who_commands_the_army_is_there_once() -> None:
    armies = (
        FieldArmy(side="byzantine", power="byzantine", name="x", commander="Sittas", sp=12),
        FieldArmy(side="barbarian", power="vandals", name="Tzazon", commander="Tzazon", sp=15),
    )
    made = document(OrderOfBattle(place=1, where="Zeugitania", years=(532, 535), armies=armies))
    leaders = [(x["id"], x["role"]) for x in made["sides"][1]["leaders"]]
    # No others are known by name; both armies have an officer for so many units.
    assert leaders == [("Tzazon", "OC"), ("Gara", "SC"), ("Officer1", "SC"), ("Officer2", "SC"), ("Officer3", "SC")]


def test_a_battle_between_very_unequal_armies_keeps_their_proportion() -> None:
    made = document(example(60, 6))
    assert abs(size(made["sides"][0]) - 10 * LARGEST) <= 3 and abs(size(made["sides"][1]) - LARGEST) <= 3


@for_each(("power", "mine", "theirs", "keen"), [(p, 2, 3, k) for p in OPPONENTS for k in (1.0, 4.0)])
def test_small_battles_come_to_their_end(power: str, mine: int, theirs: int, keen: float) -> None:
    state = played(document(example(mine, theirs, power)), 3, keen).state
    assert state.outcome is not None and state.turn <= TURNS


def test_a_battle_nobody_fights_ends_in_a_draw() -> None:
    system = registry.system_for(scenarios.checked(document(example(1, 1, "franks")), "field"))
    dice = FairDice(Chain(bytes(32)), "test", 1, "")
    game = Game.start(system, registry.initial_state(system), dice)
    while game.pending:
        game.answer(game.pending[0].side, game.pending[0].default, dice)
    assert (game.state.winner, game.state.turn) == (None, TURNS)


def standing(side: dict[str, Any]) -> dict[int, str]:
    """Types of troops by hex."""
    return {h: g["type"] for g in side["units"] for h in g["hexes"]}


@for_each("power", OPPONENTS)
@for_each("swapped", [False, True])
def test_nobody_stands_off_the_map_in_bad_ground_or_where_another_does(power: str, swapped: bool) -> None:
    for sp in (1, 2, 5, 9, 14, 20, 60):
        mine, theirs = (sp, 20) if swapped else (20, sp)
        made = document(example(mine, theirs, power))
        scenario = scenarios.checked(made, "field")
        assert isinstance(scenario, CataphractScenario)
        field = scenario.map
        everywhere = [h for s in made["sides"] for g in s["units"] for h in g["hexes"]]
        assert len(everywhere) == len(set(everywhere))
        leaders = [x["hex"] for s in made["sides"] for x in s["leaders"]]
        assert len(leaders) == len(set(leaders))
        assert all(h in field and field.terrain_at(h) == field.default_terrain for h in (*everywhere, *leaders))


@pytest.mark.parametrize("power", OPPONENTS)
def test_light_foot_stands_before_foot_in_the_centre_and_horse_on_the_wings(power: str) -> None:
    for side in document(example(12, 12, power))["sides"]:
        types = standing(side)
        back = -1 if side["units"][0]["facing"] == "E" else 1
        depth = {h: back * (h // 100) for h in types}
        line = min(depth[h] for h in types if types[h] != "LI")
        assert all(depth[h] < line for h in types if types[h] == "LI")
        first = sorted((h for h in types if depth[h] == line), key=lambda h: h % 100)
        foot = [i for i, h in enumerate(first) if types[h] in ("HI", "MI")]
        assert foot == list(range(foot[0], foot[0] + len(foot))) if foot else True
        if foot and len(foot) < len(first) - 1:
            assert 0 not in foot and len(first) - 1 not in foot
        middle = types[first[len(first) // 2]]
        assert middle in (("HI", "MI") if foot else ("HC", "LN"))
        # The leaders are a hex behind their men.
        assert all(x["hex"] not in types and back * (x["hex"] // 100) > min(depth.values()) for x in side["leaders"])


@pytest.mark.rule("justinian T:tactical_bridge")
def test_withdrawal_levels_and_quality_make_up_for_what_the_troops_are_worth() -> None:
    for power, handicap in HANDICAPS.items():
        base = scenarios.load(GROUNDS[power][0])
        assert isinstance(base, CataphractScenario)
        mine, theirs = document(example(12, 12, power))["sides"]
        for side, spec, factor, more in (
            (mine, base.sides[0], handicap.byzantine, 0),
            (theirs, base.sides[1], handicap.enemy, handicap.quality),
        ):
            known = {(g.code, g.tq + more) for g in spec.units}
            assert {(g["code"], g["tq"]) for g in side["units"]} <= known
            listed = sum(g.size * len(g.numbers) for g in spec.units if g.reinforcement is None)
            level = spec.withdrawal_level * factor * size(side) / listed
            assert side["withdrawal_level"] == pytest.approx(level, rel=0.35), (power, side["id"])
