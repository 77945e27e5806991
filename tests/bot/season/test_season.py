"""A season from its call to its winners, with everything that goes wrong in one: who hears of it, and how often."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from tests.bot.quiet.hearing import calls
from tests.bot.season.season import ABSENT, CUP, LEAGUE, Season, season

A_MATCH = 5
"""Calls of one player to one match that goes as it should, at most: that it is to be played, that the other is ready,
that it is their move, that it is over, and one to spare for a deadline."""


async def test_a_season_comes_to_its_end_and_calls_nobody_who_was_not_meant(tmp_path: Path) -> None:
    async with season(tmp_path) as s:
        await s.played()
        league, cup = await s.events()
        assert (league.status, cup.status) == ("finished", "finished")
        assert s.names[league.winners[0]] in LEAGUE and s.names[league.winners[0]] not in ("Cleo", ABSENT)
        assert len(cup.winners) == 1 and s.names[cup.winners[0]] != s.gone
        await nobody_else(s)
        await nothing_twice(s)
        awards = [f for f in await s.service.competitions.fixtures(league.id) if f.how == "award"]
        assert awards and all(ABSENT in {s.names[u] for u in f.players} for f in awards)
        assert any("takes back how match" in str(x) for x in s.lines), "an award was taken back"
        assert any("gives match" in x.text and x.called for x in s.lines), "a match got a week more"
        assert [h for h in s.heard if h.reader is not None and s.names[h.reader] == "Mia"], "told of the lost channel"
        print(s.summary())


async def nobody_else(s: Season) -> None:
    """Each place calls only those who play there, and the referee where a referee is wanted."""
    rooms: dict[int, set[str]] = {}
    for event in await s.events():
        for f in await s.service.competitions.fixtures(event.id):
            rooms.setdefault(f.place, set()).update(s.names[u] for u in f.players)
    gone: dict[str, float] = {}
    for x in s.lines:
        if "event withdraw" in x.text and x.heard is None:
            who = "Cleo" if x.text.startswith("Cleo") else s.gone
            gone.setdefault(who, x.day)
        if x.heard is None or not x.called:
            continue
        place, called = s._place(x.heard), set(x.called)
        if place == "#league":
            assert called <= {*LEAGUE, "Mia"}, x
            assert "Mia" not in called or "referee" in x.text.lower(), x
        elif place in ("#cup", "#cup-2"):
            assert called <= {*CUP, "Mia"}, x
        elif x.heard.channel in rooms:
            assert called <= rooms[x.heard.channel], x
        else:
            assert place.startswith(("to ", "#")), x
        if place == "#league":
            assert not ("Cleo" in called and x.day > gone.get("Cleo", 999.0)), f"withdrawn, and called: {x}"


async def nothing_twice(s: Season) -> None:
    """No message is said twice, and no match rings more often than it must."""
    again = Counter((h.channel, h.text) for h in s.heard if h.called)
    assert again.most_common(1)[0][1] == 1, again.most_common(3)
    for event in await s.events():
        for f in await s.service.competitions.fixtures(event.id):
            if f.how == "battle" and f.place and not f.moves:
                rang = calls([h for h in s.heard if h.channel == f.place])
                assert max(rang.values(), default=0) <= A_MATCH, (f.n, rang)
