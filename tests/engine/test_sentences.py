"""Sentences that events and rolls bring along: written down so that they can be said in any language later."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from engine.fairdice.trail import TrailHeader, TrailWriter
from engine.kernel.dice import RollRequest, settle
from engine.kernel.events import SeatsSwapped
from engine.kernel.game import Game, digest
from engine.kernel.journal import Entry
from engine.kernel.text import DEEPEST, Sentence, Text, in_words, joined, together
from engine.systems import registry
from scenarios import load
from tests.engine.cataphract.test_battles import SeededDice


class Told(BaseModel):
    story: Sentence = ""


def shout(template: str) -> str:
    """A language of capitals."""
    return template if "{" in template else template.upper()


@pytest.mark.parametrize(
    "said",
    [
        Text("{units} {units:=rests|rest}", units=together(["HC1", "HC2"])),
        Text("{unit} takes {n:hit|hits}: {cause}", unit="HC1", n=2, cause=Text("moving again")),
        joined(["1007", "1008", "1009"], " and "),
        joined([Text("woods"), Text("moved")]),
        joined([]),
        joined([f"HC{n}" for n in range(300)], " and "),
    ],
)
def test_what_is_written_down_is_said_in_any_language_when_it_is_read(said: Text) -> None:
    read = Told.model_validate_json(Told(story=said).model_dump_json()).story
    assert isinstance(read, Text) and str(read) == str(said)
    assert read.render(shout) == said.render(shout)
    assert in_words(Told(story=said).model_dump(mode="json")) == {"story": str(said)}


def test_words_of_an_older_journal_are_read_and_nothing_said_is_nothing() -> None:
    assert Told.model_validate({"story": "The rearguard stands by."}).story == "The rearguard stands by."
    assert SeatsSwapped.model_validate({"type": "seats-swapped", "story": "{not a value}"}).text(None) is not None
    assert Told.model_validate({"story": ""}).story == "" and Told().model_dump(mode="json") == {"story": ""}


def _nested(depth: int, template: str = "{x}") -> dict[str, Any]:
    text = Text("end")
    for _ in range(depth):
        text = Text(template, x=text)
    return text.dump()


@pytest.mark.parametrize(
    "hostile",
    [
        {"text": "{x:>999999999}", "values": {"x": "a"}},
        {"text": "{x.__class__}", "values": {"x": "a"}},
        {"text": "{x[0]}", "values": {"x": "a"}},
        {"text": "{x!r:>99999999}", "values": {"x": "a"}},
        {"text": "{x:{y}}", "values": {"x": "a", "y": ">999999999"}},
        {"text": "{0}", "values": {"0": "a"}},
        {"text": "{x", "values": {"x": "a"}},
        {"text": "{missing}", "values": {}},
        {"text": 7, "values": {}},
        {"text": "a", "values": []},
        {"text": "a", "values": {"x": [1]}},
        {"text": "a", "values": {}, "more": 1},
        _nested(DEEPEST + 1),
        _nested(DEEPEST - 1, "{x}{x}{x}"),
        ["a"],
        None,
    ],
)
def test_a_strangers_text_reaches_for_nothing_but_its_values(hostile: Any) -> None:
    """A record brought along holds acts of a referee, and those events with words."""
    with pytest.raises(ValidationError):
        Told.model_validate({"story": hostile})


def test_the_trail_of_a_roll_stays_in_words() -> None:
    request = RollRequest(
        purpose="x", side="a", text=Text("{unit} charges", unit="HC1"), rule="1", needs=Text("{n} or less", n=4)
    )
    roll = settle(request, 1, 1, [3])
    entry = TrailWriter(TrailHeader(game="g", commitment="00")).roll(roll, "1")
    assert (entry.data["roll"]["text"], entry.data["roll"]["needs"]) == ("HC1 charges", "4 or less")


def _in_words(entry: Entry) -> Entry:
    return entry.model_copy(update={"data": in_words(entry.data)})


def test_a_battle_of_which_older_releases_wrote_mere_words_goes_on() -> None:
    system = registry.system_for(load("cataphract/tricameron"))
    dice = SeededDice(1)
    game = Game.start(system, registry.initial_state(system), dice)
    while not any(e.kind == "roll" and e.data["text"] for e in game.journal) or len(game.journal) < 60:
        decision = next(d for d in game.pending if game.decision_for(d.side) is d)
        game.answer(decision.side, decision.default, dice)
    old = [_in_words(e) for e in game.journal]
    assert old != game.journal
    again = Game.resume(system, old)
    assert again.state == game.state and [d.kind for d in again.pending] == [d.kind for d in game.pending]


def test_a_position_has_the_hash_that_older_records_name_when_its_end_is_a_text() -> None:
    state = registry.initial_state(registry.system_for(load("cataphract/tricameron")))
    old, new = (state.model_copy(update={"outcome": x}) for x in (Text("{words}", words="A draw."), Text("A draw.")))
    assert digest(old) == digest(new) != digest(state)
    assert type(state).model_validate_json(new.model_dump_json()).outcome == "A draw."
