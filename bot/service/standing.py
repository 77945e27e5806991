"""Standing orders: which answer they give to an open decision.

Scopes, the narrowest first: one unit ("THC3"), its group ("THC"), the whole side ("*").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bot.storage import PolicyRow
from engine.kernel.decisions import Answer, Choice, Choose, ChooseEach, Decision, Pick, Picks, Policy
from engine.kernel.text import Text, refuse

ANSWERS = ("always", "never", "ask")
CONDITION = "if:"

_SCOPE = re.compile(r"\*|[A-Za-z][\w-]{0,39}")


def check(answer: str, conditions: Sequence[str], scope: str) -> None:
    """Refuse an answer no standing order knows, or a scope that can't be one."""
    if not _SCOPE.fullmatch(scope):
        refuse("A standing order is for a unit (THC3), a group (THC) or the whole side (*).")
    if answer in ANSWERS:
        return
    if answer.startswith(CONDITION) and answer.removeprefix(CONDITION) in conditions:
        return
    options = ", ".join((*ANSWERS, *(CONDITION + c for c in conditions)))
    refuse("A standing order says one of: {options}.", options=options)


def scopes(unit: str | None) -> list[str]:
    """Scopes a unit falls under, the narrowest first.

    >>> scopes("THC3"), scopes(None)
    (['THC3', 'THC', '*'], ['*'])
    """
    found = ([unit, unit.rstrip("0123456789")] if unit else []) + ["*"]
    return list(dict.fromkeys(s for s in found if s))


def answer_of(policies: Sequence[PolicyRow], side: str, unit: str | None, policy: Policy) -> str | None:
    """Key the standing orders choose; None when the player wants to be asked.

    Without a standing order, what costs nothing is done and everything else asked.
    """
    by_scope = {p.scope.casefold(): p.answer for p in policies if p.side == side and p.kind == policy.kind}
    given = (by_scope[s.casefold()] for s in scopes(unit) if s.casefold() in by_scope)
    wish = next(given, "always" if policy.free else "never" if policy.idle else "ask")
    if wish == "ask":
        return None
    if wish == "always":
        return policy.yes
    if wish == "never":
        return policy.no
    return policy.yes if policy.conditions.get(wish.removeprefix(CONDITION)) else policy.no


def settled(decision: Decision, policies: Sequence[PolicyRow]) -> tuple[Answer | None, bool]:
    """What standing orders say to a decision (None: nothing), and whether that answers all of it."""
    if isinstance(decision, Choose) and decision.policy is not None:
        key = answer_of(policies, decision.side, decision.subject, decision.policy)
        return (None, False) if key is None else (Pick(key=key), True)
    if isinstance(decision, ChooseEach):
        picks: dict[str, str] = {}
        for item in decision.items:
            key = item.policy and answer_of(policies, decision.side, item.key, item.policy)
            if key is not None:
                picks[item.key] = key
        return (Picks(picks=picks) if picks else None), bool(picks) and len(picks) == len(decision.items)
    return None, False


def words(decision: Decision, answer: Answer) -> tuple[Text, ...]:
    """An answer in the words of the choices; () for orders and for what isn't public yet."""
    return () if decision.secret else tuple(_words(decision, answer))


def _words(decision: Decision, answer: Answer) -> Iterator[Text]:
    if isinstance(decision, Choose) and isinstance(answer, Pick):
        yield _label(decision.choices, answer.key)
    elif isinstance(decision, ChooseEach) and isinstance(answer, Picks):
        choices = {i.key: i.choices for i in decision.items}
        for unit, key in decision.picked(answer):
            yield Text("{unit}: {choice}", unit=unit, choice=_label(choices[unit], key))


def _label(choices: Sequence[Choice], key: str) -> Text:
    return next((c.label for c in choices if c.key == key), Text("{key}", key=key))
