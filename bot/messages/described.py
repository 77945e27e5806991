"""What /battle describe and the board's page tell of a battle in words: as one user sees it, all of it or a part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.language.catalogue import TextCatalogue
from bot.language.plain import escape
from bot.messages.access import army_choices
from bot.messages.access.piece_choices import place
from bot.messages.battle_context import BattleContext
from bot.messages.publishing.posts import Story
from bot.narration import description
from bot.narration.description import Section
from bot.narration.dispatch import joined
from bot.notation.tongues import part_of
from bot.service import Open, Post
from engine.kernel.text import Refusal, refuse
from engine.kernel.view import TableView

ALL, GROUND, NEWS = "all", "ground", "news"
PARTS = {
    ALL: "everything, unit by unit",
    GROUND: "the ground",
    NEWS: "what has happened since your last order",
}
"""Parts that are no army and no place, with what they are."""


def described(here: BattleContext, posts: Sequence[Post], what: str = "") -> list[Section]:
    """The position, or a part: a word of :data:`PARTS`, an army, a command, a place; an overview without one.

    ``posts`` are the battle's dispatches. The sentences are marked up as messages are. Raises Refusal for what isn't
    there.
    """
    table, say = named_in(here.own_table, here.catalogue), here.catalogue.say
    what = part_of(what.strip())
    wanted = what.casefold()
    news = _news(here, posts)
    if wanted == NEWS:
        return news
    if wanted == "":
        return [*_escaped(description.overview(table, say, _asked(here))), *news]
    if wanted == ALL:
        return [*_escaped(description.whole(table, say, _asked(here))), *news]
    if wanted == GROUND:
        return _escaped(description.ground(table, say))
    return _escaped(_part(here, what))


def _part(here: BattleContext, what: str) -> list[Section]:
    """An army or one of its commands, else a place or where a piece stands."""
    table, say = here.own_table, here.catalogue.say
    told = named_in(table, here.catalogue)
    known = (army_choices.exactly(t, what) for t in (table, told))
    if all(side is None for side in known) and ":" not in what:
        try:
            return description.near(told, place(table, what), say)
        except Refusal as unknown:
            try:
                side, band = _army(table, told, what)
            except Refusal:
                raise unknown from None
    else:
        side, band = _army(table, told, what)
    found = description.army(told, side, say, band)
    if not found:
        refuse("Nobody of “{army}” is on the map.", army=what)
    return found


def _army(table: TableView, told: TableView, what: str) -> tuple[int, int | None]:
    """An army or one of its commands, by its name or by that of the reader's language. Raises Refusal."""
    try:
        return army_choices.named(table, what)
    except Refusal:
        return army_choices.named(told, what)


def named_in(table: TableView, words: TextCatalogue) -> TableView:
    """The table with the names of the battle, its sides and their commands as a language has them."""
    sides = (replace(s, name=words.name(s.name), bands=tuple(words.name(b) for b in s.bands)) for s in table.sides)
    return replace(table, title=words.name(table.title), sides=tuple(sides))


def _asked(here: BattleContext) -> list[str]:
    """Whose decision it is. What is asked in secret is for the side alone that is asked."""
    return [_question(here, o) for o in here.opens]


def _question(here: BattleContext, o: Open) -> str:
    mine, secret = o.side in here.sides, o.decision.secret
    prompt = "" if secret and not mine else here.say(o.decision.prompt)
    if mine:
        return here.word("You are asked: {question}", question=prompt)
    if not prompt:
        return here.word("{side} decide in secret.", side=here.battle.name(o.side))
    return here.word("{side} decide: {question}", side=here.battle.name(o.side), question=prompt)


def _news(here: BattleContext, posts: Sequence[Post]) -> list[Section]:
    """What was told since the user's last answer; the latest dispatch for a spectator, or where that was their own."""
    stories = [Story.model_validate_json(p.body) for p in sorted(posts, key=lambda p: int(p.key))]
    own = (e.seq for e in reversed(here.game.journal) if e.kind == "answer" and e.data["side"] in here.sides)
    since = next(own, -1)
    lines = joined(x for s in stories for x in s.lines if x.seq > since) if since >= 0 else []
    title = here.word("What has happened since your last order")
    if not lines:
        if not stories:
            return []
        lines, title = [*joined(stories[-1].lines), *stories[-1].notes], here.word("What has happened last")
    return [Section(title, tuple(lines))] if lines else []


def _escaped(found: Sequence[Section]) -> list[Section]:
    return [Section(escape(s.title), tuple(escape(x) for x in s.lines)) for s in found]
