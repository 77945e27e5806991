"""A league, cup or Swiss rounds in which anything happens, in any order.

Whatever players, referees, the clock and Discord do:

* everybody concerned is told once: nothing calls the same people twice in the same words, nothing is said again by
  looking once more, and of a match that is decided without a battle both who win and who lose by it hear;
* nobody decides for themselves: no command of a referee who takes part changes a match they play, or who else goes on;
* no deadline runs where nobody can answer: a match without a place keeps what time it had;
* one place, one battle: no two matches are fought in one place, and no two battles are under way in a channel;
* nothing is lost: who has withdrawn has no match to play, who wins a match has played it, and an event is over when all
  its matches are;
* every act is answered in words, and nothing is logged as an error.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Coroutine
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule

from bot.service.competitions import progress
from bot.storage.competitions import ABANDONED, FINISHED, RUNNING, Fixture
from tests.bot.any_order import HEAVY, SORRY, Machine, tried
from tests.bot.leagues.world import DAY, EVENT, PEOPLE, PLAYING_REFEREE, SPARE, World, world

SEQUENCES, STEPS = (400, 40) if HEAVY else (6, 25)
"""Sequences of acts, and acts in each at most."""
LOST = "was deleted"
"""Part of what is said of a channel that is gone, which may happen to the next one, too."""

WEIGHTED = (
    *["first loses", "second loses", "award", "reopen", "replace", "return", "agree"] * 3,
    *["withdraw", "extend", "time", "withdraws", "rematch"] * 2,
    *("begin", "seat", "restart", "delete", "move", "leaves"),
)
"""What may happen, as often as it does beside the rest."""


class AnyOrder(Machine[World]):
    """The server, what is done in it, and what must hold after everything that is done."""

    world = staticmethod(world)

    # -- the beginning ------------------------------------------------------------------------------------------

    @initialize(
        kind=st.sampled_from(["league", "cup", "swiss"]),
        players=st.integers(4, 8),
        forum=st.booleans(),
        both=st.booleans(),
        days=st.sampled_from([3, 7, 30]),
    )
    def begin(self, kind: str, players: int, forum: bool, both: bool, days: int) -> None:
        self._do(self.w.call(kind, PEOPLE[:players], forum=forum, both=both))
        self._do(self.w.do(self.w.people["Mia"], "referee event change", days=days))
        self._do(self.w.do(self.w.people["Mia"], "referee event start", event=EVENT))

    @rule(
        what=st.sampled_from(WEIGHTED),
        n=st.integers(0, 30),
        name=st.sampled_from(PEOPLE),
        new=st.sampled_from((*PEOPLE[6:], *SPARE)),
        mia=st.booleans(),
    )
    def something_happens(self, what: str, n: int, name: str, new: str, mia: bool) -> None:
        """One rule for all: so that what matters is met often enough."""
        w = self.w
        there = w.people[name].id not in w.left
        match what:
            case "first loses" | "second loses" | "begin" | "rematch":
                self._do(self._play(n, what))
            case "withdraws" if there:
                self._do(w.do(w.people[name], "event withdraw", event=EVENT, sure=True))
            case "agree":
                who = "Mia" if mia else name
                if w.people[who].id not in w.left:
                    self._do(self._agree(who, n))
            case "time":
                self._do(self._pass_days((0.5, 2.0, 6.0, 9.0)[n % 4]), unasked=True)
            case "restart":
                self._do(w.restart(), unasked=True)
            case "delete":
                self._delete(n)
            case "move":
                self._do(w.move(forum=mia))
            case "leaves" if there and name != PLAYING_REFEREE and len(w.left) < 2:
                self._do(w.leave_server(name), unasked=True)
            case "leaves" | "withdraws":
                pass
            case act:
                self._do(self._judge("Mia" if mia else PLAYING_REFEREE, act, n, name, new))

    async def _play(self, which: int, end: str) -> None:
        matches = [f for f in await self.w.fixtures() if f.playable and self.w.thread(f.place) is not None]
        there = {u for f in matches for u in f.players} & self.w.left
        matches = [f for f in matches if not there & set(f.players)]
        if not matches:
            return
        f = matches[which % len(matches)]
        where = self.w.thread(f.place)
        one, other = (self.w.people[self.w.names[u]] for u in f.players)
        for who in (one, other):
            await self.w.do(who, "battle start", where)
        if end == "begin":
            return
        loser = one if end == "first loses" else other
        await self.w.do(loser, "battle resign", where, sure=True)
        await self.w.bot.messages.closing.close_up()
        if end == "rematch":
            await self.w.do(one, "battle rematch", where)

    async def _judge(self, who: str, act: str, n: int, name: str, new: str) -> None:
        w, why = self.w, {"reason": f"so be it, {n}"}
        fixtures = await w.fixtures()
        f = fixtures[n % len(fixtures)] if fixtures else None
        player = w.people[name]
        if {w.people[name].id, w.people[new].id} & w.left or (act == "withdraw" and name == who):
            return
        command, options = f"referee event {act}", dict[str, Any]()
        match act:
            case "award" if f is not None and f.players:
                options = {"match": f.n, "winner": self._member(f.players[n % len(f.players)]), **why}
            case "extend" | "reopen" if f is not None:
                options = {"match": f.n, **(why if act == "reopen" else {"days": 1 + n % 5})}
            case "withdraw":
                command, options = "event withdraw", {"player": player, "sure": True, **why}
            case "replace":
                options = {"player": player, "by": w.people[new], **why}
            case "return":
                options = {"player": player, **why}
            case "seat" if f is not None and (where := w.thread(f.place)) is not None:
                seat = w.do(w.people[who], "referee seat", where, side="red", player=w.people[new], **why)
                await self._impartially(who, seat)
                return
            case _:
                return
        await self._impartially(who, w.do(w.people[who], command, event=EVENT, **options))

    def _member(self, user: int) -> Any:
        member = self.w.people[self.w.names[user]]
        return member.user if user in self.w.left else member

    async def _impartially(self, who: str, act: Coroutine[Any, Any, Any]) -> None:
        """Nobody decides for themselves."""
        w, user = self.w, self.w.people[who].id
        event = await w.event()
        before = await self._concerning(user)
        entrants = await w.service.competitions.entrants(event.id)
        await act
        if not any(e.user == user and not e.withdrawn for e in entrants):
            return
        after = [x for x in await self._concerning(user) if x[0] in {b[0] for b in before}]
        assert after == before, f"{who} decides in their own cause"
        now = await w.service.competitions.entrants(event.id)
        assert [(e.user, e.withdrawn) for e in now] == [(e.user, e.withdrawn) for e in entrants]

    async def _concerning(self, user: int) -> list[tuple[Any, ...]]:
        event = await self.w.event()
        return [
            (f.n, f.players, f.winner, f.how, round(f.due or 0))
            for f in await self.w.fixtures()
            if len(f.players) == 2 and user in {event.holder(u) for u in f.players}
        ]

    async def _agree(self, name: str, which: int) -> None:
        asked = await self.w.asked()
        if asked:
            message, custom_id = asked[which % len(asked)]
            await self.w.press(self.w.people[name], message, custom_id)

    # -- the clock, and Discord ---------------------------------------------------------------------------------

    async def _pass_days(self, days: float) -> None:
        before = {f.n: f for f in await self.w.fixtures()}
        homeless = [f for f in before.values() if f.playable and not f.place]
        await self.w.pass_days(days)
        await self.w.tick()
        now = {f.n: f for f in await self.w.fixtures()}
        for f in homeless:
            later = now[f.n]
            if later.playable and later.due is not None and f.due is not None:
                assert later.due - f.due >= days * DAY - 120, f"match {f.n} had no place, and its time ran"
                assert later.stage == f.stage, f"match {f.n} had no place, and its players were reminded"

    def _delete(self, n: int) -> None:
        """The hall, the forum, or the place of a match."""
        w, there = self.w, self.w.env.backend.channels
        threads = w.threads()
        if n % 4 == 0 and w.hall.id in there:
            self._do(w.delete(w.hall), unasked=True)
        elif n % 4 == 1 and w.forum is not None and w.forum.id in there:
            self._do(w.delete(w.forum), unasked=True)
        elif threads:
            self._do(w.delete(threads[n % len(threads)]), unasked=True)

    # -- what must hold -----------------------------------------------------------------------------------------

    async def _then_checked(self, act: Coroutine[Any, Any, Any], *, unasked: bool = False) -> None:
        before = len(self.w.heard)
        try:
            await act
            await self.w.tick()
            # What somebody does again is told again.
            self._nothing_twice(0 if unasked else before, before)
            await self._check()
        except AssertionError as e:
            raise AssertionError("\n".join([str(e), *self.w.did])) from e

    async def _check(self) -> None:
        w = self.w
        heard = len(w.heard)
        await w.tick()
        assert len(w.heard) == heard, f"said again by looking once more: {w.heard[heard:]}"
        assert not self.found.unexpected(), self.found.unexpected()
        assert not any(SORRY in x for x in w.did)
        event, fixtures = await w.event(), await w.fixtures()
        await self._one_place_one_battle(fixtures)
        out = {e.user for e in await w.service.competitions.entrants(event.id) if e.withdrawn}
        for f in fixtures:
            if event.status == RUNNING and f.playable:
                assert not out & set(f.players), f"match {f.n} waits for who has withdrawn"
            if f.decided and f.winner:
                assert f.winner in f.players, f
        if event.status not in (ABANDONED,) and event.seed:
            over = progress.over(event, fixtures, out)
            assert (event.status == FINISHED) == over, (event.status, over)
        if w.hall.id in w.env.backend.channels:
            assert not [f for f in fixtures if f.untold], "decided, and not told"
        await self._told_of_decisions(fixtures)

    def _nothing_twice(self, since: int, new: int) -> None:
        """Of what is new nothing was said before, from message ``since`` on."""
        said = Counter((h.channel, h.text, h.called) for h in self.w.heard[since:] if h.called)
        for h in self.w.heard[new:]:
            again = said[h.channel, h.text, h.called] > 1 and LOST not in h.text
            assert not again, f"said twice: {h}"

    async def _one_place_one_battle(self, fixtures: list[Fixture]) -> None:
        places = Counter(f.place for f in fixtures if not f.decided and f.place)
        assert not [p for p, n in places.items() if n > 1], places
        battles = await self.w.service.battles.of_guild(self.w.guild.id)
        channels = Counter(b.channel for b in battles if b.status in ("open", "running") and b.channel)
        assert not [c for c, n in channels.items() if n > 1], channels
        known = {b.id: b for b in battles}
        event = await self.w.event()
        for f in fixtures:
            battle = known.get(f.battle or "")
            if f.playable and f.place and battle is not None and event.status == RUNNING:
                assert battle.status in ("open", "running") and battle.channel == f.place, (f, battle.status)

    async def _told_of_decisions(self, fixtures: list[Fixture]) -> None:
        """Who wins a match by an award or a withdrawal was called to it, however often it was decided."""
        w = self.w
        for f in fixtures:
            if f.how not in (progress.AWARD, progress.FORFEIT) or f.untold or not f.winner or f.winner in w.left:
                continue
            told = [h for h in w.heard if f.winner in h.called and f"match {f.n}" in h.text.lower()]
            assert told, f"match {f.n} was decided, and {w.names[f.winner]} not told"


def test_whatever_happens_in_whatever_order() -> None:
    tried(AnyOrder, SEQUENCES, STEPS, 10)
