"""The position as everybody sees it on the table. Nothing in these rules is secret."""

from __future__ import annotations

from engine.kernel.text import Text
from engine.kernel.view import SideView, TableView
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.state import Phase

PHASES: dict[Phase, Text] = {
    "setup-byzantine": Text("Byzantine set-up"),
    "setup-barbarian": Text("Barbarian set-up"),
    "income": Text("Income"),
    "removal": Text("Armies go home"),
    "maintenance": Text("Maintenance"),
    "recruit": Text("Recruiting"),
    "create": Text("A new army"),
    "command": Text("Commanders"),
    "leaders": Text("New leaders"),
    "barbarian": Text("Barbarian activation"),
    "byzantine": Text("Byzantine activation"),
    "end": Text("End of the turn"),
    "over": Text("The campaign is over"),
}


def table(g: Campaign) -> TableView:
    """The whole position."""
    s = g.state
    return TableView(
        title=g.scenario.title,
        subtitle=f"{g.scenario.place}, {g.scenario.date}",
        board=g.land.map,
        sides=tuple(SideView(id=x.id, name=x.name) for x in g.scenario.sides),
        counters=(),
        leaders=(),
        turn=s.turn,
        phase=PHASES[s.phase],
        outcome=Text("{story}", story=s.outcome) if s.outcome else None,
        moment=f"{s.turn}.{s.activations}",
    )
