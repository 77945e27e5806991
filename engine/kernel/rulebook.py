"""Rule help: what the cases of a rulebook say, in our own words, found by number or by words.

A system's package holds the words in ``rulebook.json``, in the order of the rules: each case by its number, with a
``title``, a ``text`` and, for a chart, ``charts``: the names in ``charts.json`` of what it shows.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.kernel.closeness import likeness
from engine.kernel.packaged import document
from engine.kernel.system import RuleText

CHARTS = ("table:", "T:", "T-")
"""How numbers of charts begin."""


@dataclass(frozen=True, slots=True)
class Case:
    """One numbered case, a chart (number "table:doom" or "T-MISSILE"), or a rule of one battle ("ferocity", "FK-1")."""

    number: str
    title: str
    text: str
    """One to five sentences."""


class Rulebook:
    """The cases of one system."""

    def __init__(
        self,
        package: str,
        title: str,
        synonyms: Mapping[str, str] | None = None,
        say: Callable[[str], str] = str,
    ) -> None:
        self.package = package
        """Name of the system's package: "engine.systems.cataphract"."""
        self.title = title
        """Name of the game."""
        self.synonyms = dict(synonyms or {})
        """Words players look for under which the cases call it something else, in lower case."""
        self.say = say
        """Says a title or text in the language of this book."""

    def told(self, say: Callable[[str], str]) -> Rulebook:
        """The same book in another language."""
        return Rulebook(self.package, self.title, self.synonyms, say)

    @cached_property
    def _entries(self) -> dict[str, dict[str, Any]]:
        return document(self.package, "rulebook.json")

    @cached_property
    def cases(self) -> dict[str, Case]:
        """Every case by number, in the order of the rules."""
        return {n: Case(n, self.say(entry["title"]), self.say(entry["text"])) for n, entry in self._entries.items()}

    @cached_property
    def charts(self) -> dict[str, Case]:
        """The cases that show a chart, by the chart's name in ``charts.json``."""
        return {
            chart: self.cases[number] for number, entry in self._entries.items() for chart in entry.get("charts", ())
        }

    @cached_property
    def _by_key(self) -> dict[str, Case]:
        return {number.lower(): case for number, case in self.cases.items()}

    def case(self, number: str, own: Sequence[RuleText] = ()) -> RuleText | None:
        """The case with a number ("8.15", "12.0", "table:clash", or just "clash"); None if there is none.

        Where nothing has exactly this number, case and punctuation are forgiven: "fk1" is FK-1, "10.4 2a" is 10.4(2A).
        ``own``: rules of the battle it is asked in, by their ids.
        """
        wanted = number.strip().lower()
        by_key: dict[str, RuleText] = {**self._by_key, **{c.number.lower(): c for c in own}}
        for key in (wanted, f"table:{wanted}", f"{wanted}.0", wanted.rstrip(".")):
            if key in by_key:
                return by_key[key]
        if wanted.startswith("table:"):
            return self.charts.get(wanted.removeprefix("table:"))
        found = [c for key, c in by_key.items() if _plain(key) == _plain(wanted)] if _plain(wanted) else []
        return found[0] if len(found) == 1 else None

    def parts(self, number: str) -> list[Case]:
        """The cases a case is split into: those numbered 9.2/reaction and the like for 9.2."""
        return [c for c in self.cases.values() if c.number.startswith((f"{number}/", f"{number}("))]

    def search(self, words: str, limit: int = 25, own: Sequence[RuleText] = ()) -> list[RuleText]:
        """Cases that contain every word, best first: by number, then words in the title, then in the text.

        ``own``: rules of the battle it is asked in, searched too; of equals they come first.
        Words match the beginnings of words; case, accents and punctuation don't matter. An empty search gives the
        rules in order.
        """
        words = self.synonyms.get(" ".join(words.lower().split()), words)
        terms = _words(words)
        everything: list[RuleText] = [*own, *self.cases.values()]
        if not terms:
            return everything[:limit]
        ranked: list[tuple[int, int, RuleText]] = []
        for order, c in enumerate(everything):
            score = self._score(c, words.strip().lower(), terms)
            if score:
                ranked.append((-score, order, c))
        ranked.sort(key=lambda r: r[:2])
        if not ranked:
            # A slip of the finger: titles in which something comes close to every word.
            return [c for c in everything if all(likeness(t, c.title) for t in terms)][:limit]
        return [c for _, _, c in ranked[:limit]]

    def _heading(self, number: str) -> str:
        """Title of the case a case stands under: that of 6.7 for 6.71, of 9.2 for 9.2/cb; "" where there is none."""
        upper = re.split(r"[/(]", number, maxsplit=1)[0]
        above = upper if upper != number else number[:-1]
        found = self.cases.get(above) if "." in above and not above.endswith(".") else None
        return found.title if found is not None else ""

    def _score(self, c: RuleText, phrase: str, terms: list[str]) -> int:
        """0 when a term is nowhere in the case; else higher for better places."""
        number = c.number.lower()
        if _plain(number) == _plain(phrase):
            return 10_000
        title, text = _words(c.title), _words(c.text)
        heading = _words(self._heading(c.number))
        total = 0
        for term in terms:
            if number == term:
                total += 1000
            elif term[0].isdigit() and number.startswith(term):
                total += 400
            elif term in title:
                total += 100
            elif any(w.startswith(term) for w in title):
                total += 60
            elif term in heading:
                total += 50
            elif term in text:
                total += 10
            elif any(w.startswith(term) for w in text) or (len(term) > 1 and _plain(number).startswith(_plain(term))):
                total += 5
            else:
                return 0
        if _is_heading(number) and all(any(w.startswith(t) for w in title) for t in terms):
            total += 50
        if phrase == c.title.lower():
            total += 300
        elif phrase in c.title.lower():
            total += 100
        elif phrase in c.text.lower():
            total += 5
        # Cases before charts, where both say the same.
        return max(1, total // 2) if c.number.startswith(CHARTS) else total


def _plain(text: str) -> str:
    """What is left of a number when punctuation is forgiven, points excepted.

    >>> _plain("10.4 (2A)"), _plain("FK-1")
    ('10.42a', 'fk1')
    """
    return "".join(x for x in text.lower() if x.isalnum() or x == ".").strip(".")


def _words(text: str) -> list[str]:
    """Words in lower case, without accents, which few keyboards have.

    >>> _words("Feigned Retreat (6.71)"), _words("Crécy")
    (['feigned', 'retreat', '6.71'], ['crecy'])
    """
    bare = "".join(x for x in unicodedata.normalize("NFKD", text) if not unicodedata.combining(x))
    kept = "".join(x if x.isalnum() or x in ".:" else " " for x in bare.lower().replace("&", "and"))
    return [w.strip(".:") for w in kept.split() if w.strip(".:")]


def _is_heading(number: str) -> bool:
    """Whether a number is one that cases may stand under.

    >>> _is_heading("6.5"), _is_heading("6.51"), _is_heading("3.0e")
    (True, False, False)
    """
    head, _, rest = number.partition(".")
    return head.isdigit() and len(rest) == 1 and rest.isdigit() and rest != "0"
