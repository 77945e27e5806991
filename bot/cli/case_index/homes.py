"""Which of the places that cite a case is its home: where its rule is decided, and where a reader should begin.

A docstring or comment that begins with a case claims it. Of several the plainest wins: one that says the case's title
too, that names this case alone, in the chapter it belongs to, as a procedure rather than a helper, in rules rather than
in what shows, stores or checks them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.cli.case_index.citations import Citation

NOT_RULES = frozenset(
    (
        *("events", "state", "orders", "position", "scenario", "rulebook", "chart_list", "system"),
        *("menus", "notation", "written", "deployment", "planning", "leans", "choice_weights", "scopes"),
        *("inquiry", "preview", "scene", "view", "views", "reasons", "bars", "step_refusals"),
        *("referee", "referee_values", "invariants", "soundness", "army_soundness"),
    )
)
"""Modules and packages that show, write down, store or check what others decide."""

HOOKS = frozenset(("special", "chapter", "rules", "strategies", "cases"))
"""Where single battles and games differ: home of that, not of what all share."""

_COMMON = frozenset(("an", "and", "at", "by", "for", "from", "in", "is", "its", "of", "on", "or", "the", "to", "with"))


@dataclass(frozen=True, slots=True)
class Place:
    """One definition that cites a case."""

    path: Path
    line: int
    scope: str
    """"Rout.flee"; "" for a whole module."""
    claims: bool
    """Whether a docstring or comment there begins with the case, or data hold it; else it is mentioned in passing."""
    score: float
    """How plainly it does; only of use for putting places in order."""


def places(citations: Sequence[Citation], title: str, root: Path) -> list[Place]:
    """The definitions that cite one case, its home first.

    ``title`` is the case's, ``root`` the folder below which the names of files count.
    """
    best: dict[tuple[Path, str], Place] = {}
    for c in citations:
        claims = c.lead is not None or c.how == "data"
        place = Place(c.path, c.line, c.scope, claims, _score(c, title, c.path.relative_to(root)))
        key = (c.path, c.scope)
        if key not in best or (place.claims, place.score) > (best[key].claims, best[key].score):
            best[key] = place
    return sorted(best.values(), key=lambda p: (not p.claims, -p.score, len(p.path.parts), str(p.path), p.line))


def _score(c: Citation, title: str, path: Path) -> float:
    if c.how == "data":
        # Values of a chart; a battle's set-up, or a rule of its own that needs no code.
        return (150.0 if c.lead is not None else 60.0) + len(stems(title) & stems(c.scope))
    if c.lead is None:
        score = {"docstring": 35.0, "comment": 38.0, "code": 30.0}[c.how]
    else:
        score = {"docstring": 100.0, "comment": 70.0, "code": 0.0}[c.how]
        score -= 4 * c.lead + 3 * min(c.beside - 1, 6) + (25 if c.spanned else 0)
        if c.how == "docstring" and not c.scope:
            score -= 30
    names = {*path.with_suffix("").parts[1:]}
    if names & NOT_RULES:
        score -= 90
    elif names & HOOKS and not _of_one_battle(c.case):
        score -= 45
    last = c.scope.rpartition(".")[2]
    if last.startswith("_"):
        score -= 6
    elif last.isupper():
        score -= 12
    wanted = stems(_short(title))
    score += 5 * len(wanted & (stems(last) | stems(path.stem)))
    score += 3 * len(wanted & stems(c.said))
    if c.lead is not None and _begins(c.said, _short(title)):
        score += 35 if c.scope else 10
    # Of equals the one that does most.
    return score + min(c.extent, 60) / 15


def _of_one_battle(case: str) -> bool:
    """Whether a number is that of a battle's own rule: "FK-1", "falkirk/historical", "ferocity"."""
    return re.match(r"(\d|T-|S-|C-|table:)", case) is None


def _short(title: str) -> str:
    """A title without its battle and what stands in brackets.

    >>> _short("Crécy: Mud"), _short("Shock Table (no Charge)")
    ('Mud', 'Shock Table')
    """
    return re.sub(r"\s*\([^)]*\)", "", title.rpartition(": ")[2])


def _begins(said: str, title: str) -> bool:
    """Whether a sentence, its numbers left out, begins with a title.

    >>> _begins("8.22 Retire Fire at who goes", "Retire fire"), _begins("8.22 Fire at who would retire", "Retire fire")
    (True, False)
    """
    wanted = _words(title)
    return _words(re.sub(r"\S*\d\S*|T-\S+|\b[a-z]+:\S+", " ", said))[: len(wanted)] == wanted


def stems(text: str) -> set[str]:
    """The words of a title or a name, cut so that "withdrawal" meets "withdraw".

    >>> sorted(stems("Retire fire")), sorted(stems("_retire_fires"))
    (['fire', 'retir'], ['fire', 'retir'])
    """
    return set(_words(text))


def _words(text: str) -> list[str]:
    bare = "".join(x for x in unicodedata.normalize("NFKD", text) if not unicodedata.combining(x))
    words = re.findall(r"[a-z]+", re.sub(r"([a-z])([A-Z])", r"\1 \2", bare).lower())
    return [w.rstrip("s")[:5] for w in words if w not in _COMMON and len(w) > 1]
