"""Arigaeum and the Hydaspes: Indian bows, horsemen with one javelin each, leaders on elephants."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.dice import Modifier, RollRequest
from engine.kernel.hexes import Hex
from engine.kernel.parameters import Params, SideId
from engine.kernel.text import Refusal, Text
from engine.systems.alexander.battle import Battle
from engine.systems.alexander.state import Leader, Unit
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.events import NoteSet, SupplyChanged
from engine.systems.gboh.missiles.volley import Target


class Army(Params):
    side: SideId


class Missiles(Special):
    """Archers of the side don't move and shoot in one turn, and armour doesn't help against them; its light cavalry
    has no missiles left after the first turn in which it shoots.
    """

    about = "bows that armour doesn't stop but that shoot only from a stand, and horsemen whose javelins last a turn"
    takes = Army
    params: Army

    def _is_bow(self, unit: Unit) -> bool:
        return unit.side == self.params.side and unit.missile == "I"

    def silences(self, g: Battle, unit: Unit) -> Refusal | None:
        if not self._is_bow(unit) or not unit.moved:
            return None
        return Refusal("{unit} has moved this turn: its bows are shot from a stand.", rule=self.spec.id, unit=unit.id)

    def rooted(self, g: Battle, unit: Unit) -> str | None:
        if self._is_bow(unit) and unit.id in self._shot(g, "bows"):
            return str(Text("it has shot this turn"))
        return None

    def target_modifiers(self, g: Battle, shooter: Unit, target: Unit) -> Sequence[Modifier]:
        heavy = g.game.fire.targets.get("heavy", 0)
        if not self._is_bow(shooter) or target.troop.target != "heavy" or not heavy:
            return ()
        return (Modifier(value=-heavy, reason=str(Text("Indian bows")), rule=self.spec.id),)

    def _shot(self, g: Battle, which: str) -> list[str]:
        turn, *units = g.state.notes.get(f"shot:{which}", "0").split()
        return units if int(turn) == g.state.turn else []

    async def before_volley(
        self, g: Battle, shooter: Unit, target: Unit, *, distance: int | None, moved: bool | None, origin: Hex | None
    ) -> None:
        which = "bows" if self._is_bow(shooter) else "horse" if shooter.type == "LC" else None
        if which is None or shooter.side != self.params.side or shooter.id in self._shot(g, which):
            return
        told = " ".join([str(g.state.turn), *self._shot(g, which), shooter.id])
        g.emit(NoteSet(key=f"shot:{which}", value=told))

    async def after_reload(self, g: Battle) -> None:
        for name in self._shot(g, "horse"):
            unit = g.state.units[name]
            if unit.on_map and unit.supply != "no":
                g.emit(SupplyChanged(unit=unit.id, supply="no", rule=self.spec.id))


class Slipping(Special):
    """A second die says how far an archer's foot slips in the mud: it counts against every shot of Indian bows."""

    about = "bows that slip in the mud: a second die counts against each of their shots"
    takes = Army
    params: Army

    def __init__(self, *args: object) -> None:
        super().__init__(*args)  # type: ignore[arg-type]
        self._slip: tuple[str, int] | None = None

    async def before_volley(
        self, g: Battle, shooter: Unit, target: Unit, *, distance: int | None, moved: bool | None, origin: Hex | None
    ) -> None:
        if shooter.side != self.params.side or shooter.missile != "I":
            return
        text = str(Text("{unit} shoots from mud: how far does it slip?", unit=shooter.id))
        roll = await g.roll(
            RollRequest(purpose="slip", side=shooter.side, text=text, rule=self.spec.id, unit=shooter.id)
        )
        self._slip = (shooter.id, roll.natural)

    def fire_modifiers(self, g: Battle, shooter: Unit, a: Hex, b: Hex) -> Sequence[Modifier]:
        if self._slip is None or self._slip[0] != shooter.id or not self._slip[1]:
            return ()
        return (Modifier(value=self._slip[1], reason=str(Text("slipping")), rule=self.spec.id),)

    def fired_at(self, g: Battle, target: Target) -> None:
        self._slip = None


class Howdahs(Special):
    """8.43 The leaders ride elephants: none of them fights himself, and Shock hurts them less."""

    about = "leaders on elephants, whom Shock hurts less"
    takes = Army
    params: Army
    SHELTER = -2
    """8.42 Modifier of the roll for how badly one is hit."""

    def casualty_modifiers(self, g: Battle, leader: Leader, *, shock: bool) -> Sequence[Modifier]:
        if leader.side != self.params.side or not shock:
            return ()
        return (Modifier(value=self.SHELTER, reason=str(Text("on an elephant")), rule=g.case(Case.LEADERS_IN_SHOCK)),)


class Armoured(Special):
    """Elephants in armour: bows add 2 to their rolls, javelins 1."""

    about = "elephants that missiles hurt less: bows add 2 to the roll, javelins 1"

    def target_modifiers(self, g: Battle, shooter: Unit, target: Unit) -> Sequence[Modifier]:
        worse = {"A": 2, "I": 2, "J": 1}.get(shooter.missile or "", 0)
        if target.type != "EL" or not worse:
            return ()
        return (Modifier(value=worse, reason=str(Text("armoured elephants")), rule=self.spec.id),)
