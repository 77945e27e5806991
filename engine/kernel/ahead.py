"""Answers given beforehand to questions that are still to come: given then if they fit, else the question is asked."""

from __future__ import annotations

from dataclasses import dataclass

from engine.kernel.decisions import Answer, Choice, Choose, Command, Decision, Pick
from engine.kernel.text import Refusal


def answer_of(choice: Choice) -> Answer:
    """What is answered by a choice that leads to no further menu."""
    return choice.answer or Pick(key=choice.key)


@dataclass(frozen=True, slots=True)
class Ahead:
    """One choice of a question that is still to come."""

    kind: str
    """The question's."""
    choice: Choice
    unlisted: bool = False
    """An answer made up beforehand that need not stand in a list as it was: it fits where it can be given, by the
    choice's unit where the question is about one."""

    proposed: bool = False
    """It is whatever is proposed then; where nothing of the kind is asked it is passed over."""

    def answer_to(self, decision: Decision | None) -> Answer | None:
        """What is answered to what is asked now; None where it isn't what was foreseen when this was offered."""
        if not isinstance(decision, (Choose, Command)) or decision.kind != self.kind:
            return None
        if self.proposed:
            return decision.default
        if self.unlisted:
            fits = decision.subject in (None, self.choice.unit) and _possible(decision, self.answer)
        else:
            now = next((c for c in decision.menu if c.key == self.choice.key and c.menu is None), None)
            fits = now is not None and told(now) == told(self.choice)
        return self.answer if fits else None

    @property
    def answer(self) -> Answer:
        """What is answered by it, where it isn't what is proposed then."""
        return answer_of(self.choice)


def _possible(decision: Decision, answer: Answer) -> bool:
    try:
        decision.check(answer)
    except Refusal:
        return False
    return True


def told(choice: Choice) -> tuple[object, ...]:
    """What a player goes by."""
    risk = str(choice.risk.words) if choice.risk is not None else ""
    return choice.key, str(choice.label), choice.answer, choice.chance, risk
