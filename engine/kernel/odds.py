"""The odds of a fight before it is chosen: every result with its probability, and who may fall in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.kernel.text import Text

Chances = tuple[tuple[Text, float], ...]
"""What may happen, in words, with its probability (0 to 1)."""


@dataclass(frozen=True, slots=True)
class Odds:
    """One combat of an attack that can be chosen."""

    title: Text
    """Who fights whom, on which column or with which modifiers."""
    results: Chances
    """Every result, the likeliest first; together they make 1."""
    besides: Chances = ()
    """What may happen besides: leaders hit, units that break, horses that shy."""

    @property
    def words(self) -> Text:
        """All of it in a line."""
        return self.foremost(len(self.results))

    def foremost(self, most: int) -> Text:
        """The same with so many of the likeliest results alone; what may happen besides is never left out.

        >>> odds = Odds(Text("A1 against B1"), ((Text("1-2"), 0.5), (Text("2-1"), 0.5)), ((Text("Ada is hit"), 0.1),))
        >>> str(odds.words), str(odds.foremost(1))
        ('A1 against B1: 1-2 50 %, 2-1 50 %; Ada is hit 10 %', 'A1 against B1: 1-2 50 %, …; Ada is hit 10 %')
        """
        parts = [_told(self.results[:most], more=most < len(self.results))]
        if self.besides:
            parts.append(_told(self.besides))
        named = {f"part{i}": part for i, part in enumerate(parts)}
        return Text("{title}: " + "; ".join(f"{{{name}}}" for name in named), title=self.title, **named)


def _told(chances: Sequence[tuple[Text, float]], *, more: bool = False) -> Text:
    named = {f"part{i}": Text("{what} {n} %", what=what, n=round(100 * p)) for i, (what, p) in enumerate(chances)}
    return Text(", ".join([f"{{{name}}}" for name in named] + ["…"] * more), **named)


def likeliest_first(chances: Sequence[tuple[Text, float]]) -> Chances:
    """Results in the order in which they are told."""
    return tuple(sorted(chances, key=lambda x: (-x[1], str(x[0]))))
