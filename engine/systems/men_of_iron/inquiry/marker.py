"""Standards, bombards and wagons: what each is for, and what it could do now."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.hexes import show
from engine.kernel.inquiry import Fact, Findings, Section, Sketch
from engine.kernel.text import Text
from engine.systems.men_of_iron import activation, bombards, recovery
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.preview import odds, scene
from engine.systems.men_of_iron.state import Marker, Standard, Unit


def about_standard(g: Battle, s: Standard) -> Findings:
    """13.2 Whom a Standard would rally now, and what its fall would mean."""
    title = Text("{name} ({side})", name=s.name, side=scene.whose(g, s.side))
    if s.lost:
        fact = Fact(Text("It has fallen: units of its Commands that must Retire are eliminated."), "13.2/lost")
        return Findings(title, (Section(Text("Where it is"), (fact,)),))
    sections = (
        Section(Text("What it is for"), tuple(_service(g, s))),
        Section(Text("If it fell"), tuple(_fall(g, s))),
    )
    return Findings(title, sections, Sketch(focus=(s.hex,)))


def _service(g: Battle, s: Standard) -> Iterator[Fact]:
    served = ", ".join(g.state.commands[c].name for c in s.commands)
    yield Fact(Text("At {hex}; it serves {commands}", hex=show(s.hex), commands=served), "13.2")
    owner = g.state.commands[activation.owner(g, s)].name
    text = Text("Activated in place of a Command, in a free activation only; {name} then has just finished", name=owner)
    yield Fact(text, "13.2")
    rallying = recovery.rallying(g, s)
    yield Fact(
        Text("Would rally now, Disordered: {units}", units=scene.names(rallying))
        if rallying
        else Text("Would rally nobody now"),
        "13.2",
    )
    others = [u for u in _retired(g, s) if u not in rallying]
    if others:
        yield Fact(Text("Retired, too far off or next to an enemy: {units}", units=scene.names(others)), "13.2")


def _fall(g: Battle, s: Standard) -> Iterator[Fact]:
    retired = _retired(g, s)
    if retired:
        yield Fact(Text("Lost with it at once: {units}", units=scene.names(retired)), "13.2/lost")
    yield Fact(Text("From then on its units are eliminated when they must Retire"), "13.2/lost")
    beside = g.adjacent_enemies(s.hex, s.side)
    if beside:
        yield Fact(Text("Enemies next to it: {units}", units=scene.names(beside)), "13.2/lost")


def _retired(g: Battle, s: Standard) -> list[Unit]:
    return [u for u in g.units(s.side) if u.retired and u.command in s.commands]


def about_marker(g: Battle, m: Marker) -> Findings:
    """CR-3, PO-3 A bombard or a wagon."""
    title = Text("{name} ({side})", name=m.name, side=scene.whose(g, m.side))
    if m.removed:
        return Findings(title, (Section(Text("Where it is"), (Fact(Text("It has been overrun."), "CR-3"),)),))
    facts = tuple(_bombard(g, m) if m.kind == "bombard" else _wagon(g))
    return Findings(title, (Section(Text("At {hex}", hex=show(m.hex)), facts),), Sketch(focus=(m.hex,)))


def _bombard(g: Battle, m: Marker) -> Iterator[Fact]:
    assert m.command is not None
    served = g.state.commands[m.command].name
    if not scene.under_way(g, m.command):
        text = Text("Served while {name} is activated: this is what it could do if it were now.", name=served)
        yield Fact(text, "CR-3")
    text = (
        Text("It must be made ready before it fires again")
        if m.fired
        else Text("Ready to fire, facing {f}", f=m.facing.name)
    )
    yield Fact(text, "CR-3")
    active = scene.as_if(g, m.command)
    targets = bombards.targets(active, m.id)
    for t in targets:
        yield Fact(odds.shot_words(m, t, bombards.preview(active, m.id, t)), "9.3")
    if not targets and not m.fired:
        yield Fact(Text("Nobody within {n:hex|hexes}, before it and in sight", n=bombards.reach(g)), "CR-3")


def _wagon(g: Battle) -> Iterator[Fact]:
    yield Fact(Text("Foot enters for {n} MP; nobody on horseback does", n=g.charts.action("enter_wagon")), "PO-3")
    yield Fact(Text("{drm} to Shock against who stands here", drm=f"{g.charts.shock_drm('wagon'):+d}"), "PO-3")
