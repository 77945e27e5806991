"""Every state a counter can show; the parts of a counter; pairs, stacks, leaders, markers, bands, sides."""

from __future__ import annotations

from dataclasses import replace

from PIL import Image

from engine.kernel.hexes import Facing
from engine.kernel.text import Text
from engine.kernel.view import STATES, LeaderView, MarkerView
from renderer.counters import bands, counter, leaders, markers
from renderer.counters.drawing import place
from renderer.counters.look import Look
from renderer.map.layout import CORNERS, SQRT3, zoom_of
from renderer.palette.colours import Theme
from renderer.palette.sides import BANDS
from renderer.specimens.page import MARGIN, TOP, Page
from renderer.specimens.troops import CELL, COLUMNS, FAR, MIDDLE, NEAR
from renderer.words import particulars as told
from renderer.words.say import Say

WIDTH = 2 * MARGIN + COLUMNS * CELL[0]

_HORSE = Look(0, "heavy-cavalry", 0, "7", "5", 0, "C", "full", 0, frozenset(), "HC3")


def states() -> list[tuple[Text, Look]]:
    """What the first plate shows, one after another."""
    found = [
        (Text("fresh"), _HORSE),
        (Text("cohesion hits"), replace(_HORSE, hits=3)),
        (Text("ten and more"), replace(_HORSE, hits=12)),
        (Text("ammunition low"), replace(_HORSE, supply="low")),
        (Text("no ammunition"), replace(_HORSE, supply="no")),
        (Text("stack of two"), replace(_HORSE, stack=2)),
        (Text("stack of three"), replace(_HORSE, stack=3)),
    ]
    for state in STATES:
        look = replace(_HORSE, states=frozenset({state}), facing=30 if state == "column" else 0)
        if state == "hidden":
            look = replace(look, symbol="question", figure=None, second=None, missile=None, supply=None, band=None)
            look = replace(look, code="")
        found.append((told.word(state), look))
    worst = frozenset({"engaged", "moved", "shield-wall", "out-of-command", "depleted"})
    found.append((Text("everything at once"), replace(_HORSE, states=worst, hits=4, stack=3, supply="low")))
    return found


def _at_zoom(look: Look, r: int, side: int) -> Look:
    """The same as the zoom shows it, on a side; the second side looks to the west."""
    zoom = zoom_of(r)
    facing = look.facing if side == 0 or look.facing is None else (180 - look.facing) % 360
    look = replace(look, side=side, facing=facing)
    if zoom == "near":
        return look
    look = replace(look, second=None, code="")
    return look if zoom == "middle" else replace(look, figure=None, missile=None, band=None)


def states_sheet(theme: Theme = "light", say: Say = str) -> Image.Image:
    """Every state, large, middle and small, on both sides."""
    shown = states()
    rows = -(-len(shown) // COLUMNS)
    page = Page(
        Text("States"),
        Text("each a shape in a place of its own · strength in front, wounds behind"),
        (WIDTH, TOP + rows * CELL[1] + 22),
        theme,
        say,
    )
    for i, (called, look) in enumerate(shown):
        x, y = MARGIN + i % COLUMNS * CELL[0], TOP + i // COLUMNS * CELL[1] + 8
        first = (i + i // COLUMNS) % 2
        counter.lay(page.image, _at_zoom(look, NEAR, first), NEAR, (x + 68 + first * 6, y + 52), theme)
        for side in (0, 1):
            counter.lay(page.image, _at_zoom(look, MIDDLE, side), MIDDLE, (x + 24 + side * 63, y + 124), theme)
            counter.lay(page.image, _at_zoom(look, FAR, side), FAR, (x + 128 + side * 36, y + 124), theme)
        page.caption((x + CELL[0] / 2, y + 168), called, CELL[0] - 12)
    return page.image


def _hexagon(page: Page, at: tuple[float, float], r: float) -> None:
    outline = [(at[0] + x * r, at[1] + y * r) for x, y in CORNERS]
    page.draw.polygon(outline, outline=page.colours["soft"])


def anatomy_sheet(theme: Theme = "light", say: Say = str) -> Image.Image:
    """What is where on a counter; two-hex units, stacks, leaders, markers, bands, sides."""
    page = Page(
        Text("Anatomy"),
        Text("what is where on a counter; pairs, leaders, markers, bands and sides"),
        (WIDTH, 1140),
        theme,
        say,
    )
    _anatomy(page)
    _pairs(page)
    page.section(560, Text("Leaders and markers"))
    _leaders(page, 655)
    _markers(page, 655)
    page.section(750, Text("Commands and sides"))
    _bands(page, 802)
    _sides(page, 972)
    return page.image


def _anatomy(page: Page) -> None:
    r, at = 132, (410.0, 310.0)
    look = replace(_HORSE, side=1, symbol="cataphract", facing=0, hits=2, states=frozenset({"moved", "engaged"}))
    look = replace(look, code="GHC2", supply="low")
    _hexagon(page, at, r)
    counter.lay(page.image, look, r, at, page.theme)
    ink = page.colours["ink"]
    named = (
        ((-0.10, -0.49), (-0.30, -1.06), "ms", Text("contingent")),
        ((-0.10, -0.31), (-1.36, -0.52), "rs", Text("code for orders")),
        ((-0.30, 0.10), (-1.36, 0.02), "rs", Text("type")),
        ((-0.30, 0.49), (-1.36, 0.38), "rs", Text("missile class, ammunition")),
        ((-0.54, 0.53), (-0.80, 1.12), "ms", Text("hits")),
        ((-0.53, -0.52), (-1.36, -0.88), "rs", Text("state")),
        ((0.55, -0.52), (1.16, -0.86), "ls", Text("moved (ivory) or finished (black)")),
        ((0.46, -0.06), (1.16, -0.44), "ls", Text("size")),
        ((0.90, 0.06), (1.16, -0.02), "ls", Text("facing: the front corner of the hex")),
        ((0.40, 0.33), (1.16, 0.36), "ls", Text("TQ")),
    )
    for (px, py), (tx, ty), anchor, words in named:
        spot, end = (at[0] + px * r, at[1] + py * r), (at[0] + tx * r, at[1] + ty * r)
        stop = (end[0] - 6, end[1] - 5) if anchor == "ls" else (end[0] + 6, end[1] - 5)
        if anchor == "ms":
            stop = (end[0], end[1] - 18 if ty > 0 else end[1] + 6)
        page.draw.line((spot, stop), fill=ink, width=1)
        page.draw.ellipse((spot[0] - 3, spot[1] - 3, spot[0] + 3, spot[1] + 3), fill=ink)
        page.caption(end, words, anchor=anchor)


def _pairs(page: Page) -> None:
    """Two-hex units on their three axes."""
    r = 46
    looks = (
        ((0.0, SQRT3), 0, 0, frozenset({"moved"}), (900, 190), Text("upright")),
        ((1.5, SQRT3 / 2), 60, 0, frozenset({"engaged"}), (1100, 210), Text("slanted")),
        ((1.5, -SQRT3 / 2), 120, 1, frozenset({"depleted"}), (1310, 210), Text("the other way")),
        ((0.0, SQRT3), 180, 1, frozenset({"routed"}), (900, 410), Text("routed")),
        ((1.5, SQRT3 / 2), 240, 1, frozenset({"finished", "must-check"}), (1100, 420), Text("with a leader")),
        ((1.5, -SQRT3 / 2), 300, 0, frozenset[str](), (1310, 420), Text("double depth")),
    )
    for i, (span, facing, side, states, middle, called) in enumerate(looks):
        first = middle[0] - span[0] * r / 2, middle[1] - span[1] * r / 2
        symbol = "hoplites" if side else "phalanx"
        look = Look(side, symbol, facing, "7", "10", i % 4, None, None, 2 * i, states, f"PH{i + 1}", 1, span)
        if i == 5:
            look = replace(look, stack=2)
        _hexagon(page, first, r)
        _hexagon(page, (first[0] + span[0] * r, first[1] + span[1] * r), r)
        counter.lay(page.image, look, r, first, page.theme)
        if i == 4:
            chief = LeaderView("X", "X", side, 101, "sc", 5)
            x, y = place(look, -0.70, -0.62)
            leaders.sprite(chief, r, page.theme, False, False).onto(page.image, (first[0] + x * r, first[1] + y * r))
        page.caption((middle[0], middle[1] + (108 if not span[0] else 100)), called)


def _leaders(page: Page, y: float) -> None:
    rows: tuple[tuple[Text, LeaderView], ...] = (
        (Text("overall"), LeaderView("X", "X", 0, 101, "oc", 6)),
        (Text("subordinate"), LeaderView("X", "X", 1, 101, "sc", 5)),
        (Text("contingent"), LeaderView("X", "X", 0, 101, "cc", 3)),
        (Text("king"), LeaderView("X", "X", 1, 101, "king", 4)),
        (Text("active"), LeaderView("X", "X", 0, 101, "sc", 5, "active")),
        (Text("finished"), LeaderView("X", "X", 1, 101, "sc", 5, "finished")),
        (Text("wounded"), LeaderView("X", "X", 0, 101, "oc", 6, wounded=True)),
    )
    for i, (called, chief) in enumerate(rows):
        x = MARGIN + 54 + i * 122
        leaders.sprite(chief, NEAR, page.theme, True, False).onto(page.image, (x - 18, y))
        leaders.sprite(chief, MIDDLE, page.theme, True, False).onto(page.image, (x + 42, y - 14))
        leaders.sprite(chief, FAR, page.theme, True, True).onto(page.image, (x + 42, y + 20))
        page.caption((x, y + 60), called, 108)


def _markers(page: Page, y: float) -> None:
    rows = (
        (Text("standard"), MarkerView("X", "X", "standard", 101, 0, band=1)),
        (Text("bombard"), MarkerView("X", "X", "bombard", 101, 1, Facing.W)),
        (Text("waggon"), MarkerView("X", "X", "wagon", 101, None)),
        (Text("spent"), MarkerView("X", "X", "bombard", 101, 0, Facing.E, spent=True)),
    )
    for i, (called, marker) in enumerate(rows):
        x = MARGIN + 930 + i * 132
        markers.sprite(marker, 46, page.theme, True).onto(page.image, (x - 20, y))
        markers.sprite(marker, MIDDLE, page.theme, True).onto(page.image, (x + 42, y))
        page.caption((x, y + 60), called, 120)


def _bands(page: Page, y: int) -> None:
    """The twelve bands as the counters carry them, and in the lightness alone."""
    for i in range(len(BANDS)):
        x = MARGIN + 14 + i * 116
        stripe = Image.new("RGBA", (96, 26), (0, 0, 0, 0))
        bands.lay(stripe, Image.new("L", stripe.size, 255), i, 0, 25)
        page.panel((x, y), stripe.convert("RGB"))
        page.panel((x, y + 34), stripe.convert("L").convert("RGB"))
        look = replace(_HORSE, side=i % 2, facing=None, band=i, missile=None, supply=None, code="")
        counter.lay(page.image, _at_zoom(look, MIDDLE, i % 2), MIDDLE, (x + 48, y + 98), page.theme)
    page.caption((WIDTH / 2, y + 150), Text("hue and pattern; below, what is left of them without colour"))


def _sides(page: Page, y: float) -> None:
    """The three sides: hue, lightness and the shape of the corners."""
    called = (
        Text("first side: lapis, round corners"),
        Text("second: amber, cut corners"),
        Text("third: verdigris, octagon"),
    )
    for side, words in enumerate(called):
        x = MARGIN + 60 + side * 440
        look = replace(_HORSE, side=side, symbol="heavy-infantry", facing=0)
        for k, states in enumerate((frozenset(), frozenset({"routed"}), frozenset({"retired"}))):
            shown = replace(look, states=states, side=side)
            counter.lay(page.image, shown, NEAR, (x + k * 130, y + 60), page.theme)
        counter.lay(page.image, replace(_at_zoom(look, FAR, 0), side=side), FAR, (x + 352, y + 60), page.theme)
        page.caption((x + 130, y + 138), words)
