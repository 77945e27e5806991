"""12.1 What players may switch on when they make a battle: optional chapters, and readings of other editions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from engine.kernel.text import Text
from engine.systems.gboh.rules import Rules


@dataclass(frozen=True)
class Variant:
    """One reading that differs from the third edition's."""

    key: str
    title: Text
    changed: Callable[[Rules], Rules]


def _movement(**values: object) -> Callable[[Rules], Rules]:
    return lambda r: replace(r, movement=replace(r.movement, **values))  # type: ignore[arg-type]


def _fire(**values: object) -> Callable[[Rules], Rules]:
    return lambda r: replace(r, fire=replace(r.fire, **values))  # type: ignore[arg-type]


def _command(**values: object) -> Callable[[Rules], Rules]:
    return lambda r: replace(r, command=replace(r.command, **values))  # type: ignore[arg-type]


def _combat(**values: object) -> Callable[[Rules], Rules]:
    return lambda r: replace(r, combat=replace(r.combat, **values))  # type: ignore[arg-type]


VARIANTS: tuple[Variant, ...] = (
    Variant(
        "lenient-sight",
        Text("Leaders see their Lines past one hex that blocks, where another is open beside it (4.25)"),
        _command(sight_along_edges=True),
    ),
    Variant(
        "single-withdrawals", Text("No withdrawal of whole cavalry lines (6.57)"), _movement(line_withdrawal=False)
    ),
    Variant(
        "zoc-turning", Text("Turning in the ZOC of one enemy for half the MA (7.23)"), _movement(zone_turning="half")
    ),
    Variant(
        "phalanx-about",
        Text("A phalanx may face about as an enemy comes into its Rear (7.16)"),
        _movement(reaction_about=True),
    ),
    Variant(
        "javelins-7",
        Text("Javelins run low on 7 to 9, not on 6 (8.14)"),
        _fire(low_from=MappingProxyType({"J": 7})),
    ),
    Variant(
        "slower-prey",
        Text("Light cavalry harasses slower targets alone (9.31)"),
        _fire(harasses_slower=MappingProxyType({"foot": "equal or slower", "horse": "slower"})),
    ),
    Variant("no-terror", Text("No +1 to the checks of who is charged by elephants (8.33)"), _combat(terror=False)),
    Variant("rally-runs", Text("Who fails to rally flees the whole MA (10.28)"), _combat(failed_rally_runs=True)),
    Variant("light-halved", Text("Light cavalry does foot half harm (8.36)"), _combat(light_horse_halved=True)),
)
"""Readings of the 4th edition, and one case that may not be the 3rd's; each off unless chosen."""

CHAPTERS: Mapping[str, Text] = MappingProxyType(
    {
        "4.8": Text("Elephant command (4.8)"),
        "6.8": Text("Withdrawals arranged in secret beforehand (6.8)"),
        "10.5": Text("Engaged (10.5)"),
    }
)
"""Chapters that the book calls optional, and one of the 4th edition, by case."""


def varied(rules: Rules, options: Mapping[str, bool]) -> Rules:
    """The rules as a battle with these options is played."""
    for v in VARIANTS:
        if options.get(v.key):
            rules = v.changed(rules)
    return rules
