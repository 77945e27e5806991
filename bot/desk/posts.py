"""What our messages say, as it is stored with them: enough to say it again, or go on with it, after a restart."""

from __future__ import annotations

from pydantic import BaseModel

from bot.components.decision import question
from bot.narration import Dispatch, TextCatalogue, escape, fit
from bot.notation.bind import no_key
from engine.kernel.decisions import Choose, ChooseEach, Command, Decision

DISPATCH, PROMPT, STANDING = "dispatch", "prompt", "standing"
MIRROR, COMPLETE = "mirror", "complete"
"""What stands in the spectators' channel; and since when a dispatch is complete, which is no message at all."""


class Story(Dispatch):
    """A dispatch, and whose controls stand on it."""

    side: str | None = None
    """Side whose activation it is."""
    asks: str = ""
    """``token:side`` of the question put on the dispatch itself; "" for none."""


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
    outcome: str = ""
    """How it was answered; the message is closed when this is set."""

    @property
    def asks(self) -> str:
        return f"{self.token}:{self.side}"

    def closed(self, limit: int = 2000) -> str:
        """What the message says once the question is answered."""
        return fit("\n".join(f"-# {line}" for line in (*self.text.splitlines()[:1], self.outcome)), limit)


def prompt_of(decision: Decision, token: str, user: int | None, catalogue: TextCatalogue) -> Prompt:
    """The prompt for a question."""
    labels: dict[str, str] = {}
    if isinstance(decision, Choose):
        labels = {c.key: catalogue.say(c.label) for c in decision.choices}
    elif isinstance(decision, ChooseEach):
        labels = {f"{i.key} {c.key}": catalogue.say(c.label) for i in decision.items for c in i.choices}
        labels |= {f"no {i.key}": no_key(i) for i in decision.items}
    elif not isinstance(decision, Command):
        raise TypeError(f"no prompt for a {type(decision).__name__}")
    return Prompt(
        side=decision.side,
        token=token,
        text=question(decision, catalogue),
        labels=labels,
        secret=decision.secret,
        user=user,
    )


def outcome(prompt: Prompt, answer: dict[str, object] | None, who: str, catalogue: TextCatalogue) -> str:
    """How a prompt was answered, in a few words. ``answer`` is the journal's; None where nobody answered it."""
    if answer is None:
        return catalogue.translate("No longer asked here.")
    if prompt.secret:
        return catalogue.translate("Answered.")
    said = ""
    if answer.get("do") == "pick":
        said = prompt.labels.get(str(answer["key"]), str(answer["key"]))
    elif answer.get("do") == "picks" and isinstance(answer.get("picks"), dict):
        picks: dict[str, str] = answer["picks"]  # type: ignore[assignment]
        done = [
            f"{unit}: {prompt.labels.get(f'{unit} {key}', key)}"
            for unit, key in picks.items()
            if prompt.labels.get(f"no {unit}") != key
        ]
        said = ", ".join(done) or catalogue.translate("none")
    return f"{escape(who)}: {escape(fit(said, 300))}" if said else catalogue.translate("Answered.")
