"""Little signs on cards and rosters: a state's badge, missiles and their supply, points against their limit."""

from __future__ import annotations

from PIL import Image

from engine.kernel.text import Text
from engine.kernel.view import CounterView, LeaderView, MarkerView
from renderer.cards.page import Page
from renderer.counters import badges, counter, leaders, markers
from renderer.counters.look import Look
from renderer.graphics.canvas import Canvas
from renderer.graphics.curves import Point
from renderer.graphics.sprites import Sprite
from renderer.map.layout import CORNERS
from renderer.palette.colours import CREAM, HIT, WHITE, mix
from renderer.words.particulars import Piece
from renderer.words.say import Say

ZOC = "zoc"
"""The sign of an enemy zone of control, beside those of states."""

_NARROW = 14
"""Pixels: boxes narrower than this run together."""

_TURNED = ("shield-wall", "schiltron", "square", "column", "charging")
"""States that are seen round the counter."""


def state(page: Page, piece: Piece, name: str, at: Point) -> None:
    """What shows a state on the map: its badge alone, or a little counter where the whole counter shows it."""
    image = page.image
    if name == ZOC:
        _zone(page, at)
    elif isinstance(piece, LeaderView):
        leaders.sprite(piece, 34, page.theme, alone=True, far=False).onto(image, at)
    elif isinstance(piece, MarkerView):
        markers.sprite(piece, 24, page.theme, alone=True).onto(image, at)
    else:
        only = frozenset({name})
        symbol = "question" if name == "hidden" else piece.symbol
        look = Look(piece.side, symbol, 180 if name in _TURNED else None, None, None, 0, None, None, None, only, "")
        if badges.carried(only) and name != "column":
            _centred(counter.sprite(look, 72, page.theme, "badges"), image, at)
            return
        counter.lay(image, look, 24, at, page.theme)


def _zone(page: Page, at: Point) -> None:
    """A hatched hex."""
    canvas = Canvas((round(at[0]) - 22, round(at[1]) - 22), (44, 44), 3)
    points = [(at[0] + x * 17, at[1] + y * 17) for x, y in CORNERS]
    canvas.area(points, CREAM)
    for i in (-1, 0, 1):
        canvas.line(((at[0] - 8 + 9 * i, at[1] + 11), (at[0] + 8 + 9 * i, at[1] - 11)), HIT, 2.4)
    canvas.line([*points, *points[:2]], HIT, 2.4)
    canvas.onto(page.image)


def missiles(page: Page, piece: Piece, at: Point, say: Say) -> str:
    """Missile class with the pips of its supply, as on the counter; returns the words for it."""
    if not isinstance(piece, CounterView) or not piece.missile:
        return ""
    if piece.supply is None:
        page.figure(at, piece.missile, 50)
        return say(Text("Missiles"))
    page.figure((at[0] - 17, at[1]), piece.missile, 46)
    canvas = Canvas((round(at[0] - 44), round(at[1] - 46)), (88, 56), 3)
    for i in range(2):
        pip = at[0] + 8 + 16 * i, at[1] - 7
        canvas.disc(pip, 6.4, page.ink)
        if piece.supply == "no" or (piece.supply == "low" and i):
            canvas.disc(pip, 4.2, page.paper)
    if piece.supply == "no":
        canvas.line(((at[0] - 38, at[1] + 4), (at[0] + 4, at[1] - 38)), HIT, 5)
    canvas.onto(page.image)
    supplies = {"full": Text("Missiles full"), "low": Text("Missiles low"), "no": Text("Missiles spent")}
    return say(supplies[piece.supply])


def measure(page: Page, at: Point, size: tuple[float, float], taken: int, limit: int) -> None:
    """A box for every point up to the limit, those taken crossed out; beyond the limit they go on in crimson.

    ``at`` is the upper left corner, ``size`` the room in pixels. So many boxes that they would be narrow run together.
    """
    (x0, y0), (room, high) = at, size
    boxes = max(taken, limit, 1)
    wide = min(high + 4, room / boxes)
    canvas = Canvas((round(x0) - 4, round(y0) - 4), (round(wide * boxes) + 12, round(high) + 10), 3)
    empty = mix(page.paper, page.ink, 0.06)
    if wide < _NARROW:
        _run(canvas, page, (x0, y0, x0 + wide * boxes, y0 + high), taken / boxes, limit / boxes)
        canvas.onto(page.image)
        return
    for i in range(boxes):
        left, right = x0 + i * wide + 1.5, x0 + (i + 1) * wide - 1.5
        box = [(left, y0), (right, y0), (right, y0 + high), (left, y0 + high)]
        canvas.area(box, HIT if i < taken else empty)
        if i < taken:
            for a, b in ((0.25, 0.75), (0.75, 0.25)):
                ends = (left + (right - left) * a, y0 + high * 0.25), (left + (right - left) * b, y0 + high * 0.75)
                canvas.line(ends, WHITE, 2)
        canvas.line([*box, box[0], box[1]], page.ink if i < limit else HIT, 1.5)
    canvas.onto(page.image)


def _run(canvas: Canvas, page: Page, box: tuple[float, float, float, float], taken: float, limit: float) -> None:
    """One long box, hatched as far as the share taken, with a mark at the limit."""
    x0, y0, x1, y1 = box
    outline = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    canvas.area(outline, mix(page.paper, page.ink, 0.06))
    end = x0 + (x1 - x0) * taken
    if taken:
        canvas.area([(x0, y0), (end, y0), (end, y1), (x0, y1)], HIT)
        x = x0 + 4
        while x + (y1 - y0) * 0.5 < end - 2:
            canvas.line(((x, y1 - 3), (x + (y1 - y0) * 0.5, y0 + 3)), WHITE, 1.6)
            x += 9
    canvas.line([*outline, outline[0], outline[1]], page.ink, 1.8)
    mark = x0 + (x1 - x0) * limit
    if limit < 1:
        canvas.line(((mark, y0 - 3), (mark, y1 + 3)), page.ink, 3)


def _centred(sprite: Sprite, image: Image.Image, at: Point) -> None:
    """Paste a sprite with the middle of what is solid in it on a point."""
    box = sprite.image.getchannel("A").point([255 if v > 200 else 0 for v in range(256)]).getbbox()
    if box is not None:
        corner = round(at[0] - (box[0] + box[2]) / 2), round(at[1] - (box[1] + box[3]) / 2)
        image.paste(sprite.image, corner, sprite.image)
