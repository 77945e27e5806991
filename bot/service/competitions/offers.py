"""Open challenges: somebody would like to play a battle, on certain terms; who accepts first plays it with them."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from dataclasses import replace

from bot.service.competitions.agreed_battles import AgreedBattles, Terms
from bot.service.model import Battle
from bot.service.records import files
from bot.service.sessions.sessions import Sessions
from bot.service.setup.guilds import Guilds
from bot.service.setup.lobby import checked_phrase
from bot.storage import Database, Limits
from bot.storage.offers import DECLINED, EXPIRED, OPEN, TAKEN, WITHDRAWN, Offer
from engine.kernel.text import refuse

MOST = 10
"""Open offers of one user in one server."""

LASTS = 14 * 24 * 3600.0
"""Seconds after which an offer is no longer good."""

WORDS = 300
"""Longest words to an offer, in characters."""

GONE = {
    TAKEN: "Somebody has accepted that offer already.",
    WITHDRAWN: "That offer has been withdrawn.",
    DECLINED: "That offer has been declined.",
    EXPIRED: "That offer has expired.",
}


class Offers:
    """Making, accepting and ending challenges. An offer of another server is as good as none."""

    def __init__(self, database: Database, sessions: Sessions, agreed_battles: AgreedBattles, guilds: Guilds) -> None:
        self.database = database
        self.sessions = sessions
        self.agreed_battles = agreed_battles
        self.guilds = guilds

    async def make(
        self,
        guild_id: int,
        channel_id: int,
        user_id: int,
        scenario_key: str,
        *,
        side: str = "",
        mode: str = "correspondence",
        rules: Collection[str] = (),
        limits: Limits | None = None,
        opponent: int | None = None,
        words: str = "",
        phrase: str = "",
    ) -> Offer:
        """A new offer, still to be posted. ``side`` is an id; "" for any."""
        terms = Terms(
            scenario_key, mode, tuple(dict.fromkeys(rules)), limits or (await self.guilds.settings(guild_id)).limits
        )
        title, sides = await self.agreed_battles.check_terms(terms, guild_id)
        if side and side not in dict(sides):
            refuse("The sides are {sides}.", sides=" and ".join(name for _, name in sides))
        if opponent == user_id:
            refuse("An opponent is somebody else.")
        words, phrase = files.one_line(words), checked_phrase(phrase)
        if len(words) > WORDS:
            refuse("Words to an offer have at most {n:character|characters}.", n=WORDS)
        offer = Offer(
            id=secrets.token_hex(4),
            guild=guild_id,
            channel=channel_id,
            message=None,
            creator=user_id,
            status=OPEN,
            battle=None,
            created=self.sessions.clock(),
            scenario=terms.scenario,
            title=title,
            side=side,
            mode=terms.mode,
            rules=terms.rules,
            limits=terms.limits,
            opponent=opponent,
            words=words,
            phrase=phrase,
        )
        if not await self.database.offers.add(offer, MOST):
            refuse("You have {n} open offers here; /offer withdraw takes one back.", n=MOST)
        return offer

    async def get(self, offer_id: str, guild_id: int) -> Offer:
        """An offer of this server."""
        found = await self.database.offers.get(offer_id)
        if found is None or found.guild != guild_id:
            refuse("There is no such offer.")
        return found

    async def of_guild(self, guild_id: int) -> list[Offer]:
        """The offers of a server that are still good, the oldest first."""
        return [o for o in await self.database.offers.open(guild_id) if not self._expired(o)]

    async def unsettled(self) -> list[Offer]:
        """Offers about which something has to be shown yet, or whose battle may not have been made."""
        for o in await self.database.offers.expired(self.sessions.clock() - LASTS):
            await self.database.offers.put(replace(o, status=EXPIRED), OPEN)
        return await self.database.offers.unsettled()

    async def posted(self, offer: Offer, message: int | None) -> None:
        """The message that shows it; None when it will not change again."""
        await self.database.offers.set_message(offer.id, message)

    async def called(self, offer: Offer) -> None:
        """Those concerned have been told that it is taken."""
        await self.database.offers.put(replace(offer, called=True), TAKEN)

    async def withdraw(self, offer_id: str, guild_id: int, user_id: int, *, referee: bool = False) -> Offer:
        """End an offer: its creator or a referee withdraws it, the opponent it names declines it."""
        offer = await self.get(offer_id, guild_id)
        self._check_open(offer)
        if user_id not in (offer.creator, offer.opponent) and not referee:
            refuse("Only who made the offer withdraws it.")
        ended = replace(offer, status=DECLINED if user_id == offer.opponent else WITHDRAWN)
        if not await self.database.offers.put(ended, OPEN):
            self._check_open(await self.get(offer_id, guild_id))
        return ended

    # -- accepting ----------------------------------------------------------------------------------------------

    async def check_accept(self, offer_id: str, guild_id: int, user_id: int) -> Offer:
        """The offer, if the user may accept it."""
        offer = await self.get(offer_id, guild_id)
        self._check_open(offer)
        if user_id == offer.creator:
            refuse("This is your own offer; somebody else accepts it.")
        if offer.opponent is not None and user_id != offer.opponent:
            refuse("This offer is made to somebody else.")
        return offer

    async def accept(
        self, offer_id: str, guild_id: int, user_id: int, channel_id: int, *, side: str = "", phrase: str = ""
    ) -> tuple[Offer, Battle]:
        """Take an offer and make its battle in a channel; of several who accept at once, one does.

        ``side``: what the user plays where the offer leaves it open. Refused when the channel has a battle; then the
        offer is open as before.
        """
        offer = await self.check_accept(offer_id, guild_id, user_id)
        names = [s for s, _ in (await self.agreed_battles.check_terms(_terms(offer), guild_id))[1]]
        own = next((s for s in names if s != offer.side), "") if offer.side else side
        if own not in names:
            refuse("Choose a side.")
        taken = replace(
            offer,
            status=TAKEN,
            battle=await self.agreed_battles.unused_id(),
            side=next(s for s in names if s != own),
            taker=user_id,
            taker_side=own,
            taker_phrase=checked_phrase(phrase),
            place=channel_id,
        )
        # Whatever happens from here on, the battle is made, now or after a restart.
        if not await self.database.offers.put(taken, OPEN):
            self._check_open(await self.get(offer_id, guild_id))
        try:
            return taken, await self.battle_of(taken)
        except Exception:
            if await self.database.battles.get(taken.battle or "") is None:
                await self.database.offers.put(offer, TAKEN)
            raise

    async def battle_of(self, offer: Offer) -> Battle:
        """The battle of an offer that was taken, with both its players; made if it isn't there yet."""
        assert offer.battle is not None and offer.taker is not None
        players = {offer.side: (offer.creator, offer.phrase), offer.taker_side: (offer.taker, offer.taker_phrase)}
        return await self.agreed_battles.make(
            offer.battle, offer.guild, offer.place, offer.creator, _terms(offer), players
        )

    def _check_open(self, offer: Offer) -> None:
        if offer.status != OPEN:
            refuse(GONE.get(offer.status, "That offer is no longer good."))
        if self._expired(offer):
            refuse(GONE[EXPIRED])

    def _expired(self, offer: Offer) -> bool:
        return offer.created < self.sessions.clock() - LASTS


def _terms(offer: Offer) -> Terms:
    return Terms(offer.scenario, offer.mode, offer.rules, offer.limits)
