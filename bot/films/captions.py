"""Captions: what happened in a stretch of a battle, in a line or two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot.films.chapters import STAGES
from bot.narration import TextCatalogue
from bot.narration.dispatch import Told, joined
from bot.narration.lines import Line
from engine.kernel.events import Trace
from engine.kernel.text import Text, codes, together

FULL = 3
"""Units whose deeds are told in full in one caption; those of more are told in brief."""

OUTCOMES = ("hit", "loss")
"""Marks of what came of a deed: shown where the counters stand afterwards."""

_BRIEF = {
    "charge": ("{units} charges.", "{units} charge."),
    "shock": ("{units} attacks.", "{units} attack."),
    "rout": ("{units} flees.", "{units} flee."),
    "missile": ("{units} shoots.", "{units} shoot."),
    "move": ("{units} moves.", "{units} move."),
    "withdraw": ("{units} withdraws.", "{units} withdraw."),
    "advance": ("{units} advances.", "{units} advance."),
    "loss": ("{units} is lost.", "{units} are lost."),
    "hit": ("{units} is hit.", "{units} are hit."),
}
"""What one unit, and several, are told to do in brief, by the mark they leave; what matters most comes first."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """What happened: the marks it left, and how it is told."""

    marks: list[Trace]
    lines: list[Line]
    names: Mapping[str, str] = field(default_factory=dict[str, str])
    """What pieces are called in a sentence where that isn't their code."""

    def and_then(self, other: Stretch) -> Stretch:
        return Stretch(self.marks + other.marks, self.lines + other.lines, {**self.names, **other.names})

    def brief(self, kinds: Sequence[str], catalogue: TextCatalogue) -> str:
        """Who did what, as short as can be, by the marks of these kinds; "" for none."""
        return _brief(self, kinds, catalogue)

    def captions(self, catalogue: TextCatalogue, *, brief: bool) -> tuple[str, str]:
        """What was done, and what came of it; either may be empty. The deeds of many units are told in brief."""
        deeds = [x for x in self.lines if _kind(x) in STAGES]
        lost = [x for x in self.lines if _kind(x) == "loss"]
        rest = [x for x in self.lines if x not in deeds and x not in lost]
        actors = {m.unit for m in self.marks if m.kind in STAGES}
        # Some shots and attacks leave a mark, but are told only by what comes of them.
        if brief or len(actors) > FULL or (actors and not deeds):
            did = _brief(self, [k for k in _BRIEF if k in STAGES], catalogue)
            shown = _brief(self, ["loss"], catalogue) if len(lost) > FULL else _sentences(lost, catalogue)
            others = [] if brief else [x for x in rest if _kind(x) != "hit"]
            came = [shown, _brief(self, ["hit"], catalogue), _sentences(others, catalogue)]
            return did, " ".join(x for x in came if x) or ("" if did else _sentences(rest, catalogue))
        return _sentences(deeds, catalogue), _sentences([*lost, *rest], catalogue)


def _kind(line: Line) -> str:
    return line.trace.kind if line.trace is not None else ""


def _brief(told: Stretch, kinds: Sequence[str], catalogue: TextCatalogue) -> str:
    """Who did what, as short as can be."""
    found = []
    for kind in kinds:
        units = sorted({m.unit for m in told.marks if m.kind == kind}, key=numbered)
        if units:
            named = together([told.names.get(u, u) for u in units]) if told.names else codes(units)
            found.append(catalogue.say(Text(_BRIEF[kind][len(units) > 1], units=named)))
    return " ".join(found)


def numbered(name: str) -> tuple[str, int]:
    """Sorts LC10 behind LC9."""
    letters = name.rstrip("0123456789")
    return letters, int(name[len(letters) :] or 0)


def _sentences(lines: Sequence[Line], catalogue: TextCatalogue) -> str:
    """The lines, those of one kind told together, each with its full stop."""
    told = [
        Told(
            seq=x.seq,
            text=catalogue.say(x.text),
            fold=None if x.fold is None else (catalogue.say(x.fold[0]), catalogue.say(x.fold[1]), ""),
        )
        for x in lines
    ]
    return " ".join(s if s.endswith((".", "!", "?", "…")) else f"{s}." for s in joined(told))
