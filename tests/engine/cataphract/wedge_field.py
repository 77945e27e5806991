"""The Frankish Wedge of Casilinum on an open field, its tip at 2014 and all facing E."""

from __future__ import annotations

from engine.kernel.scenario import SpecialRule
from engine.systems.cataphract.special import wedge
from engine.systems.cataphract.special.wedge import Wedge
from engine.systems.cataphract.special.wedge_shock import WedgeShock
from engine.systems.cataphract.state import UncontrolledLine
from engine.systems.gboh.orders import orders
from tests.engine.cataphract import kit

RANKS = (
    (2014,),
    (1913, 1914),
    (1813, 1814, 1815),
    (1712, 1713, 1714, 1715),
    (1612, 1613, 1614, 1615, 1616),
    (1511, 1512, 1513, 1514, 1515, 1516),
)
PLACES = [h for rank in RANKS for h in rank]
DONE = orders.Done()


def rule(name: str, **params) -> SpecialRule:
    return SpecialRule(id=name, title="Rule", text="Text.", params=params)


def franks(
    hexes=PLACES,
    *,
    b=(),
    at=1814,
    others=(),
    turn: dict[str, str] | None = None,
    states: dict[str, dict] | None = None,
    alanorix: int | None = 1614,
    missile=None,
    facing="E",
    **kw,
) -> kit.Rig:
    """MI1 and so on in these hexes, facing E; Buccelin (Initiative 4, range 6) at ``at``; the enemy as given."""
    units = []
    for n, h in enumerate(hexes, 1):
        values = {"tq": 7, "size": 5, "ma": 5, "missile": missile} | (states or {}).get(f"MI{n}", {})
        units.append(kit.unit(f"MI{n}", h, (turn or {}).get(f"MI{n}", facing), **values))
    chiefs = [kit.leader("Buccelin", at, initiative=4, command_range=6, charisma=0)]
    if alanorix is not None:
        chiefs.append(kit.leader("Alanorix", alanorix, "SC", initiative=4, charisma=0))
    foes = list(b) or [kit.unit("HI99", 3914, "W")]
    r = kit.battle(
        [*units, *others], foes, a_leaders=chiefs, b_leaders=[kit.leader("Narses", 4010)], lines=(("MI", "LI"),), **kw
    )
    kit.under(
        r, Wedge(rule("wedge", side="a", leader="Buccelin")), WedgeShock(rule("wedge-shock", side="a", leader_hexes=4))
    )
    return r


def body(r: kit.Rig) -> list[list[int]] | None:
    r.g.version += 1
    found = wedge.standing(r.g, "a")
    return [[u.at for u in rank] for rank in found.ranks] if found is not None else None


def at(r: kit.Rig, n: int) -> int:
    return r.unit(f"MI{n}").hex


def loose(*args, line_units=None, **kw) -> kit.Rig:
    r = franks(*args, **kw)
    r.state.turn = 2
    names = line_units or [u for u in r.state.units if u.startswith("MI") and r.unit(u).side == "a"]
    r.state.uncontrolled = [UncontrolledLine(side="a", units=names, turn=1)]
    return r.orders("a", kind="uncontrolled", line_index=0)
