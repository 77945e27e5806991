"""How a battle stands, and why it stands still, in words."""

from __future__ import annotations

from bot.service.play.standstills import Standstill
from engine.kernel.text import Text

STANDS_STILL = Text("stands still")
"""In place of the word for a battle under way."""

STATUS = {
    "open": Text("open"),
    "running": Text("running"),
    "finished": Text("finished"),
    "abandoned": Text("abandoned"),
    "record": Text("record"),
}
"""How a battle stands, by what is stored of it."""

MODE = {"live": Text("live"), "correspondence": Text("correspondence")}
"""How a battle is played, likewise."""


def why_still(still: Standstill) -> Text:
    """A sentence for those who ask how a battle stands."""
    if still.kind == "shut":
        return Text(
            "It stands still: nothing can be posted in its channel. No time passes, and it goes on by itself when that "
            "has changed."
        )
    if still.kind == "stopped":
        return Text(
            "It stands still: its channel is gone, or its clocks were stopped. No time passes. If the channel is gone, "
            "`/battle move` lets it go on in another one."
        )
    return Text(
        "It stands still: time is up for an answer, and something goes wrong on our side when the default is to be "
        "given (reference {reference}). It is tried again, and whoever is asked may still answer.",
        reference=still.reference,
    )
