"""Data that comes with a rule system: the JSON documents in its package."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib import resources
from typing import Any


def document(package: str, name: str) -> Any:
    """A JSON document of a package. Raises ValueError where an object gives a key twice."""
    return json.loads(resources.files(package).joinpath(name).read_text("utf-8"), object_pairs_hook=_once)


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = [k for k, _ in pairs]
        raise ValueError(f"{next(k for k in keys if keys.count(k) > 1)} is given twice")
    return found
