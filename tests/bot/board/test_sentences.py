"""What the page says itself is said in its reader's language: no sentence of its scripts is one of English alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bot.board.sentences import PAGE, sentences, told
from bot.language.catalogue import SOURCE, TextCatalogue, inflection, languages

OTHERS = {"panzoom.min.js"}
"""Scripts that somebody else wrote."""

TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<said>\btr\(\s*"(?:[^"\\]|\\.)*")|(?P<module>(?:from|import|class:)\s+"[^"]*")
    |(?P<regex>(?<=[=(,])\s*/(?![/*])(?:[^/\\\n\[]|\\.|\[(?:[^\]\\]|\\.)*\])+/)|"(?P<double>(?:[^"\\\n]|\\.)*)"
    |'(?P<single>(?:[^'\\\n]|\\.)*)'|(?P<tick>`)""",
    re.VERBOSE | re.DOTALL,
)

WORDS = re.compile(
    r"[A-Za-z]{2,},? [A-Za-z]|^\W*[A-Z][a-z]|[A-Za-z]{2}[.!?…:]$|^ \(?[A-Za-z]{2,}| [A-Za-z]{2,} $|[a-z]{2} $"
)
"""What looks like something that is said: two words, a word with a mark behind it, a word that begins large."""

TECHNICAL = {
    "Content-Type", "Escape", "Enter", "Hexarch", "[Format \"hexarch-record/", " · Hexarch", " want", " likely",
    "tick ", "whole ", "open ", "places ", "button, summary, input",
    "#over, input, select, textarea", "no number of a trail", "half a character", "no such dice: ",
}  # fmt: skip
"""Names of keys, headers, classes and entries, and what is thrown at whoever wrote the program."""


def literals(text: str) -> Iterator[str]:
    """The pieces of text in a script that aren't given to ``tr``: strings, and that of templates between values."""
    at = 0
    while (m := TOKEN.search(text, at)) is not None:
        at = m.end()
        if m["tick"]:
            found, at = _template(text, at)
            yield from found
        elif m["double"] is not None or m["single"] is not None:
            yield m["double"] if m["double"] is not None else m["single"]


def _template(text: str, at: int) -> tuple[list[str], int]:
    """The pieces of a template from behind its first tick on, those of its values too; and where it ends."""
    found, piece = list[str](), ""
    while text[at] != "`":
        if text.startswith("${", at):
            found.append(piece)
            piece, begin, depth = "", at + 2, 1
            at += 2
            while depth:
                if text[at] == "`":
                    _, at = _template(text, at + 1)
                    continue
                depth += {"{": 1, "}": -1}.get(text[at], 0)
                at += 1
            found += literals(text[begin : at - 1])
        else:
            piece += text[at]
            at += 1
    return [*found, piece], at + 1


def english(text: str) -> list[str]:
    """What a script says in English alone."""
    return [x for x in literals(text) if WORDS.search(x) and x not in TECHNICAL]


@pytest.mark.parametrize("script", sorted(p.name for p in PAGE.glob("*.js") if p.name not in OTHERS))
def test_a_script_says_nothing_that_cannot_be_translated(script: str) -> None:
    assert english((PAGE / script).read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("script", "found"),
    [
        ('notice("Nobody stands there.")', ["Nobody stands there."]),
        ('notice(tr("Nobody stands there."))', []),
        ("notice(`Step ${n} of ${last}`)", ["Step ", " of "]),
        ('notice(`${tr("Step")} ${n}: ${who ? "Take back" : tr("Send")}`) // of it all', ["Take back"]),
        ('button("Send", act); /* a word or two */ $("send").hidden = x.replace(/"Not this"/g, "");', ["Send"]),
        ('import { $ } from "./words.js"; make("p", { class: "small quiet-row" })', []),
    ],
)
def test_english_is_found(script: str, found: list[str]) -> None:
    assert english(script) == found


def test_the_documents_are_read() -> None:
    found = sentences()
    assert found["The map is being drawn…"] == {"index.html"} and found["One order to a line"] == {"index.html"}
    assert found["The dice"] == {"verify.html", "verify.js"} and "Hexarch" not in found


@pytest.mark.parametrize("language", [code for code in languages() if code != SOURCE])
def test_the_page_can_say_what_is_translated(language: str) -> None:
    """It knows numbers and their forms, and no cases or genders: names come to it as they are."""
    catalogue, forms = TextCatalogue.load(language), len(inflection(language).numbers)
    for sentence in sentences():
        assert sentence in catalogue.templates, sentence
        said = catalogue.translate(sentence)
        for value in re.findall(r"\{([^}]*)\}", said):
            assert re.fullmatch(r"\w+|\w+:=?[^|{}]+(\|[^|{}]+)+", value), said
            assert value.count("|") in (0, forms - 1), said


def test_a_page_is_told_its_sentences_and_forms_of_numbers() -> None:
    polish = told(TextCatalogue.load("pl"))
    assert (polish["language"], polish["forms"]) == ("pl", ["one", "few", "other"])
    assert polish["sentences"]["‹ Back"] == "‹ Wstecz"
    assert told(TextCatalogue.load(SOURCE)) == {"language": "en", "forms": ["one", "other"], "sentences": {}}
