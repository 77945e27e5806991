"""10.3 All attacks and Charges of the activation, in one order; how it is written: :mod:`shock.notation`."""

from __future__ import annotations

from engine.kernel.inquiry import Fact, Section, Sketch
from engine.kernel.statement import Token
from engine.kernel.text import Refusal, Text
from engine.systems.men_of_iron import orders
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import AttacksDesignated, PhaseBegan
from engine.systems.men_of_iron.order_kinds.kind import Kind
from engine.systems.men_of_iron.preview import odds
from engine.systems.men_of_iron.reader import Reader
from engine.systems.men_of_iron.shock import designation, engagement, notation
from engine.systems.men_of_iron.shock.engagement import Engagement
from engine.systems.men_of_iron.state import Phase


class ShockKind(Kind[orders.Shock]):
    answer = orders.Shock
    verbs = notation.VERBS
    phases = ("shock",)
    ends = True

    def read(self, reader: Reader, verb: str) -> orders.Shock:
        return notation.read(reader)

    def write(self, answer: orders.Shock) -> list[Token]:
        return notation.write(answer)

    def check(self, by: Battle, answer: orders.Shock) -> None:
        designation.settle(by, answer)

    def untimely(self, g: Battle, answer: orders.Shock, phase: Phase) -> Refusal | None:
        if phase != "move":
            return None
        name = g.state.commands[g.act.command].name
        return Refusal("{name} is moving and firing; done ends that, and attacks come then.", rule="3.1", name=name)

    async def carry_out(self, by: Battle, answer: orders.Shock) -> None:
        attacks = designation.settle(by, answer)
        if attacks:
            by.emit(AttacksDesignated(attacks=attacks, rule="10.3"))
        by.emit(PhaseBegan(phase="resolve" if attacks else "end"))

    def prospects(self, g: Battle, answer: orders.Shock) -> list[Section]:
        """Each engagement, as things stand before the first is fought."""
        if not answer.attacks:
            return [Section(Text("Nobody attacks"), (Fact(Text("There is no combat to reckon."), "10.1"),))]
        return [section for e in _engagements(g, answer) for section in odds.of_engagement(g, e)]

    def sketch(self, g: Battle, answer: orders.Shock) -> Sketch:
        pairs: list[tuple[str, str]] = []
        labels: dict[tuple[str, str], str] = {}
        chances: dict[tuple[str, str], str] = {}
        for e in _engagements(g, answer):
            pairs += [(s.unit.id, t.id) for s in e.strikers if s.way is None for t in s.targets]
            for found, more in zip((labels, chances), odds.labels(g, e), strict=True):
                found |= more
        names = dict.fromkeys(name for a in designation.settle(g, answer) for name in (*a.targets, a.unit))
        focus = tuple(g.state.units[name].at for name in names)
        return Sketch(focus=focus, attacks=tuple(pairs), labels=labels, odds=chances)


def _engagements(g: Battle, answer: orders.Shock) -> list[Engagement]:
    return [engagement.of(g, group) for group in engagement.groups(designation.settle(g, answer))]
