"""The referee's findings as text that fits into a message: what doesn't fit is counted."""

from __future__ import annotations

from collections.abc import Sequence

from bot import rulebooks
from bot.language.catalogue import TextCatalogue
from bot.language.plain import escape, fit
from engine.kernel.inquiry import Fact, Findings, Section
from engine.kernel.system import RuleText
from engine.kernel.text import Text

LINE = 400
"""Characters of one fact."""

FEWEST = 3
"""Facts of a section that are told before facts of others have to go."""


def told(found: Findings, catalogue: TextCatalogue, limit: int, own: Sequence[RuleText] = ()) -> str:
    """Sections with their facts, in at most ``limit`` characters. ``own``: rules of the battle.

    Where room is short the longest sections lose facts from their ends, and say how many.
    """
    kept = [len(s.facts) for s in found.sections]
    while True:
        # Without the empty line a heading would be read as part of the list above it.
        text = "\n\n".join(_section(s, n, catalogue, own) for s, n in zip(found.sections, kept, strict=True))
        longest = max(range(len(kept)), key=lambda i: kept[i], default=None)
        if len(text) <= limit or longest is None or kept[longest] <= FEWEST:
            return fit(text, limit)
        # Several at once where much is too much, so that a long answer is cut in a few rounds.
        kept[longest] -= max(1, min(kept[longest] - FEWEST, (len(text) - limit) // LINE))


def _section(section: Section, n: int, catalogue: TextCatalogue, own: Sequence[RuleText]) -> str:
    lines = [f"**{escape(catalogue.say(section.heading))}**"]
    lines += [_line(f, catalogue, own) for f in section.facts[:n]]
    if n < len(section.facts):
        lines.append("- " + catalogue.say(Text("and {n} more", n=len(section.facts) - n)))
    return "\n".join(lines)


def _line(fact: Fact, catalogue: TextCatalogue, own: Sequence[RuleText]) -> str:
    case = rulebooks.cited(fact.rule, own, catalogue)
    rule = f" ({escape(case)})" if case else ""
    return f"- {fit(escape(catalogue.say(fact.text)), LINE)}{rule}"
