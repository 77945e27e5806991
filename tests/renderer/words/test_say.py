"""Every fixed word in a picture can be put into another language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PIL import ImageDraw

from engine.kernel.events import Trace
from engine.kernel.hexes import Facing
from engine.kernel.terrain import HexsideFeature, Place
from engine.kernel.text import Text
from engine.kernel.view import STATES, CounterView, LeaderView, MarkerView, SideView, TableView, legend
from renderer import Overlay, Range, Reach, Shock, View, area, render, sheet, whole
from renderer.graphics import sprites
from renderer.words.say import listed
from tests.renderer import field
from tests.renderer.conftest import opened

ENGLISH = re.compile(r"[a-z]{2}|\b[a-z]\b")


def capitals(text: Text) -> str:
    """A language that writes everything in capitals."""
    return text.render(
        lambda t: "".join(part if part[:1] == "{" else part.upper() for part in re.split(r"(\{\w+\})", t))
    )


def shouting() -> TableView:
    """A table with everything on it that is explained in words, whose names have no small letters."""
    states = sorted(set(STATES) - {"hidden"})
    units = [
        CounterView(
            f"U{i}", "UNIT", i % 2, "axe", (100 * (i % 8 + 1) + i // 8 + 1,), Facing.E, 6, states=frozenset({s})
        )
        for i, s in enumerate(states)
    ]
    stacked = [CounterView(f"S{i}", "UNIT", 0, "axe", (505,), Facing.E, 6, missile="B", supply="no") for i in (1, 2)]
    table = field.small(
        id="shouting",
        terrain={303: "woods", 404: "rough"},
        levels={606: 1},
        hexsides=[HexsideFeature(a=404, b=405, type="stream")],
        places=[Place(name="HERE", hex=206)],
        hex_metres=50,
    )
    return replace(
        table,
        title="SHOUTS",
        subtitle="NOWHERE",
        legend=legend(table.map),
        sides=(SideView("red", "REDS", 3, 20, to_act=("ALPHA", "BETA")), SideView("blue", "BLUES", 5)),
        counters=(*units, *stacked),
        leaders=(
            LeaderView("A", "ALPHA", 0, 306, "oc", 5, "active"),
            LeaderView("B", "BETA", 1, 406, "sc", 5, "active"),
        ),
        markers=(
            MarkerView("M1", "X", "standard", 706, 0),
            MarkerView("M2", "X", "wagon", 806, 1),
            MarkerView("M3", "X", "bombard", 805, 1),
        ),
    )


TRACES = [
    Trace(kind=kind, unit="U1", hexes=(303, 404, 505), side="red")  # type: ignore[arg-type]
    for kind in ("move", "advance", "withdraw", "rout", "missile", "shock", "charge", "hit", "loss")
]
OVERLAYS: list[Overlay] = [Reach({404: 1}, {404: 2}, 303), Range({303: 1}, {303: "7"}), Shock([("U1", "U2")], "2:1")]
VIEWS: list[tuple[View, bool]] = [(whole(), False), (area(1, 3, 6, 6), True), (area(1, 1, 8, 2), True)]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Every string written on an image from now on."""
    found: list[str] = []
    write = ImageDraw.ImageDraw.text

    def noting(self: ImageDraw.ImageDraw, xy: tuple[float, float], text: str, *args: object, **kwargs: object) -> None:
        found.append(text)
        write(self, xy, text, *args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(ImageDraw.ImageDraw, "text", noting)
    forget()
    yield found
    forget()


def forget() -> None:
    sheet.forget()
    sprites.forget()


@pytest.mark.parametrize("view, overview", VIEWS)
def test_no_word_in_a_picture_is_fixed_english(drawn: list[str], view: View, overview: bool) -> None:
    picture = render(shouting(), view, OVERLAYS, TRACES, overview=overview, say=capitals)
    assert [text for text in drawn if ENGLISH.search(text)] == []
    assert not ENGLISH.search(picture.alt)


def test_the_words_are_drawn_at_all(drawn: list[str]) -> None:
    for view, overview in VIEWS:
        render(shouting(), view, OVERLAYS, TRACES, overview=overview)
    told = " ".join(drawn)
    for word in ("woods", "Turn 2", "are active", "Rout Points", "moved", "to act", "hex"):
        assert word in told


def test_pictures_in_two_languages_are_not_confused() -> None:
    table = shouting()
    english, other = render(table).png, render(table, say=capitals).png
    assert english != other
    assert render(table).png == english
    assert opened(english).size == opened(other).size


@pytest.mark.parametrize(
    "what, told", [([], ""), (["A"], "A"), (["A", "B"], "A and B"), (["A", "B", "C"], "A, B and C")]
)
def test_things_are_listed_as_in_a_sentence(what: list[str], told: str) -> None:
    assert listed(what) == told
    assert listed(what, capitals) == told.upper()
