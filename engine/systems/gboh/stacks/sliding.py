"""S 9.66, G 5.36 One of a Roman stack slides out of it into a Flank hex beside: where to, asked of its owner, done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from engine.kernel import clashes
from engine.kernel.decisions import Choice, ChooseEach, Deed, Item, Policy, PolicyKind
from engine.kernel.hexes import Hex, show
from engine.kernel.text import Refusal, Text
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.events import UnitMoved
from engine.systems.gboh.movement import together
from engine.systems.gboh.orders import reasons
from engine.systems.gboh.state import Unit

STAY = "stay"
U = TypeVar("U", bound=Unit)


def _end(_: str, key: str) -> tuple[Hex, ...]:
    """Where one slides by a key: a hex, or one after who goes, as "HI2-1010"."""
    return () if key == STAY else (int(key.rpartition("-")[2]),)


@dataclass(frozen=True, kw_only=True)
class Sliding:
    """How a game lets stacks do it."""

    rule: str
    kind: PolicyKind
    deed: Deed
    how: str
    """What the move is, see :attr:`Vocabulary.goings <engine.systems.gboh.vocabulary.Vocabulary.goings>`."""
    nowhere: str
    """Why no hex will do."""
    ground: str
    """Why one won't whose ground isn't open."""
    is_open: Callable[[Battle, Hex], bool]
    bar: Callable[[Any, Any], Refusal | None]
    """Why a stack of two Roman units doesn't slide out now, wherever to; None when it may."""

    def refusal(self, g: Battle, unit: Unit, to: Hex | None = None) -> Refusal | None:
        """Why nobody slides out of the unit's stack into a hex, or (None) anywhere; None where one may."""
        if not g.stacked(unit) or not all(u.stacks for u in g.ranks(unit)):
            return Refusal("{unit} stands in no stack of two Roman units.", rule=self.rule, unit=unit.id)
        if (no := self.bar(g, unit)) is not None:
            return no
        if to is None:
            return None if self.ways(g, unit) else Refusal(self.nowhere, rule=self.rule, unit=unit.id)
        return self._shut(g, unit, to)

    def _shut(self, g: Battle, unit: Unit, to: Hex) -> Refusal | None:
        if to not in footprint.flanks(unit):
            return Refusal("{hex} is no Flank hex of {unit}.", rule=self.rule, unit=unit.id, hex=show(to))
        if to not in g.map or not self.is_open(g, to) or g.charts.step_cost(g.map, unit, unit.at, to) is None:
            return Refusal(self.ground, rule=self.rule, hex=show(to))
        if g.unit_at(to) is not None or g.lurking(to, unit.side) is not None:
            return Refusal("{hex} is occupied.", rule=self.rule, hex=show(to))
        if g.enemy_zoc(to, unit.side):
            return Refusal("{hex} is in enemy ZOC.", rule=self.rule, hex=show(to))
        return None

    def ways(self, g: Battle, unit: Unit) -> list[Hex]:
        """The Flank hexes one of its stack may slide into."""
        return [h for h in footprint.flanks(unit) if self.refusal(g, unit, h) is None]

    async def ask(
        self,
        g: Battle,
        stacks: Sequence[U],
        mover: Unit,
        prompt: Text,
        choices: Callable[[U], list[Choice]],
        why: Callable[[Any], Refusal | None],
    ) -> list[tuple[U, str]]:
        """Which stacks, by their upper units, slide as an enemy comes up, and how, by the key of a choice."""
        side = stacks[0].side
        decision = ChooseEach(
            kind=self.kind.kind,
            side=side,
            rule=self.rule,
            prompt=prompt,
            subject=mover.id,
            focus=(mover.at, *(u.at for u in stacks)),
            items=[self._item(g, u, choices(u)) for u in stacks],
            why=reasons.not_asked(g, side, why),
            clash=clashes.of_hexes(_end, self.rule),
        )
        answer = await g.ask(decision)
        tops = {u.id: u for u in stacks}
        return [(tops[name], key) for name, key in decision.picked(answer) if key != STAY]

    def _item(self, g: Battle, unit: Unit, choices: list[Choice]) -> Item:
        under = g.ranks(unit)[1].id
        return Item(
            key=unit.id,
            label=Text("{unit} over {under} at {hex}", unit=unit.id, under=under, hex=show(unit.at)),
            choices=(*choices, Choice(STAY, Text("Stay"), unit=unit.id, lean=1.0)),
            default_key=STAY,
            policy=Policy(self.kind.kind, choices[0].key, STAY, deed=self.deed),
            why=lambda wanted: self.refusal(g, unit, wanted.hexes[-1]) if wanted.hexes else None,
        )

    def go(self, g: Battle, top: Unit, who: Unit, to: Hex) -> None:
        """No Movement Points, no hits, and it faces as it did."""
        together.part(g, top)
        g.emit(UnitMoved(unit=who.id, start=who.at, to=to, facing=who.facing, how=self.how, rule=self.rule))
