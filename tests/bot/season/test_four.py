"""A league of four whose referee plays in it, one of whom reads a digest: what each of them reads is true, and once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord

from bot.storage.competitions import Fixture
from tests.bot.e2e.kit import controls
from tests.bot.season.season import DUEL, Season, season

WEEK = 7


async def digests(s: Season, days: float = 1) -> list[str]:
    """What Cleo reads in private as days go by."""
    before = len(s.lines)
    await s.pass_time(days)
    return [x.text for x in s.lines[before:] if x.where == "to Cleo"]


async def match(s: Season, *names: str) -> Fixture:
    assert s.league is not None
    every = await s.service.competitions.fixtures(s.league.id)
    return next(f for f in every if {s.names[u] for u in f.players} == {*names})


def place(s: Season, f: Fixture) -> Any:
    return next(c for c in s._channels() if c.id == f.place)


async def test_a_late_match_is_told_truly_and_once_to_who_reads_a_digest(tmp_path: Path) -> None:
    async with season(tmp_path) as s:
        managers = s.guild.create_role("more managers", permissions=discord.Permissions(manage_guild=True))
        jon = s.guild.add_member(s.env.create_user("jonas", global_name="Jonas"), roles=[managers])
        s.names |= {jon.id: "Jonas", s.guild.owner.id: "the owner"}
        s.people["Mia"], s.absent = s.mia, {*s.people, "Mia"}
        cleo, channel = s.people["Cleo"], s.league_channel
        await s.do(s.mia, channel, "referee event create", name="Four", kind="league", scenarios=DUEL, days=WEEK)
        for name in ("Mia", "Ada", "Ben", "Cleo"):
            await s.do(s.people[name], channel, "event join", event="Four")
        await s.do(cleo, channel, "preferences reminders", how="digest")
        await s.do(s.mia, channel, "referee event start", event="Four")
        [s.league] = await s.service.competitions.of_guild(s.guild.id)
        await s.tick()
        f = await match(s, "Mia", "Cleo")
        if f.due is None:  # they meet in a later round
            f = next(x for x in await s.playable(s.league) if "Cleo" in {s.names[u] for u in x.players})
        other = next(s.people[s.names[u]] for u in f.players if u != cleo.id)
        name = s.names[other.id]
        # The match stands in the list, with all there is to know; it isn't news besides.
        [first] = await digests(s)
        assert "to begin**, [Begin] when you are ready" in first and "to be over by day 7.0" in first, first
        assert "What you were to be told" not in first, first
        told = await s.do(other, place(s, f), "battle start")
        assert "You are ready" in told
        [second] = await digests(s)
        assert f"**to begin**: {name} is ready, your [Begin] starts it" in second, second
        assert "What you were to be told" not in second, second
        # Time runs out.
        late = (await digests(s, 7))[-1]
        assert "its time was up day 7.0" in late, late
        # What is asked before it is fought isn't about what was fought.
        f = await match(s, name, "Cleo")
        if name == "Mia":
            award: dict[str, Any] = {"match": f.n, "winner": s.mia, "reason": "never came"}
            assert "others are asked" in await s.do(s.mia, channel, "referee event award", **award)
            asked = next(m for m in channel.history() if any(c.verb == "motion" for c in controls(m)))
        await s.do(cleo, place(s, f), "battle start")
        lost = f.place
        s.env.backend.delete_channel(lost)
        await s.env.settle()
        await s.tick()
        f = await match(s, name, "Cleo")
        assert f.place and f.place != lost, "it goes on elsewhere"
        await s.do(cleo, place(s, f), "battle resign", sure=True)
        await s.bot.messages.closing.close_up()
        await s.tick()
        if name == "Mia":
            message = next(m for m in channel.history() if m.id == asked.id)
            assert not controls(message) and message.content.endswith("Nothing comes of that any more."), (
                message.content
            )
        assert not any(str(lost) in x for x in await digests(s)), "no link leads to what is gone"
        wins = [f.winner for f in await s.service.competitions.fixtures(s.league.id) if f.how == "battle"]
        assert wins == [other.id]


async def test_a_rematch_is_asked_for_in_clear_words(tmp_path: Path) -> None:
    async with season(tmp_path) as s:
        ada, ben, where = s.people["Ada"], s.people["Ben"], s.league_channel
        await s.do(ada, where, "battle create", scenario=DUEL, side="Reds")
        await s.do(ben, where, "battle join", side="Blues")
        await s.do(ada, where, "battle start")
        assert "isn't over yet" in await s.do(ada, where, "battle rematch")
        await s.do(ada, where, "battle abandon", sure=True)
        assert "was broken off; a new one" in await s.do(ada, where, "battle rematch")
        s.now[0] += 60.0  # of two battles the later one counts
        await s.do(ada, where, "battle create", scenario=DUEL, side="Reds")
        await s.do(ben, where, "battle join", side="Blues")
        await s.do(ada, where, "battle start")
        await s.do(ben, where, "battle resign", sure=True)
        await s.bot.messages.closing.close_up()
        assert "sides changed" in await s.do(ben, where, "battle rematch")
        assert "or /battle start, begins it" in await s.do(ada, where, "battle rematch")
