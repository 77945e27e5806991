"""Requests to Discord as they really happen, below discord.py: counted, timed, and what Discord says about limits.

discord.py waits and tries again by itself; without this nobody would see how often.
"""

from __future__ import annotations

import re
import time
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord

from bot import metrics

_ABOUT = (
    (re.compile(r"/interactions/\d+/[^/]+/callback"), "interaction"),
    (re.compile(r"/webhooks/\d+/"), "answer"),
    (re.compile(r"/channels/\d+/(?:messages/pins|pins)"), "pins"),
    (re.compile(r"/channels/\d+/messages"), "messages"),
    (re.compile(r"/channels/\d+/(?:threads|thread-members)"), "threads"),
    (re.compile(r"/channels/\d+"), "channel"),
    (re.compile(r"/users/@me/channels"), "private"),
    (re.compile(r"/applications/\d+/.*commands"), "commands"),
    (re.compile(r"/guilds/\d+"), "server"),
    (re.compile(r"/gateway"), "gateway"),
)
_INTERACTION = re.compile(r"/interactions/(\d+)/")


def about(path: str) -> str:
    """What a request is about, out of few words: no ids, so that there are few figures.

    >>> about("/api/v10/channels/123/messages/456"), about("/api/v10/interactions/1/abc/callback")
    ('messages', 'interaction')
    """
    return next((name for pattern, name in _ABOUT if pattern.search(path)), "other")


def trace() -> aiohttp.TraceConfig:
    """What discord.Client takes as ``http_trace``."""
    config = aiohttp.TraceConfig()
    config.on_request_start.append(_began)
    config.on_request_end.append(_ended)
    config.on_request_exception.append(_failed)
    return config


async def _began(session: Any, context: SimpleNamespace, params: aiohttp.TraceRequestStartParams) -> None:
    context.began = time.perf_counter()


async def _ended(session: Any, context: SimpleNamespace, params: aiohttp.TraceRequestEndParams) -> None:
    path, status = params.url.path, params.response.status
    what = about(path)
    metrics.REQUESTS.labels(what, params.method, str(status)).inc()
    metrics.REQUEST_SECONDS.labels(what).observe(time.perf_counter() - context.began)
    if status == 429:
        headers = params.response.headers
        scope = headers.get("X-RateLimit-Scope", "user")
        known = scope if scope in ("user", "shared", "global") else "user"
        metrics.LIMITED.labels("global" if headers.get("X-RateLimit-Global") else known).inc()
    made = _INTERACTION.search(path)
    if made is not None and status < 300:
        # Two clocks: one that is ahead of the other must not make figures below nothing.
        took = time.time() - discord.utils.snowflake_time(int(made[1])).timestamp()
        metrics.ACKNOWLEDGED.observe(max(0.0, took))


async def _failed(session: Any, context: SimpleNamespace, params: aiohttp.TraceRequestExceptionParams) -> None:
    metrics.REQUESTS.labels(about(params.url.path), params.method, "0").inc()
