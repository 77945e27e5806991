"""How things stand: whose decision it is, what is open, how far each army is from withdrawing."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from engine.kernel.decisions import Command, Decision
from engine.kernel.inquiry import Fact, Findings, Section, Sketch, asked
from engine.kernel.text import Text
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.inquiry import losses, scene


def about(g: Battle, pending: Sequence[Decision], sides: Collection[str]) -> Findings:
    """The summary for a player of ``sides``, or for a spectator."""
    return summary(g, pending, sides, Text("Turn {turn}, {phase}"), [(Text("Leaders still to act"), _leaders(g))])


def summary(
    g: Battle,
    pending: Sequence[Decision],
    sides: Collection[str],
    title: Text,
    parts: Iterable[tuple[Text, Iterator[Fact]]],
) -> Findings:
    """Whose decision it is, what a game tells of its turns under several headings, Rout Points."""
    sections = [Section(Text("Whose decision"), tuple(decisions(g, pending, sides)))]
    if pending and g.state.phase not in ("bidding", "setup"):
        sections += [Section(heading, facts) for heading, found in parts if (facts := tuple(found))]
    sections.append(Section(Text("Rout Points"), tuple(losses.standing(g))))
    focus = tuple(h for d in pending if d.side in sides or not d.secret for h in d.focus)
    title = Text(title.template, turn=g.state.turn, phase=g.state.words.segments[g.state.phase])
    return Findings(title, tuple(sections), Sketch(focus=focus))


def decisions(g: Battle, pending: Sequence[Decision], sides: Collection[str]) -> Iterator[Fact]:
    """Who is asked what, and for the asker's own orders who could be ordered."""
    if not pending:
        yield Fact(
            Text("{story}", story=g.state.outcome or "") if g.state.outcome else Text("The battle is over."),
            g.case(Case.VICTORY),
        )
    for d in pending:
        yield asked(d, scene.whose(g, d.side), sides)
        if isinstance(d, Command) and d.side in sides and d.kind in ("orders", "line", "march"):
            yield from _open(g, d)


def _open(g: Battle, d: Command) -> Iterator[Fact]:
    """What could be ordered, by name; which orders each could have is another question."""
    units = list(dict.fromkeys(c.unit for c in d.menu if c.unit is not None and c.key == c.unit))
    if units:
        yield Fact(Text("Could be ordered: {units}", units=", ".join(units)), g.case(Case.ORDER_ACTIONS))
    others = [c.label for c in d.menu if c.unit is None and c.key != "done"]
    for label in others:
        yield Fact(label)


def _leaders(g: Battle) -> Iterator[Fact]:
    for side in g.state.sides:
        names = [f"{x.name} ({x.initiative})" for x in g.leaders(side) if x.status == "inactive"]
        if names:
            yield Fact(
                Text("{side}, with their Initiative: {names}", side=scene.whose(g, side), names=", ".join(names)),
                g.case(Case.LEADER_STATES),
            )
