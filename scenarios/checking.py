"""The one check every battle from outside goes through, whichever way it comes: measured, read, and begun.

``hexarch scenarios``, every command that is given a file, folders in ``HEXARCH_SCENARIOS`` and
``/referee scenario load`` all end here.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from engine.fairdice import Chain, FairDice
from engine.kernel.game import Game, Unasked
from engine.kernel.text import Refusal
from engine.systems import registry
from scenarios import limits
from scenarios.errors import ScenarioError
from scenarios.formats import Scenario
from scenarios.reading import read

log = logging.getLogger(__name__)


def checked(document: dict[str, Any], origin: str, before: Sequence[str] = ()) -> Scenario:
    """The battle a document from outside describes: its texts tidied, checked throughout, and begun once.

    ``origin`` names the document in errors, ``before`` are problems its text had already. Raises
    :class:`ScenarioError` with everything that is wrong at once.
    """
    if limits.shallow(document):
        document = limits.tidied(document)
    scenario = read(document, origin, before)
    problems = _begun(scenario)
    if problems:
        raise ScenarioError(origin, [f"the battle can't be begun: {p}" for p in problems])
    return scenario


def _begun(scenario: Scenario) -> list[str]:
    """Lay the battle out, look at it from every side, and begin it; what keeps it from that."""
    try:
        system = registry.system_for(scenario)
        state = registry.initial_state(system)
        if problems := system.invariants(state):
            return problems
        for side in system.view(state).sides:
            system.view(state, [side.id])
        # What is offered and told before it begins has to be there as well.
        _ = system.options(), system.own_rules()
        Game[Any].start(system, registry.initial_state(system), FairDice(Chain(bytes(32)), "trial", 1, ""))
    except Unasked:
        return ["turns pass, and nobody can ever do anything: no leader stands on the map, or none ever comes on"]
    except Refusal as e:
        return [str(e.text)]
    except Exception as e:
        # Its format is right, but something in it is more than the rules can do with.
        log.info("a battle can't be begun", exc_info=True)
        return [f"the rules fail at it ({type(e).__name__}: {e}); please report that"[:300]]
    return []
