"""A battle between two people who press, on the real bot in a simulated Discord."""

from __future__ import annotations

import random
from typing import Any

from bot.service import Open
from engine.kernel.decisions import Command
from tests.bot.e2e.kit import Table, control, controls
from tests.bot.guided import person
from tests.bot.guided.tally import Activation, Tally


class Match:
    """Plays, and counts."""

    def __init__(self, sim: Table, scenario: str, seed: int) -> None:
        self.sim = sim
        self.scenario = scenario
        self.rng = random.Random(f"guided {seed}")
        self.tally = Tally(scenario, seed)
        self.battle = ""
        self.panel: Any = None
        self.ordered: set[str] = set()
        """Units that have had an order in this activation."""
        self.asked: set[tuple[str, int]] = set()
        self.seen = 0
        """Messages counted."""

    async def begin(self) -> None:
        made = await self.sim.ada.slash(self.sim.channel, "battle create", scenario=self.scenario, mode="live")
        battle = await self.sim.service.battles.in_channel(self.sim.channel.id)
        assert battle is not None, made
        self.battle = battle.id
        names = [name for _, name in battle.sides]
        await self.sim.ada.slash(self.sim.channel, "battle join", side=names[0])
        await self.sim.ben.slash(self.sim.channel, "battle join", side=names[1])
        await self.sim.ada.slash(self.sim.channel, "battle start")
        self.seen = len(self.sim.messages)

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
        self._count_messages()
        if battle.status != "running" or game is None:
            self.tally.ended = battle.outcome
            return False
        table = game.system.view(game.state)
        if table.active:
            side, moment = table.sides[table.active[0].side].id, table.activation
            if self.now is None or (self.now.side, self.now.moment) != (side, moment):
                if len(self.tally.activations) >= most:
                    return False
                self.tally.activations.append(Activation(side, moment))
                self.ordered = set()
        o = opens[0]
        self._count_question(o)
        if isinstance(o.decision, Command):
            await self._order(o, o.decision)
        else:
            await self._answer(o)
        return True

    def _count_messages(self) -> None:
        n = len(self.sim.messages)
        if self.now is not None:
            self.now.messages += n - self.seen
        self.seen = n

    def _count_question(self, o: Open) -> None:
        if self.now is not None and o.side != self.now.side and (o.side, o.token) not in self.asked:
            self.now.questions[o.decision.kind] += 1
        self.asked.add((o.side, o.token))

    def _who(self, o: Open) -> Any:
        return next(p for p in (self.sim.ada, self.sim.ben) if p.id == o.user)

    async def press(self, o: Open, message: Any, press: person.Press) -> Any:
        """One press, counted where the active side makes it."""
        if self.now is not None and o.side == self.now.side:
            self.now.presses += 1
            self.now.why[press.why] += 1
        who = self._who(o)
        shown = getattr(message, "message", message)
        if press.value is None:
            return await who.click(shown, custom_id=press.custom_id)
        return await who.select(shown, press.value.split(","), custom_id=press.custom_id)

    # -- orders -------------------------------------------------------------------------------------------------

    async def _order(self, o: Open, decision: Command) -> None:
        order = person.in_mind(decision, self.rng, self.ordered)
        asking = self._asking("orders", o)
        if order is None:
            done = next((c for c in controls(asking) if c.verb == "default"), None)
            if done is not None:
                await self.press(o, asking, person.Press(done.custom_id, why="done"))
                return
            order = self._default(decision)
        panel = self._open_panel(o)
        if panel is None:
            opened = await self.press(o, asking, person.Press(control(asking, "orders").custom_id, why="open"))
            panel = self.panel = opened.response or opened.followups[0]
        before = await self.sim.head()
        while await self.sim.head() == before:
            await self.press(o, panel, person.towards(panel, order.path))
        if self.now is not None and o.side == self.now.side:
            self.now.units += len(order.units)
            self.now.orders += 1
            self.ordered.update(order.units)

    def _default(self, decision: Command) -> person.Order:
        n = next(n for n, c in enumerate(decision.menu) if c.answer == decision.default_answer)
        return person.Order((n,), decision.default_answer, ())

    def _open_panel(self, o: Open) -> Any:
        """The panel as it still stands open for this question; None where it has to be opened."""
        if self.panel is None:
            return None
        tokens = {c.custom_id.split(":")[3] for c in controls(self.panel)}
        return self.panel if tokens == {str(o.token)} else None

    def _asking(self, verb: str, o: Open) -> Any:
        for m in reversed(self.sim.messages):
            if any(c.custom_id.split(":")[3] == str(o.token) for c in controls(m)):
                return m
        raise AssertionError(f"nobody asks {o.decision.kind} of {o.side}")

    # -- answers ------------------------------------------------------------------------------------------------

    async def _answer(self, o: Open) -> None:
        answer = person.answer_in_mind(o.decision, self.rng)
        message = self._asking("answer", o)
        presses = person.answering(message, o.decision, answer)
        if not presses:
            opened = await self.press(o, message, person.Press(control(message, "orders").custom_id, why="open"))
            message = opened.response or opened.followups[0]
            presses = person.answering(message, o.decision, answer)
            if not presses:
                # Pages of selects: nobody presses that much; they let everybody do nothing.
                none = next(c for c in controls(message) if c.verb == "alike")
                presses = [person.Press(none.custom_id, why="answer")]
        for p in presses:
            await self.press(o, message, p)
