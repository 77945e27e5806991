"""From a committed change to the channel: the dispatch grows, the questions are put, the standing message is brought up to date.

Everything said is stored as a *post* before it is sent, so whatever the network or a restart swallows is said later: no
state depends on a message having arrived.

How few messages: the side whose activation it is finds its controls on the dispatch itself; only a player who has to be
called gets a message of his own.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from typing import TYPE_CHECKING

import discord

from bot.desk import compose
from bot.desk.deliver import UNKNOWN_CHANNEL, Content, patiently, put
from bot.desk.posts import DISPATCH, PROMPT, STANDING, Prompt, Told
from bot.desk.teller import Storyteller
from bot.errors import NEEDED
from bot.service import Battle, Post, Service
from engine.kernel.text import Text

if TYPE_CHECKING:
    from bot.app import Hexarch
    from bot.desk.here import Here
    from bot.pictures import Pictures

log = logging.getLogger("hexarch")


class Publisher:
    """Keeps the messages of every battle in step with its journal."""

    def __init__(self, bot: Hexarch, service: Service, pictures: Pictures) -> None:
        self.bot = bot
        self.service = service
        self.pictures = pictures
        self.storyteller = Storyteller(service)
        self.behind: set[int] = set()
        """Battles whose messages could not all be delivered."""
        self._locks: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
