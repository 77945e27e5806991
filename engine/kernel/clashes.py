"""Choices of several units that don't go together: more of them in a hex than it holds.

An answer for several is done whole or refused whole: :attr:`ChooseEach.clash
<engine.kernel.decisions.ChooseEach.clash>`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from engine.kernel.decisions import Clash
from engine.kernel.hexes import Hex, show
from engine.kernel.text import Refusal


def of_hexes(
    ends: Callable[[str, str], Collection[Hex]],
    rule: str,
    share: Callable[[str, Sequence[str]], bool] = lambda unit, others: False,
) -> Clash:
    """Why two units can't both go where they are sent.

    ``ends`` gives the hexes a unit holds after a choice, by the unit's id and the key; () where it goes nowhere.
    ``share`` says whether a unit may stay in a hex with those who come to it before.
    """

    def why(picks: Mapping[str, str]) -> Refusal | None:
        held: dict[Hex, list[str]] = {}
        for unit, key in picks.items():
            for h in ends(unit, key):
                here = held.setdefault(h, [])
                if here and not share(unit, here):
                    return Refusal(
                        "{unit} can't go to {hex}: {other} goes there.",
                        rule=rule,
                        unit=unit,
                        hex=show(h),
                        other=here[0],
                    )
                here.append(unit)
        return None

    return why
