"""A picture of a map of areas, put together: ground, borders, plates, counters, marks, tracks, footer, PNG."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from PIL import Image, ImageDraw

from engine.kernel.areas import AreaMap, BorderKind
from engine.kernel.board import Place
from engine.kernel.events import Trace
from engine.kernel.text import Text
from engine.kernel.view import TableView
from renderer.areas import borders, held, lettering, marks, piles, plates, tiles, tracks
from renderer.areas.colour_table import sheet_palette
from renderer.areas.engraved import Engraved
from renderer.areas.inks import Inks, inks
from renderer.areas.layout import LARGEST, AreaLayout, layout_of, plates_of
from renderer.areas.on_sheet import SheetLayout, engraved_of, fitted, sheet_layout
from renderer.graphics.cache import Cache
from renderer.graphics.canvas import Canvas
from renderer.graphics.curves import Point, lerp
from renderer.graphics.png import png, reduced
from renderer.map.view import FOOTER, View
from renderer.margin import ornaments
from renderer.margin.footer import SWATCH, Footer
from renderer.overlays.kinds import Overlay
from renderer.palette.colours import HIT, Theme
from renderer.palette.indexed import COLOURS
from renderer.palette.sides import BANDS, SIDES
from renderer.picture import Picture
from renderer.words.alt_text import alt_text
from renderer.words.say import Say, listed, words
from renderer.words.state_of_play import moment

FRAME = 9
"""How far the inner frame is from the edges, in pixels."""
SPARSE = 3
"""Of how many pixels, each way, one is looked at for a picture's colours."""
_BARE: Cache[tuple[object, ...], Image.Image] = Cache(2, lambda _: 1)
"""Maps with nobody on them, as they were last asked for: not to be changed."""
MOST_TOLD = 8
"""Areas up to which a close-up's are named in its text."""


def board_of(table: TableView) -> AreaMap:
    """The map of areas. Raises TypeError for another board."""
    if not isinstance(table.board, AreaMap):
        raise TypeError(f"{table.board.id} is no map of areas")
    return table.board


def render(
    table: TableView,
    view: View,
    overlays: Sequence[Overlay] = (),
    traces: Sequence[Trace] = (),
    theme: Theme = "light",
    footer_extra: str = "",
    say: Say = str,
) -> Picture:
    """Draw the position, or the part of it that a view shows. The same arguments give the same bytes."""
    board, colours = board_of(table), inks(theme)
    layout = layout_for(board, view)
    drawn = field(table, layout, overlays, traces, colours)
    image = _footed(table, layout, drawn, colours, footer_extra, say) if layout.footed else _framed(drawn, colours)
    alt = alt_text(table, traces, overlays, say)
    if len(layout.plates) < len(board.every_place):
        alt = f"{alt} {say(_part(board, layout, say))}"
    return Picture(png(_coloured(image, layout, colours)), *image.size, alt)


def bare(table: TableView, view: View, theme: Theme) -> Image.Image:
    """The map of a view with nobody on it, as :func:`laid` has it. Not to be changed: it is shared."""
    board = board_of(table)

    def draw() -> Image.Image:
        layout, colours = layout_for(board, view), inks(theme)
        return _on_sheet(_framed(ground(table, layout, colours), colours), layout, colours)

    # Two maps may have one name: each is known by something of its own.
    return _BARE.get((board.scratch.setdefault("areas.bare", object()), view, theme, table.holdings), draw)


def laid(
    table: TableView, view: View, overlays: Sequence[Overlay], traces: Sequence[Trace], theme: Theme
) -> Image.Image:
    """The map of a view with all that lies on it and nothing round it: in the colours of its sheet, where it has one,
    else in RGB, to be brought down by :func:`faithful`."""
    layout, colours = layout_for(board_of(table), view), inks(theme)
    return _on_sheet(_framed(field(table, layout, overlays, traces, colours), colours), layout, colours)


def layout_for(board: AreaMap, view: View, px: int | None = None) -> AreaLayout:
    """The layout of a view: on the map's engraved sheet, where it has one, or else as a scheme."""
    sheet = engraved_of(board)
    return sheet_layout(board, sheet, view, px) if sheet is not None else layout_of(board, view, px)


def layout_in(board: AreaMap, places: tuple[Place, ...], room: tuple[int, int]) -> AreaLayout:
    """The layout of these areas with nothing round them, as large as the room in pixels allows."""
    sheet = engraved_of(board)
    if sheet is not None:
        return fitted(board, sheet, places, room)
    layout = AreaLayout(plates_of(board, places), 10, footed=False)
    x0, y0, x1, y1 = layout.box
    return replace(layout, px=max(4, min(LARGEST, int(room[0] / (x1 - x0)), int(room[1] / (y1 - y0)))))


def alone(table: TableView, places: Sequence[Place], room: tuple[int, int], theme: Theme) -> Image.Image:
    """Areas with all that stands in them and nothing round them, in RGB, as large as the room in pixels allows."""
    board = board_of(table)
    layout = layout_in(board, tuple(sorted(p for p in set(places) if p in board)), room)
    return field(table, layout, (), (), inks(theme))


def field(
    table: TableView, layout: AreaLayout, overlays: Sequence[Overlay], traces: Sequence[Trace], colours: Inks
) -> Image.Image:
    """The map with all that lies on it, in RGB."""
    image = ground(table, layout, colours)
    found = piles.standing(table, layout)
    if overlays or traces:
        _laid(image, lambda c: marks.draw_under(c, table, layout, overlays, traces, colours))
    piles.lay(image, table, layout, found, colours)
    if overlays:
        _laid(image, lambda c: marks.draw_over(c, board_of(table), layout, found, overlays, colours))
    return image


def ground(table: TableView, layout: AreaLayout, colours: Inks) -> Image.Image:
    """The map with nobody on it, but with who holds what."""
    board = board_of(table)
    if isinstance(layout, SheetLayout) and layout.engraved is not None:
        return _engraved(table, board, layout, layout.engraved, colours)
    image = Image.new("RGB", layout.size, colours["mat"])

    def under(c: Canvas) -> None:
        borders.draw(c, board, layout, colours)
        plates.draw(c, board, layout, {h.place: h for h in table.holdings}, colours)

    _laid(image, under)
    return image


def _engraved(table: TableView, board: AreaMap, layout: SheetLayout, sheet: Engraved, colours: Inks) -> Image.Image:
    """The part of the sheet in view, in its holders' colours, with all that is written on it."""
    image = tiles.land(sheet, layout.window, held.holders(board, table.holdings), colours).convert("RGB")
    lettering.lay(image, board, layout, {h.place: h for h in table.holdings}, colours)
    return image


def _coloured(image: Image.Image, layout: AreaLayout, colours: Inks) -> Image.Image:
    """The picture in 256 colours: those of its sheet, or where it has none those that suit it."""
    found = _on_sheet(image, layout, colours)
    return found if found.mode == "P" else faithful(found)


def _on_sheet(image: Image.Image, layout: AreaLayout, colours: Inks) -> Image.Image:
    """The picture in the colours of its sheet; as it is where it has none."""
    if isinstance(layout, SheetLayout) and layout.engraved is not None:
        return reduced(image, sheet_palette(layout.engraved, colours))
    return image


def _suiting(image: Image.Image, n: int) -> list[int]:
    """The ``n`` colours that suit an image best, as a palette."""
    # Which colours suit it shows in every ninth pixel as well, and takes a ninth of the time to find.
    few = image.resize((max(1, image.width // SPARSE), max(1, image.height // SPARSE)), Image.Resampling.NEAREST)
    found = few.quantize(n, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).getpalette() or []
    return found[: 3 * n]


def _carrier(palette: Sequence[int]) -> Image.Image:
    carrier = Image.new("P", (1, 1))
    carrier.putpalette(palette)
    return carrier


def faithful(image: Image.Image) -> Image.Image:
    """The colours that suit an image best, but what tells sides and powers apart keeps its own, however little of it
    there is."""
    kept = list(dict.fromkeys([HIT, *(c for c, _ in BANDS), *(c for s in SIDES[:2] for c in (s.face, s.chevron))]))
    own = _suiting(image, COLOURS - len(kept))
    return reduced(image, _carrier([*(v for c in kept for v in c), *own]))


def _laid(image: Image.Image, draw: Callable[[Canvas], None]) -> None:
    canvas = Canvas((0, 0), image.size)
    draw(canvas)
    canvas.onto(image)


def _framed(drawn: Image.Image, colours: Inks) -> Image.Image:
    w, h = drawn.size
    ImageDraw.Draw(drawn).rectangle((0, 0, w - 1, h - 1), outline=colours["ink"], width=3)
    return drawn


def _footed(
    table: TableView, layout: AreaLayout, drawn: Image.Image, colours: Inks, extra: str, say: Say
) -> Image.Image:
    """The map with the sides' tracks under it, and title, legend and state of play."""
    w, h = drawn.size
    strip = tracks.height(table, w, say)
    image = Image.new("RGB", (w, h + strip + FOOTER), colours["paper"])
    image.paste(drawn, (0, 0))
    ornaments.scooped_frame(image, (FRAME, FRAME, w - 1 - FRAME, h - FRAME), 9, colours["soft"])
    tracks.draw(image, h, table, colours, say)
    footer = Footer(image, h + strip, colours.ground, say)
    footer.rules()
    footer.heading(words(table.title, say), words(table.subtitle, say))
    footer.legend(
        [(say(words), _swatch(draw, colours)) for words, draw in _explained(board_of(table), layout, colours)]
    )
    footer.status(moment(table, say), extra)
    return image


def _explained(
    board: AreaMap, layout: AreaLayout, colours: Inks
) -> Iterator[tuple[Text, Callable[[Canvas, Point, Point], None]]]:
    """Kinds of border in the picture, in the order they are explained, each with what draws a piece of it."""
    there = {b.kind for p in layout.by_place for b in board.borders_of(p) if layout.holds(b.place)}
    for kind in borders.WORDS:
        if kind not in there:
            continue
        if isinstance(layout, SheetLayout) and kind in ON_SHEET:
            yield borders.WORDS[kind], partial(ON_SHEET[kind], inks=colours)
        elif not isinstance(layout, SheetLayout) or kind in ("arrow", "box_arrow"):
            yield borders.WORDS[kind], partial(_scheme_line, kind=kind, inks=colours)


def _scheme_line(canvas: Canvas, a: Point, b: Point, kind: BorderKind, inks: Inks) -> None:
    borders.line(canvas, kind, a, b, 17, inks)


def _common(canvas: Canvas, a: Point, b: Point, inks: Inks) -> None:
    canvas.dashes([a, b], inks["ink"], 1.4, 5, 3)


def _strait(canvas: Canvas, a: Point, b: Point, inks: Inks) -> None:
    lettering.double_arrow(canvas, lerp(a, b, 0.2), lerp(a, b, 0.8), inks)


ON_SHEET: dict[BorderKind, Callable[..., None]] = {"land": _common, "strait": _strait}
"""Borders that an engraved sheet draws otherwise than a scheme; coasts and seas explain themselves there."""


def _swatch(draw: Callable[[Canvas, Point, Point], None], colours: Inks) -> Callable[[], Image.Image]:
    """A little piece of a line."""

    def make() -> Image.Image:
        image = Image.new("RGB", SWATCH, colours["mat"])
        w, h = SWATCH
        _laid(image, lambda c: draw(c, (4, h / 2), (w - 5, h / 2)))
        return image

    return make


def _part(board: AreaMap, layout: AreaLayout, say: Say) -> Text:
    """Which part of the map is in view, in words."""
    names = [board.show(p.place) for p in layout.plates]
    if len(names) > MOST_TOLD:
        return Text("A part of the map: {n} areas.", n=len(names))
    return Text("A part of the map: {areas}.", areas=listed(names, say))
