"""The board, as people reach it: whether the proxy before it hands on to this bot."""

from __future__ import annotations

import aiohttp

from bot.cli.checkup.finding import Finding, good, wrong
from bot.cli.configuration import Configuration

PATIENCE = aiohttp.ClientTimeout(total=15)
OURS = "default-src 'none'"
"""Begins the policy of every page of the board's."""


async def looked_at(settings: Configuration) -> list[Finding]:
    """Nothing where there is none."""
    if not settings.board_url:
        return []
    url = settings.board_url
    advice = f"The proxy of that name is to hand everything on to {settings.board}, Host header included."
    try:
        async with aiohttp.ClientSession(timeout=PATIENCE) as session, session.get(f"{url}/") as answer:
            policy = answer.headers.get("Content-Security-Policy", "")
            if answer.status == 200 and policy.startswith(OURS):
                return [good("board", f"it is at {url}")]
            return [wrong("board", f"what answers at {url} ({answer.status}) isn't the board", advice)]
    except (aiohttp.ClientError, OSError, TimeoutError) as e:
        return [wrong("board", f"{url} can't be reached: {str(e) or type(e).__name__}", advice)]
