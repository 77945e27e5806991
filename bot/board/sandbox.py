"""Trying it: a battle played on from some moment, in memory alone. Nothing stored changes, its dice are its own.

One begins where everybody may know all there is, as a record does. So whoever may see the battle at whose board it was
begun may open it.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.board import position as shown
from bot.board.kept import Kept
from bot.board.position import Json
from bot.messages.advisers import thought_through
from bot.messages.battle_context import BattleContext
from bot.messages.thinking_pool import ThinkingPool
from bot.narration import Teller
from bot.narration.dispatch import MARKS, Told, joined
from bot.narration.journal import items, titled
from bot.narration.standing import heading
from bot.notation import answered
from bot.service import Open
from bot.service.computers.advising import Advice
from bot.service.computers.thinking import Job
from bot.service.model import Preview
from bot.service.play.lookahead import look_ahead
from bot.service.sessions.session import refused
from bot.storage.row_types import Seat
from engine.computer.levels import LevelName
from engine.computer.planner import Memory
from engine.fairdice import Chain, FairDice
from engine.kernel.decisions import ChooseEach, Command, Picks
from engine.kernel.events import Trace
from engine.kernel.game import Diverged, Game
from engine.kernel.journal import Entry, effective
from engine.kernel.statement import Statement
from engine.kernel.text import Refusal, Text, refuse
from engine.systems import registry
from scenarios import position

log = logging.getLogger("hexarch")

EACH, ALL = 3, 60
"""Sandboxes one person may have, and all together: whoever begins another loses the one not used for longest."""
IDLE = 1800.0
"""Seconds without a look after which one is dropped."""
ENTRIES = 4000
"""Journal entries after which one has been played for long enough."""
TURNS = 40
"""Stretches of the story that are kept, and can be taken back."""
LEVEL: LevelName = "captain"

UNADVISED = "Nobody is advised in this battle, unless both sides agree: /battle advice asks the other one."
HIDDEN = "This can't be tried: something is hidden in it that not everybody knows. Look back to an earlier moment."


@dataclass(frozen=True)
class Stretch:
    """What followed from the orders of one press."""

    since: int
    """The journal entry it began after."""
    title: str
    lines: tuple[str, ...]
    marks: tuple[Trace, ...]
    own: bool
    """Whether somebody pressed for it; else it is the computer's."""


@dataclass
class Sandbox:
    """One battle that is tried out."""

    id: str
    home: str
    """Battle at whose board it was begun: whoever may see that may look at it."""
    owner: int
    title: str
    base: dict[str, Any]
    """What its positions start from: the scenario, or a field."""
    sides: tuple[tuple[str, str], ...]
    game: Game[Any]
    advised: bool
    """Whether a computer may play in it."""
    used: float
    computer: str = ""
    """Side that a computer plays; "" for none."""
    told: list[Stretch] = field(default_factory=list[Stretch])
    dice: FairDice = field(default_factory=lambda: dice())
    memory: Memory = field(default_factory=Memory)
    waiting: dict[str, list[Statement]] = field(default_factory=dict[str, "list[Statement]"])
    """By side, orders that go on as soon as somebody has answered what is asked before."""
    skipped: dict[str, list[tuple[str, Text]]] = field(default_factory=dict[str, "list[tuple[str, Text]]"])
    """By side, orders that held no more when their turn came, with the reason: told until others are given."""
    meant: str = ""
    """The activation those are for; "" between two."""
    thinking: asyncio.Task[None] | None = None


@dataclass(frozen=True)
class Tried(BattleContext):
    """A sandbox as whoever looks at it sees it: all sides but the computer's are theirs."""

    sandbox: Sandbox = field(kw_only=True)


def dice() -> FairDice:
    """Dice of a seed of their own, none of a battle's."""
    return FairDice(Chain(secrets.token_bytes(32)), "sandbox", 1, "sandbox")


class Sandboxes:
    """All of this process."""

    def __init__(self, pool: ThinkingPool, clock: Callable[[], float] = time.monotonic) -> None:
        self._pool = pool
        self._clock = clock
        self._kept: OrderedDict[str, Sandbox] = OrderedDict()
        self._advice: Kept[Advice | None] = Kept(ALL)
        self._replaying = asyncio.Lock()
        """Battles are played through one at a time: each takes a thread, and seconds of it where it is long."""

    def __len__(self) -> int:
        return len(self._kept)

    def begin(
        self,
        here: BattleContext,
        game: Game[Any],
        base: dict[str, Any],
        sides: Sequence[tuple[str, str]],
        title: str,
        *,
        advised: bool,
    ) -> Sandbox:
        """Keep a game of its own, in which nothing is hidden, to be tried. Raises Refusal where nothing is asked."""
        if game.over or not game.pending:
            refuse("The battle is over here: look back to an earlier moment to try it from there.")
        number = secrets.token_urlsafe(12)
        sandbox = Sandbox(number, here.battle.id, here.user, title, base, tuple(sides), game, advised, self._clock())
        self._sweep()
        own = [s for s in self._kept.values() if s.owner == here.user]
        for old in own[: max(0, len(own) - EACH + 1)]:
            self._drop(old.id)
        while len(self._kept) >= ALL:
            self._drop(next(iter(self._kept)))
        self._kept[sandbox.id] = sandbox
        return sandbox

    async def replayed(self, scenario: str, entries: Sequence[Entry]) -> Game[Any]:
        """A battle played through again to the end of a journal. Raises Refusal where today's rules can't."""
        async with self._replaying:
            return await asyncio.to_thread(_replayed, scenario, entries)

    def of(self, here: BattleContext, number: str) -> Tried:
        """A sandbox as whoever sees ``here`` may see it. Raises Refusal where there is none for them."""
        self._sweep()
        sandbox = self._kept.get(number)
        if sandbox is None or sandbox.home != here.battle.id:
            refuse("There is no such sandbox (any more): half an hour after the last look it is dropped.")
        sandbox.used = self._clock()
        self._kept.move_to_end(number)
        game = sandbox.game
        seats = tuple(Seat(side, 0 if side == sandbox.computer else here.user, "") for side, _ in sandbox.sides)
        row = replace(
            here.battle.row,
            id=f"try-{sandbox.id}",
            title=sandbox.title,
            status="running",
            outcome="",
            seats=seats,
            teammates=(),
        )
        token = game.journal[-1].seq
        opens = tuple(
            Open(
                d.side,
                None if d.side == sandbox.computer else here.user,
                token,
                d,
                0.0,
                None,
                left=tuple(str(s) for s in sandbox.waiting.get(d.side, ())),
                skipped=tuple(sandbox.skipped.get(d.side, ())),
            )
            for d in game.pending
            if game.decision_for(d.side) is not None
        )
        battle = replace(here.battle, row=row, sides=sandbox.sides)
        return Tried(battle, game, opens, here.catalogue, here.user, timed=False, sandbox=sandbox)

    # -- what is done in one ------------------------------------------------------------------------------------------

    def ahead(self, here: Tried, question: Open, statements: Sequence[Statement]) -> Preview:
        """What orders would do."""
        return look_ahead(here.sandbox.game.fork(here.sides), question.side, statements)

    def carry_out(self, here: Tried, question: Open, statements: Sequence[Statement]) -> None:
        """Carry out orders, on until somebody else has to decide; the rest waits and goes on by itself, as in a battle.

        Raises Refusal where the first one can't be carried out; then nothing is done.
        """
        sandbox = here.sandbox
        if len(sandbox.game.journal) > ENTRIES:
            refuse("This has been played for long enough: save the position, and begin with it anew.")
        since = _reached(sandbox.game)
        before = sandbox.game.state.model_copy(deep=True)
        # New orders take the place of those that wait; an answer lets them go on.
        earlier = [] if isinstance(question.decision, Command) else sandbox.waiting.get(question.side, [])
        if isinstance(question.decision, Command):
            sandbox.skipped.pop(question.side, None)
        sandbox.waiting[question.side] = _given(sandbox, question.side, [*statements, *earlier], first=True)
        _go_on(sandbox)
        self._tell(here, since, before, own=True)
        self._play(here)

    def take_back(self, here: Tried) -> None:
        """Go back to before the latest press."""
        sandbox = here.sandbox
        at = max((n for n, s in enumerate(sandbox.told) if s.own), default=None)
        if at is None:
            refuse("There is nothing to take back.")
        # What the computer has done since goes with it.
        sandbox.game.undo(sandbox.told[at].since, "sandbox")
        del sandbox.told[at:]
        sandbox.memory = Memory()
        sandbox.waiting.clear()
        sandbox.skipped.clear()
        self._play(here)

    def against(self, here: Tried, side: str) -> None:
        """Have a computer play a side from now on; "" for none."""
        sandbox = here.sandbox
        if side and not sandbox.advised:
            refuse(UNADVISED)
        if side and side not in dict(sandbox.sides):
            refuse("There is no such side.")
        sandbox.computer, sandbox.memory = side, Memory()
        self._play(here)

    async def advise(self, here: Tried, question: Open) -> Advice | None:
        """What might be ordered. Raises Refusal where a computer may not play, either."""
        if not here.sandbox.advised:
            refuse(UNADVISED)
        job = _job(here, question.side, Memory())

        async def think() -> Advice | None:
            return await thought_through(here.battle.id, self._pool.advise(job))

        return await self._advice.of((here.sandbox.id, job.token, job.side), think)

    def written(self, here: Tried) -> Json:
        """The position as a document. Raises Refusal in the middle of an order."""
        game, base = here.sandbox.game, here.sandbox.base
        if not game.restartable:
            refuse("An order is half carried out: the position can be saved when it is done.")
        return position.write(base, "position", game.state.model_copy(deep=True))

    def _tell(self, here: Tried, since: int, before: Any, *, own: bool) -> None:
        """Add to the story what has happened since an entry; ``before`` is the position as it was then."""
        sandbox = here.sandbox
        new = [e for e in effective(list(sandbox.game.journal)) if e.seq > since]
        lines = Teller(before).tell(items(sandbox.game.system, new, here.battle.name))
        told = [Told.of(x, here.catalogue) for x in titled(sandbox.game.system, lines)]
        marks = tuple(x.trace for x in told if x.trace is not None)[-MARKS:]
        title = heading(sandbox.game.view(), here.catalogue)
        sandbox.told.append(Stretch(since, title, tuple(joined(told)), marks, own))
        del sandbox.told[:-TURNS]

    def _play(self, here: Tried) -> None:
        """Have the computer go on, if it is its turn and it isn't at it already."""
        sandbox = here.sandbox
        if sandbox.computer and (sandbox.thinking is None or sandbox.thinking.done()):
            sandbox.thinking = asyncio.ensure_future(self._computer(here))

    async def _computer(self, here: Tried) -> None:
        sandbox = here.sandbox
        game = sandbox.game
        while sandbox.id in self._kept and (side := sandbox.computer) and len(game.journal) < ENTRIES:
            decision, since = game.decision_for(side), game.journal[-1].seq
            if decision is None:
                return
            try:
                found = await self._pool.think(_job(here, side, sandbox.memory))
                if game.journal[-1].seq != since or sandbox.computer != side:
                    continue  # something else was done meanwhile
                since, before = _reached(game), game.state.model_copy(deep=True)
                game.answer(side, found.answer, sandbox.dice)
                _go_on(sandbox)
            except Exception:
                log.exception("a computer player can't go on in a sandbox")
                sandbox.computer = ""
                return
            sandbox.memory = found.memory
            self._tell(here, since, before, own=False)

    def _sweep(self) -> None:
        for sandbox in list(self._kept.values()):
            if sandbox.used < self._clock() - IDLE:
                self._drop(sandbox.id)

    def _drop(self, number: str) -> None:
        sandbox = self._kept.pop(number)
        if sandbox.thinking is not None:
            sandbox.thinking.cancel()

    def close(self) -> None:
        """Drop all."""
        for number in list(self._kept):
            self._drop(number)


def _reached(game: Game[Any]) -> int:
    """The last journal entry that counts: to a take-back itself nobody can go back."""
    return effective(list(game.journal))[-1].seq


def _given(sandbox: Sandbox, side: str, left: list[Statement], *, first: bool) -> list[Statement]:
    """Carry out a side's orders as far as it goes; those that wait. ``first``: Refusal is raised where the first one
    can't be carried out, and nothing is done."""
    game, begun, skipped = sandbox.game, False, False
    while left and (decision := game.decision_for(side)) is not None:
        try:
            answer, used = answered(game, decision, left)
            if skipped and isinstance(decision, Command) and answer == decision.default:
                break  # "no more orders" waits until somebody has looked at what was skipped
            if isinstance(decision, ChooseEach) and isinstance(answer, Picks):
                answer = decision.completed(answer)
            game.answer(side, answer, sandbox.dice)
        except Refusal as no:
            if first and not begun:
                raise
            if not isinstance(decision, Command):
                break
            sandbox.skipped.setdefault(side, []).append((str(left[0]), refused(no, game.system.own_rules())))
            skipped, used = True, 1  # what holds no more is skipped
        begun = True
        del left[:used]
    return left


def _go_on(sandbox: Sandbox) -> None:
    """Orders that waited go on where their side is asked again; those for one activation command no other."""
    table = sandbox.game.view()
    now = table.activation if table.acting else ""
    if sandbox.meant and now != sandbox.meant:
        sandbox.waiting.clear()
    sandbox.meant = now
    for side, left in list(sandbox.waiting.items()):
        if isinstance(sandbox.game.decision_for(side), Command):
            sandbox.waiting[side] = _given(sandbox, side, left, first=False)


def told(here: Tried, names: Mapping[int, str]) -> Json:
    """A sandbox as the page shows it: like a battle, with what is the sandbox's alone beside it."""
    sandbox = here.sandbox
    found = shown.battle(here, (), names, shown.standing(here), advised=sandbox.advised and shown.advisable(here.mine))
    return {
        **found,
        "story": [{"title": s.title, "lines": list(s.lines), "notes": []} for s in sandbox.told[-shown.TOLD :]],
        "sandbox": {
            "computer": sandbox.computer,
            "advised": sandbox.advised,
            "thinking": sandbox.thinking is not None and not sandbox.thinking.done(),
            "back": any(s.own for s in sandbox.told),
        },
    }


def _job(here: Tried, side: str, memory: Memory) -> Job:
    """The position, to be thought about for a side."""
    sandbox, game = here.sandbox, here.sandbox.game
    checkpoint = game.checkpoint
    begins = checkpoint.seq if checkpoint is not None else 0
    journal = tuple(e for e in effective(list(game.journal)) if e.seq >= begins)
    scenario = json.dumps(sandbox.base["scenario"])
    since = game.journal[-1].seq
    return Job(here.battle.id, since, side, LEVEL, sandbox.id, scenario, journal, checkpoint, memory)


def marks(here: Tried) -> list[Trace]:
    """What was done last in it."""
    return list(here.sandbox.told[-1].marks) if here.sandbox.told else []


def up_to(entries: Sequence[Entry], seq: int) -> list[Entry]:
    """A journal up to an entry, with all that the answer before it has led to."""
    kept = effective(list(entries))
    cut = next((n for n, e in enumerate(kept) if e.seq > seq and e.kind in ("answer", "act")), len(kept))
    return kept[:cut]


def _replayed(scenario: str, entries: Sequence[Entry]) -> Game[Any]:
    try:
        return Game[Any].resume(registry.system_for(json.loads(scenario)), entries)
    except Diverged:
        refuse("This battle was played by the rules of an earlier version, so it can't be tried from there.")
