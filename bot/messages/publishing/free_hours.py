"""What is said of when somebody is free who is asked for something, so that others know why it takes long."""

from __future__ import annotations

from collections.abc import Iterable

from bot.messages.battle_context import BattleContext
from bot.messages.publishing.presence import LIVE
from bot.narration import TextCatalogue
from bot.narration.people import person
from bot.service import Open
from bot.service.people.preferences import PlayerPreferences
from engine.kernel.text import Text


async def when_free(preferences: PlayerPreferences, here: BattleContext, o: Open) -> str:
    """A line below a question to somebody on vacation, or in their quiet hours and not here all the same."""
    if o.user is None:
        return ""
    free, until = await preferences.next_free(o.user), (await preferences.of(o.user)).away_until
    if until is not None:
        return "\n-# " + here.word("Away until {when}; no time passes.", when=f"<t:{int(until)}:f>")
    if free is None or here.battle.mode == LIVE or o.user == here.user:
        return ""
    return "\n-# " + here.word("These are their quiet hours; free again {when}.", when=f"<t:{int(free)}:t>")


async def addressed(preferences: PlayerPreferences, o: Open) -> str:
    """Whom a question is put to, and until when they are away: where that changes, what asks it has to as well."""
    away = (await preferences.of(o.user)).away_until if o.user is not None else None
    return f"{o.user}|{away}"


async def who_is_busy(preferences: PlayerPreferences, users: Iterable[int], words: TextCatalogue) -> list[str]:
    """A line for each who is on vacation or in their quiet hours now: when they are free again."""
    lines: list[str] = []
    for user in users:
        free = await preferences.next_free(user) if user > 0 else None
        if free is not None:
            text = Text("{player} is free again {when}.", player=person(user, words), when=f"<t:{int(free)}:f>")
            lines.append(f"-# {words.say(text)}")
    return lines
