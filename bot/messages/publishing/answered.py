"""Questions that have been answered: who is here since they answered, and what becomes of the message that asked."""

from __future__ import annotations

from collections.abc import Sequence

from bot.messages.battle_context import BattleContext
from bot.messages.publishing.posts import PROMPT, Prompt, Story
from bot.narration import fit
from bot.narration.dispatch import Told
from bot.service import Battle, Post
from engine.kernel.game import REFEREE
from engine.kernel.journal import Entry

DEADLINE = "deadline"
"""Who has given an answer when a player's time was up, as the journal notes it."""

LINE = 300
"""Longest line a dispatch has about a question and its answer, in characters."""


def answered_by(battle: Battle, new: Sequence[Entry]) -> int | None:
    """Who gave the last of these answers in person; None where nobody did, or any of a team may have been it."""
    for e in reversed(new):
        if e.kind in ("act", "undo"):
            return None
        if e.kind == "answer":
            note = e.data.get("note", {})
            if note.get("by") in (DEADLINE, REFEREE):
                return None
            if not note:
                side = e.data["side"]
                return None if battle.team(side) else battle.player(side)
    return None


def answer_of(prompt_side: str, token: int, entries: Sequence[Entry]) -> Entry | None:
    """A side's answer to the question with this token; None where it was withdrawn unanswered."""
    own = (e for e in entries if e.seq > token and e.kind == "answer" and e.data["side"] == prompt_side)
    return next(own, None)


def asked_again(asks: str, side: str, entries: Sequence[Entry]) -> bool:
    """Whether a question to ``side`` only takes the place of the one of ``asks``, which nobody answered: an act of a
    referee, or orders that were taken back, came between."""
    token, _, before = asks.partition(":")
    return bool(asks) and before == side and answer_of(side, int(token), entries) is None


def free_place(here: BattleContext, dispatch: Post, posts: Sequence[Post], user: int | None) -> Post | None:
    """The answered question whose message a new dispatch may go on in, so that no stub of it is left.

    It is the lowest message of all ``posts``, and the one who is asked next (``user``) needs no calling.
    """
    battle = here.battle
    if dispatch.message is not None or battle.status != "running" or any(o.user != user for o in here.opens):
        return None
    there = [p for p in posts if p.message is not None and p.channel == battle.channel]
    last = max(there, key=lambda p: p.message or 0, default=None)
    if last is None or last.kind != PROMPT or last.key in {f"{o.token}:{o.side}" for o in here.opens}:
        return None
    return last


def tell(story: Story, prompt: Prompt) -> bool:
    """Have the dispatch say how the side that isn't active answered: where it lets something be, no event tells it.

    Whether it says more now.
    """
    if prompt.side == story.side or prompt.secret or not prompt.labels or not prompt.outcome:
        return False
    question = prompt.text.splitlines()[0].replace("**", "")
    text = f"-# {fit(question, LINE // 2)} {fit(prompt.outcome, LINE // 2)}"
    # With the answer, so that it goes when that is taken back.
    told = Told(seq=prompt.answered or int(prompt.token), text=text)
    if any(x.text == text for x in story.lines):
        return False
    story.lines.insert(max(sum(x.seq <= told.seq for x in story.lines), 1), told)
    return True
