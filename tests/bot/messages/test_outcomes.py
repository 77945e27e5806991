"""How a question is told that was answered."""

from __future__ import annotations

import pytest

from bot.messages.publishing.posts import outcome, prompt_of
from bot.narration import ENGLISH
from engine.kernel.decisions import Choice, ChooseEach, Item
from engine.kernel.text import Text


@pytest.mark.parametrize(
    ("default", "told"),
    [("tuscia", "Goths: 1 SP: Tuscia"), ("stay", "Goths: none"), ("valeria", "Goths: 1 SP: Tuscia")],
)
def test_a_way_is_told_even_where_it_is_the_default_and_doing_nothing_is_none(default: str, told: str) -> None:
    choices = tuple(Choice(k, Text(k.title())) for k in ("tuscia", "valeria", "stay"))
    asked = ChooseEach(
        kind="retreat",
        side="goths",
        rule="8.21",
        prompt=Text("Where to?"),
        items=[Item("1 SP", Text("1 SP"), choices, default)],
    )
    prompt = prompt_of(asked, "7", None, ENGLISH)
    key = "stay" if default == "stay" else "tuscia"
    assert outcome(prompt, {"do": "picks", "picks": {"1 SP": key}}, "Goths", ENGLISH) == told
