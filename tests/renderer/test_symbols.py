"""Every troop symbol draws something of its own, at every size, and an unknown one draws a shield."""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import ImageChops, ImageStat

from renderer import symbols

CATAPHRACT = (
    "heavy-cavalry",
    "cataphract",
    "lancer",
    "light-cavalry",
    "horse-archer",
    "heavy-infantry",
    "medium-infantry",
    "light-infantry",
    "archers",
    "javelins",
    "axe",
    "artillery",
)
MEN_OF_IRON = (
    "men-at-arms",
    "dismounted-men-at-arms",
    "unhorsed-men-at-arms",
    "axe",
    "pike",
    "longbow",
    "crossbow",
    "slingers",
    "genitors",
    "hobilars",
    "dismounted-hobilars",
)
PX = 36
LEAST_PX = 15
"""Pixels of a symbol on the smallest counter."""


def test_every_symbol_the_rules_name_is_drawn() -> None:
    assert [s for s in (*CATAPHRACT, *MEN_OF_IRON) if symbols.known(s) != s] == []


@pytest.mark.parametrize("name", sorted(symbols.DRAWINGS))
def test_a_symbol_covers_a_fair_part_of_its_box(name: str) -> None:
    ink = ImageStat.Stat(symbols.mask(name, 100)).mean[0] / 255
    assert 0.07 < ink < 0.75


def test_no_two_symbols_look_alike_at_the_size_of_a_phone() -> None:
    masks = {name: symbols.mask(name, PX) for name in symbols.DRAWINGS}
    alike = [
        (a, b)
        for a, b in combinations(sorted(masks), 2)
        if ImageStat.Stat(ImageChops.difference(masks[a], masks[b])).mean[0] < 5
    ]
    assert alike == []


def test_troops_of_one_battle_are_told_apart_on_the_smallest_counter() -> None:
    """Whichever way they face: a mirrored symbol isn't taken for another either."""
    alike = []
    for a, b in combinations(MEN_OF_IRON, 2):
        for flip in (False, True):
            apart = ImageChops.difference(symbols.mask(a, LEAST_PX), symbols.mask(b, LEAST_PX, flip))
            if ImageStat.Stat(apart).mean[0] < 16 or sum(apart.histogram()[120:]) < 16:
                alike.append((a, b, flip))
    assert alike == []


def test_beasts_and_bows_turn_with_the_unit_and_shields_do_not() -> None:
    for name in ("heavy-cavalry", "archers", "men-at-arms", "genitors", "hobilars", "longbow"):
        assert symbols.mask(name, PX, True).tobytes() != symbols.mask(name, PX).tobytes()
    for name in ("heavy-infantry", "javelins", "dismounted-men-at-arms", "pike", "crossbow"):
        assert symbols.mask(name, PX, True).tobytes() == symbols.mask(name, PX).tobytes()


def test_an_unknown_symbol_is_a_plain_shield() -> None:
    assert symbols.mask("war-penguins", PX).tobytes() == symbols.mask("plain", PX).tobytes()


@pytest.mark.parametrize("alias", sorted(symbols.ALIASES))
def test_every_other_name_leads_to_a_drawing(alias: str) -> None:
    assert symbols.known(alias) in symbols.DRAWINGS
    assert symbols.known(alias) != "plain"
