"""Poitiers: work on hedges, remounting, Orléans' nerve."""

from __future__ import annotations

from typing import ClassVar

from engine.systems.men_of_iron.special import Special
from engine.systems.men_of_iron.special.leaving import OnActivation


class ClearHedges(Special):
    """PO-2 Foot may clear a hedge instead of anything else: :mod:`work` does it wherever this rule is in force."""


class Remounting(Special):
    """PO-5 Dismounted Men-at-Arms of ``commands`` may take to horse, ``most`` units in all: :mod:`work` does it."""

    needs: ClassVar[tuple[str, ...]] = ("commands", "most")


class Nerve(OnActivation):
    """PO-6"""
