"""A finished picture, and where things are in it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.kernel.board import Place
from renderer.graphics.curves import Point


@dataclass(frozen=True, slots=True)
class Picture:
    """An image ready to be sent."""

    png: bytes
    width: int
    height: int
    alt: str
    """Alternative text: the position in a sentence or two."""


@dataclass(frozen=True, slots=True)
class Where:
    """The places in a picture, in pixels from its upper left corner."""

    width: int
    height: int
    r: float
    """Radius of a hex; of a map of areas half a counter's width."""
    hexes: bool
    """Whether every place is a hex, flat sides up and down."""
    middles: dict[Place, Point]
    """The middle of each place; of an area, where its counters stand."""
    outlines: dict[Place, list[list[Point]]]
    """The lines round areas that have a shape; nothing for hexes."""
