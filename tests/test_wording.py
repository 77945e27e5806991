"""Sentences agree with their numbers: "1 hex", "2 hexes"; "A1 gives way", "A1 and A2 give way"."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.kernel.text import Text

ROOT = Path(__file__).parent.parent
SOURCES = [p for d in ("engine", "bot", "renderer") for p in sorted((ROOT / d).rglob("*.py")) if "cli" not in p.parts]

FORMS = re.compile(r"\{(\w+):(=?)([^|{}]+)\|([^|{}]+)\}")
"""A value with its forms, as :class:`Text` reads them."""

ALWAYS_SEVERAL = {"most", "least", "clear", "tq", "MOST_UNITS", "MOST_HEXES"}
"""Values that are limits of the program, and never 1."""

SOMEBODY = {"unit", "leader", "player", "mover", "name", "item", "piece", "by", "who", "mover.id", "x.name"}
"""Values that do something in the words that follow them: "HC1 turns to face E", "Narses orders…"."""


def _part(value: ast.expr) -> str:
    """A piece of an f-string."""
    if isinstance(value, ast.Constant):
        return str(value.value)
    return "{" + re.sub(r"[{}]", "", ast.unparse(getattr(value, "value", value))) + "}"


def sentences(path: Path) -> Iterator[str]:
    """Every text of a module that has values, f-strings with their expressions in braces; docstrings left out."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    parts = {id(v) for n in ast.walk(tree) if isinstance(n, ast.JoinedStr) for v in n.values}
    statements = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr)}
    for n in ast.walk(tree):
        if isinstance(n, ast.JoinedStr):
            yield "".join(map(_part, n.values))
        elif isinstance(n, ast.Constant) and id(n) not in parts | statements and "{" in str(n.value):
            yield str(n.value)


ALL = {path: list(sentences(path)) for path in SOURCES}
PLURALS = {m[4]: m[3] for texts in ALL.values() for t in texts for m in FORMS.finditer(t) if not m[2]}
"""Plural words of the project, each with its singular."""
PLURALS.pop("turns", None)  # which units do as well
COUNTED = re.compile(
    r"\{([\w.()]+)\}\**_* (" + "|".join(sorted(map(re.escape, PLURALS), key=len, reverse=True)) + r")\b"
)
NAMED = re.compile(
    r"\{(?:units|leaders|names|losers|enemies|missing|attackers|defenders)\} "
    r"(?:is|are|was|were|has|have|does|do|gives?|goes|go|rally|rallies|stays?|comes?|fights?|takes?|turns?|attacks?|moves?)\b"
)

CHOSEN = {
    "renderer/words/overlay_sentences.py": "it counts only where there are more than it names",
    "bot/films/captions.py": "each sentence stands there twice, for one and for several",
    "bot/films/summary.py": "likewise",
    "renderer/words/alt_text.py": "likewise",
    "renderer/words/state_of_play.py": "likewise",
    "bot/service/competitions/pairings.py": "an error of the program",
    "bot/service/records/files.py": "limits of the program, never 1",
    "engine/kernel/dice.py": "an error of the program",
    "engine/systems/gboh/referee/invariants.py": "an error of the program",
    "engine/systems/men_of_iron/invariants.py": "an error of the program",
}
"""Modules that choose between two sentences themselves, or speak to developers."""


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(ROOT)))
def test_no_number_stands_before_a_plural_that_may_be_one(path: Path) -> None:
    if str(path.relative_to(ROOT)) in CHOSEN:
        return
    slips = [t for t in ALL[path] for m in COUNTED.finditer(t) if m[1] not in ALWAYS_SEVERAL | SOMEBODY]
    # A module may have a sentence for 1 beside that for several.
    source = path.read_text(encoding="utf-8")
    slips = [t for t in slips if COUNTED.sub(lambda m: f"1 {PLURALS[m[2]]}", t) not in source]
    slips += [t for t in ALL[path] if NAMED.search(t)]
    assert slips == []


def test_every_text_with_forms_says_one_and_several() -> None:
    """Rendered with 1 and 2 for numbers, with one name and several for names."""
    found = [t for texts in ALL.values() for t in texts if FORMS.search(t)]
    assert len(found) > 100
    for template in found:
        fields = dict.fromkeys(re.findall(r"\{(\w+)", template))
        forms = list(FORMS.finditer(template))
        counts = {m[1] for m in forms}
        for value, which in ((1, 3), (2, 4)):
            names = {1: "A1", 2: "A1, A2"}
            values = {k: (value if k in counts else "x") for k in fields}
            values |= {m[1]: names[value] for m in forms if m[2] and f"{{{m[1]}}} " in template and m[1] != "n"}
            said = str(Text(template, **values))
            assert all(m[which] in said for m in forms), said
            assert "|" not in said
