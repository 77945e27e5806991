"""Every troop symbol draws something of its own, at every size, and an unknown one draws a shield."""

from __future__ import annotations

from itertools import combinations

from PIL import ImageChops, ImageStat

from renderer import symbols
from tests.each import for_each

PX = 36


@for_each("name", sorted(symbols.DRAWINGS))
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


def test_beasts_and_bows_turn_with_the_unit_and_shields_do_not() -> None:
    for name in (
        "heavy-cavalry",
        "archers",
        "men-at-arms",
        "genitors",
        "hobilars",
        "longbow",
        "towered-elephants",
        "fleet",
        "light-archers",
    ):
        assert symbols.mask(name, PX, True).tobytes() != symbols.mask(name, PX).tobytes()
    for name in ("heavy-infantry", "javelins", "dismounted-men-at-arms", "pike", "crossbow", "triarii", "camp"):
        assert symbols.mask(name, PX, True).tobytes() == symbols.mask(name, PX).tobytes()


def test_an_unknown_symbol_is_a_plain_shield() -> None:
    assert symbols.mask("war-penguins", PX).tobytes() == symbols.mask("plain", PX).tobytes()


@for_each("alias", sorted(symbols.ALIASES))
def test_every_other_name_leads_to_a_drawing(alias: str) -> None:
    assert symbols.known(alias) in symbols.DRAWINGS
    assert symbols.known(alias) != "plain"
