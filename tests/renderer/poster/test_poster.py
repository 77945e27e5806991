"""The sheet for the wall."""

from __future__ import annotations

import io
import re
from dataclasses import replace

import pytest
from PIL import Image

from engine.kernel.text import Text
from engine.kernel.view import LeaderView, TableView
from renderer import sheet
from renderer.graphics import fonts
from renderer.map import tiles
from renderer.palette.colours import Theme, contrast
from renderer.palette.map import ground
from renderer.poster import legend, title_site, typesetting
from renderer.poster.armies import army, states_of, troop
from renderer.poster.cartouche import Cartouche
from renderer.poster.counter_key import specimen
from renderer.poster.frame import FINE, SCALE_BAR
from renderer.poster.plate import Plate
from renderer.poster.poster import LEAST, MOST, PAPERS, Poster, poster
from renderer.poster.strokes import Inks, swell
from tests.renderer import chivalry
from tests.renderer.conftest import changed, opened, where_changed
from tests.renderer.skirmish import ground as empty
from tests.renderer.skirmish import skirmish, unit

SMALL = LEAST


def plate(table: TableView, pieces: bool = True, story: str = "", theme: Theme = "light") -> Plate:
    return Plate(table, theme, pieces, story, str, SMALL)


def field_of(p: Plate, drawn: Poster) -> Image.Image:
    (x, y), (w, h) = p.field_at, p.layout.size
    return drawn.image.crop((x, y, x + w, y + h))


@pytest.fixture(scope="module")
def fight() -> Poster:
    return poster(skirmish(), long_side=SMALL)


def test_has_the_shape_of_paper(fight: Poster) -> None:
    assert fight.width == SMALL
    assert fight.width / fight.height == pytest.approx(2**0.5, rel=1e-3)


def test_png_is_a_palette_of_the_whole_sheet(fight: Poster) -> None:
    data = fight.png()
    with Image.open(io.BytesIO(data)) as image:
        assert (image.mode, image.size) == ("P", (fight.width, fight.height))
    assert changed(opened(data), fight.image, 60) < 0.002
    assert len(data) < 10 * 2**20


@pytest.mark.parametrize("paper", PAPERS)
def test_pdf_is_one_page_of_the_paper(fight: Poster, paper: str) -> None:
    data = fight.pdf(paper)  # type: ignore[arg-type]
    assert data.startswith(b"%PDF")
    box = re.search(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", data)
    assert box is not None
    long, short = (float(v) / 72 * 25.4 for v in box.groups())
    assert long == pytest.approx(PAPERS[paper], abs=0.5)  # type: ignore[index]
    assert short == pytest.approx(PAPERS[paper] / 2**0.5, abs=0.7)  # type: ignore[index]
    assert fight.dpi(paper) == pytest.approx(fight.width / long * 25.4, rel=1e-2)  # type: ignore[arg-type]


def test_the_same_battle_gives_the_same_files(fight: Poster) -> None:
    again = poster(skirmish(), long_side=SMALL)
    assert again.png() == fight.png()
    assert again.pdf() == fight.pdf()
    assert b"CreationDate" not in again.pdf()


def test_leaves_the_stores_of_ground_and_sheets_alone() -> None:
    tiles.forget()
    sheet.forget()
    poster(replace(skirmish(), board=skirmish().map.model_copy(update={"id": "unseen"})), long_side=SMALL)
    assert len(tiles._TILES) == 0
    assert len(sheet._SHEETS) == 0


def test_bare_shows_the_ground_alone() -> None:
    p = plate(skirmish(), pieces=False)
    bare = field_of(p, poster(skirmish(), pieces=False, long_side=SMALL))
    nobody = field_of(p, poster(empty(), pieces=False, long_side=SMALL))
    standing = field_of(p, poster(skirmish(), long_side=SMALL))
    assert where_changed(bare, nobody) is None
    assert changed(bare, standing) > 0.01


def test_themes_stories_and_outcomes_show(fight: Poster) -> None:
    dark = poster(skirmish(), "dark", long_side=SMALL)
    told = poster(skirmish(), story="They met on a hill. " * 20, long_side=SMALL)
    over = poster(replace(skirmish(), outcome=Text("A draw")), long_side=SMALL)
    assert changed(dark.image, fight.image) > 0.5
    for other in (told, over):
        box = where_changed(other.image, fight.image)
        assert box is not None
        assert changed(other.image, fight.image) < 0.2


def test_words_are_translated(fight: Poster) -> None:
    def loud(text: Text) -> str:
        return text.render(lambda template: re.sub(r"(\{\w+\})|(\w)", lambda m: m[1] or m[2].upper(), template))

    shouted = poster(skirmish(), say=loud, long_side=SMALL)
    assert shouted.alt != fight.alt
    assert "ENGRAVED PLATE" in shouted.alt
    assert where_changed(shouted.image, fight.image) is not None


def test_alt_text_tells_the_position_only_where_it_is_shown(fight: Poster) -> None:
    assert fight.title in fight.alt
    assert "units on the map" in fight.alt
    assert "units on the map" not in poster(skirmish(), pieces=False, long_side=SMALL).alt


@pytest.mark.parametrize("long_side", [LEAST - 1, MOST + 1])
def test_absurd_sizes_are_refused(long_side: int) -> None:
    with pytest.raises(ValueError, match=str(long_side)):
        poster(skirmish(), long_side=long_side)


def test_the_field_lies_between_the_panels() -> None:
    p = plate(skirmish())
    (x, y), (w, h) = p.field_at, p.layout.size
    assert p.inner + p.panel < x - p.edge
    assert x + w + p.edge < p.size[0] - p.inner - p.panel + 1
    assert y - p.edge >= p.inner
    assert y + h + p.edge <= p.size[1] - p.inner


def test_columns_alternate_along_the_neatline(fight: Poster) -> None:
    p = plate(skirmish())
    (x0, y0), bar = p.field_at, (FINE + SCALE_BAR / 2) * p.u
    seen = []
    for c in range(p.layout.c0, p.layout.c1 + 1):
        x = x0 + p.layout.xy(c * 100 + 1)[0]
        seen.append(fight.image.getpixel((round(x), round(y0 - bar))))
    assert set(seen[::2]) == {p.inks.ink}
    assert set(seen[1::2]) == {p.inks.paper}


# The title


def _corner_hexes(table: TableView) -> list[int]:
    (c0, c1), (r0, r1) = table.map.cols, table.map.rows
    return [c0 * 100 + r0, c1 * 100 + r0, c0 * 100 + r1, c1 * 100 + r1]


def plain(columns: int = 30, rows: int = 24) -> TableView:
    m = empty().map.model_copy(
        update={"id": "plain", "cols": (1, columns), "rows": (1, rows), "terrain": {}, "levels": {}}
        | {"hexsides": (), "roads": (), "places": (), "scratch": {}}
    )
    return replace(empty(), board=type(m).model_validate(m.model_dump(exclude={"scratch"})))


def test_the_title_goes_where_nobody_stands() -> None:
    table = plain()
    for free in range(4):
        taken = [h for i, h in enumerate(_corner_hexes(table)) if i != free]
        full = replace(table, counters=tuple(unit(f"U{h}", 0, h) for h in taken))
        p = plate(full)
        found = p._titled()
        assert found is not None
        x, y = found[1]
        assert (x > p.layout.size[0] / 2) == (free % 2 == 1)
        assert (y > p.layout.size[1] / 2) == (free > 1)


def test_the_title_goes_into_the_margin_when_every_corner_is_taken() -> None:
    table = plain()
    full = replace(table, counters=tuple(unit(f"U{h}", 0, h) for h in _corner_hexes(table)))
    assert plate(full)._titled() is None


def test_the_title_keeps_off_woods_leaders_and_names() -> None:
    table = plain()
    size = Cartouche.of("Pharsalus", "Thessaly", plate(table).u).size
    layout = plate(table).layout
    assert [c.empty for c in title_site.corners(table, layout, size)] == [True] * 4
    first = _corner_hexes(table)[0]
    led = replace(table, leaders=(LeaderView("A", "A", 0, first, "oc", 5),))
    wooded = table.map.model_copy(update={"terrain": {c * 100 + r: "woods" for c in range(1, 12) for r in range(1, 9)}})
    for crowded in (led, replace(table, board=wooded)):
        worst = title_site.corners(crowded, layout, size)[-1]
        assert not worst.empty
        assert worst.at[0] < layout.size[0] / 2
        assert worst.at[1] < layout.size[1] / 2


def test_a_long_title_takes_two_lines_and_a_narrow_place_a_smaller_letter() -> None:
    one = Cartouche.of("Dara", "Dara, June 530", 1.0)
    two = Cartouche.of("Catalaunian Fields", "the Catalaunian plain, Gaul, June 451", 1.0)
    narrow = Cartouche.of("Catalaunian Fields", "the Catalaunian plain, Gaul, June 451", 1.0, 600)
    assert one.title == ("DARA",)
    assert two.title == ("CATALAUNIAN", "FIELDS")
    assert two.below == ("The Catalaunian plain, Gaul", "June 451")
    assert narrow.px < two.px
    assert narrow.size[0] <= 600


# The orders of battle


def test_units_are_counted_by_command_and_troop() -> None:
    found = army(chivalry.fight(), 0)
    units = [c for c in chivalry.fight().counters if c.side == 0]
    assert found.units == sum(n for c in found.commands for _, n in c.troops) == len(units)
    assert len(found.commands) == len({c.band for c in units})


def test_units_off_the_field_and_lost_ones_are_told_apart() -> None:
    away = replace(unit("HC9", 0, 101), hexes=())
    table = replace(skirmish(), off_map=(away,), lost=(replace(away, id="HC8"),))
    found = army(table, 0)
    assert found.units == 3
    assert found.lost == 1
    assert [c.absent for c in found.commands if c.band == away.band] == [1]


def test_hidden_units_keep_their_secret() -> None:
    table = skirmish()
    secret = replace(table.counters[0], states=frozenset({"hidden"}))
    found = army(replace(table, counters=(secret, *table.counters[1:])), 0)
    assert "question" in {s for c in found.commands for s, _ in c.troops}
    assert secret.symbol not in {s for c in found.commands for s, _ in c.troops}
    assert specimen(replace(table, counters=(secret,)), [0]) is None


def test_leaders_stand_with_the_command_they_lead_alone() -> None:
    table = skirmish()
    fact = ((Text("Command"), "Left"),)
    left = replace(table.counters[0], facts=fact)
    right = replace(table.counters[1], facts=((Text("Command"), "Right"),))
    bound = replace(table.leaders[0], facts=fact)
    found = army(replace(table, counters=(left, right), leaders=(bound,)), 0)
    assert found.leaders == ()
    assert {c.name: len(c.leaders) for c in found.commands} == {"Left": 1, "Right": 0}
    free = army(replace(table, counters=(left, right)), 0)
    assert [x.name for x in free.leaders] == ["Belisarius"]


def test_armies_stand_on_the_side_of_the_sheet_they_stand_on() -> None:
    table = plain()
    east_first = replace(table, counters=(unit("A", 0, 2805), unit("B", 1, 305)))
    assert plate(east_first)._sides() == [1, 0]
    assert plate(replace(table, counters=(unit("A", 0, 305), unit("B", 1, 2805))))._sides() == [0, 1]


def test_signs_explain_the_states_on_the_field() -> None:
    assert set(states_of(skirmish())) == {"moved", "must-check", "finished", "routed"}
    assert states_of(empty()) == []


def test_every_symbol_has_a_word() -> None:
    assert str(troop("cataphract")) == "cataphracts"
    assert str(troop("men-at-arms")) == "mounted men-at-arms"
    assert str(troop("war-dogs")) == "war dogs"


# Legend, type, strokes


def test_the_legend_has_every_type_of_ground_and_every_level() -> None:
    table = replace(skirmish(), legend=(("woods", Text("woods")), ("stream", Text("stream")), ("fen", Text("fen"))))
    labels = [s.label for s in legend.signs(table, str)]
    assert [x for x in labels if x != "open ground"] == ["woods", "stream", "level 1", "level 2"]


def test_the_legend_breaks_into_rows() -> None:
    entries = [legend.Sign(f"sign {i}", (0.0, 0.0)) for i in range(7)]
    wide, narrow = legend.Legend(entries, 4000, 1.0), legend.Legend(entries, 900, 1.0)
    assert len(wide.rows) == 1
    assert [len(row) for row in narrow.rows] == [4, 3]
    assert narrow.wide <= 900
    assert narrow.high > wide.high


def test_lines_break_at_spaces_and_after_hyphens() -> None:
    font = fonts.serif("Regular", 20)
    text = "his men-at-arms on foot"
    for measure in (40, 90, 130, 500):
        lines = typesetting.wrapped(text, font, measure)
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")
        assert all(font.getlength(x) <= measure or " " not in x for x in lines)
    assert typesetting.wrapped(text, font, 500) == [text]
    assert typesetting.wrapped("", font, 500) == []


def test_a_stroke_is_as_wide_as_asked() -> None:
    outline = swell([(0.0, 0.0), (10.0, 0.0), (20.0, 0.0)], lambda t: 2.0 + 4.0 * t)
    assert [abs(y) for _, y in outline[:3]] == pytest.approx([1.0, 2.0, 3.0])
    assert len(outline) == 6


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("climate", ["meadow", "temperate", "arid"])
def test_type_can_be_read(theme: Theme, climate: str) -> None:
    inks = Inks.of(ground(theme, climate))
    for under in (inks.paper, inks.mat):
        assert contrast(inks.ink, under) > 7
        assert contrast(inks.soft, under) > 4.5


def test_a_pdf_has_no_need_of_a_palette() -> None:
    def palette() -> Image.Image:
        raise AssertionError("it takes a third of the time")

    assert Poster(Image.new("RGB", (40, 30)), palette, "T", "").pdf("A4").startswith(b"%PDF")
