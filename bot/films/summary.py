"""A battle in a few sentences: what was decisive in it, chapter by chapter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.films.captions import Stretch
from bot.films.turning import Score, swing, turning
from bot.narration import TextCatalogue, escape
from engine.kernel.text import Text

SENTENCES = 10
"""Sentences a battle is told in, at most."""

FIGHTING = ("charge", "shock", "missile")
"""Marks of deeds that are told by themselves."""

WEIGHTS = {"loss": 2.0, "rout": 1.5, "charge": 0.5, "shock": 0.5, "missile": 0.1, "hit": 0.1}
"""What makes a chapter worth telling, by the marks left in it."""

LEADER, SWING, TURN = 8.0, 30.0, 10.0
"""The same for each leader lost, for a swing as great as all that a side can bear, and for a turning point."""

FIRST_BLOOD = 6.0
"""And for the first fighting there was."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A chapter, and what it came to."""

    title: str
    told: Stretch
    before: Score
    after: Score
    fallen: tuple[str, ...] = ()
    """Names of leaders who were there before it, and not after it."""

    @property
    def fought(self) -> bool:
        return any(m.kind in FIGHTING for m in self.told.marks)

    @property
    def weight(self) -> float:
        """How much it is worth telling; 0 for not at all."""
        deeds = sum(WEIGHTS[kind] for kind, _ in {(m.kind, m.unit) for m in self.told.marks} if kind in WEIGHTS)
        turned = TURN if turning(self.before, self.after) else 0.0
        return deeds + LEADER * len(self.fallen) + SWING * swing(self.before, self.after) + turned


def choose(passages: Sequence[Passage], most: int = SENTENCES) -> list[Passage]:
    """The passages worth a sentence, in order; the last one where nothing was fought out at all."""
    first = next((n for n, p in enumerate(passages) if p.fought), None)
    weights = [p.weight + (FIRST_BLOOD if n == first else 0.0) for n, p in enumerate(passages)]
    ranked = sorted((n for n, w in enumerate(weights) if w > 0), key=lambda n: (-weights[n], n))[:most]
    return [passages[n] for n in sorted(ranked)] or list(passages[-1:])


def sentence(p: Passage, sides: Sequence[Any], catalogue: TextCatalogue) -> str:
    """A passage in a line, ready for a message. ``sides`` are those of the table, for their names."""
    say = catalogue.say
    charged = {m.unit for m in p.told.marks if m.kind == "charge"}
    # A charge is told once, and so is the loss of a leader.
    marks = [
        m
        for m in p.told.marks
        if not (m.kind == "shock" and m.unit in charged) and not (m.kind == "loss" and m.unit in p.fallen)
    ]
    told = Stretch(marks, [], p.told.names)
    parts = [told.brief(FIGHTING, catalogue), told.brief(("rout", "loss"), catalogue)]
    if p.fallen:
        template = "{leaders} is out of the battle." if len(p.fallen) == 1 else "{leaders} are out of the battle."
        parts.append(say(Text(template, leaders=", ".join(p.fallen))))
    for n, side in enumerate(sides):
        gained = p.after.points[n] - p.before.points[n]
        if gained > 0:
            template = "{side}: {points} {now} (+{gained})."
            points = Text(side.points_name)
            parts.append(say(Text(template, side=side.name, points=points, now=p.after.points[n], gained=gained)))
    said = " ".join(x for x in parts if x) or " ".join(x for x in p.told.captions(catalogue, brief=True) if x)
    return f"**{escape(p.title)}**: {escape(said)}" if said else f"**{escape(p.title)}**"
