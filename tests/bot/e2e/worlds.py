"""Two worlds that differ in one secret alone: whatever others can get hold of must be the same in both, byte for byte;
pictures point for point.

A world is played by a function that is told which secret to choose; everything else (ids, dice, clock, clicks) is the
same. :func:`everything` then collects all that some people can see, ask for, press and type; :func:`differences` says
where two collections part.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Sequence
from contextlib import asynccontextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from discord import app_commands
from PIL import Image, ImageChops
from simcord.backend.errors import SetupError

from bot.app import create_bot
from bot.board import groups, ideas, menus, moments, position, verify
from bot.messages.battle_context import BattleContext
from bot.messages.publishing.posts import DISPATCH
from bot.rates import UNLIMITED, Rates
from bot.service import Open, Service
from engine.kernel.decisions import Command
from tests.bot.conftest import _Drawn
from tests.bot.e2e.drawn import DrawnIfDifferent, drawn
from tests.bot.e2e.kit import Table, controls
from tests.bot.e2e.strays import running

NOW = 1_800_000_000.0
"""Seconds since 1970 at which everything happens."""

EPHEMERAL = 1 << 6

Seen = dict[str, Any]

DRAWERS = ("bot.service.setup.lobby.secrets", "bot.service.records.records.secrets", "bot.logs.context.secrets")
"""Where chance comes in."""

LOOKS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("map", {}),
    ("map", {"show": "zoc"}),
    ("map", {"show": "losses"}),
    ("map", {"private": False, "show": "zoc"}),
    ("record log", {}),
    ("record log", {"whole": True}),
    ("help", {}),
    ("mine", {}),
    ("what", {}),
    ("battle describe", {}),
    ("battle describe", {"what": "all"}),
    ("dice audit", {}),
    ("dice audit", {"show": "luck"}),
    ("dice audit", {"show": "file"}),
    ("record save", {}),
    ("record remarks", {}),
    ("replay", {"how": "steps"}),
    ("battle status", {}),
    ("battle list", {}),
    ("battle briefing", {}),
    ("battle mirror", {}),
    ("team list", {}),
    ("standing list", {}),
    ("battle limits", {}),
    ("order", {"text": "done", "preview": True}),
    ("unit", {"name": ""}),
    ("record report", {}),
    ("record analysis", {}),
    ("watch list", {}),
    ("data export", {}),
)
"""Commands anybody may use, and which change nothing."""

BY_PIECE = frozenset({"order", "what", "map", "unit"})
"""Commands in whose options pieces, hexes and answers are named."""

DEAR: tuple[tuple[str, dict[str, Any]], ...] = (("record poster", {}), ("replay", {"whole": True}))
"""The same, but they take seconds: asked once, by whoever plays no side."""


@asynccontextmanager
async def world(path: Path, name: str, **service: Any) -> AsyncIterator[Table]:
    """A simulated Discord in which the same things happen whenever the same is done. ``service``: its options."""
    path.mkdir(parents=True, exist_ok=True)
    url = f"sqlite+aiosqlite:///{path / 'battles.db'}"
    with pytest.MonkeyPatch.context() as patch:
        for drawer in DRAWERS:
            patch.setattr(drawer, _Drawn(name))
        opened = await Service.open(url, clock=lambda: NOW, **service)
        async with running(create_bot(opened, drawing_pool=DrawnIfDifferent(), rates=Rates(UNLIMITED))) as env:
            yield Table(env, opened, url)
        await opened.close()


# -- collecting -----------------------------------------------------------------------------------------------------


async def everything(
    sim: Table,
    viewers: dict[str, Any],
    looks: Iterable[tuple[str, dict[str, Any]]] = (),
    typed: Sequence[str] = ("",),
    *,
    dear: bool = True,
) -> Seen:
    """All that these people can get hold of, by what they did to get it.

    ``looks`` are asked besides :data:`LOOKS`. Every option that completes is asked for the first of ``typed``, those
    about pieces for the others too.
    """
    found: Seen = {"public": public(sim)}
    battle = await sim.service.battles.last_in_channel(sim.channel.id)
    for name, who in viewers.items():
        bystander = battle is None or not battle.sides_of(who.id)
        for command, options in (*LOOKS, *looks, *(DEAR if dear and bystander else ())):
            found[f"{name}: /{command} {options}"] = await answered(sim, who.slash(sim.channel, command, **options))
        if battle is not None and battle.begun:
            found[f"{name}: the board"] = await board(sim, battle.id, who.id)
        found |= {f"{name}: {what}": x for what, x in (await completions(sim, who, typed)).items()}
        for message in sim.messages:
            for c in controls(message):
                if c.verb in ("orders", "write", "story", "briefing"):
                    pressed = who.click(message, custom_id=c.custom_id)
                    found[f"{name}: [{c.label}] of {message.id}"] = await answered(sim, pressed)
    found["public afterwards"] = public(sim)
    return found


async def board(sim: Table, battle: str, user: int) -> str:
    """What the board tells somebody, as its page gets it."""
    here = await sim.bot.messages.lookup.look(battle, user)
    posts = await sim.service.posts.of(battle, DISPATCH)
    found = [
        position.battle(here, posts, {}, position.standing(here)),
        [sorted(t.hexes) for t in position.marks(posts)],
    ]
    if here.mine is not None:
        found += [menus.menu(here, here.mine, ()), *await worth(sim, here, here.mine)]
    found.append(await verify.trail(here, sim.service))
    looking = moments.Moments(sim.bot.messages.films)
    for step in (listed := await looking.list(here, "e"))["steps"]:
        found.append(moments.told(here, await looking.at(here, "e", str(step["at"])), (), {}))
    # A step's key tells how many journal entries there are, as the number of the last one does.
    found.append([[s["at"], s["title"]] for s in listed["steps"]])
    return json.dumps(found)


TOGETHER = 6
"""Units of which it is asked what they might do, alone and together."""


async def worth(sim: Table, here: BattleContext, question: Open) -> list[Any]:
    """What the board says is worth ordering: of all, of some units each, and of these together."""
    found: list[Any] = [
        await ideas.ideas(here, question, "", sim.bot.messages.guided.think),
        groups.groups(here, question),
    ]
    if not isinstance(question.decision, Command) or question.decision.secret:
        return found
    units = [c.unit for c in question.decision.menu if c.unit][:TOGETHER]
    found += [await ideas.ideas(here, question, u, sim.bot.messages.guided.think) for u in units]
    return [*found, groups.together(here, question, units)] if len(units) > 1 else found


def public(sim: Table) -> list[Any]:
    """Everything that was ever posted for all to read, with all edits, and what bystanders were sent privately."""
    own = {sim.env.backend.dm_channels.get(p.id) for p in (sim.ada, sim.ben)}
    found = []
    for source, what, payload in sim.env.backend.transcript:
        if source != "GATEWAY" or what not in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
            continue
        if not int(payload.get("flags", 0)) & EPHEMERAL and int(payload["channel_id"]) not in own:
            found.append((what, *_shown(sim, payload)))
    return found


def _shown(sim: Table, payload: Any) -> list[Any]:
    keys = ("id", "channel_id", "content", "embeds", "components", "mentions", "pinned", "nonce")
    files = [
        (a["filename"], a.get("description"), sim.env.backend.cdn.get(a["url"])) for a in payload.get("attachments", ())
    ]
    return [*(_unmarked(payload.get(k)) for k in keys), files]


def _unmarked(shown: Any) -> str:
    """What is shown, without the marks that tell one showing of a select from another: they say nothing."""
    return re.sub(r"\bhx\.[0-9a-f]+:", "hx:", repr(shown))


async def answered(sim: Table, act: Any) -> list[Any]:
    """Everything one interaction gave."""
    result = await act
    found: list[Any] = [repr(result.modal)]
    for m in (result.response, *result.followups):
        if m is not None:
            files = [(a.filename, a.description, sim.env.backend.cdn.get(a.url)) for a in m.attachments]
            found.append((m.content, repr([e.to_dict() for e in m.embeds]), _unmarked(m.components), files))
    return found


async def completions(sim: Table, who: Any, typed: Sequence[str]) -> Seen:
    """What is offered to somebody who types this into every option of every command."""
    found: Seen = {}
    for command in leaves(sim.bot.tree.get_commands()):
        for option in (p.display_name for p in command.parameters if p.autocomplete):
            for text in typed if command.qualified_name in BY_PIECE else typed[:1]:
                try:
                    offered = await who.autocomplete(sim.channel, command.qualified_name, option, text)
                except SetupError:
                    continue  # it isn't shown to everybody
                found[f"/{command.qualified_name} {option}:{text}"] = repr(offered)
    return found


def leaves(there: Any) -> list[app_commands.Command[Any, Any, Any]]:
    """Every slash command."""
    found = []
    for command in there:
        if isinstance(command, app_commands.Group):
            found += leaves(command.commands)
        elif isinstance(command, app_commands.Command):
            found.append(command)
    return found


# -- comparing ------------------------------------------------------------------------------------------------------


def differences(one: Seen, two: Seen) -> dict[str, tuple[Any, Any]]:
    """What isn't the same, by what was done to get it. Pictures are drawn where they may differ."""
    parted = [k for k in (*one, *(k for k in two if k not in one)) if one.get(k) != two.get(k)]
    found = {k: (drawn(one.get(k)), drawn(two.get(k))) for k in parted}
    return {k: (a, b) for k, (a, b) in found.items() if a != b and _seen(a) != _seen(b)}


def _seen(one: Any) -> Any:
    """The same with pictures as they are seen: how a file's palette is ordered tells nothing."""
    if isinstance(one, list | tuple):
        return [_seen(x) for x in one]
    if isinstance(one, bytes) and one.startswith(b"\x89PNG"):
        image = Image.open(BytesIO(one))
        return image.size, image.convert("RGBA").tobytes()
    return one


def told(parted: dict[str, tuple[Any, Any]], most: int = 5) -> str:
    """Differences, short enough to be read."""
    lines = []
    for what, (one, two) in list(parted.items())[:most]:
        lines.append(f"{what}\n  one: {_first_difference(one, two)}\n  two: {_first_difference(two, one)}")
    return f"{len(parted)} differ: {[*parted]}\n" + "\n".join(lines)


def _first_difference(one: Any, other: Any) -> str:
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        for n, (a, b) in enumerate(zip(one, other, strict=False)):
            if a != b:
                return f"[{n}] {_first_difference(a, b)}"
        return f"{len(one)} parts"
    if isinstance(one, bytes):
        return f"{len(one)} bytes" + _where(one, other)
    a, b = str(one), str(other)
    at = next((n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    return f"…{a[max(0, at - 40) : at + 120]}…"


def _where(one: bytes, other: Any) -> str:
    """Of two pictures of one size, the box in which they aren't the same."""
    if not all(isinstance(x, bytes) and x.startswith(b"\x89PNG") for x in (one, other)):
        return ""
    a, b = (Image.open(BytesIO(x)).convert("RGB") for x in (one, other))
    return f", {a.size}, differing in {ImageChops.difference(a, b).getbbox()}" if a.size == b.size else f", {a.size}"


Play = Callable[[Table, Any], Any]


async def same_until_revealed(
    path: Path,
    choices: Collection[Any],
    play: Play,
    reveal: Play,
    viewers: Callable[[Table], dict[str, Any]],
    looks: Iterable[tuple[str, dict[str, Any]]] = (),
    typed: Sequence[str] = ("",),
    shown: Collection[str] = frozenset({"public"}),
    **service: Any,
) -> None:
    """Play a world for each secret: before it is out they are all the same to the viewers, afterwards they aren't.

    ``shown``: where it must be seen then.
    """
    shown = set(shown)
    before: list[Seen] = []
    after: list[Seen] = []
    for n, choice in enumerate(choices):
        async with world(path / str(n), "worlds", **service) as sim:
            await play(sim, choice)
            await sim.env.settle()
            before.append(await everything(sim, viewers(sim), looks, typed))
            await reveal(sim, choice)
            await sim.env.settle()
            after.append({"public": public(sim)})
            for command, options in (("record save", {}), ("map", {}), ("record log", {"whole": True})):
                after[-1][f"/{command}"] = await answered(sim, sim.cleo.slash(sim.channel, command, **options))
    for other in before[1:]:
        parted = differences(before[0], other)
        assert not parted, told(parted)
    for other in after[1:]:
        parted = differences(after[0], other)
        assert shown <= set(parted), f"what is revealed can't be seen in {sorted(shown - set(parted))}"
