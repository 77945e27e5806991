"""What may be written next: completions of a half-written order, all of them legal now.

The menus of the open decision are walked as far as what is written decides; nothing here knows what an order means.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from bot.language.catalogue import ENGLISH, TextCatalogue
from engine.kernel.board import Board, Place
from engine.kernel.decisions import Answer, Choice, Choose, ChooseEach, Command, Decision, Menu
from engine.kernel.hexes import show
from engine.kernel.statement import Face, HexRef, Statement, Token, Word

SKIP = 8
"""A menu this short that what is written says nothing about is looked through, not offered."""

MENUS = 60
"""Most menus built for one answer: keeps autocomplete quick however large the tree."""

Called: TypeAlias = Callable[[Place], str]
"""How a place is written in an order."""

_SIGNS = re.compile("<>|[>&@]")

_CODE = re.compile("[a-z]+[0-9]+")
"""How the code of a unit looks, as a plain word; no verb has a number."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One completion: what the player reads, and the text it puts in place of what was written."""

    label: str
    value: str


def complete(
    decision: Decision,
    text: str,
    write: Callable[[Answer], Statement],
    *,
    limit: int = 25,
    catalogue: TextCatalogue = ENGLISH,
    board: Board | None = None,
) -> list[Suggestion]:
    """At most ``limit`` ways to go on with ``text``, the last statement of which is being written.

    ``board`` says how places are written; without one they are hexes.
    """
    called = show if board is None else board.code
    typed = _Typed(text)
    if isinstance(decision, Choose):
        found = _of_list(decision.choices, typed, catalogue, called)
    elif isinstance(decision, ChooseEach):
        found = _of_each(decision, typed, catalogue)
    elif isinstance(decision, Command):
        found = _Walk(typed, write, catalogue, called).run(decision.menu)
    else:
        found = iter(())
    unique: dict[str, Suggestion] = {}
    for suggestion in found:
        unique.setdefault(suggestion.value, suggestion)
        if len(unique) >= limit:
            break
    return list(unique.values())


class _Typed:
    """What stands in the last statement so far, cut into plain words."""

    def __init__(self, text: str) -> None:
        head, fragment = _split(text)
        self.head = head
        words = _words(fragment)
        open_end = bool(words) and not fragment[-1:].isspace() and words[-1] not in (">", "x", "&", "<>")
        self.partial = words.pop() if open_end else ""
        self.words = words

    def fits(self, statement: Statement) -> bool:
        """Whether the statement begins with what is written."""
        written = [_plain(str(t)) for t in statement.tokens]
        if written[: len(self.words)] != self.words:
            return False
        rest = written[len(self.words) :]
        return not self.partial or (bool(rest) and rest[0].startswith(self.partial))


def _split(text: str) -> tuple[str, str]:
    at = max(text.rfind(";"), text.rfind("\n")) + 1
    fragment = text[at:]
    lead = len(fragment) - len(fragment.lstrip())
    return text[: at + lead], fragment[lead:]


def _words(fragment: str) -> list[str]:
    fragment = _SIGNS.sub(lambda m: " @" if m[0] == "@" else f" {m[0]} ", fragment)
    return [_plain(w) for w in fragment.replace("- >", ">").replace(",", " ").split() if w != "-"]


def _plain(text: str) -> str:
    return text.casefold()


def _names(choice: Choice, called: Called) -> set[str]:
    """Everything a player might write for the choice."""
    names = {_plain(choice.key), *(_plain(w.strip(",:")) for w in str(choice.label).split()[:3])}
    if choice.unit is not None:
        names.add(_plain(choice.unit))
    if choice.hex is not None:
        names.add(called(choice.hex))
    if choice.facing is not None:
        names.add(_plain(f"@{choice.facing.name}"))
    return names


def _label(value: str, choice: Choice, catalogue: TextCatalogue) -> str:
    """The completion with what it does, what it costs and what it would trigger."""
    said = catalogue.say(choice.label)
    label = said if _plain(said).startswith(_plain(value)) else f"{value} · {said}"
    if _plain(value).endswith(_plain(said)):
        label = value
    if choice.mp is not None and "MP" not in label:
        label += f", {choice.mp} MP"
    if choice.hits:
        label += f", {choice.hits} hit" + ("s" if choice.hits > 1 else "")
    if choice.risk is not None:
        label += f" · {catalogue.say(choice.risk.words)}"
    return f"{label} · {catalogue.say(choice.note)}" if choice.note is not None else label


def _of_list(choices: Any, typed: _Typed, catalogue: TextCatalogue, called: Called) -> Iterator[Suggestion]:
    word = " ".join([*typed.words, typed.partial]).strip()
    for c in choices:
        if not word or any(n.startswith(word) for n in (*_names(c, called), _plain(str(c.label)))):
            yield Suggestion(_label(c.key, c, catalogue), typed.head + c.key)


def _of_each(decision: ChooseEach, typed: _Typed, catalogue: TextCatalogue) -> Iterator[Suggestion]:
    word = " ".join([*typed.words, typed.partial]).strip()
    for item in decision.items:
        for c in item.choices:
            value = f"{item.key} {c.key}"
            if _plain(value).startswith(word):
                yield Suggestion(_label(value, c, catalogue), typed.head + value)
    if "none".startswith(word):
        yield Suggestion("none", typed.head + "none")


class _Walk:
    """One walk through the menus of a command."""

    def __init__(
        self, typed: _Typed, write: Callable[[Answer], Statement], catalogue: TextCatalogue, called: Called
    ) -> None:
        self.typed = typed
        self.write = write
        self.catalogue = catalogue
        self.called = called
        self.built = 0
        self._opened: dict[int, tuple[Choice, Menu]] = {}
        """Menus below choices, which make them anew every time, by the choice's identity."""

    def run(self, menu: Menu) -> Iterator[Suggestion]:
        words = [w for w in self.typed.words if w not in (">", "x", "&")]
        yield from self._menu(menu, words, frozenset())

    def _menu(self, menu: Menu, words: list[str], used: frozenset[str]) -> Iterator[Suggestion]:
        """Suggestions below ``menu``; ``words`` are those no choice on the way here accounted for."""
        if self.built >= MENUS:
            return
        self.built += 1
        choices = menu.choices
        named = [(c, own) for c in choices if (own := (_names(c, self.called) - used) & set(words))]
        if named:
            for c, own in named:
                rest = [w for w in words if w not in own]
                if not self._of_another(c, rest):
                    yield from self._go_on(c, rest, used | own)
            return
        found = False
        for c in choices:
            if not words and self._begins(c, used) and not self._elsewhere(c):
                for suggestion in self._offer(c):
                    found = True
                    yield suggestion
        if found:
            return
        # What is written so far says nothing about this menu: look through it.
        if self.typed.words:
            begun = [c for c in choices if words and self.typed.partial and self._begins(c, used)]
            for c in begun[:SKIP] or (choices if len(choices) <= SKIP else [c for c in choices if c.menu is None]):
                if not self._of_another(c, words):
                    yield from self._go_on(c, words, used)

    def _of_another(self, choice: Choice, words: list[str]) -> bool:
        """Whether it is about another unit than the one that what is written begins with, and that is among the
        ``words`` nothing accounts for yet: orders begin with their own unit, or with a verb."""
        first = self.typed.words[0]
        return choice.unit is not None and first in words and _CODE.fullmatch(first) is not None

    def _elsewhere(self, choice: Choice) -> bool:
        """Whether it is another hex than the one just written: of hexes in a row the last alone is."""
        last = self.typed.words[-1] if self.typed.words else ""
        if choice.hex is None or choice.key != self.called(choice.hex):
            return False
        return last.isdigit() and last != choice.key

    def _begins(self, choice: Choice, used: frozenset[str]) -> bool:
        return any(n.startswith(self.typed.partial) for n in _names(choice, self.called) - used)

    def _go_on(self, choice: Choice, words: list[str], used: frozenset[str]) -> Iterator[Suggestion]:
        if choice.answer is not None:
            yield from self._finished(choice)
        elif (below := self._below(choice)) is not None:
            yield from self._menu(below, words, used)

    def _below(self, choice: Choice) -> Menu | None:
        """The menu a choice leads to; its choices are looked for once in a walk."""
        if id(choice) not in self._opened and choice.menu is not None:
            self._opened[id(choice)] = choice, choice.menu()
        _, menu = self._opened.get(id(choice), (choice, None))
        return menu

    def _finished(self, choice: Choice) -> Iterator[Suggestion]:
        assert choice.answer is not None
        full = self.write(choice.answer)
        for statement in (shortest(full), full):
            if self.typed.fits(statement):
                yield self._suggest(statement, choice)
                return

    def _offer(self, choice: Choice) -> Iterator[Suggestion]:
        """The choice as something to write now and go on from."""
        if choice.answer is not None:
            yield from self._finished(choice)
            return
        if choice.menu is None:
            return
        # What stands in a place is no word: a campaign's fleet is written by where it is.
        if choice.unit is not None and "@" not in choice.unit and not self.typed.words:
            yield self._suggest(Statement((Word(choice.unit),)), choice)
            return
        leaf = self._leaf(choice)
        begun = shortest(leaf) if leaf is not None else None
        while begun is not None and begun.tokens and not self._tells(begun.tokens[-1], choice):
            begun = Statement(begun.tokens[:-1])
        if begun is not None and begun.tokens and self.typed.fits(begun):
            yield self._suggest(begun, choice)

    def _suggest(self, statement: Statement, choice: Choice) -> Suggestion:
        return Suggestion(_label(str(statement), choice, self.catalogue), self.typed.head + str(statement))

    def _tells(self, token: Token, choice: Choice) -> bool:
        """Whether the token is what writing this choice adds to the order."""
        if choice.hex is not None and isinstance(token, HexRef):
            return token.hex == choice.hex
        return _plain(str(token)) in _names(choice, self.called)

    def _leaf(self, choice: Choice) -> Statement | None:
        """The first order below a choice."""
        while choice.answer is None:
            if choice.leads is not None:
                return self.write(choice.leads)
            below = self._below(choice)
            if below is None or self.built >= MENUS:
                return None
            self.built += 1
            if not below.choices:
                return None
            choice = below.choices[0]
        return self.write(choice.answer)


def shortest(statement: Statement) -> Statement:
    """A path written by its end alone: of hexes in a row only the last, with the facing after it.

    >>> from bot.notation.grammar import parse
    >>> str(shortest(parse("HC3 > 2206 @NE 2305 2405 @E")[0]))
    'HC3 > 2405 @E'
    """
    kept: list[Token] = []
    for token in statement.tokens:
        if isinstance(token, HexRef):
            while kept and isinstance(kept[-1], (HexRef, Face)):
                kept.pop()
        kept.append(token)
    return Statement(tuple(kept))
