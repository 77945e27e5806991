"""What the owner's commands tell: how the bot is, and how one battle is."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from bot import logs
from bot.processes import all_resident, resident
from bot.storage import Post
from bot.storage.trouble import where

if TYPE_CHECKING:
    from bot.app import Hexarch

STARTED = time.time()
LAST = 5
"""Journal entries, messages and references that are named."""


async def of_bot(bot: Hexarch) -> str:
    """How the bot is. It names no player and no secret."""
    messages, database = bot.messages, bot.service.database
    pool = messages.pictures.drawing_pool
    prompt, long = pool.waiting
    running = await bot.service.battles.running()
    references = ", ".join(logs.recent_references(86400.0)[-LAST:]) or "none"
    megabytes = (round(resident()), round(all_resident(pool.pids)))
    loaded = bot.service.sessions.loaded
    lines = [
        f"Hexarch {_version()}, up since {_moment(STARTED)}, shards {database.lease.shards}",
        f"Servers: {len(bot.guilds)}. Battles under way: {len(running)}, in memory: {loaded}",
        f"Behind: {len(messages.publisher.behind)}. Standing still: {len(messages.halts.known)}",
        f"Pictures waiting: {prompt}, films and posters: {long}",
        f"Memory: {megabytes[0]} MB, drawing {megabytes[1]} MB",
        f"Database: {where(database.engine.url)}, lease {'held' if database.lease.held else 'not held'}",
        f"References of the last day: {references}",
    ]
    return "\n".join(lines)


async def of_battle(bot: Hexarch, battle_id: str) -> str:
    """How one battle is. Raises Refusal for one there isn't."""
    service = bot.service
    battle = await service.battles.get(battle_id)
    now = service.clock()
    lines = [
        f"{battle.id}: {battle.title} ({battle.row.scenario_key}), {battle.status}",
        f"Server {battle.guild}, channel {battle.channel}",
        f"Version {battle.row.version}, rolls made: {battle.rolls}, clocks {'stand' if battle.paused else 'go'}",
    ]
    if battle.begun:
        entries = await service.play.entries(battle.id)
        last = ", ".join(f"{e.seq} {e.kind}" for e in entries[-LAST:])
        lines.append(f"Journal up to entry {entries[-1].seq}, the last: {last}")
    for q in await service.database.games.questions(battle.id):
        due = "without a limit" if q.due is None else f"due {_moment(q.due)}" + (" (late)" if q.due < now else "")
        lines.append(f"Asked: {q.side}, {q.kind}, since {_moment(q.asked)}, {due}")
    unsaid = [p for p in await service.posts.of(battle.id) if not p.delivered]
    lines.append("Unsaid: " + (", ".join(_named(p) for p in unsaid[:LAST]) or "nothing"))
    messages = bot.messages
    if battle.id in messages.publisher.behind:
        tries, at = messages.publisher.behind[battle.id]
        lines.append(f"Behind, tries so far: {tries}, again {_moment(at)}")
    if battle.id in messages.halts.known:
        lines.append("It stands still: its channel is shut")
    return "\n".join(lines)


def _named(post: Post) -> str:
    return f"{post.kind} {post.key}"


def _moment(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC")


def _version() -> str:
    try:
        return version("hexarch")
    except PackageNotFoundError:
        return "(not installed)"
