"""Ways to go about an activation as a whole: what each makes of the counsel, by the kind of order.

A plan that strays from the counsel by chance has one unit hold and its neighbour attack. Each of these has all of them
mean the same, and what is changed in the best of them afterwards is where it doesn't fit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Profile:
    """By :attr:`engine.kernel.ideas.Idea.kind` how much more or less speaks for an order, as a factor."""

    name: str
    factors: Mapping[str, float]


PROFILES = (
    Profile("strike", {"strike": 2.5, "charge": 2.5, "fire": 0.8, "advance": 1.2, "fall back": 0.3, "hold": 0.6}),
    Profile("hold the line", {"strike": 0.3, "charge": 0.3, "advance": 0.4, "hold": 2.0, "wheel": 2.0, "form": 2.0}),
    Profile("shoot and keep away", {"fire": 2.5, "fall back": 1.8, "strike": 0.4, "charge": 0.4, "advance": 0.5}),
    Profile("go on", {"advance": 2.5, "line": 3.0, "lead": 1.5, "fall back": 0.2, "hold": 0.5}),
    Profile(
        "rally and re-form", {"rally": 3.0, "recover": 3.0, "form": 2.0, "lead": 1.5, "strike": 0.7, "advance": 0.4}
    ),
    Profile("break off", {"fall back": 3.0, "home": 2.0, "rally": 1.5, "strike": 0.2, "charge": 0.2, "advance": 0.2}),
)
