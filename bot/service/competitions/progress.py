"""How a league or cup goes on from where it stands: rounds open, winners advance, and in the end somebody has won.

Pure: fixtures in, fixtures out, nothing read or stored. What can follow follows at once, so that doing it again changes
nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from bot.service.competitions import swiss
from bot.service.competitions.pairings import bracket, lot, round_robin, rounds_of
from bot.service.competitions.standings import NOBODY, Meeting, Row, table
from bot.storage.competitions import CUP, LEAGUE, SWISS, Competition, Fixture, Leg

BATTLE, POINTS, LOT, AWARD, FORFEIT, BYE, VOID = "battle", "points", "lot", "award", "forfeit", "bye", "void"
"""What decides a match."""

DAY = 24 * 3600.0


# -- beginning --------------------------------------------------------------------------------------------------------


def fixtures_of(event: Competition) -> list[Fixture]:
    """All matches of an event that begins with its order; those of later rounds of a cup are without players.

    Of Swiss rounds the first: the next is paired when it is over.
    """
    if event.kind == SWISS:
        return _next_swiss(event, (), ())
    if event.kind == LEAGUE:
        rounds = round_robin(len(event.order), event.cycles * (2 if event.both else 1))
        pairs = [
            (r, slot, event.order[a], event.order[b])
            for r, meetings in enumerate(rounds, start=1)
            for slot, (a, b) in enumerate(meetings)
        ]
        return [
            Fixture(event.id, n, r, a, b, _scenario(event, r), slot=slot)
            for n, (r, slot, a, b) in enumerate(pairs, start=1)
        ]
    first = [
        Fixture(event.id, slot + 1, 1, event.order[a], _player(event, b), _scenario(event, 1), slot=slot)
        for slot, (a, b) in enumerate(bracket(len(event.order)))
    ]
    made = [_turned(f) if f.slot % 2 and f.second is not None else f for f in first]
    last = rounds_of(len(event.order))
    for r in range(2, last + 1):
        for slot in range(len(first) >> (r - 1)):
            made.append(Fixture(event.id, len(made) + 1, r, None, None, _scenario(event, r), slot=slot))
    if event.third and last > 1:
        made.append(Fixture(event.id, len(made) + 1, last, None, None, _scenario(event, last), slot=1, third=True))
    return made


def _next_swiss(event: Competition, fixtures: Sequence[Fixture], withdrawn: Collection[int]) -> list[Fixture]:
    """The matches of the next Swiss round, for those who go on."""
    r, n = max((f.round for f in fixtures), default=0) + 1, len(fixtures)
    rows = league_table(event, fixtures)
    standing = [row.user for row in rows if row.user not in withdrawn]
    played = [(event.holder(f.first), event.holder(f.second)) for f in fixtures if f.first and f.second]
    firsts = {u: sum((a == u) - (b == u) for a, b in played) for u in standing}
    freed = {event.holder(f.first) for f in fixtures if f.how == BYE and f.first is not None}
    pairs = swiss.pair(standing, {row.user: row.points for row in rows}, played, firsts, freed)
    return [
        Fixture(event.id, n + 1 + slot, r, a, b, _scenario(event, r), slot=slot)
        if b is not None
        else Fixture(event.id, n + 1 + slot, r, a, None, _scenario(event, r), slot=slot, winner=a, how=BYE)
        for slot, (a, b) in enumerate(pairs)
    ]


def _scenario(event: Competition, round_: int) -> str:
    return event.scenarios[(round_ - 1) % len(event.scenarios)]


def _player(event: Competition, seed: int | None) -> int | None:
    return None if seed is None else event.order[seed]


def _turned(f: Fixture) -> Fixture:
    return replace(f, first=f.second, second=f.first)


# -- going on ---------------------------------------------------------------------------------------------------------


def proceed(event: Competition, fixtures: Sequence[Fixture], withdrawn: Collection[int], now: float) -> list[Fixture]:
    """The matches after everything that follows by itself at a time (seconds since 1970): all of them, by number."""
    found = {f.n: f for f in fixtures}
    if event.kind == CUP:
        for f in sorted(fixtures, key=lambda f: (f.round, f.third, f.slot)):
            found[f.n] = _fed(event, found[f.n], list(found.values()), withdrawn)
    due = now + event.days * DAY
    for f in list(found.values()):
        if not f.decided and len(f.players) == 2:
            gone = [u for u in f.players if u in withdrawn]
            if gone:
                winner = f.other(gone[0]) if len(gone) == 1 else NOBODY
                found[f.n] = replace(f, winner=winner, how=FORFEIT if winner else VOID, untold=True)
    if found != {f.n: f for f in fixtures}:
        return proceed(event, list(found.values()), withdrawn, now)
    if event.kind == SWISS and last_round(event, fixtures) > final_of(fixtures) and _round_over(fixtures, now):
        fresh = _next_swiss(event, fixtures, withdrawn)
        if len(fresh) > 1 or any(f.second is not None for f in fresh):
            return proceed(event, [*fixtures, *fresh], withdrawn, now)
    last = _latest_round(event, found.values(), now)
    for f in list(found.values()):
        if f.due is None and not f.decided and len(f.players) == 2 and f.round <= last:
            found[f.n] = replace(f, due=due)
    return list(found.values())


def soon(event: Competition, due: float) -> float:
    """When the players of a match that is to be over at ``due`` are reminded of it (both in seconds since 1970)."""
    return due - min(3 * DAY, event.days * DAY / 4)


def _round_over(fixtures: Collection[Fixture], now: float) -> bool:
    """Whether every match is decided, or its time is up."""
    return all(f.decided or (f.due is not None and f.due <= now) for f in fixtures)


def _latest_round(event: Competition, fixtures: Collection[Fixture], now: float) -> int:
    """The last round that may be played: in a league, once all rounds before it are over or their time is up."""
    last = final_of(fixtures)
    if event.kind == CUP:
        return last
    return min((f.round for f in fixtures if not f.decided and (f.due is None or f.due > now)), default=last)


def _fed(event: Competition, f: Fixture, fixtures: Sequence[Fixture], withdrawn: Collection[int]) -> Fixture:
    """A match of a cup with the players that come from the round before, decided where only one comes."""
    if f.decided or len(f.players) == 2:
        return f
    if f.round == 1:
        return replace(f, winner=f.first, how=BYE)
    sources = sorted((x for x in fixtures if x.round == f.round - 1 and not x.third), key=lambda x: x.slot)
    if not f.third:
        sources = sources[2 * f.slot : 2 * f.slot + 2]
    if not all(x.decided for x in sources):
        return f
    came = [_loser(x, withdrawn) if f.third else (x.winner or None) for x in sources]
    players = [event.holder(u) for u in came if u is not None]
    if len(players) < 2:
        only = players[0] if players else None
        return replace(f, first=only, winner=only or NOBODY, how=BYE if only else VOID)
    one, other = sorted(players, key=lambda u: (_firsts(u, fixtures), (players.index(u) + f.slot + f.round) % 2))
    return replace(f, first=one, second=other)


def _loser(f: Fixture, withdrawn: Collection[int]) -> int | None:
    if len(f.players) < 2 or not f.winner:
        return None
    loser = f.other(f.winner)
    return None if loser in withdrawn else loser


def _firsts(user: int, fixtures: Sequence[Fixture]) -> int:
    """How much oftener a user played the first side than the second."""
    played = [f for f in fixtures if len(f.players) == 2 and f.legs]
    return sum((f.first == user) - (f.second == user) for f in played)


# -- deciding ---------------------------------------------------------------------------------------------------------


def decided(event: Competition, f: Fixture) -> Fixture:
    """A match after its last battle: decided, or another battle is to be played.

    In a league the battle decides. In a cup a draw is played again with the sides changed, and with ``both`` there are
    two battles anyway; after two, victories count, then losses in both, then a lot from the dice trail of the last.
    """
    legs = f.legs
    if not legs:
        return f
    if event.kind != CUP:
        return replace(f, winner=legs[-1].winner, how=BATTLE)
    if len(legs) == 1:
        return f if event.both or legs[0].winner == NOBODY else replace(f, winner=legs[0].winner, how=BATTLE)
    wins = sum((x.winner == f.first) - (x.winner == f.second) for x in legs)
    lead = round(sum(x.lead for x in legs), 6)
    if wins:
        return replace(f, winner=f.first if wins > 0 else f.second, how=BATTLE)
    if lead:
        return replace(f, winner=f.first if lead > 0 else f.second, how=POINTS)
    return replace(f, winner=(f.first, f.second)[lot(lot_seed(f, legs[-1]))], how=LOT)


def lot_seed(f: Fixture, last: Leg) -> str:
    """What the lot of a match is drawn from: ``trail head|event|match``."""
    return f"{last.head}|{f.event}|{f.n}"


def over(event: Competition, fixtures: Sequence[Fixture], withdrawn: Collection[int] = ()) -> bool:
    """Whether every match is decided, and no other round is to come."""
    if not all(f.decided for f in fixtures):
        return False
    more = event.kind == SWISS and final_of(fixtures) < last_round(event, fixtures)
    return not more or len([u for u in event.order if u not in withdrawn]) < 2


def meetings(event: Competition, fixtures: Sequence[Fixture]) -> list[Meeting]:
    """What counts in a table: under the names of those who have the places now."""
    now = event.holder
    return [
        Meeting(
            now(f.first),
            now(f.second) if f.second is not None else NOBODY,
            now(f.winner),
            sum(x.lead for x in f.legs) if f.how == BATTLE else 0.0,
        )
        for f in fixtures
        if f.winner is not None and f.how != VOID and f.first is not None and (f.second is not None or f.how == BYE)
    ]


def league_table(event: Competition, fixtures: Sequence[Fixture]) -> list[Row]:
    """The table of a league or of Swiss rounds as it stands."""
    return table(event.order, meetings(event, fixtures), swiss=event.kind == SWISS)


def winners(event: Competition, fixtures: Sequence[Fixture], withdrawn: Collection[int]) -> tuple[int, ...]:
    """Who has won an event that is over; nobody where everybody withdrew."""
    if event.kind != CUP:
        left = [r for r in league_table(event, fixtures) if r.user not in withdrawn]
        return tuple(r.user for r in left if r.place == left[0].place)
    final = max((f for f in fixtures if not f.third), key=lambda f: f.round)
    return (event.holder(final.winner),) if final.winner else ()


def final_of(fixtures: Collection[Fixture]) -> int:
    """Number of the last round there is a match of."""
    return max((f.round for f in fixtures), default=0)


def last_round(event: Competition, fixtures: Collection[Fixture]) -> int:
    """Number of the last round there is to be."""
    return max(event.rounds, final_of(fixtures)) if event.kind == SWISS else final_of(fixtures)
