"""10.4 What is added to the die against one defender, the table it is read on, and the odds."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from engine.kernel.dice import D10, Modifier
from engine.kernel.ground import called
from engine.kernel.hexes import Hex
from engine.kernel.text import Text, joined
from engine.systems.men_of_iron import results
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.charts import Code
from engine.systems.men_of_iron.state import Unit

WORDS: Mapping[Code, Text] = {
    "NE": Text("no effect"),
    "AD": Text("attacker Disordered"),
    "AR1": Text("attacker retreats"),
    "AU": Text("attacker Unhorsed"),
    "DD": Text("defender Disordered"),
    "DR1": Text("defender retreats"),
    "DU": Text("defender Unhorsed"),
    "DRT": Text("defender Retires"),
    "DE": Text("defender eliminated"),
    "CA": Text("Continued Attack"),
}
"""T-CODES in words."""

Drm: TypeAlias = tuple[int, Text, str]
"""A DRM, why it counts, and its case."""

BACKFIRE: frozenset[Code] = frozenset({"AD", "AR1", "AU"})
"""Codes that hurt the attackers."""


@dataclass(frozen=True)
class Combat:
    """Everything one roll depends on: who attacks one defender, and how."""

    defender: Unit
    attackers: tuple[Unit, ...]
    against: int = 1
    """Different defenders attacked by any of the attackers (10.4(1))."""
    charging: frozenset[str] = frozenset()
    """Attackers that charge home (11.2)."""
    slowed: frozenset[str] = frozenset()
    """Chargers whose way counts as movement: across a brook."""
    met: frozenset[str] = frozenset()
    """Mounted attackers met by the defender's Counter-Charge (11.6)."""
    at: Mapping[str, Hex] = field(default_factory=dict[str, Hex])
    """Where attackers will stand that have still to ride up; others stand where they are."""

    def place(self, attacker: Unit) -> Hex:
        """Hex it attacks from."""
        return self.at.get(attacker.id, attacker.at)

    @property
    def charge(self) -> bool:
        """11.2 Benefits of a Charge: its own table, where somebody charges or is met by a Counter-Charge (10.3)."""
        return bool(self.charging or self.met)


def modifiers(
    g: Battle,
    attackers: Sequence[Unit],
    defender: Unit,
    *,
    against: int = 1,
    charging: Collection[str] = (),
    slowed: Collection[str] = (),
    met: Collection[str] = (),
    at: Mapping[str, Hex] | None = None,
) -> list[Modifier]:
    """10.4 The DRMs of these attackers against this defender; the keywords are the fields of :class:`Combat`."""
    return reckon(
        g,
        Combat(
            defender=defender,
            attackers=tuple(attackers),
            against=against,
            charging=frozenset(charging),
            slowed=frozenset(slowed),
            met=frozenset(met),
            at=at or {},
        ),
    )


def outcomes(
    g: Battle,
    attackers: Sequence[Unit],
    defender: Unit,
    *,
    against: int = 1,
    charging: Collection[str] = (),
    slowed: Collection[str] = (),
    met: Collection[str] = (),
    at: Mapping[str, Hex] | None = None,
) -> dict[tuple[Code, ...], float]:
    """Probability of each result, the one of the lowest roll first."""
    combat = Combat(
        defender=defender,
        attackers=tuple(attackers),
        against=against,
        charging=frozenset(charging),
        slowed=frozenset(slowed),
        met=frozenset(met),
        at=at or {},
    )
    return odds(g, combat)


def reckon(g: Battle, c: Combat) -> list[Modifier]:
    """10.4 The DRMs of a combat, in the order of the rules; those of 0 are left out."""
    drm = g.charts.shock_drm
    found: list[Drm] = [
        # 10.4(1) Strength.
        (len(c.attackers) - c.against, Text("{n} against {against}", n=len(c.attackers), against=c.against), "10.4(1)"),
        _angle(g, c),
        *_terrain(g, c),
        _height(g, c),
        (g.drm(c.defender), Text("Shock DRM of {unit}", unit=c.defender.id), "10.4(3)"),
        _charge(g, c),
        _leader(g, c),
        _weapons(g, c),
    ]
    # 10.4(7) Attacker Disordered.
    if any(a.disordered for a in c.attackers):
        found.append((drm("attacker_disordered"), Text("attacker Disordered"), "10.4(7)"))
    # 10.4(8) Defender Retired.
    if c.defender.retired:
        found.append((drm("defender_retired"), Text("defender Retired"), "10.4(8)"))
    found.append(_formation(g, c))
    return [Modifier(value=value, reason=reason, rule=rule) for value, reason, rule in found if value]


def _angle(g: Battle, c: Combat) -> Drm:
    """10.4(2A) Angle of attack: into a flank, the rear, or from several sides."""
    arcs = {g.arc(c.defender, c.place(a)) for a in c.attackers}
    if len(arcs) > 1:
        return g.charts.shock_drm("mixed"), Text("from several sides"), "10.4(2A)"
    if "rear" in arcs:
        return g.charts.shock_drm("rear"), Text("rear"), "10.4(2A)"
    return (g.charts.shock_drm("flank") if "flank" in arcs else 0), Text("flank"), "10.4(2A)"


def _terrain(g: Battle, c: Combat) -> list[Drm]:
    """10.4(2B) Terrain in Shock: of several attackers the ground that is best for the defender."""
    sets = [_ground(g, c.place(a), c.defender.at) for a in c.attackers]
    return min(sets, key=lambda s: sum(value for value, _, _ in s)) if sets else []


def _ground(g: Battle, a: Hex, d: Hex) -> list[Drm]:
    found: list[Drm] = [
        (g.ground(d).shock, Text("defender in {ground}", ground=called(g.map.terrain_at(d))), "10.4(2B)")
    ]
    found += [
        (g.charts.hexside(side).shock, Text("across a {side}", side=called(side)), "10.4(2B)") for side in g.sides(a, d)
    ]
    found.append((g.ground(a).attack_from, Text("out of {ground}", ground=called(g.map.terrain_at(a))), "10.4(2B)"))
    if g.wagon(d):
        found.append((g.charts.shock_drm("wagon"), Text("defender behind a wagon"), "PO-3"))
    return found


def _height(g: Battle, c: Combat) -> Drm:
    """10.4(2C) Height: every attacker stands lower."""
    level = g.map.level_at(c.defender.at)
    lower = all(g.map.level_at(c.place(a)) < level for a in c.attackers)
    return (g.charts.shock_drm("lower") if lower else 0), Text("uphill"), "10.4(2C)"


def _carrying(c: Combat) -> list[Unit]:
    """Attackers whose Charge counts: a Counter-Charge takes it from those it meets (11.6)."""
    return [a for a in c.attackers if a.id in c.charging and a.id not in c.met]


def _charge(g: Battle, c: Combat) -> Drm:
    """10.4(4) Charge modifier: the best value of several chargers, once."""
    chargers = _carrying(c)
    if not chargers:
        return 0, Text(""), ""
    if all(slowed(g, c, a) for a in chargers):
        # A charger that hasn't moved is slowed by the ground alone.
        moved = any(g.spent(a) for a in chargers)
        reason = Text("Charge after movement") if moved else Text("Charge across a brook")
        return g.charts.shock_drm("charge_moved"), reason, "10.4(4)"
    return g.charts.shock_drm("charge"), Text("Charge"), "10.4(4)"


def slowed(g: Battle, c: Combat, charger: Unit) -> bool:
    """10.4(4) Whether its Charge counts as one after movement: it has spent MP, or crosses a brook."""
    last = g.sides(c.place(charger), c.defender.at)
    return bool(g.spent(charger)) or charger.id in c.slowed or any(g.charts.hexside(side).charge_moved for side in last)


def _leader(g: Battle, c: Combat) -> Drm:
    """10.4(5), 15.3 Leader in Shock: that of its Command is with a charging unit; once."""
    for a in _carrying(c):
        x = g.leader(a.command)
        if x is not None and x.hex == a.hex:
            return g.charts.shock_drm("leader"), Text("{leader}", leader=x.name), "10.4(5)"
    return 0, Text(""), ""


def _weapons(g: Battle, c: Combat) -> Drm:
    """10.4(6) Weapon System Matrix: the best of the attackers."""
    values = [(v, a) for a in c.attackers if (v := g.charts.weapons(a.type, c.defender.type)) is not None]
    value, best = max(values, key=lambda pair: pair[0])
    return value, Text("{a} against {b}", a=best.type, b=c.defender.type), "10.4(6)"


def _formation(g: Battle, c: Combat) -> Drm:
    """10.4(9) A Shield Wall counts where every attacker is in its front."""
    d = c.defender
    if d.formation == "schiltron":
        return g.charts.shock_drm("schiltron"), Text("Schiltron"), "10.4(9)"
    if d.formation == "shield-wall" and all(g.arc(d, c.place(a)) == "front" for a in c.attackers):
        return g.charts.shock_drm("shield_wall"), Text("Shield Wall"), "14.1"
    return 0, Text(""), ""


# -- results --------------------------------------------------------------------------------------------------------


def result(g: Battle, c: Combat, total: int) -> tuple[Code, ...]:
    """12.1 Which table: by the attack; the column by the defender's state; what the final value means (10.3)."""
    column = "normal" if c.defender.normal else "disordered"
    return g.charts.charge(column, total) if c.charge else g.charts.shock(column, total)


def odds(g: Battle, c: Combat) -> dict[tuple[Code, ...], float]:
    """Probability of each result of a combat."""
    drm = sum(m.value for m in reckon(g, c))
    found: dict[tuple[Code, ...], float] = {}
    for die in D10:
        codes = result(g, c, die + drm)
        found[codes] = found.get(codes, 0.0) + 1 / len(D10)
    return found


def chance(found: Mapping[tuple[Code, ...], float], wanted: Collection[Code]) -> float:
    """Probability that a result holds any of these codes."""
    return sum(p for codes, p in found.items() if any(code in wanted for code in codes))


def told(codes: Sequence[Code], c: Combat | None = None, *, homeless: bool = False) -> Text:
    """A result in words; of a combat, what it comes to for those in it, the defender ``homeless`` or not (13.2).

    >>> str(told(("DD", "DR1")))
    'defender Disordered, defender retreats'
    """
    return joined(dict.fromkeys(_word(code, c, homeless=homeless) for code in codes))


def in_words(found: Mapping[tuple[Code, ...], float], c: Combat, *, homeless: bool = False) -> dict[Text, float]:
    """Probability of each thing the results of a combat come to, in the order of the die."""
    said: dict[Text, float] = {}
    for codes, p in found.items():
        words = told(codes, c, homeless=homeless)
        said[words] = said.get(words, 0.0) + p
    return said


def _word(code: Code, c: Combat | None, *, homeless: bool) -> Text:
    if c is None:
        return WORDS[code]
    if code in results.HARMS:
        return results.worded(code, c.defender, WORDS, homeless=homeless)
    stand = code == "AR1" and all(map(results.stands, c.attackers))
    return results.STANDS if stand else WORDS[code]
