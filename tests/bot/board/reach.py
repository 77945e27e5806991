"""What the page's menus reach, compared with what the panel's menus reach, over whole self-played battles.

    python -m tests.bot.board.reach cataphract/tricameron --seeds 10 --share 0.2

At a decision both are walked alike, from their first page on. At every page that is visited all that is offered is
compared: of the panel what its buttons, lists, lettered parts of the map and facings lead to, of the page what the
answer of its server lets it press. Where they offer the same everywhere, they reach the same answers. How far they are
walked is by chance: :data:`WIDE` choices of each page, one of each kind first, and :data:`LEAVES` of those that
complete an order. An answer reached on the page must read back from what the page writes to the answer that the panel
gives.

A question to several units has no pages: all that is offered to each is compared, and some answers are read back. A
form is filled in on both by the same changes.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.board import forms, menus
from bot.board.composing import ORDERS
from bot.cli.battles import scenario
from bot.cli.seeded import SeededTrail
from bot.cli.selfplay import play
from bot.components import decision as components
from bot.components import ids
from bot.components.ids import Ref
from bot.components.panel import Asked, page_of, top, walk
from bot.components.panel import form as panel_form
from bot.components.panel import place as places
from bot.components.panel.page import Line, Page, Picks, Row
from bot.components.panel.place import ASK, Place
from bot.components.panel.walk import opened_beside, settle
from bot.messages.battle_context import BattleContext
from bot.narration import ENGLISH
from bot.notation import bind
from bot.service import Open
from bot.service.play.play import statements_of
from engine.kernel.decisions import Answer, Choice, ChooseEach, Command, Decision, Menu
from engine.kernel.decisions import Picks as Picked
from engine.kernel.game import Game
from engine.kernel.sheet import Sheet
from engine.kernel.text import Refusal
from engine.systems.registry import system_for
from tests.bot.board.kit import seen

WIDE = (4, 2, 1)
"""Choices of a page that are followed: of the first one, the second, and those below."""
LEAVES = 6
"""Choices of a page that complete an order, and are followed besides."""
THOUGHT = 0.1
"""How often the panel has its ideas as well: a choice that is offered as an idea isn't listed once more."""
CHANGES = 4
"""Changes made in a form."""
PICKED = 3
"""Answers by chance to a question to several units, besides all of them and none."""
FIRST = 3
"""Questions of one kind and side that are looked at in every battle, whatever the share."""

Path = tuple[int, ...]


@dataclass
class Found:
    """What was compared, and what was wrong with it."""

    met: int = 0
    """Decisions of the battles."""
    decisions: Counter[str] = field(default_factory=Counter[str])
    """Decisions looked at, by what they are: "choose", "each", "command", "sheet"."""
    pages: int = 0
    choices: int = 0
    """Choices that both offer on these pages."""
    answers: int = 0
    """Answers reached on both, and read back."""
    refused: int = 0
    """Those of them that the rules refuse, on both alike."""
    wrong: list[str] = field(default_factory=list[str])
    panel_lacks: Counter[str] = field(default_factory=Counter[str])
    """What the page offers and the panel doesn't, by the kind of question."""

    def told(self) -> str:
        looked = ", ".join(f"{n} {kind}" for kind, n in sorted(self.decisions.items()))
        return (
            f"{self.met} decisions, looked at {self.decisions.total()} ({looked}): {self.pages} pages, "
            f"{self.choices} choices, {self.answers} answers read back, {self.refused} of them refused by the rules; "
            f"{len(self.wrong)} wrong; the panel lacks {dict(self.panel_lacks)}"
        )


class Reach:
    """Compares at each decision it is given."""

    def __init__(self, seed: int, share: float, first: int = FIRST) -> None:
        """``first`` questions of each kind and side are looked at, and of the others this ``share``."""
        self.rng = random.Random(f"reach {seed}")
        self.share, self.first = share, first
        self.found = Found()
        self._looked = Counter[tuple[str, str]]()

    def each(self, game: Game[Any]) -> None:
        """All that is asked now; of what has been asked often, a share."""
        for decision in game.pending:
            self.found.met += 1
            kind = (decision.kind, decision.side)
            if self._looked[kind] < self.first or self.rng.random() < self.share:
                self._looked[kind] += 1
                self.look(game, decision)

    def look(self, game: Game[Any], decision: Decision) -> None:
        here, question = seen(game, decision)
        compared = _Compared(here, question, self.rng, self.found)
        if isinstance(decision, ChooseEach):
            self.found.decisions["each"] += 1
            compared.each(decision)
        elif isinstance(decision, Command) and decision.sheet is not None:
            self.found.decisions["sheet"] += 1
            compared.form()
        else:
            self.found.decisions["command" if isinstance(decision, Command) else "choose"] += 1
            compared.page((), 0)


class _Compared:
    """One decision on both."""

    def __init__(self, here: BattleContext, question: Open, rng: random.Random, found: Found) -> None:
        self.here, self.question, self.rng, self.found = here, question, rng, found
        self.decision = question.decision
        self._menus: dict[Path, Menu] = {}
        self.asked = self._asked(None)
        self.thoughtful = self._asked(None)
        # Without ideas of units and groups: what the menus hold is listed in any case.
        self.asked.leave("")
        for unit in [c.unit for _, c in self.asked.orderable if c.unit is not None]:
            self.asked.leave(unit)
        self.asked.__dict__["groups"] = ()
        self.asked.leave_following()

    def _asked(self, draft: Answer | None) -> Asked:
        return Asked(self.here.game, self.decision, self.here.own_table, ENGLISH, draft)

    def wrong(self, what: str, path: Sequence[int] = ()) -> None:
        at = ".".join(map(str, path))
        seq = self.here.game.journal[-1].seq
        self.found.wrong.append(f"entry {seq}, {self.decision.kind} of {self.decision.side}, {at or 'top'}: {what}")

    def lacks(self, what: str, n: int = 1) -> None:
        """The panel doesn't offer what the page does."""
        if n:
            self.found.panel_lacks[what] += n

    # -- menus ---------------------------------------------------------------------------------------------------------

    def page(self, path: Path, depth: int) -> None:
        """A page of both, and some of those behind it."""
        self.found.pages += 1
        shown = menus.menu(self.here, self.question, menus.path_of(menus_text(path)))
        menu = walk(self.decision, path).menu
        if menu is None or menus.path_of(shown["path"]) != path:
            self.wrong("not the same page", path)
            return
        self.whole(shown, path)
        asked = self.thoughtful if path and self.rng.random() < THOUGHT else self.asked
        panel, asks, ideas = on_panel(asked, path)
        page = {(*path, c["n"]) for c in shown["choices"]}
        beside = shown["beside"]
        opened = opened_beside(menu) if path else None
        if beside is not None:
            page |= {(*path, beside["n"], c["n"]) for c in beside["choices"]}
        page, panel = (_expanded(x, path, opened) for x in (page, panel))
        if lost := panel - page:
            self.wrong(f"the page doesn't offer {sorted(lost)[:5]}", path)
        for p in page - panel:
            if self._choice(p).answer not in ideas:
                self.lacks(self.decision.kind)
        self.found.choices += len(page & panel)
        for p in self._some(sorted(page), depth):
            self.follow(p, depth, asks=asks)

    def whole(self, shown: dict[str, Any], path: Path) -> None:
        """Everything has words, and lies where the map has places."""
        board = self.here.own_table.board
        known = {board.code(p) for p in board.every_place}
        for c in [*shown["choices"], *(shown["beside"] or {"choices": []})["choices"]]:
            if not c["label"] or not c["key"] or not {c[k] for k in ("at", "other") if k in c} <= known:
                self.wrong(f"no words or no place: {c}", path)

    def _choice(self, path: Path) -> Choice:
        """The choice at the end of a path."""
        return self._menu(path[:-1]).choices[path[-1]]

    def _menu(self, path: Path) -> Menu:
        """The menu at a path, with nothing passed through."""
        if path not in self._menus:
            below = self._choice(path).menu if path else None
            self._menus[path] = below() if below is not None else top(self.decision)
        return self._menus[path]

    def _some(self, paths: Sequence[Path], depth: int) -> Iterator[Path]:
        """Some choices to follow: by chance, one of each kind first."""
        mixed = [*paths]
        self.rng.shuffle(mixed)
        kinds: dict[object, list[Path]] = {}
        leaves = 0
        for p in mixed:
            c = self._choice(p)
            if c.menu is None:
                leaves += 1
                if leaves <= LEAVES:
                    yield p
            else:
                kinds.setdefault((c.unit is None, c.hex is None, c.facing is None), []).append(p)
        wide = WIDE[min(depth, len(WIDE) - 1)]
        while wide > 0 and kinds:
            for kind in [*kinds]:
                if wide > 0:
                    yield kinds[kind].pop()
                    wide -= 1
                if not kinds[kind]:
                    del kinds[kind]

    def follow(self, path: Path, depth: int, *, asks: bool) -> None:
        """A press on both that chooses this."""
        try:
            at = places.parse(str(Place(path, facing=ASK)))
            step = settle(self.decision, at)
        except Refusal:
            # Deeper than the panel goes.
            self.lacks(f"{self.decision.kind}, deep")
            return
        try:
            shown = menus.menu(self.here, self.question, menus.path_of(menus_text(path)))
        except Refusal as no:
            self.wrong(f"the page refuses what the panel takes: {no.text}", path)
            return
        order = shown.get("order")
        if step.answer is None:
            if order is not None or menus.path_of(shown["path"]) != step.path:
                self.wrong("not the same page", path)
                return
            if not asks and settle(self.decision, replace(at, facing="")).answer is not None:
                self.lacks(f"{self.decision.kind}, facing")
            if step.menu is not None and len(step.menu):
                self.page(step.path, depth + 1)
        elif order is None:
            self.wrong("no order on the page", path)
        else:
            self.read_back(str(order), step.answer, path)

    def read_back(self, order: str, answer: Answer, path: Sequence[int] = ()) -> None:
        """What the page sends is the answer that the panel gives."""
        self.found.answers += 1
        if len(order) > ORDERS:
            self.wrong(f"{len(order)} characters can't be sent", path)
        try:
            statements = statements_of(order)
            read, used = bind(self.here.game, self.decision, statements)
        except Refusal as no:
            self.wrong(f"“{order}” can't be read: {no.text}", path)
            return
        if read != answer or used != len(statements):
            self.wrong(f"“{order}” reads as {read!r}, not as {answer!r}", path)
        try:
            self.decision.check(answer)
        except Refusal:
            self.found.refused += 1

    # -- a question to several units -----------------------------------------------------------------------------------

    def each(self, decision: ChooseEach) -> None:
        items = menus.menu(self.here, self.question, ())["items"]
        page = {(i["key"], c["key"]) for i in items for c in i["choices"]}
        panel = {(i.key, i.choices[k].key) for n, k in each_on_panel(decision) for i in [decision.items[n]]}
        if lost := panel - page:
            self.wrong(f"the page doesn't offer {sorted(lost)[:5]}")
        self.lacks(f"{decision.kind}, each", len(page - panel))
        self.found.pages += 1
        self.found.choices += len(page & panel)
        answers = [decision.default]
        for what in ("all", "none"):
            answer = components.read(decision, "alike", what, ())
            assert isinstance(answer, Picked)
            answers.append(answer)
        for _ in range(PICKED):
            picks = {i.key: self.rng.choice(i.choices).key for i in decision.items}
            answers.append(decision.fitted(Picked(picks=picks)))
        for answer in answers:
            # The page has a line for each, in the order in which they are asked.
            picks = {str(i["key"]): str(answer.picks.get(i["key"], i["default"])) for i in items}
            self.read_back("\n".join(f"{unit} {key}" for unit, key in picks.items()), Picked(picks=picks))

    # -- a form --------------------------------------------------------------------------------------------------------

    def form(self) -> None:
        draft: Answer | None = None
        written = forms.form(self.here, self.question, "", {})["order"]
        for _ in range(CHANGES):
            asked = self._asked(draft)
            sheet = asked.sheet
            assert sheet is not None
            self.found.pages += 1
            if not sheet.entries:
                break
            entry = self.rng.choice(sheet.entries)
            shown = forms.form(self.here, self.question, written, {"open": entry.key})
            changes = [*form_on_panel(asked, sheet, entry.key)]
            offered = [*form_on_page(shown, entry.key)]
            if lost := [c for c in changes if c not in offered]:
                self.wrong(f"the form doesn't offer {lost[:5]}")
            self.lacks("form", len([c for c in offered if c not in changes]))
            self.found.choices += len(changes)
            both = [c for c in changes if c in offered]
            if not both:
                continue
            verb, key, what = self.rng.choice(both)
            draft = changed(sheet, verb, key, what)
            given = {"change": [key, what]} if verb == "change" else {verb: key}
            written = forms.form(self.here, self.question, written, given)["order"]
            self.read_back(written, draft)


def menus_text(path: Iterable[int]) -> str:
    """A path as the page asks for it."""
    return ".".join(map(str, path))


# -- what is offered ---------------------------------------------------------------------------------------------------


def pressed(page: Page) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Everything on a page of the panel that can be pressed: verb, argument, and the values of a list."""
    for part in page.parts:
        if isinstance(part, Line):
            yield part.press.verb, part.press.argument, ()
        elif isinstance(part, Row):
            yield from ((x.verb, x.argument, ()) for x in part.presses)
        elif isinstance(part, Picks):
            yield part.verb, part.argument, tuple(o.value for o in part.options)


def on_panel(asked: Asked, path: Path) -> tuple[set[Path], bool, list[Answer]]:
    """What a page of the panel leads to, with its lettered parts of the map; whether it lets one ask for the facing;
    and the orders of its ideas."""
    paths: set[Path] = set()
    ideas: list[Answer] = []
    asks = False
    todo = [Place(path)]
    known = {*todo}
    while todo:
        at = todo.pop()
        further: list[Place] = []
        for verb, argument, values in pressed(page_of(asked, walk(asked.decision, at.path), at)):
            if verb == "take":
                paths.add(places.parse(argument).path)
            elif verb == "go":
                paths |= {places.parse(argument).at(*places.positions(v)).path for v in values}
            elif verb == "sector":
                further.append(places.parse(argument))
            elif verb == "part":
                to = places.parse(argument)
                further += [replace(to, sector=to.sector + v, nth=0) for v in values]
            elif verb == "face":
                asks = asks or places.parse(argument).facing == ASK
            elif verb == "idea":
                for idea in (places.parse(v or argument) for v in values or ("",)):
                    unit = walk(asked.decision, idea.path).unit if idea.path else ""
                    if unit is not None and (found := asked.idea(unit, idea.idea)) is not None:
                        ideas.append(found.answer)
        todo += [x for x in further if x not in known]
        known.update(further)
    return paths, asks, ideas


def _expanded(paths: set[Path], path: Path, opened: tuple[int, Menu] | None) -> set[Path]:
    """Paths one choice further, and two where the likeliest choice stands open: then it is all that lies behind it.

    What lies farther behind is reached by the choice before it as well.
    """
    if opened is None:
        return {p for p in paths if len(p) == len(path) + 1}
    n, below = opened
    found = {p for p in paths if len(p) == len(path) + 1 and p[-1] != n}
    behind = {p for p in paths if len(p) == len(path) + 2 and p[-2] == n}
    return found | (behind or ({(*path, n, k) for k in range(len(below))} if (*path, n) in paths else set()))


def each_on_panel(decision: ChooseEach) -> set[tuple[int, int]]:
    """What can be chosen for units in Discord, as positions of unit and choice."""
    ref = Ref("b", "1")
    found: set[tuple[int, int]] = set()
    views = [components.controls(decision, ref, ENGLISH)]
    if any(where[0] == "orders" for where, _ in in_view(views[0])):
        pages = range(-(-len(decision.items) // components.EACH))
        views += [components.each_view(decision, ref, {}, ENGLISH, page) for page in pages]
    for view in views:
        for (verb, at), values in in_view(view):
            if verb == "each":
                found |= {(int(at.argument), int(v)) for v in values}
            elif verb == "one":
                found.add((0, int(at.argument)))
            elif verb == "oneof":
                found |= {(0, int(v)) for v in values}
            elif verb == "tick":
                found |= {(int(v), k) for v in values for k in range(len(decision.items[int(v)].choices))}
    return found


def in_view(view: Any) -> Iterator[tuple[tuple[str, Ref], tuple[str, ...]]]:
    """Verb and place of everything in a message that can be pressed, with the values of a list."""
    for item in view.children:
        made = getattr(item, "item", item)
        where = ids.parse(made.custom_id)
        assert where is not None
        yield where, tuple(o.value for o in getattr(made, "options", ()))


Change = tuple[str, str, str]
"""A change of a form: its kind, the entry, what is changed."""


def form_on_panel(asked: Asked, sheet: Sheet, entry: str) -> Iterator[Change]:
    """What can be changed in a form in Discord while an entry is chosen."""
    for verb, argument, values in pressed(panel_form.form(asked, sheet, chosen=entry)):
        if verb == "change":
            key, _, what = argument.partition("~")
            yield from (("change", key, v) for v in values or (what,))
        elif verb == "ticks":
            yield from (("tick", v, "") for v in values)
        elif verb == "whole":
            yield from (("whole", v, "") for v in values)


def form_on_page(shown: dict[str, Any], entry: str) -> Iterator[Change]:
    """The same on the page."""
    for e in shown["entries"]:
        if e["ticked"] is not None:
            yield "tick", e["key"], ""
        elif e["key"] == entry:
            yield from (("change", entry, c["key"]) for c in (*e["steps"], *e["options"]))
    yield from (("whole", c["key"], "") for c in shown["wholes"])


def changed(sheet: Sheet, verb: str, key: str, what: str) -> Answer:
    """The draft after a change in Discord."""
    if verb == "whole":
        return panel_form.whole(sheet, key)
    if verb == "change":
        return panel_form.changed(sheet, f"{key}~{what}", None)[0]
    assert sheet.tick is not None
    return sheet.tick([e.key for e in sheet.entries if bool(e.ticked) != (e.key == key)])


# -- whole battles -----------------------------------------------------------------------------------------------------


def compared(key: str, seed: int, share: float, *, first: int = FIRST, most: int = 100_000) -> Found:
    """One self-played battle, of which this share of the decisions is looked at."""
    battle = scenario(key)
    system = system_for(battle)
    reach = Reach(seed, share, first)
    reach.each(Game.start(system, system.initial_state(), SeededTrail(battle, seed)))
    trail = SeededTrail(battle, seed)

    def each(game: Game[Any]) -> None:
        trail.follow(game)
        reach.each(game)

    play(system, seed, trail, turns=10_000, most=most, each=each)
    return reach.found


def main() -> None:
    p = argparse.ArgumentParser(description="what the page's menus reach, against what the panel's reach")
    p.add_argument("battles", nargs="+", metavar="SYSTEM/BATTLE")
    p.add_argument("--seed", type=int, default=1, help="the first of them")
    p.add_argument("--seeds", type=int, default=1)
    p.add_argument("--share", type=float, default=0.1, help="of the decisions, beyond the first of each kind")
    args = p.parse_args()
    for key in args.battles:
        for seed in range(args.seed, args.seed + args.seeds):
            began = time.monotonic()
            found = compared(key, seed, args.share)
            print(f"{key}, seed {seed}, {time.monotonic() - began:.0f} s: {found.told()}", flush=True)
            for what in found.wrong:
                print(f"  wrong: {what}", flush=True)


if __name__ == "__main__":
    main()
