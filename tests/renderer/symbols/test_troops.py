"""Every type of troops of every rule system has a symbol of its own, told from all others on the smallest counter."""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import ImageChops, ImageStat

from engine.kernel.text import Text
from engine.systems.registry import initial_state, system_for
from renderer import symbols
from renderer.specimens import troops as plates
from renderer.symbols.troops import OTHERS, RANKS, TROOPS
from scenarios import listing, load
from tests.each import for_each

LEAST_PX = 15
"""Pixels of a symbol on the smallest counter."""

REQUIRED = {
    "cataphract": {"HC", "HC/Cat", "LN", "LC", "LC/B", "HI", "MI", "LI", "LI/B", "CHEIROBALLISTRA", "LtDromon"},
    "alexander": {"PH", "HI/HO", "HI/HY", "MI", "LI", "LI/LP", "LI/CA", "SK/A", "SK/J", "SK/S", "SK*/J"}
    | {"HC", "HC/CAT", "LN", "LC", "LC/A", "LC/J", "EL", "CH", "CH/J", "AT"},
    "spqr": {"LG/HA", "LG/PR", "HI/TR", "LI/VE", "LG/CO", "LG/CO/ala", "LG/CE", "LG/SAM", "PH", "HI", "HI/HO", "MI"}
    | {"LI", "LI/PE", "SK/A", "SK/S", "BI", "HC", "RC", "LN", "LC", "EL/AFR", "EL/IND", "EL/LEADER", "CH", "SC"},
    "simple-gboh": {
        "PH",
        "HI",
        "HI/HO",
        "LG/HA",
        "LG/PR",
        "HI/TR",
        "CO/VET",
        "CO/REC",
        "CO/CON",
        "MI",
        "BI",
        "LI",
        "LP",
    }
    | {"SK/A", "SK/J", "SK/S", "SK*/J", "HC", "RC", "BC", "LN", "LC", "GC", "EL", "CH", "Artillery/bolts"},
    "men-of-iron": {"MM", "DM", "UH", "AX", "PK", "LB", "CB", "SL", "GE", "MH", "DH", "standard", "bombard", "wagon"},
    "justinian": {"army", "detached", "frontier", "fleet", "fort", "treasury", "control", "revolt"},
}
"""Types the rule books name."""


@pytest.mark.parametrize("system", REQUIRED)
def test_every_type_of_the_rules_is_listed_and_drawn(system: str) -> None:
    assert REQUIRED[system] - set(TROOPS[system]) == set()
    for troop in (*TROOPS[system].values(), *OTHERS.values()):
        assert symbols.known(troop.symbol) != "plain", troop
        assert isinstance(troop.name, Text)


@pytest.mark.parametrize("system", TROOPS)
def test_types_of_a_system_share_no_symbol(system: str) -> None:
    """Chariots with bows and with javelins look the same; nobody else does."""
    users: dict[str, list[str]] = {}
    for key, troop in TROOPS[system].items():
        users.setdefault(symbols.known(troop.symbol), []).append(key)
    shared = {frozenset(keys) for keys in users.values() if len(keys) > 1}
    assert shared <= {frozenset({"CH/A", "CH/J"})}


@pytest.mark.parametrize("system", TROOPS)
def test_troops_of_one_system_are_told_apart_on_the_smallest_counter(system: str) -> None:
    """Whichever way they face: a mirrored symbol isn't taken for another either."""
    names = sorted({symbols.known(t.symbol) for t in TROOPS[system].values()})
    alike = []
    for a, b in combinations(names, 2):
        for flip in (False, True):
            apart = ImageChops.difference(symbols.mask(a, LEAST_PX), symbols.mask(b, LEAST_PX, flip))
            if ImageStat.Stat(apart).mean[0] < 16 or sum(apart.histogram()[100:]) < 14:
                alike.append((a, b, flip))
    assert alike == []


def test_every_drawing_is_somebody_s() -> None:
    """Nothing is drawn that no table leads to, but the marks of badges and ranks."""
    used = {symbols.known(t.symbol) for system in (*TROOPS.values(), OTHERS) for t in system.values()}
    assert set(symbols.DRAWINGS) - used == {"plain", "question", "swords", *(f"rank-{r}" for r in _ranks())}


def _ranks() -> set[str]:
    return {rank for system in RANKS.values() for rank in system.values()}


def test_ranks_are_drawn_for_every_system() -> None:
    assert set(RANKS) == set(TROOPS)
    assert _ranks() == {"oc", "sc", "cc", "king"}


def test_plates_show_every_symbol_with_its_name() -> None:
    shown = {*plates.FOOT, *plates.OTHER_ARMS}
    assert shown == set(plates.names())
    assert len(plates.FOOT) + len(plates.OTHER_ARMS) == len(shown)
    assert set(plates.SYSTEMS) == set(TROOPS)


@for_each("key", sorted(b.key for b in listing()))
def test_every_unit_of_every_battle_has_a_symbol_of_its_system(key: str) -> None:
    system = system_for(load(key))
    table = system.view(initial_state(system))
    known = {t.symbol for t in TROOPS[key.split("/")[0]].values()}
    assert {c.symbol for c in (*table.counters, *table.off_map)} <= known
