"""A referee's acts: the position changed by hand, an answer in a player's place, a seat handed over, a public die.

Whoever calls has made sure that the user is a referee of the server (:mod:`bot.messages.access.referees`). Everything
is in the journal with their name and reason.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from bot.notation import bind, parse
from bot.service.model import Battle, Outcome
from bot.service.people.handovers import Handovers
from bot.service.play.rolls import Rolls, spell
from bot.service.play.standing_answers import words
from bot.service.play.takebacks import TakeBacks
from bot.service.records import files
from bot.service.sessions.battles import Battles
from bot.service.sessions.session import Session
from bot.service.sessions.sessions import Sessions
from bot.service.setup.agreements import Agreements
from bot.service.setup.guilds import ROLE
from bot.storage import Database
from engine.kernel.decisions import Command
from engine.kernel.dice import Roll
from engine.kernel.game import REFEREE
from engine.kernel.referee import ActKind, AnyRequest
from engine.kernel.text import Text, refuse

DEFAULT = "default"
"""Answer in a player's place: what would be answered when time is up."""

REASON = 200
"""Longest reason, in characters."""


@dataclass(frozen=True, slots=True)
class Referee:
    """Who acts, and why."""

    user: int
    name: str
    reason: str


@dataclass
class Acted:
    """What an act has done. All of it is stored."""

    by: str
    """The referee as the journal has it: with the side they play, if they do."""
    reason: str
    told: list[Text] = field(default_factory=list[Text])
    """What was changed, a line each."""
    outcome: Outcome | None = None
    """What followed from it; None where nothing could."""


class Refereeing:
    """What referees do to a battle under way."""

    def __init__(
        self,
        database: Database,
        battles: Battles,
        sessions: Sessions,
        handovers: Handovers,
        agreements: Agreements,
        rolls: Rolls,
        takebacks: TakeBacks,
    ) -> None:
        self.database = database
        self.battles = battles
        self.sessions = sessions
        self.handovers = handovers
        self.agreements = agreements
        self.rolls = rolls
        self.takebacks = takebacks

    async def role(self, guild_id: int) -> int | None:
        """Role of a server whose members are referees."""
        return (await self.database.settings.of(f"guild:{guild_id}")).get(ROLE)

    async def set_role(self, guild_id: int, role_id: int | None) -> None:
        await self.database.settings.put(f"guild:{guild_id}", ROLE, role_id)

    async def acts(self, battle_id: str) -> list[ActKind]:
        """What a referee may do to the position now."""
        async with self.sessions.session(battle_id) as session:
            return list(session.game.system.referee_acts(session.game.state))

    # -- acts ---------------------------------------------------------------------------------------------------

    async def act(self, battle_id: str, referee: Referee, request: AnyRequest, entropy: int | str) -> Acted:
        """Change the position. Refused while an order is half carried out, and for what can't be."""
        async with self._refereed(battle_id, referee) as (session, battle, acted):
            game = session.game
            if not game.restartable:
                refuse(
                    "An order is half carried out. First the {sides} must answer: {question} "
                    "Or answer for them with /referee decide, or have the order taken back with /undo.",
                    sides=" and ".join(battle.name(d.side) for d in session.open_decisions()),
                    question=_listed([d.prompt for d in session.open_decisions() if not d.secret], " ") or "…",
                )
            events = game.system.act(game.state, request)
            after = game.state.model_copy(deep=True)
            for e in events:
                e.apply(after)
                said = e.text(after)
                if said is not None:
                    acted.told.append(said)
            mark = len(game.journal)
            game.act(acted.by, events, session.dice(str(entropy)), acted.reason)
            session.record(mark, str(entropy))
            # What was written for the position before is not carried out in this one.
            session.batches = {}
            acted.outcome = await self._go_on(session, str(entropy))
            return acted

    async def decide(self, battle_id: str, referee: Referee, side: str, text: str, entropy: int | str) -> Acted:
        """Answer the open question of a side in its player's place: with "default", or as the player would write it.

        A secret question gets its default: nobody may look into it.
        """
        async with self._refereed(battle_id, referee) as (session, battle, acted):
            game = session.game
            if side not in dict(battle.sides):
                refuse("The sides are {sides}.", sides=" and ".join(n for _, n in battle.sides))
            decision = game.decision_for(side)
            if decision is None:
                refuse("The {side} are asked nothing now.", side=battle.name(side))
            answer = decision.default
            if text.strip().casefold() != DEFAULT:
                if decision.secret:
                    refuse(
                        "That is the secret of the {side}: only the default can be answered.", side=battle.name(side)
                    )
                statements = parse(text)
                answer, used = bind(game, decision, statements)
                if used < len(statements):
                    refuse("One answer at a time, please: “{text}”.", text=str(statements[used]))
            said = words(decision, answer)
            if isinstance(decision, Command):
                said = (Text("{order}", order=str(game.system.write(answer))),)
                session.batches.pop(side, None)
            note = {"by": REFEREE, "name": acted.by, "reason": acted.reason, "answer": [t.dump() for t in said]}
            session.give(side, answer, str(entropy), note)
            listed = _listed(said, "; ")
            template = "The {side} answer: {said}." if said else "The {side} answer in secret."
            acted.told.append(Text(template, side=battle.name(side), said=listed))
            acted.outcome = await self._go_on(session, str(entropy))
            return acted

    async def seat(self, battle_id: str, referee: Referee, side: str, user_id: int, name: str) -> Acted:
        """Hand a side to another user, called ``name``: from now on that one is asked, with all the time there is.

        Standing orders and waiting orders of the player before are gone with that player. Before the battle
        nothing but the seat changes.
        """
        waiting = await self.battles.get(battle_id)
        if referee.user in waiting.people and await self.agreements.of(battle_id) is not None:
            refuse("Who plays in a battle that was agreed on hands its sides to nobody; another referee does.")
        await self.agreements.check_no_rival(waiting, user_id)
        if waiting.status == "open":
            return await self._seat_waiting(waiting, referee, side, user_id, name)
        async with self._refereed(battle_id, referee) as (session, battle, acted):
            old = next((s for s in battle.seats if s.side == side), None)
            if old is None:
                refuse("The sides are {sides}.", sides=" and ".join(n for _, n in battle.sides))
            if user_id == old.user:
                refuse("{name} plays the {side} already.", name=name, side=battle.name(side))
            if any(s != side for s in battle.sides_of(user_id)):
                refuse("{name} plays the other side; nobody takes over the seat of their opponent.", name=name)
            said = str(Text("hands the {side} to {name}", side=battle.name(side), name=name))
            changes = await self.handovers.seated(session, side, user_id, referee=True)
            session.game.word(acted.by, said, acted.reason)
            acted.told.append(Text("The {side} are handed to {name}.", side=battle.name(side), name=name))
            acted.outcome = await self.handovers.commit(session, changes)
            return acted

    async def _seat_waiting(self, battle: Battle, referee: Referee, side: str, user_id: int, name: str) -> Acted:
        """The same before the battle, for a side that has a player."""
        old = battle.player(side)
        if old is None:
            refuse("The {side} have no player; /battle join takes a free side.", side=battle.name(side))
        if user_id == old:
            refuse("{name} plays the {side} already.", name=name, side=battle.name(side))
        if any(s != side for s in battle.sides_of(user_id)):
            refuse("{name} plays the other side; nobody takes over the seat of their opponent.", name=name)
        by, reason = _named(battle, referee), _reason(referee)
        await self.handovers.seat_before(battle, side, user_id)
        return Acted(by, reason, [Text("The {side} are handed to {name}.", side=battle.name(side), name=name)])

    async def roll(self, battle_id: str, referee: Referee, spec: str, entropy: int | str) -> tuple[Acted, Roll]:
        """A die for the house, through the battle's trail and marked as the referee's."""
        async with self._refereed(battle_id, referee) as (session, _, acted):
            text = f"{acted.by}, referee: {acted.reason}"
            roll = self.rolls.throw(session, spec, str(entropy), purpose=REFEREE, side="", text=text)
            said = str(Text("rolls {dice}: {result} (roll {n})", dice=spec.strip(), result=spell(roll), n=roll.n))
            session.game.word(acted.by, said, acted.reason)
            acted.told.append(Text("{dice}: {result} (roll {n})", dice=spec.strip(), result=spell(roll), n=roll.n))
            acted.outcome = await self.sessions.commit(session, Outcome(battle_id))
            return acted, roll

    async def can_withdraw(self, battle_id: str, user: int = 0) -> bool:
        """Whether what was done last is a referee's act or answer that a referee like the user may withdraw.

        Who plays in the match is a player there, whose own orders are meant.
        """
        async with self.sessions.session(battle_id) as session:
            if await self.agreements.own_match(await self.battles.public(session.row), user) is not None:
                return False
            return session.row.status == "running" and await self._last_act(session) is not None

    async def withdraw(self, battle_id: str, referee: Referee) -> Acted:
        """Take back what a referee did last, while no die was rolled and nobody answered since."""
        async with self._refereed(battle_id, referee) as (session, _, acted):
            to = await self._last_act(session)
            if to is None:
                refuse(
                    "There is no referee's act to withdraw: a die was rolled, or somebody answered since. "
                    "Put it right with another act."
                )
            done = _done(session, to)
            await self.takebacks.take_back(session, to, REFEREE)
            session.game.word(acted.by, "withdraws what a referee did last", acted.reason)
            acted.told += [Text("Withdrawn: {what}", what=t) for t in done]
            acted.told += [] if done else [Text("What a referee did last is withdrawn.")]
            acted.outcome = await self.sessions.commit(session, Outcome(battle_id))
            return acted

    # -- shared -------------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def _refereed(self, battle_id: str, referee: Referee) -> AsyncGenerator[tuple[Session, Battle, Acted]]:
        """The session of a battle under way, for a referee who says why."""
        reason = _reason(referee)
        async with self.sessions.session(battle_id) as session:
            battle = await self.battles.public(session.row)
            if battle.status != "running":
                refuse("This battle is over.")
            battle.check_refereed()
            if (name := await self.agreements.own_match(battle, referee.user)) is not None:
                refuse("You play in this match of “{name}”: another referee does that.", name=name)
            yield session, battle, Acted(_named(battle, referee), reason)

    async def _go_on(self, session: Session, entropy: str) -> Outcome:
        outcome = Outcome(session.row.id)
        await session.carry_on(outcome, entropy)
        return await self.sessions.commit(session, outcome)

    async def _last_act(self, session: Session) -> int | None:
        to = session.game.last_act()
        if to is None and session.game.journal[0].kind in ("act", "answer"):
            await self.takebacks.load_journal(session)
            to = session.game.last_act()
        return to


def _listed(texts: Sequence[Text], between: str) -> Text | None:
    """Sentences one after the other; None where there are none."""
    template = between.join(f"{{x{n}}}" for n in range(len(texts)))
    return Text(template, **{f"x{n}": t for n, t in enumerate(texts)}) if texts else None


def _done(session: Session, to: int) -> list[Text]:
    """What a referee did after entry ``to``, as it was told."""
    game = session.game
    entry = game.following(to, "act", "answer")
    if entry is None:
        return []
    if entry.kind == "answer":
        return [Text.load(x) for x in entry.data["note"]["answer"]]
    read = (game.system.events.validate_python(raw) for raw in entry.data["events"])
    return [t for e in read if (t := e.text(game.state)) is not None]


def _reason(referee: Referee) -> str:
    """Why a referee acts. Raises Refusal."""
    reason = files.one_line(referee.reason)
    if not reason:
        refuse("Say why: the reason stands beside the act for everybody to read.")
    if len(reason) > REASON:
        refuse("A reason has at most {n:character|characters}.", n=REASON)
    return reason


def _named(battle: Battle, referee: Referee) -> str:
    """What a referee is called in the journal."""
    own = battle.sides_of(referee.user)
    if not own:
        return referee.name
    # Everybody shall know who isn't a bystander.
    sides = " and ".join(battle.name(s) for s in own)
    return str(Text("{name}, who plays the {sides},", name=referee.name, sides=sides))
