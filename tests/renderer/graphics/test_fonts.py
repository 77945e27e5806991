"""Names are never shown as boxes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from renderer import around, render
from renderer.graphics import fonts
from renderer.graphics.cache import forget
from tests.renderer.skirmish import skirmish


def test_accents_survive_with_the_serif() -> None:
    assert fonts.written("Władysław Żółty") == "Władysław Żółty"


def test_without_the_serif_names_are_transliterated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "serif_folder", lambda: None)
    fonts.serif.cache_clear()
    try:
        assert fonts.written("Władysław Żółty \u2014 \u201cÇà\u201d 3\u00d72") == 'Wladyslaw Zolty - "Ca" 3x2'
        assert render(replace(skirmish(), title="Grünwald · Łódź", subtitle="…"), around([304])).png
    finally:
        fonts.serif.cache_clear()
        forget()  # what was written meanwhile


def test_texts_are_cut_to_their_room() -> None:
    font = fonts.serif("Regular", 16)
    cut = fonts.fitted("The Battle of the Catalaunian Fields", font, 120)
    assert cut.endswith("…")
    assert font.getlength(cut) <= 120
    assert fonts.fitted("short", font, 120) == "short"
    assert fonts.fitted("anything", font, 0) == ""
