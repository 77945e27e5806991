"""NA-3 The shot of a unit that is about to withdraw before Shock."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.decisions import Choice, Choose, Policy
from engine.kernel.text import Refusal, Text
from engine.systems.men_of_iron import reaction, reasons, shot
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.state import Unit


async def shoot(g: Battle, unit: Unit, target: Unit) -> None:
    """NA-3 One shot of a unit that is about to withdraw before Shock, at an attacker; nobody returns it.

    Whether it may is for the caller to ask: :func:`can_shoot`.
    """
    if await shot.threaten(g, target):
        await shot.settle(g, await shot.shoot(g, unit, target, "parting"))
    else:
        shot.lost(g, unit, target, "NA-3")


def can_shoot(g: Battle, unit: Unit, target: Unit) -> bool:
    """NA-3 Whether the unit could shoot at the target before it withdraws: as in Return Fire, in range and arc."""
    return shot.inability(g, unit) is None and shot.bad_target(g, unit, target) is None


async def offer(g: Battle, unit: Unit, attackers: Sequence[Unit]) -> None:
    """NA-3 One shot at an attacker before it leaves."""
    targets = [a for a in attackers if can_shoot(g, unit, a)]
    if not targets:
        return
    best = max(targets, key=lambda a: shot.preview(g, unit, a, "parting").chance)
    ranked = [best, *(a for a in targets if a is not best)]
    answer = await g.ask(
        Choose(
            kind="parting-shot",
            side=unit.side,
            rule="NA-3",
            prompt=Text("{unit} withdraws. A shot before it goes?", unit=unit.id),
            subject=unit.id,
            focus=(unit.at, *(a.at for a in targets)),
            choices=(
                *(Choice(a.id, shot.describe(g, unit, a), unit=unit.id, hex=a.at) for a in ranked),
                Choice("hold", Text("Hold fire"), unit=unit.id),
            ),
            default_key=best.id if unit.type != "GE" else "hold",
            policy=Policy(reaction.RETURN.kind, best.id, "hold", _conditions(g, best), deed=reaction.FIRE),
            why=reasons.target(g, unit, targets, lambda x: _no_parting(g, unit, x, attackers), "NA-3"),
        )
    )
    if answer.key != "hold":
        await shoot(g, unit, g.state.units[answer.key])


def _no_parting(g: Battle, unit: Unit, target: Unit, attackers: Sequence[Unit]) -> Refusal | None:
    if target not in attackers:
        return Refusal("{enemy} doesn't attack {unit}.", rule="NA-3", enemy=target.id, unit=unit.id)
    return shot.bad_target(g, unit, target)


def _conditions(g: Battle, target: Unit) -> dict[str, bool]:
    return {
        "mounted": target.mounted,
        "disordered": not target.normal,
        "leader": bool(g.leaders_at(target.at, target.side)),
    }
