"""3.0, 4.0 Who is activated: free choice, Continuity, Seizure, passing; and how an activation begins and ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from engine.kernel import dice, risk
from engine.kernel.decisions import Choice, Choose, Policy, PolicyKind, Risk, Why
from engine.kernel.dice import RollRequest
from engine.kernel.inquiry import percent
from engine.kernel.text import Refusal, Text, codes, joined
from engine.kernel.wanted import Wanted
from engine.systems.men_of_iron import choice_weights, command, leaders, reasons, recovery, special, victory
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import (
    ActivationBegan,
    ActivationEnded,
    BattleEnded,
    ChoiceGiven,
    CommandStatusFixed,
    FreeActivationUsed,
    NoteSet,
    PhaseBegan,
    Told,
)
from engine.systems.men_of_iron.shock import late
from engine.systems.men_of_iron.special import Special
from engine.systems.men_of_iron.state import CommandState, Standard

PASS = "pass"
STILLNESS = 6
"""Passes in a row after which nobody will fight on: three by each side."""

ODDS = {"three-or-more": 3, "four-or-more": 4, "five-or-more": 5}
"""Conditions: the least Activation of the leader who would seize."""

POLICY = PolicyKind(
    "seizure",
    Text("Try to seize the battle"),
    {key: Text("when the best leader's Activation is {n} or more", n=n) for key, n in ODDS.items()},
)


def odds(value: int) -> float:
    """2.3 The die, of 0 to 9: probability of a roll of ``value`` or less.

    >>> odds(4), odds(9)
    (0.5, 1.0)
    """
    return dice.chance(lambda die: die <= value)


# -- who may be chosen ---------------------------------------------------------------------------------------------


def available(g: Battle, side: str) -> list[CommandState]:
    """4.1 Commands of the side that may be activated now at all."""
    return [c for c in g.commands(side) if special.first(g, Special.bars_activation, c.id) is None]


def continuing(g: Battle, side: str) -> list[CommandState]:
    """3.2 Commands that may go on: any but the one that has just finished."""
    return [c for c in available(g, side) if c.id != g.state.last_command]


def _barred(g: Battle, c: CommandState) -> Refusal | None:
    """4.1 Why a Command can't be activated now, by the battle's rule that says so; None when it can."""
    for rule in special.having(g, Special.bars_activation):
        if (why := rule.bars_activation(g, c.id)) is not None:
            return Refusal("{why}", rule=rule.case, why=why)
    return None


def _has_acted(g: Battle, c: CommandState) -> Refusal | None:
    """3.2 Why play can't go on with a Command; None when it can."""
    if c.id == g.state.last_command:
        return Refusal("{name} has just acted: another Command goes on.", rule="3.2", name=c.name)
    return _barred(g, c)


def _not_a_standard(g: Battle, why: Why) -> Why:
    """13.2 A Standard isn't activated by a die: neither goes on with it nor seizes by it."""

    def reason(wanted: Wanted) -> Refusal | None:
        named = next((s for s in g.state.standards.values() if s.id.casefold() in wanted.words), None)
        if named is None:
            return why(wanted)
        return Refusal("{name} is activated without a die alone.", rule="13.2", name=named.name)

    return reason


def owner(g: Battle, standard: Standard) -> str:
    """13.2 The Command a Standard counts as: the overall commander's for an army's only one, else the first named."""
    spec = g.spec(standard.side)
    return spec.overall if len(spec.standards) == 1 else standard.commands[0]


# -- phases --------------------------------------------------------------------------------------------------------


async def first_player(g: Battle) -> None:
    """3.4, BB-2 Before the battle, where the die decides who begins: the higher roll, ties again."""
    if g.scenario.first_player is not None or "first-player" in g.state.notes:
        return
    sides = list(g.state.armies)
    while True:
        thrown: list[int] = []
        for side in sides:
            roll = await g.roll(
                RollRequest(
                    purpose="first-player",
                    side=side,
                    text=Text("The {name} roll for the first activation", name=g.spec(side).name),
                    rule="BB-2",
                    needs=Text("the higher roll begins"),
                )
            )
            thrown.append(roll.total)
        if thrown[0] != thrown[1]:
            break
    first = sides[0] if thrown[0] > thrown[1] else sides[1]
    g.emit(NoteSet(key="first-player", value=first, rule="BB-2"))
    g.emit(ChoiceGiven(side=first, story=Text("The {name} begin.", name=g.spec(first).name), rule="BB-2"))


async def choose(g: Battle) -> None:
    """4.1 Activation: the side whose choice it is activates a Command or a Standard without a roll, or passes."""
    side = g.state.chooser
    choices = list(_free_choices(g, side))
    answer = await g.ask(
        Choose(
            kind="activate",
            side=side,
            rule="4.1",
            prompt=_free_prompt(g, side),
            choices=(*choices, Choice(PASS, Text("Pass: the enemy acts"), lean=choice_weights.IDLE)),
            default_key=PASS,
            why=late.or_attack(
                g,
                Text("the {side} have a free activation", side=g.spec(side).name),
                reasons.command(g, side, "4.1", lambda c: _barred(g, c)),
            ),
        )
    )
    key = answer.key
    if key == PASS:
        await pass_play(g, side, why="passes")
    elif key in g.state.commands:
        g.emit(ActivationBegan(side=side, command=key, how="free", rule="4.1"))
    elif key in g.state.standards:
        g.emit(
            ActivationBegan(side=side, command=owner(g, g.state.standards[key]), standard=key, how="free", rule="13.2")
        )
    else:
        for r in special.having(g, Special.chosen):
            if await r.chosen(g, side, key):
                await victory.check(g, side)
                if g.state.phase != "over":
                    g.emit(FreeActivationUsed(side=side, rule="3.2"))
                return
        raise AssertionError(f"nothing is called {key}")


def _free_prompt(g: Battle, side: str) -> Text:
    """4.1 The question, with the roll that ends a free activation where an army may flee by it (16.0)."""
    odds_of = [(s, victory.flight_chance(g, s)) for s in (side, g.state.enemy(side))]
    rolls = [Text("the {side} flee {p}", side=g.spec(s).name, p=percent(p)) for s, p in odds_of if p]
    question = Text("Free activation: which Command?")
    if not rolls:
        return question
    return Text("{question} As it stands the roll after it: {odds}.", question=question, odds=joined(rolls))


def _free_choices(g: Battle, side: str) -> Iterator[Choice]:
    for c in available(g, side):
        yield _command_choice(g, c)
    for s in g.standards(side):
        rallying = recovery.rallying(g, s)
        n, units = len(rallying), codes(u.id for u in rallying)
        text = (
            Text("Raise {standard}: {units} {units:=rallies|rally}", standard=s.name, units=units)
            if n
            else Text("Raise {standard}: nobody to rally", standard=s.name)
        )
        yield Choice(s.id, text, unit=s.id, hex=s.hex, lean=choice_weights.of_standard(g, s, n))
    for r in special.having(g, Special.free_choices):
        yield from r.free_choices(g, side)


def _command_choice(g: Battle, c: CommandState, *, roll: bool = False) -> Choice:
    n = sum(1 for _ in g.units(command=c.id))
    value = g.activation_value(c.id)
    leader = g.leader(c.id)
    text = (
        Text("Activate {name}: {value} or less", name=c.name, value=value)
        if roll
        else Text("Activate {name} ({n:unit|units})", name=c.name, n=n)
    )
    return Choice(
        c.id,
        text,
        unit=leader.id if leader is not None else None,
        hex=leader.at if leader is not None else None,
        note=special.first(g, Special.risk, c.id) if roll else None,
        lean=choice_weights.urge(g, c) * (odds(value) if roll else 1.0),
        risk=None if roll else special.first(g, Special.activation_risk, c.id),
    )


def at_stake(g: Battle, c: CommandState, purpose: str, failing: Text) -> Risk:
    """4.2, 4.3 What a Command is rolled for, to go on or to seize the battle; by passing nothing more is lost."""
    value = g.activation_value(c.id)
    return risk.of(_request(g, c, purpose), lambda n: n <= value, risk.at_most(value), failing)


def _rolled_for(g: Battle, c: CommandState, purpose: str, failing: Text) -> Choice:
    """The choice of a Command that is rolled for, with its odds and what a failure costs (4.2, 4.3)."""
    found = at_stake(g, c, purpose, failing)
    return replace(_command_choice(g, c, roll=True), chance=found.chance, risk=found)


PASSING: Mapping[str, str] = {"passes": "The {name} pass.", "nobody": "The {name} have no other Command to activate."}
"""Why play passes, in a sentence; "" where a roll has told it."""


async def pass_play(g: Battle, side: str, why: str) -> None:
    """4.1/pass Passing: play goes to the opponent, who has a free activation (4.2).

    ``why``: one of :data:`PASSING`, or "".
    """
    if not await _told_of_passing(g, side):
        return
    passes = g.state.passes + (1 if why == "passes" else 0)
    if passes >= STILLNESS:
        story = Text("Neither army will fight on: the battle is a draw.")
        g.emit(BattleEnded(winner=None, story=story, rule="4.1"))
        return
    other = g.state.enemy(side)
    told = PASSING.get(why)
    story = Text(told, name=g.spec(side).name) if told is not None else ""
    g.emit(ChoiceGiven(side=other, passes=passes, story=story, rule="3.2"))


async def _told_of_passing(g: Battle, side: str) -> bool:
    """3.2 Let the battle's rules know that play passes from a side; False when that has ended the battle."""
    await special.run(g, Special.passed, side)
    return g.state.phase != "over"


async def go_on(g: Battle) -> None:
    """4.2 Continuity: the side that has acted tries another Command, and may be interrupted (4.3)."""
    side = g.state.chooser
    able = continuing(g, side)
    if not able:
        await pass_play(g, side, "nobody")
        return
    answer = await g.ask(
        Choose(
            kind="continue",
            side=side,
            rule="4.2",
            prompt=Text("Go on with which Command?"),
            choices=(
                *(_rolled_for(g, c, "continuity", Text("passes play to the enemy")) for c in able),
                Choice(PASS, Text("Pass: the enemy has a free activation"), lean=choice_weights.IDLE / 2),
            ),
            default_key=PASS,
            why=late.or_attack(
                g,
                Text("the {side} may go on with another Command", side=g.spec(side).name),
                _not_a_standard(g, reasons.command(g, side, "4.2", lambda c: _has_acted(g, c))),
            ),
        )
    )
    if answer.key == PASS:
        await pass_play(g, side, "passes")
        return
    named = g.state.commands[answer.key]
    story = Text("The {side} name {name} to go on.", side=g.spec(side).name, name=named.name)
    g.emit(Told(story=story, unit=named.id, rule="4.2"))
    seizing = await _seizure(g, side, named)
    if seizing is not None:
        await _seize(g, side, seizing)
    elif await _rolls(g, named, "continuity"):
        g.emit(ActivationBegan(side=side, command=named.id, how="continuity", rule="4.2"))
    else:
        await pass_play(g, side, "")


async def _seizure(g: Battle, side: str, named: CommandState) -> CommandState | None:
    """4.3 Seizure: the Command the opponent tries to seize with, before the die is rolled; None when he lets it be.

    Nobody seizes from one who has the initiative by a Seizure (4.3/note), until play passes.
    """
    other = g.state.enemy(side)
    able = available(g, other)
    # 4.3/note No Seizure of a Seizure.
    if not able or g.state.seized:
        return None
    best = max(able, key=lambda c: g.activation_value(c.id))
    value = g.activation_value(best.id)
    leader = g.leader(best.id)
    lost = Text("lets the {enemy} activate any Command, without a roll", enemy=g.spec(side).name)
    answer = await g.ask(
        Choose(
            kind="seizure",
            side=other,
            rule="4.3",
            prompt=Text(
                "The {enemy} are about to roll for {name} ({value} or less). Seize the battle?",
                enemy=g.spec(side).name,
                name=named.name,
                value=g.activation_value(named.id),
            ),
            subject=leader.id if leader is not None else None,
            choices=(
                *(_rolled_for(g, c, "seizure", lost) for c in able),
                Choice("no", Text("Let them roll"), lean=_lean_of_waiting(g, able, named)),
            ),
            default_key="no",
            why=late.or_attack(
                g,
                Text("the {side} may seize the battle", side=g.spec(other).name),
                _not_a_standard(g, reasons.command(g, other, "4.3", lambda c: _barred(g, c))),
            ),
            policy=Policy(
                POLICY.kind,
                best.id,
                "no",
                {name: value >= least for name, least in ODDS.items()},
                idle=_pointless(g, value, named),
                who=leader.id if leader is not None else None,
            ),
        )
    )
    return None if answer.key == "no" else g.state.commands[answer.key]


def _pointless(g: Battle, best: int, named: CommandState) -> bool:
    """4.3 Whether a Seizure is likelier to fail than the roll it forestalls is to succeed.

    A failed Continuity gives the opponent a free activation of any Command (4.2); a failed Seizure gives that away.
    """
    return odds(best) < 1 - odds(g.activation_value(named.id)) - 1e-9


def _lean_of_waiting(g: Battle, able: Sequence[CommandState], named: CommandState) -> float:
    """Lean of letting the opponent roll: the more, the likelier he fails, or where there is nothing to seize it for."""
    busiest = max(choice_weights.urge(g, c) for c in able)
    return max(2 * choice_weights.IDLE, 2 * busiest * (1 - odds(g.activation_value(named.id))))


async def _seize(g: Battle, side: str, seizing: CommandState) -> None:
    """4.3 The roll; a failure gives the side that was about to roll a free activation of any Command."""
    if await _rolls(g, seizing, "seizure"):
        if not await _told_of_passing(g, side):
            return
        g.emit(ActivationBegan(side=seizing.side, command=seizing.id, how="seizure", rule="4.3"))
        return
    # 4.3/fail Failed Seizure.
    story = Text("The {name} have a free activation of any Command.", name=g.spec(side).name)
    g.emit(ChoiceGiven(side=side, passes=g.state.passes, story=story, rule="4.3"))


async def _rolls(g: Battle, named: CommandState, purpose: str) -> bool:
    """T-ACTIVATE Continuity and Seizure, the roll: no more than the Activation of the Command's leader."""
    roll = await g.roll(_request(g, named, purpose))
    return roll.total <= g.activation_value(named.id)


def _request(g: Battle, named: CommandState, purpose: str) -> RollRequest:
    """T-ACTIVATE One such roll; ``purpose``: "continuity" (4.2) or "seizure" (4.3)."""
    value = g.activation_value(named.id)
    good, bad = (
        (Text("it acts"), Text("play passes to the enemy"))
        if purpose == "continuity"
        else (Text("it seizes the battle"), Text("it fails"))
    )
    return RollRequest(
        purpose=purpose,
        side=named.side,
        text=Text("{name}: Continuity" if purpose == "continuity" else "{name}: Seizure", name=named.name),
        rule="4.2" if purpose == "continuity" else "4.3",
        table="activation",
        needs=Text("{n} or less", n=value),
        unit=named.leader,
        outcome=lambda total: good if total <= value else bad,
    )


async def begin(g: Battle) -> None:
    """ACTIVATE 0: Replacement Leaders (15.6), what the battle says of the Command, and its command status (15.2)."""
    await leaders.replace_due(g)
    if g.act.standard is not None:
        recovery.rally(g, g.state.standards[g.act.standard])
        g.emit(PhaseBegan(phase="end"))
        return
    for r in special.having(g, Special.activating):
        if not await r.activating(g, g.act.command):
            g.emit(PhaseBegan(phase="end"))
            return
    g.emit(status(g, g.act.command))
    g.emit(PhaseBegan(phase="move"))


def status(g: Battle, name: str) -> CommandStatusFixed:
    """15.2, 13.1 How each unit of a Command stands if its activation begins now."""
    own = list(g.units(command=name))
    return CommandStatusFixed(
        out_of_command=command.out_of_command(g, name),
        may_recover=[u.id for u in own if u.disordered and not u.retired and not g.adjacent_enemies(u.at, u.side)],
        began={u.id: u.at for u in own},
        rule="15.2",
    )


async def end(g: Battle) -> None:
    """ACTIVATE 5 and END_ACTIVATION: recovery, the battle's own rules, flight after a free activation (16.0)."""
    act = g.act
    if act.standard is None:
        recovery.recover(g)
    await special.run(g, Special.activation_ended)
    if act.how == "free":
        await victory.check(g, act.side)
    if g.state.phase != "over":
        g.emit(ActivationEnded(rule="3.2"))
