"""Units that the rules make move: which of several ways, their owner says, or has said beforehand."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.decisions import Policy, PolicyKind
from engine.kernel.text import Text

POLICY = PolicyKind("driven-way", Text("Choose where units go that the rules drive on or back"))


def policy(keys: Sequence[str]) -> Policy:
    """The standing order about a choice of at least two ways, the one that is suggested first."""
    return Policy(POLICY.kind, keys[0], keys[1])
