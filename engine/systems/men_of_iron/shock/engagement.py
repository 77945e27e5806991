"""10.3 An engagement: attackers and defenders connected by designations, as it stands while it is being fought."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from engine.kernel.hexes import Facing, Hex
from engine.kernel.text import Text
from engine.systems.men_of_iron import charge
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import Told
from engine.systems.men_of_iron.shock.drms import Combat
from engine.systems.men_of_iron.state import Attack, Unit


@dataclass
class Striker:
    """One attacking unit's part."""

    unit: Unit
    targets: list[Unit]
    way: tuple[Hex | Facing, ...] | None = None
    """Way of a Charge that is still to be ridden (11.3)."""
    charging: bool = False
    """It charges home (11.4)."""
    slowed: bool = False
    """Its way counts as movement (10.4(4))."""
    counter: bool = False
    """It counter-charges: it may turn to any facing (11.5)."""
    began: Hex | None = None
    """Where it began its Counter-Charge: one that is driven from there loses it."""

    @property
    def stand(self) -> tuple[Hex, Facing]:
        """Where it attacks from, and its facing there."""
        if self.way is None:
            return self.unit.at, self.unit.facing
        return charge.arrival(self.unit, self.way)


@dataclass
class Engagement:
    """What is left of it at any moment."""

    strikers: list[Striker]
    met: dict[str, set[str]] = field(default_factory=dict[str, set[str]])
    """Attackers met by a Counter-Charge, by defender (11.6)."""

    @property
    def side(self) -> str:
        """Side that attacks."""
        return self.strikers[0].unit.side

    @property
    def defenders(self) -> list[Unit]:
        """Everybody still attacked, in the order of the designations."""
        found = {t.id: t for s in self.strikers for t in s.targets}
        return list(found.values())

    def against(self, defender: Unit) -> list[Striker]:
        """Who attacks this defender."""
        return [s for s in self.strikers if defender in s.targets]

    def combat(self, g: Battle, defender: Unit) -> Combat:
        """The combat against one defender as it stands now."""
        strikers = self.against(defender)
        others = {t.id for s in strikers for t in s.targets}
        home = [s for s in strikers if s.charging and charge.strikes(g, s.stand[0], defender)]
        return Combat(
            defender=defender,
            attackers=tuple(s.unit for s in strikers),
            against=len(others),
            charging=frozenset(s.unit.id for s in home),
            slowed=frozenset(s.unit.id for s in home if s.slowed),
            met=frozenset(self.met.get(defender.id, ())),
            at={s.unit.id: s.stand[0] for s in strikers},
        )

    def release(self, defender: Unit) -> list[Striker]:
        """Take a defender out; who attacked it."""
        freed = self.against(defender)
        for s in freed:
            s.targets.remove(defender)
        return freed

    def lapse(self, g: Battle) -> None:
        """10.3, 11.3 Whoever has gone, or has no longer its enemy before it, drops out."""
        for s in list(self.strikers):
            s.targets = [t for t in s.targets if _before(g, s, t)] if _able(g, s) else []
            if not s.targets:
                self.strikers.remove(s)
                if s.unit.on_map:
                    story = (
                        Text("{unit} does not charge.", unit=s.unit.id)
                        if s.way is not None
                        else Text("{unit} has nobody to attack.", unit=s.unit.id)
                    )
                    g.emit(Told(story=story, unit=s.unit.id, rule="11.3" if s.way is not None else "10.3"))


def _able(g: Battle, s: Striker) -> bool:
    if not s.unit.on_map or s.unit.retired:
        return False
    if s.way is None:
        return True
    if s.unit.type != "MM":  # it was Unhorsed before it rode
        return False
    if s.counter:
        return s.unit.hex == s.began
    return s.unit.normal and charge.problem(g, s.unit, s.way) is None


def _before(g: Battle, s: Striker, target: Unit) -> bool:
    return target.on_map and target in charge.before(g, s.unit, *s.stand)


def of(g: Battle, attacks: Iterable[Attack]) -> Engagement:
    """The engagement of designated attacks."""
    units = g.state.units
    return Engagement(
        [
            Striker(
                units[a.unit],
                [units[t] for t in a.targets],
                way=tuple(a.charge) if a.charge is not None else None,
                charging=a.charge is not None,
            )
            for a in attacks
        ]
    )


def groups(attacks: Sequence[Attack]) -> list[list[Attack]]:
    """10.3 Designated attacks parted into engagements, each where its first attack was designated."""
    found: list[list[Attack]] = []
    for a in attacks:
        joined = [a]
        for group in list(found):
            if {t for b in group for t in b.targets} & set(a.targets):
                found.remove(group)
                joined = [*group, *joined]
        found.append(joined)
    place = {id(a): i for i, a in enumerate(attacks)}
    for group in found:
        group.sort(key=lambda a: place[id(a)])
    return sorted(found, key=lambda group: place[id(group[0])])
