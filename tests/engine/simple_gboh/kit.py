"""Small battles of Simple GBoH for tests: a few units on open ground, forced dice and given answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.kernel.decisions import Answer, Decision, Pick
from engine.kernel.hexes import Hex
from engine.systems.gboh.shock.plan import Attack, ShockPlan
from engine.systems.simple_gboh.field import LAYOUT
from engine.systems.simple_gboh.shock import phase, reckoning
from engine.systems.simple_gboh.shock.reckoning import Reckoning
from engine.systems.simple_gboh.system import SimpleGboh
from engine.systems.simple_gboh.turn import moving_phase, sequence
from tests.engine.gboh import rig
from tests.engine.gboh.rig import laid, refused

QUIET = (
    "retreat-hex",
    "advance-turn",
    "advance-hex",
    "advance-unit",
    "clash-unit",
    "follow-up",
    "extra-hit",
    "leader-withdrawal",
)
"""Questions that a Shock raises and most tests of it aren't about."""

__all__ = ["Rig", "SimpleGboh", "answered", "battle", "formation", "group", "leader", "minimal", "refused", "unit"]


class Rig(rig.Rig):
    """A battle of Simple GBoH."""

    sequence = staticmethod(sequence.play)

    def turn(self, side: str = "a", **values: Any) -> Rig:
        """Put the Movement and Missile Fire Phase of a Player Turn of ``side`` under way; all its units are activated
        and In Command unless ``activated`` and ``in_command`` say otherwise."""
        self.orders(side, **values)
        return self

    def play(self, *, dice: Sequence[int] = (), answers: Sequence[Any] = (), defaults: Sequence[str] = ()) -> Any:
        """As :meth:`tests.engine.gboh.rig.Rig.play`; what is asked is of the form the test expects."""
        return super().play(dice=dice, answers=answers, defaults=defaults)

    def order(
        self, order: Answer, *, dice: Sequence[int] = (), answers: Sequence[Any] = (), defaults: Sequence[str] = ()
    ) -> None:
        """Give one order as the active side would: checked, carried out."""
        moving_phase.check(self.g, order)
        self.run(moving_phase.carry_out, order, dice=dice, answers=answers, defaults=defaults)

    def refuses(self, rule: str, order: Answer) -> None:
        """The order is refused by this case."""
        with refused(rule):
            moving_phase.check(self.g, order)

    # -- Shock --------------------------------------------------------------------------------------------------------

    def shock_turn(self, side: str = "a", *, moved: Sequence[str] = (), **values: Any) -> Rig:
        """A Player Turn of ``side`` in which nobody began in contact; ``moved``: units that have come up."""
        settled = {"started_in_zoc": [], "started_with_enemy": [], **values}
        self.turn(side, moved=list(moved), **settled)
        self.state.phase = "shock"
        return self

    def plan(self, *attacks: str) -> ShockPlan:
        """Attacks written as "LG1+LG2 x HI9"."""
        pairs = (a.split(" x ") for a in attacks)
        return ShockPlan(
            attacks=tuple(Attack(attackers=tuple(a.split("+")), defenders=tuple(d.split("+"))) for a, d in pairs)
        )

    def fights(self, *attacks: str, dice: Sequence[int], answers: Sequence[Any] = (), but: Sequence[str] = ()) -> Rig:
        """Shocks, each as "LG1+LG2 x HI9", through every step; questions named in ``but`` want an answer."""
        plan = self.plan(*attacks)
        quiet = [kind for kind in QUIET if kind not in but]
        self.run(lambda g: phase.fight(g, plan.attacks), dice=dice, answers=answers, defaults=quiet)
        return self

    def reckoned(self, attack: str) -> Reckoning:
        """A Shock before its die is rolled, if both sides choose well."""
        ours, theirs = ([self.unit(x) for x in names.split("+")] for names in attack.split(" x "))
        self.g.version += 1
        return reckoning.foresee(self.g, ours, theirs)

    def modifiers(self, attack: str) -> dict[str, int]:
        """What changes its roll, by the reason."""
        return {str(m.reason): m.value for m in self.reckoned(attack).modifiers}


def answered(decision: Decision, given: Any) -> Answer:
    """The answer a key means, or the answer itself."""
    return Pick(key=given) if isinstance(given, str) else given


def unit(code: str, at: Hex | None, facing: str = "E", **values: Any) -> dict[str, Any]:
    """A unit for :func:`battle`: code letters begin with its type ("PH1"); ``at`` is a pair's left half, or the head of
    its Column. State such as hits or depleted may be given too."""
    return {"code": code, "hex": at, "facing": facing, **values}


def leader(name: str, at: Hex | None, role: str = "OC", **values: Any) -> dict[str, Any]:
    """A leader for :func:`battle`."""
    return {"id": name, "hex": at, "role": role, **values}


def formation(name: str, *commanders: str, auxiliary: bool = False, **values: Any) -> dict[str, Any]:
    """A row of a Formation Table."""
    return {"id": name, "name": name.upper(), "commanders": commanders, "auxiliary": auxiliary, **values}


def group(name: str, leader: str, *formations: str, **values: Any) -> dict[str, Any]:
    """4.14 Formations that may be activated together."""
    return {"id": name, "leader": leader, "formations": formations, **values}


def battle(*sides: Any, **values: Any) -> Rig:
    """Units of side "a" and of side "b", and what :func:`~tests.engine.gboh.rig.laid` takes besides."""
    return Rig(laid(SimpleGboh, LAYOUT, *sides, **values))


def minimal(**values: Any) -> Rig:
    """Two small armies: legionaries in two stacks with skirmishers; a phalanx and heavy infantry, light cavalry."""
    romans = {"roman": True, "legion": "I", "cls": "HA", "formation": "a1"}
    legion = [unit(f"LG{n}", h, "W", **romans) for n, h in ((1, 1105), (2, 1105), (3, 1107), (4, 1107))]
    velites = [unit(f"SK{n}", h, "W", missile="J", formation="a2") for n, h in ((1, 1004), (2, 1008))]
    foot = [unit("PH1", 405, "E", formation="b1"), unit("HI1", 408, "E", formation="b1")]
    horse = [unit("LC1", 303, "E", missile="J", formation="b2")]
    return battle(
        [*legion, *velites],
        [*foot, *horse],
        a_leaders=[leader("Scipio", 1105, initiative=5, command_range=5, seizure=2)],
        b_leaders=[
            leader("Pyrrhus", 405, initiative=4, command_range=4, seizure=1),
            leader("Leonnatus", 303, "SC", initiative=3, command_range=3),
        ],
        cols=(1, 12),
        rows=(1, 10),
        sides={
            "a": {
                "withdrawal_level": 12,
                "formations": [formation("a1", "Scipio"), formation("a2", auxiliary=True)],
                "retreat": "E",
            },
            "b": {
                "withdrawal_level": 12,
                "formations": [formation("b1", "Pyrrhus"), formation("b2", "Leonnatus")],
                "retreat": "W",
            },
        },
        **values,
    )
