"""The referee's findings as text: whole where there is room, counted where there isn't."""

from __future__ import annotations

from bot.components.explain import MOST, asked, buttons, controls, explanation
from bot.components.ids import Ref, parse
from bot.language.catalogue import TextCatalogue
from bot.narration import ENGLISH
from bot.narration.findings import told
from engine.kernel.inquiry import Fact, Findings, Section
from engine.kernel.rulebook import Case
from engine.kernel.text import Text
from engine.systems.cataphract import rulebook
from tests.each import for_each

AMBUSH = Case("ambush", "Ambush", "The Heruli lie in wait.")


def findings(*lengths: int) -> Findings:
    return Findings(
        Text("Title"),
        tuple(
            Section(
                Text("Part {n}", n=n), tuple(Fact(Text("fact {i} of part {n}", i=i, n=n), "8.15") for i in range(k))
            )
            for n, k in enumerate(lengths)
        ),
    )


def test_everything_is_told_where_there_is_room():
    assert told(findings(2, 1), ENGLISH, 4096) == (
        "**Part 0**\n- fact 0 of part 0 (8.15)\n- fact 1 of part 0 (8.15)\n\n**Part 1**\n- fact 0 of part 1 (8.15)"
    )


@for_each("limit", [300, 1000, 4096])
@for_each("lengths", [(200,), (2, 150, 2), (60, 60, 60, 60), (1000, 3)])
def test_the_longest_parts_are_cut_and_counted(lengths: tuple[int, ...], limit: int):
    text = told(findings(*lengths), ENGLISH, limit)
    assert len(text) <= limit
    assert "more" in text or text.endswith("…")
    if limit == 4096:
        # Every part is there, the short ones whole; what is told and what is counted make up the whole.
        for n, k in enumerate(lengths):
            part = text.split(f"**Part {n}**\n")[1].split("**Part")[0]
            shown = part.count(f"of part {n}")
            counted = [int(w.split()[1]) for w in part.split("- ") if w.startswith("and ")]
            assert shown + sum(counted) == k
            assert k > 10 or not counted


def test_what_players_wrote_isn_t_formatting():
    found = Findings(Text("x"), (Section(Text("y"), (Fact(Text("{a}", a="*@everyone* <@1>")),)),))
    assert "*@everyone*" not in told(found, ENGLISH, 4096) and "<@1>" not in told(found, ENGLISH, 4096)


def test_facts_are_told_in_the_language_of_the_battle():
    italian = TextCatalogue("it", {"fact {i} of part {n}": "fatto {i}, parte {n}"})
    assert "fatto 0, parte 0" in told(findings(1), italian, 4096)


def test_cases_have_buttons_only_where_there_is_help():
    found = buttons("cataphract", ["8.15", "", "99.9", "8.15", "ambush"], ENGLISH, [AMBUSH])
    assert [b.label for b in found] == ["Explain 8.15", "Explain Ambush"]
    ids = [parse(str(b.custom_id)) for b in found]
    assert ids == [
        ("explain", Ref("cataphract", "rule", "8.15")),
        ("explain", Ref("cataphract", "rule", "ambush")),
    ]
    assert controls("cataphract", ["99.9"], ENGLISH) is None
    assert len(buttons("cataphract", rulebook.BOOK.cases, ENGLISH)) == MOST


def test_a_button_is_answered_with_the_case_it_names():
    assert asked(Ref("cataphract", "rule", "8.15")) is rulebook.BOOK.case("8.15")
    assert asked(Ref("cataphract", "rule", "ambush")) is None
    found = asked(Ref("cataphract", "rule", "ambush"), [AMBUSH])
    assert found is not None and explanation(found) == "**Ambush**\nThe Heruli lie in wait."


@for_each("number", list(rulebook.BOOK.cases))
def test_every_case_fits_into_a_button_and_a_message(number: str):
    (button,) = buttons("cataphract", [number], ENGLISH)
    assert parse(str(button.custom_id)) == ("explain", Ref("cataphract", "rule", number))
    case = rulebook.BOOK.case(number)
    assert case is not None and len(explanation(case)) <= 2000
