"""What stands beside the field: armies, title, the story, keys, the compass, shared out over the height."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from engine.kernel.text import Text
from renderer.margin.footer import north
from renderer.poster import legend
from renderer.poster.armies import army, set_army, set_states, states_of
from renderer.poster.cartouche import Cartouche
from renderer.poster.compass_rose import REACH, rose
from renderer.poster.counter_key import set_key, specimen
from renderer.poster.measures import Measures
from renderer.poster.typesetting import Column
from renderer.words.say import words

_UNDER_TITLE = 46
_LOOSEST = 52.0
"""Units of space added between commands at most."""
_SIZES = tuple(v / 100 for v in range(128, 48, -4))
"""Sizes of type tried in the panels, in units."""


_LAST = ("story", "compass")
"""What stands at a panel's foot."""
_APART = 30
"""Least space between blocks, in units."""


class Panel:
    """What stands beside the field on one side, top to bottom: ``sides`` and ``blocks`` by name."""

    def __init__(self, plate: Measures, x: float, sides: Sequence[int], blocks: Sequence[str]) -> None:
        self.plate, self.x = plate, x
        self.height = plate.size[1] - 2 * plate.inner
        self.blocks = list(blocks)
        self.states = states_of(plate.table)
        self.specimen = specimen(plate.table, sides)
        self.commands = sum(len(army(plate.table, i).commands) for i in sides)

    def add(self, block: str) -> None:
        """One more block, above the one at the foot."""
        at_foot = bool(self.blocks) and self.blocks[-1] in _LAST
        self.blocks.insert(len(self.blocks) - at_foot, block)

    def free(self, k: float) -> float:
        """Pixels left between the blocks when type has ``k`` times its usual size; negative when it doesn't fit."""
        apart = _APART * self.plate.u * k * max(0, len(self.blocks) - 1)
        return self.height - sum(self._heights(k)) - apart

    def high(self, block: str, k: float) -> float:
        """Pixels a block takes."""
        return self._set(None, block, 0.0, k, 0.0)

    def _heights(self, k: float, loose: float = 0.0) -> list[float]:
        return [self._set(None, block, 0.0, k, loose) for block in self.blocks]

    def draw(self, image: Image.Image, k: float) -> None:
        """Set every block; what room is left goes between an army's commands, then between the blocks."""
        if not self.blocks:
            return
        u = self.plate.u * k
        loose = min(_LOOSEST, max(0.0, self.free(k) * 0.5 / max(1, self.commands)) / u)
        heights = self._heights(k, loose)
        free = self.height - sum(heights)
        fixed = min(_UNDER_TITLE * u, free) if self.blocks[0] == "title" else 0.0
        gaps = len(self.blocks) - 1 - (self.blocks[0] == "title")
        y = float(self.plate.inner)
        for block, height in zip(self.blocks, heights, strict=True):
            self._set(image, block, y, k, loose)
            y += height + (fixed if block == "title" else (free - fixed) / max(1, gaps))

    def _set(self, image: Image.Image | None, block: str, y: float, k: float, loose: float) -> float:
        """Set one block from ``y``, or only measure it; returns where it ends."""
        plate = self.plate
        table, say = plate.table, plate.say
        column = Column(image, self.x, y, plate.panel, plate.u * k, plate.inks)
        name, _, index = block.partition(" ")
        if name == "army":
            set_army(column, army(table, int(index)), plate.theme, say, plate.pieces and plate.begun, loose)
        elif name == "title":
            title = Cartouche.of(table.title, words(table.subtitle, say), plate.u * k, plate.panel)
            if image is not None:
                title.draw(image, (round(column.middle - title.size[0] / 2), round(y)), plate.inks)
            column.y += title.size[1]
        elif name == "state":
            column.rule()
            over = table.outcome
            column.heading(say(Text("The result") if over is not None else Text("The position")))
            turn = say(Text("Turn {turn}", turn=table.turn)) if table.turn else ""
            column.centred(say(over) if over is not None else f"{turn} · {say(table.phase)}", "SemiboldIt", 38)
        elif name == "story":
            column.rule()
            column.heading(say(Text("The battle")))
            column.paragraph(plate.story, 31)
        elif name == "signs":
            column.rule()
            column.heading(say(Text("Signs")))
            column.space(10)
            set_states(column, self.states, plate.theme, say)
        elif name == "key" and self.specimen is not None:
            column.rule()
            column.heading(say(Text("The counters")))
            set_key(column, self.specimen, plate.theme, say)
        elif name == "legend":
            column.rule()
            column.heading(say(Text("The ground")))
            column.space(10)
            signs = legend.Legend(legend.signs(table, say), plate.panel, plate.u * k)
            if image is not None:
                signs.draw(image, (self.x, column.y), plate.plan, plate.theme, plate.inks)
            column.y += signs.high
        else:
            self._compass(image, column, k)
        return column.y

    def _compass(self, image: Image.Image | None, column: Column, k: float) -> None:
        """The rose, with the scale beneath it where no strip has it."""
        plate = self.plate
        u = plate.u
        radius = min(215 * u * k, plate.panel * 0.335)
        if image is not None:
            at = column.middle, column.y + radius * REACH
            rose(image, at, radius, north(plate.table.map.compass), plate.inks, plate.say)
        column.y += 2 * radius * REACH
        if not plate.strip:
            column.space(90)
            if image is not None:
                at = column.middle, column.y
                legend.scale(image, at, plate.table.map, plate.layout.r, u, plate.inks, plate.say)
            column.space(100)


def arrange(left: Panel, right: Panel, more: Sequence[str]) -> float:
    """Put further blocks where there is most room, and a key to the counters if there is any left; returns the size of
    type, the largest with which everything fits.
    """
    plate = left.plate
    panels = (left, right)
    first = [list(p.blocks) for p in panels]
    k = 1.0
    for k in _SIZES:
        if k > 1 and k * 640 * plate.u > plate.panel:
            continue
        for panel, blocks in zip(panels, first, strict=True):
            panel.blocks = list(blocks)
        for block in more:
            max(panels, key=lambda p, k=k: p.free(k)).add(block)
        if min(p.free(k) for p in panels) >= 0:
            break
    roomy = max(panels, key=lambda p: p.free(k))
    if roomy.specimen is not None and roomy.free(k) > roomy.high("key", k) + 2 * _APART * plate.u * k:
        roomy.add("key")
    return k
