"""From a statement to an answer of the open decision.

Questions with a list of choices are read here, by their keys; orders are read by the rule system.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Any

from engine.kernel.decisions import Answer, Choice, Choose, ChooseEach, Decision, Item, Pick, Picks
from engine.kernel.game import Game
from engine.kernel.statement import Statement
from engine.kernel.text import refuse

ALL = "all"
NONE = "none"
DONE = "done"


def bind(game: Game[Any], decision: Decision, statements: Sequence[Statement]) -> tuple[Answer, int]:
    """The answer the first statements give to ``decision``, and how many of them it used.

    A :class:`Choose` or an order takes one statement; a :class:`ChooseEach` takes all that follow about its units.
    Raises Refusal, with the candidates where a statement is ambiguous or fits nothing.
    """
    if not statements:
        refuse("There is no order in that.")
    if isinstance(decision, Choose):
        return Pick(key=_choice(decision.choices, _text(statements[0]), decision.rule)), 1
    if isinstance(decision, ChooseEach):
        return _each(decision, statements)
    return game.system.read(game, decision, statements[0]), 1


def _text(statement: Statement) -> str:
    """How a statement is compared with keys: no spaces, no case."""
    return _plain(str(statement))


def _plain(text: str) -> str:
    return "".join(text.split()).casefold()


def _choice(choices: Sequence[Choice], text: str, rule: str) -> str:
    """The key meant by ``text``: the key itself, the hex or unit it is about, or the beginning of key or label."""
    tests: tuple[Callable[[Choice], bool], ...] = (
        lambda c: _plain(c.key) == text,
        # A hex or a unit must be written in full: "HC1" is not the beginning of "HC12".
        lambda c: text in ((f"{c.hex:04d}" if c.hex is not None else None), _plain(c.unit or " ") or None),
        lambda c: _plain(c.key).startswith(text),
        lambda c: _plain(str(c.label)).startswith(text),
    )
    for means in tests:
        found = [c.key for c in choices if means(c)]
        if len(found) == 1:
            return found[0]
        if found:
            refuse("“{text}” could be any of: {options}.", rule=rule, text=text, options=", ".join(found))
    refuse("“{text}” is not among the choices: {options}.", rule=rule, text=text, options=_keys(choices))


def _each(decision: ChooseEach, statements: Sequence[Statement]) -> tuple[Picks, int]:
    by_name = {i.key.casefold(): i for i in decision.items}
    picks: dict[str, str] = {}
    used = 0
    for statement in statements:
        words = [str(t).casefold() for t in statement.tokens]
        head = words[0]
        # "LC5 LC6 hold": all units named before the last word do the same; that word may be a unit's too, a target's.
        named = [by_name[w] for w in takewhile(by_name.__contains__, words[:-1])]
        if not named and head in by_name:
            named = [by_name[head]]
        rest = _plain(" ".join(words[max(1, len(named)) :]))
        if named:
            if any(i.key in picks for i in named):
                break  # a second statement about the same unit is for the next question
            picks |= {i.key: _item_choice(i, rest, decision.rule) for i in named}
        elif head == ALL and rest:
            for i in decision.items:
                picks.setdefault(i.key, _item_choice(i, rest, decision.rule))
        elif (head == NONE or (head == DONE and len(statements) == 1)) and not rest:
            # In a batch "done" was written for another question.
            for i in decision.items:
                picks.setdefault(i.key, no_key(i))
        elif used:
            break
        else:
            refuse(
                "{text} names none of the units asked: {units}. Write “{first} {key}”, “all {key}” or “none”.",
                rule=decision.rule,
                text=str(statement),
                units=_keys(decision.items),
                first=decision.items[0].key,
                key=decision.items[0].choices[0].key,
            )
        used += 1
    return Picks(picks=picks), used


def no_key(item: Item) -> str:
    """What a unit does that does nothing: the "no" of its standing order, or what it does unasked."""
    return item.policy.no if item.policy is not None else item.default_key


def yes_key(item: Item) -> str | None:
    """The "yes" of a unit's standing order; None where the question isn't one of yes or no."""
    return item.policy.yes if item.policy is not None else None


def _item_choice(item: Item, text: str, rule: str) -> str:
    if not text:
        refuse("What should {unit} do? {options}.", rule=rule, unit=item.key, options=_keys(item.choices))
    return _choice(item.choices, text, rule)


def _keys(options: Sequence[Choice] | Sequence[Item]) -> str:
    return ", ".join(o.key for o in options)
