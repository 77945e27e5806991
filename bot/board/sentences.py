"""What the pages of the board say themselves: ``tr("...")`` in their scripts, and the texts of their documents.

English is the key, as everywhere; a page asks once for what it says in the language of who reads it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from bot.language.catalogue import SOURCE, TextCatalogue, inflection

PAGE = Path(__file__).parent / "page"

NAME = "Hexarch"
"""What has no other name in any language."""

SPOKEN = ("aria-label", "placeholder", "title")
"""Attributes that are read out or shown; ``page/sentences.js`` knows the same."""

_SAID = re.compile(r'\btr\(\s*"((?:[^"\\]|\\.)*)"')


class _Document(HTMLParser):
    """Collects the texts of a document, and those of its attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()
        self._within = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._within = tag
        for name, value in attrs:
            if name in SPOKEN:
                self._note(value or "")

    def handle_endtag(self, tag: str) -> None:
        self._within = ""

    def handle_data(self, data: str) -> None:
        # The title of the window is the battle's, a line of code is typed as it stands.
        if self._within not in ("title", "code"):
            self._note(data)

    def _note(self, text: str) -> None:
        plain = " ".join(text.split())
        if any(c.isalpha() for c in plain) and plain != NAME:
            self.found.add(plain)


@cache
def sentences(page: Path = PAGE) -> dict[str, frozenset[str]]:
    """Every sentence of the pages, with the names of the files it stands in."""
    found: dict[str, set[str]] = defaultdict(set)
    for file in sorted(page.iterdir()) if page.is_dir() else ():
        if file.suffix not in (".html", ".js"):
            continue
        text = file.read_text(encoding="utf-8")
        if file.suffix == ".html":
            document = _Document()
            document.feed(text)
            said = document.found
        else:
            said = set(_SAID.findall(text))
        for sentence in said:
            found[sentence].add(file.name)
    return {sentence: frozenset(files) for sentence, files in found.items()}


def told(catalogue: TextCatalogue) -> dict[str, Any]:
    """The sentences in a language, with the names of its forms of numbers in the order in which they are written."""
    language = catalogue.language
    return {
        "language": language,
        "forms": ["one", "other"] if language == SOURCE else list(inflection(language).numbers),
        "sentences": {s: said for s in sentences() if (said := catalogue.translate(s)) != s},
    }
