"""10.0, 11.0, 12.7 The Shock part of an activation.

Designations are in :mod:`designation`, what is added to the die in :mod:`drms`, one engagement in :mod:`resolve`.
"""

from __future__ import annotations

from engine.systems.men_of_iron.shock.before import POLICY as _WITHDRAW
from engine.systems.men_of_iron.shock.designation import plans
from engine.systems.men_of_iron.shock.menus import menu
from engine.systems.men_of_iron.shock.resolve import POLICY as _ORDER
from engine.systems.men_of_iron.shock.resolve import resolve

POLICIES = (_WITHDRAW, _ORDER)
"""Standing orders about Shock, beside those for Counter-Charges and for ways to retreat and advance."""

__all__ = ["POLICIES", "menu", "plans", "resolve"]
