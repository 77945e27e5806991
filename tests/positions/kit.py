"""Positions in the documented format, played by the adjudicator: what a referee with a file in his hand sees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.cli.adjudication import adjudicate
from scenarios import position


@dataclass(frozen=True)
class Ruling:
    """What the adjudicator made of a position."""

    told: tuple[dict[str, Any], ...]

    @property
    def said(self) -> list[str]:
        """Sentences of what happened."""
        return [t["text"] for t in self.told if t["type"] in ("event", "roll") and t["text"]]

    @property
    def refused(self) -> list[str]:
        """Cases of the refusals."""
        return [t["rule"] for t in self.told if t["type"] == "refusal"]

    @property
    def kinds(self) -> list[str]:
        return [t["type"] for t in self.told if t["type"] not in ("event", "movement", "next")]

    @property
    def asked(self) -> list[str]:
        """Questions open at the end."""
        return [t["kind"] for t in self.told if t["type"] == "decision"]

    @property
    def end(self) -> dict[str, Any]:
        """The final position."""
        return self.told[-1]["position"]

    def of(self, piece: str) -> dict[str, Any]:
        """A unit or a leader in the final position, read in again."""
        _, state = position.read(self.end, "end")
        return (state.units.get(piece) or state.leaders[piece]).model_dump(mode="json")

    def left(self, piece: str) -> int:
        """Movement points left."""
        return next(t["left"] for t in reversed(self.told) if t["type"] == "movement" and t["piece"] == piece)


def rule(document: Mapping[str, Any], orders: str = "", *dice: int) -> Ruling:
    """Play the orders on the position with these dice."""
    return Ruling(tuple(adjudicate(dict(document), orders, dice)))


def unit(side: str, code: str, at: Any, facing: str = "E", **state: Any) -> dict[str, Any]:
    return {"side": side, "code": code, "hex": at, "facing": facing, **state}


def on_field(
    units: Sequence[Mapping[str, Any]], leaders: Sequence[Mapping[str, Any]] = (), **said: Any
) -> dict[str, Any]:
    """A position on a field; ``ground`` is what else the field says."""
    ground = said.pop("ground", {})
    return {"field": {"units": list(units), "leaders": list(leaders), **ground}, **said}
