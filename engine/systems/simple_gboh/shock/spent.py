"""10.53, 11.25 What a Shock takes from who fought in it, once it is over: chariots, Columns."""

from __future__ import annotations

from engine.kernel.decisions import Choice, Choose
from engine.kernel.hexes import show
from engine.kernel.text import Text
from engine.systems.gboh import footprint
from engine.systems.gboh.events import facing_name
from engine.systems.simple_gboh import effects
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.shock.combat import Combat
from engine.systems.simple_gboh.state import Unit

CHARIOTS, COLUMN = "10.53", "11.25"


async def after(g: Battle, c: Combat) -> None:
    """What follows the end of one Shock."""
    await chariots(g, c)
    for p in c.defenders:
        unit = p.lead
        if unit is not None and unit.column and p.members[0].id not in c.gone:
            await into_line(g, unit)


async def chariots(g: Battle, c: Combat) -> None:
    """10.53 Chariots that attacked are lost, unless all they attacked has routed, or was skirmishers or chariots."""
    fought = [u for p in c.defenders if p.members[0].id not in c.gone for u in p.members]
    routed = all(not u.on_map for u in fought)
    slight = all(u.troop.target == "skirmisher" or u.troop.arm == "chariot" for u in fought)
    if routed or slight:
        return
    for p in c.attackers:
        for u in p.standing:
            if u.troop.arm == "chariot":
                await effects.eliminate(g, u, str(Text("its charge is spent")), CHARIOTS)


async def into_line(g: Battle, unit: Unit) -> None:
    """11.25, 11.23 A Column that was attacked forms line again; of one hex its owner says which way it faces."""
    ends = footprint.out_of_column(unit, unit.headed)
    end = ends[0]
    if len(ends) > 1:
        answer = await g.ask(
            Choose(
                kind="column-facing",
                side=unit.side,
                rule=COLUMN,
                prompt=Text("{unit} leaves Column. Which way does it face?", unit=unit.id),
                subject=unit.id,
                focus=(unit.at,),
                choices=tuple(
                    Choice(
                        s.facing.name,
                        Text("{facing}", facing=facing_name(s.facing)),
                        unit=unit.id,
                        hex=s.hex,
                        facing=s.facing,
                    )
                    for s in ends
                ),
                default_key=end.facing.name,
            )
        )
        end = next(s for s in ends if s.facing.name == answer.key)
    told = str(Text("leaves Column at {hex}.", hex=show(unit.at)))
    g.emit(g.formed(unit=unit.id, column=False, facing=end.facing, hex=end.hex, reason=told, rule=COLUMN))
