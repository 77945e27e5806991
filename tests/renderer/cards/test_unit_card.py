"""The card of one piece: what it tells, what it keeps to itself, how it looks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PIL import Image

from engine.kernel.text import Text
from engine.kernel.view import STATES, CounterView, TableView
from renderer import Picture, sheet
from renderer.cards.page import Page
from renderer.cards.unit_card import HEIGHT, MOST_FACTS, WIDTH, unit_card
from renderer.graphics import fonts, sprites
from renderer.graphics.wrapping import limited, shortened
from renderer.map import tiles
from renderer.palette.colours import HIT, WHITE, Theme, contrast
from tests.each import for_each
from tests.renderer import chivalry, field
from tests.renderer.conftest import changed, opened, where_changed
from tests.renderer.skirmish import skirmish
from tests.renderer.test_pictures import same_as_stored

FACTS = (
    (Text("Type"), "HC/Cat"),
    (Text("TQ"), "7"),
    (Text("Hits"), "2"),
    (Text("Size"), "5"),
    (Text("MA"), "8"),
    (Text("Missiles"), "composite bow, range 4, low"),
    (Text("Hex"), "0304"),
    (Text("Command"), "Bucellarii"),
)


def fought() -> TableView:
    """The skirmish, its cataphracts with everything a card shows."""
    table = skirmish()
    red, blue = table.sides
    sides = (replace(red, bands=("Bucellarii", "Numeri", "Łukasz' Horse")), blue)
    return changed_unit(
        replace(table, sides=sides), "THC1", facts=FACTS, missile="C", supply="low", ma=8, name="Bucellarii of Thrace 1"
    )


def changed_unit(table: TableView, code: str, **more: Any) -> TableView:
    return replace(table, counters=tuple(replace(c, **more) if c.id == code else c for c in table.counters))


def crimson(image: Image.Image) -> int:
    """Pixels of the colour of hits and losses."""
    return dict((colour, n) for n, colour in image.getcolors(1 << 16) or ()).get(HIT, 0)


class Said:
    """Says every text in English and remembers it."""

    def __init__(self) -> None:
        self.words: list[str] = []

    def __call__(self, text: Text) -> str:
        self.words.append(str(text))
        return str(text)


def test_a_unit_looks_as_stored() -> None:
    same_as_stored("card", opened(unit_card(fought(), "THC1")))


def test_a_medieval_unit_in_the_dark_looks_as_stored() -> None:
    same_as_stored("card-dark", opened(unit_card(chivalry.fight(), "MM2", "dark")))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_card_is_as_large_as_it_says(theme: Theme) -> None:
    picture = unit_card(fought(), "THC1", theme)
    assert opened(picture).size == (picture.width, picture.height) == (WIDTH, HEIGHT)


def test_the_alternative_text_tells_what_the_card_shows() -> None:
    assert unit_card(fought(), "THC1").alt == (
        "THC1, Bucellarii of Thrace 1, Bucellarii, Reds: TQ 7, Size 5, MA 8, 2 of 7 hits, moved, Hex 0304, facing E."
    )


def test_a_rating_goes_by_the_name_the_rules_give_it() -> None:
    table = changed_unit(chivalry.fight(), "MM1", facts=((Text("Shock DRM"), "-1"),))
    assert "Shock DRM -1" in unit_card(table, "MM1").alt


def test_nobody_of_that_code() -> None:
    with pytest.raises(KeyError, match="HC99"):
        unit_card(fought(), "HC99")


def test_the_same_card_has_the_same_bytes_however_it_came_about() -> None:
    first = unit_card(fought(), "THC1")
    for module in (sprites, sheet, tiles):
        module.forget()
    unit_card(fought(), "GHC4", "dark")
    assert unit_card(fought(), "THC1") == first


@pytest.mark.parametrize("piece", ["Edw", "S1", "B2", "B3", "W1", "PK1"])
def test_everything_on_the_table_has_a_card(piece: str) -> None:
    table = chivalry.fight()
    pictures = [unit_card(table, piece, theme) for theme in ("light", "dark")]
    name = next(x.name for x in (*table.leaders, *table.markers, *table.counters) if x.id == piece)
    assert all(name in p.alt for p in pictures)
    light, dark = (opened(p) for p in pictures)
    assert changed(light, dark) > 0.5, "the same in both themes"


def test_a_leader_tells_rank_status_and_who_is_with_him() -> None:
    said = Said()
    unit_card(skirmish(), "Bel", say=said)
    assert {"overall commander", "active", "With"} <= set(said.words)
    wounded = replace(skirmish(), leaders=(replace(skirmish().leaders[0], wounded=True),))
    assert "wounded" in unit_card(wounded, "Bel").alt


# Nothing secret


def test_a_hidden_unit_gives_nothing_away() -> None:
    def hidden(**more: Any) -> Picture:
        return unit_card(changed_unit(fought(), "THC1", states=frozenset({"hidden"}), **more), more.get("id", "THC1"))

    plain = hidden()
    other = hidden(
        id="LI7",
        name="Others",
        symbol="archers",
        tq=3,
        size=9,
        ma=2,
        hits=4,
        missile=None,
        supply=None,
        band=4,
        facts=((Text("Type"), "LI"), (Text("Secret"), "yes")),
    )
    assert plain == other
    assert "Hidden unit, Reds" in plain.alt
    assert "Thrace" not in plain.alt


def test_nor_do_its_neighbours_cards() -> None:
    def beside(**more: Any) -> Picture:
        return unit_card(changed_unit(fought(), "THC1", states=frozenset({"hidden"}), **more), "LI12")

    assert beside() == beside(id="LI7", name="Others", symbol="archers", tq=3)


# What is told


def test_every_state_is_said() -> None:
    said = Said()
    table = changed_unit(fought(), "THC1", states=frozenset(STATES) - {"hidden"})
    picture = unit_card(table, "THC1", say=said)
    for state in set(STATES) - {"hidden"}:
        assert state.replace("-", " ") in said.words
        assert state.replace("-", " ") in picture.alt
    assert picture.height > HEIGHT, "no room for so many states"


@for_each("state", sorted(set(STATES) - {"hidden"}))
def test_every_state_has_a_sign_of_its_own(state: str) -> None:
    def blank(text: Text) -> str:
        return ""

    none = opened(unit_card(changed_unit(fought(), "THC1", states=frozenset()), "THC1", say=blank))
    one = opened(unit_card(changed_unit(fought(), "THC1", states=frozenset({state})), "THC1", say=blank))
    signs = (312, 260, 360, 340)
    assert changed(none.crop(signs), one.crop(signs)) > 0.05


def test_hits_fill_the_bar() -> None:
    bars = [opened(unit_card(changed_unit(fought(), "THC1", hits=n), "THC1")) for n in (1, 2, 6)]
    reds = [crimson(b.crop((400, 210, 590, 260))) for b in bars]
    assert 0 < reds[0] < reds[1] < reds[2]
    assert reds[2] == pytest.approx(6 * reds[0], rel=0.2)


def test_hits_beyond_the_tq_are_counted_too() -> None:
    assert "9 of 7 hits" in unit_card(changed_unit(fought(), "THC1", hits=9), "THC1").alt


def test_a_fact_is_told_once() -> None:
    said = Said()
    unit_card(fought(), "THC1", say=said)
    assert [said.words.count(w) for w in ("Hits", "Hex", "Type", "Command")] == [0, 0, 0, 0]
    assert "Missiles" in said.words
    unit_card(changed_unit(fought(), "THC1", facts=((Text("TQ"), "7 (printed 8)"),)), "THC1", say=said)
    assert said.words.count("TQ") > 1, "the printed TQ is missing"


def test_many_facts_make_the_card_longer_and_too_many_are_counted() -> None:
    def facts(n: int) -> tuple[tuple[Text, str], ...]:
        return tuple((Text("Label {n}", n=i), f"some value {i}") for i in range(n))

    heights = [
        unit_card(changed_unit(fought(), "THC1", facts=facts(n)), "THC1").height for n in (2, 12, MOST_FACTS, 90)
    ]
    assert heights[0] < heights[1] < heights[2]
    assert heights[3] < 1.5 * heights[2]
    said = Said()
    unit_card(changed_unit(fought(), "THC1", facts=facts(90)), "THC1", say=said)
    assert any(w.startswith("and ") and w.endswith(" more") for w in said.words)


def test_words_are_said_in_the_readers_language_and_names_are_not() -> None:
    def polish(text: Text) -> str:
        return text.render(
            lambda template: {"moved": "ruszył się", "Hex {hex}, facing {facing}": "Pole {hex}"}.get(template, template)
        )

    english, translated = unit_card(fought(), "THC1"), unit_card(fought(), "THC1", say=polish)
    assert "ruszył się, Pole 0304" in translated.alt
    assert "Bucellarii of Thrace 1" in translated.alt
    assert changed(opened(english), opened(translated)) > 0


def test_an_enemy_zone_of_control_is_told() -> None:
    said = Said()
    unit_card(fought(), "THC1", say=said)
    assert "in enemy ZOC" in said.words
    alone = Said()
    unit_card(replace(fought(), zoc={0: frozenset({304})}), "THC1", say=alone)
    assert "in enemy ZOC" not in alone.words


# Where it stands


def test_a_two_hex_unit_shows_both() -> None:
    table = changed_unit(fought(), "THC1", hexes=(304, 305))
    assert "Hex 0304 + 0305, facing E" in unit_card(table, "THC1").alt


def test_a_neighbour_shows_on_the_little_map_and_one_far_away_does_not() -> None:
    def without(code: str) -> TableView:
        return replace(fought(), counters=tuple(c for c in fought().counters if c.id != code))

    whole = opened(unit_card(fought(), "THC1"))
    gone = where_changed(whole, opened(unit_card(without("GHC4"), "THC1")))
    assert gone is not None and gone[0] > WIDTH / 2
    assert where_changed(whole, opened(unit_card(without("GHC5"), "THC1"))) is None


@pytest.mark.parametrize(
    ("where", "words"),
    [("off_map", "Not on the map."), ("lost", "Eliminated."), ("lost", "Out of play.")],
)
def test_who_is_not_on_the_map_is_said_to_be_elsewhere(where: str, words: str) -> None:
    facts = ((Text("State"), "Eliminated"),) if words == "Eliminated." else ()
    unit = replace(fought().counters[0], hexes=(), facts=facts)
    table = replace(fought(), counters=fought().counters[1:], **{where: (unit,)})
    picture = unit_card(table, "THC1")
    assert picture.alt.endswith(words)
    assert (picture.width, picture.height) == (WIDTH, HEIGHT)


def test_a_corner_of_the_map_and_a_nameless_unit() -> None:
    corner = CounterView("X", "", 1, "no-such-symbol", (101,), None)
    assert "Hex 0101" in unit_card(replace(field.small(), counters=(corner,)), "X").alt


# Paper


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_labels_can_be_read_on_the_paper(theme: Theme) -> None:
    page = Page(100, 100, theme)
    assert contrast(page.soft, page.paper) >= 4.5
    assert contrast(page.ink, page.paper) >= 7
    assert contrast(HIT, WHITE) >= 4.5


@pytest.mark.parametrize("room", [80, 200, 400, 900])
def test_a_long_name_stays_in_its_room(room: int) -> None:
    page = Page(1000, 100, "light")
    name = "The Łódź and Jülich dismounted men-at-arms of Trastámara 12"
    assert page.heading((0, 50), name, 38, room) <= room
    font = fonts.serif("Regular", 17)
    assert font.getlength(shortened(name, font, room)) <= room
    assert all(font.getlength(line) <= room for line in limited(name, font, room, 2))


def test_a_shortened_name_keeps_its_number() -> None:
    font = fonts.serif("Regular", 17)
    assert shortened("Armenian cataphracts 12", font, 150).endswith(" 12")
    assert limited("Armenian cataphracts 12", font, 150, 2) == ["Armenian", "cataphracts 12"]
