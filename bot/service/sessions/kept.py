"""What is kept in memory, and how much of it."""

from __future__ import annotations

from collections import OrderedDict
from typing import TypeVar

Value = TypeVar("Value")


def keep(kept: OrderedDict[str, Value], key: str, value: Value, most: int) -> Value:
    """Keep a value as the most recently used one, and at most ``most``."""
    kept[key] = value
    kept.move_to_end(key)
    while len(kept) > most:
        kept.popitem(last=False)
    return value
