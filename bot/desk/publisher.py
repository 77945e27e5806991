"""From a committed change to the channel: the dispatch grows, questions are put, the standing message is renewed.

Everything said is stored as a *post* before it is sent, so whatever the network or a restart swallows is said later: no
state depends on a message having arrived.

How few messages: the side whose activation it is finds its controls on the dispatch itself; only a player who has to be
called gets a message of his own.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord

from bot.components import decision as controls
from bot.components.ids import Ref
from bot.components.items import Component, button, view
from bot.desk.deliver import UNKNOWN_CHANNEL, Content, Picture, patiently, put
from bot.desk.here import Here
from bot.desk.pinned import standing_content
from bot.desk.posts import DISPATCH, PROMPT, STANDING, Prompt, Story, outcome, prompt_of
from bot.desk.storyteller import Storyteller
from bot.errors import NEEDED
from bot.narration import escape, fit
from bot.narration.charts import pack_name
from bot.narration.plain import MESSAGE
from bot.narration.standing import activation, active_side, headline
from bot.service import Open, Post, Service, limits
from engine.kernel.journal import Entry
from engine.kernel.text import Text

if TYPE_CHECKING:
    from bot.desk import Desk
    from bot.desk.pictures import Pictures

log = logging.getLogger("hexarch")

LIVE = "live"
OWN = (DISPATCH, PROMPT, STANDING)
"""Kinds of posts that stand in the battle's own channel."""


class Publisher:
    """Keeps the messages of every battle in step with its journal."""

    def __init__(self, desk: Desk, service: Service, pictures: Pictures) -> None:
        self.desk = desk
        self.service = service
        self.pictures = pictures
        self.storyteller = Storyteller()
        self.behind: set[str] = set()
        """Battles whose messages could not all be delivered."""
        self.hearers: list[Callable[[str], None]] = []
        """Who wants to know of every battle about which something was told. They must not take long."""
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def publish(
        self, battle_id: str, *, actor: int | None = None, notes: Sequence[str] = (), repair: bool = False
    ) -> Text | None:
        """Say everything that hasn't been said yet. Returns what keeps us from it, or None when all is said.

        ``actor`` is the user who caused the change: he is here and needs no calling. ``notes`` are remarks for the
        dispatch. ``repair`` looks whether the messages are still there and posts again those that are not.
        """
        async with self._locks[battle_id]:
            try:
                here = await self.desk.look(battle_id, actor or 0)
                if here.running is None:
                    await self._lobby(here, repair)
                else:
                    await self._say(here, actor, notes, repair)
            except discord.HTTPException as e:
                self.behind.add(battle_id)
                log.warning("battle %s: not everything could be said: %s", battle_id, e)
                return trouble(e)
            finally:
                for hear in self.hearers:
                    hear(battle_id)
            self.behind.discard(battle_id)
            return None

    # -- one publication ----------------------------------------------------------------------------------------

    async def _say(self, here: Here, actor: int | None, notes: Sequence[str], repair: bool) -> None:
        posts = await self.service.posts(here.battle.id)
        if repair:
            posts = [await self._checked(here, p) for p in posts]
        if all(p.kind != STANDING or p.message is None for p in posts):
            # The standing message comes first in the channel; it is brought up to date again at the end.
            await self._put_standing(here, posts, here.post(DISPATCH, ""))
            posts = await self.service.posts(here.battle.id)
        last = max((p for p in posts if p.kind == DISPATCH), key=lambda p: int(p.key), default=None)
        prompts = [p for p in posts if p.kind == PROMPT]
        post, story, fresh = await self._story(here, last, notes)
        asked = self._on_dispatch(here, story, prompts, actor)
        asks = _asks(asked) if asked is not None else ""
        if last is not None and last.key != post.key:
            await self._close(here, last)
        if fresh or notes or asks != story.asks or not post.delivered:
            story.asks = asks
            post = await self._put_dispatch(here, post, story, asked, picture=fresh or post.message is None)
        await self._put_prompts(here, prompts, asked)
        await self._put_standing(here, posts, post)

    async def _checked(self, here: Here, post: Post) -> Post:
        """The post, to be sent again if its message is gone."""
        if post.kind not in OWN or post.message is None:
            return post
        if post.kind == PROMPT and Prompt.model_validate_json(post.body).outcome:
            return post
        message = self.desk.channel(here.battle).get_partial_message(post.message)
        try:
            await patiently(message.fetch)
        except discord.NotFound:
            post = replace(post, message=None, delivered=False)
            await self.service.put_post(post)
        return post

    async def _story(self, here: Here, last: Post | None, notes: Sequence[str]) -> tuple[Post, Story, bool]:
        """The dispatch everything told up to now belongs to, stored; and whether it has grown."""
        story = Story.model_validate_json(last.body) if last is not None else None
        told = story.upto if story is not None else 0
        new = await self.service.entries(here.battle.id, since=told + 1)
        lines, back = await self.storyteller.tell(
            here.battle, here.game, new, told, lambda: self.service.entries(here.battle.id)
        )
        turn, moment = activation(here.table)
        key = f"{turn}|{moment}"
        if story is None or (new and back is None and _another(story.key, turn, moment)):
            story, last = Story(key=key, title=headline(here.table, here.catalogue)), None
        if back is not None:
            story.take_back(back, here.word("Orders were taken back."))
        if moment:
            story.key, story.side = key, active_side(here.table)
        story.add(lines, here.catalogue)
        story.upto = new[-1].seq if new else told
        story.notes += notes
        post = last or here.post(DISPATCH, str(story.upto))
        if new or notes or last is None:
            post = await self._store(post, story, delivered=False)
        return post, story, any(_shows(here, e) for e in new)

    def _on_dispatch(self, here: Here, story: Story, prompts: list[Post], actor: int | None) -> Open | None:
        """The open question whose controls stand on the dispatch: one to a player who needs no calling."""
        called = {p.key for p in prompts}
        for o in here.opens:
            if _asks(o) in called:
                continue
            present = actor is not None and actor == o.user
            if present or _asks(o) == story.asks or (here.battle.mode == LIVE and o.side == story.side):
                return o
        return None

    # -- messages -----------------------------------------------------------------------------------------------

    async def _close(self, here: Here, post: Post) -> None:
        """Take the controls off a dispatch that another one follows."""
        story = Story.model_validate_json(post.body)
        if story.asks:
            story.asks = ""
            await self._put_dispatch(here, post, story, None, picture=False)

    async def _put_dispatch(self, here: Here, post: Post, story: Story, asked: Open | None, *, picture: bool) -> Post:
        question, shown = "", view()
        if asked is not None:
            question = fit("\n\n" + controls.question(asked.decision, here.catalogue), MESSAGE // 2)
            shown = controls.controls(asked.decision, Ref(here.battle.id, str(asked.token)), here.catalogue)
        if story.folded(MESSAGE - len(question)):
            where = Ref(here.battle.id, post.key)
            shown.add_item(Component(button(where, "story", here.word("Whole story"), row=4)))
        content = Content(
            text=story.content(here.catalogue, MESSAGE - len(question)) + question,
            view=shown,
            pictures=await self._pictures(here, story, asked) if picture else (),
        )
        return (await self._deliver(here, post, story, content))[0]

    async def _pictures(self, here: Here, story: Story, asked: Open | None) -> list[Picture]:
        # What is asked needs a close-up only where something has just happened; an opening shows the whole field.
        focus = [h for m in story.marks[-8:] for h in m.hexes]
        if focus and asked is not None:
            focus += asked.decision.focus
        trail = here.word("trail {head}", head=here.battle.trail_head[:12])
        say = here.catalogue.say
        return await self.pictures.story(here.table, focus=focus, traces=story.marks, extra=trail, say=say)

    async def _put_prompts(self, here: Here, prompts: list[Post], on_dispatch: Open | None) -> None:
        wanted = {_asks(o): o for o in here.opens if o is not on_dispatch}
        for post in prompts:
            prompt = Prompt.model_validate_json(post.body)
            if prompt.asks in wanted:
                o = wanted.pop(prompt.asks)
                if not post.delivered:
                    await self._ask(here, post, prompt, o)
            elif not prompt.outcome or not post.delivered:
                prompt.outcome = prompt.outcome or await self._outcome(here, prompt)
                if post.message is not None:
                    await self._deliver(here, post, prompt, Content(text=prompt.closed(), view=view()))
                else:
                    await self._store(post, prompt, delivered=True)
        for asks, o in wanted.items():
            prompt = prompt_of(o.decision, str(o.token), o.user, here.catalogue)
            await self._ask(here, await self._store(here.post(PROMPT, asks), prompt, delivered=False), prompt, o)

    async def _ask(self, here: Here, post: Post, prompt: Prompt, o: Open) -> None:
        called = () if o.user is None else (o.user,)
        shown = controls.controls(o.decision, Ref(here.battle.id, prompt.token), here.catalogue)
        text = " ".join([*(f"<@{u}>" for u in called), prompt.text])
        await self._deliver(here, post, prompt, Content(text=fit(text, MESSAGE), view=shown, mentions=called))

    async def _outcome(self, here: Here, prompt: Prompt) -> str:
        """How a prompt was answered: its side's first answer since."""
        entries = await self.service.entries(here.battle.id, since=int(prompt.token) + 1)
        answers = (e.data["answer"] for e in entries if e.kind == "answer" and e.data["side"] == prompt.side)
        return outcome(prompt, next(answers, None), here.battle.name(prompt.side), here.catalogue)

    async def _put_standing(self, here: Here, posts: Sequence[Post], dispatch: Post) -> None:
        times = await self.service.times(here.battle.id)
        await self._put_pinned(here, posts, standing_content(here, dispatch, times))

    async def _lobby(self, here: Here, repair: bool) -> None:
        """A battle that hasn't begun: who sits where."""
        battle = here.battle
        posts = await self.service.posts(battle.id)
        if repair:
            posts = [await self._checked(here, p) for p in posts]
        items: list[discord.ui.Item[Any]] = []
        if battle.status == "open":
            lines = [here.word("Waiting for players.")]
            for n, (side, name) in enumerate(battle.sides):
                player = battle.player(side)
                lines.append(f"**{escape(name)}**: " + (f"<@{player}>" if player is not None else here.word("free")))
                if player is None:
                    ref = Ref(battle.id, "open", str(n))
                    items.append(button(ref, "join", here.word("Join: {side}", side=name), row=0))
            if all(battle.player(side) is not None for side, _ in battle.sides):
                begin = here.word("Begin")
                items.append(button(Ref(battle.id, "open"), "start", begin, style=discord.ButtonStyle.success, row=0))
            items.append(button(Ref(battle.id, "open"), "briefing", here.word("Briefing"), row=1))
            for option in await self.service.chosen(battle.id):
                lines.append("-# " + here.word("With: {option}", option=escape(here.say(option.title))))
            pack = await self.service.pack_of(battle.id)
            if pack is not None:
                lines.append("-# " + here.word("Charts: {pack}", pack=pack_name(pack, here.catalogue)))
            lines.append("-# " + escape(here.say(limits.words(battle.mode, battle.limits))))
            # 64 hexadecimal digits: from now on nobody can choose the secrets behind the dice.
            lines.append("-# " + here.word("The dice are sealed, s₀ = {s0}", s0=battle.commitment))
        else:
            lines = [escape(battle.outcome)]
        lines.append(f"-# {battle.id}")
        text = fit("\n".join([f"**{escape(battle.title)}**", *lines]), MESSAGE)
        await self._put_pinned(here, posts, Content(text=text, view=view(*items)))

    async def _put_pinned(self, here: Here, posts: Sequence[Post], content: Content) -> None:
        post = next((p for p in posts if p.kind == STANDING), None) or here.post(STANDING, "-")
        _, message = await self._deliver(here, post, None, content)
        if message.id != post.message:
            try:
                await patiently(lambda: message.pin(reason="standing of the battle"))
            except discord.Forbidden:
                log.info("battle %s: not allowed to pin", here.battle.id)

    # -- delivery -----------------------------------------------------------------------------------------------

    async def _store(self, post: Post, body: Story | Prompt | None, *, delivered: bool) -> Post:
        stored = replace(post, body=body.model_dump_json() if body is not None else "", delivered=delivered)
        await self.service.put_post(stored)
        return stored

    async def _deliver(
        self, here: Here, post: Post, body: Story | Prompt | None, content: Content
    ) -> tuple[Post, discord.Message]:
        post = await self._store(post, body, delivered=False)
        channel = self.desk.channel(here.battle)
        same = post.channel == here.battle.channel
        message = await put(channel, post.message if same else None, content)
        sent = replace(post, message=message.id, channel=here.battle.channel)
        return await self._store(sent, body, delivered=True), message


def _asks(o: Open) -> str:
    return f"{o.token}:{o.side}"


def _shows(here: Here, entry: Entry) -> bool:
    """Whether anything everybody sees can have changed by a journal entry."""
    if entry.kind == "event":
        return not here.game.system.events.validate_python(entry.data).secret
    return entry.kind != "answer"


def _another(key: str, turn: int, moment: str) -> bool:
    """Whether what happens now belongs to another dispatch than the one with ``key``.

    What happens between two activations is told with the first of them; what opens a turn, with the turn's first one.
    """
    old_turn, _, old_moment = key.partition("|")
    return old_turn != str(turn) or bool(moment and (old_moment or not turn) and moment != old_moment)


def trouble(error: discord.HTTPException) -> Text:
    """What a player is told when a message couldn't be posted. What he did is stored, and said later."""
    if isinstance(error, discord.Forbidden):
        return Text("It is done, but I may not write here. I need: {permissions}.", permissions=NEEDED)
    if isinstance(error, discord.NotFound) and error.code == UNKNOWN_CHANNEL:
        return Text("It is done, but the battle's channel is gone. Use /battle move in another one.")
    return Text("It is done and stored; Discord doesn't take my messages just now. I'll post it as soon as it does.")
