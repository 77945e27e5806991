"""5.1 Whose turn it is to command, and what his owner does with it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.kernel.decisions import Choice, Choose
from engine.kernel.statement import Sign
from engine.kernel.text import Refusal, Text, either
from engine.kernel.wanted import Wanted
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.command import command
from engine.systems.gboh.events import LeaderChanged, PhaseBegan, TieSet, TrumpUsed
from engine.systems.gboh.orders import reasons
from engine.systems.gboh.state import Leader, Tie
from engine.systems.gboh.turn import activation, trump


async def select(g: Battle) -> None:
    """5.12 Activation order.

    The Inactive leader of lowest Initiative is next; his owner says what he does with his turn.
    """
    free = activation.released(g)
    candidates = [*activation.ready(g), *(free if g.game.command.released_first else ())]
    if not candidates and not free:
        g.emit(PhaseBegan(phase="last-call" if activation.inactive(g) else "rout"))
        return
    if g.state.trump_used:
        g.emit(TrumpUsed(sides=[]))
    if not candidates:
        await activation.activate(g, await _first(g, free), no_momentum=True, by=Case.ACTIVATED_HELD)
        return
    lowest = min(x.initiative for x in candidates)
    tied = [x for x in candidates if x.initiative == lowest]
    side = await _side_to_choose(g, tied, lowest)
    mine = [x for x in tied if x.side == side]
    waiting = [x for x in activation.released(g, side) if x in mine or not g.game.command.released_first]
    if waiting:
        # 5.26 A leader let go from enemy ZOC is the next his owner activates.
        await activation.activate(g, await _first(g, waiting), no_momentum=True, by=Case.ACTIVATED_HELD)
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
        activation.alternate(g, mine[0])
    return await activation.which(g, mine, Text("Which of them is next?"))


async def _side_to_choose(g: Battle, tied: list[Leader], initiative: int) -> str:
    """5.12 A tie between the sides is rolled for once; after that they alternate."""
    sides = {x.side for x in tied}
    if len(sides) == 1:
        return next(iter(sides))
    tie = g.state.tie
    if tie is None or tie.initiative != initiative:
        named = next((s for s in g.state.sides if g.spec(s).first_of_equals), None)
        if g.game.command.tie == "named side" and named is not None:
            side = named
        else:
            side = await activation.contest(
                g,
                Text("who is first among leaders of Initiative {initiative}?", initiative=initiative),
                g.case(Case.ACTIVATION_ORDER),
            )
        g.emit(TieSet(tie=Tie(initiative=initiative, next=side)))
        return side
    return tie.next


async def _ask(g: Battle, side: str, mine: list[Leader]) -> None:
    """Activate, trump, pass or defer: one question for all of it."""
    choices: list[Choice] = []
    for x in mine:
        stuck = command.silenced(g, x)
        label = (
            Text("{leader}: enable Shock only (in enemy ZOC)", leader=x.name)
            if stuck
            else Text("Activate {leader} (Initiative {n}): he leaves his ambush", leader=x.name, n=x.initiative)
            if x.hiding is not None
            else Text("Activate {leader} (Initiative {n})", leader=x.name, n=x.initiative)
        )
        choices.append(activation.tested(g, x, Choice(x.id, label, unit=x.id, hex=x.hex, lean=12.0)))
    for x in mine:
        if command.silenced(g, x):
            choices.append(Choice(f"defer-{x.id}", Text("{leader} waits for later", leader=x.name), unit=x.id))
    for t in trump.candidates(g, side, above=mine[0].initiative, excluding=mine):
        choices.append(trump.choice(g, t, key=f"trump-{t.id}", lean=0.6))
    for x in mine:
        choices.append(
            Choice(f"pass-{x.id}", Text("{leader} does nothing this turn", leader=x.name), unit=x.id, lean=0.3)
        )
    answer = await g.ask(
        Choose(
            kind="activation",
            side=side,
            rule=g.case(Case.ACTIVATION_ORDER),
            prompt=Text("{leaders} may act. What now?", leaders=either(x.name for x in mine)),
            subject=mine[0].id,
            focus=tuple(x.hex for x in mine if x.hex is not None),
            choices=tuple(choices),
            # Nobody is brought out of ambush by a deadline.
            default_key=next((x.id for x in mine if x.hiding is None), f"pass-{mine[0].id}"),
            why=reasons.chosen_leader(
                g, side, g.case(Case.ACTIVATION_ORDER), lambda x, words: _not_now(g, x, mine, words)
            ),
        )
    )
    what, _, name = answer.key.rpartition("-")
    if what == "trump":
        await trump.trump_selection(g, g.state.leaders[name], mine)
        return
    leader = g.state.leaders[name]
    if what == "defer":
        g.emit(
            LeaderChanged(
                leader=leader.id, deferred=True, reason=Text("waits: in enemy ZOC."), rule=g.case(Case.ACTIVATED_HELD)
            )
        )
    elif what == "pass":
        g.emit(
            LeaderChanged(
                leader=leader.id, status="finished", reason=Text("does nothing this turn."), rule=g.case(Case.FINISHED)
            )
        )
    else:
        await activation.activate(g, leader, chosen=True)
    activation.alternate(g, leader)


def _not_now(g: Battle, x: Leader, mine: Sequence[Leader], words: Collection[str]) -> Refusal | None:
    """5.12, 5.26, 5.4 Why a leader doesn't act now, wait or Trump."""
    if not {"defer", "wait"}.isdisjoint(words) or any(w.startswith("defer-") for w in words):
        if x.unbound:
            return Refusal(
                "{leader} is the Overall Commander and has no need to wait.",
                rule=g.case(Case.ACTIVATED_HELD),
                leader=x.name,
            )
        return Refusal(
            "{leader} is not in enemy ZOC and can't wait for later.", rule=g.case(Case.ACTIVATED_HELD), leader=x.name
        )
    if "trump" in words or any(w.startswith("trump-") for w in words):
        return trump.bar(g, x, above=mine[0].initiative)
    if x in mine:
        return None
    if x.deferred:
        return Refusal("{leader} waits: he is held in enemy ZOC.", rule=g.case(Case.ACTIVATED_HELD), leader=x.name)
    lowest = mine[0]
    if x.initiative > lowest.initiative:
        return Refusal(
            "{leader} has Initiative {n}; {first}, who has {least}, comes before.",
            rule=g.case(Case.ACTIVATION_ORDER),
            leader=x.name,
            n=x.initiative,
            first=lowest.name,
            least=lowest.initiative,
        )
    return None


def _no_orders(g: Battle, leader: Leader, wanted: Wanted) -> Refusal | None:
    """4.24 Why an order is no answer for a leader held in enemy ZOC: he never gives any."""
    if not any(isinstance(t, Sign) for t in wanted.tokens):
        return None
    if "shock" in wanted.words:
        text = "Answer “shock” by itself: who attacks whom is asked then."
        return Refusal(text, rule=g.case(Case.ACTIVATED_HELD))
    text = "{leader} is in enemy ZOC and gives no orders; with “shock” units in his Command Range may attack."
    return Refusal(text, rule=g.case(Case.LEADER_HELD), leader=leader.name)


async def last_call(g: Battle) -> None:
    """5.26 Leaders still held in enemy ZOC may enable Shock before the turn ends; else they are Finished."""
    held = activation.inactive(g)
    if not held:
        g.emit(PhaseBegan(phase="rout"))
        return
    if activation.released(g):
        g.emit(PhaseBegan(phase="select"))
        return
    leader = await _first(g, held)
    answer = await g.ask(
        Choose(
            kind="last-call",
            side=leader.side,
            rule=g.case(Case.ACTIVATED_HELD),
            prompt=Text(
                "{leader} is held in enemy ZOC. Does he enable Shock before the turn ends?", leader=leader.name
            ),
            subject=leader.id,
            focus=(leader.at,),
            choices=(
                activation.tested(g, leader, Choice("shock", Text("Shock with those in his Command Range"), lean=3.0)),
                Choice("pass", Text("Do nothing")),
            ),
            default_key="pass",
            why=lambda wanted: _no_orders(g, leader, wanted),
        )
    )
    if answer.key == "pass":
        g.emit(
            LeaderChanged(
                leader=leader.id,
                status="finished",
                deferred=False,
                reason=Text("is Finished."),
                rule=g.case(Case.ACTIVATED_HELD),
            )
        )
    else:
        by = Case.ACTIVATED_HELD
        await activation.activate(g, leader, no_momentum=True, chosen=True, last_chance=True, by=by)
