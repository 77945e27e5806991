"""The dispatch: one message for an activation, which grows as it happens, with its map, and often with the question."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Sequence

import discord

from bot.components import decision as controls
from bot.components.ids import Ref
from bot.components.items import Component, add_where_room, button, view
from bot.language.plain import MESSAGE
from bot.messages.battle_context import BattleContext
from bot.messages.delivery.deliver import TOO_OFTEN, Content, Picture
from bot.messages.pictures.drawing_pool import DrawingFailed
from bot.messages.pictures.pictures import Pictures
from bot.messages.publishing.answered import asked_again
from bot.messages.publishing.free_hours import when_free
from bot.messages.publishing.growing import another, lowest, shows
from bot.messages.publishing.posts import DISPATCH, Story, asks_of
from bot.messages.publishing.presence import LIVE
from bot.messages.publishing.sending import PostSender
from bot.narration import fit
from bot.narration.briefing import short
from bot.narration.journal import JournalFollower
from bot.narration.standing import activation, active_side, headline
from bot.service import Open, Post, Service
from engine.kernel.journal import Entry
from engine.kernel.text import Refusal

log = logging.getLogger("hexarch")

SOON = 0.3
"""Seconds the words of a dispatch wait for its map: one that takes longer comes after them, in the same message."""


class Dispatches:
    """Writes them."""

    def __init__(self, service: Service, sender: PostSender, pictures: Pictures) -> None:
        self.service = service
        self.sender = sender
        self.pictures = pictures
        self.follower = JournalFollower()
        self.notes: defaultdict[str, list[str]] = defaultdict(list)
        """Remarks by battle that aren't in a stored dispatch yet."""

    async def story(self, here: BattleContext, last: Post | None) -> tuple[Post, Story, bool, bool, Sequence[Entry]]:
        """The dispatch everything told up to now belongs to, stored; has the battle gone on? has its map? by what?"""
        story = Story.model_validate_json(last.body) if last is not None else None
        told = story.upto if story is not None else 0
        new = await self.service.play.entries(here.battle.id, since=told + 1)
        lines, back = await self.follower.tell(
            here.battle, here.game, new, told, lambda: self.service.play.entries(here.battle.id)
        )
        turn, moment = activation(here.table)
        key = f"{turn}|{moment}"
        if story is None or (new and back is None and another(story.key, turn, moment)):
            first = last is None and not here.battle.is_lesson
            story, last = Story(key=key, title=headline(here.table, here.catalogue)), None
            if first:
                story.opening = short(await self.service.briefings.of_battle(here.battle.id), here.catalogue)
        if back is not None:
            story.take_back(back, here.word("Orders were taken back."))
        if moment:
            story.key, story.side = key, active_side(here.table)
        story.add(lines, here.catalogue)
        story.upto = new[-1].seq if new else told
        notes = self.notes[here.battle.id]
        story.notes += notes
        post = last or here.post(DISPATCH, str(story.upto))
        fresh = any(shows(here, e) for e in new)
        if new or notes or last is None:
            # A map that is behind is drawn again, also after a restart that came between.
            story.bare |= fresh
            if notes:
                self.sender.store(post, story, delivered=False)
                await self.sender.write(here.battle.id)
            post = self.sender.changed(here, post, story)
            del self.notes[here.battle.id]
        return post, story, bool(new), fresh, new

    def question_on(
        self,
        here: BattleContext,
        story: Story,
        prompts: Sequence[Post],
        actor: int | None,
        grown: bool,
        dispatch: Post,
        since: Sequence[Entry],
    ) -> Open | None:
        """The open question whose controls stand on the dispatch: one to a player who needs no calling.

        One that is sent now calls whoever is asked. Only where that is the lowest message: a question further up isn't
        seen. One that stands there stays until the battle has ``grown``, that is, gone on; and what is asked in place
        of one that nobody answered ``since`` stands where that stood.
        """
        low = lowest(dispatch, prompts)
        called = {p.key for p in prompts}
        uncalled = [o for o in here.opens if asks_of(o) not in called]
        for o in uncalled:
            if asks_of(o) == story.asks and (low or not grown):
                return o
            if low and dispatch.message is not None and asked_again(story.asks, o.side, since):
                return o
        # Where several are asked at once, the messages of the others would stand below.
        if not low or len(uncalled) != 1:
            return None
        (o,) = uncalled
        own = here.battle.mode == LIVE and o.side == story.side
        return o if own or dispatch.message is None or (actor is not None and actor == o.user) else None

    async def close(self, here: BattleContext, post: Post) -> None:
        """Take the controls off a dispatch that another one follows."""
        story = Story.model_validate_json(post.body)
        if story.asks or not post.delivered:
            story.asks = ""
            # Another dispatch follows it: nothing but this tells that it is to be changed.
            self.sender.store(post, story, delivered=False)
            with self.sender.later(here.battle.id):
                await self._put(here, post, story, None)

    async def put(self, here: BattleContext, post: Post, story: Story, asked: Open | None, *, picture: bool) -> Post:
        """Show it, with the question ``asked``; ``picture``: with a map drawn anew, which may come after the words."""
        if not picture and (put := await self._edited(here, post, story, asked, bare=False)) is not None:
            return put
        # What is sent anew needs its map, too.
        drawing = asyncio.ensure_future(self._pictures(here, story, asked))
        try:
            await asyncio.wait((drawing,), timeout=SOON)
            if not drawing.done():
                post = await self._edited(here, post, story, asked, bare=True) or post
            pictures = await drawing
        finally:
            drawing.cancel()
        return await self._put(here, post, story, asked, pictures, bare=not pictures, anew=True)

    async def _edited(
        self, here: BattleContext, post: Post, story: Story, asked: Open | None, *, bare: bool
    ) -> Post | None:
        """Show its words, with the map it has; None where the message is too old for one more edit just now."""
        try:
            return await self._put(here, post, story, asked, bare=bare)
        except discord.HTTPException as e:
            if e.code != TOO_OFTEN:
                raise
            return None

    async def _put(
        self,
        here: BattleContext,
        post: Post,
        story: Story,
        asked: Open | None,
        pictures: Sequence[Picture] = (),
        *,
        bare: bool = False,
        anew: bool = False,
    ) -> Post:
        """Show it with these pictures, or, where there are none, with those it has; ``bare``: its map is to follow."""
        question, shown = "", view()
        if asked is not None:
            called = f"<@{story.called}> " if story.called is not None else ""
            said = controls.question(asked.decision, here.catalogue, here.game.system.own_rules())
            said += await when_free(self.service.preferences, here, asked)
            question = fit(f"\n\n{called}{said}", MESSAGE // 2)
            ref = Ref(here.battle.id, str(asked.token))
            shown = controls.controls(asked.decision, ref, here.catalogue, span=here.table.span, board=here.has_board)
        if story.folded(MESSAGE - len(question)):
            where = Ref(here.battle.id, post.key)
            shown.add_item(Component(button(where, "story", here.word("Whole story"), row=4)))
        if story.opening:
            add_where_room(shown, button(Ref(here.battle.id, "open"), "briefing", here.word("Briefing")))
        content = Content(
            text=story.content(here.catalogue, MESSAGE - len(question)) + question,
            view=shown,
            pictures=pictures,
            mentions=(story.called,) if story.called is not None else (),
        )
        arrived = story.model_copy(update={"bare": bare})
        post, _ = await self.sender.deliver(here, post, story, content, arrived, anew=anew)
        story.bare = arrived.bare
        return post

    async def _pictures(self, here: BattleContext, story: Story, asked: Open | None) -> list[Picture]:
        # What is asked needs a close-up only where something has just happened; an opening shows the whole field.
        focus = [h for m in story.marks[-8:] for h in m.hexes]
        if focus and asked is not None:
            focus += asked.decision.focus
        trail = here.word("trail {head}", head=here.battle.trail_head[:12])
        say = here.catalogue.say
        try:
            return await self.pictures.story(here.table, focus=focus, traces=story.marks, extra=trail, say=say)
        except (DrawingFailed, Refusal) as e:
            # The story doesn't wait for its map, which follows.
            log.warning("battle %s: no map yet: %s", here.battle.id, e)
            return []
