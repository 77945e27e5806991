"""Why an answer isn't open: each question says of whom or what it doesn't offer what keeps it from that."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

from bot.notation import bind, parse
from engine.kernel.decisions import Decision
from engine.kernel.text import Refusal, Text
from engine.systems.gboh.cohesion import engaged
from engine.systems.gboh.command import leaders, line_command
from engine.systems.gboh.missiles import artillery, reaction
from engine.systems.gboh.movement import facing, withdrawal
from tests.each import for_each
from tests.engine import rig
from tests.engine.cataphract import kit
from tests.engine.cataphract.test_answers import Board


def question(r: kit.Rig, procedure: Any, *, kind: str | None = None, answers: tuple[Any, ...] = ()) -> Decision:
    """The first question a procedure asks, or the first of a kind."""
    asked: list[Decision] = []

    def stop(d: Decision) -> Any:
        asked.append(d)
        raise rig.Stop

    with suppress(rig.Stop):
        r.run(procedure, answers=[*answers, stop])
    assert asked and (kind is None or asked[-1].kind == kind), [d.kind for d in asked]
    return asked[-1]


def why(r: kit.Rig, d: Decision, text: str) -> tuple[str, str]:
    """Case and words of the refusal of an answer as players write it."""
    with pytest.raises(Refusal) as caught:
        bind(Board(r), d, parse(text))
    return str(caught.value.rule), str(caught.value)


@pytest.mark.rule("cataphract 7.14")
@pytest.mark.parametrize(
    ("text", "case", "says"),
    [
        ("MI2 @W", "7.14", "MI2 turns by one vertex: to "),
        ("MI2 @E", "7.14", "MI2 faces E already"),
        ("MI5 left", "7.14", "HC1 is not next to MI5."),
        ("MI6 left", "7.14", "MI6 has turned in reaction in this Orders Phase."),
        ("MI7 left", "7.14", "MI7 is in the ZOC of HI8."),
    ],
)
def test_who_turns_in_reaction(text: str, case: str, says: str) -> None:
    ours = [kit.unit("HC1", 1110), kit.unit("HI8", 1112, "NE")]
    theirs = [
        kit.unit("MI2", 1210, "E"),
        kit.unit("MI5", 2010, "E"),
        kit.unit("MI6", 1109, "E"),
        kit.unit("MI7", 1111, "W"),
    ]
    r = kit.battle(ours, theirs).orders("a", reaction_turned=["MI6"])
    d = question(r, lambda g: facing.reaction_facing(g, g.state.units["HC1"]), kind="reaction-facing")
    assert why(r, d, text)[0] == case and says in why(r, d, text)[1], why(r, d, text)


@pytest.mark.rule("cataphract 4.62")
@pytest.mark.parametrize(
    ("hex_", "says"),
    [
        ("9999", "9999 is not on the map."),
        ("0610", "Anna withdraws 3 hexes at most."),
        ("1111", "1111 leads no farther away from HC9."),
        ("0909", "MI8 stands at 0909."),
    ],
)
def test_where_a_leader_withdraws_to(hex_: str, says: str) -> None:
    theirs = [kit.unit("HC9", 1110, "W"), kit.unit("MI8", 909, "W", routed=True)]
    r = kit.battle([kit.unit("HI1", 2020)], theirs, a_leaders=[kit.leader("Anna", 1010)]).orders("b")
    d = question(r, lambda g: leaders.approached(g, g.state.units["HC9"], 1210))
    found = why(r, d, f"Anna {hex_}")
    assert found[0] == "4.62" and says in found[1], found


@pytest.mark.rule("cataphract 6.73", "cataphract 6.76")
@for_each(
    ("text", "case", "says"),
    [
        ("LC1 feign 9999", "6.76", "9999 is not on the map."),
        ("LC1 feign 1310", "6.73", "LC1 rides 3 to 5 hexes; 1310 is 1 away."),
        ("LC1 feign 1410", "6.73", "LC1 rides 3 to 5 hexes; 1410 is 2 away."),
        ("LC1 feign 1810", "6.73", "LC1 rides 3 to 5 hexes; 1810 is 6 away."),
        ("LC1 feign 1511", "6.61", "MI2 stands at 1511."),
        ("LC1 feign 1509 @W", "6.73", "LC1 comes to 1509 facing @"),
        ("LC1 feign 0910", "6.73", "No open way leads LC1 away from HC9 to 0910."),
        ("LC1 feign > 1310 1410 1510 1610 1710 1810", "6.73", "rides 3 to 5 hexes; that is 6."),
        ("LC1 feign > 1309 1409 1509 @W", "6.73", "LC1 comes to 1509 facing @"),
        ("LC1 feign > 1310 1411 1511 @E", "6.61", "MI2 stands at 1511."),
    ],
)
def test_where_light_horse_feigns_to(text: str, case: str, says: str) -> None:
    hun = kit.unit("LC1", 1210, "W", feigns=True, tq=8, ma=6, missile="C", passes_lightly=True)
    theirs = [hun, kit.unit("MI2", 1511, "W")]
    r = kit.battle([kit.unit("HC9", 1010, feint_reaction=5)], theirs).orders("a")
    d = question(r, lambda g: withdrawal.orderly_withdrawal(g, g.state.units["HC9"], starting=False))
    found = why(r, d, text)
    assert found[0] == case and says in found[1], found


@pytest.mark.rule("cataphract 8.21")
@pytest.mark.parametrize(
    ("unit", "says"),
    [
        ("LI3", "HC1 is not in the ZOC of LI3."),
        ("LI4", "LI4"),
        ("HI5", "HI5"),
    ],
)
def test_who_fires_at_who_comes(unit: str, says: str) -> None:
    theirs = [
        kit.unit("LI2", 1210, "W", missile="B"),
        kit.unit("LI3", 1209, "E", missile="B"),
        kit.unit("LI4", 1111, "NE", missile="B", supply="no"),
        kit.unit("HI5", 1310, "W"),
    ]
    r = kit.battle([kit.unit("HC1", 1110)], theirs).orders("a")
    d = question(r, lambda g: reaction.entry_fire(g, g.state.units["HC1"]), kind="entry-fire")
    found = why(r, d, unit)
    assert says in found[1], found
    if unit == "LI3":
        assert found[0] == "8.21"


@pytest.mark.rule("cataphract 10.32")
@pytest.mark.parametrize(
    ("unit", "says"),
    [
        ("LC2", "LC2 is not Engaged."),
        ("HI3", "HI3 is neither cavalry nor light infantry."),
        ("LI4", "LI4 is no faster than LC8."),
    ],
)
def test_who_withdraws_engaged(unit: str, says: str) -> None:
    ours = [
        kit.unit("LC1", 1010, engaged=True),
        kit.unit("LC2", 2010),
        kit.unit("HI3", 1020, engaged=True),
        kit.unit("LI4", 1030, engaged=True),
    ]
    theirs = [
        kit.unit("MI7", 1110, "W", engaged=True),
        kit.unit("MI9", 1120, "W", engaged=True),
        kit.unit("LC8", 1130, "W", engaged=True),
    ]
    r = kit.battle(ours, theirs, a_leaders=[kit.leader("Anna", 1025, command_range=30)], options={"10.3": True}).orders(
        "a", "Anna"
    )
    d = question(r, engaged.before_designation)
    found = why(r, d, f"{unit} stay")
    assert found[0] == "10.32" and says in found[1], found


@pytest.mark.rule("cataphract 8.21", "cataphract 8.11")
def test_who_of_a_line_fires_when_it_has_moved() -> None:
    archers = [kit.unit(f"LI{n}", 1010 + n, missile="B") for n in (1, 2)]
    bystander = kit.unit("LI3", 1020, missile="B")
    r = kit.battle(
        [*archers, bystander],
        [kit.unit("HI9", 1311, "E")],
        a_leaders=[kit.leader("Anna", 1013, command_range=9)],
    ).orders("a", "Anna")
    r.g.orders.moved += ["LI1", "LI2"]
    r.g.orders.acted += ["LI1", "LI2"]
    d = question(r, lambda g: line_command.fire_after_moving(g, ["LI1", "LI2"], Text("Who fires?")))
    assert why(r, d, "LI3 HI9")[0] == "8.21"


@pytest.mark.rule("cataphract 5.12", "cataphract 5.26", "cataphract 5.41")
@for_each(
    ("text", "case", "says"),
    [
        ("Bouzes", "5.12", "Bouzes has Initiative 5; Anna, who has 3, comes before."),
        ("defer-Anna", "5.26", "Anna is not in enemy ZOC and can't wait for later."),
        ("defer-Conon", "5.26", "Conon is the Overall Commander and has no need to wait."),
        ("trump Bouzes", "5.41", "Bouzes is a Contingent Commander and can't Trump."),
        ("Dagisthaeus", "5.26", "Dagisthaeus waits: he is held in enemy ZOC."),
        ("Ermanaric", "5.15", "Ermanaric is Finished this turn."),
        ("Zoe", "5.12", "Zoe is the enemy's."),
        ("Falco", "5.12", "Falco is not on the map."),
    ],
)
def test_who_acts_next(text: str, case: str, says: str) -> None:
    """Anna and Conon, with Initiative 3, come first."""
    mine = [
        kit.leader("Anna", 505, "SC", initiative=3),
        kit.leader("Conon", 506, "OC", initiative=3),
        kit.leader("Bouzes", 507, "CC", initiative=5),
        kit.leader("Dagisthaeus", 508, "SC", initiative=2),
        kit.leader("Ermanaric", 509, "SC", initiative=1),
        kit.leader("Falco", 510, "SC", initiative=1),
    ]
    theirs = [kit.leader("Zoe", 3030, initiative=9)]
    r = kit.battle([kit.unit("HC1", 505)], [kit.unit("LN1", 3030, "W")], a_leaders=mine, b_leaders=theirs)
    r.state.phase = "select"
    r.leader("Dagisthaeus").deferred = True
    r.leader("Dagisthaeus").hex = 2930  # in the ZOC of LN1
    r.leader("Ermanaric").status = "finished"
    r.leader("Falco").hex = None
    d = r.play()
    assert d.kind == "activation"
    found = why(r, d, text)
    assert found[0] == case and says in found[1], found


@pytest.mark.rule("cataphract 11.66")
def test_which_guns_react() -> None:
    guns = [
        kit.unit("CH1", 1310, "W", missile="X"),
        kit.unit("CH2", 1311, "W", missile="X", supply="no"),
        kit.unit("CH3", 1312, "W", missile="X"),
        kit.unit("HI4", 1309, "W"),
    ]
    r = kit.battle([kit.unit("HC1", 1010)], guns).orders("a", reaction_shots={"CH3": 2})
    d = question(r, lambda g: artillery.react(g, g.state.units["HC1"]), kind=artillery.POLICY.kind)
    assert [i.key for i in d.items] == ["CH1"]
    case, words = why(r, d, "HI4 HC1")
    assert case == "11.66" and "HI4 is no artillery" in words
    assert "CH3 has used its" in why(r, d, "CH3 HC1")[1]
    assert "CH2" in why(r, d, "CH2 HC1")[1] and "used" not in why(r, d, "CH2 HC1")[1]


def escapes(**ground: Any) -> list[str]:
    """Where LC1, Engaged with MI2 before it, may withdraw to from 1010."""
    others, theirs, lords = (ground.pop(k, []) for k in ("others", "theirs", "lords"))
    r = kit.battle(
        [kit.unit("LC1", 1010, engaged=True, ma=5), *others],
        [kit.unit("MI2", 1110, "W", engaged=True), *theirs],
        a_leaders=[kit.leader("Anna", 1005, command_range=30)],
        b_leaders=lords,
        options={"10.3": True},
        **ground,
    ).orders("a", "Anna")
    d = question(r, engaged.before_designation, kind="engaged-withdrawal")
    return sorted(c.key for c in d.items[0].choices if c.key != "stay")


@pytest.mark.rule("cataphract 10.32")
@pytest.mark.parametrize(
    "ground",
    [
        {"terrain": {909: "city_wall"}},
        {"hexsides": [(1010, 909, "river_euphrates")]},
        {"others": [kit.unit("HI3", 909)]},
        {"theirs": [kit.unit("HI4", 909, "W")]},
        {"theirs": [kit.unit("HI4", 809, "E")]},  # its ZOC
        {"lords": [kit.leader("Zoe", 909)]},
        {"levels": {909: 5}},  # 6 MP, and it has 5
    ],
)
def test_each_thing_that_closes_a_hex_to_who_withdraws_engaged(ground: Any) -> None:
    assert escapes() == ["0909", "0910", "1009"]
    assert "0909" not in escapes(**ground) and "0910" in escapes(**ground)


@pytest.mark.rule("cataphract 10.32")
def test_what_its_whole_allowance_just_pays_is_open() -> None:
    assert "0909" in escapes(levels={909: 4})


@pytest.mark.rule("cataphract 10.32")
def test_not_next_to_its_foe() -> None:
    r = kit.battle(
        [kit.unit("LC1", 1010, engaged=True)],
        [kit.unit("MI2", 1110, "W", engaged=True)],
        a_leaders=[kit.leader("Anna", 1005, command_range=30)],
        options={"10.3": True},
    ).orders("a", "Anna")
    d = question(r, engaged.before_designation)
    assert "1011 is next to MI2, its foe." in why(r, d, "LC1 1011")[1]
    assert "its foe" not in why(r, d, "LC1 1210")[1], "that isn't next to LC1"


@pytest.mark.rule("cataphract 6.51", "cataphract 6.58")
def test_who_stands_in_no_line_is_told_so() -> None:
    r = kit.battle([kit.unit("HC9", 1010, "W")], [kit.unit("LC1", 1210, "W")]).orders("a")
    d = question(r, lambda g: withdrawal.orderly_withdrawal(g, r.unit("HC9"), starting=False))
    case, says = why(r, d, "LC1 line")
    assert case == "6.58" and "stands in no cavalry Line of which all can withdraw" in says


@pytest.mark.rule("cataphract 6.51", "cataphract 6.54", "cataphract 6.61")
@pytest.mark.parametrize(
    ("hex_", "says"),
    [
        ("1110", "leads no farther away"),
        ("1209", "leads no farther away"),
        ("1310", "MI5 stands at 1310"),
        ("2990", "is not on the map"),
    ],
)
def test_where_a_unit_withdraws_to(hex_: str, says: str) -> None:
    r = kit.battle(
        [kit.unit("HC9", 1010, "W")], [kit.unit("LC1", 1210, "W"), kit.unit("MI5", 1310, "W", size=9)]
    ).orders("a")
    d = question(r, lambda g: withdrawal.orderly_withdrawal(g, r.unit("HC9"), starting=False))
    assert says in why(r, d, f"LC1 {hex_}")[1], why(r, d, f"LC1 {hex_}")


@pytest.mark.rule("cataphract 6.58")
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("LC1 stay", "The whole Line withdraws, LC1 with it."),
        ("LC1 1110", "leads no farther away"),
        ("LI4 1318", "LI4 is not in the Line that withdraws: "),
    ],
)
def test_who_belongs_to_a_line_that_withdraws(text: str, says: str) -> None:
    r = kit.battle(
        [kit.unit("MI9", 1010, ma=4)],
        [kit.unit("LC1", 1210, "E"), kit.unit("LC2", 1212, "E"), kit.unit("LI4", 1218, "E")],
    ).orders("a")
    d = question(
        r,
        lambda g: withdrawal.orderly_withdrawal(g, r.unit("MI9"), starting=False),
        kind="line-withdrawal",
        answers=({"LC1": "line"},),
    )
    assert says in why(r, d, text)[1], why(r, d, text)
