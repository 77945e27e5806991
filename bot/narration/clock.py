"""What players read about the time of a side."""

from __future__ import annotations

from bot.language.catalogue import TextCatalogue
from bot.service.time import limits
from bot.service.time.timekeeping import Time
from engine.kernel.text import Text


def time_lines(time: Time, catalogue: TextCatalogue) -> list[str]:
    """ "time left: 2 d 4 h", "away until 1 December"; what there is to say."""
    lines: list[str] = []
    if time.left is not None:
        lines.append(catalogue.say(Text("time left: {left}", left=limits.left(time.left))))
    if time.up:
        lines.append(catalogue.translate("out of time: /battle claim"))
    if time.away_until is not None:
        lines.append(catalogue.say(Text("away until {when}", when=f"<t:{int(time.away_until)}:f>")))
    return lines
