"""How a value that a referee may set is offered."""

from __future__ import annotations

from engine.kernel.referee import Setting
from engine.kernel.text import Text
from engine.systems.cataphract.events.referee import WORDS, Field

YES, NO = "yes", "no"
SWITCH = (YES, NO)

FLAGS: dict[str, Field] = {
    "rallied": "rallied",
    "moved": "moved",
    "shield-wall": "shield_wall",
    "engaged": "engaged",
    "wounded": "wounded",
    "ordered": "ordered",
    "bonus": "bonus",
}
NUMBERS: dict[str, Field] = {
    "hits": "hits",
    "shots": "turn_shots",
    "orders-used": "orders_used",
    "rout-points": "rout_points",
    "withdrawal-level": "withdrawal_level",
}
"""Values kept as they are set: what a referee writes, and the field that keeps it."""


def switch(key: str, title: Text, now: bool) -> Setting:
    """A value that is on or off."""
    return Setting(key, title, YES if now else NO, SWITCH)


def flag(key: str, now: bool) -> Setting:
    """One of :data:`FLAGS`."""
    return switch(key, WORDS[FLAGS[key]], now)


def number(key: str, now: int, least: int, most: int) -> Setting:
    """One of :data:`NUMBERS`."""
    return Setting(key, WORDS[NUMBERS[key]], str(now), least=least, most=most)
