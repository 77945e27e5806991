"""One combat of a Shock segment while it is being fought."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.kernel.hexes import Hex
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.shock.plan import Attack
from engine.systems.gboh.state import Leader, Unit


@dataclass
class Combat:
    """Units of both sides, where they stood, and what has become of them."""

    attackers: list[Unit]
    defenders: list[Unit]
    routed_before: frozenset[str]
    """Defenders already Routed when the combat began."""
    places: dict[str, tuple[Hex, ...]]
    """Hexes of every unit when the combat began."""
    chosen_attacker: Unit | None = None
    chosen_defender: Unit | None = None
    superior: bool = False
    """The chosen attacker gave Attack Superiority (9.23)."""
    killed: list[Leader] = field(default_factory=list[Leader])
    """Leaders killed in this combat's casualty step (9.14)."""
    hurt: set[str] = field(default_factory=set[str])
    """Defenders the attack did harm to."""
    faltered: set[str] = field(default_factory=set[str])
    """Those that broke at the checks of its collapse alone (9.17(2))."""
    _driven_out: set[str] = field(default_factory=set[str])

    @classmethod
    def of(cls, g: Battle, attack: Attack) -> Combat:
        units = g.state.units
        attackers = [u for x in attack.attackers for u in g.ranks(units[x])]
        defenders = [u for x in attack.defenders for u in g.ranks(units[x])]
        return cls(
            attackers,
            defenders,
            frozenset(d.id for d in defenders if d.routed),
            {u.id: footprint.hexes_of(u) for u in (*attackers, *defenders)},
        )

    @property
    def units(self) -> list[Unit]:
        """Everybody, attackers first."""
        return [*self.attackers, *self.defenders]

    def stands(self, u: Unit) -> bool:
        """Whether the unit is in place and unbroken; one Routed beforehand counts while it survives (9.13)."""
        return (
            u.on_map
            and set(footprint.hexes_of(u)) == set(self.places[u.id])
            and (not u.routed or u.id in self.routed_before)
        )

    def _standing(self, units: Sequence[Unit]) -> list[Unit]:
        return [u for u in units if self.stands(u)]

    @property
    def attacking(self) -> list[Unit]:
        return self._standing(self.attackers)

    @property
    def defending(self) -> list[Unit]:
        return self._standing(self.defenders)

    @property
    def goes_on(self) -> bool:
        """9.13 At least one unit of each side is left."""
        return bool(self.attacking) and bool(self.defending)

    def newly_vacated(self) -> list[Hex]:
        """9.21 Hexes its defenders have been driven from since this was last asked."""
        gone = [d for d in self.defenders if d.id not in self._driven_out and not self.stands(d)]
        self._driven_out.update(d.id for d in gone)
        return list(dict.fromkeys(h for d in gone for h in self.places[d.id]))
