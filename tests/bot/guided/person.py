"""Somebody who plays by pressing what is shown: what they have in mind, and how they get there."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.components.ids import parse
from bot.components.panel import Asked
from bot.components.panel import place as places
from bot.components.panel.after import declined_by
from bot.components.panel.asked import group_key, key_of, way_key
from bot.components.panel.sectors import sectors, within
from bot.components.recurring import policies
from engine.kernel.board import Board, Place
from engine.kernel.decisions import Answer, Choice, Choose, ChooseEach, Command, Decision, Menu, Pick, Picks
from engine.kernel.hexes import distance
from engine.kernel.text import Refusal
from engine.players import random_answer, weighted
from tests.bot.e2e.kit import controls

KEEN = 4.0
"""How strictly they do what seems sensible (:func:`engine.players.random_answer`)."""
ELSEWHERE = 0.2
"""How often they want something else than what is offered as an idea, and look for it on the map."""
BEHIND = 0.25
"""How often they turn to any unit instead of one of those nearest to the enemy."""
NEAR = 10
"""Units that are nearest to the enemy."""
DEEPEST = 12


@dataclass(frozen=True)
class Press:
    """What to press next; ``value`` of a select."""

    custom_id: str
    value: str | None = None
    why: str = ""


@dataclass(frozen=True)
class Wish:
    """What somebody has in mind: a choice in the menus, an idea of a unit, or what a group does together."""

    path: tuple[int, ...] = ()
    """Where it stands in the menus, as positions; of an idea that of its unit."""
    idea: str = ""
    """Key of an idea."""
    group: str = ""
    """Key of a group, with ``many`` what it does."""
    many: str = ""
    hex: Place | None = None
    """The hex or area that is looked for on the map."""
    at: int = 0
    """Steps of the path before that hex is chosen."""


def in_mind(asked: Asked, rng: random.Random, done: set[str]) -> Wish | None:
    """The next order, for units that haven't had one; None where they let it be."""
    decision = asked.decision
    assert isinstance(decision, Command)
    if asked.sheet is not None:
        return None  # A form is sent as it is proposed.
    group = _together(asked, done)
    if group is not None:
        return group
    near = [(n, unit) for n, unit in nearest(asked) if unit not in done]
    units = [(n, c.unit) for n, c in asked.orderable if c.unit is not None and c.unit not in done and c.menu]
    if units and rng.random() >= ELSEWHERE:
        n, unit = rng.choice(near if near and rng.random() >= BEHIND else units)
        ideas = asked.ideas(unit)
        if ideas:
            idea = rng.choices(ideas[:3], [6, 3, 1][: len(ideas[:3])])[0]
            if idea.answer == decision.default_answer:
                return None
            return Wish((n,), idea=key_of(idea))
    return _somewhere(asked, decision, rng, done)


def nearest(asked: Asked) -> list[tuple[int, str]]:
    """The ten units nearest to an enemy, each with its position."""
    enemies = [h for c in asked.table.counters if asked.table.sides[c.side].id != asked.decision.side for h in c.hexes]
    units = [(n, c.unit, c.hex) for n, c in asked.orderable if c.menu is not None and c.unit is not None]
    far = {n: min((distance(h, e) for e in enemies), default=0) if h is not None else 0 for n, _, h in units}
    return [(n, unit) for n, unit, _ in sorted(units, key=lambda x: (far[x[0]], x[0]))[:NEAR]]


def next_in_mind(asked: Asked, rng: random.Random, message: Any) -> Press | None:
    """Having done, what they want to do next, where they see what that can be: a press for both; None otherwise.

    They choose as when they are asked. Of several questions it is the nearest one, and the one behind it where they
    decline that.
    """
    shown = {places.parse(w.argument).idea: w.press for w in _ways(message) if w.verb == "then"}
    found: Press | None = None
    between: tuple[str, ...] = ()
    for f in asked.following:
        if found is not None and tuple(a.choice.key for a in f.between) != between:
            break
        answer = answer_in_mind(f.asked, rng)
        way = next((w for w in f.ways if w[-1].answer == answer), None)
        press = shown.get(way_key(f.first, way)) if way is not None else None
        if way is None or press is None:
            break
        found, between = replace(press, why="then"), tuple(a.choice.key for a in way)
    return found


def left_standing(asked: Asked) -> set[str]:
    """Units that what seems best leaves where they stand; nobody where a system doesn't say what that is."""
    group = max(asked.groups, key=lambda g: len(g.units), default=None)
    ideas = asked.together(group) if group is not None else ()
    if group is None or not any(i.spare for i in ideas):
        return set()
    best = next((i for i in ideas if not i.spare), None)
    if best is not None and len(best.orders) >= 3:
        return set()  # They have it done first.
    return {u for u, _ in best.left} if best is not None else set(group.units)


def lets_go(asked: Asked, rng: random.Random) -> bool:
    """Whether they would decline what is asked as the activation ends, so far as they know it now."""
    decisions = [asked.decision, *(f.asked for f in asked.following)]
    question = next((q for d in decisions if (q := declined_by(d)) is not None), None)
    return question is not None and answer_in_mind(question, rng) == question.default


def letting(message: Any, press: Press) -> Press:
    """The press that does the same with that no, where there is one; else the press itself."""
    where = parse(press.custom_id)
    if where is None or where[0] not in ("take", "then") or press.value is not None:
        return press
    to = places.parse(where[1].argument)
    found = (w.press for w in _ways(message) if w.verb == "let" and (w.place.path, w.place.idea) == (to.path, to.idea))
    return next(found, press)


def leading(message: Any, decision: Decision, answer: Answer) -> Press | None:
    """The press that chooses who acts, and orders what seems best for all of them; None where there is none."""
    if not isinstance(decision, Choose) or not isinstance(answer, Pick):
        return None
    n = str(next(i for i, c in enumerate(decision.choices) if c.key == answer.key))
    return next((w.press for w in _ways(message) if w.verb == "lead" and w.press.value == n), None)


def _together(asked: Asked, done: set[str]) -> Wish | None:
    """What several units that stand together want alike: a group of at least three without an order."""
    for group in asked.groups:
        if len(group.units) < 3 or not done.isdisjoint(group.units):
            continue
        ideas = [i for i in asked.together(group) if len(i.orders) >= 3 and not i.spare]
        if ideas:
            return Wish(group=group.key, many=group_key(ideas[0]))
    return None


def _somewhere(asked: Asked, decision: Command, rng: random.Random, done: set[str]) -> Wish | None:
    for _ in range(20):
        path, answer, taken = _walk(decision.menu, rng)
        plan = next((i for i in asked.plans if i.answer == answer), None)
        if plan is not None:
            return Wish(idea=key_of(plan))
        if answer == decision.default_answer and taken[-1].odds is not None:
            # A plan of attack that is proposed is wanted; not looking for another one isn't to have no wish.
            return None
        if answer is None or answer == decision.default_answer or not done.isdisjoint(units_of(answer)):
            continue
        try:
            decision.check(answer)
        except Refusal:
            continue
        unit = taken[0].unit
        same = next((i for i in asked.ideas(unit)[:5] if i.answer == answer), None) if unit is not None else None
        if same is not None:
            # What is offered as an idea stands on its page only once.
            return Wish(path[:1], idea=key_of(same))
        at = next((n for n, c in enumerate(taken) if n and c.hex is not None), None)
        return Wish(path, hex=taken[at].hex if at is not None else None, at=at or 0)
    return None


def _walk(menu: Menu, rng: random.Random) -> tuple[tuple[int, ...], Answer | None, list[Choice]]:
    path: list[int] = []
    taken: list[Choice] = []
    while len(path) < DEEPEST and len(menu):
        choice = weighted(menu.choices, rng, KEEN)
        path.append(list(menu.choices).index(choice))
        taken.append(choice)
        if choice.menu is None:
            return tuple(path), choice.answer or Pick(key=choice.key), taken
        menu = choice.menu()
    return tuple(path), None, taken


def units_of(answer: Answer) -> tuple[str, ...]:
    """The units an order is for; () for what is no order to a unit."""
    data = answer.model_dump(mode="json")
    unit, units = data.get("unit") or data.get("leader"), data.get("units")
    if isinstance(unit, str):
        return (unit,)
    return tuple(units) if isinstance(units, list) and all(isinstance(x, str) for x in units) else ()


# -- presses --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Way:
    """A control of a panel, and where it leads."""

    press: Press
    verb: str
    argument: str

    @property
    def place(self) -> places.Place:
        return places.parse(self.argument)


def _ways(panel: Any) -> Iterator[_Way]:
    for c in controls(panel):
        where = parse(c.custom_id)
        if where is None:
            continue
        verb, argument = where[0], where[1].argument
        if not c.options:
            yield _Way(Press(c.custom_id, why=verb), verb, argument)
        for value, _ in c.options:
            yield _Way(Press(c.custom_id, value, verb), verb, argument)


def towards(panel: Any, decision: Decision, wish: Wish, board: Board) -> Press:
    """The next press on the way to what is wished. Raises LookupError where it isn't offered."""
    ways = list(_ways(panel))
    for w in ways:
        # What can go wrong is known, and wanted.
        if w.verb in ("take", "idea", "then") and w.argument.rstrip("#0123456789").endswith("!"):
            return w.press
    if wish.group:
        return _group(ways, wish)
    if wish.idea:
        for w in ways:
            if w.verb == "idea" and places.parse(w.press.value or w.argument).idea == wish.idea:
                return w.press
    return _further(ways, decision, wish, board)


def _group(ways: Sequence[_Way], wish: Wish) -> Press:
    for w in ways:
        if w.verb == "many" and f"{wish.group}~{wish.many}" in (w.argument, w.press.value):
            return w.press
    for w in ways:
        if w.verb == "group" and wish.group in (w.argument, w.press.value):
            return w.press
    raise LookupError(f"group {wish.group} is not offered")


def _further(ways: Sequence[_Way], decision: Decision, wish: Wish, board: Board) -> Press:
    """A step along the path: as far as one press goes, over the map where the hex isn't shown."""
    best: tuple[int, Press] | None = None
    for w in ways:
        if w.verb == "take" and not w.place.idea:
            to = w.place.path
        elif w.verb == "go" and w.press.value is not None:
            to = (*w.place.path, *places.positions(w.press.value))
        else:
            continue
        if to and wish.path[: len(to)] == to and (best is None or len(to) > best[0]):
            best = len(to), w.press
    # On a unit's page what is nearer to the goal than the unit itself; a choice made before leads nowhere.
    if best is not None:
        return best[1]
    if wish.hex is not None:
        before = wish.path[: wish.at]
        menu = _menu(decision, before)
        for w in ways:
            if w.verb == "sector" and w.place.path == before and _holds(board, menu, w.place.sector, wish.hex):
                return w.press
            part = w.place.sector + (w.press.value or "") if w.verb == "part" and w.place.path == before else ""
            if part and _holds(board, menu, part, wish.hex):
                return w.press
    raise LookupError(f"{wish} is not offered")


def _menu(decision: Decision, path: Sequence[int]) -> Menu:
    assert isinstance(decision, (Command, Choose))
    menu = decision.menu
    for n in path:
        below = menu.choices[n].menu
        assert below is not None
        menu = below()
    return menu


def _holds(board: Board, menu: Menu, letters: str, place: Place) -> bool:
    there = [c.hex for c in menu if c.hex is not None]
    inside = within(board, there, letters[:-1])
    return inside is not None and place in sectors(board, inside).get(letters[-1], ())


# -- answers --------------------------------------------------------------------------------------------------------


def answer_in_mind(decision: Decision, rng: random.Random) -> Answer:
    """What they answer to a question."""
    return random_answer(decision, rng, KEEN)


def quiet(message: Any, decision: Decision, answer: Answer) -> Press | None:
    """The press of somebody who wants nothing done nor more asked in this activation; None where it isn't so."""
    if not isinstance(decision, (Choose, ChooseEach)):
        return None
    known = policies(decision)
    if known and not any(p.declines for p in known):
        idle = True
    elif isinstance(decision, ChooseEach) and isinstance(answer, Picks):
        idle = all(i.idle_key == k for i in decision.items for u, k in decision.picked(answer) if u == i.key)
    else:
        idle = bool(known) and answer == Pick(key=known[0].no)
    if not idle:
        return None
    found = {w.argument: w.press for w in _ways(message) if w.verb == "rest"}
    return found.get("all") or found.get("no")


def willing(message: Any, decision: Decision, answer: Answer) -> Press | None:
    """The press of somebody who has all of them do it, and whatever can be done in this activation; None otherwise."""
    if not isinstance(decision, ChooseEach) or not isinstance(answer, Picks):
        return None
    yes = {i.key: i.policy.yes for i in decision.items if i.policy is not None and i.policy.declines}
    if dict(decision.picked(answer)) != yes:
        return None
    found = {w.argument: w.press for w in _ways(message) if w.verb == "rest"}
    return found.get("any") or found.get("each")


def answering(message: Any, decision: Decision, answer: Answer) -> list[Press]:
    """The presses in a prompt that give an answer; [] where it has to be opened first."""
    ways = list(_ways(message))
    if isinstance(decision, Choose) and isinstance(answer, Pick):
        n = str(next(i for i, c in enumerate(decision.choices) if c.key == answer.key))
        for w in ways:
            if (w.verb == "answer" and w.argument == n) or (w.verb == "select" and w.press.value == n):
                return [w.press]
    if isinstance(decision, ChooseEach) and isinstance(answer, Picks):
        return _each(ways, decision, dict(decision.picked(answer)))
    return []


def in_panel(panel: Any, decision: Decision, answer: Answer) -> Press | None:
    """The press that gives an answer on a panel that shows the question; None where there is none."""
    if not isinstance(decision, Choose) or not isinstance(answer, Pick):
        return None
    n = next(i for i, c in enumerate(decision.choices) if c.key == answer.key)
    for w in _ways(panel):
        if w.verb == "take" and not w.place.idea and w.place.path == (n,):
            return replace(w.press, why="panel")
        if w.verb == "go" and w.press.value is not None and (*w.place.path, *places.positions(w.press.value)) == (n,):
            return replace(w.press, why="panel")
    return None


def planned(panel: Any, asked: Asked, answer: Answer, rng: random.Random) -> Press | None:
    """The press that gives an answer and has done what seems best after it; None where there is none, or they look for
    something else themselves."""
    shown = {places.parse(w.press.value or w.argument).idea: w.press for w in _ways(panel) if w.verb == "idea"}
    found = [p for i in asked.plans if i.answer == answer and (p := shown.get(key_of(i))) is not None]
    if not found or rng.random() < ELSEWHERE:
        return None
    return replace(rng.choices(found[:3], [6, 3, 1][: len(found[:3])])[0], why="plan")


def _each(ways: Sequence[_Way], decision: ChooseEach, wanted: dict[str, str]) -> list[Press]:
    idle = {i.key: i.idle_key for i in decision.items}
    yes = {i.key: i.policy.yes if i.policy is not None else "" for i in decision.items}
    for argument, keys in (("none", idle), ("all", yes)):
        found = next((w.press for w in ways if w.verb == "alike" and w.argument == argument), None)
        if wanted == keys and found is not None:
            return [found]
    position = {(i.key, c.key): str(k) for i in decision.items for k, c in enumerate(i.choices)}
    if len(decision.items) == 1:
        ((unit, key),) = wanted.items()
        n = position.get((unit, key))
        for w in ways:
            if (w.verb == "one" and w.argument == n) or (w.verb == "oneof" and w.press.value == n):
                return [w.press]
    ticks = next((w.press for w in ways if w.verb == "tick"), None)
    if ticks is not None:
        values = [str(n) for n, i in enumerate(decision.items) if wanted[i.key] != idle[i.key]]
        return [Press(ticks.custom_id, ",".join(values), "tick")]
    done = next((w.press for w in ways if w.verb == "done"), None)
    presses = []
    for n, i in enumerate(decision.items):
        each = [w for w in ways if w.verb == "each" and w.argument == str(n)]
        value = position.get((i.key, wanted[i.key]))
        if wanted[i.key] == idle[i.key]:
            continue
        if not each or value is None:
            return []
        presses.append(Press(each[0].press.custom_id, value, "each"))
    return [*presses, done] if done is not None else []
