"""11.4 Reluctance: horses shy at the front of pikes and Dismounted Men-at-Arms."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel import dice
from engine.kernel.dice import Modifier, RollRequest
from engine.kernel.hexes import Hex
from engine.kernel.text import Text, joined
from engine.systems.men_of_iron import charge
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import Told
from engine.systems.men_of_iron.shock.engagement import Striker
from engine.systems.men_of_iron.state import Unit


def shies_at(g: Battle, at: Hex, targets: Sequence[Unit]) -> list[Unit]:
    """11.4 Those of the targets at whose front horses shy: Dismounted Men-at-Arms and pikes."""
    return [t for t in targets if t.type in ("DM", "PK") and g.arc(t, at) == "front" and charge.strikes(g, at, t)]


def home_chance(g: Battle, at: Hex, targets: Sequence[Unit]) -> float:
    """11.4 Probability that a Charge out of a hex goes home; 1 where nobody shies."""
    shy = shies_at(g, at, targets)
    if not shy:
        return 1.0
    return dice.chance(lambda die: die + _shy_drm(g, shy) <= g.charts.threshold("charge_home"))


def _shy_drm(g: Battle, shy: Sequence[Unit]) -> int:
    return g.charts.threshold("reluctance_schiltron") if any(t.formation == "schiltron" for t in shy) else 0


async def go_home(g: Battle, s: Striker) -> None:
    """11.4, T-RELUCT Reluctance to Charge, the roll: of one before the front of pikes or Dismounted Men-at-Arms."""
    shy = shies_at(g, s.unit.at, s.targets)
    if not s.charging or not shy:
        return
    limit, drm = g.charts.threshold("charge_home"), _shy_drm(g, shy)
    roll = await g.roll(
        RollRequest(
            purpose="reluctance",
            side=s.unit.side,
            text=Text(
                "{unit} charges the front of {enemies}", unit=s.unit.id, enemies=joined((t.id for t in shy), " and ")
            ),
            rule="11.4",
            modifiers=(Modifier(value=drm, reason=Text("Schiltron"), rule="FK-1"),) if drm else (),
            needs=Text("{n} or less", n=limit),
            unit=s.unit.id,
            outcome=lambda total: Text("charges home") if total <= limit else Text("the horses shy"),
        )
    )
    if roll.total > limit:
        s.charging = False
        story = Text("The horses of {unit} shy: it attacks without a Charge.", unit=s.unit.id)
        g.emit(Told(story=story, unit=s.unit.id, rule="11.4"))
