"""Battles of one's own: ground worth points, looked at when a turn ends."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel import objectives
from engine.kernel.hexes import Hex
from engine.kernel.objectives import Objectives
from engine.kernel.special import Taken
from engine.kernel.text import Text
from engine.kernel.view import Particular
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.chapter import Special, Verdict
from engine.systems.gboh.events import BattleEnded, NoteSet, Told


class Held(Special):
    """Units that aren't routed hold the ground they stand on, when a turn (or Player Turn) ends.

    An army that withdraws then has lost, whatever it holds (12.12).
    """

    about = "places worth points: a side that holds enough of them has won, or who has more when the last turn ends"
    params = Taken(Objectives)

    def held(self, g: Battle) -> objectives.Holders:
        """Who holds each place, as was found last."""
        return objectives.holders(self.params, self.spec.id, g.state.notes)

    def score(self, g: Battle) -> dict[str, int]:
        """Points of each side."""
        lost = {s.id: s.rout_points for s in g.state.sides.values()}
        return objectives.points(self.params, self.held(g), lost)

    def tracks(self, g: Battle, side: str) -> Sequence[Particular]:
        return (objectives.track(self.params, self.score(g), side),)

    def _told(self, g: Battle) -> Text:
        return objectives.told(self.score(g), {s: g.spec(s).name for s in g.state.sides})

    def _standing(self, g: Battle, side: str) -> set[Hex]:
        return {h for u in g.units(side) if not u.routed for h in footprint.hexes_of(u)}

    async def before_withdrawal(self, g: Battle) -> None:
        standing = {s: self._standing(g, s) for s in g.state.sides}
        for i, side in list(objectives.taken(self.params, self.held(g), standing)):
            place = self.params.places[i]
            g.emit(NoteSet(key=objectives.note(self.spec.id, place), value=side, rule=self.spec.id))
            what = Text(
                "The {side} hold {place}: {score}.", side=g.spec(side).name, place=place.name, score=self._told(g)
            )
            g.emit(Told(story=what, rule=self.spec.id))
        if g.state.turn < self.params.from_turn:
            return
        if any(s.rout_points >= s.withdrawal_level for s in g.state.sides.values()):
            return
        winner = objectives.winner(self.params, self.score(g))
        if winner is not None:
            story = Text(
                "The {side} hold what they came for: they win, {score}.", side=g.spec(winner).name, score=self._told(g)
            )
            g.emit(BattleEnded(winner=winner, story=story, rule=self.spec.id))

    def reckoned(self, g: Battle) -> Verdict | None:
        winner = objectives.better(self.score(g))
        return None if winner is None else Verdict(winner, self._told(g), self.spec.id)
