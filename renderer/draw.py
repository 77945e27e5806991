"""One picture, put together: sheet, marks under the counters, counters, marks over them, footer, PNG."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PIL import Image, ImageDraw

from engine.kernel.areas import AreaMap
from engine.kernel.events import Trace
from engine.kernel.text import Text
from engine.kernel.view import MarkerView, TableView
from renderer.areas import draw as areas
from renderer.arrows import layers as arrows
from renderer.counters import counter, markers
from renderer.counters.captions import draw_captions
from renderer.counters.counter import has_badges
from renderer.counters.leader_places import draw_leaders
from renderer.counters.look import Look
from renderer.graphics.png import png, reduced
from renderer.map.layout import Layout
from renderer.map.view import View, whole
from renderer.margin import ornaments, overview_map
from renderer.margin.footer import FRAME, SWATCH, Footer
from renderer.margin.overview_map import RULE, Inset
from renderer.margin.scoreboard import Scoreboard
from renderer.overlays import layers as answers
from renderer.overlays.kinds import Overlay
from renderer.palette.colours import Theme
from renderer.palette.map import Ground
from renderer.picture import Picture
from renderer.scene import Scene
from renderer.sheet import Sheet, sheet_for
from renderer.words import particulars
from renderer.words.alt_text import alt_text
from renderer.words.say import Say
from renderer.words.state_of_play import state_of_play

_WHOLE = whole()

LEGEND_STATES = (
    "moved",
    "finished",
    "must-check",
    "no-check",
    "engaged",
    "routed",
    "rallied",
    "retired",
    "disordered",
    "out-of-command",
    "charging",
    "column",
    "depleted",
    "shield-wall",
    "schiltron",
    "square",
    "screen-low",
    "screen-no",
)
"""States explained in the footer of a close-up when a counter in view shows them, in this order."""


def render(
    table: TableView,
    view: View = _WHOLE,
    overlays: Sequence[Overlay] = (),
    traces: Sequence[Trace] = (),
    theme: Theme = "light",
    footer_extra: str = "",
    *,
    overview: bool = False,
    say: Say = str,
) -> Picture:
    """Draw the position.

    ``view`` chooses the part of the map, ``overlays`` answer a player's question, ``traces`` show what just happened,
    ``footer_extra`` is written at the right of the state of play. ``overview`` adds a small picture of the whole field
    to a close-up. ``say`` puts the picture's words into a language. The same arguments give the same bytes on one
    version of Pillow. Takes tens of milliseconds of CPU, a second when a map is seen for the first time; safe to call
    from several threads.
    """
    if isinstance(table.board, AreaMap):
        return areas.render(table, view, overlays, traces, theme, footer_extra, say)
    layout = view.layout(table)
    small, places = None, []
    if overview and overview_map.wanted(table, layout):
        small = Inset(table, theme, layout.size[0])
        places = overview_map.corners(small, layout, view.hexes)
        if not places:
            small, layout = overview_map.panelled(table, theme, view, layout)
    scene, sheet = composed(table, layout, overlays, traces, theme, say)
    alt = alt_text(table, traces, overlays, say)
    if not layout.covers(table.map):
        alt = f"{alt} {say(_part(layout))}."
    if small is not None:
        alt = f"{alt} {say(_SMALL_MAP)}"
        at = next((p for p in places if overview_map.free(small, p, sheet.base, scene.image)), None)
        if at is None:
            small, roomy = overview_map.panelled(table, theme, view, layout)
            if roomy != layout:
                scene, sheet = composed(table, roomy, overlays, traces, theme, say)
            return _finished(_with_panel(scene, sheet, small, footer_extra), sheet, alt)
        scene.image.paste(small.drawn(layout), at)
    if layout.footed:
        _footer(scene, sheet, state_of_play(table, say), footer_extra)
    return _finished(scene.image, sheet, alt)


_SMALL_MAP = Text("A small map of the whole field shows where this part lies.")


def composed(
    table: TableView, layout: Layout, overlays: Sequence[Overlay], told: Sequence[Trace], theme: Theme, say: Say
) -> tuple[Scene, Sheet]:
    """Everything in view of the map laid onto its sheet, without the footer's words."""
    sheet = sheet_for(table, layout, theme, say)
    scene = Scene(table, layout, theme, sheet.base.convert("RGB"), say)
    compose(scene, overlays, told)
    return scene, sheet


def _finished(image: Image.Image, sheet: Sheet, alt: str) -> Picture:
    return Picture(png(reduced(image, sheet.palette)), image.width, image.height, alt)


def _with_panel(scene: Scene, sheet: Sheet, small: Inset, extra: str) -> Image.Image:
    """The picture with a panel between map and footer: the overview, and how the battle stands."""
    # The state of play stands on the panel; here is what the frame on the overview holds.
    framed = Text("Framed in red: columns {c0} to {c1}, rows {r0} to {r1}", **_block(scene.layout))
    _footer(scene, sheet, scene.say(framed), extra)
    (width, top), edge, below = scene.layout.size, overview_map.ROUND, small.panel
    image = Image.new("RGB", (width, scene.image.height + below), sheet.colours["paper"])
    image.paste(scene.image.crop((0, 0, width, top)), (0, 0))
    image.paste(scene.image.crop((0, top, width, scene.image.height)), (0, top + below))
    overview = small.drawn(scene.layout)
    image.paste(overview, (edge, top + (below - overview.height) // 2 + RULE))
    board = (2 * edge + overview.width, top + edge, width - edge, top + below - edge)
    Scoreboard(scene.table, image, board, sheet.colours, scene.say).draw()
    ink, draw = sheet.colours["ink"], ImageDraw.Draw(image)
    for y, thick in ((top, 3), (top + 4, 1)):
        draw.line([(0, y), (width, y)], fill=ink, width=thick)
    draw.rectangle((0, 0, width - 1, image.height - 1), outline=ink, width=3)
    ornaments.scooped_frame(
        image, (FRAME + 3, top + FRAME, width - 4 - FRAME, top + below - FRAME), 9, sheet.colours["soft"]
    )
    return image


def _part(layout: Layout) -> Text:
    """Which part of the map is in view, in words."""
    return Text("Columns {c0} to {c1}, rows {r0} to {r1}", **_block(layout))


def _block(layout: Layout) -> dict[str, str]:
    """First and last column and row, as hex numbers write them."""
    ends = {"c0": layout.c0, "c1": layout.c1, "r0": layout.r0, "r1": layout.r1}
    return {name: f"{n:02d}" for name, n in ends.items()}


def compose(scene: Scene, overlays: Sequence[Overlay], told: Sequence[Trace]) -> None:
    """Lay everything that changes onto the sheet, from the ground up."""
    paths = arrows.joined(told)
    answers.draw_under(scene, overlays)
    arrows.draw_under(scene, paths)
    markers.draw_alone(scene)
    r, theme = scene.r, scene.theme
    for p in scene.placed:
        counter.sprite(p.look, r, theme, "body").onto(scene.image, p.at)
    answers.draw_over(scene, overlays)
    arrows.draw_over(scene, paths)
    for p in scene.placed:
        if has_badges(p.look):
            counter.sprite(p.look, r, theme, "badges").onto(scene.image, p.at)
    markers.draw_riding(scene)
    draw_leaders(scene)
    draw_captions(scene)
    answers.draw_labels(scene, overlays)
    arrows.draw_labels(scene, paths)


def _footer(scene: Scene, sheet: Sheet, play: str, extra: str) -> None:
    footer = Footer(scene.image, scene.layout.size[1], sheet.colours, scene.say)
    footer.left, footer.right = sheet.room
    if scene.zoom == "near":
        shown = {s for p in scene.placed for s in p.look.states}
        entries = [
            (scene.say(particulars.word(state)), _state_swatch(state, scene.theme, sheet.colours))
            for state in LEGEND_STATES
            if state in shown
        ]
        for kind, label in markers.KINDS:
            example = next((m for m in scene.table.markers if m.kind == kind and scene.layout.holds(m.hex)), None)
            if example is not None:
                entries.append((scene.say(label), _marker_swatch(example, scene.theme, sheet.colours)))
        footer.legend(entries)
    footer.status(play, extra)


def _state_swatch(state: str, theme: Theme, colours: Ground) -> Callable[[], Image.Image]:
    """A little counter in this state."""

    def make() -> Image.Image:
        image = Image.new("RGB", SWATCH, colours["paper"])
        look = Look(1, "heavy-cavalry", None, None, None, 0, None, None, 6, frozenset({state}), "")
        if state in ("shield-wall", "schiltron", "square", "column"):
            look = replace(look, symbol="heavy-infantry", facing=0)
        elif state == "charging":
            look = replace(look, facing=0)
        at = (SWATCH[0] / 2, SWATCH[1] / 2 + 1)
        counter.lay(image, look, 24, at, theme)
        return image

    return make


def _marker_swatch(marker: MarkerView, theme: Theme, colours: Ground) -> Callable[[], Image.Image]:
    """A little marker of this kind, on its side's colour."""

    def make() -> Image.Image:
        image = Image.new("RGB", SWATCH, colours["paper"])
        example = replace(marker, band=None, spent=False)
        markers.sprite(example, 24, theme, alone=True).onto(image, (SWATCH[0] / 2, SWATCH[1] / 2 - 1))
        return image

    return make


__all__ = ["compose", "composed", "render"]
