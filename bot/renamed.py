"""Commands that have another name now: whoever still uses an old one is told the new one."""

from __future__ import annotations

from collections.abc import Mapping

RENAMED: Mapping[str, str] = {
    "army": "unit",
    "audit": "dice audit",
    "balance": "stats balance",
    "charts load": "referee charts load",
    "charts reset": "referee charts reset",
    "charts show": "chart",
    "charts template": "referee charts template",
    "event abandon": "referee event abandon",
    "event award": "referee event award",
    "event create": "referee event create",
    "event move": "referee event move",
    "event start": "referee event start",
    "limits": "battle limits",
    "log": "record log",
    "poster": "record poster",
    "ranking annul": "referee result annul",
    "ranking restore": "referee result restore",
    "ranking table": "stats ranking",
    "rating": "stats rating",
    "report": "record report",
    "roll": "dice roll",
    "scenario export": "referee scenario export",
    "scenario list": "referee scenario list",
    "scenario load": "referee scenario load",
    "scenario remove": "referee scenario remove",
    "scoreboard": "referee scoreboard",
    "unwatch": "watch stop",
    "versus": "stats versus",
    "watch": "watch start",
    "watching": "watch list",
}
"""New names by old ones, without the stroke. Discord's clients may know the old ones for a while after a new release.

Those of before 0.2.0, kept for one release: to be taken out for 0.3.0.
"""


def now_called(name: str) -> list[str]:
    """What a command of this old name is called now; several for the old name of a group; [] for no old name.

    >>> now_called("/Rating"), now_called("ranking annul"), now_called("charts")[:2], now_called("map")
    (['stats rating'], ['referee result annul'], ['referee charts load', 'referee charts reset'], [])
    """
    wanted = " ".join(name.casefold().replace("/", " ").split())
    if wanted in RENAMED:
        return [RENAMED[wanted]]
    return [new for old, new in RENAMED.items() if wanted and old.startswith(f"{wanted} ")]
