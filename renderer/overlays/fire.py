"""A field of fire: violet by range band, darkest nearest, the needed roll in each hex, and what can't be seen."""

from __future__ import annotations

from renderer.overlays.kinds import Range
from renderer.overlays.parts.figures import LEAST_LABELLED, figure
from renderer.overlays.parts.plates import Plate, beneath
from renderer.overlays.parts.region import Region, Stroke, tint
from renderer.palette.colours import BLACK, CREAM, WHITE
from renderer.palette.overlays import FIRE, FIRE_LINE, inks, washes
from renderer.scene import Scene


def under(scene: Scene, o: Range) -> None:
    """The bands, each outlined, with the roll needed in empty hexes; hidden hexes darkened and cross-hatched."""
    hidden = Region(scene, o.hidden)
    out_of_sight = set(hidden.hexes)
    hexes = [h for h in scene.seen(o.bands) if h not in out_of_sight]
    if hidden:
        _out_of_sight(hidden, scene.theme == "dark")
    if not hexes:
        return
    tones = inks(scene.theme)
    opacities = washes(scene.theme).fire
    farthest = max(o.bands[h] for h in hexes)
    bands = {n: Region(scene, [h for h in hexes if o.bands[h] <= n]) for n in sorted({o.bands[h] for h in hexes})}
    field = bands[farthest]
    nearer: Region | None = None
    for n, region in bands.items():
        mask = region.mask.copy()
        if nearer is not None:
            mask.paste(0, (nearer.box[0] - region.box[0], nearer.box[1] - region.box[1]), nearer.mask)
        tint(scene.image, region.box, mask, FIRE, opacities[max(1, min(n, len(opacities))) - 1])
        nearer = region
    for n, region in bands.items():
        if n != farthest:
            region.contour(Stroke(tones.fire, 0.04, scene.casing, 0.025))
    field.contour(Stroke(tones.fire, 0.075, scene.casing))
    if scene.r < LEAST_LABELLED:
        return
    for h in hexes:
        text = o.needs.get(h)
        if text and h not in scene.standing:
            figure(scene, scene.layout.xy(h), text, _size(text), tones.fire_figure, scene.casing)


def _out_of_sight(hidden: Region, dark: bool) -> None:
    """Darkened and cross-hatched."""
    ink = inks("dark" if dark else "light").hatch
    hidden.wash(BLACK, 0.55 if dark else 0.38)
    hidden.hatch(ink, 0.55 if dark else 0.75, 0, 0.12)
    hidden.contour(Stroke(ink, 0.03))


def labels(scene: Scene, o: Range) -> None:
    """The roll needed against whoever stands in the field of fire, on a plate under the counter."""
    if scene.r < LEAST_LABELLED:
        return
    hidden = set(o.hidden)
    for h in scene.seen(o.needs):
        if o.needs[h] and h in o.bands and h in scene.standing and h not in hidden:
            beneath(scene, scene.layout.xy(h), Plate(o.needs[h], WHITE, FIRE_LINE, CREAM), 0.27)


def _size(text: str) -> float:
    return 0.40 if len(text) < 3 else 0.30
