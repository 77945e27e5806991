"""Completions of a half-written order: only what is legal next, however it is begun."""

from __future__ import annotations

from typing import Any

from bot.notation import parse
from bot.notation.complete import MENUS, complete, shortest
from engine.kernel.decisions import Answer, Choice, Choose, ChooseEach, Command, Item, Menu, Pick, Picks
from engine.kernel.hexes import Facing, show
from engine.kernel.statement import Face, HexRef, Sign, Statement, Word
from engine.kernel.text import Text
from tests.each import for_each

BUILT: list[str] = []


def write(answer: Answer) -> Statement:
    """Orders of this test are kept as text in a Pick."""
    assert isinstance(answer, Pick)
    (statement,) = parse(answer.key)
    return statement


def move(unit: str, to: int, facing: Facing, via: tuple[int, ...] = ()) -> Pick:
    path = (HexRef(h) for h in (*via, to))
    return Pick(key=str(Statement((Word(unit), Sign(">"), *path, Face(facing)))))


def unit(name: str, hexes: tuple[int, ...], target: str = "LC5") -> Choice:
    def facings(h: int) -> Menu:
        return Menu(
            Text("Facing?"),
            lambda: [
                Choice(
                    f.name, Text("{f}", f=f.name), answer=move(name, h, f, (2206,)), unit=name, hex=h, facing=f, mp=3
                )
                for f in (Facing.E, Facing.W)
            ],
        )

    def destinations() -> list[Choice]:
        BUILT.append(name)
        return [
            Choice(show(h), Text("{h}", h=show(h)), menu=lambda h=h: facings(h), unit=name, hex=h, mp=4) for h in hexes
        ]

    def actions() -> list[Choice]:
        return [
            Choice("move", Text("Move"), menu=lambda: Menu(Text("Where?"), destinations), unit=name),
            Choice(
                f"fire-{target}",
                Text("Fire at {t}", t=target),
                answer=Pick(key=f"{name} x {target}"),
                unit=name,
                hex=2401,
            ),
            Choice("recover", Text("Recover {n}", n=2), answer=Pick(key=f"recover {name}"), unit=name),
        ]

    return Choice(
        name, Text("{u} Bucellarii at 2206", u=name), menu=lambda: Menu(Text("What?"), actions), unit=name, hex=2206
    )


def command(*choices: Choice) -> Command:
    return Command(
        kind="orders",
        side="red",
        rule="5",
        prompt=Text("Orders?"),
        menu=Menu(Text("Who?"), lambda: [*choices, Choice("done", Text("No more orders"), answer=Pick(key="done"))]),
        accept=lambda a: None,
        default_answer=Pick(key="done"),
    )


ORDERS = command(unit("HC3", (2305, 2405, 2505)), unit("HC12", (3105,)), unit("LI2", (2000,)))


def values(decision: Any, text: str, **options: Any) -> list[str]:
    return [s.value for s in complete(decision, text, write, **options)]


@for_each(
    ("typed", "offered"),
    [
        ("", ["HC3", "HC12", "LI2", "done"]),
        ("hc", ["HC3", "HC12"]),
        ("d", ["done"]),
        ("HC3", ["HC3"]),
        ("HC3 >", ["HC3 > 2305", "HC3 > 2405", "HC3 > 2505"]),
        ("HC3 > 24", ["HC3 > 2405"]),
        ("hc3 > 2405 ", ["HC3 > 2405 @E", "HC3 > 2405 @W"]),
        ("HC3 > 2405 @", ["HC3 > 2405 @E", "HC3 > 2405 @W"]),
        ("HC3 > 2405 @w", ["HC3 > 2405 @W"]),
        ("HC3 x", ["HC3 x LC5"]),
        ("HC3 x l", ["HC3 x LC5"]),
        ("HC3 > 9", []),
        ("nonsense", []),
        ("recover ", ["recover HC3", "recover HC12", "recover LI2"]),
        ("recover h", ["recover HC3", "recover HC12"]),
    ],
)
def test_offers_what_is_legal_next(typed: str, offered: list[str]) -> None:
    got = values(ORDERS, typed)
    assert got == offered


def test_a_unit_named_shows_what_it_can_do() -> None:
    assert "HC3 x LC5" in values(ORDERS, "HC3 ")


def test_earlier_orders_of_the_batch_are_kept() -> None:
    assert values(ORDERS, "LI2 x LC5; HC12 > ") == ["LI2 x LC5; HC12 > 3105"]


def test_labels_tell_the_price() -> None:
    (suggestion,) = complete(ORDERS, "HC3 > 2405 @w", write)
    assert suggestion.label == "HC3 > 2405 @W, 3 MP"


def test_limit() -> None:
    many = command(*(unit(f"U{n}", (2305,)) for n in range(60)))
    assert len(values(many, "")) == 25


def test_only_menus_on_the_way_are_built() -> None:
    BUILT.clear()
    values(ORDERS, "HC3 > 24")
    assert set(BUILT) == {"HC3"}


def test_a_huge_tree_is_left_in_time() -> None:
    built = 0

    def deep(level: int) -> Menu:
        nonlocal built
        built += 1
        return Menu(Text("?"), lambda: [Choice(f"k{i}", Text("k"), menu=lambda: deep(level + 1)) for i in range(3)])

    endless = command(Choice("go", Text("Go"), menu=lambda: deep(0)))
    assert values(endless, "go zzz ") == []
    assert built <= 3 * MENUS


def test_choices_and_units_by_key_or_label() -> None:
    two = Choose(
        kind="k",
        side="red",
        rule="1",
        prompt=Text("?"),
        choices=(Choice("2405@W", Text("Back to 2405")), Choice("stay", Text("Hold"))),
        default_key="stay",
    )
    assert values(two, "") == ["2405@W", "stay"]
    assert values(two, "24") == ["2405@W"]
    assert values(two, "ho") == ["stay"]
    each = ChooseEach(
        kind="k",
        side="red",
        rule="1",
        prompt=Text("?"),
        items=[
            Item(u, Text(u), (Choice("fire", Text("Fire")), Choice("hold", Text("Hold"))), "hold")
            for u in ("LC5", "LC6")
        ],
    )
    assert values(each, "") == ["LC5 fire", "LC5 hold", "LC6 fire", "LC6 hold", "none"]
    assert values(each, "LC5 fire; lc6 f") == ["LC5 fire; LC6 fire"]
    assert isinstance(each.default, Picks)


def test_shortest_keeps_stops_for_fire() -> None:
    (s,) = parse("HC3 > 2206 2305 x LC5 @E > 2404 2504 @W")
    assert str(shortest(s)) == "HC3 > 2305 x LC5 @E > 2504 @W"


def test_who_is_on_no_list_is_not_looked_for_below_those_who_are() -> None:
    BUILT.clear()
    here = (2206, 2207)
    decision = Command(
        kind="orders",
        side="a",
        rule="",
        prompt=Text("?"),
        menu=Menu(Text("Who?"), lambda: [unit("HC3", here), unit("LC1", here)]),
        accept=lambda answer: None,
        default_answer=Pick(key="done"),
    )
    assert complete(decision, "HC9 > ", write) == []
    assert BUILT == []
    assert [s.value for s in complete(decision, "recover L", write)] == ["recover LC1"]
    assert "LC1 > 2207" in [s.value for s in complete(decision, "LC1 > ", write)]
    assert BUILT.count("LC1") == 1
