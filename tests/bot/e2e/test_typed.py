"""Whatever is typed, wherever people type: answered in a moment, in words, and never by an error of ours.

Every option of every command, everything autocomplete is asked, and the boxes that buttons open. A few texts for each
in every run, from a seed; all of them with ``HEXARCH_HEAVY=1``.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest
from discord import AppCommandOptionType as Kind
from discord import app_commands

from bot.cogs.guide.help import named_commands
from tests.bot.e2e.kit import Table, controls, said
from tests.bot.e2e.typed import LENGTH, TEXTS

HEAVY = os.environ.get("HEXARCH_HEAVY") == "1"
SEED = os.environ.get("HEXARCH_SEED", "7")
ALWAYS = ("the longest letter",)
"""What takes longest to compare with names, and is tried everywhere."""
SHARE = 2

BATTLES = ("cataphract/tricameron", "men-of-iron/falkirk", "justinian/renovatio")
MORE = ("spqr/cannae", "alexander/granicus", "simple-gboh/cannae")

BUDGET = 2.0
"""Seconds of CPU an answer may take, with everything that comes of it; it takes a tenth of it on a slow machine."""

Command = app_commands.Command[Any, ..., Any]


def texts(*where: str) -> Iterator[tuple[str, str]]:
    """The texts that are tried at a place, by name."""
    rest = [name for name in TEXTS if name not in ALWAYS]
    random.Random(" ".join((SEED, *where))).shuffle(rest)
    for name in (*ALWAYS, *rest[: len(rest) if HEAVY else SHARE]):
        yield name, TEXTS[name]


@dataclass
class Typing:
    """Somebody who types, and what was wrong with what came of it."""

    sim: Table
    who: Any
    scenario: str
    wrong: list[str] = field(default_factory=list)
    tried: int = 0

    async def battle(self) -> None:
        """Have a battle under way in the channel: whatever was typed may have ended the last one."""
        battle = await self.sim.service.battles.in_channel(self.sim.channel.id)
        if battle is not None and battle.status == "running":
            return
        self.sim.channel = self.sim.guild.create_text_channel("battlefield")
        await self.who.slash(self.sim.channel, "battle create", scenario=self.scenario)
        for person, n in ((self.who, 0), (self.sim.ben, -1)):
            sides = await person.autocomplete(self.sim.channel, "battle join", "side", "")
            await person.slash(self.sim.channel, "battle join", side=sides[n]["value"])
        assert "begins" in said(await self.who.slash(self.sim.channel, "battle start"))

    async def try_out(self, where: str, act: Any) -> Any:
        """Do something and see that it is answered in time."""
        self.tried += 1
        began = time.process_time()
        try:
            result = await act()
        except Exception as e:
            self.wrong.append(f"{where}: {type(e).__name__}: {e}"[:300])
            return None
        took = time.process_time() - began
        if took > BUDGET:
            self.wrong.append(f"{where}: {took:.1f} s")
        return result

    def look(self, where: str, result: Any) -> None:
        """An interaction was answered, and not by an error of ours."""
        if result is None or result.modal is not None:
            return
        shown = [m for m in (result.response, *result.followups) if m is not None]
        words = said(result)
        told = words or any(m.attachments or m.embeds for m in shown)
        if not told and not result.deferred:
            self.wrong.append(f"{where}: no answer")
        if "went wrong" in words:
            self.wrong.append(f"{where}: {words[:200]}")

    async def options_of(self, name: str, command: Command, free: str) -> dict[str, Any]:
        """Something that fits each option that must be given, but for one."""
        found: dict[str, Any] = {}
        for p in command.parameters:
            if p.required and p.display_name != free:
                offered = (
                    await self.who.autocomplete(self.sim.channel, name, p.display_name, "") if p.autocomplete else []
                )
                found[p.display_name] = offered[0]["value"] if offered else self.fitting(p)
        return found

    def fitting(self, p: app_commands.Parameter) -> Any:
        """Something an option takes."""
        match p.type:
            case Kind.string:
                return p.choices[0].value if p.choices else "x"
            case Kind.integer | Kind.number:
                return p.min_value if p.min_value is not None else 1
            case Kind.boolean:
                return True
            case Kind.user:
                return self.sim.ben
            case Kind.channel:
                return self.sim.channel
            case Kind.role:
                return self.sim.guild.default_role
            case Kind.attachment:
                return ("a.json", b"{}")
        raise AssertionError(f"nothing is known of {p.type}")

    async def box(self, where: str, opened: Callable[[], Awaitable[Any]]) -> None:
        """Have a box opened, fill every text in it, and send it."""
        for name, text in texts(self.scenario, where):
            shown = await opened()
            if shown.modal is None:
                return  # what was sent before has answered the question
            rows = [r.get("component") or r["components"][0] for r in shown.modal["components"]]
            given = {r["custom_id"]: text[: r.get("max_length") or 4000] for r in rows if r["type"] == 4}
            what = f"box of {where}, {name}"
            self.look(
                what, await self.try_out(what, lambda shown=shown, given=given: self.who.submit_modal(shown, given))
            )


@pytest.fixture(params=[*BATTLES, *(MORE if HEAVY else ())])
async def typing(request: pytest.FixtureRequest, sim: Table, manager: Any) -> Typing:
    found = Typing(sim, manager, request.param)
    await found.battle()
    return found


@pytest.mark.timeout(3600 if HEAVY else 600)
async def test_every_option_of_every_command_takes_any_text(typing: Typing) -> None:
    sim, who = typing.sim, typing.who
    for name, command in named_commands(sim.bot).items():
        if command.guild_only is False and name.startswith("host"):
            continue  # only the owner's server has it
        for p in command.parameters:
            if p.type is not Kind.string:
                continue
            option = p.display_name
            if p.autocomplete:
                await who.autocomplete(sim.channel, name, option, "x")  # what is loaded once isn't counted
                for what, text in texts(typing.scenario, name, option, "offered"):
                    where = f"/{name} {option}, offered for {what}"
                    offered = await typing.try_out(
                        where,
                        lambda text=text, name=name, option=option: who.autocomplete(sim.channel, name, option, text),
                    )
                    if offered is not None and len(offered) > 25:
                        typing.wrong.append(f"{where}: {len(offered)} choices")
            for what, text in texts(typing.scenario, name, option) if not p.choices else ():
                await typing.battle()
                given = await typing.options_of(name, command, option)
                given[option] = text[: int(p.max_value or LENGTH)]
                where = f"/{name} {option}: {what}"
                send = partial(who.slash, sim.channel, name, **given)
                result = await typing.try_out(where, send)
                typing.look(where, result)
                if result is not None and result.modal is not None:
                    await typing.box(f"/{name}", send)
    assert typing.tried > 100
    assert not typing.wrong, "\n".join(typing.wrong)


@pytest.mark.parametrize("typing", BATTLES[1:], indirect=True)
async def test_every_box_takes_any_text(typing: Typing) -> None:
    """Those that open at a button of what a few commands show, and of the question that is asked."""
    sim, who = typing.sim, typing.who
    opened: set[str] = set()

    async def shown(command: str) -> list[Any]:
        if not command:
            return [m for m in sim.messages if controls(m)][-2:]
        found = await who.slash(sim.channel, command, **({"text": "x"} if command == "order" else {}))
        return [m for m in (found.response, *found.followups) if m is not None]

    for command in ("", "order", "what", "replay", "map"):
        await typing.battle()
        for message in await shown(command):
            for c in controls(message):
                if c.options or c.verb in opened:
                    continue
                press = partial(who.click, getattr(message, "message", message), custom_id=c.custom_id)
                try:
                    result = await press()
                except Exception:
                    continue  # the message has changed since it was looked at
                if result.modal is not None:
                    opened.add(c.verb)
                    await typing.box(f"{command} {c.label}", press)
    assert opened
    assert not typing.wrong, "\n".join(typing.wrong)
