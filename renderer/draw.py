"""One picture, put together: sheet, marks under the counters, counters, marks over them, footer, PNG."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PIL import Image

from engine.kernel.events import Trace
from engine.kernel.view import MarkerView, TableView
from renderer import command, counters, encode, markers, overlay_drawing, status, traces
from renderer.counters import Look
from renderer.footer import SWATCH, Footer
from renderer.overlays import Overlay
from renderer.palette import Ground, Theme
from renderer.picture import Picture
from renderer.scene import Scene
from renderer.sheet import Sheet, sheet_for
from renderer.view import View, whole

_WHOLE = whole()

LEGEND_STATES = (
    ("moved", "moved"),
    ("finished", "finished"),
    ("must-check", "must check"),
    ("no-check", "no check"),
    ("engaged", "engaged"),
    ("routed", "routed"),
    ("rallied", "rallied"),
    ("retired", "retired"),
    ("disordered", "disordered"),
    ("out-of-command", "out of command"),
    ("charging", "charging"),
    ("column", "column"),
    ("depleted", "depleted"),
    ("shield-wall", "shield wall"),
    ("schiltron", "schiltron"),
)
"""States explained in the footer of a close-up when a counter in view shows them, with their names."""


def render(
    table: TableView,
    view: View = _WHOLE,
    overlays: Sequence[Overlay] = (),
    traces: Sequence[Trace] = (),
    theme: Theme = "light",
    footer_extra: str = "",
) -> Picture:
    """Draw the position.

    ``view`` chooses the part of the map, ``overlays`` answer a player's question, ``traces`` show what just happened,
    ``footer_extra`` is written at the right of the state of play. The same arguments give the same bytes on one
    version of Pillow. Takes tens of milliseconds of CPU, a second when a map is seen for the first time; safe to call
    from several threads.
    """
    layout = view.layout(table)
    sheet = sheet_for(table, layout, theme)
    scene = Scene(table, layout, theme, sheet.base.convert("RGB"))
    compose(scene, overlays, traces)
    _footer(scene, sheet, footer_extra)
    data = encode.png(encode.reduced(scene.image, sheet.palette))
    return Picture(data, scene.image.width, scene.image.height, status.alt_text(table, traces))


def compose(scene: Scene, overlays: Sequence[Overlay], told: Sequence[Trace]) -> None:
    """Lay everything that changes onto the sheet, from the ground up."""
    paths = traces.joined(told)
    overlay_drawing.draw_under(scene, overlays)
    traces.draw_under(scene, paths)
    markers.draw_alone(scene)
    r, theme = scene.r, scene.theme
    for p in scene.placed:
        counters.sprite(p.look, r, theme, "body").onto(scene.image, p.at)
    overlay_drawing.draw_over(scene, overlays)
    traces.draw_over(scene, paths)
    for p in scene.placed:
        if counters.has_badges(p.look):
            counters.sprite(p.look, r, theme, "badges").onto(scene.image, p.at)
    markers.draw_riding(scene)
    command.draw_leaders(scene)
    command.draw_captions(scene)
    overlay_drawing.draw_labels(scene, overlays)
    traces.draw_labels(scene, paths)


def _footer(scene: Scene, sheet: Sheet, extra: str) -> None:
    footer = Footer(scene.image, scene.layout.size[1], sheet.colours)
    footer.left, footer.right = sheet.room
    if scene.zoom == "near":
        shown = {s for p in scene.placed for s in p.look.states}
        used = [(state, label) for state, label in LEGEND_STATES if state in shown]
        entries = [(label, _state_swatch(state, scene.theme, sheet.colours)) for state, label in used]
        for kind, label in markers.KINDS:
            example = next((m for m in scene.table.markers if m.kind == kind and scene.layout.holds(m.hex)), None)
            if example is not None:
                entries.append((label, _marker_swatch(example, scene.theme, sheet.colours)))
        footer.legend(entries)
    footer.status(status.state_of_play(scene.table), extra)


def _state_swatch(state: str, theme: Theme, colours: Ground) -> Callable[[], Image.Image]:
    """A little counter in this state."""

    def make() -> Image.Image:
        image = Image.new("RGB", SWATCH, colours["paper"])
        look = Look(1, "heavy-cavalry", None, None, None, 0, None, None, 6, frozenset({state}), "")
        if state in ("shield-wall", "schiltron", "column"):
            look = replace(look, symbol="heavy-infantry", facing=0)
        elif state == "charging":
            look = replace(look, facing=0)
        at = (SWATCH[0] / 2, SWATCH[1] / 2 + 1)
        for part in ("body", "badges") if counters.has_badges(look) else ("body",):
            counters.sprite(look, 24, theme, part).onto(image, at)
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


__all__ = ["compose", "render"]
