"""Would these orders be legal now?"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.kernel import foresight
from engine.kernel.decisions import Command, Decision
from engine.kernel.inquiry import Fact, Findings, Section
from engine.kernel.statement import Statement
from engine.kernel.text import Refusal, Text, refuse
from engine.systems.justinian import written
from engine.systems.justinian.campaign import Campaign


def about(
    g: Campaign, statements: Sequence[Statement], pending: Sequence[Decision], sides: Collection[str]
) -> Findings:
    """What the referee says to each, as an answer to the question that is open."""
    title = foresight.title(statements, "> syria-2 x")
    asked = [d for d in pending if isinstance(d, Command) and (not sides or d.side in sides)]
    if not asked:
        refuse("No order is wanted now.", rule="6.12")
    sections: list[Section] = []
    for statement in statements:
        no = _objection(g, asked[0], statement)
        heading = foresight.verdict(statement, statements, legal=no is None)
        fact = Fact.of(no) if no is not None else Fact(Text("{question}", question=asked[0].prompt), asked[0].rule)
        sections.append(Section(heading, (fact,)))
    return Findings(title, tuple(sections))


def _objection(g: Campaign, asked: Command, statement: Statement) -> Refusal | None:
    try:
        asked.check(written.read(g, asked, statement))
    except Refusal as no:
        return no if no.rule else Refusal("{why}", rule=asked.rule, why=no.text)
    return None
