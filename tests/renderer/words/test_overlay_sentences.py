"""Alternative text tells in a sentence what an overlay shows."""

from __future__ import annotations

from collections.abc import Callable

from engine.kernel.text import Text
from renderer import (
    Casualties,
    CommandRange,
    Eligible,
    Facings,
    Line,
    Overlay,
    Range,
    Reach,
    SetUpArea,
    Shock,
    Sight,
    Zones,
    area,
    render,
)
from renderer.words.alt_text import alt_text
from renderer.words.overlay_sentences import sentence
from tests.each import for_each
from tests.renderer.blank import horse, table

TABLE = table(horse("HC3", 404), horse("LC2", 504, 1), horse("LC3", 604, 1), zoc={0: frozenset({504})})

SAID: list[tuple[Overlay, str]] = [
    (Reach({404: 0, 405: 1, 406: 8}, {}, 404), "HC3 can reach 2 hexes for 1 to 8 MP."),
    (Reach({405: 2}, {405: 1}, 404), "HC3 can reach 1 hex for 2 MP, 1 of them at a price in cohesion."),
    (Reach({}, {}, 303), "0303 can reach no hex."),
    (Zones(0), "Zones of control of the Reds: 1 hex."),
    (Zones(7), ""),
    (SetUpArea((404, 405, 405), 1), "The Blues may set up in 2 hexes."),
    (Range({504: 1, 604: 2}, {504: "7"}), "Field of fire of 2 hexes; needed: 7 against LC2 in 0504."),
    (Range({504: 1}, {504: "7"}, (505, 504)), "Field of fire of 0 hexes, 2 hexes out of sight."),
    (Range({}), ""),
    (Sight(404, 604), "Line of sight from 0404 to 0604 is clear."),
    (Sight(2405, 2709, 2607), "Line of sight from 2405 to 2709 blocked by 2607."),
    (Sight(404, 604, 504, "LC2"), "Line of sight from 0404 to 0604 blocked by 0504, LC2."),
    (CommandRange({404, 405}), "Command range of 2 hexes, with HC3 in it."),
    (CommandRange(()), "Command range of 0 hexes."),
    (Eligible(("HC3", "LC2", "LC3", "HC3")), "May be chosen: HC3, LC2, LC3."),
    (Eligible(()), ""),
    (Line(("HI1", "HI2", "HI3"), ("LC2", "HI1")), "Line of HI1-3. May join: LC2."),
    (Line(()), ""),
    (Facings((404,), {0: "", 2: "1"}, 0), "HC3 faces E and may face E and NE for 1."),
    (Facings((404,), {3: ""}), "HC3 may face N."),
    (Facings((), {0: ""}), ""),
    (Shock([("HC3", "LC2")], "7"), "HC3 attacks LC2 (7)."),
    (
        Shock([("HC3", "LC2"), ("HC3", "LC3")], "", {("HC3", "LC3"): "9"}, {("HC3", "LC3"): "2:1"}),
        "HC3 attacks LC2 and HC3 attacks LC3 (9, 2:1).",
    ),
    (Shock([]), ""),
    (
        Casualties({"HC3": 1, "LC2": 2, "LC3": 0}, ("LC2",), {"AR1": 303}, {"Totila": 304}),
        "Totila was lost in 0304, AR1 was lost in 0303, LC2 routed, HC3 took 1 hit and LC2 took 2 hits.",
    ),
    (Casualties({}, (), {}, {}), "No casualties."),
]


@for_each("overlay, said", SAID, ids=[type(o).__name__ + str(i) for i, (o, _) in enumerate(SAID)])
def test_each_has_its_sentence(overlay: Overlay, said: str) -> None:
    assert sentence(TABLE, overlay) == said


def test_many_are_counted_and_not_listed() -> None:
    assert sentence(TABLE, Eligible([f"A{2 * i}" for i in range(40)])) == "May be chosen: 40 units."
    lost = {f"X{i}": 101 + i for i in range(9)}
    assert sentence(TABLE, Casualties({}, (), lost, {})).endswith("X4 was lost in 0105 and 4 more.")


def test_it_is_part_of_the_pictures_text() -> None:
    told = alt_text(TABLE, (), [Sight(404, 604, 504), Zones(7)])
    assert told.startswith("Map of Small field") and told.endswith("blocked by 0504.")
    assert "Line of sight from 0404 to 0604" in render(TABLE, area(3, 3, 6, 6), [Sight(404, 604, 504)]).alt


def _shouted(seen: list[str]) -> Callable[[Text], str]:
    def say(text: Text) -> str:
        seen.append(text.template)
        return text.render(str).upper()

    return say


@for_each("overlay, said", [x for x in SAID if x[1]])
def test_every_word_can_be_translated(overlay: Overlay, said: str) -> None:
    """Said in capitals, nothing of a sentence stays small but names of other cases."""
    seen: list[str] = []
    assert sentence(TABLE, overlay, _shouted(seen)) == said.upper()
    assert all("{" in t or t == "No casualties" or t == "1 hex" for t in seen)
