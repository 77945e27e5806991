"""10.5 Advances after Shock: who follows, into which hex, and how it faces; 12.7 who must press on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from engine.kernel.decisions import Choice, Choose, Policy
from engine.kernel.hexes import VERTICES, Facing, Hex, adjacent, front, show, turns
from engine.kernel.text import Refusal, Text
from engine.kernel.wanted import Wanted
from engine.systems.men_of_iron import reasons, retreats
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.charts import Code
from engine.systems.men_of_iron.shock import steps
from engine.systems.men_of_iron.state import Unit

HOLD = "hold"


@dataclass(frozen=True)
class Fight:
    """What is known of a combat once its results have been applied."""

    defender: Unit
    at: Hex
    """Where the defender stood."""
    attackers: tuple[Unit, ...]
    stood: dict[str, Hex]
    """Where each attacker stood."""
    shaken: frozenset[str]
    """Attackers that were Disordered already."""
    codes: tuple[Code, ...]

    @property
    def vacated(self) -> bool:
        """Whether the result has moved the defender out of its hex."""
        return self.defender.hex != self.at


def can_enter(g: Battle, unit: Unit, h: Hex) -> bool:
    """10.5 Whether the unit may step into the adjacent hex: the ground lets it, and it is fit to."""
    return (
        unit.on_map
        and not unit.retired
        and unit.formation != "shield-wall"
        and adjacent(unit.at, h)
        and g.step_cost(unit, unit.at, h) is not None
    )


def followers(g: Battle, fight: Fight, *, pressing: bool) -> list[Unit]:
    """Attackers that may follow into the hex, of those with the lowest Shock DRM.

    ``pressing`` (12.7): Men-at-Arms on horseback come before others, and having become Disordered is no excuse;
    otherwise (10.5) who became Disordered in this engagement stays behind.
    """
    able = [
        a
        for a in fight.attackers
        if a.hex == fight.stood[a.id]
        and can_enter(g, a, fight.at)
        and (pressing or not a.disordered or a.id in fight.shaken)
    ]
    if not able:
        return []
    best = min(g.drm(a) for a in able)
    able = [a for a in able if g.drm(a) == best]
    riders = [a for a in able if a.type == "MM"]
    return riders if pressing and riders else able


def _open(g: Battle, fight: Fight) -> bool:
    return fight.vacated and g.unit_at(fight.at) is None


async def press(g: Battle, fights: Sequence[Fight]) -> list[Unit]:
    """12.7 Units that must press on go into the hexes left, keeping their facing; returns them."""
    pressing: list[Unit] = []
    while True:
        pairs = _advances(g, [f for f in fights if "CA" in f.codes], pressing, pressing=True)
        unit = await choose(g, pairs, rule="12.7", turning=False)
        if unit is None:
            return pressing
        pressing.append(unit)


async def follow(g: Battle, fights: Sequence[Fight], busy: Sequence[Unit]) -> None:
    """10.5 Into every other hex left by its defender one attacker advances; each unit once, ``busy`` ones not."""
    gone = list(busy)
    while True:
        unit = await choose(g, _advances(g, fights, gone, pressing=False), rule="10.5")
        if unit is None:
            return
        gone.append(unit)


def _advances(g: Battle, fights: Sequence[Fight], gone: Sequence[Unit], *, pressing: bool) -> list[tuple[Unit, Hex]]:
    """Units and hexes of the next advance: those of the first hex left, and other hexes the same units could take."""
    left = [f for f in fights if _open(g, f)]
    for fight in left:
        able = [u for u in followers(g, fight, pressing=pressing) if u not in gone]
        if able:
            rest = [f for f in left if f is not fight]
            others = [(u, f.at) for f in rest for u in able if u in followers(g, f, pressing=pressing)]
            return [*((u, fight.at) for u in able), *others]
    return []


async def choose(
    g: Battle,
    pairs: Sequence[tuple[Unit, Hex]],
    *,
    rule: str,
    turning: bool = True,
    optional: bool = False,
    notes: Mapping[str, Text] = MappingProxyType({}),
) -> Unit | None:
    """Ask, as far as there is a choice, who enters which hex and how it faces then, and carry it out.

    Without ``turning`` it keeps its facing (12.7). ``notes`` say what it costs a unit, by its code. None where nobody
    goes.
    """
    options = [
        (f"{u.id}-{show(h)}-{f.name}", u, h, f)
        for u, h in pairs
        for f in (facings(g, u, h) if turning else (u.facing,))
    ]
    if not options:
        return None
    key = options[0][0]
    if len(options) > 1 or optional:
        key = await _ask(g, options, rule=rule, optional=optional, notes=notes)
    if key == HOLD:
        return None
    _, unit, h, facing = next(o for o in options if o[0] == key)
    # 9.2/ca No reaction to Continued Attack, nor to an advance.
    await steps.enter(g, unit, h, facing, how="advance" if turning else "continued", rule=rule)
    return unit


async def _ask(
    g: Battle,
    options: Sequence[tuple[str, Unit, Hex, Facing]],
    *,
    rule: str,
    optional: bool,
    notes: Mapping[str, Text],
) -> str:
    units = {u.id: u for _, u, _, _ in options}
    best = options[0][0]
    several = len(units) > 1
    # Where only its facing is open, only those are asked who want to be.
    free = not optional and len({(u.id, h) for _, u, h, _ in options}) == 1
    choices = [
        Choice(
            key,
            Text("{unit} to {hex}, facing {f}", unit=u.id, hex=show(h), f=f.name),
            unit=u.id,
            hex=h,
            facing=f,
            note=notes.get(u.id),
            lean=(4.0 if key == best else 1.0) * (0.1 if u.id in notes else 1.0),
        )
        for key, u, h, f in options
    ]
    if optional:
        choices.append(Choice(HOLD, Text("Nobody"), lean=2.0))
    prompt = (
        Text("Who advances, and how does it face?") if several else Text("{unit} advances.", unit=next(iter(units)))
    )
    if rule == "12.7":
        prompt = Text("Which unit presses on?")
    answer = await g.ask(
        Choose(
            kind="advance",
            side=next(iter(units.values())).side,
            rule=rule,
            prompt=prompt,
            subject=None if several else next(iter(units)),
            focus=tuple(dict.fromkeys(x for _, u, h, _ in options for x in (u.at, h))),
            choices=tuple(choices),
            default_key=HOLD if optional else best,
            policy=Policy(retreats.POLICY.kind, best, HOLD if optional else best, free=free),
            why=lambda wanted: _why_not(g, options, rule, wanted),
        )
    )
    return answer.key


def _why_not(g: Battle, options: Sequence[tuple[str, Unit, Hex, Facing]], rule: str, wanted: Wanted) -> Refusal | None:
    """Why nobody advances as it is written: who may, and into which hexes."""
    units = list({u.id: u for _, u, _, _ in options}.values())
    hexes = list(dict.fromkeys(h for _, _, h, _ in options))
    no = reasons.one_of(g, units, rule, units[0].side, Text("may advance"))(wanted)
    if no is None and wanted.hexes and wanted.hexes[-1] not in hexes:
        places = ", ".join(show(h) for h in hexes[:4])
        return Refusal("{hex} has not been left now: {hexes}.", rule=rule, hex=show(wanted.hexes[-1]), hexes=places)
    return no


def facings(g: Battle, unit: Unit, at: Hex) -> list[Facing]:
    """Vertex facings in a hex, the likeliest first: most enemies in front, fewest behind, least turning."""

    def price(f: Facing) -> tuple[int, int, int]:
        ahead = sum(g.enemy_in(h, unit.side) is not None for h in front(at, f))
        around = len(g.adjacent_enemies(at, unit.side))
        return -ahead if around else 0, turns(unit.facing, f), int(f)

    return sorted(VERTICES, key=price)
