"""What a list has no room for is said, with the way to it."""

from __future__ import annotations

from bot.components.decision import question
from bot.language.catalogue import ENGLISH
from bot.notation.bind import no_key
from engine.kernel.decisions import Choice, ChooseEach, Item
from engine.kernel.text import Text


def asked(*numbers: int) -> ChooseEach:
    def item(n: int, most: int) -> Item:
        choices = (Choice("stay", Text("Stay")), *(Choice(f"{2400 + k}", Text("There")) for k in range(most - 1)))
        return Item(f"LC{n}", Text("{unit}", unit=f"LC{n}"), choices, "stay")

    return ChooseEach(
        side="a",
        kind="odd",
        rule="",
        prompt=Text("Who goes?"),
        items=tuple(item(n, most) for n, most in enumerate(numbers, 1)),
    )


def test_choices_beyond_a_list_are_told_of_with_how_they_are_written() -> None:
    told = question(asked(25, 30), ENGLISH)
    assert "A list holds at most 25 choices; LC2 has more. Any other is written: `/order LC2 2424`" in told
    assert "LC1 and LC2 have more" in question(asked(26, 30), ENGLISH) or "LC1, LC2 have more" in question(
        asked(26, 30), ENGLISH
    )
    assert no_key(asked(26).items[0]) == "stay"


def test_where_all_have_room_nothing_is_said() -> None:
    assert "A list holds" not in question(asked(25, 2), ENGLISH)
