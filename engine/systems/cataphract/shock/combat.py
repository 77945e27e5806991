"""One combat of a Shock segment while it is being fought."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.kernel.hexes import Hex
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.shock.plan import Attack
from engine.systems.cataphract.state import Leader, Unit


@dataclass
class Combat:
    """Units of both sides, where they stood, and what has become of them."""

    attackers: list[Unit]
    defenders: list[Unit]
    routed_before: frozenset[str]
    """Defenders already Routed when the combat began."""
    places: dict[str, Hex]
    """Hex of every unit when the combat began."""
    chosen_attacker: Unit | None = None
    chosen_defender: Unit | None = None
    superior: bool = False
    """The chosen attacker gave Attack Superiority (9.23)."""
    killed: list[Leader] = field(default_factory=list)
    """Leaders killed in this combat's casualty step (9.14)."""
    vacated: list[Hex] = field(default_factory=list)
    """Hexes its defenders were driven from and nobody has advanced into yet (9.21)."""
    stayed: bool = False
    """9.15, 10.15 No advance is due from it."""
    hurt: set[str] = field(default_factory=set)
    """Units the enemy's Shock did harm to."""

    @classmethod
    def of(cls, g: Battle, attack: Attack) -> Combat:
        units = g.state.units
        attackers = [units[x] for x in attack.attackers]
        defenders = [units[x] for x in attack.defenders]
        return cls(
            attackers,
            defenders,
            frozenset(d.id for d in defenders if d.routed),
            {u.id: u.at for u in (*attackers, *defenders)},
        )

    def standing(self, units: Sequence[Unit]) -> list[Unit]:
        """Units still in place and unbroken; one Routed beforehand counts while it survives where it stood (9.13)."""
        return [
            u
            for u in units
            if u.on_map and u.at == self.places[u.id] and (not u.routed or u.id in self.routed_before)
        ]

    @property
    def attacking(self) -> list[Unit]:
        return self.standing(self.attackers)

    @property
    def defending(self) -> list[Unit]:
        return self.standing(self.defenders)

    @property
    def goes_on(self) -> bool:
        """9.13 At least one unit of each side is left."""
        return bool(self.attacking) and bool(self.defending)

    def note_vacated(self, g: Battle) -> None:
        """Remember hexes the defenders have left."""
        for d in self.defenders:
            h = self.places[d.id]
            if (not d.on_map or d.at != h) and h not in self.vacated and d.id not in self._counted:
                self._counted.add(d.id)
                self.vacated.append(h)

    _counted: set[str] = field(default_factory=set)
