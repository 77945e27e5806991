"""Rule help: what every case of the rules says, in our own words.

>>> case("8.15").title
'Fire resolution'
>>> case(" 8.15 ") is case("8.15"), case("99.9") is None
(True, True)
>>> search("feigned retreat")[0].number, search("rally")[0].number
('6.7', '10.27')
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources


@dataclass(frozen=True, slots=True)
class Case:
    """One numbered case, a chart (number "table:doom"), or a rule of one battle (number "ferocity")."""

    number: str
    title: str
    text: str
    """One to five sentences."""

    @property
    def is_table(self) -> bool:
        return self.number.startswith("table:")

    @property
    def chapter(self) -> str:
        """Number before the first point: "8" for case 8.15; "" for charts and competitive play."""
        head = self.number.split(".", 1)[0]
        return head if head.isdigit() else ""


SYNONYMS = {
    "artillery": "cheiroballistra",
    "ballista": "cheiroballistra",
    "height": "elevation",
    "hill": "elevation",
    "pre-shock": "charge",
    "pre-shock check": "charge",
    "zone of control": "zoc",
    "zones of control": "zoc",
}
"""Words players look for under which the cases call it something else."""


@cache
def cases() -> dict[str, Case]:
    """Every case by number, in the order of the rules."""
    raw = json.loads(resources.files("engine.systems.cataphract").joinpath("rulebook.json").read_text("utf-8"))
    return {number: Case(number, entry["title"], entry["text"]) for number, entry in raw.items()}


def case(number: str, own: Sequence[Case] = ()) -> Case | None:
    """The case with a number ("8.15", "12.0", "table:clash", or just "clash"); None if there is none.

    ``own``: rules of the battle it is asked in, by their ids.
    """
    wanted = number.strip().lower()
    by_number = {**{k.lower(): v for k, v in cases().items()}, **{c.number: c for c in own}}
    for key in (wanted, f"table:{wanted}", f"{wanted}.0", wanted.rstrip(".")):
        if key in by_number:
            return by_number[key]
    return None


def search(words: str, limit: int = 25, own: Sequence[Case] = ()) -> list[Case]:
    """Cases that contain every word, best first: by number, then words in the title, then in the text.

    ``own``: rules of the battle it is asked in, searched too; of equals they come first.
    Words match the beginnings of words; case and punctuation don't matter. An empty search gives the rules in order.
    """
    words = SYNONYMS.get(" ".join(words.lower().split()), words)
    terms = _words(words)
    everything = [*own, *cases().values()]
    if not terms:
        return everything[:limit]
    ranked: list[tuple[int, int, Case]] = []
    for order, c in enumerate(everything):
        score = _score(c, words.strip().lower(), terms)
        if score:
            ranked.append((-score, order, c))
    ranked.sort(key=lambda r: r[:2])
    return [c for _, _, c in ranked[:limit]]


def _words(text: str) -> list[str]:
    """
    >>> _words("Feigned Retreat (6.71)")
    ['feigned', 'retreat', '6.71']
    """
    kept = "".join(x if x.isalnum() or x in ".:" else " " for x in text.lower().replace("&", "and"))
    return [w.strip(".:") for w in kept.split() if w.strip(".:")]


def _heading(number: str) -> str:
    """Title of the heading a case stands under: that of 6.7 for 6.71; "" where there is none.

    >>> _heading("6.71"), _heading("6.7")
    ('Feigned Retreat', '')
    """
    above = cases().get(number[:-1]) if "." in number[:-1] and not number[:-1].endswith(".") else None
    return above.title if above is not None else ""


def _is_heading(number: str) -> bool:
    """Whether a number is that of a heading with cases under it.

    >>> _is_heading("6.5"), _is_heading("6.51"), _is_heading("3.0e")
    (True, False, False)
    """
    head, _, rest = number.partition(".")
    return head.isdigit() and len(rest) == 1 and rest.isdigit() and rest != "0"


def _score(c: Case, phrase: str, terms: list[str]) -> int:
    """0 when a term is nowhere in the case; else higher for better places."""
    number = c.number.lower()
    title, text = _words(c.title), _words(c.text)
    heading = _words(_heading(c.number))
    total = 0
    for term in terms:
        if number == term:
            total += 1000
        elif number.startswith(term) and term[0].isdigit():
            total += 400
        elif term in title:
            total += 100
        elif any(w.startswith(term) for w in title):
            total += 60
        elif term in heading:
            total += 50
        elif term in text:
            total += 10
        elif any(w.startswith(term) for w in text):
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
    return max(1, total // 2) if c.is_table else total
