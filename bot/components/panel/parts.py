"""Parts of pages that several pages have: choices as buttons and selects, ideas, what stands below everything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import takewhile

import discord

from bot.components import risks
from bot.components.decision import option
from bot.components.panel.asked import Asked, key_of
from bot.components.panel.page import BUTTONS, LABEL, OPTIONS, Line, Part, Picks, Press, Row, Style, Words, cost, rows
from bot.components.panel.place import Place
from bot.language.plain import CHOICE, escape, fit
from engine.kernel.decisions import Choice
from engine.kernel.ideas import Idea
from engine.kernel.text import Text

NOTE, BRIEF = 320, 140
"""Characters of a consequence that stand beside a button; on the first page, where there is much else."""
RISKY = 8
"""Choices that get a line each where a die decides about one of them: a list says less."""
BESIDE = 24
"""Characters of a button beside a text."""
LEAST = 16
"""Characters left of what is answered where a button says for how long."""


def remark(asked: Asked, choice: Choice | Idea, most: int = NOTE) -> str:
    """What a choice costs, triggers and risks, in so many characters; "" for nothing worth a word."""
    return escape(fit(plain_remark(asked, choice), most))


def plain_remark(asked: Asked, choice: Choice | Idea) -> str:
    """The same, whole, where nothing is read as formatting."""
    found = [asked.say(choice.note)] if choice.note is not None else []
    if (risk := risks.told(choice, asked.say)) and risk not in " ".join((asked.say(choice.label), *found)):
        found.insert(0, risk)
    if isinstance(choice, Choice) and choice.mp is not None:
        found.insert(0, asked.word("{mp} MP", mp=choice.mp))
    if isinstance(choice, Choice) and choice.hits:
        found.insert(1, asked.word("{hits:hit|hits}", hits=choice.hits))
    return " · ".join(found)


def short(label: str) -> str:
    """A label for a button: what stands before the colon where the whole is too long for a phone."""
    head = label.partition(":")[0]
    return label if len(label) <= LABEL else fit(head if len(head) > 3 else label, LABEL)


def short_for_more(label: Text, say: Callable[[Text], str]) -> str:
    """The same of an answer for more than this once: what is answered is cut, never for how long.

    >>> seize = Text("Seize the turn: Ariobarzanes tries")
    >>> short_for_more(Text("{what}, always", what=seize), str)
    'Seize the turn, always'
    """
    whole, what = say(label), label.params.get("what")
    if len(whole) <= LABEL or not isinstance(what, Text):
        return short(whole)
    frame = say(Text(label.template, **{**label.params, "what": ""}))
    head = fit(short(say(what)).partition(":")[0], max(LEAST, LABEL - len(frame)))
    return say(Text(label.template, **{**label.params, "what": head}))


def beside(label: str, who: str = "") -> str:
    """A label for a button beside a text that says all of it: a telephone has little room there.

    >>> beside("Strike LN4 from 4608", "THC3"), beside("Go to 4907, fire at LN3: 10 %")
    ('THC3: Strike LN4', 'Go to 4907, fire at LN3')
    """
    room = BESIDE - (len(who) + 2 if who else 0)
    for mark in (": ", " from ", ", "):
        while len(label) > room and mark in label:
            label = label.rpartition(mark)[0]
    return fit(f"{who}: {label}" if who else label, max(BESIDE, len(who) + 12))


def apart(presses: Sequence[Press], wholes: Sequence[str], most: int) -> list[Press]:
    """Buttons, those of which several would say the same told by what sets their choices apart.

    ``wholes``: all there is to say of each. ``most``: characters of a button.

    >>> buttons = [Press("take", str(n), "Line Command to 5 units") for n in (1, 2)]
    >>> whole = ["Line Command to 5 units: VPR1-4, AVCO6", "Line Command to 5 units: VPR5, AVCO7-10"]
    >>> [x.label for x in apart(buttons, whole, 24)]
    ['VPR1-4, AVCO6', 'VPR5, AVCO7-10']
    """
    alike = {label for label, n in Counter(x.label for x in presses).items() if n > 1}
    found: list[Press] = []
    for press, whole in zip(presses, wholes, strict=True):
        if press.label in alike:
            same = [w.split(" ") for p, w in zip(presses, wholes, strict=True) if p.label == press.label]
            n = len([*takewhile(lambda words: len({*words}) == 1, zip(*same, strict=False))])
            rest = fit(" ".join(whole.split(" ")[n:]), most)
            press = replace(press, label=rest[:1].upper() + rest[1:] or press.label)
        found.append(press)
    return found


def lines_apart(lines: Sequence[Line], wholes: Sequence[str]) -> list[Line]:
    """The same of lines, by their buttons."""
    buttons = apart([x.press for x in lines], wholes, BESIDE)
    return [replace(x, press=press) for x, press in zip(lines, buttons, strict=True)]


def line(asked: Asked, choice: Choice, place: Place, *, verb: str = "take", style: Style = "secondary") -> Line:
    """A choice with all there is to say of it, and its button."""
    label = asked.say(choice.label)
    text = f"**{escape(fit(label, NOTE))}**" + (f"\n-# {said}" if (said := remark(asked, choice)) else "")
    return Line(text, Press(verb, str(place), beside(label), style))


def idea_line(asked: Asked, idea: Idea, place: Place, *, whose: bool, first: bool = False) -> Line:
    """An idea as a line: what it is, its consequence, one press. ``whose``: the unit isn't known otherwise."""
    label = asked.say(idea.label)
    unit = asked.called(idea.unit)
    who = f"**{escape(unit)}** " if whose and unit else ""
    named = f"{who}{escape(label)}" if who else f"**{escape(label)}**"
    text = named + (f"\n-# {said}" if (said := remark(asked, idea, BRIEF if whose else NOTE)) else "")
    style: Style = "primary" if first else "secondary"
    button = beside(label, unit if who and len(unit) < BESIDE else "")
    return Line(text, Press("idea", str(Place(place.path, key_of(idea))), button, style))


def idea_option(asked: Asked, idea: Idea, place: Place, *, whose: bool = True) -> discord.SelectOption:
    """An idea as a line of a list."""
    label = asked.say(idea.label)
    return discord.SelectOption(
        label=fit(f"{asked.called(idea.unit)}: {label}" if whose else label, CHOICE),
        value=str(Place(place.path, key_of(idea))),
        description=fit(plain_remark(asked, idea), CHOICE) or None,
    )


def listed(asked: Asked, choices: Sequence[tuple[int, Choice]], place: Place, room: int, title: str) -> list[Part]:
    """Choices of one menu, each by its position: lines where there is room, else selects.

    ``title`` is what a select says before anything is chosen.
    """
    if not choices:
        return []
    risky = any(c.risk is not None for _, c in choices)
    if len(choices) <= (RISKY if risky else BUTTONS):
        wordy = risky or any(c.note is not None or c.chance is not None for _, c in choices)
        if wordy and 3 * len(choices) <= room:
            return [*lines_apart([line(asked, c, place.at(n)) for n, c in choices], _wholes(asked, choices))]
        if not wordy and 1 + len(choices) <= room:
            buttons = [Press("take", str(place.at(n)), short(asked.say(c.label))) for n, c in choices]
            return [Row(tuple(apart(buttons, _wholes(asked, choices), LABEL)))]
    return selects(asked, choices, place, title)


def _wholes(asked: Asked, choices: Sequence[tuple[int, Choice]]) -> list[str]:
    return [asked.say(c.label) for _, c in choices]


def selects(
    asked: Asked, choices: Sequence[tuple[int, Choice]], place: Place, title: str, first: int = 0
) -> list[Part]:
    """The choices in selects of 25; where there are several, each says from what to what it goes.

    ``first`` is the number of the first of them among all selects of the page that lead to this place.
    """
    found: list[Part] = []
    parts = [choices[n : n + OPTIONS] for n in range(0, len(choices), OPTIONS)]
    for k, part in enumerate(parts):
        words = title
        if len(parts) > 1:
            words = f"{_word(asked, part[0][1])} … {_word(asked, part[-1][1])}"
        options = tuple(_option(asked, c, str(n)) for n, c in part)
        found.append(Picks("go", str(replace(place, nth=min(first + k, 9))), words, options))
    return found


def _option(asked: Asked, choice: Choice, value: str) -> discord.SelectOption:
    made = option(choice, value, asked.catalogue)
    words = [made.description or "", state(asked, choice)]
    made.description = fit(" · ".join(w for w in words if w), CHOICE) or None
    return made


def state(asked: Asked, choice: Choice) -> str:
    """How a unit that may be ordered fares, as far as it isn't well: for the choice of a unit."""
    counter = asked.counters.get(choice.unit or "") if choice.key == choice.unit else None
    if counter is None:
        return ""
    found = [asked.word("{hits:hit|hits}", hits=counter.hits)] if counter.hits else []
    found += sorted(asked.word(s) for s in counter.states)
    return ", ".join(found)


def _word(asked: Asked, choice: Choice) -> str:
    """A choice in a word, for the ends of a list: phones show some thirty characters of a placeholder."""
    label = asked.say(choice.label)
    for word in (choice.unit, asked.table.board.show(choice.hex) if choice.hex is not None else None):
        if word is not None and label.startswith(word):
            return word
    return fit(label.partition(":")[0], 20)


def as_lines(lines: Iterable[Line], room: int) -> list[Part]:
    """Lines with a button beside each where there is room, else the texts together and the buttons below them.

    Those are left out, the last ones first, for which there is no room at all.
    """
    wanted = list(lines)
    if 3 * len(wanted) <= room:
        return [*wanted]
    while wanted:
        found: list[Part] = [Words("\n".join(x.text for x in wanted)), *rows([x.press for x in wanted])]
        if cost(found) <= room:
            return found
        wanted.pop()
    return []
