"""What our messages say, as it is stored with them: enough to say it again, or go on with it, after a restart."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import discord
from pydantic import BaseModel

from bot.components.decision import question
from bot.components.ids import Ref
from bot.components.items import button, view
from bot.components.recurring import called
from bot.messages.delivery.deliver import Content
from bot.narration import Dispatch, TextCatalogue, escape, fit
from bot.notation.bind import no_key
from bot.service import Open
from engine.kernel.decisions import DECLINES, Choose, ChooseEach, Command, Decision
from engine.kernel.system import RuleText
from engine.kernel.text import Text

DISPATCH, PROMPT, STANDING = "dispatch", "prompt", "standing"
NOTICE = "notice"
"""What is announced about a battle: dropped when it has arrived."""
REQUEST = "request"
"""What one player asks of the other; its key is :attr:`bot.service.Battle.request_key`."""
INVITATION = "invitation"
"""What asks somebody to join a side, or to lead it; its key is who that is."""
LEFT = "left"
"""A message in whose place another was sent, since it was too old to be edited: its controls are still to be taken off.
Its key is the message's number."""
MENTIONS = re.compile(r"^(?:<@\d+> ?)+")
"""Those a message begins with."""
MIRROR, COMPLETE = "mirror", "complete"
"""What stands in the spectators' channel; and since when a dispatch is complete, which is no message at all."""


class Story(Dispatch):
    """A dispatch, and whose controls stand on it."""

    side: str | None = None
    """Side whose activation it is."""
    asks: str = ""
    """``token:side`` of the question put on the dispatch itself; "" for none."""
    called: int | None = None
    """Who was called to it as the dispatch was sent."""
    to: str = ""
    """Whom that question was put to (:func:`bot.messages.publishing.free_hours.addressed`)."""
    bare: bool = False
    """Whether its map is still to be drawn: it was told without, since drawing failed."""


class Prompt(BaseModel):
    """A question put in a message of its own."""

    side: str
    token: str
    text: str
    """The question, rendered."""
    labels: dict[str, str] = {}
    """What each key means, to tell what was answered."""
    secret: bool = False
    user: int | None = None
    """Who is called."""
    to: str = ""
    """Whom it was put to as its message says (:func:`bot.messages.publishing.free_hours.addressed`)."""
    outcome: str = ""
    """How it was answered; the message is closed when this is set."""
    before: str = ""
    """What the message says of the question before, which was put in it too."""
    answered: int | None = None
    """Number of the journal entry with its answer; None while there is none."""

    @property
    def asks(self) -> str:
        return f"{self.token}:{self.side}"

    def closed(self, limit: int = 2000) -> str:
        """What the message says once the question is answered."""
        return fit("\n".join(f"-# {line}" for line in (*self.text.splitlines()[:1], self.outcome)), limit)


class Press(BaseModel):
    """A button of a notice."""

    token: str
    argument: str
    verb: str
    label: str
    style: int = 2
    """As Discord numbers them."""

    @classmethod
    def of(cls, ref: Ref, verb: str, label: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary) -> Press:
        return cls(token=ref.token, argument=ref.argument, verb=verb, label=label, style=style.value)


class Request(BaseModel):
    """What one player asks of the other."""

    text: str
    asking: int
    """Tells it from the same thing asked before: the interaction by which it was asked."""
    outcome: str = ""
    """What was answered; "" as long as nothing is."""
    again: bool = False
    """Whether it was put to somebody else before, whose side was handed on."""
    presses: tuple[Press, ...] = ()
    """The buttons of an invitation, which go along where the battle does."""

    @property
    def asked(self) -> tuple[int, ...]:
        """Who is called by it, and may answer."""
        called = MENTIONS.match(self.text)
        return tuple(sorted(int(u) for u in re.findall(r"<@(\d+)>", called[0]))) if called is not None else ()

    def put_to(self, asked: Sequence[int]) -> Request:
        """The same, put to others."""
        text = f"{' '.join(f'<@{u}>' for u in asked)} {MENTIONS.sub('', self.text)}"
        return self.model_copy(update={"text": text, "again": True})

    def settled(self, outcome: str) -> str:
        """What its message says when nobody is asked any more: calls nobody."""
        return f"-# {MENTIONS.sub('', self.text)}\n{self.outcome or outcome}"


class Notice(BaseModel):
    """An announcement."""

    text: str
    mentions: tuple[int, ...] = ()
    """Who is called."""
    presses: tuple[Press, ...] = ()
    guest: int = 0
    """Whom it invites to a side: its buttons go when that is settled."""

    def content(self, battle: str) -> Content:
        buttons = (
            button(Ref(battle, p.token, p.argument), p.verb, p.label, style=discord.ButtonStyle(p.style))
            for p in self.presses
        )
        return Content(text=self.text, view=view(*buttons) if self.presses else None, mentions=self.mentions)


def prompt_of(
    decision: Decision, token: str, user: int | None, catalogue: TextCatalogue, own: Sequence[RuleText] = ()
) -> Prompt:
    """The prompt for a question. ``own``: rules of the battle."""
    labels: dict[str, str] = {}
    if isinstance(decision, Choose):
        labels = {c.key: catalogue.say(c.label) for c in decision.choices}
    elif isinstance(decision, ChooseEach):
        labels = {f"{i.key} {c.key}": catalogue.say(c.label) for i in decision.items for c in i.choices}
        # Where units retreat, say, the default is no less done than another way.
        labels |= {f"no {i.key}": no for i in decision.items if (no := no_key(i)) in DECLINES}
        names = {i.key: called(i) for i in decision.items}
        told = {key: catalogue.say(name) if isinstance(name, Text) else name for key, name in names.items()}
        labels |= {f"who {key}": name for key, name in told.items() if name != key}
    elif not isinstance(decision, Command):
        raise TypeError(f"no prompt for a {type(decision).__name__}")
    return Prompt(
        side=decision.side,
        token=token,
        text=question(decision, catalogue, own),
        labels=labels,
        secret=decision.secret,
        user=user,
    )


def outcome(
    prompt: Prompt, answer: dict[str, object] | None, who: str, catalogue: TextCatalogue, where: str = ""
) -> str:
    """How a prompt was answered, in a few words. ``answer`` is the journal's; None where nobody answered it.

    ``where``: link to the dispatch that tells what came of an order.
    """
    if answer is None:
        return catalogue.translate("No longer asked here.")
    if prompt.secret:
        return catalogue.translate("Answered.")
    said = ""
    if answer.get("do") == "pick":
        said = prompt.labels.get(str(answer["key"]), str(answer["key"]))
    elif answer.get("do") == "picks" and isinstance(picks := answer.get("picks"), dict):
        done = [
            f"{prompt.labels.get(f'who {unit}', unit)}: {prompt.labels.get(f'{unit} {key}', key)}"
            for unit, key in picks.items()
            if prompt.labels.get(f"no {unit}") != key
        ]
        said = ", ".join(done) or _declined(prompt.labels) or catalogue.translate("none")
    if said:
        return f"{escape(who)}: {escape(fit(said, 300))}"
    if not where:
        return catalogue.translate("Answered.")
    return catalogue.say(Text("{side}: [as the dispatch tells]({link})", side=escape(who), link=where))


def _declined(labels: Mapping[str, str]) -> str:
    """What all do who do nothing, as their choices say it: "Let it pass"; "" where they say it in different ways."""
    unit_and_key = (f"{about[len('no ') :]} {key}" for about, key in labels.items() if about.startswith("no "))
    said = {labels.get(x, "") for x in unit_and_key}
    return said.pop() if len(said) == 1 else ""


def asks_of(o: Open) -> str:
    """What tells a question from others: ``token:side``."""
    return f"{o.token}:{o.side}"
