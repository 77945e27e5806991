"""Rules of a battle's own are cited by their titles: nobody has seen the names they have in its file."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from bot.components.decision import question
from bot.components.panel.asked import Asked
from bot.components.panel.form import problem
from bot.errors import explain, refusal_text
from bot.language.catalogue import ENGLISH, TextCatalogue
from bot.narration.findings import told
from bot.service.sessions.session import refused
from engine.kernel.decisions import Choice, Choose
from engine.kernel.inquiry import Fact, Findings, Section
from engine.kernel.rulebook import Case
from engine.kernel.text import Refusal, Text

OWN = [Case("own-phase", "The Greek horse", "They act apart.")]
ITALIAN = TextCatalogue("it", {"The Greek horse": "La cavalleria greca"})


def asked(rule: str) -> Choose:
    return Choose(
        side="a", kind="odd", prompt=Text("Which?"), choices=(Choice("x", Text("This")),), default_key="x", rule=rule
    )


def test_a_question_names_the_rule_it_is_about() -> None:
    assert question(asked("own-phase"), ENGLISH, OWN).startswith("**Which?** (The Greek horse)")
    assert question(asked("own-phase"), ITALIAN, OWN).startswith("**Which?** (La cavalleria greca)")
    assert question(asked("8.15"), ENGLISH, OWN).startswith("**Which?** (8.15)")
    assert question(asked(""), ENGLISH, OWN).startswith("**Which?**\n") or "(" not in question(asked(""), ENGLISH, OWN)


def test_a_refusal_does() -> None:
    no = Refusal("Not now.", rule="own-phase")
    assert refusal_text(no, ITALIAN, OWN) == explain(no, ITALIAN, own=OWN) == "Not now. (La cavalleria greca)"
    assert ITALIAN.say(refused(no, OWN)) == "Not now. (La cavalleria greca)"
    assert str(refused(no, [Case("own-phase", "{Odd}", "")])) == "Not now. ({Odd})"
    assert str(refused(Refusal("Not now.", rule="8.15"), OWN)) == "Not now. (8.15)"


def test_what_is_wrong_with_a_form_does() -> None:
    class Unsent:
        default = None

        def check(self, answer: object) -> None:
            raise Refusal("Not so.", rule="own-phase")

    game = SimpleNamespace(system=SimpleNamespace(own_rules=lambda: OWN))
    about = SimpleNamespace(decision=Unsent(), draft=None, game=game, catalogue=ITALIAN, say=ITALIAN.say)
    assert problem(cast(Asked, cast(Any, about))) == "Not so. (La cavalleria greca)"


def test_an_answer_of_the_referee_does() -> None:
    found = Findings(Text("A unit"), (Section(Text("It can"), (Fact(Text("go."), "own-phase"),)),))
    assert "- go. (The Greek horse)" in told(found, ENGLISH, 500, OWN)
