"""What battles of one's own declare in data, in every game on hexes: areas, objectives, arrivals, limits, walls."""

from __future__ import annotations

import copy
from itertools import pairwise
from typing import Any

import pytest

import scenarios
from engine.systems import registry
from tests.each import for_each
from tests.engine.own_battles.kit import HEX_SYSTEMS, TURNED, document, groups, played, problems, rule, stories

Document = dict[str, Any]


@pytest.mark.parametrize("system", HEX_SYSTEMS)
def test_a_new_battle_is_fine_and_has_a_result(system: str) -> None:
    game = played(document(system))
    assert game.over and game.state.outcome
    assert game.system.invariants(game.state) == []


@pytest.mark.parametrize("system", HEX_SYSTEMS)
def test_areas_stand_for_hexes(system: str) -> None:
    """In units' hexes, retreat edges and parameters, alone and among hexes; made of others, wherever those stand."""
    given = document(system)
    hexes = groups(given["sides"][0])[0]["hexes"]
    given["areas"] = {"both": ["a post", "the hill"], **given["areas"], "a post": hexes}
    groups(given["sides"][0])[0]["hexes"] = "a post"
    given["special_rules"] = [rule("objectives", places=[{"name": "Both", "hexes": ["both", "1009"]}])]
    battle = scenarios.checked(given, "own.json")
    plain = scenarios.checked(document(system), "own.json")
    assert [g.hexes for g in battle.sides[0].units] == [g.hexes for g in plain.sides[0].units]  # type: ignore[attr-defined]
    held = battle.model_dump(mode="json")["special_rules"][0]["params"]["places"][0]["hexes"]
    assert [int(h) for h in held][-3:] == [1206, 1207, 1009]


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ("the hil", "the battle has no area 'the hil'; did you mean the hill?"),
        ("nonsense", "the battle has no area 'nonsense'; there are: the west edge, the east edge, the hill"),
        ("1207-1206", "a stretch goes from the lower column and row to the higher"),
    ],
)
def test_areas_there_are_not(named: str, said: str) -> None:
    given = document("men-of-iron")
    groups(given["sides"][0])[0]["hexes"] = named
    assert any(said in p for p in problems(given))


@for_each(
    ("areas", "circles"),
    [
        ({"a": ["b"], "b": ["0506", "a"]}, ["areas.a: in a circle: a holds b holds a; take one of these names out"]),
        ({"a": "a"}, ["areas.a: in a circle: a holds a; take one of these names out"]),
        (
            {"x": "a", "a": ["b", "0506"], "b": ["c"], "c": ["d", "b"], "d": ["a"]},
            ["areas.a: in a circle: a holds b holds c holds d holds a;", "areas.b: in a circle: b holds c holds b;"],
        ),
    ],
)
def test_areas_made_of_each_other(areas: Document, circles: list[str]) -> None:
    """Each circle is told once, and nothing that only follows from it."""
    given = document("cataphract")
    given["areas"] |= areas
    found = problems(given)
    assert len(found) == len(circles), found
    for said in circles:
        assert any(p.startswith(said) for p in found), found


def test_a_long_chain_of_areas_is_read() -> None:
    """Whichever way round they stand: no list of areas is too deep."""
    given = document("cataphract")
    names = [f"area {n}" for n in range(180)]
    chain: Document = dict(pairwise(names))
    given["areas"] |= chain | {names[-1]: ["1206"]}
    battle: Any = scenarios.checked(given, "own.json")
    assert battle.areas["area 0"] == (1206,)


# -- objectives -------------------------------------------------------------------------------------------------------

HILL = {"name": "the hill", "hexes": "the hill", "points": 2}


def field(system: str, **params: Any) -> Document:
    """A battle in which the last group of the second side stands far behind from the beginning."""
    given = document(system, special_rules=[rule("objectives", **params)])
    last = groups(given["sides"][1])[-1]
    last["hexes"] = [f"19{13 + i}" for i in range(len(last["numbers"]))]
    return given


CORNER = {"name": "the corner", "hexes": ["1409-2016"], "points": 2}


@pytest.mark.parametrize("system", HEX_SYSTEMS)
def test_who_holds_enough_has_won(system: str) -> None:
    sides = [s["id"] for s in document(system)["sides"]]
    given = field(system, places=[CORNER], wins=[{"side": sides[1], "points": 2}], from_turn=1)
    game = played(given, seed=3)  # with others riders of the enemy may be there as the turn ends
    assert game.state.winner == sides[1]
    assert "hold what they came for" in str(game.state.outcome)
    assert any("hold the corner" in s and "2 points" in s for s in stories(game))


@pytest.mark.parametrize("system", HEX_SYSTEMS)
def test_points_decide_when_the_time_is_up(system: str) -> None:
    """What is held from the beginning counts while nobody else has come."""
    sides = [s["id"] for s in document(system)["sides"]]
    far = {"name": "the camp", "hexes": "0101", "points": 3, "held_by": sides[0]}
    given = document(system, special_rules=[rule("objectives", places=[far])])
    given |= {"limit": {"activations": 1}} if system == "men-of-iron" else {"turn_limit": 1}
    game = played(given)
    assert game.state.winner == sides[0], game.state.outcome
    assert "3 points" in str(game.state.outcome)


@pytest.mark.parametrize("system", HEX_SYSTEMS)
def test_the_scoreboard_counts_victory_points(system: str) -> None:
    """With what they win, for who can win by them; who has none of the rule has none of the line."""
    sides = [s["id"] for s in document(system)["sides"]]
    places = [{"name": "the camp", "hexes": "0101", "points": 3, "held_by": sides[0]}, {**HILL, "points": 4}]
    plain = document(system, special_rules=[])
    given = document(system, special_rules=[rule("objectives", places=places, wins=[{"side": sides[0], "points": 7}])])
    for battle, counted in ((given, ["3 / 7", "0"]), (plain, [])):
        own = registry.system_for(scenarios.checked(battle, "own.json"))
        shown = own.view(registry.initial_state(own)).sides
        found = [value for s in shown for what, value in s.tracks if str(what) == "Victory Points"]
        assert found == counted


@pytest.mark.parametrize("system", HEX_SYSTEMS)
def test_equal_points_leave_it_to_the_battle(system: str) -> None:
    sides = [s["id"] for s in document(system)["sides"]]
    far = {"name": "the camp", "hexes": "0101", "side": sides[1], "held_by": sides[0]}
    for winner in (None, sides[1]):
        given = document(system, special_rules=[rule("objectives", places=[far])])
        if system == "men-of-iron":
            given["limit"] = {"activations": 1, "winner": winner}
        else:
            given |= {"turn_limit": 1, "turn_limit_winner": winner}
        game = played(given)
        assert game.over and game.state.winner == winner


@pytest.mark.parametrize(
    ("params", "said"),
    [
        ({"places": []}, "places: must have at least 1 entry"),
        ({"places": [{**HILL, "hexes": "9999"}]}, "places[0] (the hill).hexes: hex 9999 is not on the map"),
        ({"places": [HILL, HILL]}, "places: "),
        ({"places": [{**HILL, "side": "nort"}]}, "there is no side 'nort' in this battle; did you mean north?"),
        ({"places": [HILL], "wins": [{"side": "north", "points": 3}]}, "the places give the north 2 points at most"),
        ({"places": [HILL], "wins": [{"side": "nobody", "points": 1}]}, "there is no side 'nobody'"),
        ({"places": [HILL], "wins": [{"side": "north", "points": 0}]}, "must be at least 1, not 0"),
    ],
)
def test_objectives_that_are_wrong(params: Document, said: str) -> None:
    found = problems(document("men-of-iron", special_rules=[rule("objectives", **params)]))
    assert any(said in p for p in found), found


@pytest.mark.parametrize("system", HEX_SYSTEMS)
def test_points_without_an_end_are_refused(system: str) -> None:
    given = document(system, limit=None, turn_limit=None)
    assert any("the battle needs a last turn" in p for p in problems(given))


def test_losses_count_as_points() -> None:
    from engine.kernel.objectives import Objectives, better, holders, points, winner

    params = Objectives.model_validate(
        {"places": [{**HILL, "hexes": "1206"}], "wins": [{"side": "a", "points": 5}], "losses": 10}
    )
    held = holders(params, "objectives", {"objectives:the hill": "a"})
    score = points(params, held, {"a": 9, "b": 39})
    assert score == {"a": 5, "b": 0}
    assert winner(params, score) == "a" and better(score) == "a"
    assert better({"a": 2, "b": 2}) is None


# -- arrivals ---------------------------------------------------------------------------------------------------------


def awaited(system: str, **params: Any) -> Document:
    """A battle whose first group of the second side comes on later."""
    given = document(system, special_rules=[], limit=None, turn_limit=None)
    side = given["sides"][1]
    group = groups(side)[-1]
    count = len(group["numbers"])
    del group["hexes"]
    codes = [f"{group['code']}{n}" for n in group["numbers"]]
    if system == "men-of-iron":
        group["arrival"] = "arrivals"
        hexes = [f"20{r:02}" for r in range(2, 2 + count)]
        given["special_rules"] = [rule("arrivals", side=side["id"], units=codes, hexes=hexes, **params)]
        return given
    group["reinforcement"] = "the rear"
    given["areas"]["behind"] = ["2002-2015"]
    own = rule("arrivals", name="the rear", side=side["id"], area="behind", facing="W", **params)
    given["special_rules"] = [own]
    return given


def arrived(system: str, **params: Any) -> list[tuple[str, int]]:
    """Units that came on, and in which turn, or after how many activations."""
    given = awaited(system, **params)
    given |= {"limit": {"activations": 9}} if system == "men-of-iron" else {"turn_limit": 5}
    game = played(given)
    found: list[tuple[str, int]] = []
    turn, acted = 1, 0
    for e in game.journal:
        if e.kind != "event":
            continue
        turn = e.data.get("turn") or turn if e.data["type"] in ("turn-began", "player-turn-began") else turn
        acted += e.data["type"] == "activation-began"
        if e.data["type"] == "unit-placed":
            found.append((e.data["unit"], acted if system == "men-of-iron" else turn))
    return found


@pytest.mark.parametrize("system", HEX_SYSTEMS)
def test_they_come_in_their_turn(system: str) -> None:
    when = {"after": 3} if system == "men-of-iron" else {"turn": 2}
    found = arrived(system, **when)
    count = len(groups(document(system)["sides"][1])[-1]["numbers"])
    assert len(found) == count, found
    if system == "simple-gboh":
        assert {t for _, t in found} == {4}, "the second Player Turn of the side that is second"
    else:
        assert {t for _, t in found} == {3 if system == "men-of-iron" else 2}


@pytest.mark.parametrize("system", HEX_SYSTEMS)
def test_they_are_rolled_for(system: str) -> None:
    """9 or less comes at once; the roll is told with what it needs."""
    when = {"after": 2} if system == "men-of-iron" else {"turn": 1}
    given = awaited(system, arrives_on=9, **when)
    given |= {"limit": {"activations": 5}} if system == "men-of-iron" else {"turn_limit": 2}
    game = played(given)
    rolls = [e.data for e in game.journal if e.kind == "roll" and "reinforcements" in str(e.data)]
    assert len(rolls) == 1, "one, and they are here"
    assert any(e.kind == "event" and e.data["type"] == "unit-placed" for e in game.journal)


@for_each(
    ("change", "said"),
    [
        ({"turn": 0}, "turn: must be at least 1, not 0"),
        ({"turn": 2, "area": "nowhere"}, "area: the battle has no area 'nowhere'"),
        ({"turn": 2, "facing": "SIDE_N"}, "facing: SIDE_N is a hexside; units face a vertex"),
        ({"turn": 2, "name": "somebody"}, 'name: there is no reinforcement "somebody" in this battle'),
        ({"turn": 2, "area": "behnd"}, "area: the battle has no area 'behnd'; did you mean behind?"),
        ({"turn": 2, "also": [{"turn": 3}]}, "also[0].name: is missing"),
    ],
)
@for_each("system", TURNED)
def test_arrivals_that_are_wrong(system: str, change: Document, said: str) -> None:
    given = awaited(system, turn=2)
    given["special_rules"][0]["params"] |= change
    found = problems(given)
    assert any(said in p for p in found), found


def two_waves(system: str, **second: Any) -> tuple[Document, Document]:
    """A battle with two groups that come later, each by an arrival of its own, and the second of these."""
    first = {"after": 2} if system == "men-of-iron" else {"turn": 2}
    given = awaited(system, **first)
    side = given["sides"][1]
    group = groups(side)[0]
    codes = [f"{group['code']}{n}" for n in group["numbers"]]
    del group["hexes"]
    if system == "men-of-iron":
        group["arrival"] = "arrivals"
        hexes = [f"19{r:02}" for r in range(2, 2 + len(codes))]
        wave = {"side": side["id"], "units": codes, "hexes": hexes, "after": 4}
    else:
        group["reinforcement"] = "the van"
        wave = {"name": "the van", "side": side["id"], "area": "behind", "facing": "W", "turn": 3}
    wave |= second
    given["special_rules"][0]["params"]["also"] = [wave]
    return given, wave


@pytest.mark.parametrize("system", HEX_SYSTEMS)
@pytest.mark.parametrize("rolled", [False, True])
def test_several_arrivals_come_each_in_its_turn(system: str, rolled: bool) -> None:
    given, _ = two_waves(system, **({"arrives_on": 9} if rolled else {}))
    given |= {"limit": {"activations": 9}} if system == "men-of-iron" else {"turn_limit": 8}
    game = played(given)
    placed = [e.data["unit"] for e in game.journal if e.kind == "event" and e.data["type"] == "unit-placed"]
    rear, van = ([f"{g['code']}{n}" for n in g["numbers"]] for g in (groups(given["sides"][1])[i] for i in (-1, 0)))
    assert placed[: len(rear)] == rear and placed[len(rear) :] == van
    rolls = [e for e in game.journal if e.kind == "roll" and "reinforcements" in str(e.data)]
    assert len(rolls) == rolled


@for_each("system", TURNED)
def test_arrivals_of_another_side_are_told(system: str) -> None:
    """Of units and of leaders, by the rule's own side and by one of its further arrivals."""
    given, wave = two_waves(system)
    theirs, other = given["sides"][1]["id"], given["sides"][0]["id"]
    wave["side"] = other
    found = problems(given)
    code = groups(given["sides"][1])[0]["code"]
    told = f"sides[1].units[0] ({code}).reinforcement: 'the van' brings on troops of the side {other}, not of {theirs}"
    assert told in found, found
    given, _ = two_waves(system)
    leader = given["sides"][0]["leaders"][-1]
    leader.pop("hex")
    leader["reinforcement"] = "the rear"
    found = problems(given)
    assert any(f"({leader['id']}).reinforcement: 'the rear' brings on troops of the side {theirs}" in p for p in found)


@for_each("system", TURNED)
def test_arrivals_where_nobody_can_stand_are_told(system: str) -> None:
    given = awaited(system, turn=2)
    given["map"]["terrain"] = {"2002-2015": "river"}
    given["special_rules"][0]["params"]["area"] = "behind"
    found = problems(given)
    said = "special_rules[0] (arrivals).params.area: 'behind' has no hex that anybody enters: it is river"
    assert said in found, found


@for_each("system", TURNED)
def test_an_arrival_nobody_waits_for_is_told(system: str) -> None:
    given = awaited(system, turn=2)
    fresh = document(system, special_rules=given["special_rules"])
    fresh["areas"]["behind"] = ["2002-2015"]
    said = 'special_rules[0] (arrivals).params.name: nobody waits for "the rear": units that come later'
    assert any(p.startswith(said) for p in problems(fresh)), problems(fresh)


def test_too_few_hexes_for_an_arrival_and_a_misspelt_one_are_told() -> None:
    given, wave = two_waves("men-of-iron")
    wave["hexes"] = wave["hexes"][:1]
    n = len(wave["units"])
    assert problems(given) == [f"special_rules[0] (arrivals).params.also[0].hexes: {n} units need as many hexes, not 1"]
    given = awaited("men-of-iron", after=2)
    groups(given["sides"][1])[-1]["arrival"] = "arivals"
    assert any("no special rule 'arivals' in this battle; did you mean arrivals?" in p for p in problems(given))


@for_each("name", ["0203", "0203-0305", " "])
def test_a_name_of_an_area_that_could_not_be_used_is_told(name: str) -> None:
    given = document("cataphract")
    given["areas"][name] = ["0303"]
    (said,) = problems(given)
    assert said.startswith(f"areas.{name.strip()}: ") and " name" in said


def test_a_circle_of_areas_is_all_that_is_said_of_it() -> None:
    given = document("alexander")
    given["areas"] |= {"a": "b", "b": "a"}
    given["sides"][0]["retreat_edge"] = "a"
    assert problems(given) == ["areas.a: in a circle: a holds b holds a; take one of these names out"]


def test_units_of_another_side_are_told_where_they_are_named() -> None:
    given, wave = two_waves("men-of-iron")
    wave["side"] = given["sides"][0]["id"]
    name = wave["units"][0]
    assert f"special_rules[0] (arrivals).params.also[0].units: {name} isn't of the side {wave['side']}" in problems(
        given
    )


@for_each("system", TURNED)
def test_each_arrival_is_brought_on_once(system: str) -> None:
    given, wave = two_waves(system)
    wave["name"] = "the rear"
    found = problems(given)
    again = "also[0].name: 'the rear' is brought on already, by special_rules[0] (arrivals).params"
    assert any(again in p for p in found), found
    assert any("no special rule brings on 'the van'; there are: the rear" in p for p in found), found


def test_a_unit_arrives_once() -> None:
    given, wave = two_waves("men-of-iron")
    first = given["special_rules"][0]["params"]["units"][0]
    wave["units"], wave["hexes"] = [*wave["units"], first], [*wave["hexes"], "1912"]
    said = f"special_rules[0] (arrivals).params.also[0].units: {first} is brought on already, earlier in this rule"
    assert problems(given) == [said]


@for_each("system", HEX_SYSTEMS)
def test_a_second_rule_of_arrivals_is_told_where_it_goes(system: str) -> None:
    given, wave = two_waves(system)
    given["special_rules"][0]["params"].pop("also")
    given["special_rules"].append(rule("arrivals", **wave))
    found = problems(given)
    said = (
        "special_rules[1] (arrivals).id: used twice; further arrivals stand in also, a list in the params of the first"
    )
    assert said in found, found


@for_each("system", TURNED)
def test_leaders_wait_for_what_comes(system: str) -> None:
    """Who waits for nothing is told, and an arrival that is a leader alone, who would never come."""
    given = awaited(system, turn=2)
    leader = given["sides"][1]["leaders"][-1]
    leader.pop("hex")
    leader["reinforcement"] = "the raer"
    here = f"sides[1].leaders[{len(given['sides'][1]['leaders']) - 1}] ({leader['id']})"
    said = f"{here}.reinforcement: no special rule brings on 'the raer'; did you mean the rear?"
    assert said in problems(given), problems(given)
    given["special_rules"][0]["params"]["also"] = [
        {"name": "the raer", "side": given["sides"][1]["id"], "area": "behind", "facing": "W", "turn": 3}
    ]
    alone = "also[0].name: no unit waits for 'the raer'; a leader comes with the first of his units"
    assert any(alone in p for p in problems(given)), problems(given)


def test_a_battle_in_which_nobody_can_ever_do_anything_is_refused() -> None:
    """Without leaders at all, and where all wait for what an optional rule brings on: turns would pass for ever."""
    given = document("alexander", special_rules=[], turn_limit=None)
    for side in given["sides"]:
        side |= {"leaders": [], "lines": []}
    said = [f"sides[{i}].leaders: an army needs leaders: nobody else gives orders" for i in (0, 1)]
    assert problems(given) == said
    given = document("alexander", special_rules=[], turn_limit=None)
    waves: list[Document] = []
    for i, side in enumerate(given["sides"]):
        for piece in (*side["leaders"], side["units"][0]):
            piece.pop("hex", piece.pop("hexes", None))
            piece["reinforcement"] = f"wave {i}"
        waves.append({"name": f"wave {i}", "side": side["id"], "area": "the hill", "facing": "W", "turn": 2})
    given["special_rules"] = [rule("arrivals", **waves[0], also=waves[1:]) | {"optional": True}]
    given["optional_rules"] = ["arrivals"]
    (told,) = problems(given)
    assert told.startswith("the battle can't be begun: turns pass, and nobody can ever do anything")


# -- limits, walls, leaders that wait ---------------------------------------------------------------------------------


@for_each("system", HEX_SYSTEMS)
@for_each("first", [True, False])
def test_a_limit_has_a_result(system: str, first: bool) -> None:
    given = document(system, special_rules=[])
    winner = given["sides"][0]["id"] if first else None
    if system == "men-of-iron":
        given["limit"] = {"activations": 2, "winner": winner}
    else:
        given |= {"turn_limit": 1, "turn_limit_winner": winner}
    game = played(given)
    assert game.over and game.state.winner == winner
    if system == "men-of-iron":
        assert game.state.activations == 2


def test_a_limit_nobody_can_win() -> None:
    given = document("men-of-iron", limit={"activations": 4, "winner": "nobody"})
    assert "limit.winner: 'nobody' is no side of this battle" in problems(given)


@pytest.mark.parametrize("system", TURNED[:3])
def test_who_waits_acts_later(system: str) -> None:
    given = document(system, special_rules=[], turn_limit=2)
    leader = given["sides"][1]["leaders"][0]["id"]
    given["special_rules"] = [rule("not-before", leaders=[leader], turn=2)]
    game = played(given)
    turn, acted = 1, []
    for e in game.journal:
        if e.kind == "event" and e.data["type"] == "turn-began":
            turn = e.data["turn"]
        if e.kind == "event" and e.data["type"] == "orders-began" and e.data["orders"].get("leader") == leader:
            acted.append(turn)
    assert 1 not in acted


@pytest.mark.parametrize("system", TURNED[:3])
def test_walls_are_held_and_never_left(system: str) -> None:
    given = document(system, special_rules=[], turn_limit=2)
    terrain = {"cataphract": "city_wall", "spqr": "village", "alexander": "sea"}[system]
    given["map"]["terrain"] = {"2001-2002": terrain}
    given["areas"]["the east edge"] = ["2003-2016"]
    group = next(g for g in given["sides"][1]["units"] if g["code"] in ("SI", "LC"))
    group["hexes"] = ["2001", "2002"]
    given["special_rules"] = [rule("walls", walls="2001-2002", extra_range=1)]
    assert problems(given) == []
    bare = copy.deepcopy(given)
    bare["special_rules"] = []
    assert any(f"nobody enters {terrain}, hex 2001" in p for p in problems(bare))
    game = played(given)
    posted = [game.state.units[f"{group['code']}{n}"] for n in (1, 2)]
    assert {u.hex for u in posted if not u.eliminated and not u.routed} <= {2001, 2002}


@pytest.mark.parametrize("system", HEX_SYSTEMS[1:])
def test_hidden_units_are_refused_where_they_are_not_played(system: str) -> None:
    given = document(system, special_rules=[rule("hidden", side="romans", units=["HC1"])])
    assert any("units that lie hidden are played in Cataphract alone" in p for p in problems(given))


def test_what_needs_code_says_where() -> None:
    given = document("spqr", special_rules=[rule("dragons")])
    found = problems(given)
    assert any('the referee knows no special rule "dragons"' in p and "writing-a-battle.md" in p for p in found), found
