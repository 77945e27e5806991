"""Sentences agree with their numbers: "1 hex", "2 hexes"; "A1 gives way", "A1 and A2 give way"."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

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
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    parts = {id(v) for n in nodes if isinstance(n, ast.JoinedStr) for v in n.values}
    statements = {id(n.value) for n in nodes if isinstance(n, ast.Expr)}
    for n in nodes:
        if isinstance(n, ast.JoinedStr):
            yield "".join(map(_part, n.values))
        elif isinstance(n, ast.Constant) and id(n) not in parts | statements and "{" in str(n.value):
            yield str(n.value)


@cache
def said() -> dict[Path, list[str]]:
    """The sentences of every module; read when a test asks, not by every process that collects the tests."""
    return {path: list(sentences(path)) for path in SOURCES}


@cache
def plurals() -> dict[str, str]:
    """Plural words of the project, each with its singular."""
    found = {m[4]: m[3] for texts in said().values() for t in texts for m in FORMS.finditer(t) if not m[2]}
    found.pop("turns", None)  # which units do as well
    return found


@cache
def counted() -> re.Pattern[str]:
    """A value before a plural."""
    words = "|".join(sorted(map(re.escape, plurals()), key=len, reverse=True))
    return re.compile(r"\{([\w.()]+)\}\**_* (" + words + r")\b")


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


def slips(path: Path) -> list[str]:
    """Sentences of a module in which a number stands before a plural, though it may be one."""
    if str(path.relative_to(ROOT)) in CHOSEN:
        return []
    texts = said()[path]
    found = [t for t in texts for m in counted().finditer(t) if m[1] not in ALWAYS_SEVERAL | SOMEBODY]
    # A module may have a sentence for 1 beside that for several.
    source = path.read_text(encoding="utf-8")
    found = [t for t in found if counted().sub(lambda m: f"1 {plurals()[m[2]]}", t) not in source]
    return found + [t for t in texts if NAMED.search(t)]


def test_no_number_stands_before_a_plural_that_may_be_one() -> None:
    assert {str(path.relative_to(ROOT)): found for path in SOURCES if (found := slips(path))} == {}


def test_a_slip_is_found(tmp_path: Path) -> None:
    """In a sentence of ours, f-string or template; a docstring may say what it likes."""
    module = tmp_path / "module.py"
    module.write_text('"""{n} hexes"""\nsaid = f"{n} hexes away", "by {count} hexes"\n')
    found = [m[0] for t in sentences(module) for m in counted().finditer(t)]
    assert found == ["{n} hexes", "{count} hexes"] and plurals()["hexes"] == "hex"
    assert NAMED.search("{units} is lost") and not NAMED.search("{unit} is lost")


def test_every_text_with_forms_says_one_and_several() -> None:
    """Rendered with 1 and 2 for numbers, with one name and several for names."""
    found = [t for texts in said().values() for t in texts if FORMS.search(t)]
    assert len(found) > 100
    for template in found:
        fields = dict.fromkeys(re.findall(r"\{(\w+)", template))
        forms = list(FORMS.finditer(template))
        counts = {m[1] for m in forms}
        for value, which in ((1, 3), (2, 4)):
            names = {1: "A1", 2: "A1, A2"}
            values = {k: (value if k in counts else "x") for k in fields}
            values |= {m[1]: names[value] for m in forms if m[2] and f"{{{m[1]}}} " in template and m[1] != "n"}
            told = str(Text(template, **values))
            assert all(m[which] in told for m in forms), told
            assert "|" not in told
