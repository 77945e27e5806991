"""Drill grounds are checked like every battle and stand in no list; what lessons name exists."""

from __future__ import annotations

import pytest

import scenarios
from engine.kernel.text import Text
from engine.systems import registry
from scenarios.lessons import Lesson, Sign, lesson_of, lessons

EVERY = pytest.mark.parametrize("lesson", lessons(), ids=lambda x: x.system)


def test_they_come_in_the_order_of_the_systems() -> None:
    assert [x.system for x in lessons()] == [s for s in scenarios.FORMATS if s in {x.system for x in lessons()}]
    with pytest.raises(KeyError):
        lesson_of("chess")


@EVERY
def test_the_ground_passes_the_check_of_every_battle(lesson: Lesson) -> None:
    path = scenarios.find(lesson.scenario)
    ground = scenarios.load_file(path)
    assert ground == scenarios.load(lesson.scenario) and ground.key == lesson.scenario
    assert lesson.side in [s.id for s in ground.sides]


@EVERY
def test_it_stands_in_no_list(lesson: Lesson) -> None:
    assert scenarios.is_drill(lesson.scenario) and not scenarios.is_drill(lesson.next)
    assert lesson.scenario not in {i.key for i in scenarios.listing()}
    assert lesson.scenario not in {i.key for i in scenarios.matching("drill")}
    assert scenarios.find(lesson.next)
    # What isn't refereed in full yet is in no list.
    assert lesson.next in {i.key for i in scenarios.listing()} or not registry.SYSTEMS[lesson.system].complete


@EVERY
def test_signs_name_events_and_fields_there_are(lesson: Lesson) -> None:
    system = registry.system_for(scenarios.load(lesson.scenario))
    schema = system.events.json_schema()["$defs"]
    fields = {d["properties"]["type"]["const"]: set(d["properties"]) for d in schema.values() if _is_event(d)}
    for step in lesson.steps:
        signs: list[Sign] = [s for group in step.done for s in group] + [*step.along, *step.wrong]
        for sign in [*signs, *(s.once for s in signs if s.once is not None)]:
            assert bool(sign.event) != bool(sign.answer), (step.key, sign)
            assert not sign.event or sign.having.keys() <= fields[sign.event], (step.key, sign)


@EVERY
def test_texts_name_buttons_there_are(lesson: Lesson) -> None:
    for step in lesson.steps:
        for text in (step.text, step.hint, *step.then.values()):
            said = Text(text, orders="Orders", done="Done", write="Write", wanted="MI1: Hold").render()
            assert "{" not in said and len(said) < 1000


def _is_event(definition: dict[str, dict[str, dict[str, object]]]) -> bool:
    return "const" in definition.get("properties", {}).get("type", {})
