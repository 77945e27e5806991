"""7.3 The attacks of a Shock Phase as they are written: ``shock LG1 LG2 x HI3 & LG4 x PH1``, ``shock must``."""

from __future__ import annotations

from typing import ClassVar

from engine.kernel.statement import Token
from engine.kernel.text import refuse
from engine.systems.gboh.chapter import Chapter
from engine.systems.gboh.orders.own_order import OwnOrder
from engine.systems.gboh.orders.reader import Names
from engine.systems.gboh.shock import notation
from engine.systems.gboh.shock.plan import ShockPlan
from engine.systems.gboh.state import Leader
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.shock import contact, designation, planning

SENSIBLE = ("plan", "go", "auto")
"""Words for what is proposed."""


class ShockOrder(OwnOrder):
    """What the Shock Phase asks for; read as the family's, with this game's plans for who writes none."""

    answer = ShockPlan
    verbs: ClassVar[tuple[str, ...]] = ("shock",)
    individual = False
    in_line = False

    def read(self, reader: Names, verb: str) -> ShockPlan:
        """The plan a statement means; ``must``, ``all``, ``none`` and ``plan`` are understood."""
        g = reader.g
        assert isinstance(g, Battle)
        word = reader.word()
        if word not in ("must", "all", "none", *SENSIBLE):
            return notation.read(g, reader)
        reader.take()
        reader.done()
        if word == "none":
            return ShockPlan()
        if word in SENSIBLE:
            return planning.sensible(g, contact.obliged(g), contact.willing(g))
        return designation.auto_plan(g, everybody=word == "all")

    def write(self, answer: ShockPlan) -> list[Token]:
        return list(notation.write(answer).tokens)

    def check(self, g: object, leader: Leader | None, answer: ShockPlan) -> None:
        refuse("Attacks are said in the Shock Phase, when all have moved.", rule=designation.RULE)


class Designation(Chapter):
    """7.3 How attacks are written, and said beforehand."""

    case = "7.3"
    about = "attacks designated before any is fought"
    orders = (ShockOrder(),)
