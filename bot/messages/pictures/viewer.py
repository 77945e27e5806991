"""The viewer: one step of a battle at a time, with the story below the map and buttons to go on.

Where it stands is written into its custom ids (battle, journal entry, how finely, how closely), so it works after a
restart. What was taken back meanwhile is gone: the viewer then stands at the nearest step before.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import discord

from bot.components.ids import Ref
from bot.components.items import button, select, view
from bot.films import By, ChapterIndex, Place, Step, activations, landmarks, locate, page_with, step_title, steps
from bot.films.steps import PAGE
from bot.language.plain import CHOICE, MESSAGE
from bot.messages.battle_lookup import BattleLookup
from bot.messages.delivery.deliver import Content, Picture
from bot.messages.pictures.films import Films
from bot.narration import TextCatalogue, escape, fit
from bot.service import Battle, Service
from bot.storage import Remark
from engine.kernel.text import Text, refuse

STEP, CLOSE, JUMP, REMARK, NOTED, FILM = "step", "closely", "jump", "noting", "noted", "stepfilm"
"""Verbs of its components; a step to be looked at closely has one of its own, as it takes longer to draw."""
ON_BOARD = "stepboard"
"""Verb of the button that leads to the same step on the board."""

FINENESS: dict[str, tuple[By, str]] = {
    "a": ("activation", "by activations"),
    "s": ("stage", "by stages"),
    "e": ("event", "by single deeds"),
}
"""How finely it shows the battle, coarsest first, by the letter in the custom ids."""

TURNING_POINTS = 25
"""Most turning points marked in the lists."""

REMARKS = 5
"""Remarks shown with a step."""

_PLACE = re.compile(r"(?P<by>[ase])(?P<close>c?)\.(?P<what>[a-z]{1,12})")
_AT = re.compile(r"\d{1,9}")
_PAGE = re.compile(r"page:(\d{1,4})")


@dataclass(frozen=True, slots=True)
class Position:
    """Where a viewer stands."""

    at: int
    """Journal entry."""
    by: str = "a"
    """Letter of :data:`FINENESS`."""
    close: bool = False
    """Whether only what happens is shown, and not the whole field."""

    def ref(self, battle: str, what: str) -> Ref:
        return Ref(battle, str(self.at), f"{self.by}{'c' * self.close}.{what}")


def position_of(ref: Ref) -> tuple[Position, str]:
    """Where a component's viewer stands, and what the component does. Raises Refusal for anything made up."""
    found = _PLACE.fullmatch(ref.argument)
    if found is None or not _AT.fullmatch(ref.token):
        refuse("That button doesn't belong to this battle.")
    return Position(int(ref.token), found["by"], bool(found["close"])), found["what"]


def entry_of(ref: Ref) -> int:
    """The journal entry a button leads to; 0 where it names none."""
    return int(ref.token) if _AT.fullmatch(ref.token) else 0


@dataclass(frozen=True)
class _Found:
    """A position, looked up."""

    index: ChapterIndex
    steps: list[Step]
    n: int

    @property
    def step(self) -> Step:
        return self.steps[self.n]

    @property
    def last(self) -> bool:
        return self.n == len(self.steps) - 1


class Viewer:
    """Shows battles step by step."""

    def __init__(self, service: Service, lookup: BattleLookup, films: Films) -> None:
        self.service = service
        self.lookup = lookup
        self.films = films

    async def moved(self, battle: Battle, position: Position, what: str) -> Position:
        """Where a viewer stands after one of its buttons was pressed."""
        letters = list(FINENESS)
        if what == "close":
            return replace(position, close=not position.close)
        if what in ("finer", "coarser"):
            n = letters.index(position.by) + (1 if what == "finer" else -1)
            return replace(position, by=letters[max(0, min(n, len(letters) - 1))])
        if what == "first":
            return replace(position, at=0)
        if what not in ("prev", "next", "last"):
            refuse("That button doesn't belong to this battle.")
        upto = None if what == "last" else position.at
        found = await self._find(battle, position, upto)
        if what == "next" and found.n + 2 >= len(found.steps):
            found = await self._find(battle, position, None)
        n = {"prev": found.n - 1, "next": found.n + 1, "last": len(found.steps) - 1}[what]
        return replace(position, at=found.steps[max(0, min(n, len(found.steps) - 1))].at)

    def chosen(self, position: Position, value: str) -> tuple[Position, int | None]:
        """Where it stands after a choice from one of its lists, and the page to turn that list to, if that is meant."""
        page = _PAGE.fullmatch(value)
        if page is not None:
            return position, int(page[1])
        if not _AT.fullmatch(value):
            refuse("That choice isn't offered (any more).")
        return replace(position, at=int(value)), None

    async def content(self, battle: Battle, position: Position, pages: dict[str, int] | None = None) -> Content:
        """The message of a viewer. ``pages`` are those its lists are turned to. Raises Refusal before the battle."""
        words = self.lookup.catalogue(battle)
        found = await self._find(battle, position, position.at)
        still = await self.films.still(battle, words, found.index, found.step, close=position.close)
        remarks = _there(found, await self.service.records.remarks(battle.id))
        text = _text(battle, position, found, still.lines, remarks, words)
        picture = Picture(still.png, still.alt, "step.png")
        return Content(text=text, view=self._controls(battle, position, found, pages or {}, words), pictures=(picture,))

    async def stretch(self, battle: Battle, position: Position) -> tuple[int, int]:
        """First and last journal entry of what follows from a position on, for a film."""
        found = await self._find(battle, position, None)
        if not found.index.chapters:
            refuse("Nothing has happened on the map yet.")
        return found.step.at, found.index.chapters[-1].last

    async def remark_at(self, battle: Battle, position: Position) -> int | None:
        """The journal entry a remark on a position goes behind; None for the latest."""
        found = await self._find(battle, position, None)
        return None if found.last else found.steps[found.n + 1].at - 1

    async def _find(self, battle: Battle, position: Position, upto: int | None) -> _Found:
        index = await self.films.index(battle, self.lookup.catalogue(battle), upto)
        there = steps(index.chapters, FINENESS[position.by][0])
        return _Found(index, there, locate(there, position.at))

    def _controls(
        self, battle: Battle, position: Position, found: _Found, pages: dict[str, int], words: TextCatalogue
    ) -> discord.ui.View:
        here = replace(position, at=found.step.at)
        say, running = words.translate, battle.status == "running"
        shown: list[discord.ui.Item[Any]] = []

        def press(what: str, label: str, row: int, verb: str = "", *, off: bool = False) -> None:
            closely = position.close != (what == "close")
            verb = verb or (CLOSE if closely else STEP)
            shown.append(button(here.ref(battle.id, what), verb, label, row=row, disabled=off))

        press("first", "⏮", 0, off=found.n == 0)
        press("prev", "◀", 0, off=found.n == 0)
        # While a battle is under way there may be more by the time it is pressed.
        press("next", "▶", 0, off=found.last and not running)
        press("last", "⏭", 0, off=found.last and not running)
        if self.lookup.has_board:
            press("board", say("Board"), 0, ON_BOARD)
        turning = found.index.turning_points(TURNING_POINTS)
        lists = {
            "acts": (activations(found.index.chapters, turning), say("Jump to an activation")),
            "marks": (landmarks(found.index.chapters, turning), say("Jump to a turn or a turning point")),
        }
        for row, (what, (places, label)) in enumerate(lists.items(), start=1):
            if places:
                page = pages.get(what, page_with(places, here.at))
                shown.append(_list(here.ref(battle.id, what), places, here.at, page, label, row, words))
        press("finer", say("Finer"), 3, off=position.by == "e")
        press("coarser", say("Coarser"), 3, off=position.by == "a")
        press("close", say("Whole field" if position.close else "Closer"), 3)
        press("film", say("Film from here"), 3, FILM, off=not found.index.chapters)
        press("remark", say("Remark"), 3, REMARK)
        return view(*shown)


def _list(
    ref: Ref, places: Sequence[Place], at: int, page: int, label: str, row: int, words: TextCatalogue
) -> discord.ui.Select[Any]:
    """One page of a list, with the pages before and after as choices of their own."""
    pages = -(-len(places) // PAGE)
    page = max(0, min(page, pages - 1))
    part = places[page * PAGE : (page + 1) * PAGE]
    found = {
        # A turn and a turning point may begin with the same entry; the values of a list must differ.
        f"{'0' * p.turning}{p.at}": fit(("★ " if p.turning else "") + words.say(p.label), CHOICE)
        for p in part
    }
    now = next((value for value in found if int(value) == at), None)
    options = [discord.SelectOption(label=said, value=value, default=value == now) for value, said in found.items()]
    if page > 0:
        options.insert(0, discord.SelectOption(label=words.translate("‹ Earlier"), value=f"page:{page - 1}"))
    if page < pages - 1:
        options.append(discord.SelectOption(label=words.translate("Later ›"), value=f"page:{page + 1}"))
    return select(ref, JUMP, label, options, row=row)


def _there(found: _Found, remarks: Sequence[Remark]) -> list[Remark]:
    """The remarks made at a step."""
    return [r for r in remarks if locate(found.steps, r.seq) == found.n]


def _text(
    battle: Battle,
    position: Position,
    found: _Found,
    lines: Sequence[str],
    remarks: Sequence[Remark],
    words: TextCatalogue,
) -> str:
    step, say = found.step, words.say
    title = step_title(found.index, step, words, TURNING_POINTS)
    where = Text("Step {n} of {all}, {how}", n=found.n, all=len(found.steps) - 1, how=Text(FINENESS[position.by][1]))
    head = [f"**{escape(words.name(battle.title))}** · {escape(title)}", f"-# {say(where)} · #{step.at}"]
    if found.last and battle.outcome and battle.status != "running":
        head.append(f"**{escape(fit(say(battle.ending), 300))}**")
    tail = [f"💬 **{escape(r.name or '–')}**: {escape(r.text)}" for r in remarks[-REMARKS:]]
    tail = [fit(x, 300) for x in tail]
    room = MESSAGE - sum(len(x) + 1 for x in (*head, *tail)) - 40
    shown: list[str] = []
    for n, line in enumerate(lines):
        if len(line) + 1 > room:
            shown.append(f"-# {say(Text('… and {n} more lines', n=len(lines) - n))}")
            break
        shown.append(line)
        room -= len(line) + 1
    return fit("\n".join((*head, *shown, *tail)), MESSAGE)
