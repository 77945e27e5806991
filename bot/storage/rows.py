"""What the repositories share: their database, and JSON as it is stored."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bot.storage.database import Database


class Repository:
    """One concern's tables."""

    def __init__(self, database: Database) -> None:
        self.database = database


def dump(data: Any) -> str:
    """Compact JSON."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)
