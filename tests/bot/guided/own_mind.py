"""``python -m tests.bot.guided.own_mind``: turns of the campaign pressed by players with a mind of their own.

Where :mod:`.person` takes what is suggested, these know what they want, as the dice-made players of
:mod:`engine.players` do, and look for it among what the bot shows them: every way to it is a press. A press is a click
on a button, a choice in a list, or a form that is sent. Nobody gives standing orders.
"""

from __future__ import annotations

import argparse
import asyncio
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from bot.components.ids import parse
from bot.components.panel import place as places
from bot.components.panel.asked import key_of
from bot.service import Open
from engine.kernel.decisions import Answer, Choose, ChooseEach, Command, Menu, Pick
from engine.kernel.game import Game
from engine.kernel.ideas import Idea
from engine.kernel.text import Refusal
from engine.players import weighted
from engine.systems.justinian.movement.steps import Claim, Clear, March
from tests.bot.e2e.kit import Control, Table, controls, type_in
from tests.bot.guided.campaign import SCENARIO, bare_table

KEEN = 4.0
"""How much a player prefers what the rules suggest as sensible (:func:`engine.players.random_answer`)."""
MOST = 400
"""Questions in which a turn must be over."""
LONGEST = 12
"""Presses in which a question must be answered."""
TRIES = 20
"""Walks through a command's menus until one comes to an order that may be given."""


@dataclass
class Seat:
    """A player with what they see: the channel, and the panel they opened last."""

    member: Any
    panel: Any = None
    presses: dict[int, Counter[str]] = field(default_factory=dict[int, Counter[str]])
    """By turn, and by the kind of question."""


@dataclass
class Mind:
    """What a player wants to answer; ``way`` is empty where they take what is suggested, or proposed."""

    way: tuple[int, ...] = ()
    """Positions in the menus of the question."""
    word: str = ""
    """Key of the last choice: what is typed where no button is shown for it."""
    ideas: frozenset[str] = frozenset()
    """Keys of the ideas that are the same answer."""
    changes: bool = False
    """Whether they change an entry of a form."""
    sent: bool = False
    """Whether they have sent the form, and it was refused."""


@dataclass(frozen=True)
class Pressed:
    """One press: a button, or an option of a list."""

    control: Control
    option: str | None = None
    typed: str | None = None
    """What is written into the box that the button opens, and sent: a press more."""

    @property
    def count(self) -> int:
        return 1 if self.typed is None else 2


class Turns:
    """Plays turns of the campaign that is under way at a table.

    ``own`` is the share of questions to which players have an answer of their own, whatever is suggested; to the others
    they press the first suggestion that is shown, or what is proposed.
    """

    def __init__(self, sim: Table, battle: str, seats: dict[str, Seat], seed: int, own: float) -> None:
        self.sim = sim
        self.battle = battle
        self.seats = seats
        self.own = own
        self.rng = random.Random(seed)

    async def play(self, last: int) -> None:
        """To the end of turn ``last``, or of the campaign."""
        for _ in range(MOST * last):
            opens = await self.sim.service.play.open_questions(self.battle)
            game = await self.sim.service.play.game(self.battle)
            if not opens or game.state.turn > last:
                return
            await self._answer(opens[0], game)
        raise AssertionError("the turns never end")

    async def _answer(self, o: Open, game: Game[Any]) -> None:
        """Press until the question is settled."""
        seat = self.seats[o.side]
        # The set-up comes before the first turn.
        turn = 0 if o.decision.kind == "set-up" else game.state.turn
        counted = seat.presses.setdefault(turn, Counter())
        mind = self._mind(o, game) if self.rng.random() < self.own else Mind()
        likeliest = self._mind(o, game)
        for _ in range(LONGEST):
            message, offered = self._in_view(seat, o)
            pressed = self._next(o, offered, mind, likeliest, in_panel=message is seat.panel)
            counted[o.decision.kind] += pressed.count
            await self._press(seat, message, pressed)
            if all(x.token != o.token for x in await self.sim.service.play.open_questions(self.battle)):
                return
        raise AssertionError(f"{o.decision.kind} is never answered: {mind}, {offered}")

    def _in_view(self, seat: Seat, o: Open) -> tuple[Any, list[Control]]:
        """Where the question can be answered: in their panel if it is there, else in the channel."""
        for message in [*([seat.panel] if seat.panel is not None else []), *reversed(self.sim.messages)]:
            asked = [(c, parse(c.custom_id)) for c in controls(message)]
            offered = [c for c, at in asked if at is not None and at[1].token == str(o.token)]
            if offered:
                return message, offered
        raise AssertionError(f"nowhere to answer {o.decision.prompt}")

    async def _press(self, seat: Seat, message: Any, pressed: Pressed) -> None:
        shown, custom_id = getattr(message, "message", message), pressed.control.custom_id
        if pressed.typed is not None:
            result = await type_in(seat.member, message, pressed.typed)
        elif pressed.option is None:
            result = await seat.member.click(shown, custom_id=custom_id)
        else:
            result = await seat.member.select(shown, [pressed.option], custom_id=custom_id)
        await self.sim.bot.messages.guided.idle()
        made = [m for m in (result.response, *result.followups) if m is not None and m.ephemeral]
        if made and message is not seat.panel:
            seat.panel = made[0]

    # -- what they want -----------------------------------------------------------------------------------------------

    def _mind(self, o: Open, game: Game[Any]) -> Mind:
        """An answer of their own; every other time with what follows from it, where the bot knows of something."""
        decision, ahead = o.decision, self.rng.random() < 0.5
        if isinstance(decision, Choose):
            way, _ = _wander(decision.menu, self.rng)
            answer = Pick(key=decision.choices[way[0]].key)
            found = game.system.ideas(game, decision, "") if ahead else ()
            return Mind(way, ideas=frozenset(key_of(i) for i in found if i.answer == answer))
        if not isinstance(decision, Command):
            return Mind()
        if decision.sheet is not None:
            return Mind(changes=True)
        for _ in range(TRIES):
            way, answer = _wander(decision.menu, self.rng)
            try:
                assert answer is not None
                decision.check(answer)
            except (AssertionError, Refusal):
                continue
            units = dict.fromkeys(c.unit for c in decision.menu if c.unit is not None)
            found = [i for u in units for i in game.system.ideas(game, decision, u) if _means(i, answer, ahead=ahead)]
            return Mind(way, _last(decision.menu, way), frozenset(map(key_of, found)))
        return Mind()

    # -- what they press ----------------------------------------------------------------------------------------------

    def _next(self, o: Open, offered: list[Control], mind: Mind, likeliest: Mind, *, in_panel: bool) -> Pressed:
        """The next press on what is shown."""
        by_verb: dict[str, list[Control]] = {}
        for c in offered:
            by_verb.setdefault(c.verb, []).append(c)
        if sure := [c for c in offered if c.custom_id.endswith("!") or c.verb == "sure"]:
            return Pressed(sure[0])
        if isinstance(o.decision, ChooseEach):
            return Pressed((by_verb.get("one") or by_verb["alike"])[0])
        if isinstance(o.decision, Command) and o.decision.sheet is not None and in_panel:
            return self._form(by_verb, mind)
        if not mind.way:
            if "idea" in by_verb:
                c = by_verb["idea"][0]
                return Pressed(c, c.options[0][0] if c.options else None)
            mind = likeliest
        return _towards(offered, mind, self.rng) if in_panel else self._in_channel(o, by_verb, mind)

    def _form(self, by_verb: dict[str, list[Control]], mind: Mind) -> Pressed:
        """Sent as it is; by who has a mind of their own after one entry of it has been changed."""
        if mind.sent:
            mind.sent = False
            return Pressed(by_verb["afresh"][0])
        if mind.changes:
            if "whole" in by_verb and (options := [(c, v) for c in by_verb["whole"] for v, _ in c.options]):
                return Pressed(*self.rng.choice(options))
            buttons = [c for c in by_verb.get("change", ()) if not c.options]
            if buttons:
                mind.changes = False
                return Pressed(buttons[-1])
            if "entry" in by_verb:
                listed = self.rng.choice(by_verb["entry"])
                return Pressed(listed, self.rng.choice(listed.options)[0])
        mind.sent = True
        return Pressed(by_verb["send"][0])

    def _in_channel(self, o: Open, by_verb: dict[str, list[Control]], mind: Mind) -> Pressed:
        """An answer below the question itself; what isn't one of a few opens the panel."""
        if isinstance(o.decision, Choose) and mind.way:
            for c in by_verb.get("answer", ()):
                if c.custom_id.endswith(f":{mind.way[0]}"):
                    return Pressed(c)
            for c in by_verb.get("select", ()):
                return Pressed(c, str(mind.way[0]))
        return Pressed((by_verb.get("orders") or by_verb["default"])[0])


def _wander(menu: Menu, rng: random.Random) -> tuple[tuple[int, ...], Answer | None]:
    """A walk through menus as :func:`engine.players.walk` makes it: the positions, and the answer it comes to.

    The answer is None where the choice itself is one.
    """
    way: list[int] = []
    while len(menu):
        choice = weighted(menu.choices, rng, KEEN)
        way.append(next(n for n, c in enumerate(menu) if c is choice))
        if choice.menu is None:
            return tuple(way), choice.answer
        menu = choice.menu()
    return tuple(way), None


def _means(idea: Idea, answer: Answer, *, ahead: bool) -> bool:
    """Whether an idea is an answer; or, of an army, goes the same way and takes the province as well.

    ``ahead``: what follows may be said at once.
    """
    if idea.answer == answer:
        return ahead or not idea.then
    if idea.kind != "advance" or not isinstance(idea.answer, March) or not isinstance(answer, March):
        return False
    way = answer.steps
    then = idea.answer.steps[len(way) :]
    return bool(way) and idea.answer.steps[: len(way)] == way and all(isinstance(x, Claim | Clear) for x in then)


def _last(menu: Menu, way: Sequence[int]) -> str:
    """Key of the choice the way ends with."""
    choice = menu.choices[way[0]]
    for n in way[1:]:
        assert choice.menu is not None
        choice = choice.menu().choices[n]
    return choice.key


def _towards(offered: list[Control], mind: Mind, rng: random.Random) -> Pressed:
    """What leads furthest along the way through the menus; an idea that is the answer itself leads there at once."""
    found: list[tuple[int, Pressed]] = []
    ideas: list[Pressed] = []
    for c in offered:
        at = parse(c.custom_id)
        if at is None or c.verb not in ("take", "go", "idea"):
            continue
        base = places.parse(at[1].argument)
        for value in [v for v, _ in c.options] or [None]:
            if c.verb == "idea":
                here = places.parse(value or at[1].argument)
                if here.idea in mind.ideas:
                    ideas.append(Pressed(c, value))
                continue
            path = (*base.path, *(places.positions(value) if value is not None else ()))
            if path and path == mind.way[: len(path)]:
                found.append((len(path), Pressed(c, value)))
    if ideas:
        return rng.choice(ideas)
    if not found and (box := [c for c in offered if c.verb == "type"]):
        return Pressed(box[0], typed=mind.word)
    assert found, f"no way to {mind.way} among {[(c.verb, c.custom_id, c.label) for c in offered]}"
    return max(found, key=lambda x: x[0])[1]


async def played(seed: int, turns: int, own: float) -> dict[str, Seat]:
    """The first turns of one campaign, its dice always the same: who sits at the table, and what they pressed."""
    made = random.Random(seed)
    fixed = SimpleNamespace(token_bytes=made.randbytes, token_hex=lambda n: made.randbytes(n).hex())
    async with bare_table() as sim:
        with patch("bot.service.setup.lobby.secrets", fixed):
            await sim.ada.slash(sim.channel, "battle create", scenario=SCENARIO, side="Byzantines")
            await sim.ben.slash(sim.channel, "battle join", side="Barbarians")
            await sim.ada.slash(sim.channel, "battle start")
        battle = await sim.service.battles.in_channel(sim.channel.id)
        assert battle is not None
        seats = {"byzantine": Seat(sim.ada), "barbarian": Seat(sim.ben)}
        await Turns(sim, battle.id, seats, seed, own).play(turns)
        return seats


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--turns", type=int, default=3)
    p.add_argument(
        "--own", type=float, default=1.0, help="share of questions to which they have an answer of their own"
    )
    args = p.parse_args()
    for side, seat in asyncio.run(played(args.seed, args.turns, args.own)).items():
        for turn, presses in seat.presses.items():
            print(args.seed, args.own, side, turn, presses.total(), dict(presses.most_common()))


if __name__ == "__main__":
    main()
