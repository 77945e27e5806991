"""Whose fault an error is, and what is said of it."""

from __future__ import annotations

import logging
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot import errors
from bot.errors import explain
from bot.language.catalogue import ENGLISH
from engine.kernel.text import Refusal


def unknown(code: int) -> discord.NotFound:
    response: Any = SimpleNamespace(status=404, reason="Not Found")
    return discord.NotFound(response, {"code": code, "message": "Unknown"})


def test_an_interaction_discord_has_forgotten_is_no_error_of_ours(caplog: pytest.LogCaptureFixture) -> None:
    """10062: nobody answered within three seconds, as on a network that is slow. Another 404 is ours."""
    for stored in (False, True):
        said = explain(unknown(10062), stored=stored)
        assert "reference" not in said and ("It is done and stored" in said) is stored
    assert all(r.levelno < logging.ERROR for r in caplog.records)
    assert "reference" in explain(unknown(10008))


def test_an_answer_whose_channel_is_gone_is_no_error_of_ours(caplog: pytest.LogCaptureFixture) -> None:
    """10003 after what was asked for is stored: only the answer is lost. Before that it would be ours."""
    said = explain(unknown(10003), stored=True)
    assert "reference" not in said and "It is done and stored" in said
    assert all(r.levelno < logging.ERROR for r in caplog.records)
    assert "reference" in explain(unknown(10003))


@pytest.mark.parametrize("closed", [True, False])
async def test_whoever_asked_as_the_bot_stopped_is_an_error_only_while_it_runs(
    closed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An order under way as a process hands over finds the connections to Discord closed."""

    async def gone(*_: Any, **__: Any) -> None:
        raise RuntimeError("Session is closed")

    client = SimpleNamespace(is_closed=lambda: closed)
    asked: Any = SimpleNamespace(extras={}, channel=None, user=SimpleNamespace(id=1), client=client)
    monkeypatch.setattr(errors, "whisper", gone)
    monkeypatch.setattr(errors, "reader", lambda _: ENGLISH)
    with nullcontext() if closed else pytest.raises(RuntimeError):
        await errors.report(asked, Refusal("No."))
