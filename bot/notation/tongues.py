"""Orders in words of a reader's language, put into the notation that is one for all: "HC3 stój" is "HC3 hold".

Records and stories keep that notation; English words are read in every language.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import lru_cache

from bot.language.catalogue import SOURCE, TextCatalogue, inflection, languages
from engine.kernel.view import TableView

_FACING = re.compile(r"(?<=@)\s*([^\W\d_]+(?:[-_ ][^\W\d_]+)?)")
"""What stands behind an @."""

_APART = re.compile(r"[-_ ]")

REMARK = "#"


def plain(text: str) -> str:
    """Lower case, and without the marks that are left out where they are hard to type.

    >>> plain("Stój"), plain("Sì"), plain("Łucznicy")
    ('stoj', 'si', 'lucznicy')
    """
    parts = unicodedata.normalize("NFKD", text.casefold().replace("ł", "l"))
    return "".join(c for c in parts if not unicodedata.combining(c))


def in_notation(text: str, words: TextCatalogue, table: TableView, system: str = "") -> str:
    """``text`` with the words of a language that stand for words of orders, and names of what is commanded together.

    ``system``: the rules, which may have a word of their own for the same. What is somebody's name on the table stays.
    """
    if words.language == SOURCE:
        return text
    names = {plain(words.name(b)): b for s in table.sides for b in s.bands if b and words.name(b) != b}
    pieces = {plain(x) for p in (*table.counters, *table.leaders, *table.off_map) for x in (p.id, p.name)}
    spoken = {k: v for k, v in _spoken(words.language, system).items() if k not in pieces} | names
    wanted = _any_of(tuple(sorted(spoken, key=lambda x: (-len(x), x))))
    return "\n".join(_line(line, words.language, spoken, wanted) for line in text.split("\n"))


def part_of(text: str) -> str:
    """The part of a description that is meant by a word of any language; ``text`` itself where it is none.

    >>> part_of("Terreno"), part_of("wieści"), part_of("1203")
    ('ground', 'news', '1203')
    """
    wanted = plain(text)
    for language in languages():
        if language != SOURCE:
            for part, said in inflection(language).parts.items():
                if wanted in map(plain, said):
                    return part
    return text


def _line(line: str, language: str, spoken: Mapping[str, str], wanted: re.Pattern[str]) -> str:
    orders, mark, remark = line.partition(REMARK)
    orders = _FACING.sub(lambda m: _facing(m[1], language) or m[0], orders)
    return _replaced(orders, wanted, lambda said: spoken[said]) + mark + remark


def _replaced(text: str, wanted: re.Pattern[str], meant: Callable[[str], str]) -> str:
    """Each match of the plain text, in the text as it was written."""
    letters = [plain(c) for c in unicodedata.normalize("NFC", text)]
    text = unicodedata.normalize("NFC", text)
    if any(len(x) != 1 for x in letters):
        return text
    found, at = "", 0
    for m in wanted.finditer("".join(letters)):
        found += text[at : m.start()] + meant(m[0])
        at = m.end()
    return found + text[at:]


def _facing(text: str, language: str) -> str:
    """A facing as orders have it; "" for what is none in this language."""
    facings = _facings(language)
    whole = plain(text)
    if (found := facings.get(_APART.sub("", whole))) is not None:
        return found
    first, between, rest = re.split(r"([-_ ])", whole, maxsplit=1) if _APART.search(whole) else (whole, "", "")
    return facings[first] + between + text[-len(rest) :] if between == " " and first in facings else ""


@lru_cache(maxsize=64)
def _any_of(spoken: tuple[str, ...]) -> re.Pattern[str]:
    """Any of these as a word by itself: no part of a name, of a number or of something hyphenated."""
    return (
        re.compile(rf"(?<![\w@'’-])(?:{'|'.join(map(re.escape, spoken))})(?![\w'’-])")
        if spoken
        else re.compile(r"(?!)")
    )


@lru_cache(maxsize=64)
def _spoken(language: str, system: str) -> Mapping[str, str]:
    bent = inflection(language)
    own: Mapping[str, list[str]] = bent.orders_of.get(system, {})
    return {plain(word): order for table in (bent.orders, own) for order, said in table.items() for word in said}


@lru_cache(maxsize=16)
def _facings(language: str) -> Mapping[str, str]:
    said = inflection(language).facings
    return {_APART.sub("", plain(word)): facing for facing, known in said.items() for word in known}
