"""The pages of the panel as data: within Discord's limits, two presses for any hex, nothing made up is followed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any, cast

import pytest

from bot.components import risks
from bot.components.ids import Ref, parse
from bot.components.panel import Asked, Page, Place, laid_out, odds, page_of, walk
from bot.components.panel import place as places
from bot.components.panel.confirm import confirm
from bot.components.panel.page import COMPONENTS, Line, Picks
from bot.components.panel.sectors import lettered, sectors, within
from bot.components.panel.together import left_out, together
from bot.components.panel.walk import settle, whole_order
from bot.narration import ENGLISH
from engine.kernel.decisions import Choice, Choose, Command, Decision, Menu, Pick, Policy, Risk
from engine.kernel.hexes import VERTICES, Facing, distance, show
from engine.kernel.ideas import Group, GroupIdea, Idea
from engine.kernel.odds import Odds
from engine.kernel.statement import Statement, Word
from engine.kernel.terrain import BattleMap
from engine.kernel.text import Refusal, Text
from engine.kernel.view import CounterView, SideView, TableView
from tests.each import for_each

REF = Ref("0a1b2c3d", "42")
RISK = Risk(Text("needs 0"), 0.1, Text("ends Gara's turn"), units=11)


class System:
    """What a panel asks of a rule system."""

    def __init__(
        self, ideas: dict[str, Sequence[Idea]], groups: Sequence[Group], together: Sequence[GroupIdea]
    ) -> None:
        self._ideas, self._groups, self._together = ideas, groups, together

    def ideas(self, game: object, decision: Decision, unit: str) -> Sequence[Idea]:
        return self._ideas.get(unit, ())

    def groups(self, game: object, decision: Decision) -> Sequence[Group]:
        return self._groups

    def group_ideas(self, game: object, decision: Decision, units: Sequence[str]) -> Sequence[GroupIdea]:
        return self._together


class Game:
    def __init__(self, system: System) -> None:
        self.system = system
        self.restartable = False
        """So nothing is known of what follows."""


def asked(
    decision: Decision,
    ideas: dict[str, Sequence[Idea]] | None = None,
    groups: Sequence[Group] = (),
    together: Sequence[GroupIdea] = (),
    counters: Sequence[CounterView] = (),
    bands: tuple[str, ...] = (),
) -> Asked:
    table = TableView(
        title="T",
        subtitle="",
        board=BattleMap(id="m", name="M", cols=(1, 60), rows=(1, 40), compass={}),
        sides=(SideView("red", "Reds", bands=bands),),
        counters=tuple(counters),
        leaders=(),
        turn=1,
        phase=Text("Orders"),
    )
    return Asked(cast("Any", Game(System(ideas or {}, groups, together))), decision, table, ENGLISH)


def menu(choices: Sequence[Choice], prompt: str = "Which?") -> Menu:
    return Menu(Text(prompt), lambda: choices)


def command(choices: Sequence[Choice]) -> Command:
    return Command(
        kind="orders",
        side="red",
        rule="5",
        prompt=Text("Orders?"),
        menu=menu(choices, "Orders?"),
        accept=lambda a: None,
        default_answer=Pick(key="done"),
    )


@cache
def field(n: int, seed: int = 1) -> list[int]:
    """``n`` hexes that lie together, grown one by one."""
    rng = random.Random(seed)
    found = [2520]
    around = [100 * c + r for c in range(1, 60) for r in range(1, 40)]
    around.sort(key=lambda h: (distance(h, 2520), rng.random()))
    return sorted(found + around[1:n])[:n]


def facings(at: int, unit: str) -> Menu:
    return menu(
        [
            Choice(
                f.name,
                Text("{f}", f=f.name),
                answer=Pick(key=f"{unit}-{at}-{f.name}"),
                unit=unit,
                hex=at,
                facing=f,
                mp=3,
                lean=5.0 if f is Facing.W else 1.0,
            )
            for f in VERTICES
        ],
        "Facing…",
    )


def unit(name: str, at: int, goals: Sequence[int], *more: Choice) -> Choice:
    def destinations() -> list[Choice]:
        return [
            Choice(
                show(h),
                Text("{h}", h=show(h)),
                menu=lambda h=h: facings(h, name),
                unit=name,
                hex=h,
                mp=3,
                note=Text("stops in the ZOC of LN3, LC2; must attack LC2, LN3; LC2 may withdraw"),
                lean=float(n % 7),
            )
            for n, h in enumerate(goals)
        ]

    moves = Choice("move", Text("Move"), menu=lambda: Menu(Text("Where?"), destinations), unit=name, lean=4.0)
    return Choice(name, Text("{u} at {h}", u=name, h=show(at)), menu=lambda: menu([moves, *more]), unit=name, hex=at)


DONE = Choice("done", Text("No more orders"), answer=Pick(key="done"))


def ideas_of(name: str, n: int) -> list[Idea]:
    return [
        Idea(
            "fire",
            Text("Fire at LC{k}, as long a label as a rule system ever makes, range {k}: 4 or less", k=k),
            Pick(key=f"{name}-fire-{k}"),
            unit=name,
            note=Text("returned by LC{k}; " + "and so on, " * 30, k=k),
            chance=0.4,
        )
        for k in range(n)
    ]


def checked(page: Page) -> list[tuple[str, str]]:
    """Lay a page out, see that Discord takes it, and return verb and argument of all that can be pressed."""
    view = laid_out(page, REF, picture="map.png", alt="x")
    assert view.total_children_count <= COMPONENTS and view.content_length() <= 4000
    found: list[tuple[str, str]] = []
    for item in view.walk_children():
        custom_id = getattr(item, "custom_id", None)
        if custom_id is None:
            continue
        read = parse(custom_id)
        assert read is not None and read[1].battle == REF.battle and len(custom_id) <= 100
        found.append((read[0], read[1].argument))
        assert len(getattr(item, "label", None) or "") <= 80
        for option in getattr(item, "options", ()):
            assert len(option.label) <= 100 and len(option.description or "") <= 100
        assert len(getattr(item, "options", ())) <= 25
    assert len(set(found)) == len(found), "every component of a message needs an id of its own"
    return found


def values(page: Page) -> set[str]:
    view = laid_out(page, REF)
    return {o.value for i in view.walk_children() for o in getattr(i, "options", ())}


GROUND = BattleMap(id="m", name="M", cols=(1, 60), rows=(1, 40), compass={})

# -- many hexes -----------------------------------------------------------------------------------------------------


@for_each("n", [1, 25, 26, 50, 51, 120, 199, 256, 625, 900])
def test_sectors_hold_every_hex_once_and_lie_together(n: int) -> None:
    hexes = field(n)
    found = sectors(GROUND, hexes)
    assert sorted(h for part in found.values() for h in part) == hexes
    assert len(found) <= 25
    if n <= 625:
        assert all(len(part) <= 25 for part in found.values())
    if n <= 256:
        for part in found.values():
            assert max(distance(a, b) for a in part for b in part) <= 12, "compact"
            assert len({h // 100 for h in part}) <= 9, "as wide as a picture for a telephone"


@pytest.mark.parametrize("n", [2, 24, 25, 26, 120, 256])
async def test_any_hex_takes_at_most_two_presses_after_the_unit(n: int) -> None:
    hexes = field(n)
    decision = command([unit("A1", 2520, hexes, Choice("dismount", Text("Dismount"), answer=Pick(key="d"))), DONE])
    about = asked(decision, {"A1": ideas_of("A1", 5)})
    page = page_of(about, walk(decision, (0,)), Place((0,)))
    pressed = checked(page)
    reached: set[str] = set()
    for verb, argument in pressed:
        if verb == "take":
            step = settle(decision, places.parse(argument))
            reached |= {step.answer.key} if isinstance(step.answer, Pick) else set()
        if verb == "sector":
            place = places.parse(argument)
            inside = page_of(about, walk(decision, place.path), place)
            checked(inside)
            reached |= {_chosen(decision, place, v) for v in values(inside)}
    if not any(verb == "sector" for verb, _ in pressed):
        (select,) = [a for verb, a in pressed if verb == "go"]
        reached |= {_chosen(decision, places.parse(select), v) for v in values(page)}
    assert {f"A1-{h}-W" for h in hexes if h != 2520} <= reached


def _chosen(decision: Command, place: Place, value: str) -> str:
    step = settle(decision, place.at(*places.positions(value)))
    return step.answer.key if isinstance(step.answer, Pick) else ""


@pytest.mark.parametrize("n", [0, 6, 25, 26, 60, 150])
async def test_a_unit_with_much_else_to_do_has_all_of_it_on_its_page(n: int) -> None:
    more = [Choice(f"x-{k}", Text("Fire at LC{k}", k=k), answer=Pick(key=f"x{k}")) for k in range(n)]
    decision = command([unit("A1", 2520, field(256), *more), DONE])
    about = asked(decision, {"A1": ideas_of("A1", 5)})
    page = page_of(about, walk(decision, (0,)), Place((0,)))
    pressed = checked(page)
    offered = values(page) | {a.removeprefix("0.") for verb, a in pressed if verb == "take"}
    assert {str(k + 1) for k in range(n)} <= offered
    assert any(verb in ("sector", "part") for verb, _ in pressed)
    assert any(verb == "idea" for verb, _ in pressed) or n == 150


async def test_the_likeliest_hexes_have_buttons_of_their_own() -> None:
    hexes = field(120)
    decision = command([unit("A1", 2520, hexes), DONE])
    step = walk(decision, (0,))
    pressed = checked(page_of(asked(decision), step, Place(step.path)))
    best = sorted(range(120), key=lambda n: -(n % 7))[:5]
    assert [a for verb, a in pressed if verb == "take"] == [f"0.0.{n}" for n in best]


async def test_hexes_that_ideas_lead_to_are_not_offered_twice() -> None:
    hexes = field(120)
    decision = command([unit("A1", 2520, hexes), DONE])
    best = sorted(range(120), key=lambda n: -(n % 7))
    idea = Idea("advance", Text("Advance"), Pick(key="there"), unit="A1", hex=hexes[best[0]])
    step = walk(decision, (0,))
    pressed = checked(page_of(asked(decision, {"A1": [idea]}), step, Place(step.path)))
    assert [a for verb, a in pressed if verb == "take"] == [f"0.0.{n}" for n in best[1:6]]


def test_more_hexes_than_sectors_can_hold_are_cut_twice() -> None:
    hexes = field(900)
    outer = sectors(GROUND, hexes)
    letter, part = next(iter(outer.items()))
    assert len(part) > 25
    inner = sectors(GROUND, part)
    assert within(GROUND, hexes, letter + "A") == inner["A"] and len(inner["A"]) <= 25
    assert (
        within(GROUND, hexes, "Y") is not None
        and within(GROUND, hexes, letter + "Y") is None
        and within(GROUND, field(20), "A") is None
    )


def test_letters_of_hexes_are_those_of_a_select() -> None:
    assert list(lettered(field(25)).values())[-1] == "Y"


# -- facing ---------------------------------------------------------------------------------------------------------


def test_facing_is_chosen_unless_it_is_wished_for_or_asked() -> None:
    decision = command([unit("A1", 2520, field(30)), DONE])
    goal = Place((0, 0, 3))
    assert settle(decision, goal).taken[-1].facing is Facing.W, "the likeliest"
    assert settle(decision, Place((0, 0, 3), facing="NE")).taken[-1].facing is Facing.NE
    asking = settle(decision, Place((0, 0, 3), facing="?"))
    assert asking.answer is None and asking.menu is not None
    with pytest.raises(Refusal, match="can't face SIDE_N there, but E"):
        settle(decision, Place((0, 0, 3), facing="SIDE_N"))


def test_who_turns_where_it_stands_is_asked_which_way() -> None:
    hexes = field(30)
    decision = command([unit("A1", 2520, hexes), DONE])
    assert settle(decision, Place((0, 0, hexes.index(2520)))).answer is None


async def test_the_compass_keeps_the_sector_and_shows_what_is_wished_for() -> None:
    decision = command([unit("A1", 2520, field(60)), DONE])
    place = Place((0, 0), sector="B", facing="NE")
    page = page_of(asked(decision), walk(decision, place.path), place)
    pressed = checked(page)
    assert ("face", "0.0/B@SW") in pressed and ("face", "0.0/B") in pressed and ("go", "0.0/B@NE") in pressed
    styles = {p.label: p.style for part in page.parts for p in getattr(part, "presses", ())}
    assert styles["NE"] == "primary" and styles["NW"] == "secondary"


# -- pages ----------------------------------------------------------------------------------------------------------


@for_each("units", [1, 25, 26, 110])
@for_each("groups", [0, 4, 40])
@for_each("others", [0, 2, 40])
async def test_the_first_page_holds_everything(units: int, groups: int, others: int) -> None:
    who = [unit(f"A{n}", 100 * n + 1, field(30)) for n in range(1, units + 1)]
    more = [
        Choice(
            f"line-{n}", Text("Line Command to {n} units: " + "A1-9, " * 20, n=n), answer=Pick(key=f"l{n}"), risk=RISK
        )
        for n in range(others)
    ]
    decision = command([*who, *more, DONE])
    together = [Group(f"g{n}", Text("The row from 2206 to {n}", n=n), ("A1", "A2")) for n in range(groups)]
    about = asked(decision, {f"A{n}": ideas_of(f"A{n}", 5) for n in range(1, units + 1)}, together)
    page = page_of(about, walk(decision, ()), Place(), "✓ `A1 > 2520`\n" + "-# told\n" * 5)
    pressed = checked(page)
    reached = values(page) | {a for verb, a in pressed if verb == "take"}
    assert {str(n) for n in range(units + others + 1)} <= reached
    assert min(groups, 1) <= sum(verb == "group" for verb, _ in pressed)


async def test_too_many_units_for_one_list_are_listed_by_their_contingents() -> None:
    decision = command([*(unit(f"A{n}", 2500 + n, field(30)) for n in range(1, 31)), DONE])
    counters = [
        CounterView(
            f"A{n}", "", 0, "light-cavalry", (2500 + n,), Facing.W, band=n % 3, hits=1, states=frozenset({"moved"})
        )
        for n in range(1, 31)
    ]
    about = asked(decision, counters=counters, bands=("Thracians", "Armenians", "Huns"))
    page = page_of(about, walk(decision, ()), Place())
    lists = [p for p in page.parts if isinstance(p, Picks)]
    assert [x.placeholder for x in lists] == ["Armenians, Huns… (20)", "Thracians… (10)"]
    assert lists[0].options[0].description == "1 hit, moved"
    assert {str(n) for n in range(30)} <= values(page)
    checked(page)


async def test_the_first_page_has_the_best_idea_of_the_likeliest_units_and_its_chance() -> None:
    decision = command([unit("A1", 2520, field(30)), unit("A2", 2521, field(30)), DONE])
    rally = Idea("rally", Text("Rally"), Pick(key="r"), unit="A2", risk=Risk(Text("4 or less"), 0.5, Text("loses it")))
    about = asked(decision, {"A1": ideas_of("A1", 2), "A2": [rally]})
    page = page_of(about, walk(decision, ()), Place())
    lines = [p for p in page.parts if isinstance(p, Line)]
    assert [x.press.label for x in lines] == ["A2: Rally", "A1: Fire at LC0"]
    assert "4 or less: 50 %; failing loses it" in lines[0].text and "40 %" in lines[1].text


async def test_what_can_go_wrong_is_told_beside_the_button_and_asked_once_more() -> None:
    risky = Choice("line-1", Text("Ask leave, then Line Command to 11 units"), answer=Pick(key="l"), risk=RISK)
    decision = command([unit("A1", 2520, field(30)), risky, DONE])
    about = asked(decision)
    page = page_of(about, walk(decision, ()), Place())
    (line,) = [p for p in page.parts if isinstance(p, Line)]
    assert "needs 0: 10 %; failing ends Gara's turn" in line.text
    step = settle(decision, Place((1,)))
    assert step.risky is risky
    once_more = confirm(about, risky, "take", Place((1,)))
    assert checked(once_more) == [("take", "1!"), ("back", "")]


def test_what_is_lost_for_certain_is_told_without_a_roll() -> None:
    sure = Choice("x", Text("Go"), risk=replace(RISK, failing=Text("22 SP are lost"), certain=True))
    assert risks.told(sure, ENGLISH.say) == str(sure.risk and sure.risk.words) == "22 SP are lost"
    assert risks.confirmed_first(sure)


async def test_the_end_of_orders_says_what_it_sets_off_below_all_that_may_be_ordered() -> None:
    ends = Choice("done", Text("No more orders"), answer=Pick(key="done"), note=Text("fights 2 Shocks"), lean=0.4)
    page = page_of(about := asked(command([unit("A1", 2405, field(6)), ends])), walk(about.decision, ()), Place())
    at = next(n for n, p in enumerate(page.parts) if isinstance(p, Line) and "fights 2 Shocks" in p.text)
    assert at >= len(page.parts) - 3, "below all else"
    likely = replace(ends, lean=4.0)
    page = page_of(about := asked(command([unit("A1", 2405, field(6)), likely])), walk(about.decision, ()), Place())
    assert isinstance(page.parts[1], Line) and "fights 2 Shocks" in page.parts[1].text


async def test_a_group_says_who_can_and_who_cannot_and_why() -> None:
    group = Group("row", Text("The row from 2206 to 2210"), ("A1", "A2", "A3"))
    able = GroupIdea(
        "advance",
        Text("Forward 2"),
        (Statement((Word("A1"),)), Statement((Word("A2"),))),
        (("A3", Text("a friend is in the way")),),
    )
    about = asked(command([DONE]), groups=[group], together=[able] * 1)
    page = together(about, "row")
    (line,) = [p for p in page.parts if isinstance(p, Line)]
    assert "2 of 3 can" in line.text and "A3: a friend is in the way" in line.text
    assert checked(page)[0][0] == "many"
    with pytest.raises(Refusal, match="isn't offered any more"):
        together(about, "gone")


async def test_a_group_says_who_does_what_and_of_many_how_many_more() -> None:
    group = Group("all", Text("All"), ("A1", "A2"))
    for n, says in ((2, "A0 to 2400; A1 to 2401"), (60, "; and ")):
        deeds = tuple(Text("{unit} to {hex}", unit=f"A{i}", hex=2400 + i) for i in range(n))
        able = GroupIdea("strike", Text("What seems best"), (Statement((Word("A1"),)),), deeds=deeds)
        page = together(asked(command([DONE]), groups=[group], together=[able]), "all")
        (line,) = [p for p in page.parts if isinstance(p, Line)]
        assert says in line.text and len(line.text) < 450, line.text
        assert (n < 9) or line.text.endswith(" more"), line.text


def test_units_that_are_left_out_for_one_reason_are_told_together() -> None:
    about = asked(command([DONE]))
    stays = [(u, Text("{unit} stands well where it is.", unit=u)) for u in ("A3", "A4", "B1")]
    others = [(f"C{n}", Text(f"reason {n}")) for n in (1, 2, 5, 7)]
    assert left_out(about, GroupIdea("strike", Text("Strike"), (), (*stays[:2], *others[:1], *stays[2:]))) == [
        "-# Each of A3, A4, B1 stands well where it is.",
        "-# C1: reason 1",
    ]
    assert left_out(about, GroupIdea("strike", Text("Strike"), (), (stays[0], *others)))[0] == f"-# {stays[0][1]}"
    assert left_out(about, GroupIdea("strike", Text("Strike"), (), (*stays, *others)))[-1] == "-# Nor do these act: C7"


async def test_what_one_of_a_group_can_do_is_no_order_to_several() -> None:
    group = Group("row", Text("The row"), ("A1", "A2", "A3"))
    left = (("A2", Text("no")), ("A3", Text("no")))
    one = GroupIdea("advance", Text("Forward 2"), (Statement((Word("A1"),)),), left)
    two = GroupIdea("advance", Text("Forward 1"), (Statement((Word("A1"),)), Statement((Word("A2"),))), left[1:])
    page = page_of(about := asked(command([DONE]), groups=[group], together=[one, two]), about_step(about), Place())
    (many,) = [p for p in page.parts if isinstance(p, Picks) and p.verb == "many"]
    assert [(o.label, o.description) for o in many.options] == [("The row: Forward 1", "2 of 3: A1, A2")]
    assert not any("Forward 2" in p.text for p in page.parts if isinstance(p, Line))
    assert any("Forward 2" in p.text for p in together(about, "row").parts if isinstance(p, Line)), "on its own page"


def about_step(about: Asked) -> Any:
    return walk(about.decision, ())


async def test_a_choice_that_its_button_tells_whole_has_no_text_beside_it() -> None:
    turn = Choice("face", Text("Turn many at once…"), answer=Pick(key="f"))
    risky = Choice("line", Text("Ask leave"), answer=Pick(key="l"), risk=RISK)
    decision = command([turn, risky, DONE])
    page = page_of(asked(decision), walk(decision, ()), Place())
    assert ("take", "0") in checked(page) and ("take", "1") in checked(page)
    assert [p.press.label for p in page.parts if isinstance(p, Line)] == ["Ask leave"]


@pytest.mark.parametrize("n", [20, 26, 116])
async def test_a_unit_that_is_set_up_is_turned_by_a_button_and_sent_over_the_map(n: int) -> None:
    turns = [Choice(f.name, Text("Face {f}", f=f.name), answer=Pick(key=f.name), facing=f) for f in VERTICES[:5]]
    swap = Choice("<>", Text("Change places with…"), menu=lambda: menu([DONE]), unit="A1")
    here = field(n)
    goals = [Choice(show(h), Text("{h}", h=show(h)), menu=lambda h=h: facings(h, "A1"), hex=h) for h in here]
    whole = menu([*turns, *goals, swap], "Where?")
    decision = command([Choice("A1", Text("A1 Hoplites"), menu=lambda: whole, unit="A1", hex=2520), DONE])
    page = page_of(asked(decision), walk(decision, (0,)), Place((0,)))
    pressed = checked(page)
    assert [("take", f"0.{k}") in pressed for k in range(5)] == [True] * 5
    assert ("take", f"0.{5 + n}") in pressed, "change places"
    letters = [places.parse(a).sector for verb, a in pressed if verb == "sector"]
    assert len(letters) == (-(-n // 25) if n > 25 else 0)
    found = values(page)
    for letter in letters:
        found |= values(page_of(asked(decision), walk(decision, (0,)), Place((0,), sector=letter)))
    assert found == {str(5 + k) for k in range(n)}
    assert settle(decision, Place((0, 5))).answer == Pick(key=f"A1-{here[0]}-W")


async def test_a_long_list_without_hexes_is_in_selects_that_say_from_what_to_what() -> None:
    choices = [Choice(f"k{i}", Text("choice {i} " + "long " * 30, i=i)) for i in range(60)]
    decision = Choose(kind="k", side="red", rule="1.1", prompt=Text("Which?"), choices=choices, default_key="k0")
    page = page_of(asked(decision), walk(decision, ()), Place())
    assert len(checked(page)) == 4
    assert {str(n) for n in range(60)} <= values(page)
    assert sum("Which?" in getattr(p, "text", "") for p in page.parts) == 1, "a question is put once"


# -- places ---------------------------------------------------------------------------------------------------------


def test_menus_without_a_choice_are_passed_through() -> None:
    one = Choice("only", Text("Only"), menu=lambda: menu([Choice("x", Text("X"), answer=Pick(key="x"))]))
    decision = command([Choice("a", Text("A"), menu=lambda: menu([one])), DONE])
    assert walk(decision, (0,)).answer == Pick(key="x")


@for_each(
    "argument",
    [
        "1.x",
        "-1",
        "1/-2",
        ".".join("0" * 20),
        "/x",
        "0@UP",
        "0@NE@NE",
        "²",
        "0/Z",
        "0/AAAAA",
        "0~xyz",
        "0!!",
        "00000.1",
    ],
)
def test_places_nobody_could_have_come_to_are_refused(argument: str) -> None:
    with pytest.raises(Refusal):
        places.parse(argument)


@for_each("argument", ["", "0", "3.12", "3.12/B", "3.12/AB@NE!", "3~0123456789", "0@?", "#1", "@W"])
def test_places_are_read_back(argument: str) -> None:
    assert str(places.parse(argument)) == argument


@pytest.mark.parametrize("path", [(9,), (0, 9), (0, 0, 99)])
def test_paths_nobody_could_have_walked_are_refused(path: tuple[int, ...]) -> None:
    with pytest.raises(Refusal):
        walk(command([unit("A1", 2520, field(30)), DONE]), path)


def test_a_sector_that_is_not_there_is_refused() -> None:
    decision = command([unit("A1", 2520, field(60)), DONE])
    for sector in ("Y", "AA"):
        place = Place((0, 0), sector=sector)
        with pytest.raises(Refusal):
            page_of(asked(decision), walk(decision, place.path), place)


@for_each(
    ("path", "typed", "order"),
    [
        ((0,), "2405 @W", "A1 > 2405 @W"),
        ((0, 0), "2405", "A1 > 2405"),
        ((0, 0), "A1 x B2", "A1 x B2"),
        ((), "2405", "2405"),
    ],
)
def test_hexes_alone_are_the_way_of_the_unit_that_is_asked_about(path: tuple[int, ...], typed: str, order: str) -> None:
    decision = command([unit("A1", 2520, field(120), Choice("fire", Text("Fire"), answer=Pick(key="fire"))), DONE])
    assert whole_order(walk(decision, path), typed) == order


def test_who_has_no_code_is_told_by_name() -> None:
    """Armies of a campaign are written by words that are printed nowhere."""
    about = asked(command([DONE]))
    army = CounterView("illyricum", "Army of Illyricum", 0, "heavy-infantry", (), None, strength=10)
    foot = CounterView("HI1", "Some foot", 0, "heavy-infantry", (), None)
    about.counters.update({x.id: x for x in (army, foot)})
    assert [about.called(x) for x in ("illyricum", "HI1", "HI2", None)] == ["Army of Illyricum", "HI1", "HI2", ""]


async def test_an_answer_for_good_says_so_whatever_its_button_has_no_room_for() -> None:
    def choose() -> Choose:
        return Choose(
            kind="seizure",
            side="red",
            rule="4.41",
            prompt=Text("Seize it?"),
            choices=[
                Choice("x", Text("Seize the turn: Ariobarzanes tries"), unit="x", risk=replace(RISK, units=1)),
                Choice("no", Text("Leave them the turn")),
            ],
            default_key="no",
            policy=Policy("seizure", "x", "no", who="Ariobarzanes"),
        )

    about = asked(choose())
    page = page_of(about, walk(about.decision, ()), Place())
    labels = [p.label for part in page.parts for p in _presses(part)]
    assert labels.count("Seize the turn") == 1, labels
    assert "Seize the turn, always" in labels and "Ariobarzanes, always: Leave them the…" in labels
    laid_out(page, REF)


async def test_who_may_fall_is_never_cut_off_the_odds() -> None:
    results = tuple((Text("attacker: {n} hits; defender: Rout Check", n=n), 0.1) for n in range(10))
    besides = (*((Text("SM{n} routs", n=n), 0.2) for n in range(6)), (Text("Gellius Egnatius is lost"), 0.02))
    fought = Odds(Text("SM1 against AV3, +1 moved to attack"), results, besides)
    about = asked(command([Choice("plan", Text("SM1 × AV3"), answer=Pick(key="plan"), odds=lambda: [fought]), DONE]))
    (words,) = odds.told(about, about.decision.menu)  # type: ignore[union-attr]
    assert len(words.text) <= 250 and words.text.endswith("SM5 routs 20 %, Gellius Egnatius is lost 2 %")
    assert "Rout Check 10 %, …; SM0 routs" in words.text, "the results are cut instead"


def _presses(part: Any) -> list[Any]:
    return [*getattr(part, "presses", ()), *([part.press] if isinstance(part, Line) else [])]


@for_each("kinds", [(), ("fire",) * 6])
def test_an_order_that_is_an_idea_too_stands_once(kinds: Sequence[str]) -> None:
    """Who acts alone is offered what it recovers from, as an idea or as a choice."""
    rally = Pick(key="rally")
    others = [
        Choice("rally", Text("Remove Disorganized"), answer=rally, mp=2),
        Choice("claim", Text("Place the control marker"), answer=Pick(key="claim")),
    ]
    more = [Idea(k, Text("{n}", n=n), Pick(key=f"i{n}"), unit="A") for n, k in enumerate(kinds)]
    ideas = {"A": [*more, Idea("recover", Text("Remove Disorganized"), rally, unit="A", note=Text("2 of 6 MP"))]}
    about = asked(command([unit("A", 2520, [2521]), *others, DONE]), ideas)
    view = laid_out(page_of(about, walk(about.decision, ()), Place()), REF)
    labels = [getattr(i, "label", None) or "" for i in view.walk_children()]
    labels += [o.label for i in view.walk_children() for o in getattr(i, "options", ())]
    assert len([x for x in labels if "Remove Disorganized" in x]) == 1, labels
    assert len([x for x in labels if "Place the control marker" in x]) == 1, labels
