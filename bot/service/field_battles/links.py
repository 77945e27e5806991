"""How a campaign and its battle on the field know each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

FIELD = "field"
"""Setting of a campaign: the battle it waits for; taken away when that is settled."""

FIELD_OF = "field-of"
"""Setting of a battle on the field: its campaign, and the question it answers."""


@dataclass(frozen=True, slots=True)
class Link:
    """A battle on the field as its campaign knows it."""

    key: int
    """Number of the question it answers (:func:`bot.service.sessions.session.token`)."""
    battle: str
    """Its number, chosen before it is made."""
    where: str
    """Name of the province."""
    message: int | None = None
    """Message that tells of it in the campaign's channel, or in that to which the campaign's thread belongs."""
    channel: int = 0
    """Channel of that message."""
    made: bool = False
    """It has begun: where it isn't there any more, it was deleted."""
    seats: Mapping[str, int] = field(default_factory=dict[str, int])
    """Who led the campaign's sides when that was last looked at: whoever does so later leads them on the field too."""
    mates: Mapping[str, str] = field(default_factory=dict[str, str])
    """Who shared a side of the campaign then, and which."""
    told: str = ""
    """What keeps it from being made, as its players were told; "" for nothing."""

    def stored(self) -> dict[str, Any]:
        """As a setting holds it."""
        return asdict(self)
