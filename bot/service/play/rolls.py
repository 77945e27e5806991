"""House dice and the trail of all dice."""

from __future__ import annotations

import re

from bot.service.model import Outcome
from bot.service.sessions.battles import Battles
from bot.service.sessions.session import Session, header
from bot.service.sessions.sessions import Sessions, anew
from bot.storage import Database, texts
from engine.fairdice import Chain, Trail
from engine.kernel.dice import Modifier, Roll, RollRequest, settle
from engine.kernel.text import Text, refuse

MOST_DICE, MOST_FACES = 100, 1000

_ROLL = re.compile(r"\s*(\d{0,3})\s*[dD]\s*(\d{1,4})\s*(?:([+-])\s*(\d{1,4}))?\s*")


class Rolls:
    """Dice outside the rules, and the proof of all of them."""

    def __init__(self, database: Database, battles: Battles, sessions: Sessions) -> None:
        self.database = database
        self.battles = battles
        self.sessions = sessions

    @anew
    async def roll(self, battle_id: str, user_id: int, spec: str, entropy: int | str, name: str = "") -> Roll:
        """House dice ("3d6+2") through the battle's trail, for its players. ``name`` says what for."""
        parse_roll(spec)
        texts.check(name)
        async with self.sessions.session(battle_id) as session:
            battle = await self.battles.public(session.row)
            if battle.status != "running":
                refuse("Dice are rolled while a battle is under way.")
            side = battle.side_of(user_id)
            if side is None:
                refuse("House dice are for the players of this battle; a referee rolls with /referee roll.")
            roll = self.throw(session, spec, str(entropy), purpose="house", side=side, text=name or "house roll")
            await self.sessions.commit(session, Outcome(battle_id))
            return roll

    def throw(self, session: Session, spec: str, entropy: str, *, purpose: str, side: str, text: str) -> Roll:
        """Dice that no rule asks for, put into the trail; still to be stored."""
        count, faces, bonus = parse_roll(spec)
        request = RollRequest(
            purpose=purpose,
            side=side,
            text=Text("{text}: {x}", text=text, x=spec.strip()),
            rule="",
            count=count,
            faces=faces,
            modifiers=(Modifier(value=bonus, reason=Text("as asked")),) if bonus else (),
        )
        segment = session.game.state.segment
        n, thrown = session.dice(entropy).throw(request, segment)
        roll = settle(request, n, segment, thrown)
        session.record_roll(roll, entropy)
        return roll

    async def trail(self, battle_id: str) -> Trail:
        """The dice trail with the secrets of every segment that has ended."""
        async with self.database.moment():
            row = (await self.battles.get(battle_id)).row
            entries = await self.database.games.trail(battle_id)
        if not row.trail_head:
            refuse("The battle hasn't begun.")
        assert row.seed is not None
        chain = Chain(row.seed)
        secrets = {i: chain.secret(i).hex() for i in range(1, row.published + 1)}
        return Trail(header=header(row), entries=entries, secrets=secrets, head=row.trail_head)


def spell(roll: Roll) -> str:
    """Dice, modifiers and total in figures: "4 + 2 + 6 +2 = 14"."""
    shown = " + ".join(map(str, roll.dice)) + "".join(f" {m.value:+d}" for m in roll.modifiers)
    return shown if shown == str(roll.total) else f"{shown} = {roll.total}"


def parse_roll(spec: str) -> tuple[int, int, int]:
    """Dice, faces and bonus of "3d6+2".

    >>> parse_roll("3d6+2"), parse_roll("d10")
    ((3, 6, 2), (1, 10, 0))
    """
    match = _ROLL.fullmatch(spec[:40])
    if match is None:
        refuse("Write dice like 3d6+2 or d10.")
    count, faces = int(match[1] or 1), int(match[2])
    bonus = int(match[4] or 0) * (-1 if match[3] == "-" else 1)
    if not 1 <= count <= MOST_DICE or not 2 <= faces <= MOST_FACES:
        refuse("1 to {dice:die|dice} of 2 to {faces} faces, please.", dice=MOST_DICE, faces=MOST_FACES)
    return count, faces, bonus
