"""A battle between two people who press, on the real bot in a simulated Discord."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from bot.components.panel import Asked
from bot.components.panel import place as places
from bot.narration import ENGLISH
from bot.service import Open
from engine.kernel.decisions import Choose, Command
from engine.kernel.game import Game
from engine.kernel.journal import Entry
from engine.kernel.view import TableView
from tests.bot.e2e.kit import Table, control, controls
from tests.bot.guided import person
from tests.bot.guided.tally import Activation, Tally

PATIENCE = 12
"""Presses after which somebody who gets nowhere gives up an order."""
OWN = frozenset({"activation", "activate", "continue"})
"""Kinds of questions that begin a side's own activation, so that they are none about another's."""

ENDING = frozenset({"seizure"})
"""Kinds of questions that are put to a side at once as its own activation has ended."""


class Match:
    """Plays, and counts."""

    def __init__(self, sim: Table, scenario: str, seed: int, *, silent: bool = True) -> None:
        """``silent``: whoever is asked and wants nothing done, or all of it, says so for the rest of the activation."""
        self.sim = sim
        self.scenario = scenario
        self.silent = silent
        self.rng = random.Random(f"guided {seed}")
        self.tally = Tally(scenario, seed)
        self.battle = ""
        self.panels: dict[str, Any] = {}
        """The panel each side has open."""
        self.ordered: set[str] = set()
        """Units that have had an order in this activation."""
        self.lets_go: dict[int, bool] = {}
        """Whether they decline what is asked as an activation ends, by its number."""
        self.content = False
        """Whether they have had all of them do what seems best in this activation: then who is to stand may stand."""
        self.seen: set[tuple[str, int]] = set()
        """Questions counted."""
        self.messages: set[int] = set()
        self.told = 0
        """Last journal entry looked at."""
        self.lost: list[str] = []
        """What couldn't be found by pressing."""

    async def begin(self) -> None:
        # The same dice for the same seed.
        made = random.Random(f"dice {self.tally.seed}")
        fixed = SimpleNamespace(token_bytes=made.randbytes, token_hex=lambda n: made.randbytes(n).hex())
        with patch("bot.service.setup.lobby.secrets", fixed):
            await self._begin()

    async def _begin(self) -> None:
        await self.sim.ada.slash(self.sim.channel, "battle create", scenario=self.scenario, mode="live")
        battle = await self.sim.service.battles.in_channel(self.sim.channel.id)
        assert battle is not None
        self.battle = battle.id
        names = [name for _, name in battle.sides]
        await self.sim.ada.slash(self.sim.channel, "battle join", side=names[0])
        await self.sim.ben.slash(self.sim.channel, "battle join", side=names[1])
        await self.sim.ada.slash(self.sim.channel, "battle start")

    async def play(self, most: int = 10_000) -> Tally:
        """To the end of the battle, or of that many activations."""
        await self.begin()
        while await self.step(most):
            pass
        return self.tally

    @property
    def now(self) -> Activation | None:
        return self.tally.activations[-1] if self.tally.activations else None

    async def step(self, most: int) -> bool:
        """One order or answer; False at the end."""
        battle, game, opens = await self.sim.service.play.look(self.battle)
        if battle.status != "running" or game is None:
            # What tells the end of a battle is no part of an activation.
            self.tally.ended = battle.outcome
            return False
        table = game.view()
        began = [e for e in await self.sim.service.play.entries(self.battle, self.told + 1) if _begins(e)]
        self.told = game.journal[-1].seq
        side = _whose(began[-1], table) if began else None
        if side is not None:
            if len(self.tally.activations) >= most:
                return False
            self.tally.activations.append(Activation(side, table.activation))
            self.ordered, self.content = set(), False
        self._count_messages()
        o = opens[0]
        new = (o.side, o.token) not in self.seen and (table.acting or o.decision.kind not in OWN)
        about = self._about(o)
        if about is not None and o.side != about.side and new:
            about.questions[o.decision.kind] += 1
        self.seen.add((o.side, o.token))
        before = game.journal[-1].seq
        if isinstance(o.decision, Command):
            await self._order(o, o.decision, game)
        else:
            await self._answer(o, game)
        await self._count_orders(o, before)
        return True

    def _about(self, o: Open) -> Activation | None:
        """The activation a question belongs to: whether to seize the next turn is asked as one's own ends."""
        acts = self.tally.activations
        begun = len(acts) > 1 and not acts[-1].presses
        return acts[-2] if begun and o.decision.kind in ENDING and acts[-2].side == o.side else self.now

    def _count_messages(self) -> None:
        there = {m.id for m in self.sim.messages}
        if self.now is not None:
            self.now.messages += len(there - self.messages)
        self.messages |= there

    async def _count_orders(self, o: Open, before: int) -> None:
        """Orders given since: those of one press are one, however many units they are for."""
        if self.now is None or o.side != self.now.side:
            return
        given = [u for e in await self.sim.service.play.entries(self.battle, before + 1) for u in _ordered(e, o.side)]
        self.now.units += len(given)
        self.now.orders += bool(given)
        self.ordered.update(given)

    async def press(self, o: Open, message: Any, press: person.Press) -> Any:
        """One press, counted where the active side makes it."""
        about = self._about(o)
        if about is not None and o.side == about.side:
            about.presses += 1
            about.why[f"{o.decision.kind}: {press.why}"] += 1
        who = next(p for p in (self.sim.ada, self.sim.ben) if p.id == o.user)
        shown = getattr(message, "message", message)
        if press.value is None:
            return await who.click(shown, custom_id=press.custom_id)
        return await who.select(shown, press.value.split(","), custom_id=press.custom_id)

    async def _head(self) -> int:
        return (await self.sim.service.play.entries(self.battle))[-1].seq

    # -- orders -------------------------------------------------------------------------------------------------

    async def _order(self, o: Open, decision: Command, game: Game[Any]) -> None:
        asked = Asked(game, decision, game.view((o.side,)), ENGLISH)
        if self.content:
            self.ordered |= person.left_standing(asked)
        wish = person.in_mind(asked, self.rng, self.ordered)
        if wish is None:
            await self._done(o, decision, asked)
            return
        panel = await self._open(o)
        head = await self._head()
        for _ in range(PATIENCE):
            try:
                press = person.towards(panel, decision, wish, asked.table.board)
            except LookupError as e:
                self.lost.append(str(e))
                break
            await self.press(o, panel, person.letting(panel, press) if self._lets_go(asked) else press)
            if await self._head() != head:
                return
        self.panels.pop(o.side, None)
        await self._done(o, decision, asked)

    async def _done(self, o: Open, decision: Command, asked: Asked) -> None:
        """No more orders: by the button in the panel that is open, or on the message that asks.

        Where the panel lets them say what they do next as well, they do.
        """
        panel = self._panel(o)
        if panel is not None:
            both = person.next_in_mind(asked, self.rng, panel)
            if both is not None:
                await self.press(o, panel, person.letting(panel, both) if self._lets_go(asked) else both)
                return
            n = next((n for n, c in enumerate(decision.menu) if c.answer == decision.default_answer), None)
            if n is not None:
                for c in controls(panel):
                    where = person.parse(c.custom_id)
                    if c.verb == "take" and where is not None and places.parse(where[1].argument).path == (n,):
                        done = person.Press(c.custom_id, why="done")
                        await self.press(o, panel, person.letting(panel, done) if self._lets_go(asked) else done)
                        return
        asking = self._asking(o)
        await self.press(o, asking, person.Press(control(asking, "default").custom_id, why="done"))

    def _lets_go(self, asked: Asked) -> bool:
        """What they think of it now, once an activation."""
        now = len(self.tally.activations)
        if now not in self.lets_go:
            self.lets_go[now] = person.lets_go(asked, self.rng)
        return self.lets_go[now]

    def _panel(self, o: Open) -> Any:
        """The panel as it stands open for this question; None where it has to be opened."""
        panel = self.panels.get(o.side)
        good = panel is not None and any(c.custom_id.split(":")[3] == str(o.token) for c in controls(panel))
        return panel if good else None

    async def _open(self, o: Open) -> Any:
        panel = self._panel(o)
        if panel is None:
            asking = self._asking(o)
            opened = await self.press(o, asking, person.Press(control(asking, "orders").custom_id, why="open"))
            panel = self.panels[o.side] = opened.response or opened.followups[0]
        return panel

    def _asking(self, o: Open) -> Any:
        for m in reversed(self.sim.messages):
            if any(c.custom_id.split(":")[3] == str(o.token) and c.verb != "map" for c in controls(m)):
                return m
        raise AssertionError(f"nobody asks {o.decision.kind} of {o.side}")

    # -- answers ------------------------------------------------------------------------------------------------

    async def _answer(self, o: Open, game: Game[Any]) -> None:
        answer = person.answer_in_mind(o.decision, self.rng)
        panel = self._panel(o)
        lead = person.leading(panel if panel is not None else self._asking(o), o.decision, answer)
        if lead is not None:
            # Whoever orders a group does so first.
            self.content = True
            pressed = await self.press(o, panel if panel is not None else self._asking(o), lead)
            if panel is None:
                self.panels[o.side] = pressed.response or pressed.followups[0]
            return
        if panel is not None and self.silent and self.now is not None and o.side != self.now.side:
            press = person.quiet(panel, o.decision, answer)
            if press is not None:
                await self.press(o, panel, press)
                return
        if panel is not None:
            asked = Asked(game, o.decision, game.view((o.side,)), ENGLISH)
            planned = person.planned(panel, asked, answer, self.rng)
            if planned is not None:
                await self.press(o, panel, planned)
                return
        inside = person.in_panel(panel, o.decision, answer) if panel is not None else None
        if inside is not None:
            await self.press(o, panel, inside)
            return
        message = self._asking(o)
        if self.silent and self.now is not None and o.side != self.now.side:
            press = person.quiet(message, o.decision, answer) or person.willing(message, o.decision, answer)
            if press is not None:
                await self.press(o, message, press)
                return
        presses = person.answering(message, o.decision, answer)
        if not presses and any(c.verb == "orders" for c in controls(message)):
            opened = await self.press(o, message, person.Press(control(message, "orders").custom_id, why="open"))
            message = opened.response or opened.followups[0]
            presses = person.answering(message, o.decision, answer)
        if not presses:
            # Nobody presses through pages of selects; what is suggested, or nothing, will do.
            found = next(c for c in controls(message) if c.verb in ("alike", "take", "go", "one", "oneof"))
            value = found.options[0][0] if found.options else None
            presses = [person.Press(found.custom_id, value, "any")]
        for p in presses:
            pressed = await self.press(o, message, p)
            if isinstance(o.decision, Choose) and o.decision.begins and pressed.response is not None:
                # What comes next stands open at once.
                self.panels[o.side] = pressed.response


def _begins(entry: Entry) -> bool:
    """Whether a journal entry begins a leader's or Command's activation, or a Player Turn.

    With Momentum a leader has another one.
    """
    return entry.kind == "event" and entry.data["type"] in ("orders-began", "activation-began", "player-turn-began")


def _whose(entry: Entry, table: TableView) -> str | None:
    """The side whose activation begins by it; None where nobody is active."""
    if entry.data["type"] == "player-turn-began":
        return str(entry.data["orders"]["side"])
    return table.sides[table.active[0].side].id if table.active else None


def _ordered(entry: Entry, side: str) -> list[str]:
    """The units that got an order by a journal entry."""
    if entry.kind != "answer" or entry.data["side"] != side:
        return []
    answer = entry.data["answer"]
    if answer["do"] in ("pick", "picks"):
        return []
    # A Line is named once, then each of its units moves by an order of its own.
    if answer["do"] == "form":
        return list(answer["units"])
    return [x for x in (answer.get("unit"), answer.get("leader")) if isinstance(x, str)][:1]
