"""Sentences stay texts until they are said or written down: all of one can be translated."""

from __future__ import annotations

from engine.kernel.dice import Modifier
from engine.kernel.text import Text, in_words
from engine.systems.men_of_iron import menus, reach, shot, victory
from engine.systems.men_of_iron.events import BattleEnded, Told
from engine.systems.men_of_iron.shock import drms
from engine.systems.men_of_iron.shock import menus as shock_menus
from engine.systems.men_of_iron.state import Attack
from tests.engine.men_of_iron.kit import battle, unit


def test_the_note_of_a_move_is_translated_piece_by_piece() -> None:
    g = battle(a=[unit("DM1", 1010)], b=[unit("LB1", 1210, "W")]).g
    mover = g.state.units["DM1"]
    note = menus.consequences(g, mover, reach.search(g, mover)[1110])
    assert note is not None
    assert note.render(lambda t: t.replace("in the ZOC of", "nella ZOC di")).startswith("nella ZOC di LB1")
    assert "Fuoco di reazione: LB1" in note.render(lambda t: t.replace("Reaction Fire from", "Fuoco di reazione:"))


def test_the_odds_of_an_attack_are_translated() -> None:
    g = battle(a=[unit("DM1", 1010)], b=[unit("PK1", 1110, "W")]).g
    odds = shock_menus.in_short(g, [Attack(unit="DM1", targets=["PK1"])])
    assert odds.render(lambda t: t.replace("hurt", "colpito")).startswith("PK1 colpito")


def test_reasons_of_modifiers_and_results_are_translated() -> None:
    g = battle(a=[unit("LB1", 1010, disordered=True)], b=[unit("PK1", 1210, "W")]).g
    found = shot.preview(g, g.state.units["LB1"], g.state.units["PK1"])
    said = [m.words.render(lambda t: t.replace("firer Disordered", "disordinato")) for m in found.modifiers]
    assert said == ["+1 range 2", "-1 disordinato"]
    assert drms.told(("DD", "DE")).render(lambda t: t.replace("defender", "difensore")) == (
        "difensore Disordered, difensore eliminated"
    )


def test_what_is_written_down_keeps_its_template() -> None:
    told = Told(story=Text("{unit} finds nobody before it.", unit="MM1"), unit="MM1", rule="12.7")
    assert told.model_dump(mode="json")["story"] == {
        "text": "{unit} finds nobody before it.",
        "values": {"unit": "MM1"},
    }
    assert Told.model_validate_json(told.model_dump_json()).story == "MM1 finds nobody before it."
    written = Modifier(value=1, reason=Text("range {n}", n=2)).model_dump()
    assert in_words(written) == {"value": 1, "reason": "range 2", "rule": ""}


def test_the_end_of_a_battle_is_told_in_the_state_as_words() -> None:
    r = battle(a=[unit("DM1", 1010)], b=[unit("PK1", 1210, "W")])
    told = Text("The {name} flee: the {winner} win.", name="B", winner="A")
    r.run(victory.won, "a", told)
    (ended,) = r.happened(BattleEnded)
    assert str(ended.story) == r.state.outcome == "The B flee: the A win."
