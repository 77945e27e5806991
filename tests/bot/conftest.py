"""The same battles in every run: what the service would draw from the system's randomness follows from the test."""

from __future__ import annotations

import random

import pytest


class _Drawn:
    """Stands in for :mod:`secrets` where battles are made."""

    def __init__(self, name: str) -> None:
        self._random = random.Random(name)

    def token_bytes(self, n: int) -> bytes:
        return self._random.randbytes(n)

    def token_hex(self, n: int) -> str:
        return self._random.randbytes(n).hex()


@pytest.fixture(autouse=True)
def drawn(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.service.lobby.secrets", _Drawn(request.node.nodeid))
