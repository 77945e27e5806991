"""When a dispatch grows and when another begins; what a message without pictures shows, in short."""

from __future__ import annotations

from collections.abc import Sequence

from bot.messages.battle_context import BattleContext
from bot.messages.delivery.deliver import Content, look
from bot.service import Post
from engine.kernel.journal import Entry


def lowest(dispatch: Post, prompts: Sequence[Post]) -> bool:
    """Whether a dispatch stands (or will, once it is sent) below all questions of the battle."""
    return dispatch.message is None or all(p.message is None or p.message < dispatch.message for p in prompts)


def digest(content: Content) -> str:
    """What a message without pictures shows, in short."""
    fields = content.embed.to_dict() if content.embed is not None else {}
    return look(f"{content.text} {fields}", [content.look])


def shows(here: BattleContext, entry: Entry) -> bool:
    """Whether anything everybody sees can have changed by a journal entry."""
    if entry.kind == "event":
        return not here.game.system.events.validate_python(entry.data).secret
    return entry.kind != "answer"


def another(key: str, turn: int, moment: str) -> bool:
    """Whether what happens now belongs to another dispatch than the one with ``key``.

    What happens between two activations is told with the first of them; what opens a turn, with the turn's first one.
    """
    old_turn, _, old_moment = key.partition("|")
    return old_turn != str(turn) or bool(moment and (old_moment or not turn) and moment != old_moment)
