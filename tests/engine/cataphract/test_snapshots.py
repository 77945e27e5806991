"""Where units can go, written down: any slip in movement, zones or facing shows as a difference in these files.

Each file in ``snapshots/`` is one position. For some units their reach: a line a hex with the facings they can end in,
the MP, (after a ``+``) the hits, and a ``!`` where they must stop; then zones, Lines, and how many orders of each kind
there are, of units for the same ones. After a change that is meant, ``HEXARCH_SNAPSHOTS=write`` writes them anew; read
the difference first.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.kernel.decisions import Menu
from engine.kernel.hexes import show
from engine.systems.gboh.command import leader_moves, line_composition
from engine.systems.gboh.movement import reach
from engine.systems.gboh.orders import menus
from tests.engine.cataphract import kit

FOLDER = Path(__file__).parent / "snapshots"


def open_ground() -> kit.Rig:
    """One unit of each speed and a column, nobody near."""
    return kit.battle(
        [
            kit.unit("HI1", 1010),
            kit.unit("HC1", 1120, "NW", ma=5),
            kit.unit("MI1", 2010, "SIDE_NE", column=True),
            kit.unit("LI1", 2120, "SW", moved=True),
            kit.unit("CH1", 110, fire_mode=False),
        ],
        a_leaders=[kit.leader("Anna", 1010)],
    ).orders("a", "Anna")


def broken_ground() -> kit.Rig:
    """The same patch of woods, rough, a hill, a stream, a river with its bridge, a wall and a trench for each."""
    terrain, levels, sides = {}, {}, []
    for c in (1000, 2000, 3000):
        terrain |= {c + 108: "woods", c + 109: "rough", c + 209: "woods", c + 8: "rough", c + 11: "city_wall"}
        levels |= {c + 110: 1, c + 210: 1, c + 211: 2, c - 90: -1}
        sides += [(c + 10, c + 110, "stream"), (c + 209, c + 309, "stream"), (c + 9, c + 10, "trench")]
        sides += [
            (c + 111, c + 212, "river_volturno"),
            (c + 110, c + 211, "river_volturno"),
            (c + 110, c + 211, "bridge"),
        ]
    return kit.battle(
        [
            kit.unit("HC1", 1010, ma=6),
            kit.unit("HI1", 2010, ma=5),
            kit.unit("MI1", 3010, "SIDE_SE", column=True),
            kit.unit("LI1", 3108, "SE"),
        ],
        a_leaders=[kit.leader("Anna", 1010)],
        terrain=terrain,
        levels=levels,
        hexsides=sides,
    ).orders("a", "Anna")


def face_to_face() -> kit.Rig:
    """Units held, free, passing friends, turned, routed and harassing round a line of enemies."""
    return kit.battle(
        [
            kit.unit("HC1", 1010),  # behind its own line
            kit.unit("HI1", 1110),
            kit.unit("HI2", 1111),
            kit.unit("LC1", 1109, missile="C", moved=True),
            kit.unit("LN1", 1408, "SW"),  # behind the enemy
            kit.unit("HC2", 1314, "W"),  # attacked from behind
            kit.unit("LI1", 1113, missile="J"),
            kit.unit("MI1", 1008, hits=2),
            kit.unit("MI2", 906, routed=True),
            kit.unit("LC2", 912, passes_lightly=True),
        ],
        [
            kit.unit("HI7", 1310, "W"),
            kit.unit("HI8", 1311, "W"),
            kit.unit("LI9", 1309, "W", missile="J"),
            kit.unit("HI6", 1414, "W", ma=4),
        ],
        a_leaders=[kit.leader("Anna", 1010, line_commands=2), kit.leader("Sue", 1111, "SC")],
        b_leaders=[kit.leader("Bert", 1511)],
    ).orders("a", "Anna")


def tricameron() -> kit.Rig:
    """The set-up, Belisarius commanding."""
    return kit.tricameron().orders("byzantine", "Belisarius")


def tricameron_at_the_brook() -> kit.Rig:
    """Turn 3 or so: the lines have closed in the middle, Gelimer commanding."""
    hexes = {"THC4": 4809, "THC5": 4811, "AHC1": 4813, "LN5": 4709, "LN6": 4711, "LC3": 4710, "HC1": 4612, "LN7": 4714}
    hexes |= {"HLC1": 5011, "Gelimer": 4613, "Tzazon": 4612, "John": 4811}
    r = kit.tricameron(hexes, THC5={"moved": True, "hits": 2}, LN6={"hits": 3}, LC3={"moved": True})
    return r.orders("vandal", "Gelimer")


POSITIONS: dict[str, tuple[Callable[[], kit.Rig], tuple[str, ...]]] = {
    "open-ground": (open_ground, ("HI1", "HC1", "MI1", "LI1", "CH1")),
    "broken-ground": (broken_ground, ("HC1", "HI1", "MI1", "LI1")),
    "face-to-face": (face_to_face, ("HC1", "HI1", "HI2", "LC1", "LN1", "HC2", "LI1", "MI1", "MI2", "LC2")),
    "tricameron": (tricameron, ("THC5", "HLC1", "LN6")),
    "tricameron-at-the-brook": (tricameron_at_the_brook, ("LN5", "LN6", "LC3", "HC1", "LN7", "THC5")),
}


def lines_of(r: kit.Rig, units: tuple[str, ...]) -> Iterator[str]:
    for name in units:
        unit = r.unit(name)
        yield f"{name} {show(unit.at)} {unit.facing.name}"
        by_hex: dict[int, list[str]] = {}
        found = reach.search(r.g, unit)
        for (h, f), n in sorted(found.items()):
            by_hex.setdefault(h, []).append(f"{f.name}={n.mp}" + (f"+{n.hits}" if n.hits else "") + ("!" * n.stops))
        for h, ways in by_hex.items():
            yield f"  {show(h)} {' '.join(ways)}"
    for side in r.state.sides:
        yield f"zones of {side}: " + " ".join(
            f"{show(h)}:{','.join(u.id for u in us)}" for h, us in sorted(r.g.zones(side).items())
        )
    for leader in r.g.leaders(r.g.orders.side):
        yield f"{leader.id}: lines " + " | ".join(
            " ".join(u.id for u in g) for g in line_composition.lines(r.g, leader) if len(g) > 1
        )
        costs = Counter(leader_moves.destinations(r.g, leader).values())
        yield f"{leader.id}: hexes by MP " + " ".join(f"{mp}:{n}" for mp, n in sorted(costs.items()))
    active = r.leader(str(r.g.orders.leader))
    for c in menus.orders_menu(r.g, active):
        counts: Counter[str] = Counter()
        if c.key in r.state.units and c.key not in units:
            continue
        if c.menu is not None:
            count(c.menu(), counts)
        else:
            counts["order"] += 1
        yield f"{c.key}: " + " ".join(f"{k}={n}" for k, n in sorted(counts.items()))


def count(menu: Menu, counts: Counter[str]) -> None:
    """Orders a menu leads to, by kind."""
    for c in menu:
        if c.answer is not None:
            kind = c.answer.do
            if kind == "move" and getattr(c.answer, "fire_at", None):
                kind = "move-and-fire"
            counts[kind] += 1
        elif c.menu is not None:
            count(c.menu(), counts)


@pytest.mark.rule("cataphract 6.28", "cataphract 7.21", "cataphract 7.23", "cataphract 6.65", "cataphract 5.22")
@pytest.mark.parametrize("name", POSITIONS)
def test_reach_is_what_it_was(name):
    build, units = POSITIONS[name]
    now = "\n".join(lines_of(build(), units)) + "\n"
    path = FOLDER / f"{name}.txt"
    if os.environ.get("HEXARCH_SNAPSHOTS") == "write":
        FOLDER.mkdir(exist_ok=True)
        path.write_text(now, "utf-8")
    assert now == path.read_text("utf-8")


@pytest.mark.parametrize("name", POSITIONS)
def test_every_snapshot_belongs_to_a_position(name):
    assert {p.stem for p in FOLDER.glob("*.txt")} == set(POSITIONS)
