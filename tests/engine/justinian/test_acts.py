"""Every step there is has one kind, and words of its own to begin with."""

from __future__ import annotations

from typing import get_args

from engine.systems.justinian.movement import steps
from engine.systems.justinian.movement.acts import kinds


def test_each_step_has_one_kind() -> None:
    union, _ = get_args(steps.AnyStep)
    assert sorted(a.step.__name__ for a in kinds.ACTS) == sorted(step.__name__ for step in get_args(union))


def test_no_word_begins_two() -> None:
    verbs = [verb for act in kinds.ACTS for verb in act.verbs]
    assert len(verbs) == len(set(verbs)) and all(act.verbs for act in kinds.ACTS)
