"""Words that only insiders know are explained in ``docs/glossary.md``: abbreviations, names of windows and phases."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from bot.cli.case_index.citations import prose

ROOT = Path(__file__).parent.parent
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text("utf-8")

SHOUTED = re.compile(r"(?<![\w.-])(?:[A-Z](?:[A-Z&_]*[A-Z])|[DLSW]\d)(?![\w(.-]*[\w(])")
"""An abbreviation, or the name of a window or phase: "ZOC", "H&D", "W4", "END_ACTIVATION"."""

ELSEWHERE = frozenset(["HMAC", "IEEE", "JSON", "SHA", "UTF"])
"""Words of computing, which a dictionary has."""
COMPASS = frozenset(["DOWN", "E", "L", "NE", "NW", "R", "SE", "SW", "UP", "W"])


@cache
def comments() -> dict[str, list[str]]:
    """What the engine's files say in words."""
    return {str(path.relative_to(ROOT)): prose(path) for path in sorted((ROOT / "engine").rglob("*.py"))}


def told(text: str) -> set[str]:
    """The insiders' words in a piece of prose: names in the code's own quotes are left out."""
    text = text.partition(">>>")[0]
    bare = re.sub(r"``[^`]*``|\"[^\"]*\"|'[^']*'|^[ A-Z]*$|:\w+:`[^`]*`|^=.*", " ", text, flags=re.MULTILINE)
    return set(SHOUTED.findall(bare)) - ELSEWHERE - COMPASS


def test_what_is_an_insiders_word() -> None:
    assert told("W0 and the ZOC (OC, 4.5) of T-SHOCK, FK-1, PO-2; ``MA``, HC1 as JSON: END_ACTIVATION. NE, spec D") == {
        *("W0", "ZOC", "OC", "END_ACTIVATION")
    }


def test_every_word_is_in_the_glossary() -> None:
    explained = {w for row in re.findall(r"^\| ([^|]+) \|", GLOSSARY, re.MULTILINE) for w in re.findall(r"[\w&]+", row)}
    explained |= set(re.findall(r"\((D2)\)", GLOSSARY))
    used = {path: {word for text in texts for word in told(text)} for path, texts in comments().items()}
    assert {path: words - explained for path, words in used.items() if words - explained} == {}


def test_no_comment_cites_what_is_not_here() -> None:
    """A comment that sends its reader to a paper outside of the repository helps nobody."""
    assert [(path, t) for path, texts in comments().items() for t in texts if re.search(r"\bspec [A-Z]\d?\b", t)] == []


def test_cases_in_the_glossary_exist() -> None:
    from bot.cli.case_index.index import case_list

    known = {letter: {r["case"] for r in case_list(s)} for letter, s in (("C", "cataphract"), ("M", "men-of-iron"))}
    cited = 0
    for cell in re.findall(r"^\| [^|]+ \| [^|]+ \| ([CM] [^|]+) \|$", GLOSSARY, re.MULTILINE):
        letter = ""
        for part in re.split(r",\s*", cell):
            letter, _, case = part.rpartition(" ") if part[0] in "CM" and part[1] == " " else (letter, "", part)
            if not case.startswith("D2"):
                assert case in known[letter], (cell, case)
                cited += 1
    assert cited > 70
