"""10.0 Victory: which Prefectures Byzantium controls, and when the campaign ends."""

from __future__ import annotations

from dataclasses import dataclass

from engine.kernel.board import Place
from engine.kernel.text import Text
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.events import CampaignEnded


@dataclass(frozen=True, slots=True)
class Standing:
    """How Byzantium stands in a Prefecture."""

    name: str
    controlled: int
    needed: int
    missing: tuple[Place, ...]
    """City and rich provinces it doesn't control, all of which it needs."""

    @property
    def held(self) -> bool:
        return self.controlled >= self.needed and not self.missing


def prefecture(g: Campaign, name: str) -> Standing:
    """10.21 T:prefectures All Cities, all provinces worth 2 G or more, and two thirds of all provinces."""
    provinces = g.land.of_prefecture(name)
    own = [p for p in provinces if g.control(p) == "byzantine"]
    musts = [p for p in provinces if g.land.city(p) or g.land.income(p) >= g.charts.rich_from]
    return Standing(name, len(own), g.charts.provinces_needed(name), tuple(p for p in musts if p not in own))


def standings(g: Campaign) -> list[Standing]:
    """All Prefectures."""
    return [prefecture(g, x.id) for x in g.scenario.prefectures]


def byzantium_holds_all(g: Campaign) -> bool:
    """10.21 All five Prefectures, and no barbarian army in Lazica."""
    lazica = any(a.strength for a in g.armies(g.land.lazica, side="barbarian"))
    return not lazica and all(s.held for s in standings(g))


def check(g: Campaign) -> None:
    """10.1 At the end of a turn: Byzantium has won, or the last turn is over."""
    if byzantium_holds_all(g):
        story = Text("Byzantium holds all five Prefectures: the Byzantines win.")
        g.emit(CampaignEnded(winner="byzantine", story=story, rule="10.21"))
    # 10.22 Otherwise the Barbarian wins at the end.
    elif g.state.turn >= len(g.scenario.turns):
        story = Text("The last turn is over, and Byzantium doesn't hold all Prefectures: the Barbarians win.")
        g.emit(CampaignEnded(winner="barbarian", story=story, rule="10.22"))


def ended_by_plague(g: Campaign) -> None:
    """9.0-b, 10.1 The second Plague ends the campaign as it stands."""
    if byzantium_holds_all(g):
        story = Text("The Plague ends it, and Byzantium holds all five Prefectures: the Byzantines win.")
        g.emit(CampaignEnded(winner="byzantine", story=story, rule="10.21"))
    else:
        story = Text("The Plague ends it, and Byzantium doesn't hold all Prefectures: the Barbarians win.")
        g.emit(CampaignEnded(winner="barbarian", story=story, rule="10.22"))
