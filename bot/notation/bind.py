"""From a statement to an answer of the open decision.

Questions with a list of choices are read here, by their keys; orders are read by the rule system.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from bot.notation import slips
from bot.notation.board import Board, is_code
from bot.notation.match import NO, YES, key_of
from engine.kernel.board import leading
from engine.kernel.closeness import closest
from engine.kernel.decisions import Answer, Choose, ChooseEach, Command, Decision, Item, Pick, Picks, listed
from engine.kernel.game import Game
from engine.kernel.statement import HexRef, Sign, Statement, Token, Word, clipped
from engine.kernel.text import Refusal, Text, refuse
from engine.kernel.wanted import Wanted

ALL = "all"
NONE = "none"
DONE = "done"
ACTIVATE = "activate"
"""Stands before who acts, whatever a question that begins something calls that."""

TOLD = 3
"""Wrong parts of an answer that its refusal explains."""

LONGEST = 220
"""Characters of what a refusal says of several wrong parts before it only counts the rest."""


class AnswerRefused(Refusal):
    """An answer of which something is wrong: none of it counts. ``used`` is the number of statements it has."""

    def __init__(self, no: Refusal, used: int) -> None:
        super().__init__("{why}", rule=no.rule, why=no.text)
        self.used = used


def bind(game: Game[Any], decision: Decision, statements: Sequence[Statement]) -> tuple[Answer, int]:
    """The answer the first statements give to ``decision``, and how many of them it used.

    A :class:`Choose` or an order takes one statement; a :class:`ChooseEach` takes all that follow about its units,
    until each of them is named. Raises :class:`AnswerRefused` for what fits nothing: with the reason, the case, the
    words as they were typed, and the candidates where a statement is ambiguous.
    """
    if not statements:
        refuse("There is no order in that.", rule=decision.rule)
    if isinstance(decision, ChooseEach):
        return _Each(decision, Board(game, decision.side)).read(statements)
    try:
        if isinstance(decision, Choose):
            return Pick(key=_one(decision, statements[0], Board(game, decision.side))), 1
        return game.system.read(game, decision, statements[0]), 1
    except Refusal as no:
        why = no.text
        asked = isinstance(decision, Command) and decision.kind != slips.SHOCK
        if asked and not no.rule and _is_answer(statements[0]):
            text = clipped(statements[0].typed)
            why = Text("“{text}” answers no question: orders are given now. “done” ends them.", text=text)
        elif isinstance(decision, Command) and not no.rule:
            board = Board(game, decision.side)
            why = slips.taught(decision, statements[0], no, board, game.system.write) or why
        # A misspelt order has at least the case it is asked under.
        raise AnswerRefused(Refusal("{why}", rule=no.rule or decision.rule, why=why), 1) from no


def _is_answer(statement: Statement) -> bool:
    """Whether somebody answers a question where orders are wanted."""
    return len(statement.tokens) == 1 and str(statement.tokens[0]).casefold() in NO | {YES, ALL, "fire"}


# -- one choice -----------------------------------------------------------------------------------------------------


def _one(decision: Choose, statement: Statement, board: Board) -> str:
    """The key that is meant; the unit that is asked may be named first, as where several are."""
    wanted = Wanted(statement.tokens, statement.typed, board.places)
    head = statement.tokens[0]
    said = str(head).casefold()
    fillers = {decision.kind, *((ACTIVATE,) if decision.begins else ())}
    if len(statement.tokens) > 1 and said in fillers - _verbs(decision):
        return key_of(decision, Wanted(statement.tokens[1:], statement.typed, board.places), board, decision.rule)
    if len(statement.tokens) > 1 and isinstance(head, Word | HexRef):
        asked = {c.unit for c in decision.choices if c.unit is not None}
        who = {u.casefold() for u in (*(asked if len(asked) == 1 else ()), decision.subject) if u is not None}
        if (said in who | {ALL} and said not in _keys(decision)) or _stands_there(decision, head, who, board):
            wanted = Wanted(statement.tokens[1:], statement.typed, board.places)
        elif said not in who | _keys(decision) and said not in {u.casefold() for u in asked}:
            _check_subject(decision, statement, board)
    return key_of(decision, wanted, board, decision.rule)


def _check_subject(decision: Choose, statement: Statement, board: Board) -> None:
    """Refuse what would be an answer but for the name of somebody else before it, where one unit is asked."""
    other = board.piece(str(statement.tokens[0]).casefold())
    rest = Wanted(statement.tokens[1:], statement.typed, board.places)
    if other is None or decision.subject is None or not (rest.hexes or rest.facing is not None):
        return
    if any(c.hex in other.hexes for c in decision.choices if c.hex is not None):
        return  # it may be meant by a choice
    try:
        key_of(decision, Wanted(statement.tokens, statement.typed, board.places), board, decision.rule)
    except Refusal:
        pass
    else:
        return
    try:
        key_of(decision, rest, board, decision.rule)
    except Refusal:
        return
    text = "“{text}”: {unit} isn't asked now; {subject} is."
    refuse(
        text,
        rule=decision.rule,
        text=clipped(statement.typed),
        unit=other.code,
        subject=decision.subject,
    )


def _stands_there(decision: Choose, head: Token, who: set[str], board: Board) -> bool:
    """Whether a hex names who is asked by where it stands, and none of what is chosen."""
    place = leading(board.places, [str(head)]) if isinstance(head, HexRef) else None
    if place is None or any(c.hex == place[0] for c in decision.choices):
        return False
    return any(code.casefold() in who for code in board.at(place[0]))


def _verbs(decision: Choose) -> set[str]:
    """Words a choice begins with, which say more than what is asked."""
    labels = (str(c.label).split(maxsplit=1) for c in decision.choices)
    return _keys(decision) | {words[0].casefold() for words in labels if words}


def _keys(decision: Choose) -> set[str]:
    return {c.key.casefold() for c in decision.choices}


# -- one choice for each of several units ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Part:
    """What one statement says: about whom, and what."""

    items: Sequence[Item]
    tokens: tuple[Token, ...]
    whole: bool = False
    """It settles all that is left, so the answer ends with it."""


class _Each:
    """Reads the statements that answer one question to several units."""

    def __init__(self, decision: ChooseEach, board: Board) -> None:
        self.decision = decision
        self.board = board
        self.by_name = {name.casefold(): i for i in decision.items for name in (i.key, *i.names)}

    def read(self, statements: Sequence[Statement]) -> tuple[Picks, int]:
        picks: dict[str, str] = {}
        named: set[str] = set()
        wrong: list[Refusal] = []
        used = 0
        for n, statement in enumerate(statements):
            part = self._part(statement, alone=len(statements) == 1)
            if isinstance(part, Refusal):
                if n and not self._misspelt(statements, n, named):
                    break
                wrong.append(part)
                used += 1
                continue
            if not part.whole and any(i.key in named for i in part.items):
                break  # a second statement about the same unit is for the next question
            if n and wrong and not self._together(statements, n, part):
                break
            used += 1
            for item in part.items:
                if item.key in named:
                    continue
                named.add(item.key)
                key = self._key(item, part, statement)
                if not isinstance(key, Refusal):
                    picks[item.key] = key
                elif str(key) not in {str(w) for w in wrong}:
                    wrong.append(key)
            if part.whole or len(named) == len(self.decision.items):
                break
        if wrong:
            while (
                used < len(statements) and statements[used].line == statements[0].line and self._ours(statements[used])
            ):
                used += 1
            raise AnswerRefused(_together(wrong, self.decision.rule), used)
        return Picks(picks=picks), used

    # -- parts ------------------------------------------------------------------------------------------------------

    def _part(self, statement: Statement, *, alone: bool) -> _Part | Refusal:
        """What a statement says, or why it is nothing of this question."""
        tokens = statement.tokens
        words = [str(t).casefold() for t in tokens]
        if words[0] in (NONE, DONE) and len(words) == 1 and (words[0] == NONE or alone):
            # In a batch "done" was written for another question.
            return _Part(self.decision.items, (), whole=True)
        if words[0] == ALL and len(words) > 1:
            return _Part(self.decision.items, tokens[1:], whole=True)
        heads, n = self._heads(tokens)
        if heads:
            return self._leading(statement, heads) or _Part([self.by_name[h] for h in heads], tokens[n:])
        turned = self._turned(statement)
        return self._leading(statement, ()) or turned or self._standing(statement) or self._unnamed(statement)

    def _turned(self, statement: Statement) -> _Part | None:
        """What is done named before who does it: "fire LC5"."""
        *said, last = statement.tokens
        item = self.by_name.get(str(last).casefold())
        if item is None or not said:
            return None
        try:
            key_of(item, Wanted(tuple(said), board=self.board.places), self.board, self.decision.rule)
        except Refusal:
            return None
        return _Part([item], tuple(said))

    def _heads(self, tokens: Sequence[Token]) -> tuple[list[str], int]:
        """The units a statement is about, and how many tokens name them.

        "LC5 LC6 hold": all named before the last word do the same; that word may be a unit's too, a target's. Units
        may be joined by a sign, and of a stack who isn't asked named with who is: "HA1+HA2 1010".
        """
        heads: list[str] = []
        n = 0
        while n < len(tokens):
            sign = isinstance(tokens[n], Sign) and tokens[n] == Sign("&") and bool(heads)
            at = n + 1 if sign else n
            word = str(tokens[at]).casefold() if at < len(tokens) else ""
            if at == len(tokens) - 1 and heads:
                break
            if word in self.by_name:
                heads.append(word)
            elif not (sign and self._beside(word, heads[-1])):
                break
            n = at + 1
        return heads, n

    def _beside(self, word: str, asked: str) -> bool:
        """Whether a word is the code of a piece in the hex of one that is asked."""
        one, other = self.board.piece(word), self.board.piece(asked)
        return one is not None and other is not None and bool(set(one.hexes) & set(other.hexes))

    def _leading(self, statement: Statement, heads: Sequence[str]) -> _Part | None:
        """A unit alone, where units are what is chosen: "A1", or "A1 leads", instead of "A2 A1"."""
        tokens = statement.tokens
        if len(tokens) == 2 and str(tokens[1]).casefold() in ("lead", "leads"):
            tokens = tokens[:1]
        if len(tokens) != 1:
            return None
        key = str(tokens[0]).casefold()
        found = [i for i in self.decision.items for c in i.choices if c.unit == c.key and c.key.casefold() == key]
        return _Part(found, tokens) if len(found) == 1 else None

    def _standing(self, statement: Statement) -> _Part | None:
        """A unit named by where it stands or by its name."""
        head = statement.tokens[0]
        if len(statement.tokens) < 2 or not isinstance(head, HexRef | Word):
            return None
        piece = self.board.piece(head.text) if isinstance(head, Word) else None
        words = [str(t) for t in takewhile(lambda t: isinstance(t, HexRef | Word), statement.tokens[:-1])]
        place = leading(self.board.places, words) if piece is None else None
        codes = [piece.code] if piece is not None else self.board.at(place[0]) if place is not None else []
        found = [self.by_name[c.casefold()] for c in codes if c.casefold() in self.by_name]
        return _Part(found, statement.tokens[place[1] if place is not None else 1 :]) if len(found) == 1 else None

    def _unnamed(self, statement: Statement) -> _Part | Refusal:
        """No unit is named: that is clear where one is asked alone."""
        items, rule = self.decision.items, self.decision.rule
        head = statement.tokens[0]
        stranger = self.board.piece(head.text) if isinstance(head, Word) else None
        if len(items) == 1 and str(head).casefold() != DONE:
            wanted = Wanted(statement.tokens, statement.typed, self.board.places)
            try:
                key_of(items[0], wanted, self.board, rule)
            except Refusal:
                if stranger is None and not (isinstance(head, Word) and is_code(head.text)):
                    return _Part(items, statement.tokens)
            else:
                return _Part(items, statement.tokens)
        elif len(statement.tokens) > 1 and stranger is not None and stranger.code.casefold() not in self.by_name:
            return self._stranger(statement)
        elif self._fits_some(statement.tokens):
            return Refusal(
                "“{text}”: Who? Write “{unit} {text}”, or “all {text}”. Asked: {units}.",
                rule=rule,
                text=clipped(statement.typed),
                unit=items[0].key,
                units=listed(items),
            )
        return self._stranger(statement)

    def _stranger(self, statement: Statement) -> Refusal:
        """Why who is named first is nobody who is asked."""
        head, rule = statement.tokens[0], self.decision.rule
        piece = self.board.piece(head.text) if isinstance(head, Word) else None
        text, units = clipped(statement.typed), listed(self.decision.items)
        wanted = Wanted(statement.tokens, statement.typed, self.board.places)
        no = self.decision.why(wanted) if self.decision.why is not None else None
        if no is None and piece is not None:
            if piece.lost:
                no = Refusal("{unit} is out of the battle.", unit=piece.code)
            elif piece.side != self.decision.side:
                no = Refusal("{unit} is the enemy's.", unit=piece.code)
            elif not piece.hexes:
                no = Refusal("{unit} is not on the map.", unit=piece.code)
            else:
                no = Refusal("{unit} is not asked now.", unit=piece.code)
        if no is None and isinstance(head, Word) and is_code(head.text):
            no = Refusal("There is no {name}.", name=clipped(head.text))
        first = self.decision.items[0]
        leads = all(c.unit == c.key for c in first.choices)
        example = Text("{key}" if leads else "{unit} {key}", unit=first.key, key=first.choices[0].key)
        if no is None:
            return Refusal(
                "“{text}” names none of the units asked: {units}. Write “{example}”, or “none”.",
                rule=rule,
                text=text,
                units=units,
                example=example,
            )
        return Refusal(
            "“{text}”: {why} Asked: {units}; write “{example}”.",
            rule=no.rule or rule,
            text=text,
            why=no.text,
            units=units,
            example=example,
        )

    def _key(self, item: Item, part: _Part, statement: Statement) -> str | Refusal:
        rule = self.decision.rule
        if not part.tokens:
            if part.whole:
                return item.idle_key
            return Refusal(
                "“{text}”: What should {unit} do? Open: {options}.",
                rule=rule,
                text=clipped(statement.typed),
                unit=item.key,
                options=listed(item.choices),
            )
        wanted = Wanted(part.tokens, statement.typed, self.board.places)
        if part.whole and wanted.plain in NO and not any(c.key.casefold() == wanted.plain for c in item.choices):
            return item.idle_key
        try:
            return key_of(item, wanted, self.board, rule)
        except Refusal as no:
            return self._another(item, part, statement) or no

    def _another(self, item: Item, part: _Part, statement: Statement) -> Refusal | None:
        """What is wrong where another of one's own is named in what is said of a unit: each has its own part."""
        words = (str(t) for t in part.tokens if isinstance(t, Word))
        pieces = (p for w in words if (p := self.board.piece(w)) is not None and p.side == self.board.side)
        chosen = {c.unit for c in item.choices}
        other = next((p.code for p in pieces if p.code != item.key and p.code not in chosen), None)
        if other is None:
            return None
        text, rule = clipped(statement.typed), self.decision.rule
        if other.casefold() in self.by_name:
            text_of_it = "each unit has a part of its own, with “;” between: “{one} …; {other} …”."
            why = Text(text_of_it, one=item.key, other=other)
        else:
            why = Text("{unit} is not asked now.", unit=other)
        return Refusal("“{text}”: {why}", rule=rule, text=text, why=why)

    # -- which statements belong together -----------------------------------------------------------------------------

    def _fits_some(self, tokens: Sequence[Token], items: Sequence[Item] | None = None) -> bool:
        """Whether the words are a choice of one of the units, whoever is named before them."""
        if not tokens:
            return False
        wanted = Wanted(tuple(tokens), board=self.board.places)
        if wanted.plain in NO | {YES}:
            return True
        for item in items if items is not None else self.decision.items:
            try:
                key_of(item, wanted, self.board, self.decision.rule)
            except Refusal:
                continue
            return True
        return False

    def _misspelt(self, statements: Sequence[Statement], n: int, named: set[str]) -> bool:
        """Whether a later statement about nobody who is asked is meant for this question all the same.

        It is when its first word is the code of no piece at all, when it says where a unit goes that hasn't been named
        yet, or of a name like that of such a unit what it does, or when such a unit is named after it on the same line.
        Any other is for the next question.
        """
        statement = statements[n]
        head = statement.tokens[0]
        if isinstance(head, Word) and is_code(head.text) and self.board.piece(head.text) is None:
            return True
        if statement.line != statements[n - 1].line:
            return False
        left = [i for i in self.decision.items if i.key not in named]
        rest = Wanted(statement.tokens[1:], board=self.board.places)
        slip = isinstance(head, Word) and self._like_one_of(head.text, left)
        if (rest.hexes or slip) and self._fits_some(rest.tokens, left):
            return True
        after = [s for s in statements[n + 1 :] if s.line == statement.line]
        keys = {i.key.casefold() for i in left}
        return any(str(s.tokens[0]).casefold() in keys for s in after)

    def _like_one_of(self, word: str, items: Sequence[Item]) -> bool:
        """Whether a word that names no piece comes close to the name of one of them."""
        return self.board.piece(word) is None and bool(closest(word, items, lambda i: f"{i.key}\n{i.label}", 1))

    def _together(self, statements: Sequence[Statement], n: int, part: _Part) -> bool:
        """Whether statement ``n`` belongs to an answer that is wrong already: who tries again is heard anew.

        A line that names nobody who is asked is an answer by itself, and so is one about everybody.
        """
        if statements[n].line == statements[n - 1].line:
            return True
        return not part.whole and any(str(s.tokens[0]).casefold() in self.by_name for s in statements[:n])

    def _ours(self, statement: Statement) -> bool:
        """Whether the rest of a refused line is about the same question."""
        return str(statement.tokens[0]).casefold() in {*self.by_name, ALL, NONE}


def _together(wrong: Sequence[Refusal], rule: str) -> Refusal:
    """What is wrong with an answer, part by part: each once."""
    if len(wrong) == 1:
        return wrong[0]
    said: Text = wrong[0].text
    told = 1
    for no in wrong[1:TOLD]:
        if len(str(said)) + len(str(no.text)) > LONGEST:
            break
        said = Text("{one} {more}", one=said, more=no.text)
        told += 1
    if told < len(wrong):
        left = len(wrong) - told
        more = Text("{n} more parts are wrong.", n=left) if left > 1 else Text("One more part is wrong.")
        said = Text("{one} {more}", one=said, more=more)
    return Refusal("{why}", rule=wrong[0].rule or rule, why=said)


def no_key(item: Item) -> str:
    """What a unit does that does nothing: the "no" of its standing order, or what it does unasked."""
    return item.idle_key


def yes_key(item: Item) -> str | None:
    """The "yes" of a unit's standing order; None where the question isn't one of yes or no."""
    return item.policy.yes if item.policy is not None else None
