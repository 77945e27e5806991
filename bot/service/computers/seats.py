"""Who plays a battle in which a computer has a seat: it is an opponent, or it stands in for a player who is away."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.service.model import Battle


def is_opponent(known: Mapping[str, Any] | None) -> bool:
    """Whether the computer named by a battle's :data:`~bot.service.computers.jobs.OPPONENT` plays for itself.

    It doesn't where there is none, and where it only stands in for somebody.
    """
    return known is not None and "for" not in known


def players(battle: Battle, known: Mapping[str, Any] | None) -> dict[str, int]:
    """The user of each seat, by side; in place of a computer that stands in, the player for whom it does."""
    users = {s.side: s.user for s in battle.seats}
    if known is None or is_opponent(known):
        return users
    return {side: known["for"] if user == known["user"] else user for side, user in users.items()}
