"""How large the signs of Cities and Forts are drawn."""

from __future__ import annotations

from renderer.areas.window import Window

SIGN, SMALLEST = 11.0, 2.6
"""Half the size of a City's sign: in units of the sheet, and in pixels at the least."""


def sign_size(window: Window) -> float:
    """The radius of a City's ring, in pixels."""
    return max(SMALLEST, SIGN * window.scale)
