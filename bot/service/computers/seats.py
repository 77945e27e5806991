"""Who plays a battle in which a computer has a seat: it is an opponent, or it stands in for a player who is away."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from bot.service.model import Battle
from engine.computer.levels import LevelName

Seated = TypedDict("Seated", {"level": LevelName, "user": int, "for": NotRequired[int], "side": NotRequired[str]})
"""A battle's :data:`~bot.service.computers.jobs.OPPONENT`: ``user`` is the bot's account. One that stands in has the
user for whom it does, and the side."""


def is_opponent(known: Seated | None) -> bool:
    """Whether the computer named by a battle's :data:`~bot.service.computers.jobs.OPPONENT` plays for itself.

    It doesn't where there is none, and where it only stands in for somebody.
    """
    return known is not None and "for" not in known


def players(battle: Battle, known: Seated | None) -> dict[str, int]:
    """The user of each seat, by side; in place of a computer that stands in, the player for whom it does."""
    users = {s.side: s.user for s in battle.seats}
    if known is None or "for" not in known:
        return users
    return {side: known["for"] if user == known["user"] else user for side, user in users.items()}
