"""Discord, as it is found from here: whether in reach, the token, the application, what is left of starts, the clock.

Only what reads is asked; nothing is told to anybody.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from email.utils import parsedate_to_datetime
from typing import Any

import aiohttp
from discord.http import Route

from bot.cli.arguments.run import TOKEN
from bot.cli.checkup.finding import Finding, doubtful, good, unknown, wrong
from bot.storage.shards import Shards

PATIENCE = aiohttp.ClientTimeout(total=15)
SKEW = 2.0
"""Seconds by which the machine's clock may be off: Discord's 3 s to answer a press are reckoned by it."""
FEW = 100
"""Starts left today below which it is told: a bot that starts again and again uses up its thousand."""
USER_INSTALL = "1"


async def looked_at(token: str, shards: Shards, proxy: str = "") -> list[Finding]:
    """All of it; what needs a token only where there is one. ``proxy``: what hands requests on, if anything does."""
    base = f"{proxy}/api/v10" if proxy else Route.BASE
    async with aiohttp.ClientSession(timeout=PATIENCE) as session:
        try:
            before = time.time()
            async with session.get(f"{base}/gateway") as answer:
                after = time.time()
                found = [_reach(answer.status), *_clock(answer.headers.get("Date", ""), before, after)]
            if not token:
                return [*found, unknown("token", "there is none to try", f"Set {TOKEN}, or {TOKEN}_FILE.")]
            status, me = await _get(session, token, f"{base}/users/@me")
            if status == 401:
                advice = "Reset it in the Developer Portal, under Bot, and give the bot the new one."
                return [*found, wrong("token", "Discord refuses it", advice)]
            if status != 200:
                return [*found, unknown("token", f"Discord doesn't say whose it is ({status})", "Look again later.")]
            found.append(good("token", f"it is that of {me.get('username')}"))
            _, gateway = await _get(session, token, f"{base}/gateway/bot")
            _, application = await _get(session, token, f"{base}/applications/@me")
        except TimeoutError:
            return [_gone(f"it doesn't answer within {PATIENCE.total:.0f} s")]
        except (aiohttp.ClientError, OSError, ValueError) as e:
            return [_gone(f"it can't be reached: {str(e) or type(e).__name__}")]
    return [*found, *_starts(gateway, shards), *_application(application)]


async def _get(session: aiohttp.ClientSession, token: str, url: str) -> tuple[int, dict[str, Any]]:
    async with session.get(url, headers={"Authorization": f"Bot {token}"}) as answer:
        said = await answer.json(content_type=None) if answer.status == 200 else {}
        return answer.status, said if isinstance(said, dict) else {}


def _gone(said: str) -> Finding:
    advice = (
        "Is there a network here, and are names found (getent hosts discord.com)? See https://discordstatus.com too."
    )
    return wrong("Discord", said, advice)


def _reach(status: int) -> Finding:
    if status == 200:
        return good("Discord", "it can be reached from here")
    if status in (403, 429):
        advice = "It is shut out for a while, after too many refused requests: stop the bot, and wait an hour."
        return wrong("Discord", f"it refuses this machine's address ({status})", advice)
    return doubtful("Discord", f"it answers with {status}", "See https://discordstatus.com; the bot tries by itself.")


def _clock(date: str, before: float, after: float) -> Iterator[Finding]:
    """How far this machine's clock is from Discord's, which tells whole seconds."""
    try:
        there = parsedate_to_datetime(date).timestamp()
    except (TypeError, ValueError):
        return
    off = before - (there + 1) if before > there + 1 else after - there if after < there else 0.0
    if abs(off) > SKEW:
        said = f"this machine's clock is {abs(off):.0f} s {'ahead of' if off > 0 else 'behind'} Discord's"
        yield wrong("clock", said, "Set it by the network: timedatectl set-ntp true.")
    else:
        yield good("clock", "this machine's agrees with Discord's")


def _starts(gateway: dict[str, Any], shards: Shards) -> Iterator[Finding]:
    limit = gateway.get("session_start_limit")
    if isinstance(limit, dict) and isinstance(limit.get("remaining"), int):
        left, hours = limit["remaining"], limit.get("reset_after", 0) / 3_600_000
        said = f"{left} of {limit.get('total')} connections a day are left"
        advice = (
            f"Something starts the bot again and again: journalctl -u hexarch. They come back in {hours:.0f} hours."
        )
        if left < len(shards.ids):
            yield wrong("starts", said, advice)
        elif left < FEW:
            yield doubtful("starts", said, advice)
        else:
            yield good("starts", said)
    wanted = gateway.get("shards")
    if isinstance(wanted, int) and wanted > shards.count:
        advice = f"Set shards: 0-{wanted - 1}/{wanted} for one process; docs/hosting.md has the rest."
        yield doubtful("shards", f"Discord recommends {wanted}, and there are {shards.count}", advice)


def _application(found: dict[str, Any]) -> Iterator[Finding]:
    if not found:
        yield unknown("application", "Discord doesn't tell of it")
        return
    if address := found.get("interactions_endpoint_url"):
        advice = "Empty *Interactions Endpoint URL* in the Developer Portal: with one no command ever reaches the bot."
        yield wrong("application", f"its commands and presses go to {address}", advice)
        return
    if USER_INSTALL not in (found.get("integration_types_config") or {USER_INSTALL: {}}):
        advice = "If people are to ask /mine anywhere, tick *User Install* in the Developer Portal, Installation."
        yield doubtful("application", "it can't be installed by people for themselves", advice)
        return
    yield good("application", f"{found.get('name')}: as it should be")
