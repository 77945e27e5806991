"""Battles for beginners, as far as the first message of the local edition tells of them.

Written out: reading their files, and with them the rules of every game, would take a start a second.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Beginners:
    """A battle that suits them."""

    title: str
    units: int
    length: str
    """How long it takes, as its briefing begins."""


BATTLES = {
    "simple-gboh/lautulae": Beginners(
        "Lautulae", 49, "About an hour live; three or four days by post, at two or three Player Turns a day."
    ),
    "cataphract/tricameron": Beginners("Tricameron", 47, "Under two hours"),
    "men-of-iron/courtrai": Beginners("Courtrai", 57, "About three hours"),
    "alexander/samarkand": Beginners("Samarkand", 13, "One hour"),
    "spqr/lautulae": Beginners("Lautulae", 49, "One to two hours"),
    "justinian/renovatio": Beginners("Renovatio Imperii", 31, "Ten turns of ten activations; five hours"),
}
"""By key, what a lesson's ``next`` says."""
