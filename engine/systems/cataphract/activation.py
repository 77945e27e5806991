"""5.1 Activation: whose turn it is to command, and starting an Orders Phase."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.kernel.decisions import Choice, Choose
from engine.kernel.dice import RollRequest
from engine.kernel.text import Refusal, Text
from engine.systems.cataphract import ambush, command, reasons, special, trump
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.events import LeaderChanged, OrdersBegan, PhaseBegan, TieSet, TrumpUsed
from engine.systems.cataphract.state import Leader, OrdersPhase, Tie


def ready(g: Battle, side: str | None = None, *, prize: bool = False) -> list[Leader]:
    """5.13 Leaders who may still be activated in the ordinary way this turn; ``prize``: as their champion's (11.85)."""
    return [x for x in inactive(g, side, prize=prize) if not x.deferred]


def inactive(g: Battle, side: str | None = None, *, prize: bool = False) -> list[Leader]:
    """Leaders on the map, or in ambush, who are still to act this turn, whether or not they wait in enemy ZOC."""
    present = (x for x in g.state.leaders.values() if side in (None, x.side) and (x.on_map or x.ambush is not None))
    return [x for x in present if x.status == "inactive" and not special.kept_back(g, x, prize=prize)]


def released(g: Battle, side: str | None = None) -> list[Leader]:
    """5.26 Deferred leaders who are out of enemy ZOC again: next to act for their side."""
    return [x for x in inactive(g, side) if x.deferred and not g.in_enemy_zoc(x)]


async def contest(g: Battle, why: str, rule: str) -> str:
    """Both sides roll, the higher chooses first; equal dice are rolled again (5.12). Returns the winning side."""
    first, second = g.state.sides
    while True:
        rolls = [
            await g.roll(
                RollRequest(
                    purpose="precedence", side=side, text=f"{g.spec(side).name}: {why}", rule=rule, needs="higher"
                )
            )
            for side in (first, second)
        ]
        if rolls[0].total != rolls[1].total:
            return first if rolls[0].total > rolls[1].total else second


async def select(g: Battle) -> None:
    """5.12 The Inactive leader of lowest Initiative is next; his owner says what he does with his turn."""
    candidates = ready(g)
    free = released(g)
    if not candidates and not free:
        g.emit(PhaseBegan(phase="last-call" if inactive(g) else "rout"))
        return
    if g.state.trump_used:
        g.emit(TrumpUsed(sides=[]))
    if not candidates:
        await activate(g, await _first(g, free), no_momentum=True)
        return
    lowest = min(x.initiative for x in candidates)
    tied = [x for x in candidates if x.initiative == lowest]
    side = await _side_to_choose(g, tied, lowest)
    mine = [x for x in tied if x.side == side]
    waiting = released(g, side)
    if waiting:
        # 5.26 A leader let go from enemy ZOC is the next his owner activates.
        await activate(g, await _first(g, waiting), no_momentum=True)
        return
    # The tie is settled for good: started afresh here, the procedure asks the same and rolls nothing.
    await g.rest()
    await _ask(g, side, mine)


async def _first(g: Battle, leaders: list[Leader]) -> Leader:
    """5.12, 5.26 Of leaders whose turn it is the one of lowest Initiative; of one side's equals as its owner says."""
    lowest = min(x.initiative for x in leaders)
    tied = [x for x in leaders if x.initiative == lowest]
    side = await _side_to_choose(g, tied, lowest)
    mine = [x for x in tied if x.side == side]
    if len({x.side for x in tied}) > 1:
        alternate(g, mine[0])
    return await which(g, mine, Text("Which of them is next?"))


async def which(g: Battle, leaders: Sequence[Leader], prompt: Text) -> Leader:
    """5.12 The one, of a side's leaders of equal Initiative, that their owner names."""
    if len(leaders) == 1:
        return leaders[0]
    answer = await g.ask(
        Choose(
            kind="leader-order",
            side=leaders[0].side,
            rule="5.12",
            prompt=prompt,
            focus=tuple(x.hex for x in leaders if x.hex is not None),
            choices=tuple(Choice(x.id, Text("{leader}", leader=x.name), unit=x.id, hex=x.hex) for x in leaders),
            default_key=leaders[0].id,
        )
    )
    return g.state.leaders[answer.key]


async def _side_to_choose(g: Battle, tied: list[Leader], initiative: int) -> str:
    """5.12 A tie between the sides is rolled for once; after that they alternate."""
    sides = {x.side for x in tied}
    if len(sides) == 1:
        return next(iter(sides))
    tie = g.state.tie
    if tie is None or tie.initiative != initiative:
        side = await contest(g, f"who is first among leaders of Initiative {initiative}?", "5.12")
        g.emit(TieSet(tie=Tie(initiative=initiative, next=side)))
        return side
    return tie.next


async def _ask(g: Battle, side: str, mine: list[Leader]) -> None:
    """Activate, trump, pass or defer: one question for all of it."""
    choices: list[Choice] = []
    for x in mine:
        stuck = x.role != "OC" and g.in_enemy_zoc(x)
        label = (
            Text("{leader}: enable Shock only (in enemy ZOC)", leader=x.name)
            if stuck
            else Text("Activate {leader} (Initiative {n}): he leaves his ambush", leader=x.name, n=x.initiative)
            if x.ambush is not None
            else Text("Activate {leader} (Initiative {n})", leader=x.name, n=x.initiative)
        )
        choices.append(Choice(x.id, label, unit=x.id, hex=x.hex, note=warning(g, x), lean=12.0))
    for x in mine:
        if x.role != "OC" and g.in_enemy_zoc(x):
            choices.append(Choice(f"defer-{x.id}", Text("{leader} waits for later", leader=x.name), unit=x.id))
    for t in trump.candidates(g, side, above=mine[0].initiative, excluding=mine):
        choices.append(
            Choice(
                f"trump-{t.id}",
                Text("Trump with {leader}: {n} or less", leader=t.name, n=t.initiative),
                unit=t.id,
                lean=0.6,
                note=trump.risk(t),
                chance=trump.chance(t),
            )
        )
    for x in mine:
        choices.append(
            Choice(f"pass-{x.id}", Text("{leader} does nothing this turn", leader=x.name), unit=x.id, lean=0.3)
        )
    answer = await g.ask(
        Choose(
            kind="activation",
            side=side,
            rule="5.12",
            prompt=Text("{leaders} may act. What now?", leaders=" or ".join(x.name for x in mine)),
            subject=mine[0].id,
            focus=tuple(x.hex for x in mine if x.hex is not None),
            choices=tuple(choices),
            # Nobody is brought out of ambush by a deadline.
            default_key=next((x.id for x in mine if x.ambush is None), f"pass-{mine[0].id}"),
            why=reasons.chosen_leader(g, side, "5.12", lambda x, words: _not_now(g, x, mine, words)),
        )
    )
    what, _, name = answer.key.rpartition("-")
    if what == "trump":
        await trump.trump_selection(g, g.state.leaders[name], mine)
        return
    leader = g.state.leaders[name]
    if what == "defer":
        g.emit(LeaderChanged(leader=leader.id, deferred=True, reason="waits: in enemy ZOC.", rule="5.26"))
    elif what == "pass":
        g.emit(LeaderChanged(leader=leader.id, status="finished", reason="does nothing this turn.", rule="5.15"))
    else:
        await activate(g, leader, chosen=True)
    alternate(g, leader)


def _not_now(g: Battle, x: Leader, mine: Sequence[Leader], words: Collection[str]) -> Refusal | None:
    """5.12, 5.26, 5.4 Why a leader doesn't act now, wait or Trump."""
    if "defer" in words or any(w.startswith("defer-") for w in words):
        if x.role == "OC":
            return Refusal("{leader} is the Overall Commander and has no need to wait.", rule="5.26", leader=x.name)
        return Refusal("{leader} is not in enemy ZOC and can't wait for later.", rule="5.26", leader=x.name)
    if x in mine:
        return None
    if "trump" in words or any(w.startswith("trump-") for w in words):
        return trump.bar(g, x, above=mine[0].initiative)
    if x.deferred:
        return Refusal("{leader} waits: he is held in enemy ZOC.", rule="5.26", leader=x.name)
    lowest = mine[0]
    if x.initiative > lowest.initiative:
        return Refusal(
            "{leader} has Initiative {n}; {first}, who has {least}, comes before.",
            rule="5.12",
            leader=x.name,
            n=x.initiative,
            first=lowest.name,
            least=lowest.initiative,
        )
    return None


def alternate(g: Battle, leader: Leader) -> None:
    """5.12 The other side chooses next among leaders of this Initiative, if it has any."""
    tie = g.state.tie
    if tie is not None and tie.initiative == leader.initiative:
        g.emit(TieSet(tie=Tie(initiative=tie.initiative, next=g.state.enemy(leader.side))))


async def activate(
    g: Battle,
    leader: Leader,
    *,
    no_momentum: bool = False,
    trumping: bool = False,
    trumped: str | None = None,
    trumped_momentum: bool = False,
    bypassed: list[str] | None = None,
    again: bool = False,
    chosen: bool = False,
) -> None:
    """Begin the leader's Orders Phase (``again``: by Momentum); in enemy ZOC, but for the OC, just for Shock (5.26).

    A rule of the battle may test him first, and nothing come of it: then it's the next leader's turn. Unless he was
    ``chosen`` knowing of the test, or has Momentum, his owner may finish him instead.
    """
    words = None if chosen or again else special.risk(g, leader)
    if (words and not await _dares(g, leader, words)) or not await special.activating(g, leader):
        if g.state.phase != "select":
            g.emit(PhaseBegan(phase="select"))
        return
    ambush.betray(g, leader)
    held = command.silenced(g, leader)
    if not again:
        # 5.26 Enabling Shock from enemy ZOC finishes him, wherever he stands afterwards.
        barred = True if no_momentum or held else None
        g.emit(LeaderChanged(leader=leader.id, forget_permission=True, no_momentum=barred))
    elif special.leave(g, leader) is not None:
        g.emit(LeaderChanged(leader=leader.id, forget_permission=True))
    g.emit(
        OrdersBegan(
            orders=OrdersPhase(
                side=leader.side,
                leader=leader.id,
                momentum=again,
                shock_only=held,
                trumping=trumping,
                trumped=trumped,
                trumped_momentum=trumped_momentum,
                bypassed=bypassed or [],
            ),
            momentum=again,
            rule="5.32" if again else "5.12",
        )
    )


def warning(g: Battle, leader: Leader) -> Text | None:
    """What activating the leader may bring about by a rule of the battle, to be read before it is chosen."""
    words = special.risk(g, leader)
    return Text("{words}", words=words) if words else None


async def _dares(g: Battle, leader: Leader, risk: str) -> bool:
    """Whether his owner activates a leader whose turn has come, at a risk; else he is Finished (5.15)."""
    answer = await g.ask(
        Choose(
            kind="activation",
            side=leader.side,
            rule="5.15",
            prompt=Text("It is the turn of {leader}. {risk}", leader=leader.name, risk=risk),
            subject=leader.id,
            focus=(leader.hex,) if leader.hex is not None else (),
            choices=(
                Choice(leader.id, Text("Activate {leader}", leader=leader.name), unit=leader.id, lean=4.0),
                Choice("pass", Text("{leader} does nothing this turn", leader=leader.name), unit=leader.id),
            ),
            default_key="pass",
        )
    )
    if answer.key != "pass":
        return True
    g.emit(LeaderChanged(leader=leader.id, status="finished", reason="does nothing this turn.", rule="5.15"))
    return False


async def last_call(g: Battle) -> None:
    """5.26 Leaders still held in enemy ZOC may enable Shock before the turn ends; else they are Finished."""
    held = inactive(g)
    if not held:
        g.emit(PhaseBegan(phase="rout"))
        return
    if released(g):
        g.emit(PhaseBegan(phase="select"))
        return
    leader = await _first(g, held)
    answer = await g.ask(
        Choose(
            kind="last-call",
            side=leader.side,
            rule="5.26",
            prompt=Text(
                "{leader} is held in enemy ZOC. Does he enable Shock before the turn ends?", leader=leader.name
            ),
            subject=leader.id,
            focus=(leader.at,),
            choices=(
                Choice("shock", Text("Shock with those in his Command Range"), note=warning(g, leader), lean=3.0),
                Choice("pass", Text("Do nothing")),
            ),
            default_key="pass",
        )
    )
    if answer.key == "pass":
        g.emit(LeaderChanged(leader=leader.id, status="finished", deferred=False, reason="is Finished.", rule="5.26"))
    else:
        await activate(g, leader, no_momentum=True, chosen=True)
