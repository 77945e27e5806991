"""What an activation costs in presses: with the panel in Discord, and on the board, for the same answers.

    python -m tests.bot.board.presses cataphract/tricameron men-of-iron/falkirk --seeds 2 --activations 20

Two computer players fight a battle. For each of their answers the shortest way is looked for through the panel's pages,
with its ideas, and through the page's menus, with the ideas that it shows. A press is a click, a choice in a list, or a
sending. In Discord an answer to a question is pressed below it; the panel is opened once an activation. On the board
orders are written by clicks (a place that is pressed is an order, with the likeliest facing; any other is one press
more) and put before the player in Discord by the same press, where *Carry out* gives them: each by itself, or all at
once that come one after the other. What is answered for several units, and a form, is put there by *Send*. At a machine
of one's own one press carries orders out, and an answer from a list needs no second one. The page is a desk's: on a
telephone the ideas of further units are in a list that is opened.

Not counted: what orders several units at once, or ends an activation and answers what comes next, or suggests a whole
activation; a form that isn't sent as it is proposed; opening the board, which stays open.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from statistics import mean, median
from typing import Any

from bot.board import menus, position
from bot.board.ideas import EACH, is_whole
from bot.cli.battles import scenario
from bot.cli.seeded import SeededTrail
from bot.components import decision as components
from bot.components.panel import Asked, page_of, top, walk
from bot.components.panel import place as places
from bot.components.panel.home import first_ideas, further_ideas
from bot.components.panel.place import ASK, Place
from bot.components.panel.sectors import within
from bot.components.panel.walk import settle
from bot.messages.battle_context import BattleContext
from bot.narration import ENGLISH
from bot.service import Open
from engine.computer.levels import LEVELS, LevelName
from engine.computer.player import Player
from engine.kernel.decisions import Answer, Choice, Choose, ChooseEach, Command, Decision, Menu, Pick, Picks
from engine.kernel.game import Game
from engine.systems.registry import initial_state, system_for
from tests.bot.board.kit import seen
from tests.bot.board.reach import pressed

Path = tuple[int, ...]

FEW = 8
"""Choices that the page lists openly (``FEW`` of ``compose.js``)."""
OPEN_PLACES = 4
"""Places from which on they are in a list that has to be opened (``draw`` of ``compose.js``)."""
LOOKED = 40_000
"""Choices looked at for the way to an answer."""
FAR = 12
"""Presses in which an answer must be reached."""


NAMES = ("panel", "menus", "board", "together", "alone")


@dataclass
class Cost:
    """Presses for one answer, or several."""

    panel: int = 0
    menus: int = 0
    """With the panel's menus alone, none of its ideas."""
    board: int = 0
    """On the page, with what sends each answer by itself."""
    together: int = 0
    """The same, orders that come one after the other sent at once."""
    alone: int = 0
    """The same at a machine of one's own."""

    def add(self, other: Cost) -> None:
        for name in NAMES:
            setattr(self, name, getattr(self, name) + getattr(other, name))


@dataclass
class Activation:
    """One side's, with the question who acts before it."""

    moment: str
    side: str
    own: Cost = field(default_factory=Cost)
    others: Cost = field(default_factory=Cost)
    """Answers of the other side."""
    orders: int = 0
    ordering: bool = False
    """Whether the answer before was an order of this side: the next one goes along with it."""
    opened: bool = False
    """Whether its panel is open."""


@dataclass
class Tally:
    """Battles of one scenario."""

    key: str
    activations: list[Activation] = field(default_factory=list[Activation])
    left_out: int = 0
    """Answers to which no way was looked for: forms that aren't sent as proposed, or none was found."""

    def row(self) -> str:
        own = [a for a in self.activations if a.orders]
        cells = [f"{len(own)}, {sum(a.orders for a in own)}"]
        for name in NAMES:
            found = [getattr(a.own, name) for a in own]
            cells.append(f"{mean(found):.1f} ({median(found):g}, {max(found)})")
        cells.append(" / ".join(f"{mean(getattr(a.others, n) for a in own):.1f}" for n in ("panel", "board", "alone")))
        return " | ".join((self.key, *cells, str(self.left_out)))


HEAD = (
    "battle | activations, orders | panel | its menus alone | board | board, together | own machine | "
    "others' answers: panel / board / own machine | left out"
)


# -- the way through the menus ---------------------------------------------------------------------------------------


def way_to(decision: Command | Choose, answer: Answer) -> Path | None:
    """Where in the menus an answer stands: what is named in it is looked at first."""
    named = _values(answer.model_dump(mode="json"))
    left = LOOKED

    def below(menu: Menu, path: Path) -> Path | None:
        nonlocal left

        def likely(x: tuple[int, Choice]) -> int:
            c = x[1]
            return -sum(v in named for v in (c.unit, c.key, c.hex, c.facing.name if c.facing is not None else None))

        for n, c in sorted(enumerate(menu), key=likely):
            left -= 1
            if left < 0:
                return None
            if c.menu is None:
                if (c.answer or Pick(key=c.key)) == answer:
                    return (*path, n)
                continue
            # An order that doesn't name the unit isn't the unit's.
            worth = c.unit is None or path or c.unit in named or c.key in named
            if worth and len(path) < FAR and (found := below(c.menu(), (*path, n))) is not None:
                return found
        return None

    return below(top(decision), ())


def _values(data: Any) -> set[Any]:
    """Everything that is named in an answer."""
    if isinstance(data, dict):
        return {x for v in data.values() for x in _values(v)}
    if isinstance(data, list | tuple):
        return {x for v in data for x in _values(v)}
    return {data}


# -- in Discord ------------------------------------------------------------------------------------------------------


def on_panel(asked: Asked, answer: Answer, way: Path) -> int | None:
    """Presses from the panel's first page to an answer; None where it isn't reached."""
    decision = asked.decision
    last = _choices(decision, way)[-1]
    todo: list[tuple[Place, int]] = [(Place(), 0)]
    known = {Place()}
    for at, n in todo:
        if n >= FAR:
            return None
        step = walk(decision, at.path)
        if step.menu is None:
            continue
        for verb, argument, values in pressed(page_of(asked, step, at)):
            for to in _led(decision, asked, verb, argument, values, way, last):
                if to is None:
                    continue
                if to.idea:
                    unit = walk(decision, to.path).unit if to.path else ""
                    idea = asked.idea(unit, to.idea) if unit is not None else None
                    if idea is not None and idea.answer == answer and not idea.then:
                        return n + 1
                    continue
                if verb in ("take", "go"):
                    there = settle(decision, to)
                    if there.answer is not None:
                        if there.answer == answer:
                            return n + 1 + (there.risky is not None)
                        continue
                    to = replace(to, path=there.path)
                if to not in known:
                    known.add(to)
                    todo.append((to, n + 1))
    return None


def _led(
    decision: Decision, asked: Asked, verb: str, argument: str, values: Sequence[str], way: Path, last: Choice
) -> Iterator[Place | None]:
    """Places that a control leads to, as far as they lie on the way."""
    if verb in ("take", "go"):
        at = places.parse(argument)
        found = [at] if not values else [at.at(*places.positions(v)) for v in values]
        yield from (replace(x, nth=0) for x in found if x.path and way[: len(x.path)] == x.path)
    elif verb == "idea":
        yield from (places.parse(v or argument) for v in values or ("",))
    elif verb in ("sector", "part"):
        at = places.parse(argument)
        wanted = {c.hex for c in _choices(decision, way)}
        menu = _menu(decision, at.path)
        there = [c.hex for c in menu if c.hex is not None]
        for v in values or ("",):
            to = replace(at, sector=at.sector + v, nth=0)
            if (inside := within(asked.table.board, there, to.sector)) is not None and wanted & set(inside):
                yield to
    elif verb == "face":
        at = places.parse(argument)
        if at.facing == ASK or (last.facing is not None and at.facing == last.facing.name):
            yield replace(at, nth=0)


def _menu(decision: Decision, path: Path) -> Menu:
    menu = top(decision)
    for n in path:
        below = menu.choices[n].menu
        assert below is not None
        menu = below()
    return menu


def _choices(decision: Decision, way: Path) -> list[Choice]:
    menu: Menu | None = top(decision)
    found: list[Choice] = []
    for n in way:
        assert menu is not None
        found.append(menu.choices[n])
        below = found[-1].menu
        menu = below() if below is not None else None
    return found


# -- on the board ----------------------------------------------------------------------------------------------------


def by_idea(here: BattleContext, question: Open, asked: Asked, answer: Answer, way: Path) -> int:
    """Presses to an order that the page shows whole: with what seems best, or once its unit is chosen."""
    if not isinstance(question.decision, Command):
        return FAR
    first = [*(i for _, i in first_ideas(asked)), *(i for _, _, more in further_ideas(asked) for i in more)]
    if any(is_whole(i) and i.answer == answer for i in first):
        return 1
    unit = top(question.decision).choices[way[0]].unit
    shown = [i for i in asked.ideas(unit) if is_whole(i)][:EACH] if unit is not None else []
    if not any(i.answer == answer for i in shown):
        return FAR
    return on_page(here, question, answer, way[:1]) + 1


def on_page(here: BattleContext, question: Open, answer: Answer, way: Path) -> int:
    """Presses on the page from its first menu to an order, or as far as ``way`` leads: of what ``compose.js`` shows,
    whatever is nearest."""
    stands = {p["id"]: p["at"] for p in position.standing(here)["pieces"]}
    form = position.asked(here, question)["form"]
    path: Path = ()
    presses = 0
    while True:
        shown = menus.menu(here, question, path)
        if "order" in shown:
            return presses
        likely = shown.get("likely")
        if likely is not None and likely["order"] == menus.written(here, answer):
            return presses  # it stands written already
        path = menus.path_of(shown["path"])
        beside = shown["beside"]
        rest = way[len(path) :]
        if not rest:
            return presses
        direct = next(c for c in shown["choices"] if c["n"] == rest[0])
        target = None
        if beside is not None and len(rest) > 1 and beside["n"] == rest[0]:
            target = next(c for c in beside["choices"] if c["n"] == rest[1])
        price, further = _nearest(shown, direct, target, stands, form)
        presses += price
        path = (*path, *rest[:further])


def _nearest(shown: Any, direct: Any, target: Any, stands: Any, form: str) -> tuple[int, int]:
    """Presses on one menu of the page, and how many steps of the way they are."""
    choices, path = shown["choices"], shown["path"]
    faced = [c for c in choices if "facing" in c]
    turns = faced if path and len({c.get("at") for c in faced}) == 1 else []
    own = [c for c in choices if "at" in c and not ("unit" in c and not path) and c not in turns]
    goals = [*own, *(shown["beside"]["choices"] if shown["beside"] is not None else [])]
    if target is not None:
        # On the map, where nothing else is offered for the place.
        return (1 if sum(g.get("at") == target.get("at") for g in goals) == 1 else 2), 2
    if direct in turns:
        return 1, 1
    codes = stands.get(direct.get("unit"), [direct["at"]] if "at" in direct else []) if not path else []
    if path and direct in goals:
        codes = [direct["at"]]

    def there(code: str) -> int:
        if path:
            return sum(g.get("at") == code for g in goals)
        return sum(
            code in stands.get(c.get("unit"), [c["at"]] if "at" in c else []) if "unit" in c else c.get("at") == code
            for c in choices
        )

    on_map = min((1 if there(code) == 1 else 2 for code in codes), default=FAR)
    named = [c for c in choices if "unit" in c] if not path else []
    units = named if form == "command" or len(named) > FEW else []
    openly = len(own) < OPEN_PLACES or (form == "choose" and len(choices) <= FEW)
    listed = units if direct in units else goals if direct in own and not openly else []
    return min(on_map, 2 if len(listed) > FEW else 1), 1


# -- an answer -------------------------------------------------------------------------------------------------------


def of(game: Game[Any], decision: Decision, answer: Answer, *, opened: bool) -> Cost | None:
    """What an answer costs; ``opened``: whether the panel is open. None where it isn't counted."""
    here, question = seen(game, decision)
    open_it = 0 if opened else 1
    if isinstance(decision, ChooseEach):
        return _each(decision, answer)
    assert isinstance(decision, (Command, Choose))
    if isinstance(decision, Command) and decision.sheet is not None:
        return Cost(open_it + 1, open_it + 1, 2, 2, 1) if answer == decision.default else None
    way = way_to(decision, answer)
    if way is None:
        return None
    asked = _asked(here, decision, ideas=True)
    clicks = min(on_page(here, question, answer, way), by_idea(here, question, asked, answer, way))
    ends = isinstance(decision, Command) and decision.done is not None and decision.done.answer == answer
    if (ends and not opened) or (isinstance(decision, Choose) and len(decision.choices) <= components.SELECT):
        # A button below the question, or a choice in its list.
        found: list[int | None] = [1, 1]
    else:
        found = [on_panel(x, answer, way) for x in (asked, _asked(here, decision, ideas=False))]
    if None in found:
        return None
    # What is pressed below the question needs no panel.
    below = found == [1, 1] and (ends or isinstance(decision, Choose))
    panel, alone = (n + (0 if below else open_it) for n in found if n is not None)
    if isinstance(decision, Choose):
        return Cost(panel, alone, clicks + 1, clicks + 1, clicks)
    return Cost(panel, alone, clicks + 1, clicks, clicks + (0 if ends else 1))


def _asked(here: BattleContext, decision: Decision, *, ideas: bool) -> Asked:
    """What a panel is about, with nothing that orders several units or goes beyond this question."""
    asked = Asked(here.game, decision, here.own_table, ENGLISH)
    asked.__dict__["groups"] = ()
    asked.leave_following()
    for unit in () if ideas else ("", *(c.unit for _, c in asked.orderable)):
        asked.leave(unit or "")
    return asked


def _each(decision: ChooseEach, answer: Answer) -> Cost:
    """A question to several units: buttons for all or none, else what is picked for each that does something."""
    assert isinstance(answer, Picks)
    wanted = dict(decision.picked(answer))
    moved = sum(wanted[i.key] != i.default_key for i in decision.items)
    doing = sum(wanted[i.key] != i.idle_key for i in decision.items)
    panel = doing + 1 + (len(decision.items) > 2) + max(0, -(-len(decision.items) // components.EACH) - 1)
    if len(decision.items) == 1 or any(_alike(decision, what) == wanted for what in ("all", "none")):
        panel = 1
    elif components.is_tickable(decision):
        panel = max(1, doing)
    return Cost(panel, panel, moved + 2, moved + 2, moved + 1)


def _alike(decision: ChooseEach, what: str) -> dict[str, str]:
    found = components.read(decision, "alike", what, ())
    assert isinstance(found, Picks)
    return dict(decision.picked(found))


# -- battles ---------------------------------------------------------------------------------------------------------


def counted(tally: Tally, seed: int, most: int, level: LevelName) -> None:
    """The first activations of a battle between two computer players."""
    battle = scenario(tally.key)
    system = system_for(battle)
    dice = SeededTrail(battle, seed)
    game: Game[Any] = Game.start(system, initial_state(system), dice, {"battle": battle.key})
    players = {s.id: Player(game, s.id, level, f"presses {seed}") for s in battle.sides}
    began = len(tally.activations)
    before: list[tuple[str, Cost]] = []
    now: Activation | None = None
    while not game.over:
        table = game.view()
        if table.acting and (now is None or table.activation != now.moment):
            if len(tally.activations) - began >= most:
                return
            now = Activation(table.activation, table.acting[0])
            tally.activations.append(now)
            for side, cost in before:
                (now.own if side == now.side else now.others).add(cost)
            before.clear()
        decision = next(d for d in game.pending if game.decision_for(d.side) is d)
        side = decision.side
        answer = players[side].think().answer
        acting = now is not None and bool(table.acting)
        mine = acting and now is not None and side == now.side
        cost = of(game, decision, answer, opened=mine and now is not None and now.opened)
        if cost is None:
            tally.left_out += 1
        elif mine and now is not None:
            if isinstance(decision, Command):
                ends = decision.done is not None and decision.done.answer == answer
                now.orders += not ends
                now.opened = now.opened or not ends
                # Sent with the orders before it, or with those that follow.
                cost.together += 0 if now.ordering else 1
            now.own.add(cost)
        elif acting and now is not None:
            now.others.add(cost)
        else:
            before.append((side, cost))
        if now is not None:
            now.ordering = mine and isinstance(decision, Command)
        game.answer(side, answer, dice)
        dice.follow(game)


def main() -> None:
    p = argparse.ArgumentParser(description="what an activation costs in presses, by panel and by board")
    p.add_argument("battles", nargs="+", metavar="SYSTEM/BATTLE")
    p.add_argument("--seeds", type=int, default=2, help="battles of each (default: 2)")
    p.add_argument("--activations", type=int, default=10_000, help="most activations of a battle")
    p.add_argument("--level", choices=LEVELS, default="captain")
    args = p.parse_args()
    print(HEAD)
    for key in args.battles:
        began, tally = time.monotonic(), Tally(key)
        for seed in range(1, args.seeds + 1):
            counted(tally, seed, args.activations, args.level)
        print(f"{tally.row()}  ({time.monotonic() - began:.0f} s)", flush=True)


if __name__ == "__main__":
    main()
