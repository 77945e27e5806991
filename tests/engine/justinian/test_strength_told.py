"""How SP that come and go are told: one of them, or several."""

from __future__ import annotations

import re
from typing import get_args

from engine.systems.justinian.events.strength import StrengthChanged, Why
from tests.engine.justinian.field import field


def test_one_and_several_have_words_of_their_own() -> None:
    rig = field(turn=1).alive().army("africa", "zeugitania", 20, leader="sittas")
    army = next(g for g in rig.g.groups() if g.kind == "army")

    def told(n: int, why: Why) -> str:
        found = StrengthChanged(group=army, n=n, why=why).text(rig.state)
        return str(found) if found is not None else ""

    sentences = [told(n, why) for why in get_args(Why) for n in (1, -1)]
    assert len([s for s in sentences if s]) > 18
    several = re.compile(r"\b(are|go|die|desert)\b")
    assert not [s for s in sentences if several.search(s)]
    assert told(1, "built").endswith(": 1 Fleet SP is built.") and told(2, "built").endswith(": 2 Fleet SP are built.")
    assert "1 SP of" in told(-1, "desertion") and told(-1, "desertion").endswith(" deserts.")
    assert told(-3, "desertion").endswith(" desert.")
