"""7.1, 7.2, 7.24, 10.1, T:reaction_fire Fire out of turn, once at each active unit; answers to cavalry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.kernel.decisions import Choice, Choose
from engine.kernel.inquiry import Fact
from engine.kernel.text import Refusal, Text
from engine.systems.gboh import state as gboh
from engine.systems.gboh.events import OrdersNoted
from engine.systems.gboh.missiles import artillery, fire_policies, volley
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.hooks import Chapter
from engine.systems.simple_gboh.missiles.shooting import JAVELINS
from engine.systems.simple_gboh.shock import before_ways
from engine.systems.simple_gboh.state import Leader, Unit

ONCE_AT_EACH = True
"""7.2 A unit fires out of turn once in a Player Turn at each active unit; False: once in all."""
REACTION = "7.2"
POLICIES = tuple(replace(p, conditions=fire_policies.WITHOUT_AMMUNITION) for p in fire_policies.POLICIES)
"""Standing orders for fire out of turn."""


class Reactions(Chapter):
    """7.2 How often, and 7.1 who fires back."""

    case = REACTION
    about = "fire out of turn, once at each active unit in a Player Turn"

    def bars_reaction(self, g: Battle, unit: Unit, target: Unit) -> Refusal | None:
        done = g.state.orders.reaction_fired if g.state.orders is not None else []
        if any(u == unit.id and (t == target.id or not ONCE_AT_EACH) for u, t in done):
            text = "{unit} has fired at {target} in this Player Turn."
            return Refusal(text, rule=REACTION, unit=unit.id, target=target.id)
        if g.state.orders is not None and unit.id in g.state.orders.retreated:
            return Refusal("{unit} has just retreated and doesn't fire.", rule="7.74", unit=unit.id)
        return None

    def reacted(self, g: Battle, unit: Unit, target: Unit) -> None:
        g.emit(OrdersNoted(field="reaction_fired", value=(unit.id, target.id), rule=REACTION))

    def entry_costs(self, g: Battle, unit: Unit) -> Text | None:
        """7.22 A retreat before Shock, where it may still make one; horse may be answered besides (7.1)."""
        if (unit.is_cavalry or unit.is_light) and before_ways.given_up(g, unit) is None:
            return Text("then it can't retreat before Shock")
        return Text("javelins may be thrown back") if unit.is_cavalry else None

    async def fires_back(self, g: Battle, mover: Unit, shooters: Sequence[Unit]) -> Unit | None:
        """7.1 Javelins on foot may be thrown at cavalry that fires at them out of turn: their shot of this turn."""
        able = [u for u in shooters if u.is_cavalry] if may_answer(g, mover) else []
        if not able:
            return None
        odds = {u.id: volley.preview(g, mover, u) for u in able}
        best = max(able, key=lambda u: odds[u.id].needed)
        text = "Fire back at {target}, range {d}, {needs}: its shot of this turn"
        decision = Choose(
            kind="fire-back",
            side=mover.side,
            rule="7.1",
            prompt=Text("Cavalry fires at {unit}. Does it throw its javelins back?", unit=mover.id),
            subject=mover.id,
            focus=(mover.at, *(u.at for u in able)),
            choices=(
                *(
                    Choice(
                        u.id,
                        Text(text, target=u.id, d=odds[u.id].distance, needs=odds[u.id].needs),
                        unit=mover.id,
                        hex=u.at,
                        lean=2.0,
                        chance=1 - odds[u.id].chances[0],
                    )
                    for u in able
                ),
                Choice("hold", Text("Keep the shot"), unit=mover.id),
            ),
            default_key=best.id,
        )
        answer = await g.ask(decision)
        return next((u for u in able if u.id == answer.key), None)


def may_answer(g: Battle, mover: Unit) -> bool:
    """7.1 Whether the mover has javelins, on foot, and its shot of this turn."""
    throws = mover.missile in JAVELINS and mover.troop.arm == "foot" and not (mover.depleted or mover.column)
    return throws and g.state.phase == "orders" and mover.on_map and mover.id not in g.orders.fired


class Artillery(artillery.Artillery[Battle, Unit, Leader]):
    """10.11 to 10.13, 7.24; 7.1 its own turn is :mod:`.shooting`'s."""

    about = "engines: they move or fire, and fire at any moment in reaction"

    def shots(self, g: Battle, unit: gboh.Unit) -> int:
        """7.1 One shot in a Player Turn of its own side."""
        return int(g.state.orders is not None and unit.id in g.state.orders.fired)

    def reaction_facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        if unit.troop.is_engine:
            yield Fact(Text("Fires at any moment of the enemy's movement, once at each enemy in reach"), "7.24")

    async def before_shock(self, g: Battle) -> None:
        await artillery.last_shots(g, [u for u in g.units(g.orders.side) if g.activated(u)])

    async def joins_fire(self, g: Battle, shooter: Unit) -> Sequence[gboh.Unit]:
        return await artillery.joining(g, shooter)

    def bars_target(self, g: Battle, shooter: Unit, target: Unit) -> Refusal | None:
        """7.14, 10.13 Infantry in its hex is on top, and takes what is fired at them."""
        if not target.troop.is_engine:
            return None
        cover = g.unit_at(target.at)
        if cover is None or cover.id == target.id:
            return None
        text = "{cover} stands with {target}, and takes what is fired at them."
        return Refusal(text, rule="7.14", cover=cover.id, target=target.id)
