"""Plates for the documentation: complete, in both themes, in any language, the same every time."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PIL import Image

from engine.kernel.text import Text
from renderer.palette.colours import contrast
from renderer.palette.map import ground
from renderer.specimens import eyes, questions, states, terrain, troops
from renderer.specimens.page import Page
from tests.renderer.conftest import changed

PLATES: dict[str, Callable[..., Image.Image]] = {
    "foot": troops.foot_sheet,
    "others": troops.other_sheet,
    "states": states.states_sheet,
    "anatomy": states.anatomy_sheet,
    "eyes": eyes.eyes_sheet,
}


def _shouted(text: Text) -> str:
    return str(text).upper()


@pytest.mark.parametrize("name", PLATES)
def test_a_plate_in_both_themes_and_another_language(name: str) -> None:
    light = PLATES[name]()
    assert light.mode == "RGB"
    assert light.tobytes() == PLATES[name]().tobytes()
    dark = PLATES[name]("dark")
    assert dark.size == light.size
    assert contrast(light.getpixel((20, 20)), dark.getpixel((20, 20))) > 8  # type: ignore[arg-type]
    said = PLATES[name](say=_shouted)
    assert 0.001 < changed(light, said) < 0.2


def test_a_caption_keeps_to_its_room() -> None:
    for words in (Text("wide"), Text("a caption a good deal wider than the room it has been given")):
        page = Page(Text("A"), Text(""), (600, 200))
        bare = page.image.copy()
        page.caption((300, 150), words, 200)
        drawn = page.image
        assert changed(bare, drawn) > 0
        if len(str(words)) < 10:
            for x0, x1 in ((0, 200), (400, 600)):
                assert changed(bare.crop((x0, 100, x1, 200)), drawn.crop((x0, 100, x1, 200))) == 0


def test_every_specimen_of_terrain_looks_like_none_of_the_others() -> None:
    seen: dict[bytes, str] = {}
    for i, specimen in enumerate(terrain.SPECIMENS):
        picture = terrain.plot(terrain.table("one", 4, 3, **specimen.fields), 17).tobytes()
        assert picture not in seen, f"{specimen.name} looks like {seen.get(picture)}: {i}"
        seen[picture] = str(specimen.name)


def test_every_question_changes_its_field() -> None:
    for question in questions.questions():
        bare = questions.plot(question.table, 28)
        asked = questions.plot(question.table, 28, "light", question.overlays, question.traces)
        assert changed(bare, asked) > 0.002, question.name


def test_plates_use_the_paper_of_their_theme() -> None:
    for theme in ("light", "dark"):
        page = Page(Text("A"), Text("b"), (300, 200), theme)  # type: ignore[arg-type]
        paper: tuple[int, int, int] = page.image.getpixel((150, 150))  # type: ignore[assignment]
        assert contrast(paper, ground(theme)["mat"]) < 1.3  # type: ignore[arg-type]
