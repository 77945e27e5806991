"""How a question is told that was answered."""

from __future__ import annotations

import pytest

from bot.components.decision import controls
from bot.components.ids import Ref
from bot.messages.publishing.posts import outcome, prompt_of
from bot.narration import ENGLISH
from engine.kernel.decisions import Choice, ChooseEach, Item, Policy
from engine.kernel.text import Text


@pytest.mark.parametrize(
    ("default", "told"),
    [("tuscia", "Goths: 1 SP: Tuscia"), ("stay", "Goths: Stay"), ("valeria", "Goths: 1 SP: Tuscia")],
)
def test_a_way_is_told_even_where_it_is_the_default_and_doing_nothing_as_it_was_offered(
    default: str, told: str
) -> None:
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


def test_who_has_a_name_is_called_by_it_not_by_the_id_in_the_battles_file() -> None:
    policy = Policy("intercept", "yes", "no", called=Text("Army of Illyricum"))
    choices = (Choice("yes", Text("Intercept")), Choice("no", Text("Let it pass")))
    item = Item("illyricum", Text("Army of Illyricum, 10 SP"), choices, "no", policy)
    asked = ChooseEach(kind="intercept", side="rome", rule="7.31", prompt=Text("Intercept?"), items=[item])
    prompt = prompt_of(asked, "7", None, ENGLISH)
    for picks, told in (({"illyricum": "yes"}, "Army of Illyricum: Intercept"), ({}, "Let it pass")):
        assert outcome(prompt, {"do": "picks", "picks": picks}, "Rome", ENGLISH) == f"Rome: {told}"
    shown = controls(asked, Ref("b", "7"), ENGLISH)
    labels = [c.get("label", "") for row in shown.to_components() for c in row["components"]]
    assert "Army of Illyricum: Intercept" in labels and not any("illyricum" in str(x) for x in labels), labels
