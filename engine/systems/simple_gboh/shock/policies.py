"""Standing orders for the Shock Phase."""

from __future__ import annotations

from engine.kernel.decisions import PolicyKind
from engine.systems.simple_gboh.shock import advance, before, follow, resolve, retreat

POLICIES: tuple[PolicyKind, ...] = (
    before.POLICY,
    follow.POLICY,
    retreat.POLICY,
    resolve.EXTRA,
    resolve.KEPT,
    advance.WHERE,
)
"""Those beside the family's (who leads a Shock, who advances, turning after it)."""
