"""One Shock while it is being fought."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.kernel.hexes import Hex
from engine.systems.gboh import footprint
from engine.systems.gboh.shock.plan import Attack
from engine.systems.simple_gboh import effects
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.shock.reckoning import Reckoning
from engine.systems.simple_gboh.state import Unit


@dataclass
class Party:
    """One unit of a Shock as 5.35 counts them: a single unit, or both of a stack."""

    members: tuple[Unit, ...]
    """From top to bottom, as the Shock was designated."""
    places: tuple[Hex, ...]
    """Its hexes then."""

    @classmethod
    def of(cls, g: Battle, top: Unit) -> Party:
        return cls(effects.fighting(g, top), footprint.hexes_of(top))

    @property
    def standing(self) -> list[Unit]:
        """Those of it who are left, from top to bottom."""
        return [u for u in self.members if u.on_map]

    @property
    def lead(self) -> Unit | None:
        """Its uppermost who is left."""
        return next((u for u in self.members if u.on_map), None)

    @property
    def holds(self) -> bool:
        """Whether any of it stands where it stood."""
        return any(set(footprint.hexes_of(u)) == set(self.places) for u in self.standing)


@dataclass
class Combat:
    """Both sides of a Shock, and what has become of them."""

    attack: Attack
    attackers: list[Party]
    defenders: list[Party]
    gone: set[str] = field(default_factory=set[str])
    """Defenders that have retreated before it (7.41), by their top unit."""
    over: bool = False
    """7.4 It is not fought: every defender has retreated before it, or one side is lost."""
    reckoning: Reckoning | None = None
    kept: str | None = None
    """8.4 The attacker that is kept where all would rout."""

    @classmethod
    def of(cls, g: Battle, attack: Attack) -> Combat:
        units = g.state.units
        ours, theirs = ([Party.of(g, units[x]) for x in names] for names in (attack.attackers, attack.defenders))
        return cls(attack, ours, theirs)

    @property
    def ours(self) -> list[Unit]:
        """Attackers who still stand to fight, by their top units."""
        return leads(self.attackers)

    @property
    def theirs(self) -> list[Unit]:
        """Defenders who still stand to fight."""
        return leads(p for p in self.defenders if p.members[0].id not in self.gone)

    def settle(self) -> None:
        """7.4 It is over where a side has nobody left to fight."""
        self.over = self.over or not self.ours or not self.theirs

    @property
    def vacated(self) -> list[Hex]:
        """7.71 Hexes that its defenders have been driven from."""
        fought = [p for p in self.defenders if p.members[0].id not in self.gone]
        return list(dict.fromkeys(h for p in fought if not p.holds for h in p.places))


def leads(parties: Iterable[Party]) -> list[Unit]:
    """The uppermost of each party that holds its place."""
    return [p.lead for p in parties if p.lead is not None and p.holds]
