"""Standing orders: which answer they give to an open decision.

Scopes, the narrowest first: one unit or leader ("THC3"), the groups, commands and types the rule system knows ("THC",
"Huns", "light-cavalry"), the whole side ("*"). The narrowest order about a unit counts, whatever the wider ones say.

Orders for one activation come before those that stand for good, but for the one that silences all that would be asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from bot.storage import PolicyRow
from engine.kernel.decisions import (
    DECLINES,
    Answer,
    Choice,
    Choose,
    ChooseEach,
    Command,
    Decision,
    Item,
    Pick,
    Picks,
    Policy,
    Scope,
    choice_of,
)
from engine.kernel.text import Refusal, Text, refuse

ANSWERS = ("always", "never", "ask")
CONDITION = "if:"
AND = "+"
EVERYBODY = "*"
EVERYTHING = "*"
"""Kind of the order that nothing more is asked in an activation: what would be asked is left undone, or is done."""

MOST = 60
"""Characters of an answer, conditions included."""

Scopes = Callable[[str], Sequence[Scope]]
"""The scopes of a side, by its id."""


def check(answer: str, conditions: Sequence[str]) -> None:
    """Refuse an answer no standing order of a kind with these conditions knows."""
    if answer in ANSWERS or (0 < len(given := wanted(answer)) == len({*given} & {*conditions}) and len(answer) <= MOST):
        return
    options = ", ".join((*ANSWERS, *(CONDITION + c for c in conditions)))
    refuse("A standing order says one of: {options}.", options=options)


def wanted(answer: str) -> list[str]:
    """The conditions an answer depends on.

    >>> wanted("if:from-infantry+no-hits"), wanted("always")
    (['from-infantry', 'no-hits'], [])
    """
    return answer.removeprefix(CONDITION).split(AND) if answer.startswith(CONDITION) else []


def scope_named(scopes: Sequence[Scope], name: str) -> str | None:
    """The scope a player means, as it is stored; None when a side has none of that name."""
    plain = name.strip().casefold()
    if plain in (EVERYBODY, "everybody", "all"):
        return EVERYBODY
    return next((s.key for s in scopes if s.key.casefold() == plain), None)


@dataclass(frozen=True, slots=True)
class Settled:
    """What standing orders say to a decision."""

    answer: Answer | None = None
    """None: nothing."""
    complete: bool = False
    """Whether that answers all of it."""
    ordered: frozenset[str] = frozenset()
    """Units (or keys of the answer to a single choice) an order of the player's decided; the others cost nothing."""


def settled(decision: Decision, policies: Sequence[PolicyRow], scopes: Scopes) -> Settled:
    """What the standing orders of the side that is asked say; without any, what costs nothing is done."""
    orders = _Orders(decision.side, policies, scopes)
    if isinstance(decision, Choose) and decision.policy is not None:
        key, ordered = orders.key(decision.policy, decision.subject, decision.default_key)
        return Settled() if key is None else Settled(Pick(key=key), True, frozenset({key} if ordered else ()))
    if isinstance(decision, Command) and decision.policy is not None:
        key, ordered = orders.key(decision.policy, decision.subject, decision.policy.yes)
        if key != decision.policy.yes:
            return Settled()
        return Settled(decision.default, True, frozenset({decision.policy.yes} if ordered else ()))
    if isinstance(decision, ChooseEach):
        picks: dict[str, str] = {}
        by_order: set[str] = set()
        for item in decision.items:
            key, ordered = (
                orders.key(item.policy, item.key, item.idle_key) if item.policy is not None else (None, False)
            )
            if key is not None and (decision.clash is None or decision.clash({**picks, item.key: key}) is None):
                picks[item.key] = key
                by_order |= {item.key} if ordered else set()
        whole = bool(picks) and len(picks) == len(decision.items)
        return Settled(Picks(picks=picks) if picks else None, whole, frozenset(by_order))
    return Settled()


def ordered(decision: ChooseEach, policies: Sequence[PolicyRow], scopes: Scopes) -> dict[str, str]:
    """Units of a question that have standing orders, with the keys these choose."""
    found = settled(decision, policies, scopes)
    picks = found.answer.picks if isinstance(found.answer, Picks) else {}
    return {unit: key for unit, key in picks.items() if unit in found.ordered}


class _Orders:
    """The standing orders of one side."""

    def __init__(self, side: str, policies: Sequence[PolicyRow], scopes: Scopes) -> None:
        self.side = side
        self.policies = [p for p in policies if p.side == side]
        self.scopes = scopes

    def key(self, policy: Policy, unit: str | None, default: str) -> tuple[str | None, bool]:
        """The key they choose (None when the player wants to be asked), and whether an order was given for it.

        ``default`` is chosen where nothing may be asked and the rules don't let the unit do nothing.
        """
        if policy.sooner is not None:
            first, ordered = self.key(policy.sooner, unit, policy.sooner.no)
            if first != policy.sooner.no:
                return first, ordered
        wish = self._wish(policy.kind, policy.who or unit)
        free = policy.yes if policy.free else policy.no if policy.idle else None
        if wish is None and free is not None:
            return free, False
        if wish in (None, "ask"):
            silent = self._covering(EVERYTHING, policy.who or unit, True)
            if silent is None or (silent == "always" and policy.apart):
                return None, wish == "ask"
            undone = policy.no if policy.no in DECLINES else default
            return (policy.yes if silent == "always" else undone), True
        fits = wish == "always" or (wish != "never" and all(policy.conditions.get(c) for c in wanted(wish)))
        return (policy.yes if fits else policy.no), True

    def _wish(self, kind: str, unit: str | None) -> str | None:
        now = self._covering(kind, unit, True)
        return now if now is not None else self._covering(kind, unit, False)

    def _covering(self, kind: str, unit: str | None, now: bool) -> str | None:
        """What the narrowest order of a kind that covers the unit says; ``now``: of those for this activation."""
        by_scope = {p.scope.casefold(): p.answer for p in self.policies if p.kind == kind and bool(p.moment) == now}
        if not by_scope:
            return None
        if unit is not None and set(by_scope) != {EVERYBODY}:
            for s in self.scopes(self.side):
                if unit in s.units and s.key.casefold() in by_scope:
                    return by_scope[s.key.casefold()]
        return by_scope.get(EVERYBODY)


def words(decision: Decision, answer: Answer) -> tuple[Text, ...]:
    """An answer in the words of the choices, to stand beside its question; () for orders and for what is secret."""
    if isinstance(decision, Choose) and isinstance(answer, Pick) and not decision.secret:
        return (_choice(decision, answer.key).label,)
    return told(decision, answer, frozenset(i.key for i in getattr(decision, "items", ())))


def told(decision: Decision, answer: Answer, ordered: frozenset[str]) -> tuple[Text, ...]:
    """What standing orders decided, to stand alone in the story: who does what; () for what is secret.

    ``ordered`` is that of :class:`Settled`.
    """
    return () if decision.secret else tuple(_told(decision, answer, ordered))


def _told(decision: Decision, answer: Answer, ordered: frozenset[str]) -> Iterator[Text]:
    if isinstance(decision, Choose) and isinstance(answer, Pick) and answer.key in ordered:
        choice = _choice(decision, answer.key)
        # "Fire at HC3" doesn't say who does.
        if choice.unit is None or choice.unit in str(choice.label):
            yield choice.label
        else:
            yield _of(choice.unit, choice)
    elif isinstance(decision, ChooseEach) and isinstance(answer, Picks):
        items = {i.key: i for i in decision.items}
        for unit, key in decision.picked(answer):
            if unit in ordered:
                yield _of(unit, _choice(items[unit], key))


def _of(unit: str, choice: Choice) -> Text:
    return Text("{unit}: {choice}", unit=unit, choice=choice.label)


def _choice(asked: Choose | Item, key: str) -> Choice:
    try:
        return choice_of(asked, key)
    except (KeyError, Refusal):
        return Choice(key, Text("{key}", key=key))
