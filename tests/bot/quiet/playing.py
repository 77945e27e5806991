"""A battle by correspondence between two people who answer one after the other, counted as it is heard."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from unittest.mock import patch

from engine.players import random_answer
from tests.bot.e2e.kit import Table
from tests.bot.quiet.hearing import Heard, Hearing, calls

KEEN = 4.0
"""How strictly they do what seems sensible (:func:`engine.players.random_answer`)."""


@dataclass
class Quiet:
    """What a battle took."""

    scenario: str
    answers: int = 0
    activations: int = 0
    """Activations of leaders or Commands, and Player Turns, that began."""
    changes: int = 0
    """How often somebody else was to answer than whoever had just acted: the fewest calls with which nobody waits."""
    heard: Sequence[Heard] = ()
    questions: Counter[str] = field(default_factory=Counter[str])
    """Questions by kind."""
    ended: str = ""

    @property
    def called(self) -> int:
        return sum(calls(self.heard).values())


async def played(
    sim: Table, hearing: Hearing, scenario: str, seed: int, most: int, mode: str = "correspondence"
) -> Quiet:
    """So many answers of a battle, or all of it."""
    made = random.Random(f"dice {seed}")
    fixed = SimpleNamespace(token_bytes=made.randbytes, token_hex=lambda n: made.randbytes(n).hex())
    found, rng = Quiet(scenario), random.Random(f"quiet {seed}")
    with patch("bot.service.setup.lobby.secrets", fixed):
        await sim.ada.slash(sim.channel, "battle create", scenario=scenario, mode=mode)
        battle = await sim.service.battles.in_channel(sim.channel.id)
        assert battle is not None
        for who, (_, name) in zip((sim.ada, sim.ben), battle.sides, strict=True):
            await who.slash(sim.channel, "battle join", side=name)
        begun = len(hearing.heard)
        await sim.ada.slash(sim.channel, "battle start")
    last: int | None = sim.ada.id
    told = 0
    while found.answers < most:
        battle, game, opens = await sim.service.play.look(battle.id)
        if battle.status != "running" or game is None:
            break
        entries = await sim.service.play.entries(battle.id, told + 1)
        told = game.journal[-1].seq
        began = ("orders-began", "activation-began", "player-turn-began")
        found.activations += sum(e.kind == "event" and e.data["type"] in began for e in entries)
        # Whoever has just acted goes on, if they are asked.
        o = next((o for o in opens if o.user == last), opens[0])
        assert o.user is not None
        found.changes += o.user != last
        found.questions[o.decision.kind] += 1
        last = o.user
        await sim.service.play.answer(battle.id, o.user, o.token, random_answer(o.decision, rng, KEEN), found.answers)
        await sim.bot.messages.publisher.publish(battle.id, actor=o.user)
        found.answers += 1
    await sim.env.settle()
    found.ended = battle.outcome
    found.heard = hearing.since(begun)
    return found
