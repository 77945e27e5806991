"""What orders name, as it is written: armies and leaders, groups of SP, powers, places, numbers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import takewhile
from typing import ClassVar

from engine.kernel.areas import AreaMap
from engine.kernel.board import Place
from engine.kernel.naming import Reader as BaseReader
from engine.kernel.statement import Number, Sign, Statement, Word, clipped, echo
from engine.kernel.text import refuse
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.scenario import BYZANTINE
from engine.systems.justinian.state import Group, detached_at, fleet_at, frontier_at, in_army

MOST_SP = 500
"""SP a step of a march names at most."""

POOLED: Mapping[str, Callable[[Place, str], Group]] = {
    "frontier": lambda place, _: frontier_at(place),
    "detached": detached_at,
    "fleet": fleet_at,
}
"""Groups that are named by a word, by that word: how one of a place and a power is made."""


class Piece:
    """An army or a MagMil, by the name it goes by in orders."""

    def __init__(self, name: str, title: str, side: str, at: Place | None) -> None:
        self.id = name
        self.name = title
        self.side = side
        self.hex = at

    @property
    def on_map(self) -> bool:
        return self.hex is not None


class Reader(BaseReader[Piece]):
    """Takes one statement apart for the side that is asked: armies, groups, numbers, words."""

    unknown: ClassVar[str] = "There is no army or leader “{name}”."

    def __init__(self, g: Campaign, side: str, statement: Statement) -> None:
        super().__init__(side, statement)
        self.g = g

    def board(self) -> AreaMap:
        return self.g.land.map

    def on_field(self, h: Place) -> bool:
        return h in self.g.land.map

    def pieces(self) -> Sequence[Piece]:
        names = self.g.state.names
        armies = [Piece(a.id, names[a.id], self.g.side(a), a.at) for a in self.g.state.armies.values()]
        return armies + [
            Piece(x.id, names[x.id], "byzantine", self.g.place_of_magmil(x)) for x in self.g.state.magmil.values()
        ]

    def standing(self, h: Place, side: str | None) -> Piece | None:
        return next((p for p in self.pieces() if p.hex == h and side in (None, p.side)), None)

    # -- parts of orders ----------------------------------------------------------------------------------------

    def word_is(self, *words: str) -> bool:
        """Take the next word if it is one of these."""
        if self.word() in words:
            self.take()
            return True
        return False

    def army(self) -> str:
        """The next tokens as an army or a leader, anybody's: by code, or by as many words as belong to the name."""
        words = [str(t).casefold() for t in takewhile(lambda t: isinstance(t, Word), self.tokens)]
        for n in range(len(words), 1, -1):
            called = " ".join(words[:n])
            found = next((p for p in self.pieces() if called in self._titles(p)), None)
            if found is not None:
                del self.tokens[:n]
                return found.id
        return self.piece(None).id

    def _titles(self, piece: Piece) -> set[str]:
        """What an army or a leader is called in several words: "army of the orient", "frankish army", "army orient"."""
        titles = {piece.name.casefold(), f"{piece.name.casefold()} army", f"{piece.id} army", f"army {piece.id}"}
        return titles | ({self.g.state.called(piece.id).casefold()} if piece.id in self.g.state.armies else set())

    def own_army(self) -> str:
        """The next tokens as an army. Raises Refusal for a commander, and says of which army he is."""
        name = self.army()
        man = self.g.state.magmil.get(name)
        if man is None:
            return name
        his = next((a for a in self.g.state.armies.values() if a.leader == name), None)
        if his is None:
            refuse("{name} is no army.", name=self.g.state.names[name])
        refuse(
            "{name} commands {army}, which is written {code}.",
            name=self.g.state.names[name],
            army=self.g.state.called(his.id),
            code=his.id,
        )

    def number(self, example: str, *, least: int = 0, most: int = MOST_SP, what: str = "SP") -> int:
        """The next token as a number of SP; ``example`` shows how it is written."""
        token = self.take()
        text = str(token.value) if isinstance(token, Number) else str(token)
        n = int(text) if text.isdecimal() and len(text) <= len(str(most)) else -1
        if not least <= n <= most:
            refuse("How many {what}, {least} to {most}? {example}", what=what, least=least, most=most, example=example)
        return n

    def sign(self, sign: str) -> bool:
        """Take the next token if it is that sign."""
        if self.tokens and self.tokens[0] == Sign(sign):  # type: ignore[arg-type]
            self.take()
            return True
        return False

    def group(self, asked: Collection[str] = ()) -> Group:
        """SP: "orient", "ally lombards italy", "frontier syria-1", "detached vandals numidia", "fleet creta".

        ``asked``: keys of the groups that are meant. Whose Detached SP or ships they are needn't be said where those in
        that place belong to one power.
        """
        if (only := self._only(asked)) is not None:
            return only
        if self.word_is("frontier"):
            return frontier_at(self.place())
        if self.word_is("ally"):
            power = self.power()
            return in_army(self.g.army(self.army()), power)
        if self.word() in ("detached", "fleet"):
            make = detached_at if str(self.take()).casefold() == "detached" else fleet_at
            power = self.power() if self.word() in self.g.scenario.power_specs else None
            place = self.place()
            return make(place, power or self._owner(make, place, asked))
        return in_army(self.g.army(self.own_army()))

    def _only(self, asked: Collection[str]) -> Group | None:
        """The one group of a kind that is asked about, where its place isn't said: "frontier 4"; its word is taken."""
        kind, n = self.word(), self.tokens[1] if len(self.tokens) > 1 else None
        if kind is None or kind not in POOLED or not isinstance(n, Word) or not n.text.isdecimal():
            return None
        found = [key.split("@") for key in asked if "@" in key and key.partition("@")[0].rpartition("-")[2] == kind]
        if len(found) != 1:
            return None
        self.take()
        what, at = found[0]
        return POOLED[kind](int(at), what.rpartition("-")[0])

    def _owner(self, make: Callable[[Place, str], Group], place: Place, asked: Collection[str]) -> str:
        """Whose Detached SP or ships are meant where that isn't said: those asked about there, or anywhere."""
        powers = list(self.g.scenario.power_specs)
        there = [p for p in powers if make(place, p).key in asked]
        kinds = {make(place, p).key.partition("@")[0]: p for p in powers}
        anywhere = {kinds[what] for key in asked if (what := key.partition("@")[0]) in kinds}
        if len(there) == 1:
            return there[0]
        if len(anywhere) == 1:
            return anywhere.pop()
        if make is detached_at:
            refuse("Whose Detached SP? detached vandals numidia.")
        return BYZANTINE

    def once(self, key: str, before: Mapping[str, int]) -> str:
        """A group that is given a number, and wasn't before."""
        if key in before:
            refuse("“{key}” is named twice.", key=clipped(key))
        return key

    def power(self) -> str:
        """The next token as a power."""
        token = self.take()
        name = str(token).casefold()
        if name not in self.g.scenario.power_specs:
            refuse("There is no power “{name}”.", name=echo(token))
        return name

    def names_a_piece(self) -> bool:
        """Whether the next word is the code of an army or leader."""
        word = self.word()
        return word is not None and any(p.id == word for p in self.pieces())
