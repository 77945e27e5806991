"""What the repositories share: their database, and JSON as it is stored."""

from __future__ import annotations

import json
from typing import Any

from bot.storage.connections import Connections


class Repository:
    """One concern's tables."""

    def __init__(self, database: Connections) -> None:
        self.database = database


def dump(data: Any) -> str:
    """Compact JSON."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)
