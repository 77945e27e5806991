"""An army's roster: everybody is on it once, counted as it fares, on pages that can be sent."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image

from engine.kernel.text import Text
from engine.kernel.view import CounterView, SideView, TableView
from renderer import sheet
from renderer.cards.muster import muster
from renderer.cards.roster import roster
from renderer.graphics import sprites
from renderer.map.view import MAX_PIXELS, MAX_WIDTH
from renderer.palette.colours import Theme
from tests.each import for_each
from tests.renderer import chivalry, field
from tests.renderer.cards.test_unit_card import Said, crimson
from tests.renderer.conftest import changed, opened, where_changed
from tests.renderer.skirmish import skirmish, unit
from tests.renderer.test_pictures import same_as_stored


def worn() -> TableView:
    """The skirmish after some losses, the Reds with every kind of fate."""
    table = skirmish()
    red, blue = table.sides
    lost = unit(
        "THC9", 0, 304, symbol="cataphract", name="Bucellarii 9", hits=7, facts=((Text("State"), "Eliminated"),)
    )
    more = (
        unit("THC2", 0, 203, symbol="cataphract", name="Bucellarii of Thrace 2"),
        unit("THC3", 0, 202, symbol="cataphract", hits=6, states=frozenset({"routed"})),
    )
    return replace(
        table,
        sides=(replace(red, bands=("Bucellarii", "", "Jülich's Horse"), points=13, fallen=("Gundobad",)), blue),
        counters=(*table.counters, *more),
        off_map=(unit("LI13", 0, 101, symbol="light-infantry", hexes=(), band=2),),
        lost=(replace(lost, hexes=()),),
    )


def army(size: int, bands: int = 5) -> TableView:
    """So many units of one side in so many commands."""
    units = tuple(
        CounterView(
            f"HC{n + 1}",
            f"Heavy horse of the left wing {n + 1}",
            0,
            "heavy-cavalry",
            (101 + n % 6,),
            None,
            tq=6,
            size=5,
            band=n % bands,
        )
        for n in range(size)
    )
    named = SideView("red", "Reds", 3, 20, bands=tuple(f"Wing {n + 1}" for n in range(bands)))
    return replace(field.small(), counters=units, sides=(named, SideView("blue", "Blues")))


def test_it_looks_as_stored() -> None:
    (page,) = roster(worn(), 0)
    same_as_stored("roster", opened(page))


def test_a_medieval_army_in_the_dark_looks_as_stored() -> None:
    (page,) = roster(chivalry.fight(), 0, "dark")
    same_as_stored("roster-dark", opened(page))


@for_each("theme", ["light", "dark"])
@for_each("size", [1, 2, 30, 60, 150, 400])
def test_every_page_can_be_sent_and_everybody_is_on_one(size: int, theme: Theme) -> None:
    if theme == "dark" and size > 60:
        return
    said, table = Said(), army(size)
    pages = roster(table, 0, theme, said)
    for n, page in enumerate(pages):
        assert opened(page).size == (page.width, page.height)
        assert page.width <= MAX_WIDTH
        assert page.width * page.height <= MAX_PIXELS
        assert (f"page {n + 1} of {len(pages)}" in page.alt) == (len(pages) > 1)
    assert (len(pages) > 1) == (size > 60)
    assert [said.words.count(c.name) for c in table.counters] == [1] * size


def test_a_group_that_goes_on_is_headed_again() -> None:
    said = Said()
    roster(army(150, bands=1), 0, say=said)
    assert any(w.endswith("(continued)") for w in said.words)
    small = Said()
    roster(army(12, bands=2), 0, say=small)
    assert not any(w.endswith("(continued)") for w in small.words)


def test_the_alternative_text_counts_the_army() -> None:
    (page,) = roster(worn(), 0)
    assert page.alt == (
        "Roster of Reds, Small field: Rout Points 13 / 20; "
        "6 units (2 fresh, 1 hit, 1 routed, 1 not on the map, 1 lost); leaders: Belisarius (active)."
    )


def test_units_stand_under_their_commands() -> None:
    groups = muster(worn(), 0).groups
    assert [(str(g.title), [c.id for c in g.units]) for g in groups] == [
        ("Bucellarii", ["THC1", "THC2", "THC3"]),
        ("Jülich's Horse", ["LI12"]),
    ]


def test_a_command_nobody_has_named_has_its_number() -> None:
    bare = replace(worn(), sides=skirmish().sides)
    assert [str(g.title) for g in muster(bare, 0).groups] == ["Command 1", "Command 3"]


def test_an_army_of_one_command_stands_by_troop_type() -> None:
    groups = muster(skirmish(), 1).groups
    assert [(str(g.title), [c.id for c in g.units]) for g in groups] == [
        ("heavy cavalry", ["GHC4", "GHC5"]),
        ("archers", ["AR1"]),
    ]


def test_states_take_the_line_of_a_name_that_is_only_the_code() -> None:
    def entry(name: str, *states: str) -> Image.Image:
        table = army(1)
        shown = replace(table.counters[0], name=name, states=frozenset(states))
        return opened(roster(replace(table, counters=(shown,)), 0)[0])

    for name, lines in (("HC1", 2), ("Horse", 1)):
        few, many = entry(name, "moved"), entry(name, "moved", "charging", "out-of-command", "must-check")
        words = 130, 330, 300, few.height - 10
        box = where_changed(few.crop(words), many.crop(words))
        assert box is not None
        assert (box[3] - box[1] > 25) == (lines == 2)


def test_totals_count_the_worst_that_can_be_said() -> None:
    worst = frozenset({"routed", "disordered", "retired"})
    table = army(5, bands=1)
    first, second, third, fourth, fifth = table.counters
    fares = (
        replace(first, states=worst, hits=3),
        replace(second, states=frozenset({"retired", "disordered"})),
        replace(third, states=frozenset({"disordered"}), hits=1),
        replace(fourth, hits=2),
        fifth,
    )
    counts = muster(replace(table, counters=fares), 0).counts
    assert counts == {"fresh": 1, "hit": 1, "disordered": 1, "routed": 1, "retired": 1, "away": 0, "lost": 0}


def test_a_lost_unit_looks_unlike_one_still_to_come_and_one_on_the_map() -> None:
    table = army(2, bands=1)
    last = replace(table.counters[1], hexes=())
    here = replace(table, counters=(table.counters[0], replace(last, hexes=(102,))))
    away = replace(table, counters=table.counters[:1], off_map=(last,))
    lost = replace(table, counters=table.counters[:1], lost=(last,))
    pages = [opened(roster(t, 0)[0]) for t in (here, away, lost)]
    assert len({p.tobytes() for p in pages}) == 3
    struck = [crimson(page) for page in pages]
    assert struck[2] > struck[1] + 20


def test_hidden_units_tell_nothing() -> None:
    hidden = frozenset({"hidden"})

    def of(**secret: object) -> TableView:
        table = army(3, bands=1)
        return replace(table, counters=(*table.counters[:2], replace(table.counters[2], states=hidden, **secret)))  # type: ignore[arg-type]

    others = of(id="LI7", name="Others", symbol="archers", tq=2, hits=3, band=4, facts=((Text("Type"), "LI"),))
    assert roster(of(), 0) == roster(others, 0)


def test_an_army_without_a_single_unit() -> None:
    said = Said()
    (page,) = roster(field.small(), 1, say=said)
    assert "No units." in said.words
    assert "0 units" in page.alt


def test_nobody_s_side() -> None:
    for side in (2, -1):
        with pytest.raises(IndexError, match="no side"):
            roster(field.small(), side)


def test_fallen_leaders_are_named() -> None:
    said = Said()
    roster(worn(), 0, say=said)
    assert "Lost: Gundobad" in said.words


def test_the_same_roster_has_the_same_bytes_however_it_came_about() -> None:
    first = roster(worn(), 0)
    sprites.forget()
    sheet.forget()
    roster(worn(), 1, "dark")
    assert roster(worn(), 0) == first


def test_both_themes_and_both_sides_differ() -> None:
    light, dark = (opened(roster(worn(), 0, theme)[0]) for theme in ("light", "dark"))
    assert changed(light, dark) > 0.5
    assert roster(worn(), 0)[0].alt != roster(worn(), 1)[0].alt


def test_words_are_said_in_the_readers_language() -> None:
    def latin(text: Text) -> str:
        return text.render(lambda template: {"Leaders": "Duces", "fresh": "recentes"}.get(template, template))

    pages = roster(worn(), 0), roster(worn(), 0, say=latin)
    assert "2 recentes" in pages[1][0].alt
    assert changed(opened(pages[0][0]), opened(pages[1][0])) > 0


def test_units_stand_as_they_are_numbered_whoever_is_drawn_first() -> None:
    """Who stands beneath another comes first on the table."""
    table = skirmish()
    named = ("HA2", "PR10", "HA1", "PR9", "LEADER")
    units = tuple(unit(x, 0, 203, symbol="hastati", name=x) for x in named)
    (group,) = muster(replace(table, counters=units), 0).groups
    assert [c.id for c in group.units] == ["HA1", "HA2", "PR9", "PR10", "LEADER"]
