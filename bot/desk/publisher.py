"""From a committed change to the channel: the dispatch grows, questions are put, the standing message is brought up to date.

Everything said is stored as a *post* before it is sent, so whatever the network or a restart swallows is said later: no
state depends on a message having arrived.

How few messages: the side whose activation it is finds its controls on the dispatch itself; only a player who has to be
called gets a message of his own.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord

from bot.components import decision as controls
from bot.components.ids import Ref
from bot.components.items import Component, button, view
from bot.desk.deliver import UNKNOWN_CHANNEL, Content, Picture, patiently, put
from bot.desk.here import Here
from bot.desk.posts import DISPATCH, PROMPT, STANDING, Prompt, Story, outcome, prompt_of
from bot.desk.storyteller import Storyteller
from bot.errors import NEEDED
from bot.narration import escape, fit
from bot.narration.plain import MESSAGE
from bot.narration.standing import Asked, activation, heading, standing
from bot.service import Service
from bot.storage import Post
from engine.kernel.decisions import Decision
from engine.kernel.text import Text

if TYPE_CHECKING:
    from bot.desk import Desk
    from bot.pictures import Pictures

log = logging.getLogger("hexarch")

COLOUR = 0x7A3B2E
LIVE = "live"


class Publisher:
    """Keeps the messages of every battle in step with its journal."""

    def __init__(self, desk: Desk, service: Service, pictures: Pictures) -> None:
        self.desk = desk
        self.service = service
        self.pictures = pictures
        self.storyteller = Storyteller()
        self.behind: set[str] = set()
        """Battles whose messages could not all be delivered."""
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def publish(self, battle_id: str, *, actor: int | None = None, note: str = "") -> Text | None:
        """Say everything that hasn't been said yet. Returns what keeps us from it, or None when all is said.

        ``actor`` is the user who caused the change: he is here and needs no calling. ``note`` is a remark for the dispatch.
        """
        async with self._locks[battle_id]:
            try:
                here = await self.desk.look(battle_id, actor or 0)
                if here.battle.status == "open":
                    await self._lobby(here)
                else:
                    await self._say(here, actor, note)
            except discord.HTTPException as e:
                self.behind.add(battle_id)
                log.warning("battle %s: not everything could be said: %s", battle_id, e)
                return trouble(e)
            self.behind.discard(battle_id)
            return None

    # -- one publication ----------------------------------------------------------------------------------------

    async def _say(self, here: Here, actor: int | None, note: str) -> None:
        posts = await self.service.posts(here.battle.id)
        last = max((p for p in posts if p.kind == DISPATCH), key=lambda p: int(p.key), default=None)
        prompts = [p for p in posts if p.kind == PROMPT]
        post, story, fresh = await self._story(here, last, note)
        on_dispatch = self._on_dispatch(here, story, prompts, actor, fresh)
        asks = f"{here.token}:{on_dispatch.side}" if on_dispatch is not None else ""
        if fresh or note or asks != story.asks or post.message is None or not post.delivered:
            story.asks = asks
            post = await self._put_dispatch(here, post, story, on_dispatch, picture=fresh or post.message is None)
        await self._put_prompts(here, prompts, on_dispatch)
        await self._put_standing(here, posts, post)

    async def _story(self, here: Here, last: Post | None, note: str) -> tuple[Post, Story, bool]:
        """The dispatch everything told up to now belongs to, stored; and whether it has grown."""
        story = Story.model_validate_json(last.body) if last is not None else None
        told = story.upto if story is not None else 0
        journal = await self.service.entries(here.battle.id)
        fresh = journal[-1].seq > told
        lines, back = self.storyteller.tell(here.battle.id, here.game, journal, told)
        turn, leaders = activation(here.table)
        key = f"{turn}|{leaders}"
        if story is None or (fresh and back is None and _another(story.key, turn, leaders)):
            story, last = Story(key=key, title=heading(here.table, here.catalogue)), None
        if back is not None:
            story.take_back(back, here.word("Orders were taken back."))
        if leaders:
            story.key = key
            side = next(x.side for x in here.table.leaders if x.status == "active")
            story.side = here.table.sides[side].id
        story.add(lines, here.catalogue)
        story.upto = journal[-1].seq
        if note:
            story.notes.append(note)
        post = last or here.post(DISPATCH, str(story.upto))
        if fresh or note:
            post = await self._store(post, story, delivered=False)
        return post, story, fresh

    def _on_dispatch(
        self, here: Here, story: Story, prompts: list[Post], actor: int | None, fresh: bool
    ) -> Decision | None:
        """The open question whose controls stand on the dispatch: one to a player who needs no calling."""
        called = {p.key for p in prompts}
        for d in here.open:
            asks = f"{here.token}:{d.side}"
            users = here.players(d.side)
            if asks in called:
                continue
            present = actor is not None and actor in users
            if present or asks == story.asks or (here.battle.mode == LIVE and d.side == story.side):
                return d
        return None

    # -- messages -----------------------------------------------------------------------------------------------

    async def _put_dispatch(
        self, here: Here, post: Post, story: Story, asked: Decision | None, *, picture: bool
    ) -> Post:
        ref = Ref(here.battle.id, here.token)
        question = "\n\n" + controls.question(asked, here.catalogue) if asked is not None else ""
        question = fit(question, MESSAGE // 2)
        shown = controls.controls(asked, ref, here.catalogue) if asked is not None else view()
        if story.folded(MESSAGE - len(question)):
            where = Ref(here.battle.id, post.key)
            shown.add_item(Component(button(where, "story", here.word("Whole story"), row=4)))
        content = Content(
            text=story.content(here.catalogue, MESSAGE - len(question)) + question,
            view=shown,
            picture=await self._picture(here, story, asked) if picture else None,
        )
        return (await self._deliver(here, post, story, content))[0]

    async def _picture(self, here: Here, story: Story, asked: Decision | None) -> Picture:
        focus = [h for m in story.marks[-8:] for h in m.hexes] + list(asked.focus if asked is not None else ())
        return await self.pictures.table(here.table, focus=focus, traces=story.marks)

    async def _put_prompts(self, here: Here, prompts: list[Post], on_dispatch: Decision | None) -> None:
        wanted = {f"{here.token}:{d.side}": d for d in here.open if d is not on_dispatch}
        for post in prompts:
            prompt = Prompt.model_validate_json(post.body)
            if prompt.asks in wanted:
                d = wanted.pop(prompt.asks)
                if not post.delivered:
                    await self._ask(here, post, prompt, d)
            elif not prompt.outcome or not post.delivered:
                prompt.outcome = prompt.outcome or await self._outcome(here, prompt)
                await self._deliver(here, post, prompt, Content(text=prompt.closed(), view=view()))
        for asks, d in wanted.items():
            users = tuple(here.players(d.side))
            prompt = prompt_of(d, here.token, users, here.catalogue)
            post = here.post(PROMPT, asks)
            await self._ask(here, await self._store(post, prompt, delivered=False), prompt, d)

    async def _ask(self, here: Here, post: Post, prompt: Prompt, d: Decision) -> None:
        called = " ".join(f"<@{u}>" for u in prompt.users)
        shown = controls.controls(d, Ref(here.battle.id, prompt.token), here.catalogue)
        text = fit(f"{called} {prompt.text}".strip(), MESSAGE)
        await self._deliver(here, post, prompt, Content(text=text, view=shown, mentions=prompt.users))

    async def _outcome(self, here: Here, prompt: Prompt) -> str:
        answer = None
        for e in here.game.journal:
            if e.kind == "answer" and e.seq > int(prompt.token) and e.data["side"] == prompt.side:
                answer = e.data["answer"]
                break
        names = {s.id: s.name for s in here.table.sides}
        return outcome(prompt, answer, names.get(prompt.side, prompt.side), here.catalogue)

    async def _put_standing(self, here: Here, posts: list[Post], dispatch: Post) -> None:
        asked = [
            Asked(
                side=next((s.name for s in here.table.sides if s.id == d.side), d.side),
                players=" ".join(f"<@{u}>" for u in here.players(d.side)) or here.word("nobody"),
                question=d.prompt,
                rule=d.rule,
                since=when.since,
                until=when.until,
            )
            for d, when in await self.service.waits(here.battle.id)
        ]
        url = (
            f"https://discord.com/channels/{here.battle.guild}/{dispatch.channel}/{dispatch.message}"
            if dispatch.message is not None
            else None
        )
        said = standing(
            here.table,
            asked,
            here.catalogue,
            name=here.battle.name,
            dispatch_url=url,
            chain_head=here.game.head,
            rolls=sum(1 for e in here.game.journal if e.kind == "roll"),
        )
        embed = discord.Embed(title=fit(said.title, 256), description=fit(said.body, 4000), colour=COLOUR)
        for name, value in said.fields:
            embed.add_field(name=fit(name, 256), value=value)
        if said.foot:
            embed.set_footer(text=said.foot)
        await self._put_pinned(here, posts, Content(embed=embed, view=view()))

    async def _lobby(self, here: Here) -> None:
        """A battle that hasn't begun: who sits where."""
        posts = await self.service.posts(here.battle.id)
        lines = [here.word("Waiting for players.")]
        items: list[discord.ui.Item[Any]] = []
        for n, side in enumerate(here.table.sides):
            users = here.players(side.id)
            lines.append(f"**{escape(side.name)}**: " + (" ".join(f"<@{u}>" for u in users) or here.word("free")))
            if not users:
                ref = Ref(here.battle.id, "open", str(n))
                items.append(button(ref, "join", here.word("Join as {side}", side=side.name), row=0))
        if all(here.players(s.id) for s in here.table.sides):
            ref = Ref(here.battle.id, "open")
            items.append(button(ref, "start", here.word("Begin"), style=discord.ButtonStyle.success, row=0))
        embed = discord.Embed(title=escape(here.table.title), description="\n".join(lines), colour=COLOUR)
        await self._put_pinned(here, posts, Content(embed=embed, view=view(*items)))

    async def _put_pinned(self, here: Here, posts: list[Post], content: Content) -> None:
        post = next((p for p in posts if p.kind == STANDING), None)
        if post is None:
            post = here.post(STANDING, "")
        new = post.message is None
        _, message = await self._deliver(here, post, None, content)
        if new or message.id != post.message:
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


def _another(key: str, turn: int, leaders: str) -> bool:
    """Whether what happens now belongs to another dispatch than the one with ``key``."""
    old_turn, _, old_leaders = key.partition("|")
    return old_turn != str(turn) or bool(leaders and old_leaders and leaders != old_leaders)


def trouble(error: discord.HTTPException) -> Text:
    """What a player is told when a message couldn't be posted. What he did is stored, and said later."""
    if isinstance(error, discord.Forbidden):
        return Text("It is done, but I may not write here. I need: {permissions}.", permissions=NEEDED)
    if isinstance(error, discord.NotFound) and error.code == UNKNOWN_CHANNEL:
        return Text("It is done, but the battle's channel is gone. Use /battle move in another one.")
    return Text("It is done and stored; Discord doesn't take my messages just now. I'll post it as soon as it does.")
