"""Positions of SPQR where two rules meet, written from the book by a reader who doesn't know the program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from .kit import Ruling, on_field, rule, unit

SIDES: dict[str, Any] = {"rome": {"retreat": "W"}, "punic": {"retreat": "E"}}


def battle(units: Sequence[Any], leaders: Sequence[Any] = (), **said: Any) -> dict[str, Any]:
    """A field between Rome, who flees west, and Carthage, who flees east."""
    ground = {"rows": [1, 30], "sides": SIDES, **said.pop("ground", {})}
    return on_field(units, leaders, system="spqr", ground=ground, **said)


def rome(code: str, at: int | str, facing: str = "E", **state: Any) -> dict[str, Any]:
    return unit("rome", code, at, facing, **state)


def punic(code: str, at: int | str, facing: str = "W", **state: Any) -> dict[str, Any]:
    return unit("punic", code, at, facing, **state)


def hastati(code: str, at: int | str, facing: str = "E", **state: Any) -> dict[str, Any]:
    """Of legion V: LG with javelins, Size 3, TQ 6, MA 5."""
    ratings = {"cls": "HA", "legion": "V", "missile": "J", "tq": 6, "ma": 5, "size": 3}
    return rome(code, at, facing, **{**ratings, **state})


def velites(code: str, at: int | str, facing: str = "E", **state: Any) -> dict[str, Any]:
    """Of legion V: LI with javelins, Size 4, TQ 5, MA 6."""
    ratings = {"cls": "VE", "legion": "V", "missile": "J", "tq": 5, "ma": 6, "size": 4}
    return rome(code, at, facing, **{**ratings, **state})


def chief(side: str, name: str, at: int | str, role: str = "OC", **state: Any) -> dict[str, Any]:
    return {"side": side, "id": name, "hex": at, "role": role, "command_range": 9, **state}


def fabius(at: int | str = "0210", **state: Any) -> dict[str, Any]:
    """The Roman Overall Commander, far behind unless placed."""
    return chief("rome", "Fabius", at, **{"initiative": 5, **state})


def hannibal(at: int | str = 1607, **state: Any) -> dict[str, Any]:
    return chief("punic", "Hannibal", at, **{"initiative": 7, **state})


def varro(at: int | str, **state: Any) -> dict[str, Any]:
    """A Roman leader with a name."""
    return chief("rome", "Varro", at, "SC", **{"initiative": 3, **state})


def tribune(at: int | str, **state: Any) -> dict[str, Any]:
    return chief("rome", "Sextius", at, "SC", **{"rank": "tribune", "initiative": 3, **state})


def questions(ruling: Ruling) -> list[tuple[str, str]]:
    """Who was asked what after the first line, in order."""
    return [(t["side"], t["kind"]) for t in ruling.told if t["type"] in ("next", "decision")]


def rolls(ruling: Ruling) -> list[str]:
    """Cases of what was rolled."""
    return [t["rule"] for t in ruling.told if t["type"] == "roll"]


def choices(ruling: Ruling) -> dict[str, list[str]]:
    """Whom the open question asks, with what each may do."""
    (asked,) = [t for t in ruling.told if t["type"] == "decision"]
    return {c.get("unit") or c["key"]: c.get("choices", []) for c in asked["choices"]}


def points(ruling: Ruling, side: str) -> int:
    """Rout Points at the end."""
    return int(ruling.end.get("sides", {}).get(side, {}).get("rout_points", 0))


def crt(ruling: Ruling) -> str:
    """The sentence of the only combat."""
    (said,) = [t["text"] for t in ruling.told if t["type"] == "event" and str(t["text"]).startswith("Shock, ")]
    return str(said)


# Orderly withdrawal


@pytest.mark.rule("spqr 6.51", "spqr 6.52", "spqr 6.56")
def test_hastati_withdraw_and_the_enemy_goes_on() -> None:
    """Foot that comes within two hexes lets hastati go one hex; they check TQ, and the order that came on goes on."""
    given = battle(
        [hastati("LG1", 1110), punic("HI9", 1410, tq=6, ma=4)], [fabius(), hannibal(1410)], active="Hannibal"
    )
    it = rule(given, "HI9 > 1310 1210 1110\nLG1 1010\nLG1 stay", 7)
    first = [("rome", "orderly-withdrawal")]
    assert questions(it)[:1] == first and it.refused == []
    here = it.of("LG1")
    assert (here["hex"], here["facing"], here["hits"]) == (1010, "E", 1)
    assert it.of("HI9")["hex"] == 1110 and it.left("HI9") == 1
    stays = rule(given, "HI9 > 1310 1210 1110\nLG1 stay")
    assert stays.of("HI9")["hex"] == 1210, "it stops in the ZOC of who stays"


@pytest.mark.rule("spqr 6.51", "spqr 6.65")
def test_a_withdrawing_unit_keeps_its_leader() -> None:
    """Hastati with a tribune withdraw in order: unit and leader stay together."""
    units = [hastati("LG1", 1110), punic("HI9", 1410, tq=6, ma=4)]
    given = battle(units, [fabius(), tribune(1110), hannibal(1410)], active="Hannibal")
    it = rule(given, "HI9 > 1310\nLG1 1010", 3)

    if it.asked == ["leader-along"]:
        assert "stay" not in choices(it)["Sextius"]
    assert it.of("Sextius")["hex"] == it.of("LG1")["hex"] == 1010


@pytest.mark.rule("spqr 6.51", "spqr 9.63")
@pytest.mark.parametrize(("die", "hits"), [(6, 1), (5, 0)])
def test_a_mixed_stack_withdraws(die: int, hits: int) -> None:
    """Hastati over principes withdraw as one: the upper checks, with 1 more for two classes."""
    stack = [hastati("LG1", 1110), hastati("LG2", 1110, cls="PR", below="LG1", tq=7)]
    given = battle([*stack, punic("HI9", 1410, tq=6, ma=4)], [fabius(), hannibal(1410)], active="Hannibal")
    it = rule(given, "HI9 > 1310\nLG1 1010", die)
    assert [it.of(u)["hex"] for u in ("LG1", "LG2")] == [1010, 1010]
    assert [it.of(u)["hits"] for u in ("LG1", "LG2")] == [hits, 0]


@pytest.mark.rule("spqr 6.51", "spqr 6.77")
def test_in_column_beside_a_line() -> None:
    """Two units see the same enemy come; who is In Column may not withdraw."""
    units = [rome("LI1", 1110, tq=5, ma=6), rome("MI2", 1111, "SIDE_NE", column=True, tq=6, ma=5)]
    given = battle([*units, punic("HI9", 1410, tq=6, ma=4)], [fabius(), hannibal(1410)], active="Hannibal")
    it = rule(given, "HI9 > 1310\nMI2 1011")
    assert list(choices(it)) == ["LI1"]
    assert it.refused == ["6.77"]


@pytest.mark.rule("spqr 6.52", "spqr 6.53", "spqr 10.22")
def test_withdrawing_from_the_flank_breaks_who_is_worn() -> None:
    """Velites one hit short of their TQ are approached from the flank: the hit before withdrawing routs them."""
    given = battle(
        [velites("LI1", 1110, hits=4), punic("HI9", 1107, "SW", tq=6, ma=4)],
        [fabius(), hannibal(1407)],
        active="Hannibal",
    )
    it = rule(given, "HI9 > 1108\nLI1 1111 @E\n1010\n0910")
    here = it.of("LI1")
    assert (here["routed"], here["hex"], rolls(it)) == (True, 910, [])
    fresh = rule(
        battle([velites("LI1", 1110), given["field"]["units"][1]], given["field"]["leaders"], active="Hannibal"),
        "HI9 > 1108\nLI1 1111 @E",
    )
    assert (fresh.of("LI1")["hex"], fresh.of("LI1")["hits"]) == (1111, 1)


@pytest.mark.rule("spqr 9.66", "spqr 9.67", "spqr 6.51")
@pytest.mark.parametrize("extends", [True, False])
def test_velites_withdraw_and_the_line_extends(extends: bool) -> None:
    """One enemy step: velites go back, hastati slide into their hex, and don't withdraw from slower foot later."""
    units = [hastati("LG1", 1110), hastati("LG2", 1110, below="LG1"), velites("LI1", 1111)]
    foe = [punic("MI9", 1510, tq=6, ma=5), punic("HI8", 1413, "NW", tq=6, ma=4)]
    given = battle([*units, *foe], [fabius(), hannibal()], active="Hannibal")
    it = rule(given, f"MI9 > 1410 1310\nLI1 > 1011 @E\n{'LG1 1111' if extends else 'none'}\nHI8 > 1312 1311")
    assert questions(it)[:2] == [("rome", "orderly-withdrawal"), ("rome", "line-extension")]
    assert it.of("LI1")["hex"] == 1011 and it.of("LI1")["hits"] == 0
    assert it.of("LG1")["hex"] == (1111 if extends else 1110) and it.of("LG1")["hits"] == 0
    assert it.asked == (["orders"] if extends else ["orderly-withdrawal"])


# Movement, stacks, formations


@pytest.mark.rule("spqr 6.13", "spqr 6.41")
@pytest.mark.parametrize(
    ("moved", "hexes", "dice", "hits"), [(True, 5, (), 2), (True, 4, (), 1), (False, 5, (8,), 1), (False, 5, (7,), 0)]
)
def test_a_phalanx_strides_again(moved: bool, hexes: int, dice: tuple[int, ...], hits: int) -> None:
    """The fifth point costs a phalanx that has moved two hits and no die, a fresh one a check."""
    given = battle(
        [punic("PH9", 2010, tq=7, moved=moved), rome("HI1", "0305")], [fabius(), hannibal(2110)], active="Hannibal"
    )
    it = rule(given, f"PH9 > +{hexes}", *dice)
    assert it.of("PH9")["hits"] == hits and rolls(it) == ["6.41"] * len(dice)


@pytest.mark.rule("spqr 6.45", "spqr 7.21")
@pytest.mark.parametrize(("skirmishers", "dice", "hits"), [(False, (8,), 3), (False, (5,), 2), (True, (), 1)])
def test_a_wheel_out_of_a_zone(skirmishers: bool, dice: tuple[int, ...], hits: int) -> None:
    """The free half comes round a half that is held: by velites with a check, by skirmishers alone without."""
    foe = rome("SK1", 2719, "W", missile="S") if skirmishers else velites("LI1", 2719, "W", supply="no")
    given = battle([punic("PH9", 2620, "E", tq=6), foe], [fabius(), hannibal(2521)], active="Hannibal")
    it = rule(given, "PH9 wheel left\nnone\nhold" if skirmishers else "PH9 wheel left\nnone", *dice)
    here = it.of("PH9")
    assert (here["hex"], here["facing"], here["hits"]) == (2620, "NE", hits)
    assert it.left("PH9") == 3 and len(rolls(it)) == len(dice)
    assert it.end["orders"]["markers"] == {"PH9": "must"}


@pytest.mark.rule("spqr 6.63", "spqr 6.13")
def test_velites_pass_foot_and_horse_of_their_legion() -> None:
    """Foot of their colour costs velites nothing, its horse a hit each; they have moved before, and that is another."""
    units = [velites("LI1", 1010, moved=True), hastati("LG1", 1110), rome("RC1", 1210, legion="V"), punic("HI9", 2010)]
    it = rule(battle(units, [fabius("0810"), hannibal()], active="Fabius"), "LI1 > 1110 1210 1310")
    assert [it.of(u)["hits"] for u in ("LI1", "LG1", "RC1")] == [2, 0, 1]
    assert it.left("LI1") == 3
    stops = rule(battle(units, [fabius("0810"), hannibal()], active="Fabius"), "LI1 > 1110")
    assert stops.refused == ["6.61"] and stops.of("LI1")["hits"] == 0


@pytest.mark.rule("spqr 6.67", "spqr 7.14", "spqr 6.22")
@pytest.mark.parametrize("mp", [5, 3, 2])
def test_joining_a_stack_in_the_woods(mp: int) -> None:
    """Who joins a stack in woods turns as it faces: 1 MP and a hit for each vertex; who can't pay can't stop."""
    units = [hastati("LG1", 1010, ma=mp), hastati("LG2", 1110, "NW"), punic("HI9", 2010)]
    given = battle(units, [fabius("0810"), hannibal()], active="Fabius", ground={"terrain": {"1110": "woods"}})
    it = rule(given, "LG1 > 1110")
    here = it.of("LG1")
    if mp == 2:
        assert it.refused == ["6.67"] and (here["hex"], here["hits"]) == (1010, 0)
    else:
        assert (here["hex"], here["facing"], here["hits"], here["below"]) == (1110, "NW", 3, "LG2")
        assert it.left("LG1") == mp - 3


@pytest.mark.rule("spqr 6.64", "spqr 4.3", "spqr 4.22")
@pytest.mark.parametrize("with_them", [True, False])
def test_one_order_for_a_stack(with_them: bool) -> None:
    """An Overall Commander of Initiative 1 moves his own stack with his one order, another stack not at all."""
    units = [hastati("LG1", 1010), hastati("LG2", 1010, below="LG1"), punic("HI9", 2010)]
    leaders = [fabius(1010 if with_them else "0910", initiative=1), hannibal()]
    it = rule(battle(units, leaders, active="Fabius"), "LG1+LG2 > 1110" + (" & Fabius" if with_them else ""))
    if with_them:
        assert [it.of(p)["hex"] for p in ("LG1", "LG2", "Fabius")] == [1110] * 3
        assert it.asked == ["momentum"], "that was his only order"
    else:
        assert it.refused == ["6.64"] and it.of("LG1")["hex"] == 1010


@pytest.mark.rule("spqr 6.66", "spqr 5.22", "spqr 5.25")
def test_the_lower_comes_to_the_top_and_leaves() -> None:
    """The lower of a stack can't leave by itself; brought to the top by an order it can, and the other after it."""
    units = [hastati("LG1", 1010), hastati("LG2", 1010, below="LG1"), punic("MI9", 2010)]
    given = battle(units, [fabius("0810", initiative=3), hannibal()], active="Fabius")
    it = rule(given, "LG2 > 1110\ntop LG2\nLG2 > 1110\nLG1 > 1109")
    assert it.refused == ["6.66"]
    assert (it.of("LG2")["hex"], it.of("LG1")["hex"]) == (1110, 1109)
    assert it.asked == ["momentum"], "three orders are given"


@pytest.mark.rule("spqr 6.71", "spqr 6.77", "spqr 7.22")
def test_who_may_form_column() -> None:
    """Neither one of a stack nor one in enemy ZOC forms Column; In Column it stops on no friend."""
    units = [hastati("LG1", 1010), hastati("LG2", 1010, below="LG1"), hastati("LG5", 1410), punic("MI9", 1510)]
    column = [
        hastati("LG4", 1014, "SIDE_NE", column=True),
        hastati("LG6", 1114),
        rome("MI3", 1018, "SIDE_NE", column=True, ma=5),
    ]
    given = battle([*units, *column], [fabius("0910"), hannibal()], active="Fabius")
    it = rule(given, "LG1 form @SIDE_NE\nLG5 form @SIDE_NE\nLG4 > 1114\nMI3 > 1117 1217 form @NE")
    assert it.refused == ["6.77", "6.71", "6.77"]
    here = it.of("MI3")
    assert (here["hex"], here["facing"], here["column"], it.left("MI3")) == (1217, "NE", False, 3)


@pytest.mark.rule("spqr 9.52", "spqr 6.69", "spqr 9.23")
def test_a_double_depth_phalanx_is_no_way() -> None:
    """Skirmishers pass any friend, but nobody enters the hexes of a phalanx in double depth."""
    deep = [rome("PH1", 1110, tq=7), rome("PH2", 1110, tq=7, below="PH1")]
    units = [*deep, rome("SK2", 1012, "NE", missile="S", ma=6), punic("LI9", 1910)]
    it = rule(battle(units, [fabius("0810"), hannibal()], active="Fabius"), "SK2 > 1111 1211")
    assert it.of("SK2")["hex"] == 1012
    assert it.refused == ["9.52"]
    plain = rule(battle([deep[0], *units[2:]], [fabius("0810"), hannibal()], active="Fabius"), "SK2 > 1111 1211")
    assert plain.refused == [] and plain.of("SK2")["hex"] == 1211 and plain.of("PH1")["hits"] == 0


@pytest.mark.rule("spqr 9.67", "spqr 6.25")
def test_a_line_extends_and_marches() -> None:
    """A stack that extends under a Line Command leaves both of its units 2 MP less."""
    lines = {"sides": {**SIDES, "rome": {"retreat": "W", "lines": [{"types": ["LG/HA"], "apart": 2}]}}}
    units = [hastati("LG1", 1110), hastati("LG2", 1110, below="LG1"), punic("MI9", 2010)]
    given = battle(units, [fabius(1010), hannibal(2607)], active="Fabius", ground=lines)
    orders = "line LG1 LG2\nextend LG1 1109\nLG1 > 1209 1308 1408 1507\nLG1 > 1209 1308 1408\n"
    orders += "LG2 > 1210 1310 1410 1510\nLG2 > 1210 1310"
    it = rule(given, orders)
    assert it.refused == ["6.25", "6.25"]
    assert (it.of("LG1")["hex"], it.of("LG2")["hex"]) == (1408, 1310)
    assert (it.left("LG1"), it.left("LG2")) == (0, 1)


@pytest.mark.rule("spqr 9.71", "spqr 8.16")
@pytest.mark.parametrize(
    ("foe", "screened", "case"),
    [(None, False, ["9.71"]), ("EL9", False, ["9.71"]), ("MI9", True, ["9.71"]), ("MI9", False, [])],
)
def test_triarii_wait_until_they_see_the_enemy(foe: str | None, screened: bool, case: list[str]) -> None:
    """Triarii turn but don't go before an enemy, no elephant, is within three hexes and in sight."""
    units = [
        rome("HI1", 1010, cls="TR", legion="V", tq=7, ma=4),
        hastati("LG1", 1210 if screened else 1206),
        punic("MI8", 2010),
    ]
    if foe:
        units.append(punic(foe, 1310, "E"))
    moves = rule(battle(units, [fabius("0910"), hannibal(2607)], active="Fabius", turn=2), "HI1 > 1110")
    turns = rule(battle(units, [fabius("0910"), hannibal(2607)], active="Fabius", turn=2), "HI1 @NE")
    assert moves.refused == case
    assert turns.refused == [] and turns.of("HI1")["facing"] == "NE"


# Zones, reactions, fire


@pytest.mark.rule("spqr 8.21", "spqr 7.22")
def test_leaving_an_archers_zone_by_its_side() -> None:
    """Fast horse that steps out of the ZOC beside the archers draws no fire, then or later; straight away it does."""

    def given(facing: str) -> dict[str, Any]:
        units = [rome("LC1", 1110, facing, tq=5, ma=9, missile="J"), punic("LI9", 1210, tq=5, ma=5, missile="A")]
        return battle(units, [fabius("0810"), hannibal()], active="Fabius")

    beside = rule(given("E"), "LC1 > 1211 1311")
    assert questions(beside) == [("rome", "orders")]
    assert beside.of("LC1")["hex"] == 1311, "held from the first, LI9 can't turn"
    for die, hits in ((3, 1), (4, 0)):
        away = rule(given("W"), "LC1 > 1010\nfire", die)
        assert questions(away)[0] == ("punic", "retire-fire") and away.of("LC1")["hits"] == hits
        assert away.of("LC1")["hex"] == 1010


@pytest.mark.rule("spqr 8.22", "spqr 8.23", "spqr 9.23")
@pytest.mark.parametrize(("answer", "dice", "asked"), [("fire", (4, 3), "orders"), ("hold", (3,), "return-fire")])
def test_entry_fire_or_return_fire(answer: str, dice: tuple[int, ...], asked: str) -> None:
    """Who has fired at a slinger as he came doesn't fire back at him; who held may."""
    units = [rome("SK1", 1010, missile="S", tq=5, ma=6), punic("LI9", 1210, tq=5, ma=5, missile="J")]
    it = rule(battle(units, [fabius("0810"), hannibal()], active="Fabius"), f"SK1 > 1110 x LI9\nnone\n{answer}", *dice)
    assert it.refused == [] and it.asked == [asked] and len(rolls(it)) == len(dice)
    assert it.of("SK1")["hits"] == 0, "4 and 2 for skirmishers is over 5"


@pytest.mark.rule("spqr 8.14", "spqr 7.21", "spqr 7.22")
@pytest.mark.parametrize("answer", ["fire", "hold"])
def test_the_last_volley_opens_the_flank(answer: str) -> None:
    """Velites whose last volley flies at the first enemy have no ZOC in their Flank any more, and horse rides past."""
    foe = [punic("MI9", 1010, "E", tq=6, ma=5), punic("LC8", 1008, "E", tq=6, ma=9)]
    given = battle([velites("LI1", 1210, "W", supply="low"), *foe], [fabius(2010), hannibal("0610")], active="Hannibal")
    it = rule(given, f"MI9 > 1110\nnone\nnone\n{answer}\nLC8 > 1108 1209 1308", *([9] if answer == "fire" else []))
    if answer == "fire":
        assert it.of("LI1")["supply"] == "no"
        assert it.refused == [] and it.of("LC8")["hex"] == 1308
    else:
        assert it.refused == ["7.22"] and it.of("LC8")["hex"] == 1008
        stops = rule(given, "MI9 > 1110\nnone\nnone\nhold\nLC8 > 1108 1209")
        assert stops.asked == ["entry-fire"] and list(choices(stops)) == ["LI1"]


@pytest.mark.rule("spqr 7.16", "spqr 8.22")
@pytest.mark.parametrize(("answer", "dice", "hits"), [("right", (9, 5), 3), ("right", (3, 5), 1), ("no", (), 0)])
def test_turning_to_fire(answer: str, dice: tuple[int, ...], hits: int) -> None:
    """Hastati whose flank light foot comes to may turn, for a hit at least, and then fire; unturned they may not."""
    units = [hastati("LG1", 1210, "W"), punic("LI9", 1208, "SW", tq=5, ma=5, missile="J")]
    given = battle(units, [fabius(2010), hannibal(1604)], active="Hannibal")
    it = rule(given, f"LI9 > 1209 keep\n{answer}" + ("\nfire" if dice else ""), *dice)
    assert it.of("LG1")["hits"] == hits and it.refused == []
    assert it.of("LG1")["facing"] == ("NW" if dice else "W")
    assert (it.of("LI9")["hits"], it.of("LG1")["supply"]) == ((1, "no") if dice else (0, "full"))


@pytest.mark.rule("spqr 8.22", "spqr 4.23", "spqr 6.51")
def test_a_line_comes_in_together() -> None:
    """Velites fire at a Line when all of it has moved, and at one unit only; the first holds them in its ZOC."""
    lines = {"sides": {**SIDES, "punic": {"retreat": "E", "lines": [["MI"]]}}}
    units = [velites("LI1", 1010), punic("MI8", 1310, tq=6), punic("MI9", 1311, tq=6)]
    given = battle(units, [fabius(), hannibal(1410)], active="Hannibal", ground=lines)
    orders = "line MI8 MI9\nMI8 > 1210 1109\nnone\nnone\nMI9 > 1211 1110\ndone"
    it = rule(given, orders)
    asked = [kind for side, kind in questions(it) if side == "rome"]
    assert asked == ["orderly-withdrawal", "reaction-facing", "entry-fire"], "in ZOC there is no second withdrawal"
    assert choices(it) == {"LI1": ["MI8", "MI9", "hold"]}
    shot = rule(given, orders + "\nLI1 x MI9", 5)
    assert (shot.of("MI9")["hits"], shot.of("MI8")["hits"], shot.asked) == (1, 0, ["shock"])


@pytest.mark.rule("spqr 8.13", "spqr 6.68")
@pytest.mark.parametrize(("facing", "hit"), [("E", "LG1"), ("W", "LG2")])
def test_fire_into_a_stack(facing: str, hit: str) -> None:
    """Arrows strike the upper unit from the front and the lower from behind."""
    stack = [hastati("LG1", 1010, facing), hastati("LG2", 1010, facing, below="LG1")]
    given = battle([*stack, punic("LI9", 1310, tq=6, ma=5, missile="A")], [fabius(), hannibal(1610)], active="Hannibal")
    it = rule(given, "LI9 x LG1", 3)
    assert {u: it.of(u)["hits"] for u in ("LG1", "LG2")} == {"LG1": 0, "LG2": 0, hit: 1}


@pytest.mark.rule("spqr 8.16", "spqr 8.51")
@pytest.mark.parametrize(("weapon", "at", "case"), [("A", 1008, ["8.16"]), ("A", 1007, []), ("S", 1008, ["8.16"])])
def test_shooting_over_a_friend(weapon: str, at: int, case: list[str]) -> None:
    """Archers shoot over a friend who is nearer to them than the target; halfway he is in the way, as for slingers."""
    shooter = rome("LI1" if weapon == "A" else "SK1", 1010, "NE", missile=weapon)
    units = [shooter, rome("MI2", 1009, "NE"), punic("MI9", at, "SW")]
    it = rule(battle(units, [fabius("0811"), hannibal(1601)], active="Fabius"), f"{shooter['code']} x MI9", 3)
    assert it.refused == case and it.of("MI9")["hits"] == (0 if case else 1)


@pytest.mark.rule("spqr 8.17", "spqr 8.11", "spqr 7.25")
@pytest.mark.parametrize(
    ("start", "to", "die", "hits"), [(1010, 1110, 1, 1), (1010, 1110, 2, 0), (1108, 1209, 3, 1), (1108, 1209, 4, 0)]
)
def test_archers_run_up_to_heavy_foot(start: int, to: int, die: int, hits: int) -> None:
    """Before heavy foot's shields 3, beside them 1, and 1 for running; archers bear no Shock marker."""
    units = [rome("LI1", start, missile="A"), punic("HI9", 1210, tq=6, ma=4)]
    it = rule(battle(units, [fabius("0810"), hannibal(1610)], active="Fabius"), f"LI1 > {to} x HI9\nnone\ndone", die)
    assert it.refused == [] and it.of("HI9")["hits"] == hits
    assert it.asked == ["momentum"], "archers can't attack"
