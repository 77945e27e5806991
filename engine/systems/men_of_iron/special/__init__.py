"""Rules of single battles, hooked into the general procedure.

A scenario lists them by id; each is a subclass of :class:`Special` in a module of its battle, listed in :mod:`kinds`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.kernel import special as kernel
from engine.kernel.decisions import Choice, Risk
from engine.kernel.dice import Modifier
from engine.kernel.hexes import Hex
from engine.kernel.special import Taken
from engine.kernel.special import any_of as any_of
from engine.kernel.special import first as first
from engine.kernel.special import run as run
from engine.kernel.special import told as told
from engine.kernel.text import Text
from engine.kernel.view import Particular
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.special.named import Numbered
from engine.systems.men_of_iron.state import Marker, Unit


@dataclass(frozen=True, slots=True)
class Evasion:
    """How a unit may retreat before Shock where 10.2 is widened (NA-3)."""

    rule: str
    disorders: bool
    """Whether it becomes Disordered by it."""
    parting_shot: bool
    """Whether it may shoot once at an attacker before it leaves."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Who has won when the battle's limit is reached with both armies on the field, and why."""

    winner: str
    why: Text


class Special(kernel.Special):
    """The hooks; each does nothing unless a battle's rule says otherwise.

    A rule that is data alone (formations allowed, units already in formation) is a plain :class:`Special`: it is there
    to be read with ``/rule``. Its parameter ``case`` is the number it goes by in the rules ("FK-1").
    """

    params = Taken(Numbered)

    @property
    def case(self) -> str:
        """What rolls and events name it by: its number in the rules, or its id where it has none."""
        return self.params.case or self.spec.id

    # -- before the battle --------------------------------------------------------------------------------------

    def set_up_area(self, g: Battle, unit: Unit) -> Sequence[Hex]:
        """Hexes its owner may choose from when he sets the unit up; () leaves it where the battle puts it."""
        return ()

    # -- activations --------------------------------------------------------------------------------------------

    async def between(self, g: Battle) -> None:
        """Whenever no order is half carried out."""

    def bars_activation(self, g: Battle, command: str) -> Text | None:
        """Why a Command can't be activated, in a sentence; None when it can."""
        return None

    def risk(self, g: Battle, command: str) -> Text | None:
        """What activating a Command may bring about, for menus; None for nothing."""
        return None

    def activation_risk(self, g: Battle, command: str) -> Risk | None:
        """What is rolled for before the Command acts, and what failing costs; None where nothing is."""
        return None

    async def activating(self, g: Battle, command: str) -> bool:
        """The Command has been activated; False when nothing comes of it because it is gone."""
        return True

    def free_choices(self, g: Battle, side: str) -> Sequence[Choice]:
        """What the side may do in a free activation besides activating a Command or Standard."""
        return ()

    async def chosen(self, g: Battle, side: str, key: str) -> bool:
        """Carry out one of :meth:`free_choices`, which uses the activation up; False when the key is another rule's."""
        return False

    async def activation_ended(self, g: Battle) -> None:
        """At the end of every activation, before flight is checked."""

    async def passed(self, g: Battle, side: str) -> None:
        """Play passes from this side to the other."""

    def verdict(self, g: Battle, winner: str) -> Text | None:
        """What is added to the story of a victory; None for nothing."""
        return None

    def reckoned(self, g: Battle) -> Verdict | None:
        """Who has won when the battle's limit is reached; None leaves that to the battle."""
        return None

    def tracks(self, g: Battle, side: str) -> Sequence[Particular]:
        """What the rule counts for a side besides Flight Points: what it is, and how it stands with that."""
        return ()

    # -- formations and movement --------------------------------------------------------------------------------

    def bars_formation(self, g: Battle, unit: Unit) -> Text | None:
        """Why the unit can't change formation, in a sentence; None when it can."""
        return None

    def formation_ma(self, g: Battle, unit: Unit) -> int | None:
        """MP a unit in formation may move, and that it may Shock; None: neither (14.1)."""
        return None

    def entry_cost(self, g: Battle, unit: Unit, a: Hex, b: Hex, *, only: bool) -> int | None:
        """MP of a step where the battle prices it otherwise than the ground; None leaves that to the ground.

        ``only``: it is the first and last step of the unit's move.
        """
        return None

    async def entered(self, g: Battle, unit: Unit, origin: Hex, *, only: bool) -> bool:
        """A unit has entered a hex by movement; False when it must stop there, or is no more."""
        return True

    def entry_risk(self, g: Battle, unit: Unit, a: Hex, b: Hex, *, only: bool) -> Risk | None:
        """What is rolled for on that step; None where nothing is."""
        return None

    def entry_note(self, g: Battle, unit: Unit, a: Hex, b: Hex, *, only: bool) -> Text | None:
        """What entering the hex may bring about, for previews; None for nothing."""
        return None

    def zoc_fee(self, g: Battle, unit: Unit, holders: Sequence[Unit]) -> int | None:
        """NA-2 MP more for going on through enemy ZOC of these units without stopping; None: it must stop (7.2)."""
        return None

    def leaves_zoc_freely(self, g: Battle, unit: Unit) -> bool:
        """NA-2 Whether it may also re-enter a ZOC it has left (6.2)."""
        return False

    def rides_through(self, g: Battle, rider: Unit, friend: Unit) -> bool:
        """CO-3 Whether Men-at-Arms may ride through this friend, who Retires at once for 0 Flight Points."""
        return False

    # -- combat -------------------------------------------------------------------------------------------------

    async def threatened(self, g: Battle, unit: Unit) -> None:
        """The unit is about to be fired at, or Shocked; it may be gone afterwards (FK-3)."""

    def fire_modifiers(self, g: Battle, firer: Unit | Marker, target: Unit) -> Sequence[Modifier]:
        """Further DRMs of a shot."""
        return ()

    async def shot(self, g: Battle, unit: Unit) -> None:
        """The unit has made a shot of any kind (NA-1)."""

    def evasion(self, g: Battle, unit: Unit, attackers: Sequence[Unit]) -> Evasion | None:
        """A Retreat Before Shock beyond 10.2; None where that rule alone holds."""
        return None


def rules(g: Battle) -> list[Special]:
    """The special rules in force in the battle, in the order of its scenario."""
    return g.rules


def having(g: Battle, hook: Callable[..., Any]) -> list[Special]:
    """Those of them that use a hook of :class:`Special`."""
    return g.having(hook.__name__)


def rule(g: Battle, rule_id: str) -> Special | None:
    """The special rule with this id, if it is in force."""
    return next((r for r in rules(g) if r.spec.id == rule_id), None)
