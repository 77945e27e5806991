"""Standing orders: which answer they give to an open decision.

Scopes, the narrowest first: one unit ("THC3"), its group ("THC"), the whole side ("*").
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.storage import PolicyRow
from engine.kernel.decisions import Answer, Choose, ChooseEach, Decision, Pick, Picks, Policy
from engine.kernel.text import refuse

ANSWERS = ("always", "never", "ask")
CONDITION = "if:"


def check(answer: str, conditions: Sequence[str]) -> None:
    """Refuse an answer no standing order knows."""
    if answer in ANSWERS:
        return
    if answer.startswith(CONDITION) and answer.removeprefix(CONDITION) in conditions:
        return
    options = ", ".join((*ANSWERS, *(CONDITION + c for c in conditions)))
    refuse("A standing order says one of: {options}.", options=options)


def scopes(unit: str | None) -> list[str]:
    """Scopes a unit falls under, the narrowest first."""
    found = ["*"]
    if unit:
        found = [unit, unit.rstrip("0123456789"), "*"]
    return list(dict.fromkeys(s for s in found if s))


def answer_of(policies: Sequence[PolicyRow], side: str, unit: str | None, policy: Policy) -> str | None:
    """Key the standing orders choose; None when the player wants to be asked."""
    by_scope = {p.scope: p.answer for p in policies if p.side == side and p.kind == policy.kind}
    for scope in scopes(unit):
        if scope in by_scope:
            wish = by_scope[scope]
            break
    else:
        wish = "always" if policy.free else "ask"
    if wish == "ask":
        return None
    if wish == "always":
        return policy.yes
    if wish == "never":
        return policy.no
    return policy.yes if policy.conditions.get(wish.removeprefix(CONDITION)) else policy.no


def automatic(decision: Decision, policies: Sequence[PolicyRow]) -> Answer | None:
    """The answer standing orders give to the whole decision; None when any part of it is the player's to answer."""
    if isinstance(decision, Choose) and decision.policy is not None:
        key = answer_of(policies, decision.side, decision.subject, decision.policy)
        return None if key is None else Pick(key=key)
    if isinstance(decision, ChooseEach):
        picks: dict[str, str] = {}
        for item in decision.items:
            if item.policy is None:
                return None
            key = answer_of(policies, decision.side, item.key, item.policy)
            if key is None:
                return None
            picks[item.key] = key
        return Picks(picks=picks)
    return None
