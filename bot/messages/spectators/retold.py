"""A battle's story as it is told to those who don't play."""

from __future__ import annotations

from collections.abc import Sequence

from bot.language.plain import MESSAGE
from bot.messages.publishing.posts import Story
from bot.narration import TextCatalogue, escape, fit
from bot.narration.people import person
from bot.service import Battle


def struck(story: Story, undone: Sequence[tuple[int, int]], catalogue: TextCatalogue) -> Story:
    """A dispatch in which what was taken back after it had ended is struck out."""
    to = min((x[1] for x in undone), default=None)
    if to is None or all(x.seq <= to for x in story.lines):
        return story
    lines = [x.model_copy(update={"text": f"~~{x.text}~~", "fold": None}) if x.seq > to else x for x in story.lines]
    note = catalogue.translate("What is struck out was taken back.")
    return story.model_copy(update={"lines": lines, "notes": [*story.notes, note]})


def result_text(battle: Battle, catalogue: TextCatalogue) -> str:
    """How a battle ended, and who played it. Users are named by mentions, which ping nobody in our messages."""
    players = " · ".join(
        f"{escape(catalogue.name(name))}: {person(battle.player(side), catalogue)}" for side, name in battle.sides
    )
    outcome = escape(catalogue.say(battle.ending) or catalogue.translate("The battle is over."))
    return fit(f"🏁 **{escape(catalogue.name(battle.title))}**: {outcome}\n-# {players}", MESSAGE)
