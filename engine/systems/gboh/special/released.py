"""Taginae: troops that wait until the fighting begins."""

from __future__ import annotations

from engine.kernel.text import Text
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.events import NoteSet, Told
from engine.systems.gboh.own import B, L, U
from engine.systems.gboh.state import Unit


class Released(Special[B, U, L]):
    """They wait until a Shock has been fought anywhere, or one of them has been fired at, hit or missed."""

    def waits(self, unit: U) -> bool:
        """Whether the unit is one of them."""
        raise NotImplementedError

    def story(self, g: B, why: Text) -> Text:
        """How it is told that they are free, and why."""
        raise NotImplementedError

    def free(self, g: B) -> bool:
        """Whether they wait no more."""
        return self.spec.id in g.state.notes

    def fired_at(self, g: B, target: U | L) -> None:
        if isinstance(target, Unit) and self.waits(target):
            self.release(g, Text("{unit} is under fire", unit=target.id))

    def release(self, g: B, why: Text) -> None:
        """They are free from now on, if they weren't."""
        if not self.free(g):
            g.emit(NoteSet(key=self.spec.id, value="free", rule=self.spec.id))
            g.emit(Told(story=self.story(g, why), rule=self.spec.id))
