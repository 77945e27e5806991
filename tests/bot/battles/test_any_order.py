"""A battle in which anything happens, in any order.

Whatever its players, bystanders, referees, the clock, Discord and the operator do:

* nothing acknowledged is lost: the journal only grows, its chain is whole, the state is what it leads to, and the dice
  trail verifies;
* whoever is asked is asked once: each open question has its controls on one message in the battle's channel, which
  names who has the seat, and no other message asks anything;
* everybody concerned is told once: looking once more says nothing again, and nobody is called twice by what happens
  unasked;
* nobody acts for others: what bystanders press, and players who aren't asked, leaves the journal as it is, and so does
  a control of a question that is settled;
* no deadline runs where nobody can answer: a battle whose channel is gone keeps what time its players had;
* every act is answered in words, and nothing is logged as an error.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule
from simcord.backend.errors import SetupError

from bot.components.ids import parse
from bot.messages.publishing.posts import LEFT
from engine.kernel.game import rebuild
from engine.kernel.journal import broken_at
from tests.bot.any_order import HEAVY, SORRY, Machine, tried
from tests.bot.battles.world import ASKING, HOUR, World, world
from tests.bot.e2e.kit import controls

SEQUENCES, STEPS = (400, 60) if HEAVY else (6, 40)
"""Sequences of acts, and acts in each at most."""

WEIGHTED = (
    *["answer", "press"] * 6,
    *["undo", "consent", "time", "standing", "set", "decide"] * 2,
    *("seat", "substitute", "away", "back", "restart", "delete", "move", "put away", "stale", "bystander"),
    *("draw", "clear", "roll"),
)
"""What may happen, as often as it does beside the rest."""


class AnyOrder(Machine[World]):
    """The channel, what is done in it, and what must hold after everything that is done."""

    world = staticmethod(world)

    def __init__(self) -> None:
        super().__init__()
        self.journal: list[tuple[int, str]] = []
        """What stood in the journal: number and chain."""

    @initialize(mode=st.sampled_from(["live", "correspondence"]), seconds=st.sampled_from(["", "6h", "2d"]))
    def begin(self, mode: str, seconds: str) -> None:
        self._do(self.w.begin(mode, seconds))

    @rule(what=st.sampled_from(WEIGHTED), n=st.integers(0, 60), player=st.sampled_from(["Ada", "Ben"]))
    def something_happens(self, what: str, n: int, player: str) -> None:
        """One rule for all: so that what matters is met often enough."""
        w = self.w
        match what:
            case "answer":
                self._do(w.answer(n))
            case "press":
                self._do(w.press_some(n))
            case "undo":
                self._do(w.do(player, "undo"))
            case "consent":
                self._do(self._consent(player, n))
            case "draw":
                self._do(w.do(player, "battle draw"))
            case "standing":
                policy = ("strike-back", "brace")[n % 2]
                self._do(w.do(player, "standing set", question=policy, answer=("always", "never", "ask")[n % 3]))
            case "clear":
                self._do(w.do(player, "standing clear", question="brace"))
            case "set":
                options = {"piece": f"{'rb'[n % 2]}{1 + n % 3}", "what": "hits", "value": str(n % 3)}
                self._do(w.do("Mia", "referee set", reason="counted again", **options))
            case "decide":
                side = ("Reds", "Blues")[n % 2]
                self._do(w.do("Mia", "referee decide", side=side, answer="default", reason="they are away"))
            case "roll":
                self._do(w.do("Mia", "referee roll", dice="d6", reason="for luck"))
            case "seat":
                self._do(self._seat(n))
            case "substitute":
                self._do(w.do(player, "team substitute", player=w.people["Cleo"]))
            case "away":
                self._do(w.do(player, "preferences away", until="3d"))
            case "back":
                self._do(w.do(player, "preferences back"))
            case "time":
                self._do(self._pass_hours((0.1, 1.0, 5.0, 30.0)[n % 4]), unasked=True)
            case "restart":
                self._do(w.restart(), unasked=True)
            case "put away":
                self._do(w.put_away(), unasked=True)
            case "delete" if w.there and n % 2:
                self._do(w.delete(), unasked=True)
            case "move":
                self._do(w.move(player, thread=n % 2 == 0))
            case "stale":
                self._do(self._stale(player, n))
            case "bystander":
                self._do(self._changing_nothing(w.press_some(n, "Cleo"), "Cleo"))
            case _:
                pass

    # -- acts ---------------------------------------------------------------------------------------------------

    async def _consent(self, player: str, n: int) -> None:
        """[Agree] or [Decline] of what one player asks of the other, or of a member."""
        w = self.w
        asked = [(m, c) for m in w.messages for c in controls(m) if c.verb in ("consent", "invited")]
        if asked:
            message, c = asked[n % len(asked)]
            await w.press((player, "Cleo")[n % 3 == 0], message, c.custom_id)

    async def _seat(self, n: int) -> None:
        w = self.w
        battle = await w.row()
        side = ("Reds", "Blues")[n % 2]
        player = w.people[("Cleo", "Ada", "Ben")[n % 3]]
        await w.do("Mia", "referee seat", side=side, player=player, reason=f"so be it, {battle.rolls}")

    async def _stale(self, player: str, n: int) -> None:
        """A control that was shown once, of a question that may be settled."""
        w = self.w
        if not w.old:
            return
        message, custom_id, value = w.old[n % len(w.old)]
        ref = parse(custom_id)
        live = {str(o.token) for o in await w.opens()}
        if ref is None or ref[1].token in live or ref[0] == "consent":
            return
        now = next((m for m in w.messages if m.id == message.id), None)
        if now is None or not any(c.custom_id == custom_id for c in controls(now)):
            return  # it shows nothing of the kind any more
        with suppress(SetupError):  # a select in which that was chosen
            await self._changing_nothing(w.press(player, now, custom_id, value), player)

    async def _changing_nothing(self, act: Coroutine[Any, Any, Any], who: str) -> None:
        seats = {s.user for s in (await self.w.row()).seats}
        before = await self._entries()
        await act
        if self.w.people[who].id not in seats or who != "Cleo":
            assert await self._entries() == before, f"{who} has changed something"

    # -- the clock ----------------------------------------------------------------------------------------------

    async def _pass_hours(self, hours: float) -> None:
        w = self.w
        paused = (await w.row()).paused
        before = {(o.side, o.token): o.due for o in await w.opens()}
        journal = await self._entries()
        w.now[0] += hours * HOUR
        w.did.append(f"— {hours} hours pass —")
        await w.tick()
        if paused:
            assert await self._entries() == journal, "a battle that stands still has gone on"
            after = {(o.side, o.token): o.due for o in await w.opens()}
            late = [k for k, due in after.items() if due is not None and due <= w.now[0] and before.get(k) is not None]
            assert not late or (await w.row()).paused, "its time has run while it stood still"

    # -- what must hold -----------------------------------------------------------------------------------------

    async def _then_checked(self, act: Coroutine[Any, Any, Any], *, unasked: bool = False) -> None:
        before = len(self.w.heard)
        try:
            await act
            await self.w.tick()
            if unasked:
                new = self.w.heard[before:]
                said = Counter((h.text, u) for h in new for u in h.called)
                assert not [x for x, n in said.items() if n > 1], f"called twice by the same: {said}"
            await self._check()
        except AssertionError as e:
            raise AssertionError("\n".join([str(e), *self.w.did])) from e

    async def _entries(self) -> list[tuple[int, str]]:
        return [(e.seq, e.hash) for e in await self.w.service.play.entries(self.w.battle)]

    async def _check(self) -> None:
        w = self.w
        heard = len(w.heard)
        await w.tick()
        assert len(w.heard) == heard, f"said again by looking once more: {w.heard[heard:]}"
        assert not self.found.unexpected(), self.found.unexpected()
        assert not [x for x in w.did if SORRY in x]
        entries = await w.service.play.entries(w.battle)
        assert broken_at(entries) is None
        now = [(e.seq, e.hash) for e in entries]
        assert now[: len(self.journal)] == self.journal, "what stood in the journal stands there no more"
        self.journal = now
        battle = await w.row()
        if battle.status == "running":
            game = await w.service.play.game(w.battle)
            assert rebuild(game.system, list(entries)) == game.state
        await self._asked_once()

    async def _asked_once(self) -> None:
        """Each open question on one message; nothing else asks."""
        w = self.w
        battle = await w.row()
        if not w.there or battle.paused:
            return
        live = {f"{o.token}": o for o in await w.opens()}
        shown: Counter[str] = Counter()
        # What is too old to be edited so often keeps its controls for a while.
        left = {p.message for p in await w.service.posts.of(w.battle, LEFT)}
        for message in (m for m in w.messages if m.id not in left):
            tokens = {
                found[1].token
                for c in controls(message)
                if (found := parse(c.custom_id)) is not None and found[0] in ASKING and found[1].battle == battle.id
            }
            assert tokens <= set(live), f"asks what isn't asked: {message.content[-200:]!r}"
            shown.update(tokens)
            for token in tokens:
                asked = [o for o in await w.opens() if str(o.token) == token]
                others = {u for u in w.names if f"<@{u}>" in message.content.rpartition("\n\n")[2]} - {
                    o.user for o in asked
                }
                assert not others, f"names somebody else than whoever is asked: {message.content[-200:]!r}"
        for token, o in live.items():
            wanted = len([x for x in await w.opens() if str(x.token) == token])
            assert shown[token] == wanted, f"{o.side} is asked on {shown[token]} messages: {o.decision.kind}"


def test_whatever_happens_in_whatever_order() -> None:
    tried(AnyOrder, SEQUENCES, STEPS, 15)
