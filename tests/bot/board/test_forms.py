"""Orders that are a whole form: what is filled in on the page is the written order, and is what the rules take."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.board import forms
from bot.cli.battles import scenario
from bot.cli.seeded import SeededTrail
from bot.cli.selfplay import play
from bot.notation import parse
from engine.kernel.decisions import Command, Decision
from engine.kernel.text import Refusal
from engine.systems.registry import system_for
from tests.bot.board.kit import seen

CHANGES = 8
"""Changes made in each form."""


def offered(form: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Something that may be changed in a form, by chance."""
    found: list[dict[str, Any]] = [{"whole": c["key"]} for c in form["wholes"]]
    for e in form["entries"]:
        found += [{"change": [e["key"], c["key"]]} for c in (*e["steps"], *e["options"])]
        found += [{"amount": [e["key"], rng.randrange(12)]}] if e["amount"] else []
        found += [{"tick": e["key"]}] if e["ticked"] is not None else []
        found += [{"open": e["key"]}] if e["more"] else []
    return rng.choice(found or [{}])


def test_whatever_is_changed_is_the_written_order() -> None:
    battle = scenario("justinian/renovatio")
    system, rng = system_for(battle), random.Random(5)
    kinds, sendable = set[str](), 0

    def filled(game: Any, decision: Decision) -> None:
        nonlocal sendable
        here, question = seen(game, decision)
        form = forms.form(here, question, "", {})
        assert form["order"] and form["send"] and not form["problem"], "what is proposed can be sent"
        opened = ""
        for _ in range(CHANGES):
            given = offered(form, rng)
            opened = given.get("open", opened)
            form = forms.form(here, question, form["order"], {"open": opened, **given})
            assert forms.form(here, question, form["order"], {"open": opened}) == form, "the order holds all of it"
            answer = system.read(game, decision, parse(form["order"])[0])
            if form["problem"]:
                with pytest.raises(Refusal):
                    decision.check(answer)
            else:
                decision.check(answer)
                sendable += 1

    def each(game: Any) -> None:
        for decision in game.pending:
            if isinstance(decision, Command) and decision.sheet is not None:
                kinds.add(decision.kind)
                filled(game, decision)

    play(system, 3, SeededTrail(battle, 3), turns=20, most=120, each=each)
    assert len(kinds) >= 3 and sendable > 20


def test_what_is_not_offered_changes_nothing() -> None:
    battle = scenario("justinian/renovatio")
    tried = list[str]()

    def each(game: Any) -> None:
        if tried or not game.pending:
            return
        decision = game.pending[0]
        here, question = seen(game, decision)
        if not isinstance(decision, Command) or decision.sheet is None:
            with pytest.raises(Refusal):
                forms.form(here, question, "", {})
            return
        key = decision.sheet(decision.default).entries[0].key
        wrong: list[dict[str, Any]] = [
            {"change": [key, "+999"]},
            {"change": ["nobody", "+1"]},
            {"change": "x"},
            {"change": [1, 2]},
            {"amount": [key, -1]},
            {"amount": [key, 10**9]},
            {"amount": [key, "3"]},
            {"amount": ["nobody", 1]},
            {"tick": "nobody"},
            {"tick": None},
            {"whole": "nobody"},
        ]
        for given in wrong:
            with pytest.raises(Refusal):
                forms.form(here, question, "", given)
        for text in ("done; done", "hello there", "thrace 12"):
            with pytest.raises(Refusal):
                forms.form(here, question, text, {})
        assert forms.form(here, question, "", {"open": "nobody"}) == forms.form(here, question, "", {})
        tried.append(key)

    play(system_for(battle), 3, SeededTrail(battle, 3), turns=2, most=20, each=each)
    assert tried


def test_an_entry_in_which_nothing_stands_can_be_filled_in_once_it_is_opened() -> None:
    """Of many provinces those with no recruits are listed by name alone; one that is opened has its steps."""
    filled = list[str]()

    def each(game: Any) -> None:
        for decision in game.pending:
            if filled or decision.kind != "recruits" or not isinstance(decision, Command):
                continue
            here, question = seen(game, decision)
            form = forms.form(here, question, "", {})
            quiet = next((e["key"] for e in form["entries"] if e["quiet"]), None)
            if quiet is None:
                continue
            assert not any(e["steps"] for e in form["entries"] if e["quiet"])
            opened = forms.form(here, question, form["order"], {"open": quiet})
            step = next(e for e in opened["entries"] if e["key"] == quiet)["steps"][0]["key"]
            found = forms.form(here, question, form["order"], {"change": [quiet, step]})
            assert found["order"] != form["order"]
            assert not next(e for e in found["entries"] if e["key"] == quiet)["quiet"]
            filled.append(quiet)

    battle = scenario("justinian/renovatio")
    play(system_for(battle), 1, SeededTrail(battle, 1), turns=2, each=each)
    assert filled
