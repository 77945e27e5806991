"""Which page a place of a panel shows."""

from __future__ import annotations

from dataclasses import replace

from bot.components.panel import hexes, odds
from bot.components.panel.after import afterwards
from bot.components.panel.asked import Asked
from bot.components.panel.home import home
from bot.components.panel.lead import leading
from bot.components.panel.page import (
    BUTTONS,
    COMPONENTS,
    OPTIONS,
    Page,
    Part,
    Picks,
    Press,
    Row,
    Shown,
    Words,
    cost,
    rows,
)
from bot.components.panel.parts import as_lines, idea_line, idea_option, listed, remark, short_for_more, state
from bot.components.panel.place import Place
from bot.components.panel.walk import Step, facings, opened_beside, walk
from bot.components.panel.walk import hexes as of_hexes
from bot.components.recurring import for_more
from bot.language.plain import escape
from engine.kernel.decisions import Choice, Choose, Command, Menu
from engine.kernel.hexes import Facing, Hex
from engine.kernel.text import refuse

FRAME = 2
"""Components of a container and its picture."""
LINES = 5
"""Ideas of a unit with a line of their own."""
PLANS = 4
"""Plans with a line of their own."""


def page_of(asked: Asked, step: Step, place: Place, told: str = "") -> Page:
    """The page for where the player has come to. ``told`` is what was just done."""
    if step.menu is None:
        # Only an order is left, and orders are given by choosing, never by looking.
        step, place = walk(asked.decision, ()), Place()
    if not step.path and isinstance(asked.decision, Command) and not place.sector:
        return home(asked, told)
    assert step.menu is not None
    head = [told] if told else []
    if step.menu.prompt != asked.decision.prompt:
        head.append(f"-# {escape(asked.say(asked.decision.prompt))}")
    head += _where(asked, step)
    here = replace(place, path=step.path, sure=False)
    last = Row((*_back(asked, step, here), Press("type", str(here), asked.word("Type…"))))
    top: list[Part] = [Words("\n".join(head))]
    room = COMPONENTS - FRAME - cost(top) - last.cost
    body, shown = _body(asked, step, here, room)
    after: list[Part] = []
    if not step.path:
        after += _plans(asked, room - cost(body))
        after += leading(asked, room - cost(body) - cost(after))
        after += _for_more(asked, room - cost(body) - cost(after))
        after += afterwards(asked, room - cost(body) - cost(after))
    return Page((*top, *body, *after, last), shown)


def _plans(asked: Asked, room: int) -> list[Part]:
    """Of a list: what might best be chosen with what follows from it, by one press."""
    plans = list(asked.plans)
    lines = as_lines((idea_line(asked, i, Place(), whose=False) for i in plans[:PLANS]), room - Picks.cost)
    rest = plans[PLANS:] if lines else plans
    if not plans or room < cost(lines) + Picks.cost:
        return lines
    options = tuple(idea_option(asked, i, Place(), whose=False) for i in rest)
    return [*lines, *([Picks("idea", "", asked.word("More at once… ({n})", n=len(rest)), options)] if rest else [])]


def _for_more(asked: Asked, room: int) -> list[Part]:
    """Answers for more than this once, where the question recurs."""
    decision = asked.decision
    if not isinstance(decision, Choose):
        return []
    found = rows(
        [
            Press(verb, argument, short_for_more(label, asked.say))
            for verb, argument, label in for_more(decision, span=asked.table.span)
        ]
    )
    return [*found] if cost(found) <= room else []


def _where(asked: Asked, step: Step) -> list[str]:
    """What is chosen so far, and what is to be chosen: of a unit alone, who it is and how it fares."""
    assert step.menu is not None
    if step.chosen == 1 and step.unit is not None and step.taken[0].key == step.unit:
        first = step.taken[0]
        fares = [said for said in (state(asked, first), remark(asked, first)) if said]
        return [f"**{escape(asked.say(first.label))}**", *(f"-# {escape(', '.join(fares))}" for _ in fares[:1])]
    lines = [escape(" › ".join(asked.say(c.label) for c in step.taken))] if step.taken else []
    if not step.taken or step.menu.prompt != asked.decision.prompt:
        lines.append(f"**{escape(asked.say(step.menu.prompt))}**")
    return lines


def _body(asked: Asked, step: Step, place: Place, room: int) -> tuple[list[Part], Shown]:
    menu = step.menu
    assert menu is not None
    if of_hexes(menu):
        below, shown = hexes.chooser(asked, menu, place, known=_offered(asked, step, place))
        return [*_ideas(asked, step, place, room - cost(below)), *below], replace(shown, taken=step.taken)
    if (turns := facings(menu)) and not place.sector:
        return _facing(asked, menu, place, turns, room), Shown(menu, step.taken)
    opened = opened_beside(menu)
    if opened is None and len(goals := _goals(step, menu)) > BUTTONS:
        return _mixed(asked, step, place, goals, room)
    if opened is None:
        if place.sector:
            refuse("That choice isn't offered (any more).", rule=asked.decision.rule)
        ways = odds.told(asked, menu)
        others = _others(asked, step, [*enumerate(menu)])
        room -= cost(ways)
        ideas = _ideas(asked, step, place, room - 2 * -(-len(others) // OPTIONS))
        rest = listed(asked, others, place, room - cost(ideas), asked.word("Choose…"))
        return [*ideas, *rest, *ways], Shown(menu, step.taken, turns=_turns(asked, step, menu))
    n, below_menu = opened
    others = _others(asked, step, [(k, c) for k, c in enumerate(menu) if k != n])
    at = replace(place.at(n), sector=place.sector)
    below, shown = hexes.chooser(
        asked, below_menu, at, short_of_room=len(others) > OPTIONS, known=_offered(asked, step, place)
    )
    shown = replace(shown, taken=step.taken, turns=_turns(asked, step, menu))
    if place.sector:
        return below, shown
    reserved = 2 * -(-len(others) // OPTIONS)
    ideas = _ideas(asked, step, place, room - cost(below) - reserved)
    rest = listed(asked, others, place, room - cost(below) - cost(ideas), asked.word("Something else…"))
    return [*ideas, *rest, *below], shown


def _goals(step: Step, menu: Menu) -> list[int]:
    """Positions of the hexes a unit may go to, in a menu that offers it other things as well."""
    found = [n for n, c in enumerate(menu) if c.hex is not None and c.facing is None and c.unit in (None, step.unit)]
    return found if len({menu.choices[n].hex for n in found}) == len(found) else []


def _mixed(asked: Asked, step: Step, place: Place, goals: list[int], room: int) -> tuple[list[Part], Shown]:
    """A choice of hexes, and of everything else in the same menu: as a unit is set up, which may be turned instead."""
    assert step.menu is not None
    below, shown = hexes.chooser(asked, step.menu, place)
    shown = replace(shown, taken=step.taken)
    if place.sector:
        return below, shown
    others = [(n, c) for n, c in enumerate(step.menu) if n not in goals]
    turns = [(n, c) for n, c in others if c.facing is not None]
    above: list[Part] = []
    if turns:
        said = asked.word("Turn it where it stands; or choose a hex below, and which way it faces there.")
        above = [Words(f"-# {said}"), *listed(asked, turns, place, room - cost(below), asked.word("Which way?"))]
    rest = [x for x in others if x not in turns]
    left = room - cost(below) - cost(above)
    return [*above, *below, *listed(asked, rest, place, left, asked.word("Something else…"))], shown


def _turns(asked: Asked, step: Step, menu: Menu) -> tuple[Choice, ...]:
    """What turns a unit of two hexes into others than it stands in, where it alone is chosen yet."""
    counter = asked.counters.get(step.unit or "")
    if counter is None or step.chosen > 1 or len(counter.hexes) < 2:
        return ()
    own = {*counter.hexes}
    turning = (c for c in menu if c.answer is not None and c.other is not None and c.facing is not None)
    return tuple(c for c in turning if {c.hex, c.other} != own)


def _offered(asked: Asked, step: Step, place: Place) -> list[Hex]:
    """Hexes that the ideas of the page lead to."""
    if step.unit is None or step.chosen > 1 or place.sector or not isinstance(asked.decision, Command):
        return []
    return [i.hex for i in asked.ideas(step.unit)[:LINES] if i.hex is not None]


def _ideas(asked: Asked, step: Step, place: Place, room: int) -> list[Part]:
    """What the unit might best do, where nothing but the unit is chosen yet; those without a line of their own in a
    list."""
    if step.unit is None or step.chosen > 1 or place.sector or not isinstance(asked.decision, Command):
        return []
    found, path = list(asked.ideas(step.unit)), Place(step.path[:1])
    more = tuple(idea_option(asked, i, path, whose=False) for i in found[LINES:][:OPTIONS])
    rest: list[Part] = [Picks("idea", "", asked.word("More at once… ({n})", n=len(more)), more)] if more else []
    lines = as_lines(
        (idea_line(asked, i, path, whose=i.unit != step.unit, first=n == 0) for n, i in enumerate(found[:LINES])),
        room - cost(rest),
    )
    return [*lines, *rest]


def _others(asked: Asked, step: Step, choices: list[tuple[int, Choice]]) -> list[tuple[int, Choice]]:
    """Choices that aren't offered as ideas already."""
    if step.unit is None or step.chosen > 1:
        return choices
    known = [i.answer for i in asked.ideas(step.unit)[:LINES] if not i.then]
    return [(n, c) for n, c in choices if c.answer is None or c.answer not in known]


def _facing(asked: Asked, menu: Menu, place: Place, ways: dict[Facing, int], room: int) -> list[Part]:
    """The compass, and whatever else may be done on arrival."""
    best = max(ways.values(), key=lambda n: menu.choices[n].lean)
    presses = []
    for f, n in ways.items():
        mp = menu.choices[n].mp
        label = f.name if mp is None else asked.word("{facing} · {mp} MP", facing=f.name, mp=mp)
        presses.append(Press("take", str(place.at(n)), label, "primary" if n == best else "secondary"))
    buttons = rows(presses)
    rest = [(n, c) for n, c in enumerate(menu) if n not in ways.values()]
    return [*buttons, *listed(asked, rest, place, room - cost(buttons), asked.word("… and then"))]


def _back(asked: Asked, step: Step, place: Place) -> tuple[Press, ...]:
    to = Place(step.back)
    if place.sector and (len(place.sector) > 1 or not _beside(asked, step)):
        to = replace(place, sector=place.sector[:-1])
    return (Press("back", str(to), asked.word("‹ Back")),) if step.path else ()


def _beside(asked: Asked, step: Step) -> bool:
    """Whether the hexes of this step are chosen on the page before it, where its menu stands open."""
    before = walk(asked.decision, step.back).menu
    opened = opened_beside(before) if before is not None and step.back else None
    return opened is not None and (*step.back, opened[0]) == step.path
