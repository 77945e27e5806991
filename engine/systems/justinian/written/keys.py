"""Orders named by the keys of their menus, as a panel and the adjudicator list them: "attack", "give-armenia 5"."""

from __future__ import annotations

from typing import NoReturn

from engine.kernel.areas import AreaMap
from engine.kernel.decisions import Answer, Choice, Command, Menu, listed
from engine.kernel.statement import Statement, clipped
from engine.kernel.text import refuse


def by_keys(decision: Command, statement: Statement, board: AreaMap) -> Answer | None:
    """The order at the end of the menus that the words name one after the other; None where they name none.

    Raises Refusal where they lead to a menu that goes on, and for a number that isn't open there.
    """
    menu = decision.menu
    words = [str(t).casefold() for t in statement.tokens]
    for n, word in enumerate(words):
        choice = next((c for c in menu if word in _names(c, board)), None)
        last = n + 1 == len(words)
        if choice is None:
            if n and word.isdecimal() and any(c.key.isdecimal() for c in menu):
                _refuse(decision, "“{text}” isn't open: {prompt} Open: {options}.", words, menu)
            return None
        if choice.menu is None:
            return choice.answer if last else None
        if last and choice.leads is not None:
            return choice.leads
        menu = choice.menu()
    _refuse(decision, "“{text}” goes on: {prompt} Open: {options}; write “{text} {first}”.", words, menu)


def _refuse(decision: Command, why: str, words: list[str], menu: Menu) -> NoReturn:
    refuse(
        why,
        rule=decision.rule,
        text=clipped(" ".join(words)),
        prompt=menu.prompt,
        options=listed(menu.choices),
        first=menu.choices[0].key if menu.choices else "done",
    )


def _names(choice: Choice, board: AreaMap) -> set[str]:
    """A choice's key, as it is and as it can be typed: no sign stands within a word, and a place has its code too."""
    key = choice.key.casefold()
    typed = key.replace("+", "-").replace("@", "-")
    found = {key, typed}
    if choice.hex is not None and typed.endswith(f"-{choice.hex}"):
        found.add(f"{typed.removesuffix(str(choice.hex))}{board.code(choice.hex)}".casefold())
    return found
