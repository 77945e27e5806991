"""What every kind of order of Men of Iron has, beside what all systems' have."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel.decisions import Choice
from engine.kernel.inquiry import Section
from engine.kernel.order_kind import A, OrderKind
from engine.kernel.text import Refusal
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.reader import Reader
from engine.systems.men_of_iron.state import Leader, Marker, Phase, Unit


class Kind(OrderKind[Battle, Battle, Reader, A]):
    """One kind of order; who gives it is the side of the activation, before the battle the side that sets up."""

    phases: ClassVar[tuple[Phase, ...]] = ("move",)
    """When it may be given: before the battle ("setup"), in the Move/Fire part, in the Shock part."""
    begins_with: ClassVar[type[Unit | Leader | Marker] | None] = None
    """Whom a statement of it names first, where it has no verb."""

    def untimely(self, g: Battle, answer: A, phase: Phase) -> Refusal | None:
        """What is said of it in a phase it isn't given in; None leaves that to the phase."""
        return None

    def offers(self, g: Battle, piece: Unit | Leader | Marker) -> Iterable[Choice]:
        """Choices that give such an order to a piece now."""
        return ()

    def prospects(self, g: Battle, answer: A) -> list[Section]:
        """What is told below its consequences: as the position is after them; of one that :attr:`ends`, before it."""
        return []


def moving_is_over(g: Battle) -> Refusal:
    """3.1 What is said of a move in the Shock part."""
    name = g.state.commands[g.act.command].name
    return Refusal("Movement and fire of {name} are over: who attacks? shock none for nobody.", rule="3.1", name=name)
