"""Dice anyone can verify: a secret chain, public entropy, a hash-chained trail, and the program that checks it.

Needs nothing of the bot; ``docs/dice.md`` explains it to players.
"""

from engine.fairdice.chain import Chain, digits, link_for
from engine.fairdice.dice import FairDice
from engine.fairdice.trail import Trail, TrailEntry, TrailHeader, TrailWriter
from engine.fairdice.verify import Report, verify

__all__ = [
    "Chain",
    "FairDice",
    "Report",
    "Trail",
    "TrailEntry",
    "TrailHeader",
    "TrailWriter",
    "digits",
    "link_for",
    "verify",
]
