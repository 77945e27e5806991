"""What a referee sets by hand in this game: wounds of 1 or 2, stakes, baggage, a camp asleep."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.referee import SetValue
from engine.kernel.text import Refusal
from engine.systems.alexander.special.abatis import Abatis
from engine.systems.alexander.system import Alexander
from engine.systems.gboh.referee import referee_values
from engine.systems.gboh.referee.referee import Referee
from engine.systems.gboh.turn import activation
from tests.engine.alexander import kit


def setting(r: kit.Rig, name: str, key: str) -> str | None:
    """A value as a referee is shown it; None where a referee can't set it."""
    of = r.g.state.sides.get(name)
    found = referee_values.of_side(r.g, name) if of is not None else referee_values.of_piece(r.g, r.g.state.piece(name))
    return next((s.now for s in found if s.key == key), None)


def put(r: kit.Rig, name: str, key: str, value: str) -> list[str]:
    """The sentences of setting a value; its events can be read again from the journal."""
    told = []
    for event in Referee(r.g).events(SetValue(piece=name, key=key, value=value)):
        written = event.model_dump_json()
        assert Alexander.events.validate_json(written).model_dump_json() == written
        told.append(str(event.text(r.g.state)))
    return told


@pytest.mark.rule("alexander 8.34")
@pytest.mark.parametrize(("wound", "initiative", "fields"), [(0, 5, (False, 0)), (1, 4, (True, 0)), (2, 3, (True, 2))])
def test_a_wound_takes_1_or_2_from_each_rating(wound: int, initiative: int, fields: Any) -> None:
    r = kit.battle([kit.unit("HC1", 1010)], [kit.unit("HC9", 2020)], a_leaders=[kit.leader("Chares", 1010)])
    r.leader("Chares").initiative_printed = 5
    assert setting(r, "Chares", "wound") == "0" and setting(r, "Chares", "wounded") is None
    if wound:
        told = put(r, "Chares", "wound", str(wound))
        assert told == [f"Chares, taken from each rating by wounds: {wound}."]
    x = r.leader("Chares")
    assert (x.initiative, (x.wounded, x.lowered)) == (initiative, fields)
    assert setting(r, "Chares", "wound") == str(wound)
    with pytest.raises(Refusal, match="0 to 2"):
        put(r, "Chares", "wound", "3")


@pytest.mark.rule("alexander 8.34")
def test_a_wound_is_taken_away() -> None:
    r = kit.battle([kit.unit("HC1", 1010)], [kit.unit("HC9", 2020)], a_leaders=[kit.leader("Chares", 1010)])
    put(r, "Chares", "wound", "2")
    put(r, "Chares", "wound", "0")
    assert (r.leader("Chares").wounded, r.leader("Chares").lowered) == (False, 0)


def test_baggage_is_looted_and_is_not() -> None:
    r = kit.the("gaugamela")
    level = r.state.sides["macedonian"].withdrawal_level
    assert setting(r, "macedonian", "looted") == "no" and setting(r, "persian", "looted") is None
    assert put(r, "macedonian", "looted", "yes") == ["Macedonians, the baggage has been looted: yes."]
    assert setting(r, "macedonian", "looted") == "yes"
    put(r, "macedonian", "looted", "no")
    assert setting(r, "macedonian", "looted") == "no"
    assert r.state.sides["macedonian"].withdrawal_level == level, "an act does what it says and nothing else"


def test_stakes_are_put_and_taken_hex_by_hex() -> None:
    r = kit.the("issus")
    rule = next(x for x in r.g.rules if isinstance(x, Abatis))
    first, second = rule.eligible(r.g)[:2]
    assert put(r, "persian", f"stakes-{second}", "yes") == [f"Persians, stakes stand at {second}: yes."]
    put(r, "persian", f"stakes-{first}", "yes")
    assert rule.standing(r.g) == [first, second]
    put(r, "persian", f"stakes-{second}", "no")
    assert rule.standing(r.g) == [first]
    assert setting(r, "persian", f"stakes-{first}") == "yes" and setting(r, "macedonian", f"stakes-{first}") is None
    with pytest.raises(Refusal):
        put(r, "persian", "stakes-0101", "yes")


def test_a_camp_is_woken_and_its_chiefs_one_by_one() -> None:
    r = kit.the("pelium-night")
    assert setting(r, "illyrian", "awake") == "no" and setting(r, "macedonian", "awake") is None
    assert put(r, "illyrian", "awake", "yes") == ["Illyrians, the camp is awake: yes."]
    assert {x.id for x in activation.ready(r.g)} >= {"Glaucias", "Clitus"}
    assert setting(r, "Glaucias", "awake") == "no" and setting(r, "Alexander", "awake") is None
    put(r, "Glaucias", "awake", "yes")
    assert setting(r, "Glaucias", "awake") == "yes" and setting(r, "Clitus", "awake") == "no"
    put(r, "illyrian", "awake", "no")
    assert "Glaucias" not in {x.id for x in activation.ready(r.g)}
