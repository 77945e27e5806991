"""From a committed change to the channel: the dispatch grows, questions are put, the standing message is renewed.

Everything said is stored as a *post* before it is sent, so whatever the network or a restart swallows is said later: no
state depends on a message having arrived.

How few messages: the side whose activation it is finds its controls on the dispatch itself; only a player who has to be
called gets a message of his own.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

import discord

from bot import logs, metrics
from bot.components import decision as controls
from bot.components.ids import Ref
from bot.components.items import Component, add_where_room, button, view
from bot.language.plain import MESSAGE
from bot.messages.battle_context import BattleContext
from bot.messages.battle_lookup import BattleLookup
from bot.messages.delivery.backoff import PASSING, SHUT, Backoff
from bot.messages.delivery.deliver import UNKNOWN_CHANNEL, Content, Picture, patiently, shut
from bot.messages.delivery.halts import Halts
from bot.messages.delivery.outbox import Outbox, Sent
from bot.messages.pictures.drawing_pool import DrawingFailed
from bot.messages.pictures.pictures import Pictures
from bot.messages.publishing.answered import answer_of, answered_by, asked_again, free_place, tell
from bot.messages.publishing.growing import another, digest, lowest, shows
from bot.messages.publishing.lesson_card import LessonCards
from bot.messages.publishing.lobby import lobby_content
from bot.messages.publishing.moving import brought
from bot.messages.publishing.panels import Panels
from bot.messages.publishing.pin_pace import PinPace
from bot.messages.publishing.pinned import standing_content, url_of
from bot.messages.publishing.posts import (
    DISPATCH,
    NOTICE,
    PROMPT,
    REQUEST,
    STANDING,
    Notice,
    Prompt,
    Story,
    outcome,
    prompt_of,
)
from bot.messages.publishing.presence import LIVE, Presence
from bot.messages.publishing.requests import Requests
from bot.messages.publishing.troubles import OURS, trouble
from bot.narration import fit
from bot.narration.briefing import short
from bot.narration.journal import JournalFollower
from bot.narration.standing import activation, active_side, headline
from bot.service import Open, Post, Service
from engine.kernel.decisions import ELSEWHERE
from engine.kernel.journal import Entry
from engine.kernel.text import Refusal, Text

log = logging.getLogger("hexarch")


class Publisher:
    """Keeps the messages of every battle in step with its journal."""

    def __init__(
        self,
        client: discord.Client,
        service: Service,
        lookup: BattleLookup,
        *,
        pictures: Pictures,
        outbox: Outbox,
        halts: Halts,
        requests: Requests,
        panels: Panels,
    ) -> None:
        self.client = client
        self.service = service
        self.lookup = lookup
        self.pictures = pictures
        self.outbox = outbox
        self.halts = halts
        self.requests = requests
        self.panels = panels
        self.lesson_cards = LessonCards(service, lookup, outbox)
        self.follower = JournalFollower()
        self.behind: Backoff[str] = Backoff(PASSING)
        """Battles about which not everything could be said yet."""
        self.lost: set[str] = set()
        """Those among them whose channel is gone; still to be looked after."""
        self.hearers: list[Callable[[str], None]] = []
        """Who wants to know of every battle about which something was told. They must not take long."""
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._under_way = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._presence = Presence(lambda: service.clock())
        self.pin_pace = PinPace(lambda: service.clock())
        self._notes: defaultdict[str, list[str]] = defaultdict(list)
        """Remarks that aren't in a stored dispatch yet."""

    async def publish(
        self, battle_id: str, *, actor: int | None = None, notes: Sequence[str] = (), repair: bool = False
    ) -> Text | None:
        """Say everything that hasn't been said yet. Returns what keeps us from it, or None when all is said.

        ``actor`` is the user who caused the change: he is here and needs no calling. ``notes`` are remarks for the
        dispatch. ``repair`` looks whether the messages are still there and posts again those that are not.
        """
        self._under_way += 1
        self._idle.clear()
        try:
            return await self._publish(battle_id, actor, notes, repair)
        finally:
            self._under_way -= 1
            if not self._under_way:
                self._idle.set()

    async def finish(self, seconds: float) -> None:
        """Wait until nothing is being told any more, but not for ever: what remains is told after the next start."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._idle.wait(), seconds)

    async def _publish(self, battle_id: str, actor: int | None, notes: Sequence[str], repair: bool) -> Text | None:
        if actor is not None:
            self._presence.acted(battle_id, actor)
        async with self._locks[battle_id]:
            self._notes[battle_id] += notes
            try:
                await self.service.lessons.follow(battle_id)
                here = await self.lookup.look(battle_id, actor or 0)
                complete = True
                if here.running is None:
                    await self._lobby(here, repair)
                else:
                    complete = await self._say(here, actor, repair)
                if here.battle.is_lesson and here.running is not None:
                    await self.lesson_cards.put(here)
            except Refusal:
                self.behind.done(battle_id)
                raise
            except discord.HTTPException as e:
                if isinstance(e, discord.NotFound) and e.code == UNKNOWN_CHANNEL:
                    self.lost.add(battle_id)
                log.warning("battle %s: not everything could be said: %s", battle_id, e)
                await self._put_off(battle_id, e)
                return trouble(e)
            except Exception as e:
                # Whatever it is: what was done is stored, and nobody may take it for undone.
                reference = logs.reference()
                metrics.ERRORS.inc()
                said, extra = "battle %s could not be published, reference %s", {"reference": reference}
                log.exception(said, battle_id, reference, extra=extra)
                await self._put_off(battle_id, e)
                return Text(OURS, reference=reference)
            finally:
                for hear in self.hearers:
                    hear(battle_id)
            if not complete:
                self.behind.failed(battle_id, self.service.clock())
                return None
            self.behind.pop(battle_id, None)
        if here.running is not None:
            await self.panels.settle(here)
        if battle_id in self.halts.known and await self.halts.go_on(battle_id):
            # Deadlines have moved.
            await self.renew(battle_id)
        return None

    async def renew(self, *battle_ids: str, notes: Sequence[str] = (), repair: bool = False) -> None:
        """Bring the messages of battles up to date. One that can't be told must not keep the others waiting."""
        for battle_id in battle_ids:
            try:
                await self.publish(battle_id, notes=notes, repair=repair)
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("battle %s could not be published", battle_id)

    async def _put_off(self, battle_id: str, error: Exception) -> None:
        """Have it tried again, later each time; where a channel stays shut, let those know who can mend that."""
        closed = shut(error)
        if closed and (battle_id in self.halts.known or self.behind.tries(battle_id) >= len(SHUT)):
            self.behind.done(battle_id)
            await self.halts.halt(battle_id, error)
            return
        self.behind.failed(battle_id, self.service.clock(), SHUT if closed else PASSING)

    # -- one publication ----------------------------------------------------------------------------------------

    async def _say(self, here: BattleContext, actor: int | None, repair: bool) -> bool:
        """Say what is to be said. False where a map is still to be drawn."""
        if here.battle.is_lesson:
            # What the learner is asked stands on the lesson's own card; the lesson answers the rest unasked.
            here = replace(here, opens=())
        # A computer player reads no messages: the pinned one alone tells that it is asked.
        own = self.client.user.id if self.client.user is not None else None
        # What is settled elsewhere calls nobody: its button stands on the message that tells of it.
        asking = (o for o in here.opens if o.decision.kind != ELSEWHERE)
        people = replace(here, opens=tuple(o for o in asking if o.user is None or o.user != own))
        posts = await self._posts(here)
        if repair:
            posts = await self._mended(here, posts)
        last = max((p for p in posts if p.kind == DISPATCH), key=lambda p: int(p.key), default=None)
        prompts = [p for p in posts if p.kind == PROMPT]
        # What is to be said is stored before anything is sent.
        post, story, grown, fresh, new = await self._story(here, last)
        if actor is None and self._presence.just_asked(here):
            # Whoever has just answered is here, however it reached us.
            actor = answered_by(here.battle, new)
        if all(p.kind != STANDING or p.message is None for p in posts):
            # The standing message comes first in the channel; it is brought up to date again at the end.
            await self._put_standing(here, posts, here.post(DISPATCH, ""))
            posts = await self.service.posts.of(here.battle.id)
        told = await self._announce(here, posts)
        prompts, changed = await self._answered(here, prompts, post, story)
        place = free_place(people, post, [*(p for p in posts if p.kind != PROMPT), *prompts], actor)
        if place is not None:
            taken = replace(post, message=place.message, channel=place.channel)
            post = await self._store(taken, story, delivered=False)
            freed = replace(place, message=None)
            await self.service.posts.put(freed)
            prompts = [freed if p is place else p for p in prompts]
        since = await self._since(here, story.asks)
        asked = self._on_dispatch(people, story, prompts, actor, grown, post, since)
        asks = _asks(asked) if asked is not None else ""
        if asks != story.asks:
            # Who has just acted is here, and who was called to the same question knows of it.
            called = asked is not None and post.message is None and asked.user not in (actor, *told)
            story.called = asked.user if asked is not None and called else None
        for old in sorted((p for p in posts if p.kind == DISPATCH and p.key != post.key), key=lambda p: int(p.key)):
            # What couldn't be said of one that others have followed since is said now.
            if not old.delivered or (last is not None and old.key == last.key):
                await self._close(here, old)
        if fresh or changed or asks != story.asks or story.bare or not post.delivered:
            story.asks = asks
            drawn = fresh or story.bare or not post.message or place is not None
            post = await self._put_dispatch(here, post, story, asked, picture=drawn)
        await self._put_prompts(people, prompts, asked, actor, post, told)
        await self._put_standing(here, posts, post)
        return not story.bare

    async def _answered(
        self, here: BattleContext, prompts: Sequence[Post], dispatch: Post, story: Story
    ) -> tuple[list[Post], bool]:
        """The questions, those that are settled with how they were answered; does the dispatch say more by that?"""
        opens, found, more = {_asks(o) for o in here.opens}, list[Post](), False
        for post in prompts:
            prompt = Prompt.model_validate_json(post.body)
            if post.key not in opens and not prompt.outcome:
                prompt.outcome = await self._outcome(here, prompt, url_of(here.battle, dispatch))
                more |= tell(story, prompt)
                post = await self._store(post, prompt, delivered=False)
            found.append(post)
        return found, more

    async def _since(self, here: BattleContext, asks: str) -> Sequence[Entry]:
        """The journal since a question, named by ``token:side``, was put."""
        token = asks.partition(":")[0]
        return await self.service.play.entries(here.battle.id, since=int(token) + 1) if token else ()

    async def _posts(self, here: BattleContext) -> list[Post]:
        """The battle's posts but for requests, which are brought up to date; those it has left behind come along."""
        posts = await self.service.posts.of(here.battle.id)
        for post in (p for p in posts if p.kind == REQUEST):
            await self.requests.keep(here, post)
        posts = [p for p in posts if p.kind != REQUEST]
        if any(p.message is not None and p.channel != here.battle.channel for p in posts):
            posts = await brought(self.client, self.service.posts, here, posts)
        return posts

    async def _mended(self, here: BattleContext, posts: Sequence[Post]) -> list[Post]:
        """The posts, those players need looked at: their messages are sent again if they are gone."""
        last = max((p for p in posts if p.kind == DISPATCH), key=lambda p: int(p.key), default=None)
        return [await self._checked(here, p) if p is last or p.kind in (STANDING, PROMPT) else p for p in posts]

    async def _checked(self, here: BattleContext, post: Post) -> Post:
        """The post, to be sent again if its message is gone."""
        if post.message is None:
            return post
        if post.kind == PROMPT and Prompt.model_validate_json(post.body).outcome:
            return post
        message = self.lookup.channel(here.battle).get_partial_message(post.message)
        try:
            await patiently(message.fetch)
        except discord.NotFound:
            post = replace(post, message=None, delivered=False)
            await self.service.posts.put(post)
        return post

    async def _story(self, here: BattleContext, last: Post | None) -> tuple[Post, Story, bool, bool, Sequence[Entry]]:
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
        notes = self._notes[here.battle.id]
        story.notes += notes
        post = last or here.post(DISPATCH, str(story.upto))
        fresh = any(shows(here, e) for e in new)
        if new or notes or last is None:
            # A map that is behind is drawn again, also after a restart that came between.
            story.bare |= fresh
            post = await self._store(post, story, delivered=False)
            del self._notes[here.battle.id]
        return post, story, bool(new), fresh, new

    def _on_dispatch(
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
        uncalled = [o for o in here.opens if _asks(o) not in called]
        for o in uncalled:
            if _asks(o) == story.asks and (low or not grown):
                return o
            if low and dispatch.message is not None and asked_again(story.asks, o.side, since):
                return o
        # Where several are asked at once, the messages of the others would stand below.
        if not low or len(uncalled) != 1:
            return None
        (o,) = uncalled
        own = here.battle.mode == LIVE and o.side == story.side
        return o if own or dispatch.message is None or (actor is not None and actor == o.user) else None

    async def _announce(self, here: BattleContext, posts: Sequence[Post]) -> frozenset[int]:
        """Say what was to be announced; whom that has called."""
        called: set[int] = set()
        for post in sorted((p for p in posts if p.kind == NOTICE and not p.delivered), key=lambda p: p.key):
            notice = Notice.model_validate_json(post.body)
            sent = await self._send(here, post, notice.content(here.battle.id))
            await self.service.posts.drop(post.battle, post.kind, post.key)
            await self.outbox.stored(sent)
            called.update(notice.mentions)
        return frozenset(called)

    # -- messages -----------------------------------------------------------------------------------------------

    async def _close(self, here: BattleContext, post: Post) -> None:
        """Take the controls off a dispatch that another one follows."""
        story = Story.model_validate_json(post.body)
        if story.asks or not post.delivered:
            story.asks = ""
            await self._put_dispatch(here, post, story, None, picture=False)

    async def _put_dispatch(
        self, here: BattleContext, post: Post, story: Story, asked: Open | None, *, picture: bool
    ) -> Post:
        question, shown = "", view()
        if asked is not None:
            called = f"<@{story.called}> " if story.called is not None else ""
            said = controls.question(asked.decision, here.catalogue) + await self._delay(here, asked)
            question = fit(f"\n\n{called}{said}", MESSAGE // 2)
            ref = Ref(here.battle.id, str(asked.token))
            shown = controls.controls(asked.decision, ref, here.catalogue, activation=here.activation)
        if story.folded(MESSAGE - len(question)):
            where = Ref(here.battle.id, post.key)
            shown.add_item(Component(button(where, "story", here.word("Whole story"), row=4)))
        if story.opening:
            add_where_room(shown, button(Ref(here.battle.id, "open"), "briefing", here.word("Briefing")))
        pictures = await self._pictures(here, story, asked) if picture else ()
        content = Content(
            text=story.content(here.catalogue, MESSAGE - len(question)) + question,
            view=shown,
            pictures=pictures,
            mentions=(story.called,) if story.called is not None else (),
        )
        arrived = story.model_copy(update={"bare": picture and not pictures})
        post, _ = await self._deliver(here, post, story, content, arrived)
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

    async def _put_prompts(
        self,
        here: BattleContext,
        prompts: Sequence[Post],
        on_dispatch: Open | None,
        actor: int | None,
        dispatch: Post,
        told: frozenset[int] = frozenset(),
    ) -> None:
        """Put what is asked, and close what is settled. ``told``: users who were called by what was just announced."""
        battle, wanted = here.battle, {_asks(o): o for o in here.opens if o is not on_dispatch}
        new = {asks: o for asks, o in wanted.items() if asks not in {p.key for p in prompts}}
        inherited = {p.message for p in prompts if p.key in wanted} | {dispatch.message}
        last = max((p.message for p in (dispatch, *prompts) if p.message is not None), default=None)
        here_now = told | ({actor} if actor is not None else set())
        for post in prompts:
            prompt = Prompt.model_validate_json(post.body)
            if prompt.asks in wanted:
                if not post.delivered:
                    await self._ask(here, post, prompt, wanted[prompt.asks], here_now)
                continue
            if prompt.outcome and post.delivered:
                continue
            since = await self._since(here, prompt.asks)
            there = (
                k
                for k, o in new.items()
                if o.user == actor == prompt.user
                or self._presence.at_hand(battle, o.user)
                or (o.user == prompt.user and asked_again(prompt.asks, o.side, since))
            )
            heir = next(there, None)
            if post.message is None or post.message in inherited:
                await self._store(replace(post, message=None), prompt, delivered=True)
            elif heir is not None and post.message == last and len(new) == 1:
                await self._go_on(here, post, prompt, new.pop(heir), here_now)
            else:
                await self._deliver(here, post, prompt, Content(text=prompt.closed(), view=view()))
        # Who is here isn't called, and finds his question at the bottom of the channel.
        for asks, o in sorted(new.items(), key=lambda x: x[1].user == actor):
            prompt = prompt_of(o.decision, str(o.token), o.user, here.catalogue)
            post = await self._store(here.post(PROMPT, asks), prompt, delivered=False)
            await self._ask(here, post, prompt, o, here_now)

    async def _go_on(self, here: BattleContext, post: Post, prompt: Prompt, o: Open, there: Collection[int]) -> None:
        """Put the next question where the last one stood, the channel's latest message."""
        following = prompt_of(o.decision, str(o.token), o.user, here.catalogue)
        # Of an order the dispatch tells all there is to tell, and of what was withdrawn there is nothing.
        since = await self._since(here, prompt.asks)
        answered = answer_of(prompt.side, int(prompt.token), since) is not None
        following.before = prompt.closed(MESSAGE // 4) if prompt.labels and answered else ""
        taken = replace(here.post(PROMPT, _asks(o)), message=post.message, channel=post.channel)
        taken = await self._store(taken, following, delivered=False)
        await self._store(replace(post, message=None), prompt, delivered=True)
        await self._ask(here, taken, following, o, there)

    async def _ask(self, here: BattleContext, post: Post, prompt: Prompt, o: Open, there: Collection[int]) -> None:
        """Put a question. Who is ``there`` isn't called."""
        called = () if o.user is None else (o.user,)
        ref = Ref(here.battle.id, prompt.token)
        shown = controls.controls(o.decision, ref, here.catalogue, activation=here.activation)
        text = " ".join([*(f"<@{u}>" for u in called), prompt.text])
        if prompt.before:
            text = f"{prompt.before}\n\n{text}"
        text += await self._delay(here, o)
        pinged = tuple(u for u in called if u not in there)
        await self._deliver(here, post, prompt, Content(text=fit(text, MESSAGE), view=shown, mentions=pinged))

    async def _delay(self, here: BattleContext, o: Open) -> str:
        """What is said below a question to somebody who is on vacation, so that others know why it takes long."""
        until = (await self.service.preferences.of(o.user)).away_until if o.user is not None else None
        return "\n-# " + here.word("Away until {when}; no time passes.", when=f"<t:{int(until)}:f>") if until else ""

    async def _outcome(self, here: BattleContext, prompt: Prompt, where: str) -> str:
        """How a prompt was answered: its side's first answer since. ``where``: link to the dispatch."""
        answer = answer_of(prompt.side, int(prompt.token), await self._since(here, prompt.asks))
        return outcome(prompt, answer, here.battle.name(prompt.side), here.catalogue, where)

    async def _put_standing(self, here: BattleContext, posts: Sequence[Post], dispatch: Post) -> None:
        times = await self.service.timekeeping.times(here.battle.id)
        # Time that runs is no reason to change the message; whatever else has changed takes it along.
        still = [(side, time.late, time.away_until) for side, time in sorted(times.items())]
        shown = f"{digest(standing_content(here, dispatch))}{still}"
        await self._put_pinned(here, posts, standing_content(here, dispatch, times), shown, dispatch)

    async def _lobby(self, here: BattleContext, repair: bool) -> None:
        """A battle that hasn't begun: who sits where."""
        posts = await self._posts(here)
        if repair:
            posts = await self._mended(here, posts)
        content = await lobby_content(self.service, here)
        await self._put_pinned(here, posts, content, digest(content))
        await self._announce(here, posts)

    async def _put_pinned(
        self, here: BattleContext, posts: Sequence[Post], content: Content, shown: str, dispatch: Post | None = None
    ) -> None:
        """Bring the pinned message up to date; ``shown`` tells whether it is."""
        post = next((p for p in posts if p.kind == STANDING), None) or here.post(STANDING, "-")
        there = post.message is not None and post.channel == here.battle.channel
        if there and post.delivered and post.body == shown:
            return
        if there and post.delivered and dispatch is not None and self.pin_pace.may_wait(here, dispatch):
            return
        await self.service.posts.put(replace(post, delivered=False))
        sent = await self._send(here, post, content)
        number = sent.message.id
        if number != post.message or not post.delivered:
            post = replace(post, message=number, channel=here.battle.channel, delivered=False)
            await self.service.posts.put(post)
            await self.outbox.stored(sent)
            await self._pin(here, sent.message)
        await self.service.posts.put(replace(post, message=number, body=shown, delivered=True))

    async def _pin(self, here: BattleContext, message: discord.Message) -> None:
        try:
            if not message.pinned:
                await patiently(lambda: message.pin(reason="standing of the battle"))
        except discord.HTTPException as e:
            if e.status >= 500 or e.status == 429:
                raise
            # We may not, or there are too many pins: the message is good without.
            log.info("battle %s: its standing message can't be pinned: %s", here.battle.id, e)

    # -- delivery -----------------------------------------------------------------------------------------------

    async def announce(self, battle_id: str, key: int, notice: Notice) -> None:
        """Have something said in a battle's channel, once; :meth:`publish` says it. ``key`` tells it from others."""
        battle = await self.service.battles.get(battle_id)
        await self.service.posts.put(
            Post(battle_id, NOTICE, str(key), battle.channel, None, notice.model_dump_json(), False)
        )

    async def _store(self, post: Post, body: Story | Prompt, *, delivered: bool) -> Post:
        stored = replace(post, body=body.model_dump_json(), delivered=delivered)
        await self.service.posts.put(stored)
        return stored

    async def _deliver(
        self,
        here: BattleContext,
        post: Post,
        body: Story | Prompt,
        content: Content,
        arrived: Story | Prompt | None = None,
    ) -> tuple[Post, discord.Message]:
        """Send a post, or bring it up to date. ``arrived`` is its body once it is there, where that differs."""
        post = await self._store(post, body, delivered=False)
        sent = await self._send(here, post, content)
        post = replace(post, message=sent.message.id, channel=here.battle.channel)
        post = await self._store(post, arrived or body, delivered=True)
        await self.outbox.stored(sent)
        return post, sent.message

    async def _send(self, here: BattleContext, post: Post, content: Content) -> Sent:
        message = post.message if post.channel == here.battle.channel else None
        what = f"{post.battle}|{post.kind}|{post.key}"
        return await self.outbox.put(self.lookup.channel(here.battle), message, content, what, post.battle)


def _asks(o: Open) -> str:
    return f"{o.token}:{o.side}"
