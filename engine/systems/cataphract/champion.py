"""11.8 Champion Challenge: single combat before the first turn, and what the winner's army has of it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel import risk
from engine.kernel.decisions import Choice, Choose, Risk, yes_no
from engine.kernel.dice import Modifier, Roll, RollRequest
from engine.kernel.text import Text
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.events.armies import ChampionsFought, ChampionsPrize
from engine.systems.cataphract.hooks import Chapter
from engine.systems.cataphract.scenario import ChampionSpec
from engine.systems.cataphract.state import Leader, Unit
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Procedure
from engine.systems.gboh.events import PhaseBegan
from engine.systems.gboh.orders import reasons
from engine.systems.gboh.turn import activation

BOON = -1
"""11.85 Added to the winning side's rolls against TQ, and taken from the loser's where a battle says so."""


class Champions(Chapter):
    """11.8 Champion Challenge."""

    case = "11.8"
    about = "champions who fight before the first turn"

    async def turn_start(self, g: Battle) -> None:
        await challenge(g)

    def after_elite(self, g: Battle) -> str | None:
        return "champion" if g.state.champions_prize is not None else None

    def procedure(self, phase: str) -> Procedure | None:
        return first_activation if phase == "champion" else None

    def tq_modifiers(self, g: Battle, unit: Unit) -> Sequence[Modifier]:
        value = g.state.tq_drm.get(unit.side, 0)
        return (Modifier(value=value, reason=Text("the champions' duel"), rule="11.85"),) if value else ()


def hits(low: int, high: int) -> int:
    """11.83, table:champion Hits of the champion with the lower total.

    >>> hits(5, 5), hits(5, 9), hits(5, 10), hits(4, 12), hits(0, 3)
    (0, 1, 2, 3, 3)
    """
    if low == high:
        return 0
    return 3 if 3 * low <= high else 2 if 2 * low <= high else 1


async def challenge(g: Battle) -> None:
    """11.81-11.85 Before the first turn of a battle with champions: they fight until one is dead."""
    # 11.81 Champions.
    champions = {c.side: c for c in g.scenario.champions}
    if not champions or g.state.turn != 1 or g.state.champions:
        return
    first, second = (champions[s] for s in g.state.sides)
    fallen: ChampionSpec | None = None
    # 11.82 Rounds.
    while fallen is None:
        await _round(g, first, second)
        # 11.84 Champion death.
        fallen = next((c for c in (first, second) if g.state.champions.get(c.side, 0) > c.endurance), None)
    await _reward(g, second if fallen is first else first, fallen)


async def _round(g: Battle, first: ChampionSpec, second: ChampionSpec) -> None:
    """11.83 Champion round: both strike at once."""
    a, b = await _blow(g, first), await _blow(g, second)
    low, high = (first, second) if a.total < b.total else (second, first)
    n = hits(min(a.total, b.total), max(a.total, b.total))
    total = g.state.champions.get(low.side, 0) + n
    words = {
        0: Text("{high} and {low} part without a wound", high=_subject(high), low=low.name),
        1: Text("{high} wounds {low}", high=_subject(high), low=low.name),
        2: Text("{high} wounds {low} badly", high=_subject(high), low=low.name),
        3: Text("{high} strikes {low} down", high=_subject(high), low=low.name),
    }[n]
    story = Text(
        "{words} ({a} to {b}; hits on {low} {total}, Endurance {endurance}).",
        words=words,
        a=max(a.total, b.total),
        b=min(a.total, b.total),
        low=low.name,
        total=total,
        endurance=low.endurance,
    )
    g.emit(ChampionsFought(side=low.side, hits=n, story=story, rule="11.83"))


async def _blow(g: Battle, champion: ChampionSpec) -> Roll:
    return await g.roll(
        RollRequest(
            purpose="champion",
            side=champion.side,
            text=Text("{name} fights", name=_subject(champion)),
            rule="11.83",
            table="champion",
            modifiers=(Modifier(value=champion.combat, reason=Text("Combat"), rule="11.81"),),
        )
    )


def _subject(champion: ChampionSpec) -> str:
    """His name at the beginning of a sentence: "The Persian Pair"."""
    return champion.name[:1].upper() + champion.name[1:]


# -- 11.85 -----------------------------------------------------------------------------------------------------------


async def _reward(g: Battle, winner: ChampionSpec, fallen: ChampionSpec) -> None:
    boon = {winner.side: BOON}
    if await _appeals(g, fallen):
        leader = g.state.leaders[str(fallen.appeal)]
        if await _shrugged_off(g, leader):
            story = Text("{loser} falls; {leader} makes his men forget it.", loser=_subject(fallen), leader=leader.name)
            g.emit(ChampionsPrize(side=None, story=story, rule="11.85"))
            return
        boon[fallen.side] = -BOON
    told = "{loser} falls: the {side} begin the battle and take 1 off every roll against TQ this turn"
    story = Text(
        told + ("; the {other} add 1." if fallen.side in boon else "."),
        loser=_subject(fallen),
        side=g.spec(winner.side).name,
        other=g.spec(fallen.side).name,
    )
    g.emit(ChampionsPrize(side=winner.side, tq_drm=boon, story=story, rule="11.85"))


async def _appeals(g: Battle, fallen: ChampionSpec) -> bool:
    """Whether the loser's leader tries to undo what the duel has done, where the battle gives him the chance."""
    leader = g.state.leaders.get(fallen.appeal or "")
    if leader is None or not leader.on_map:
        return False
    found = appeal(leader)
    answer = await g.ask(
        yes_no(
            kind="champion-appeal",
            side=fallen.side,
            rule="11.85",
            prompt=Text(
                "{champion} has fallen. Does {leader} rouse his men? {n} or less undoes it; else they add 1 to "
                "every roll against TQ this turn.",
                champion=_subject(fallen),
                leader=leader.name,
                n=leader.charisma,
            ),
            yes=Text("Try it"),
            no=Text("Let it be"),
            default=leader.charisma >= 5,
            subject=leader.id,
            focus=(leader.at,),
            chance=found.chance,
            risk=found,
        )
    )
    return answer.key == "yes"


def appeal(leader: Leader) -> Risk:
    """11.85 What rousing his men is rolled for, and what failing brings on them."""
    return risk.of(
        _appeal(leader),
        lambda n: n <= leader.charisma,
        risk.at_most(leader.charisma),
        Text("adds 1 to every roll of theirs against TQ this turn"),
    )


def _appeal(leader: Leader) -> RollRequest:
    limit = leader.charisma
    return RollRequest(
        purpose="champion-appeal",
        side=leader.side,
        text=Text("{leader} rouses his men", leader=leader.name),
        rule="11.85",
        needs=Text("{n} or less", n=limit),
        unit=leader.id,
        outcome=lambda n: Text("the duel is forgotten") if n <= limit else Text("they are dismayed"),
    )


async def _shrugged_off(g: Battle, leader: Leader) -> bool:
    return (await g.roll(_appeal(leader))).total <= leader.charisma


async def first_activation(g: Battle) -> None:
    """11.85 After elite phases the winner may begin with any of their leaders; this bypasses nobody."""
    side = g.state.champions_prize
    leaders = [x for x in activation.ready(g, side, prize=True) if x.on_map] if side is not None else []
    if side is None or not leaders:
        g.emit(PhaseBegan(phase="uncontrolled"))
        return
    oc = g.commander(side)
    default = oc if oc in leaders else max(leaders, key=lambda x: x.initiative)
    answer = await g.ask(
        Choose(
            kind="champion-activation",
            side=side,
            rule="11.85",
            prompt=Text("Your champion has won. Which leader begins the battle?"),
            subject=default.id,
            focus=tuple(x.at for x in leaders),
            choices=(
                *(
                    Choice(
                        x.id,
                        Text("{leader} (Initiative {n})", leader=x.name, n=x.initiative),
                        unit=x.id,
                        hex=x.hex,
                        lean=2.0,
                    )
                    for x in leaders
                ),
                Choice("no", Text("Nobody: in the usual order"), lean=0.5),
            ),
            default_key=default.id,
            why=reasons.chosen_leader(g, side, "11.85", lambda x, _: None, prize=True),
        )
    )
    g.emit(ChampionsPrize(side=None, tq_drm=g.state.tq_drm, rule="11.85"))
    if answer.key == "no":
        g.emit(PhaseBegan(phase="uncontrolled"))
    else:
        leader = g.state.leaders[answer.key]
        await activation.activate(g, leader, chosen=True, by=Case.CHAMPIONS_PRIZE)
