"""Events become lines, lines become messages that fit."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import ClassVar, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.language.catalogue import CatalogueError, placeholders
from bot.language.plain import MESSAGE, pages
from bot.narration import Aside, Dispatch, TextCatalogue, escape, fit, tell
from bot.narration.lines import Line
from bot.narration.standing import Asked, activation, standing
from engine.kernel.context import BaseState
from engine.kernel.dice import Modifier, Roll
from engine.kernel.events import Event, Trace
from engine.kernel.terrain import BattleMap
from engine.kernel.text import Text
from engine.kernel.view import LeaderView, SideView, TableView
from tests.each import for_each


class Field(BaseState):
    at: dict[str, int] = {"HC3": 2206}


class Moved(Event):
    type: Literal["moved"] = "moved"
    unit: str
    to: int
    path: tuple[int, ...] = ()

    def apply(self, state: Field) -> None:
        state.at[self.unit] = self.to

    def joined(self, before: Event) -> Event | None:
        if not isinstance(before, Moved) or before.unit != self.unit:
            return None
        return self.model_copy(update={"path": (*(before.path or (before.to,)), self.to)})

    def text(self, state: Field) -> Text | None:
        return Text("{unit} to {to}", unit=self.unit, to=" ".join(map(str, self.path or (self.to,))))

    def trace(self, state: Field) -> Trace | None:
        return Trace(kind="move", unit=self.unit, hexes=self.path or (self.to,))


class Noted(Event):
    type: Literal["noted"] = "noted"

    def apply(self, state: Field) -> None:
        state.at["noted"] = 1


class Fired(Event):
    says: ClassVar[str] = "{unit} fires: *hit*"
    type: Literal["fired"] = "fired"
    unit: str
    roll: int

    def apply(self, state: Field) -> None:
        pass


class Where(Event):
    type: Literal["where"] = "where"

    def apply(self, state: Field) -> None:
        pass

    def text(self, state: Field) -> Text | None:
        return Text("HC3 stands at {at}", at=state.at["HC3"])


def told(*events: Event) -> list[str]:
    return [line.render() for line in tell(enumerate(events, start=10), Field())]


def roll(n: int, *dice: int, modifier: int = 0) -> Roll:
    modifiers = (Modifier(value=modifier, reason="moved"),) if modifier else ()
    return Roll(
        n=n,
        segment=1,
        purpose="check",
        side="a",
        text="HC3 charges",
        rule="9.13",
        needs="TQ 6 or less",
        modifiers=modifiers,
        dice=dice,
        total=sum(dice) + modifier,
        result="1 hit",
    )


def test_every_roll_is_told_once() -> None:
    lines = tell([(10, roll(1, 7)), (11, roll(2, 3)), (12, Fired(unit="LC5", roll=2))], Field())
    assert [line.render() for line in lines] == [
        "HC3 charges: needs TQ 6 or less, rolled 7: 1 hit (9.13, roll 1)",
        r"LC5 fires: \*hit\* (roll 2)",
    ]
    assert lines[0].seq == 10


def test_a_roll_shows_its_modifiers() -> None:
    (line,) = tell([(10, roll(3, 4, 5, modifier=1))], Field())
    assert "+1 moved, rolled 4 5 → 10: 1 hit" in line.render()


def test_steps_of_one_move_are_told_as_one_line() -> None:
    lines = tell(
        enumerate(
            [Moved(unit="HC3", to=2305), Noted(), Moved(unit="HC3", to=2405, rule="6.3"), Moved(unit="HC4", to=2406)]
        ),
        Field(),
    )
    assert [x.render() for x in lines] == ["HC3 to 2305 2405 (6.3)", "HC4 to 2406"]
    assert lines[0].seq == 0
    assert lines[0].trace == Trace(kind="move", unit="HC3", hexes=(2305, 2405))


def test_something_told_in_between_ends_a_move() -> None:
    assert told(Moved(unit="HC3", to=2305), Fired(unit="LC5", roll=7, rule="8.2"), Moved(unit="HC3", to=2405)) == [
        "HC3 to 2305",
        r"LC5 fires: \*hit\* (8.2, roll 7)",
        "HC3 to 2405",
    ]


def test_sentences_are_told_with_the_position_of_their_moment() -> None:
    state = Field()
    lines = tell(enumerate([Where(), Moved(unit="HC3", to=2305), Where()]), state)
    assert [str(x.text) for x in lines] == ["HC3 stands at 2206", "HC3 to 2305", "HC3 stands at 2305"]
    assert state == Field(), "the position given is left alone"


def dispatch(n: int, length: int = 40) -> Dispatch:
    d = Dispatch(key="3 Belisarius", title="Turn 3 · Orders")
    d.add(tell([(i, Fired(unit=f"LC{i}" + "." * length, roll=i)) for i in range(n)], Field()))
    return d


@given(st.integers(0, 90), st.integers(0, 2500))
def test_a_dispatch_fits_a_message_and_keeps_its_latest_line(n: int, length: int) -> None:
    d = dispatch(n, length)
    text = d.content()
    assert len(text) <= MESSAGE
    assert text.startswith("-# Turn 3 · Orders")
    if n > 1:
        assert f"LC{n - 1}." in text or length == 0
    assert all(len(p) <= MESSAGE for p in d.story())
    if not d.folded() and n:
        assert text.count("fires") == n or length > 600


def test_a_long_dispatch_says_how_much_it_folds() -> None:
    d = dispatch(60)
    assert d.folded() == 60 - d.content().count("fires: ")
    shown = d.content().count("fires: ")
    assert f"… {60 - shown} earlier lines" in d.content()
    assert sum(p.count("fires: ") for p in d.story()) == 60


def test_an_aside_is_told_with_the_deed_it_led_to_or_by_itself() -> None:
    aside = Aside(Text("Blues, by standing order: LC5: fire"), Text("by standing order"), "LC5")
    shot, other = Fired(unit="LC5", roll=7), Moved(unit="HC3", to=2305)
    shown = [
        x.render() for x in tell([(1, aside), (2, roll(7, 3)), (3, shot), (4, aside), (5, other), (6, aside)], Field())
    ]
    assert shown == [
        r"LC5 fires: \*hit\* – by standing order (roll 7)",
        "Blues, by standing order: LC5: fire",
        "HC3 to 2305",
    ], "told once by itself, however often it is given"


class Struck(Event):
    type: Literal["struck"] = "struck"
    says = "{unit} takes {hits}: {cause}"
    unit: str
    hits: int
    cause: str = "*fire*"

    def apply(self, state: Field) -> None:
        pass

    def folded(self, state: Field) -> tuple[Text, Text]:
        return Text("Hits, {cause}", cause=self.cause), Text("{unit} {hits}", unit=self.unit, hits=self.hits)


def test_neighbours_of_one_kind_are_one_line() -> None:
    events = [
        Where(),
        Struck(unit="HC1", hits=1, rule="8.15"),
        Struck(unit="HC2", hits=2, rule="8.15"),
        Struck(unit="HC3", hits=1, rule="8.16"),
        Where(),
        Struck(unit="HC4", hits=1, rule="8.16"),
    ]
    d = Dispatch(key="1|", title="Turn 1")
    d.add(tell(enumerate(events), Field()))
    assert d.story()[0].splitlines() == [
        "Turn 1",
        "HC3 stands at 2206",
        r"Hits, \*fire\*: HC1 1, HC2 2 (8.15)",
        r"HC3 takes 1: \*fire\* (8.16)",
        "HC3 stands at 2206",
        r"HC4 takes 1: \*fire\* (8.16)",
    ]
    mixed = [Struck(unit="HC1", hits=1), Struck(unit="HC2", hits=1, cause="water"), Struck(unit="HC3", hits=1)]
    other = Dispatch(key="1|", title="Turn 1")
    other.add(tell(enumerate(mixed), Field()))
    assert other.story()[0].splitlines()[1:] == [r"Hits, \*fire\*: HC1 1, HC3 1", "HC2 takes 1: water"]
    d.take_back(1, "Taken back.")
    assert r"HC1 takes 1: \*fire\* (8.15)" in d.content(), "lines are told together, not kept together"


def test_a_take_back_removes_lines_and_marks_and_says_so() -> None:
    d = Dispatch(key="", title="Turn 1")
    d.add(tell(enumerate([Moved(unit="HC3", to=2305), Fired(unit="LC5", roll=1), Moved(unit="HC3", to=2405)]), Field()))
    d.take_back(1, "Ada takes back one order")
    assert "2405" not in d.content() and "Ada takes back" in d.content()
    assert [m.hexes for m in d.marks] == [(2305,)]


def test_a_dispatch_survives_storage() -> None:
    d = dispatch(3)
    assert Dispatch.model_validate_json(d.model_dump_json()) == d


def test_translation_of_nested_texts_and_fallback() -> None:
    italian = TextCatalogue("it", {"{unit} routs: {why}": "{unit} in rotta: {why}", "too many hits": "troppe perdite"})
    assert (
        italian.say(Text("{unit} routs: {why}", unit="HC3", why=Text("too many hits")))
        == "HC3 in rotta: troppe perdite"
    )
    assert italian.say(Text("not yet {x}", x=1)) == "not yet 1"


def test_a_translation_must_name_the_same_values() -> None:
    with pytest.raises(CatalogueError, match="unit"):
        TextCatalogue("it", {"{unit} routs!": "in rotta!"})
    assert placeholders("{a} and {b}") == {"a", "b"}


def test_languages_without_a_catalogue_are_told_in_english() -> None:
    assert TextCatalogue.load("xx-YY").language == "en"
    assert TextCatalogue.load("../../etc").language == "en"


@given(st.text(max_size=300), st.integers(1, 100))
def test_fit_never_exceeds_the_limit(text: str, limit: int) -> None:
    assert len(fit(text, limit)) <= limit
    assert fit(text, 1000) == text


def test_names_cannot_format_or_mention() -> None:
    assert escape("**Ada** <@1> @everyone") == "\\*\\*Ada\\*\\* <\u200b@1> @\u200beveryone"


@given(st.lists(st.text(alphabet="ab ", max_size=50), max_size=30))
def test_pages_keep_every_line(lines: list[str]) -> None:
    assert all(len(p) <= 60 for p in pages(lines, 60))
    assert "\n".join(pages(lines, 60)).replace("\n", "") == "".join(lines)


TABLE = TableView(
    title="Dara",
    subtitle="530",
    board=BattleMap(id="m", name="m", cols=(1, 2), rows=(1, 2), compass={}),
    sides=(
        SideView("byzantine", "Byzantines", points=4, limit=90, to_act=("John",)),
        SideView("persian", "Persians", points=12, limit=80),
    ),
    counters=(),
    leaders=(
        LeaderView("Belisarius", "Belisarius", 0, 101, "oc", 6, "active"),
        LeaderView("Perozes", "Perozes", 1, 202, "oc", 5),
    ),
    turn=3,
    phase=Text("Orders"),
)


def test_the_standing_message_says_who_is_asked_what_since_when_and_until_when() -> None:
    s = standing(
        TABLE,
        [Asked("Persians", "<@7>", Text("Withdraw {unit}?", unit="LC5"), "6.5", 1777593600.0, 1777680000.5)],
        TextCatalogue("en"),
        dispatch_url="https://discord.com/x",
        chain_head="abcdef0123456789",
        rolls=12,
    )
    assert s.title == "Dara"
    for part in (
        "Turn 3",
        "Orders",
        "Persians",
        "<@7>",
        "Withdraw LC5?",
        "(6.5)",
        "<t:1777593600:R>",
        "<t:1777680000:R>",
    ):
        assert part in s.body
    assert s.fields[0] == ("Byzantines", "Rout Points: **4 / 90**\nstill to act: John")
    assert "12 rolls" in s.foot and "abcdef012345" in s.foot


def test_what_a_side_keeps_account_of_stands_beside_its_points() -> None:
    """Victory Points of a battle with objectives; a side that counts no points has its accounts alone."""
    first, second = TABLE.sides
    sides = (
        replace(first, tracks=((Text("Victory Points"), "2 / 3"), (Text("Seizures left"), "none"))),
        replace(second, points_name="", to_act=(), tracks=((Text("Treasury"), "12"),)),
    )
    shown = standing(replace(TABLE, sides=sides), [], TextCatalogue("en")).fields
    assert shown[0][1].splitlines()[1] == "Victory Points: **2 / 3** · Seizures left: **none**"
    assert shown[1][1] == "Treasury: **12**"


def test_an_activation_is_a_turn_and_its_active_leaders() -> None:
    assert activation(TABLE) == (3, "Belisarius")


class Shot(Event):
    """Leaves a mark on the map and says nothing: its roll does."""

    type: Literal["shot"] = "shot"

    def apply(self, state: Field) -> None:
        pass

    def trace(self, state: Field) -> Trace | None:
        return Trace(kind="missile", unit="LC5", hexes=(2207, 2206))


def test_the_mark_of_an_event_that_says_nothing_goes_with_its_roll() -> None:
    lines = tell([(1, Where(type="where")), (2, roll(7, 3)), (3, Shot(type="shot")), (4, Where(type="where"))], Field())
    assert [x.trace.kind if x.trace else None for x in lines] == [None, "missile", None]
    assert tell([(1, Shot(type="shot"))], Field()) == []


@pytest.mark.parametrize("catalogue", [TextCatalogue.load("en"), TextCatalogue("xx", {"Moved": "MOVED"})])
def test_a_catalogue_goes_to_another_process(catalogue: TextCatalogue) -> None:
    there = pickle.loads(pickle.dumps(catalogue.say))
    assert there(Text("Moved")) == catalogue.say(Text("Moved"))
    assert len(pickle.dumps(TextCatalogue.load("en").say)) < 200


@pytest.mark.parametrize(
    ("given_", "shown"),
    [
        ("Ada\u202eneB\u202c", "AdaneB"),
        ("\u2066x\u2069\u200f\u061cy\x00\x1b", "xy"),
        ("half \ud800 of it", "half  of it"),
        ("two\nlines\tand a tab", "two\nlines\tand a tab"),
        ("@every\u202eone <@\u200e1>", "@\u200beveryone <\u200b@1>"),
        ("\u202e*bold*", "\\*bold\\*"),
    ],
)
def test_no_name_turns_the_text_around_it(given_: str, shown: str) -> None:
    assert escape(given_) == shown


@for_each(
    ("given_", "shown"),
    [
        ("[x](http://evil)", "\\[x\\](http://evil)"),
        ("a](http://evil) b [c", "a\\](http://evil) b \\[c"),
        ("<@1> <@!1> <@&1>", "<\u200b@1> <\u200b@!1> <\u200b@&1>"),
        ("<#1> </x:1> <:x:1> <a:x:1>", "<\u200b#1> <\u200b/x:1> <\u200b:x:1> <\u200ba:x:1>"),
        ("@everyone @Here", "@\u200beveryone @\u200bHere"),
        ("`code` ```py", "\\`code\\` \\`\\`\\`py"),
        ("||spoiler||", "\\|\\|spoiler\\|\\|"),
        ("# big\n## less\n-# small\n  # no", "\\# big\n\\## less\n\\-# small\n  \\# no"),
        ("> one\n>>> all", "\\> one\n\\>>> all"),
        ("- a\n* b\n+ c\n1. d\n2) e", "\\- a\n\\* b\n\\+ c\n1\\. d\n2\\) e"),
        ("a <b and c> d, 3 > 2, 10.5 – x-y", "a <b and c> d, 3 > 2, 10.5 – x-y"),
    ],
)
def test_nothing_anybody_writes_is_read_as_formatting(given_: str, shown: str) -> None:
    assert escape(given_) == shown


def test_a_case_is_named_once() -> None:
    """A refusal that is told ends with its case already."""
    told = Line(1, Text("HC3 can't fire at LC5: range 4. (8.13)"), rule="8.13")
    assert told.render() == "HC3 can't fire at LC5: range 4. (8.13)"
    assert Line(1, Text("HC3 routs!"), rule="8.13").render() == "HC3 routs! (8.13)"
