"""What arguments may be where the modules that decide it take long to load: written out here for the help.

``tests/cli/test_start.py`` compares it with those modules.
"""

from __future__ import annotations

THEMES = ("light", "dark")
"""Looks of pictures, as ``renderer.palette.colours.Theme`` has them."""

PAPERS = ("A1", "A2", "A3", "A4")
LEAST, LONG_SIDE, MOST = 1200, 4800, 7200
"""Sheets of a poster, and the pixels of its long side: the fewest, the usual, the most (``renderer.poster.poster``)."""

ADVICE = ("arrival", "briefing", "field", "leader", "level", "one-sided", "rating", "retreat", "unreached")
"""Names of the advice on a battle's file (``scenarios.advice.NAMES``)."""
