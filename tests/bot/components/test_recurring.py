"""Answers for more than one question, as their buttons name them."""

from __future__ import annotations

from bot.components.recurring import for_more
from engine.kernel.decisions import Choice, Choose, Policy
from engine.kernel.text import Text


def bribe(called: str | None) -> Choose:
    return Choose(
        kind="bribe",
        side="byzantine",
        rule="6.32",
        prompt=Text("Bribe them?"),
        choices=[Choice("9", Text("9 G")), Choice("0", Text("Nothing"))],
        default_key="0",
        subject="lakhmids",
        policy=Policy("bribe", "9", "0", called=called),
    )


def test_an_answer_for_good_names_whom_it_is_for_as_players_know_them() -> None:
    labels = [str(label) for _, _, label in for_more(bribe("Lakhmid Arabs"), span="turn")]
    assert "Lakhmid Arabs, always: 9 G" in labels and "Lakhmid Arabs, always: Nothing" in labels
    assert not any("lakhmids" in x for x in labels)
    assert "lakhmids, always: 9 G" in [str(label) for _, _, label in for_more(bribe(None), span="turn")]
