"""The clocks of a battle's sides: what an open question may take, and what answers have cost.

An answer takes its own limit first, then runs on the bank of its side; an empty bank leaves a grace. When the word has
passed to somebody else the bonus is owed, and comes into the bank, which never holds more than was agreed, as the side
is asked next. Time that has passed is gone: a question that is asked again after a take-back goes on from where the
side's last answer was.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from bot.service.time import limits
from bot.service.time.hours import Hours
from bot.storage import Bank, Limits, Question
from engine.kernel.decisions import ELSEWHERE

LATE = 3
"""Answers that deadlines must have given for a side with an empty bank before its opponent may claim the win."""

DEADLINE = "deadline"


@dataclass(frozen=True, slots=True)
class Terms:
    """What was agreed."""

    mode: str
    limits: Limits
    untimed: bool = False
    """Whether a mode alone sets no limit: time passes only where limits were agreed."""

    @property
    def endless(self) -> bool:
        """Whether an answer may take as long as it likes."""
        return self.untimed and self.limits.seconds is None and self.limits.bank is None


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that is open now."""

    side: str
    kind: str
    token: int


class Clocks:
    """The clocks of one battle."""

    def __init__(self, banks: Mapping[str, Bank]) -> None:
        self.banks = dict(banks)
        self._answered: set[str] = set()
        self._passed: set[str] = set()
        self._late: set[str] = set()
        self._back: str | None = None

    # -- what happens between two settlements -------------------------------------------------------------------

    def answered(self, side: str, by: str | None) -> None:
        """An answer was given: ``by`` its player (None), or whatever has answered in their place."""
        if by is None:
            self._passed |= self._answered - {side}
            self._answered.add(side)
        elif by == DEADLINE:
            self._late.add(side)

    def taken_back(self, side: str) -> None:
        """A side has taken back answers of its own."""
        self._back = side
        self._answered.discard(side)
        self._passed.discard(side)

    def swap(self, one: str, other: str, bank: float) -> None:
        """Two players change sides, and take their time with them."""
        first, second = (self.banks.get(s, Bank(bank)) for s in (one, other))
        self.banks |= {one: second, other: first}

    def agree(self, sides: list[str], before: Limits, after: Limits) -> None:
        """Other limits are agreed on: another bank is full for everybody."""
        if before.bank != after.bank:
            full = after.bank or 0.0
            self.banks |= {s: replace(self.banks.get(s, Bank()), left=full, owed=0.0, late=0) for s in sides}

    # -- settling -----------------------------------------------------------------------------------------------

    def left(self, terms: Terms, side: str) -> float:
        """What is in a side's bank, with what is owed to it."""
        most = terms.limits.bank or 0.0
        bank = self.banks.get(side, Bank(most))
        return min(most, bank.left + bank.owed)

    def remains(self, terms: Terms, hours: Hours, q: Question, now: float) -> float:
        """What is in the bank of a side that is asked, as its time passes."""
        if q.kind == ELSEWHERE:
            return self.left(terms, q.side)
        free = limits.free(terms.mode, terms.limits)
        used = q.used + hours.counted(q.asked, now)
        return max(0.0, self.left(terms, q.side) - max(0.0, used - free) + max(0.0, q.used - free))

    def late(self, side: str) -> int:
        """How many answers deadlines have given for a side since its bank ran empty."""
        return self.banks.get(side, Bank()).late

    def stop(self, terms: Terms, hours: Hours, q: Question, now: float) -> None:
        """A question is over: its side pays for the time it took."""
        bank = self.banks.get(q.side, Bank(terms.limits.bank or 0.0))
        used = q.used + hours.counted(q.asked, now)
        if q.kind == ELSEWHERE:
            self.banks[q.side] = bank
            return
        if q.side in self._late:
            left, late = 0.0, bank.late + 1 if terms.limits.bank is not None else 0
        else:
            free = limits.free(terms.mode, terms.limits)
            spent = max(0.0, used - free) - max(0.0, q.used - free)
            left, late = max(0.0, bank.left - spent), bank.late
        self.banks[q.side] = replace(bank, left=left, late=late, used=used)

    def ask(
        self,
        battle: str,
        terms: Terms,
        hours: Callable[[str], Hours],
        old: Mapping[str, Question],
        asked: list[Asked],
        now: float,
    ) -> dict[str, Question]:
        """The questions now open, by side; those that are over are paid for. One that was open before keeps its time.

        ``hours`` tells when a side's time passes. Deadlines are reckoned anew: a player may have gone on vacation.
        """
        open_ = {a.side: a for a in asked}
        kept = {s: q for s, q in old.items() if s in open_ and open_[s].token == q.token}
        for side, q in old.items():
            if side not in kept:
                self.stop(terms, hours(side), q, now)
                if side in self._answered and (side not in open_ or side in self._passed):
                    self.banks[side] = replace(self.banks[side], owed=terms.limits.bonus)
        found: dict[str, Question] = {}
        for side, a in open_.items():
            q = kept.get(side) or self._asked(battle, terms, a, now)
            allowed = limits.allowed(terms.mode, terms.limits, self.left(terms, side), q.used)
            if q.kind == ELSEWHERE:
                allowed = limits.AWAY[terms.mode]
            due = None if terms.endless else hours(side).due(q.asked, allowed)
            # A deadline that is put off gets a reminder of its own.
            later = due is None or (q.due is not None and due > q.due)
            found[side] = replace(q, due=due, reminded=q.reminded and not later)
        self._answered, self._passed, self._late, self._back = set(), set(), set(), None
        return found

    def _asked(self, battle: str, terms: Terms, a: Asked, now: float) -> Question:
        bank = self.banks.get(a.side, Bank(terms.limits.bank or 0.0))
        again = a.side == self._back
        left = bank.left if again else self.left(terms, a.side)
        self.banks[a.side] = replace(bank, left=left, owed=0.0, late=bank.late if left == 0 else 0)
        return Question(battle, a.side, a.token, a.kind, now, None, used=bank.used if again else 0.0)
