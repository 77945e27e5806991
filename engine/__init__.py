"""The rules, and what plays them: plain Python that knows neither Discord nor files nor a clock.

The names of ``docs/library.md`` can be imported from here, and stay from release to release. Each is looked up in its
module when it is first asked for, so that importing any part of this package loads nothing else.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.fairdice import Chain, FairDice
    from engine.kernel.context import BaseState, Context
    from engine.kernel.decisions import Choose, ChooseEach, Command, Pick, Picks, yes_no
    from engine.kernel.dice import ForcedDice, RollRequest
    from engine.kernel.events import Event
    from engine.kernel.game import Game, digest, rebuild
    from engine.kernel.journal import broken_at
    from engine.kernel.system import System
    from engine.kernel.text import Refusal, Text
    from engine.kernel.view import TableView
    from engine.players import random_answer
    from engine.systems.registry import initial_state, system_for

__all__ = [
    "BaseState",
    "Chain",
    "Choose",
    "ChooseEach",
    "Command",
    "Context",
    "Event",
    "FairDice",
    "ForcedDice",
    "Game",
    "Pick",
    "Picks",
    "Refusal",
    "RollRequest",
    "System",
    "TableView",
    "Text",
    "broken_at",
    "digest",
    "initial_state",
    "random_answer",
    "rebuild",
    "system_for",
    "yes_no",
]

_HOMES = {
    "fairdice": ("Chain", "FairDice"),
    "kernel.context": ("BaseState", "Context"),
    "kernel.decisions": ("Choose", "ChooseEach", "Command", "Pick", "Picks", "yes_no"),
    "kernel.dice": ("ForcedDice", "RollRequest"),
    "kernel.events": ("Event",),
    "kernel.game": ("Game", "digest", "rebuild"),
    "kernel.journal": ("broken_at",),
    "kernel.system": ("System",),
    "kernel.text": ("Refusal", "Text"),
    "kernel.view": ("TableView",),
    "players": ("random_answer",),
    "systems.registry": ("initial_state", "system_for"),
}
"""The names by the module that has them, below this package."""


def __getattr__(name: str) -> Any:
    """A name that is imported from here for the first time."""
    module = next((m for m, names in _HOMES.items() if name in names), None)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"{__name__}.{module}"), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
