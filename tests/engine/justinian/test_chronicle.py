"""What a turn's years are told to have brought."""

from __future__ import annotations

from engine.systems.justinian import chronicle, turns
from engine.systems.justinian.events import Told
from engine.systems.justinian.movement import steps
from tests.engine.justinian.field import Field, field


def fought() -> Field:
    """Years in which Sittas has taken Numidia from the Vandals, and two thousand of them with it."""
    rig = field(turn=1, gold=12).alive().army("africa", "zeugitania", 20, leader="sittas")
    rig.marker("vandals", "numidia").detached("numidia", "vandals", 2)
    turns.begin(rig.g, 2)
    rig.march("africa", [*rig.go("numidia"), steps.Attack(), steps.Clear()], dice=[9, 9, 0, 0])
    return rig


def test_battles_losses_provinces_and_gold() -> None:
    said = str(chronicle.of_years(fought().g))
    assert said.startswith("Chronicle of the years 532 to 535: 1 battle, in Numidia; lost in them: Barbarians 2 SP; ")
    assert "provinces of Byzantium: Africa +1; it holds Africa, Italy, Illyricum, Egypt and Orient" in said
    assert said.endswith("; 12 G in the treasury.")


def test_it_begins_anew_with_every_turn() -> None:
    rig = fought()
    turns.begin(rig.g, 3)
    assert str(chronicle.of_years(rig.g)).startswith("Chronicle of the years 536 to 539: no battle; it holds")


def test_it_is_told_as_the_turn_ends() -> None:
    rig = field(turn=2, gold=12).alive().marker("ostrogoths", "liguria")
    rig.run(turns.end)
    (told,) = rig.happened(Told)
    assert "Chronicle of the years 532 to 535" in str(told.text(rig.state))
