"""Battles for beginners, as far as the first message of the local edition tells of them.

Written out: reading their files, and with them the rules of every game, would take a start a second.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.kernel.text import Text


@dataclass(frozen=True, slots=True)
class Beginners:
    """A battle that suits them."""

    title: str
    units: int
    length: Text
    """How long it takes, as its briefing begins."""


BATTLES = {
    "simple-gboh/lautulae": Beginners("Lautulae", 49, Text("about an hour live")),
    "cataphract/tricameron": Beginners("Tricameron", 47, Text("under two hours")),
    "men-of-iron/courtrai": Beginners("Courtrai", 57, Text("about three hours")),
    "alexander/samarkand": Beginners("Samarkand", 13, Text("one hour")),
    "spqr/lautulae": Beginners("Lautulae", 49, Text("one to two hours")),
    "justinian/renovatio": Beginners("Renovatio Imperii", 31, Text("ten turns of ten activations; five hours")),
}
"""By key, what a lesson's ``next`` says."""
