"""An order that is a whole form: everything in it at once, the sums it has to keep, and what can be changed.

Entries and changes are named by their keys, which are looked up in the form as it is filled in; what it is filled in to
is kept by whoever is pressed, and stands in the page as the written order, so that it outlives a restart.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import discord

from bot import rulebooks
from bot.components.panel.asked import Asked
from bot.components.panel.page import COMPONENTS, OPTIONS, TEXT, Page, Part, Picks, Press, Row, Shown, Words, cost, rows
from bot.components.panel.parts import short
from bot.components.tools import HELP, MAP, UNDO, WHAT_IF
from bot.language.plain import CHOICE, escape, fit
from engine.kernel.decisions import Answer, Choice, Menu
from engine.kernel.sheet import Change, Entry, Sheet
from engine.kernel.text import Refusal, refuse

SENT = "send"
SPOILER = "||"
"""Hides the written order, which is long, until somebody taps it."""
MARGIN = 100
"""Characters of a message left to what else it says."""
LISTED = 4
"""Lists of places one entry has at most."""


def form(asked: Asked, sheet: Sheet, told: str = "", chosen: str = "") -> Page:
    """The page of a form. ``told`` is what was just done, ``chosen`` the key of the entry that is being changed."""
    entry = next((e for e in sheet.entries if e.key == chosen), None)
    head = [told] if told else []
    head.append(f"**{escape(asked.say(asked.decision.prompt))}**")
    head += [escape(asked.say(s)) for s in sheet.sums]
    why = problem(asked)
    if why:
        head.append(f"⚠ {escape(why)}")
    order = ""
    if asked.draft is not None:
        order = f"\n-# {escape(asked.word('As an order'))}: {SPOILER}{asked.written}{SPOILER}"
    lines = [*head, *(_line(asked, e, e is entry) for e in sheet.entries if e is entry or not e.quiet)]
    # The order is the draft itself: it is never cut.
    top: list[Part] = [Words(fit("\n".join(lines), TEXT - MARGIN - len(order)) + order)]
    send = Press(SENT, "", short(asked.say(sheet.send)), "secondary" if why else "primary")
    last: list[Part] = [
        Row((send, Press("afresh", "", asked.word("As proposed")), Press("fill", chosen, asked.word("Type…")))),
        Row(tuple(Press(v, "", asked.word(w)) for v, w in TOOLS)),
    ]
    room = COMPONENTS - 2 - cost(top) - cost(last)
    body: list[Part] = [*_ticks(asked, sheet), *_wholes(asked, sheet), *_entries(asked, sheet, entry)]
    if entry is not None:
        body += _changes(asked, entry, room - cost(body))
    # Who has places is chosen by entry; a picture of all of them says where they are.
    menu = Menu(asked.decision.prompt, lambda: _places(sheet, entry))
    return Page((*top, *body, *last), Shown(menu))


TOOLS = ((MAP, "Map"), (UNDO, "Undo"), (WHAT_IF, "What if…"), (HELP, "Help"))


def problem(asked: Asked) -> str:
    """Why the form can't be sent as it is; "" if it can."""
    try:
        asked.decision.check(asked.decision.default if asked.draft is None else asked.draft)
    except Refusal as no:
        case = rulebooks.cited(no.rule, asked.game.system.own_rules(), asked.catalogue)
        return asked.say(no.text) + (f" ({case})" if case else "")
    return ""


def _places(sheet: Sheet, entry: Entry | None) -> Sequence[Choice]:
    shown = [entry] if entry is not None and entry.at is not None else sheet.entries
    return [Choice(e.key, e.label, hex=e.at) for e in shown if e.at is not None]


def _line(asked: Asked, entry: Entry, chosen: bool) -> str:
    mark = "" if entry.ticked is None else "☒ " if entry.ticked else "☑ "
    text = f"{mark}{escape(asked.say(entry.label))}: {escape(asked.say(entry.value))}"
    return f"**› {text}**" if chosen else f"-# {text}"


def _parts(entries: Sequence[Entry]) -> list[Sequence[Entry]]:
    return [entries[n : n + OPTIONS] for n in range(0, len(entries), OPTIONS)]


def _ticks(asked: Asked, sheet: Sheet) -> list[Part]:
    """Entries that are yes or no, in lists in which any number can be ticked."""
    yes_or_no = [e for e in sheet.entries if e.ticked is not None]
    if sheet.ticks is None:
        return []
    return [
        Picks(
            "ticks",
            str(n),
            asked.say(sheet.ticks),
            tuple(_option(asked, e, default=bool(e.ticked)) for e in part),
            several=True,
        )
        for n, part in enumerate(_parts(yes_or_no))
    ]


def _wholes(asked: Asked, sheet: Sheet) -> list[Part]:
    """Whole orders that are wanted often: one choice gives them."""
    found = [*sheet.wholes()] if sheet.wholes is not None else list[Change]()
    return [
        Picks(
            "whole",
            str(n),
            asked.word("All at once, and sent… ({n})", n=len(found)),
            tuple(_change_option(asked, c) for c in part),
        )
        for n, part in enumerate(found[k : k + OPTIONS] for k in range(0, len(found), OPTIONS))
    ]


def whole(sheet: Sheet, key: str) -> Answer:
    """The whole order of a key. Raises Refusal where it isn't offered (any more)."""
    found = next((c for c in (sheet.wholes() if sheet.wholes is not None else ()) if c.key == key), None)
    if found is None:
        refuse("That choice isn't offered (any more).")
    return found.answer


def _entries(asked: Asked, sheet: Sheet, chosen: Entry | None) -> list[Part]:
    """The entries that are changed one by one."""
    changed = [e for e in sheet.entries if e.ticked is None]
    parts = _parts(changed)
    return [
        Picks(
            "entry",
            str(n),
            asked.word("Change… ({n})", n=len(changed)) if len(parts) == 1 else _span(asked, part),
            tuple(_option(asked, e, default=e is chosen) for e in part),
        )
        for n, part in enumerate(parts)
    ]


def _span(asked: Asked, part: Sequence[Entry]) -> str:
    """From which entry to which a list goes, by their places where they have one: phones show few letters."""
    board = asked.table.board
    ends = [board.show(e.at) if e.at is not None else asked.say(e.label) for e in (part[0], part[-1])]
    return " … ".join(fit(x, CHOICE // 4) for x in ends)


def _option(asked: Asked, entry: Entry, *, default: bool) -> discord.SelectOption:
    label = f"{asked.say(entry.label)}: {asked.say(entry.value)}"
    return discord.SelectOption(label=fit(label, CHOICE), value=entry.key, default=default)


def _changes(asked: Asked, entry: Entry, room: int) -> list[Part]:
    found: list[Part] = []
    steps = entry.steps() if entry.steps is not None else ()
    if steps:
        found += rows([Press("change", f"{entry.key}~{c.key}", short(asked.say(c.label))) for c in steps])
    options = [*entry.options()] if entry.options is not None else list[Change]()
    for n in range(0, min(len(options), LISTED * OPTIONS), OPTIONS):
        part = options[n : n + OPTIONS]
        if cost(found) + 2 > room:
            break
        whole = len(options) <= OPTIONS
        ends = " … ".join(asked.say(c.label) for c in (part[0], part[-1]))
        title = asked.word("Elsewhere…") if whole else ends
        found.append(
            Picks(
                "change",
                f"{entry.key}~#{n // OPTIONS}",
                title,
                tuple(_change_option(asked, c) for c in part),
            )
        )
    return found


def _change_option(asked: Asked, change: Change) -> discord.SelectOption:
    note = fit(asked.say(change.note), CHOICE) if change.note is not None else None
    return discord.SelectOption(label=fit(asked.say(change.label), CHOICE), value=change.key, description=note)


def order_of(texts: Iterable[str]) -> str | None:
    """The written order that a page of a form holds; None where it holds what is proposed."""
    for text in texts:
        head, found, rest = text.partition(SPOILER)
        if found and SPOILER in rest and head.rpartition("\n")[2].startswith("-# "):
            return rest.partition(SPOILER)[0]
    return None


# -- what was pressed ------------------------------------------------------------------------------------------------


def changed(sheet: Sheet, argument: str, value: str | None) -> tuple[Answer, str]:
    """The draft after a change, and the key of the entry it was made in. Raises Refusal for what isn't offered."""
    key, _, what = argument.partition("~")
    entry = named(sheet, key)
    offered = [*(entry.steps() if entry.steps is not None else ()), *(entry.options() if entry.options else ())]
    wanted = what if value is None else value
    change = next((c for c in offered if c.key == wanted), None)
    if change is None:
        refuse("That choice isn't offered (any more).")
    return change.answer, key


def named(sheet: Sheet, key: str) -> Entry:
    """The entry of a key. Raises Refusal where there is none."""
    try:
        return sheet[key]
    except KeyError:
        refuse("That choice isn't offered (any more).")


def ticked(sheet: Sheet, argument: str, values: Sequence[str]) -> Answer:
    """The draft in which these of one list are ticked, and of the other lists what was. Raises Refusal."""
    parts = _parts([e for e in sheet.entries if e.ticked is not None])
    if sheet.tick is None or not argument.isdigit() or int(argument) >= len(parts):
        refuse("That choice isn't offered (any more).")
    here = {e.key for e in parts[int(argument)]}
    if not here.issuperset(values):
        refuse("That choice isn't offered (any more).")
    return sheet.tick([*(e.key for e in sheet.entries if e.ticked and e.key not in here), *values])


def typed(asked: Asked, sheet: Sheet, text: str, chosen: str = "") -> tuple[Answer, str] | None:
    """The draft after what was typed, as "thrace 12", "12" of the chosen entry, "orient osrhoene"; None: it is neither.

    What can only be ticked is ticked, or no more, where it is named.

    An entry may be named by its key, its label or its place; a change by its key or its label.
    """
    words = text.casefold().split()
    whole = _called(asked, sheet, " ".join(words))
    if whole is not None and whole.ticked is not None and sheet.tick is not None:
        return sheet.tick([e.key for e in sheet.entries if bool(e.ticked) != (e is whole)]), whole.key
    for n in range(len(words), -1, -1):
        name = " ".join(words[:n])
        entry = _called(asked, sheet, name) if n else next((e for e in sheet.entries if e.key == chosen), None)
        if entry is None or n == len(words):
            continue
        what = " ".join(words[n:])
        if entry.amount is not None and what.isascii() and what.isdigit() and len(what) < 4:
            return entry.amount(int(what)), entry.key
        for c in [*(entry.options() if entry.options else ()), *(entry.steps() if entry.steps else ())]:
            if what in (c.key.casefold(), asked.say(c.label).casefold()):
                return c.answer, entry.key
    return None


def example(sheet: Sheet) -> str:
    """A line that can be typed into a form."""
    entry = next((e for e in sheet.entries if e.amount is not None), None)
    return f"{entry.key} 12" if entry is not None else str(sheet.entries[0].label)


def _called(asked: Asked, sheet: Sheet, name: str) -> Entry | None:
    """The one entry of a name, in full or in part."""
    board = asked.table.board

    def names(e: Entry) -> list[str]:
        place = [board.show(e.at), board.code(e.at)] if e.at is not None else []
        return [x.casefold() for x in (e.key, asked.say(e.label), *place)]

    whole = [e for e in sheet.entries if name in names(e)[:2]] or [e for e in sheet.entries if name in names(e)]
    partly = [e for e in sheet.entries if any(name in x for x in names(e)[:2])]
    for found in (whole, partly):
        if len(found) == 1:
            return found[0]
    return None
