"""Films: one palette, only what changes, the size kept, the same bytes every time."""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
from PIL import Image, ImageSequence

from engine.kernel.events import Trace
from engine.kernel.text import Text
from engine.kernel.view import TableView
from renderer import area, render
from renderer.film import shooting, take
from renderer.film.gif import Gif
from renderer.film.model import Film, Frame
from renderer.film.shooting import film
from renderer.film.strip import height
from renderer.graphics.fonts import serif
from renderer.graphics.wrapping import limited
from renderer.palette.colours import HIT
from tests.renderer.conftest import changed, opened
from tests.renderer.skirmish import skirmish

BEFORE = skirmish()
MOVED = replace(
    BEFORE,
    turn=3,
    counters=tuple(replace(c, hexes=(301,)) if c.id == "LI12" else c for c in BEFORE.counters),
)
LOST = replace(
    MOVED,
    counters=tuple(c for c in MOVED.counters if c.id != "GHC5"),
    leaders=MOVED.leaders[:1],
    sides=(replace(MOVED.sides[0], points=9), MOVED.sides[1]),
)
MOVE = Trace(kind="move", unit="LI12", hexes=(303, 302, 301), side="red")
SHOT = Trace(kind="missile", unit="LI12", hexes=(301, 704), side="red")
LOSS = Trace(kind="loss", unit="GHC5", hexes=(704,), side="blue")
STORY = (
    Frame(BEFORE, (), "", 600, "Turn 2 · Belisarius"),
    Frame(BEFORE, (MOVE,), "LI12 moves.", 900, "Turn 2 · Belisarius"),
    Frame(MOVED, (), "LI12 moves.", 600, "Turn 2 · Belisarius"),
    Frame(MOVED, (SHOT,), "LI12 shoots at GHC5.", 900, "Turn 3 · Belisarius"),
    Frame(LOST, (LOSS,), "GHC5 is lost.", 900, "Turn 3 · Belisarius", turning=True),
)


@pytest.fixture(scope="module")
def story() -> Film:
    return film(STORY)


def shown(made: Film) -> list[Image.Image]:
    """Every picture of it."""
    with Image.open(io.BytesIO(made.data)) as image:
        found = []
        for n in range(getattr(image, "n_frames", 1)):
            image.seek(n)
            found.append(image.convert("RGB"))
        return found


def ground(picture: Image.Image) -> Image.Image:
    """A picture's map, without the strip under it."""
    return picture.crop((0, 0, picture.width, picture.height - height(picture.width)))


@dataclass(frozen=True)
class Block:
    """One picture as the file holds it."""

    box: tuple[int, int, int, int]
    own_palette: bool
    hold: int


def blocks(data: bytes) -> Iterator[Block]:
    """The pictures in a GIF, read by the format's own description."""
    assert data[:6] == b"GIF89a" and data[10] & 0x80 and data[-1:] == b";"
    at, hold = 13 + 3 * 2 ** ((data[10] & 7) + 1), 0
    while data[at] != 0x3B:
        if data[at] == 0x21:
            if data[at + 1] == 0xF9:
                hold = 10 * int.from_bytes(data[at + 4 : at + 6], "little")
            at += 2
        else:
            assert data[at] == 0x2C
            x, y, w, h = (int.from_bytes(data[at + 1 + 2 * i : at + 3 + 2 * i], "little") for i in range(4))
            yield Block((x, y, w, h), bool(data[at + 9] & 0x80), hold)
            at += 11
        while data[at]:
            at += data[at] + 1
        at += 1


def test_an_animation_of_every_frame_between_title_and_result(story: Film) -> None:
    pictures = shown(story)
    assert story.kind == "gif" and len(pictures) == story.frames
    # Between the arrow and the new place the unit glides.
    assert len(pictures) == 1 + len(STORY) + shooting.GLIDES + 1
    assert {p.size for p in pictures} == {(story.width, story.height)}
    assert sum(b.hold for b in blocks(story.data)) == pytest.approx(story.seconds * 1000, abs=10 * story.frames)
    assert story.seconds * 1000 == take.TITLE_HOLD + take.RESULT_HOLD + sum(f.hold for f in STORY)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_frames_are_the_pictures_players_know(theme: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shooting, "MAX_WIDTH", 1600)
    monkeypatch.setattr(shooting, "MAX_PIXELS", 3_000_000)  # as large as a picture of its own
    pictures = shown(film(STORY, theme=theme))
    for n, f in ((1, STORY[0]), (2, STORY[1]), (-3, STORY[-2]), (-2, STORY[-1])):
        known = opened(render(f.table, traces=f.traces, theme=theme))
        drawn = ground(pictures[n])
        assert changed(drawn, known.crop((0, 0, *drawn.size))) < 0.005, n
        assert changed(ground(pictures[0]), drawn) > 0.05


def test_title_and_result_stand_before_the_first_and_the_last_position(story: Film) -> None:
    pictures = shown(story)
    for plate, position in ((pictures[0], pictures[1]), (pictures[-1], pictures[-2])):
        w, h = ground(plate).size
        middle = (round(w * 0.2), round(h * 0.42), round(w * 0.8), round(h * 0.58))
        assert changed(plate.crop(middle), position.crop(middle)) > 0.3
        corner = (0, 0, w, round(h * 0.12))
        assert changed(plate.crop(corner), position.crop(corner)) < 0.05


def test_one_palette_and_only_what_changes(story: Film) -> None:
    found = list(blocks(story.data))
    whole = story.width * story.height
    assert not any(b.own_palette for b in found)
    assert found[0].box == (0, 0, story.width, story.height)
    shares = [b.box[2] * b.box[3] / whole for b in found[1:]]
    assert sum(s < 0.9 for s in shares) >= len(shares) - 2
    # The shot changes nothing but its arc, the caption and the time line.
    assert len(story.data) < 3.2 * len(film(STORY[:1]).data)


def test_no_picture_uses_the_colour_that_means_unchanged() -> None:
    """A picture drawn alone, where nothing is left out, has no transparent pixel."""
    with Image.open(io.BytesIO(film(STORY[:1]).data)) as image:
        assert image.convert("RGBA").getchannel("A").getextrema() == (255, 255)


def test_the_same_bytes_every_time(story: Film) -> None:
    assert film(list(STORY)).data == story.data
    assert film(iter(STORY)).alt == story.alt
    assert film(STORY, theme="dark").data != story.data


def test_frames_that_look_alike_are_one_picture() -> None:
    still = Frame(BEFORE, (), "", 100, "")
    made = film([still], area(1, 1, 10, 7))
    again = film([still, replace(still, hold=100)], area(1, 1, 10, 7))
    # The time line moves on, nothing else.
    assert again.frames <= made.frames + 1 and again.seconds == pytest.approx(made.seconds + 0.1)


@pytest.mark.parametrize("most", [400_000, 90_000, 30_000, 12_000])
def test_it_is_as_small_as_asked(most: int) -> None:
    frames = [replace(f, caption=f"{f.caption} {n}") for n, f in enumerate(STORY * 8)]
    made = film(frames, most_bytes=most)
    assert len(made.data) <= most
    pictures = shown(made)
    assert len(pictures) == made.frames >= 2
    last = opened(render(LOST, traces=(LOSS,)))
    if made.width > 400:
        drawn = ground(pictures[-2])
        small = last.crop((0, 0, last.width, last.height - 104)).resize(drawn.size)
        assert changed(drawn, small, threshold=90) < 0.2


def test_smaller_before_fewer() -> None:
    frames = STORY * 8
    large = film(frames)
    small = film(frames, most_bytes=len(large.data) // 2)
    assert small.width < large.width and small.width >= shooting.LEAST_WIDTH
    assert small.frames == large.frames
    assert film(frames, most_bytes=len(large.data) // 40).frames < large.frames


def test_what_cannot_be_made_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one frame"):
        film([])
    with pytest.raises(ValueError, match="that small"):
        film(STORY, most_bytes=500)


def test_never_more_than_so_many_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shooting, "MOST_FRAMES", 20)
    made = film([replace(f, caption=str(n)) for n, f in enumerate(STORY * 20)], area(1, 1, 10, 7))
    assert 10 <= made.frames <= 20


@pytest.mark.parametrize("n", range(2, 9))
def test_thinning_comes_to_an_end(n: int) -> None:
    frames = (STORY * 2)[:n]
    assert 0 < len(shooting.thinned(frames)) < n


def test_half_of_the_frames_tell_everything() -> None:
    half = shooting.thinned(STORY)
    assert half[0] is STORY[0] and half[-1] is STORY[-1] and len(half) == 4
    assert half[1].table is MOVED and half[1].traces == (MOVE,) and half[1].caption == "LI12 moves."
    assert shooting.thinned(STORY[:2]) == [STORY[1]]
    assert any(f.turning for f in shooting.thinned([*STORY, *STORY]))


def test_units_glide_along_their_way(story: Film) -> None:
    at = next(c for c in BEFORE.counters if c.id == "LI12").hexes[0]
    assert at == MOVE.hexes[0]
    pictures = shown(story)
    glides = pictures[3 : 3 + shooting.GLIDES]
    for a, b in itertools.pairwise([pictures[1], *glides, pictures[3 + shooting.GLIDES]]):
        assert changed(ground(a), ground(b)) > 0.001


def test_a_charge_glides_up_to_the_enemy_only() -> None:
    from renderer.film.glide import ways

    charge = Trace(kind="charge", unit="THC1", hexes=(304, 403, 404), side="red")
    steps = (Trace(kind="move", unit="LI12", hexes=(303, 302)), Trace(kind="move", unit="LI12", hexes=(302, 301)))
    assert ways([charge, *steps, SHOT]) == {"THC1": (304, 403), "LI12": (303, 302, 301)}
    assert ways([Trace(kind="shock", unit="THC1", hexes=(304, 404))]) == {}


def test_the_time_line_tells_turns_and_turning_points(story: Film) -> None:
    def red(picture: Image.Image) -> set[int]:
        strip = picture.crop((0, picture.height - 30, picture.width, picture.height))
        return {x for x in range(strip.width) for y in range(strip.height) if strip.getpixel((x, y)) == HIT}

    total = story.seconds * 1000
    gone = take.TITLE_HOLD + sum(f.hold for f in STORY[:-1]) + STORY[-1].hold / 2
    marks = red(shown(story)[1])
    assert marks and min(marks) / story.width < gone / total < max(marks) / story.width
    assert not red(shown(film(STORY[:3]))[1])


def test_alternative_text(story: Film) -> None:
    assert story.alt == (
        "A film of Small field: Turn 2 · Belisarius to Turn 3 · Belisarius. The battle goes on. "
        "Reds: 9 of 20 Rout Points; no unit lost. Blues: 5 Rout Points; 1 unit lost; fallen: Totila. "
        "Turning points: Turn 3 · Belisarius: GHC5 is lost."
    )
    over: TableView = replace(LOST, outcome=Text("The Reds win."))
    assert "The Reds win. Reds" in film([Frame(BEFORE), Frame(over)]).alt


def test_words_are_said_in_the_language_asked_for() -> None:
    def say(text: Text) -> str:
        return {"The battle goes on.": "Die Schlacht geht weiter."}.get(text.template, str(text))

    made = film(STORY[:2], say=say)
    assert "Die Schlacht geht weiter." in made.alt
    assert shown(made)[-1].tobytes() != shown(film(STORY[:2]))[-1].tobytes()


def test_captions_fit_their_lines() -> None:
    font = serif("Regular", 20)
    text = "THC1 moves. " * 40
    lines = limited(text, font, 400, 2)
    assert len(lines) == 2 and all(font.getlength(x) <= 400 for x in lines) and lines[-1].endswith("…")
    assert limited("THC1 moves.", font, 400, 2) == ["THC1 moves."]
    assert limited("", font, 400, 2) == []


def test_only_what_has_changed_is_reduced_and_it_looks_as_if_all_were() -> None:
    """Colours of the palette stand for others near them, so that something may change and look as it did."""
    reel = Gif([0, 0, 0, 255, 255, 255, 200, 0, 0])
    frames = [Image.new("RGB", (40, 30), (250, 250, 250)) for _ in range(4)]
    for n, frame in enumerate(frames):
        frame.paste((190, 10, 10), (5 * n, 4, 5 * n + 6, 12))
    frames.insert(2, frames[1].copy())
    frames[2].putpixel((30, 20), (252, 252, 252))
    frames.append(frames[-1].copy())
    for frame in frames:
        reel.add(frame, 100)
    with Image.open(io.BytesIO(reel.finish())) as made:
        shown = [(f.convert("RGB").copy(), f.info["duration"]) for f in ImageSequence.Iterator(made)]
    assert [hold for _, hold in shown] == [100, 200, 100, 200] and reel.frames == 4
    for (image, _), given in zip(shown, (frames[0], frames[1], frames[3], frames[4]), strict=True):
        whole = given.quantize(palette=reel.colours, dither=Image.Dither.NONE).convert("RGB")
        assert image.tobytes() == whole.tobytes()
