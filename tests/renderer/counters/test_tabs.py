"""A stack's picture: who is on top, how many, and on a tab at its foot who is beneath."""

from __future__ import annotations

from PIL import ImageChops

from engine.kernel.view import CounterView
from renderer.counters.counter import drawn
from renderer.counters.look import Look

TOP = CounterView(id="HA1", name="Hastati 1", side=0, symbol="hastati", hexes=(1010,), facing=None, tq=6, size=3)


def look(below: str, *, coded: bool = True) -> Look:
    return Look.of(TOP, "near" if coded else "far", 2 if below else 1, coded=coded, below=below)


def test_the_code_beneath_is_on_a_tab_below_the_counter() -> None:
    alone, over = (drawn(look(below), 66, "light", "body").image for below in ("", "HA2"))
    changed = ImageChops.difference(alone.convert("RGBA"), over.convert("RGBA")).getbbox()
    assert changed is not None and changed[3] > alone.height / 2 + 0.75 * 66, "it hangs out at the foot"
    other = drawn(look("PR9"), 66, "light", "body").image
    assert other.tobytes() != over.tobytes(), "and tells who it is"


def test_where_codes_are_not_written_there_is_no_tab() -> None:
    assert look("HA2", coded=False).below == ""
    pair = Look.of(TOP, "near", 2, (0.0, 1.7), coded=True, below="PH2")
    assert pair.below == "", "a pair has its other by its name"


def test_its_hits_are_on_a_seal_of_its_own() -> None:
    def badges(hits: int) -> bytes:
        seen = Look.of(TOP, "near", 2, coded=True, below="HA2", below_hits=hits)
        return drawn(seen, 66, "light", "badges").image.tobytes()

    assert len({badges(0), badges(3), badges(4)}) == 3, "fresh, and by their number"
    unnamed = Look.of(TOP, "far", 2, coded=False, below="HA2", below_hits=3)
    assert unnamed.below_hits == 0, "nobody is named there"
