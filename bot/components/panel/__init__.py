"""The guided order: one private message that shows picture, question, best ideas and everything else.

Where the player is, is written into the custom ids as positions in the decision's own menus (:mod:`.place`), ideas and
groups by keys that are looked up among those offered now. So the panel survives a restart, and a battle that went on
meanwhile makes it stale.

A page is made as plain data (:mod:`.page`) and becomes Discord's components in one place (:mod:`.layout`).
"""

from __future__ import annotations

from bot.components.panel.asked import Asked
from bot.components.panel.layout import laid_out
from bot.components.panel.page import Page, Shown
from bot.components.panel.pages import page_of
from bot.components.panel.place import Place
from bot.components.panel.walk import Step, top, walk

__all__ = ["Asked", "Page", "Place", "Shown", "Step", "laid_out", "page_of", "top", "walk"]
