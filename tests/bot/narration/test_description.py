"""The position in words: everybody is told where they stand, in every system, and what is beside whom."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest

from bot.cli.battles import scenario
from bot.cli.seeded import SeededTrail
from bot.cli.selfplay import play
from bot.narration import ENGLISH, description
from bot.narration.description import Section
from engine.kernel.areas import AreaMap
from engine.kernel.hexes import Facing, centre
from engine.kernel.view import CounterView, TableView
from engine.systems.registry import system_for

BATTLES = (
    "cataphract/tricameron",
    "alexander/gaugamela",
    "spqr/cannae",
    "simple-gboh/lautulae",
    "men-of-iron/falkirk",
    "justinian/renovatio",
)


def table_of(key: str, answers: int) -> TableView:
    battle = scenario(key)
    system, last = system_for(battle), list[Any]()
    play(system, 3, SeededTrail(battle, 3), turns=20, most=answers, each=lambda g: last.append(g))
    return last[-1].view()


@pytest.fixture(scope="module")
def begun() -> TableView:
    return table_of("cataphract/tricameron", 10)


def lines(found: list[Section]) -> list[str]:
    return [x for s in found for x in s.lines]


@pytest.mark.parametrize("key", BATTLES)
def test_everybody_is_told_with_their_place(key: str) -> None:
    table = table_of(key, 40)
    told = lines(description.whole(table, ENGLISH.say, ["Whose decision it is."]))
    assert told.count("Whose decision it is.") == 1
    assert all(side.name in "\n".join(told) for side in table.sides)
    for c in table.counters:
        called = c.name if isinstance(table.board, AreaMap) else c.id
        where = " + ".join(table.board.show(p) for p in c.hexes)
        (line,) = [x for x in told if x.startswith(f"{where}: {called}") and x[len(where) + 2 + len(called)] in " ,."]
        assert c.tq is None or not c.hits or f"{c.hits} hit" in line
    for x in table.leaders:
        assert any(line.startswith(f"{table.board.show(x.hex)}: {x.name}") for line in told), x.name
    short = lines(description.overview(table, ENGLISH.say))
    assert sum(map(len, short)) <= sum(map(len, told))


@pytest.mark.parametrize("key", BATTLES)
def test_a_place_and_what_is_near_it(key: str) -> None:
    table = table_of(key, 5)
    unit = next(c for c in table.counters if c.hexes)
    found = description.near(table, unit.hexes, ENGLISH.say)
    assert [s.title for s in found[: len(unit.hexes)]] == [table.board.show(p) for p in unit.hexes]
    told = "\n".join(lines(found))
    assert unit.name in told
    for p in unit.hexes:
        assert all(table.board.show(n) in told for n in table.board.neighbours(p) if n not in unit.hexes)


def test_commands_stand_from_left_to_right_as_they_face(begun: TableView) -> None:
    (section,) = description.army(begun, 0, ENGLISH.say, begun.sides[0].bands.index("Thracian"))
    assert "facing W where nothing else is said" in section.lines[0]
    rows = [math.floor(centre(int(x[:4]))[1]) for x in section.lines[1:6]]
    assert rows == sorted(rows, reverse=True), "who faces west has the south at the left"


def counter(code: str, side: int, at: tuple[int, ...], facing: Facing | None, **more: Any) -> CounterView:
    return CounterView(code, code, side, "lancer", at, facing, **more)


@pytest.mark.parametrize(
    ("enemy", "facing", "states", "told"),
    [
        (4908, Facing.W, (), "B1 in front of A1"),
        (5107, Facing.W, (), "B1 behind A1"),
        (5007, Facing.W, (), "B1 at the flank of A1"),
        (5007, Facing.W, ("square",), "(5007)."),
        (5007, None, (), "(5007)."),
    ],
)
def test_who_is_beside_whom(begun: TableView, enemy: int, facing: Facing | None, states: Any, told: str) -> None:
    one = counter("A1", 0, (5008,), facing, states=frozenset(states))
    (section,) = description.contacts(
        replace(begun, counters=(one, counter("B1", 1, (enemy,), None)), zoc={}), ENGLISH.say
    )
    (line,) = section.lines
    assert line.startswith(f"A1 (5008) – B1 ({enemy})") and told in line


def test_what_is_hidden_has_a_place_and_no_name(begun: TableView) -> None:
    unit = counter("B1", 1, (4908,), Facing.E, states=frozenset({"hidden"}), hits=2)
    table = replace(begun, counters=(counter("A1", 0, (5008,), Facing.W), unit))
    told = "\n".join(
        lines(description.whole(table, ENGLISH.say)) + lines(description.near(table, (5008,), ENGLISH.say))
    )
    assert "4908: Hidden unit." in told
    assert "B1" not in told


def test_the_ground(begun: TableView) -> None:
    (section,) = description.ground(begun, ENGLISH.say)
    assert any(x.startswith("Stream: 4801/4901") and x.endswith("more.") for x in section.lines)
    assert "The top of the map is north." in section.lines[0]
