"""C-2 Competitive play: before anything else both bid Rout Points, in secret, for the choice of sides."""

from __future__ import annotations

from engine.kernel.decisions import Choice, Choose
from engine.kernel.events import SeatsSwapped
from engine.kernel.text import Refusal, Text
from engine.kernel.wanted import Wanted
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.events import LevelChanged, PhaseBegan, Told

OPTION = "bids"
"""What switches the bidding on as a battle is created."""

LEAN = 6
"""Bid beyond which random players hardly go."""


def most(g: Battle) -> int:
    """The highest bid: whichever side the winner takes keeps a Withdrawal Level of 1 at least."""
    return min(s.withdrawal_level for s in g.state.sides.values()) - 1


async def bidding_phase(g: Battle) -> None:
    """C-2 Bids, again while they are equal; the higher one chooses his side and lowers its Withdrawal Level by it."""
    bids = await _bids(g, again=False)
    while len(set(bids.values())) == 1:
        bids = await _bids(g, again=True)
    winner = max(bids, key=lambda s: bids[s])
    side = await _choose_side(g, winner, bids[winner])
    level = g.state.sides[side].withdrawal_level - bids[winner]
    if side != winner:
        story = Text(
            "The players change seats: who bid for the {bidder} leads the {side}.",
            bidder=g.spec(winner).name,
            side=g.spec(side).name,
        )
        g.emit(SeatsSwapped(story=story, rule=g.case(Case.BIDDING)))
    story = Text("The {side} fight at a Withdrawal Level of {level}.", side=g.spec(side).name, level=level)
    g.emit(LevelChanged(side=side, level=level, story=story, rule=g.case(Case.BIDDING)))
    g.emit(PhaseBegan(phase="setup"))


async def _bids(g: Battle, *, again: bool) -> dict[str, int]:
    sides = list(g.state.sides)
    answers = await g.ask_both(*(_question(g, s, again) for s in sides))
    bids = {s: int(a.key) for s, a in zip(sides, answers, strict=True)}
    (first, one), (second, other) = bids.items()
    if one == other:
        story = Text("Both bid {n:Rout Point|Rout Points}: they bid again.", n=one)
    else:
        story = Text(
            "The {first} bid {one:Rout Point|Rout Points}, the {second} {other}.",
            first=g.spec(first).name,
            one=one,
            second=g.spec(second).name,
            other=other,
        )
    g.emit(Told(story=story, rule=g.case(Case.BIDDING)))
    return bids


def _question(g: Battle, side: str, again: bool) -> Choose:
    prompt = Text("What do you bid for the choice of sides? Your Withdrawal Level is lowered by the higher bid.")
    if again:
        prompt = Text("The bids were equal. What do you bid now for the choice of sides?")
    return Choose(
        kind="bid",
        side=side,
        rule=g.case(Case.BIDDING),
        prompt=prompt,
        choices=tuple(
            Choice(str(n), Text("{n:Rout Point|Rout Points}", n=n), lean=1.0 if n <= LEAN else 0.1)
            for n in range(most(g) + 1)
        ),
        default_key="0",
        why=lambda wanted: _no_bid(g, wanted),
        secret=True,
        final=True,
    )


def _no_bid(g: Battle, wanted: Wanted) -> Refusal:
    """C-2 Why what is bid is no bid."""
    n, side = most(g), min(g.state.sides, key=lambda s: g.state.sides[s].withdrawal_level)
    level = g.state.sides[side].withdrawal_level
    return Refusal(
        "A bid is a number from 0 to {n}: the {side} have a Withdrawal Level of {level}.",
        rule=g.case(Case.BIDDING),
        n=n,
        side=g.spec(side).name,
        level=level,
    )


async def _choose_side(g: Battle, winner: str, bid: int) -> str:
    """The higher bidder's choice: the side he sits at, or the other."""
    answer = await g.ask(
        Choose(
            kind="choose-side",
            side=winner,
            rule=g.case(Case.BIDDING),
            prompt=Text("Your bid of {bid} is the higher one. Which army do you lead?", bid=bid),
            choices=tuple(
                Choice(
                    s.id,
                    Text(
                        "The {side}: Withdrawal Level {level} instead of {before}",
                        side=g.spec(s.id).name,
                        level=s.withdrawal_level - bid,
                        before=s.withdrawal_level,
                    ),
                )
                for s in g.state.sides.values()
            ),
            default_key=winner,
            final=True,
        )
    )
    return answer.key
