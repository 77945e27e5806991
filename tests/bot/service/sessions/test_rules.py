"""Rules are loaded once, and off the event loop."""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest

from bot.service.sessions.rules import Rules
from engine.systems import registry


async def test_rules_that_are_not_there_are_loaded_in_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[tuple[str, bool]] = []
    bound: Any = object()

    def load(system: str) -> None:
        loaded.append((system, threading.current_thread() is threading.main_thread()))

    monkeypatch.setattr(registry, "loaded", lambda system: system != "spqr" or bool(loaded))
    monkeypatch.setattr(registry, "load", load)
    rules = Rules(system_for=lambda document: bound)
    for name, id_ in (("spqr", "a"), ("spqr", "a"), ("spqr", "b"), ("cataphract", "c")):
        assert await rules.read(json.dumps({"system": name, "id": id_})) is bound
    assert loaded == [("spqr", False)]
