"""The message by which a lesson speaks: what to do now and why, the question itself with its buttons, the lesson's own.

It is the lowest of the channel: one for each step, so that whoever looks at the end of the channel sees all there is to
do. Of a step that is done a line remains.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from bot.components import decision as forms
from bot.components.ids import Ref, parse
from bot.components.items import ROWS, WIDTH, Component, button, view
from bot.components.panel import Asked
from bot.language.catalogue import TextCatalogue
from bot.language.plain import MESSAGE, escape, fit
from bot.messages.battle_context import BattleContext
from bot.messages.battle_lookup import BattleLookup
from bot.messages.delivery.deliver import Content
from bot.messages.delivery.outbox import Outbox
from bot.messages.lesson_step import WANTED, button_of, wanted
from bot.service import Service
from bot.service.lessons.cards import Card
from bot.service.lessons.lessons import lesson_named
from bot.service.lessons.progress import Progress
from bot.service.people.privacy import STOPPED
from engine.kernel.text import Text
from engine.systems import registry
from scenarios.lessons import Lesson, offered

LEARN, SHOW, BACK, AGAIN, STOP = "learn", "lessonshow", "lessonback", "lessonagain", "lessonstop"
PLAY = "firstbattle"
"""Verbs of a lesson's buttons."""

LESSONS = "lesson"
"""Stands in the battle's place in the custom id of a button that is about a system's lesson."""

REMARKS = {
    "shown": Text("The lesson has done that for you."),
    "missed": Text("The dice left no room for that step this time; on with the next one."),
}

LABELS = {"orders": "orders", "done": "default", "write": "write"}
"""What a lesson's text names in braces, and the verb of the button that is meant."""


class LessonCards:
    """Keeps the card of every lesson up to date."""

    def __init__(self, service: Service, lookup: BattleLookup, outbox: Outbox) -> None:
        self.service = service
        self.lookup = lookup
        self.outbox = outbox

    async def put(self, here: BattleContext, *, anew: bool = False) -> None:
        """Say where a lesson stands; ``anew`` in a new message at the end. Raises discord.HTTPException."""
        battle = here.battle
        progress, card = await self.service.lessons.progress(battle.id), await self.service.lessons.card(battle.id)
        lesson = lesson_named(battle.row.scenario_key.partition("/")[0])
        content = lesson_content(here, lesson, progress)
        below = max((p.message or 0 for p in await self.service.posts.of(battle.id)), default=0)
        message = card.message if card.channel == battle.channel else None
        stage = stage_of(here, progress)
        if message is not None and (stage != card.stage or message < below or anew):
            await self._close(here, lesson, card, done=progress.step > card.stage)
            message = None
        elif message is not None and content.look == card.look:
            return
        # A card that goes on further down is another message than the one it leaves.
        what = f"{battle.id}|lesson|{stage}|{card.message or 0}"
        sent = await self.outbox.put(self.lookup.channel(battle), message, content, what, battle.id)
        made = Card(message=sent.message.id, channel=battle.channel, stage=stage, look=content.look)
        await self.service.lessons.put_card(battle.id, made)
        await self.outbox.stored(sent)

    async def leave(self, here: BattleContext) -> None:
        """Take the buttons off the card of a lesson that begins anew."""
        card = await self.service.lessons.card(here.battle.id)
        if card.message is not None and card.channel == here.battle.channel:
            await self._close(here, lesson_named(here.battle.row.scenario_key.partition("/")[0]), card)

    async def _close(self, here: BattleContext, lesson: Lesson, card: Card, *, done: bool = False) -> None:
        """Leave a line of a step that is done, or goes on further down."""
        step = lesson.steps[card.stage].title if card.stage < len(lesson.steps) else ""
        told = here.word("Step {n} of {most}: {step}", n=card.stage + 1, most=len(lesson.steps), step=here.word(step))
        line = Content(text=f"-# {'✓ ' if done else ''}{told}", view=view())
        channel = self.lookup.channel(here.battle)
        sent = await self.outbox.put(channel, card.message, line, f"{here.battle.id}|closed", anew=False)
        await self.outbox.stored(sent)


def stage_of(here: BattleContext, progress: Progress) -> int:
    """Tells a card from the one before: a step, or the end."""
    return progress.step if here.battle.status == "running" else 1000


def lesson_content(here: BattleContext, lesson: Lesson, progress: Progress) -> Content:
    """The card of a lesson as it stands."""
    if here.battle.status != "running":
        return _end(here, lesson, progress)
    step = lesson.steps[progress.step]
    words = here.catalogue
    question = next((o for o in here.opens if o.side == lesson.side), None)
    shown = view()
    lines: list[str] = []
    if progress.step == 0 and progress.remark != "hint":
        lines += [here.word(lesson.opening), ""]
    if progress.remark in REMARKS:
        lines += ["-# " + here.say(REMARKS[progress.remark])]
    n = Text("Step {n} of {most}: {step}", n=progress.step + 1, most=len(lesson.steps), step=Text(step.title))
    lines.append(f"**{here.say(n)}**")
    asked: list[str] = []
    named = labels(shown, words)
    kind = question.decision.kind if question is not None else ""
    said = step.then.get(kind, step.text)
    if question is not None:
        ref = Ref(here.battle.id, str(question.token))
        shown = forms.controls(question.decision, ref, words, span=here.table.span, board=here.has_board)
        about = Asked(here.game, question.decision, here.own_table, words)
        first = wanted(about, step)
        named = labels(shown, words)
        if first is not None:
            named["wanted"] = f"**{button_of(about, first)}**"
            point_at(shown, words.say(first.label))
        shown = with_row(shown, _buttons(here, ref))
        asked = [
            "",
            "-# " + here.word("You are asked:"),
            forms.question(question.decision, words, here.game.system.own_rules()),
        ]
        if first is not None and first.kind == "done" and WANTED in said:
            said = "Now press {done}."
    lines.append(_said(said, named, words))
    if progress.remark == "hint":
        lines += ["", "💡 " + _said(step.hint, named, words)]
    return Content(text=fit("\n".join([*lines, *asked]), MESSAGE), view=shown)


def _end(here: BattleContext, lesson: Lesson, progress: Progress) -> Content:
    system = lesson.system
    again = button(Ref(LESSONS, system), LEARN, here.word("Begin the lesson anew"))
    play = button(Ref(LESSONS, system), PLAY, here.word("Play a battle"), style=discord.ButtonStyle.success)
    others = _other_lessons(here, system)
    if progress.step < len(lesson.steps):
        ended = here.ended if here.battle.status == "finished" else here.say(STOPPED)
        told = f"**{escape(ended)}** " + here.word("/learn begins it anew.")
        return Content(text=told, view=view(again, *others))
    lines = [f"**{here.word('Well done: the lesson is over.')}**", here.word(lesson.closing)]
    lines.append(here.word("*Play a battle* begins one that suits you now, against the computer."))
    return Content(text="\n".join(lines), view=view(play, again, *others))


def _other_lessons(here: BattleContext, system: str) -> list[discord.ui.Button[Any]]:
    """To learn the other games, the next one first: after a lesson the message that offered them is far above."""
    known = [lesson.system for lesson in offered()]
    at = known.index(system) + 1 if system in known else 0
    games = [x for x in (*known[at:], *known[:at]) if x != system]
    return [
        button(Ref(LESSONS, x), LEARN, here.word("Learn {game}", game=registry.title(x)), row=1 + n // WIDTH)
        for n, x in enumerate(games[: WIDTH * (ROWS - 1)])
    ]


def labels(shown: discord.ui.View, words: TextCatalogue) -> dict[str, str]:
    """What the buttons say that a lesson's text names, in bold type."""
    there: dict[str, str] = {}
    for item in shown.walk_children():
        inner = _inner(item)
        label = getattr(inner, "label", None)
        if (verb := _verb(inner)) and label:
            there.setdefault(verb, label)
    standard = {"orders": words.translate("Orders"), "default": words.translate("Done"), "write": words.translate("…")}
    named = {name: f"**{there.get(verb, standard[verb])}**" for name, verb in LABELS.items()}
    return {**named, "wanted": "…"}


def point_at(shown: discord.ui.View, label: str) -> None:
    """Have one button of a list stand out: what the step is about, wherever it stands."""
    answers = [b for item in shown.walk_children() if _verb(b := _inner(item)) == "answer"]
    for b in answers:
        if isinstance(b, discord.ui.Button):
            b.style = discord.ButtonStyle.primary if b.label == label else discord.ButtonStyle.secondary


def _inner(item: discord.ui.Item[Any]) -> discord.ui.Item[Any]:
    return item.item if isinstance(item, Component) else item


def _said(template: str, named: dict[str, str], words: TextCatalogue) -> str:
    return words.say(Text(template, **named))


def _buttons(here: BattleContext, ref: Ref) -> list[discord.ui.Button[Any]]:
    return [
        button(ref, SHOW, here.word("Show me")),
        button(ref, BACK, here.word("This step again")),
        button(ref, AGAIN, here.word("From the beginning")),
        button(ref, STOP, here.word("Stop the lesson")),
    ]


def with_row(shown: discord.ui.View, buttons: Sequence[discord.ui.Button[Any]]) -> discord.ui.View:
    """The same controls without what does more than the step is about, or rows left empty, and buttons below.

    Where there is no room for those, they are left out.
    """
    items = [x for item in shown.children if _verb(x := _inner(item)) not in ASTRAY]
    rows = sorted({item.row or 0 for item in items})
    for item in items:
        item.row = rows.index(item.row or 0)
    below = buttons if len(rows) < ROWS else ()
    for item in below:
        item.row = len(rows)
    return view(*items, *below)


ASTRAY = ("lead", "rest", "always")
"""Verbs of what does more than a step is about, now or later."""


def _verb(item: discord.ui.Item[Any]) -> str:
    known = parse(str(getattr(item, "custom_id", "") or ""))
    return known[0] if known is not None else ""
