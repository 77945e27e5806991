"""The changes of a set-up, in the order in which menus offer them; one a module.

A new one is a module here, and a place in the list.
"""

from __future__ import annotations

from typing import Any

from engine.systems.gboh.deployment.kinds.done import DoneOrder
from engine.systems.gboh.deployment.kinds.face_all import FaceAllOrder
from engine.systems.gboh.deployment.kinds.place import PLACE
from engine.systems.gboh.deployment.kinds.reset import ResetOrder
from engine.systems.gboh.deployment.kinds.swap import SwapOrder
from engine.systems.gboh.deployment.order_kind import SetUpOrder

SWAP = SwapOrder()

ALL: tuple[SetUpOrder[Any], ...] = (DoneOrder(), FaceAllOrder(), ResetOrder(), PLACE, SWAP)
"""What a side may be told to do, or say, while it sets up."""
