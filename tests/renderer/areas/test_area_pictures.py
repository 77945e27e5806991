"""Pictures of a map of areas: what they show changes them, in both themes; films, posters, cards, and what they say."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from PIL import Image, ImageChops

from engine.kernel.events import Trace
from engine.kernel.view import LeaderView, TableView
from renderer import (
    Choices,
    CommandRange,
    Eligible,
    Lettered,
    Overlay,
    Picture,
    Range,
    Reach,
    Sectors,
    SetUpArea,
    Shock,
    Theme,
    armies,
    around,
    casualties,
    close,
    clusters,
    render,
    roster,
    unit_card,
    whole,
    wing,
)
from renderer.areas import plates
from renderer.areas.inks import inks
from renderer.areas.layout import layout_of
from renderer.film.model import Frame
from renderer.film.shooting import film
from renderer.palette.colours import contrast, mix
from renderer.palette.sides import SIDES
from renderer.poster.poster import poster
from renderer.worker import Packer, _Unpickler
from tests.each import for_each
from tests.renderer.areas.sheet import ARMIES, HOLDINGS, army, sheet

THEMES: tuple[Theme, ...] = ("light", "dark")


def opened(picture: Picture) -> Image.Image:
    image = Image.open(io.BytesIO(picture.png))
    assert image.size == (picture.width, picture.height) and image.mode == "P"
    return image.convert("RGB")


@cache
def plain(theme: Theme) -> Picture:
    """The table as it is."""
    return render(sheet(), theme=theme)


def differ(a: Picture, b: Picture) -> bool:
    one, two = opened(a), opened(b)
    return one.size != two.size or ImageChops.difference(one, two).getbbox() is not None


@pytest.mark.parametrize("theme", THEMES)
def test_the_same_position_gives_the_same_picture_of_a_size_phones_take(theme: Theme) -> None:
    table = sheet()
    for view in (around([17], 2), close([17]), armies(table), wing(table, 1, 1)):
        drawn = render(table, view, theme=theme)
        assert not differ(drawn, render(sheet(), view, theme=theme))
        assert 300 <= drawn.width <= 2000 and drawn.height <= 2200 and len(drawn.png) < 900_000
        assert drawn.alt.startswith("Map of Renovatio, turn 3, Byzantine activations: Byzantines, Treasury 12")


@for_each(
    "changed",
    [
        lambda t: replace(t, counters=(army("B1", 0, 3, 13, "Belisarius"), *ARMIES[1:])),
        lambda t: replace(t, counters=(army("B1", 0, 3, 14, "Narses"), *ARMIES[1:])),
        lambda t: replace(t, counters=(army("B1", 1, 3, 14, "Belisarius"), *ARMIES[1:])),
        lambda t: replace(t, counters=ARMIES[:-1]),
        lambda t: replace(t, counters=(*ARMIES[:-1], army("G1", 1, 60, 9, band=0))),
        lambda t: replace(t, counters=ARMIES[:5] + ARMIES[6:]),
        lambda t: replace(t, holdings=HOLDINGS[1:]),
        lambda t: replace(t, holdings=(replace(HOLDINGS[0], side=1), *HOLDINGS[1:])),
        lambda t: replace(t, holdings=(*HOLDINGS[:2], replace(HOLDINGS[2], band=1), HOLDINGS[3])),
        lambda t: replace(t, holdings=(*HOLDINGS[:2], replace(HOLDINGS[2], marks=()), HOLDINGS[3])),
        lambda t: replace(t, holdings=(*HOLDINGS[:2], replace(HOLDINGS[2], worth=None), HOLDINGS[3])),
        lambda t: replace(t, sides=(replace(t.sides[0], tracks=()), t.sides[1])),
        lambda t: replace(t, leaders=(LeaderView("Firuz", "Firuz", 1, 61, "oc", 3),)),
        lambda t: replace(t, turn=4),
    ],
    ids=["strength", "leader", "side", "gone", "power", "more", "nobody's", "holder", "held by", "marks", "worth",
         "tracks", "alone", "turn"],
)  # fmt: skip
def test_whatever_differs_is_seen(changed: Callable[[TableView], TableView]) -> None:
    assert differ(plain("dark"), render(changed(sheet()), theme="dark"))


OVERLAYS: list[Overlay] = [
    Reach({4: 1, 17: 2}, {17: 1}, 3),
    Lettered({3: "A", 4: "B"}, {4: 2}),
    Sectors({"A": (3, 4), "B": (17,)}),
    SetUpArea((3, 4), 0),
    Choices((3, 4)),
    CommandRange((3, 4)),
    Eligible(("B1", "V1")),
    Shock((("B2", "V1"),), label="+2", odds={("B2", "V1"): "60 %"}),
    Range({4: 1, 17: 2}, {17: "5"}),
]


@for_each("overlay", OVERLAYS, ids=lambda o: type(o).__name__)
def test_what_may_be_chosen_is_seen_and_told(overlay: Overlay) -> None:
    marked = render(sheet(), overlays=[overlay])
    assert differ(plain("light"), marked) and len(marked.alt) > len(plain("light").alt)
    assert "hex" not in marked.alt


@for_each("kind", ["move", "rout", "withdraw", "advance", "missile", "shock", "charge", "hit"])
def test_what_was_done_is_seen_and_told(kind: Any) -> None:
    trace = Trace(kind=kind, unit="B1", hexes=(3, 4, 17) if kind != "hit" else (3,), side="byzantine")
    drawn = render(sheet(), traces=[trace])
    assert differ(plain("light"), drawn)
    assert "B1" in drawn.alt and ("Zeugitania" in drawn.alt or kind == "hit")


def test_what_lies_outside_of_a_close_up_does_no_harm() -> None:
    trace = Trace(kind="move", unit="B1", hexes=(3, 61), side="byzantine")
    render(sheet(), close([41]), OVERLAYS, [trace])


def test_losses_are_seen() -> None:
    before, now = sheet(), sheet(counters=ARMIES[1:])
    drawn = render(now, overlays=[casualties(before, now)])
    assert differ(render(now), drawn) and "B1 was lost in Aegyptus I" in drawn.alt


def test_a_close_up_says_what_it_shows() -> None:
    assert (
        "A part of the map: Aegyptus I, Aegyptus II, Zeugitania and Libyan Sea." in render(sheet(), around([3, 4])).alt
    )
    assert "A part of the map" not in plain("light").alt
    assert clusters(sheet(), [3, 4], 2) == [around([3, 4], 2)]
    assert clusters(sheet(), [999], 2) == [whole()]


@pytest.mark.parametrize("theme", THEMES)
def test_names_are_read_on_every_plate(theme: Theme) -> None:
    colours = inks(theme)
    for face in colours.faces.values():
        for held in (face, *(mix(face, s.face, 0.16) for s in SIDES)):
            assert max(contrast(colours["ink"], held), contrast(colours["paper"], held)) >= 4.5


def test_who_holds_an_area_is_told_by_shape_and_not_by_colour_alone() -> None:
    board = sheet().board
    assert hasattr(board, "areas")
    layout = layout_of(board, whole())  # type: ignore[arg-type]
    outlines = {tuple(plates.body(layout.plates[0], layout, owner)) for owner in (None, 0, 1)}
    assert len(outlines) == 3


def test_an_empty_map_and_one_of_a_single_area_are_drawn() -> None:
    render(sheet(counters=(), holdings=(), sides=sheet().sides[:1]))
    board = sheet().board
    alone = board.model_copy(update={"areas": board.areas[:1], "borders": ()})  # type: ignore[attr-defined]
    render(sheet(board=type(board).model_validate(alone.model_dump()), counters=ARMIES[:1], holdings=HOLDINGS[:1]))  # type: ignore[attr-defined]


def test_a_film_has_its_frames_and_keeps_within_its_room() -> None:
    moved = sheet(counters=(army("B1", 0, 4, 14, "Belisarius"), *ARMIES[1:]))
    trace = Trace(kind="move", unit="B1", hexes=(3, 4), side="byzantine")
    frames = [Frame(sheet(), (trace,), "B1 marches", 700, "Turn 3"), Frame(moved, (), "", 700, "Turn 3")]
    made = film(frames, whole())
    image = Image.open(io.BytesIO(made.data))
    assert getattr(image, "n_frames", 1) == 4 and "Renovatio" in made.alt
    small = film(frames, whole(), most_bytes=len(made.data) // 2)
    assert len(small.data) <= len(made.data) // 2 and small.width < made.width


@pytest.mark.parametrize("pieces", [True, False])
def test_a_poster_has_the_shape_of_paper(pieces: bool) -> None:
    made = poster(sheet(), pieces=pieces, story="Belisarius sails.", long_side=1200)
    assert (made.width, made.height) == (1200, 849)
    assert Image.open(io.BytesIO(made.png())).size == (1200, 849)
    assert ("B1" in made.alt or "units on the map" in made.alt) is pieces or not pieces


def test_cards_and_rosters_are_made() -> None:
    table = sheet()
    card = unit_card(table, "V1")
    assert "Strength 11" in card.alt and "In Zeugitania" in card.alt
    assert roster(table, 1)


def test_a_map_is_sent_to_those_who_draw_once() -> None:
    packer, table = Packer(), sheet()
    first = packer.pack(render, (table, whole()), {})
    again = packer.pack(render, (replace(table, turn=4), whole()), {})
    assert len(first.maps) == 1 and again.maps == ()
    maps = {n: kind.model_validate_json(text) for n, kind, text in first.maps}
    _, (sent, _), _ = _Unpickler(again.job, maps).load()
    assert sent.board == table.board and sent.turn == 4
