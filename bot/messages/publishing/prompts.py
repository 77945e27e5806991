"""Questions in messages of their own: put to whoever has to be called, and closed with how they were answered."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from bot.components import decision as controls
from bot.components.ids import Ref
from bot.components.items import view
from bot.language.plain import MESSAGE
from bot.messages.battle_context import BattleContext
from bot.messages.delivery.deliver import Content
from bot.messages.publishing.answered import answer_of, asked_again, tell
from bot.messages.publishing.free_hours import addressed, when_free
from bot.messages.publishing.pinned import url_of
from bot.messages.publishing.posts import PROMPT, Prompt, Story, asks_of, outcome, prompt_of
from bot.messages.publishing.presence import Presence
from bot.messages.publishing.sending import PostSender
from bot.narration import fit
from bot.service import Open, Post, Service
from engine.kernel.journal import Entry


class Prompts:
    """Puts and closes them."""

    def __init__(self, service: Service, sender: PostSender, presence: Presence) -> None:
        self.service = service
        self.sender = sender
        self.presence = presence

    async def answered(
        self, here: BattleContext, prompts: Sequence[Post], dispatch: Post, story: Story
    ) -> tuple[list[Post], bool]:
        """The questions, those that are settled with how they were answered; does the dispatch say more by that?"""
        opens, found, more = {asks_of(o) for o in here.opens}, list[Post](), False
        for post in prompts:
            prompt = Prompt.model_validate_json(post.body)
            if post.key not in opens and not prompt.outcome:
                answer = answer_of(prompt.side, int(prompt.token), await self.since(here, prompt.asks))
                prompt.answered = answer.seq if answer is not None else None
                where, who = url_of(here.battle, dispatch), here.side_name(prompt.side)
                given = answer.data["answer"] if answer is not None else None
                prompt.outcome = outcome(prompt, given, who, here.catalogue, where)
                more |= tell(story, prompt)
                post = self.sender.store(post, prompt, delivered=False)
            found.append(post)
        return found, more

    async def since(self, here: BattleContext, asks: str) -> Sequence[Entry]:
        """The journal since a question, named by ``token:side``, was put."""
        token = asks.partition(":")[0]
        return await self.service.play.entries(here.battle.id, since=int(token) + 1) if token else ()

    async def put(
        self,
        here: BattleContext,
        prompts: Sequence[Post],
        on_dispatch: Open | None,
        actor: int | None,
        dispatch: Post,
        told: frozenset[int] = frozenset(),
    ) -> None:
        """Put what is asked, and close what is settled. ``told``: users who were called by what was just announced."""
        battle, wanted = here.battle, {asks_of(o): o for o in here.opens if o is not on_dispatch}
        new = {asks: o for asks, o in wanted.items() if asks not in {p.key for p in prompts}}
        inherited = {p.message for p in prompts if p.key in wanted} | {dispatch.message}
        last = max((p.message for p in (dispatch, *prompts) if p.message is not None), default=None)
        here_now = told | ({actor} if actor is not None else set())
        for post in prompts:
            prompt = Prompt.model_validate_json(post.body)
            if prompt.asks in wanted:
                o = wanted[prompt.asks]
                if not post.delivered or prompt.to not in ("", await addressed(self.service.preferences, o)):
                    prompt.user = o.user
                    await self._ask(here, post, prompt, o, here_now)
                continue
            if prompt.outcome and post.delivered:
                continue
            if post.message is None:
                post, arriving = await self.sender.heard_of(here, post)
                if arriving:
                    self.sender.waiting.add(battle.id)
                    continue
            since = await self.since(here, prompt.asks)
            there = (
                k
                for k, o in new.items()
                if o.user == actor == prompt.user
                or self.presence.at_hand(battle, o.user)
                or (o.user == prompt.user and asked_again(prompt.asks, o.side, since))
            )
            heir = next(there, None)
            if post.message is None or post.message in inherited:
                self.sender.store(replace(post, message=None), prompt, delivered=True)
            elif heir is not None and post.message == last and len(new) == 1:
                await self._go_on(here, post, prompt, new.pop(heir), here_now)
            else:
                with self.sender.later(battle.id):
                    closed = Content(text=prompt.closed(), view=view())
                    await self.sender.deliver(here, post, prompt, closed, anew=False)
        # Who is here isn't called, and finds the question at the bottom of the channel.
        for asks, o in sorted(new.items(), key=lambda x: x[1].user == actor):
            prompt = prompt_of(o.decision, str(o.token), o.user, here.catalogue, here.game.system.own_rules())
            post = self.sender.store(here.post(PROMPT, asks), prompt, delivered=False)
            await self._ask(here, post, prompt, o, here_now)

    async def _go_on(self, here: BattleContext, post: Post, prompt: Prompt, o: Open, there: Collection[int]) -> None:
        """Put the next question where the last one stood, the channel's latest message."""
        following = prompt_of(o.decision, str(o.token), o.user, here.catalogue, here.game.system.own_rules())
        # Of an order the dispatch tells all there is to tell, and of what was withdrawn there is nothing.
        since = await self.since(here, prompt.asks)
        answered = answer_of(prompt.side, int(prompt.token), since) is not None
        following.before = prompt.closed(MESSAGE // 4) if prompt.labels and answered else ""
        taken = replace(here.post(PROMPT, asks_of(o)), message=post.message, channel=post.channel)
        taken = self.sender.store(taken, following, delivered=False)
        self.sender.store(replace(post, message=None), prompt, delivered=True)
        await self._ask(here, taken, following, o, there)

    async def _ask(self, here: BattleContext, post: Post, prompt: Prompt, o: Open, there: Collection[int]) -> None:
        """Put a question. Who is ``there`` isn't called."""
        called = () if o.user is None else (o.user,)
        ref = Ref(here.battle.id, prompt.token)
        shown = controls.controls(o.decision, ref, here.catalogue, span=here.table.span, board=here.has_board)
        text = " ".join([*(f"<@{u}>" for u in called), prompt.text])
        if prompt.before:
            text = f"{prompt.before}\n\n{text}"
        text += await when_free(self.service.preferences, here, o)
        prompt.to = await addressed(self.service.preferences, o)
        pinged = tuple(u for u in called if u not in there)
        await self.sender.deliver(here, post, prompt, Content(text=fit(text, MESSAGE), view=shown, mentions=pinged))
