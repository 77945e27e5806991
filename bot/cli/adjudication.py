"""Orders carried out on a position with given dice, and what is told of it: the work of ``hexarch adjudicate``.

Nothing is rolled before the first statement has been read, and when the last one is carried out play stops where it
could start afresh, rather than at a roll nobody has given a die for.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.cli.common import BadInput
from bot.narration.lines import Teller
from bot.notation import AnswerRefused, NotationError, answered, parse
from bot.notation.match import NO
from bot.notation.slips import SHOCK
from engine.kernel.decisions import Answer, Choose, ChooseEach, Command, Decision, Pick, Picks, listed
from engine.kernel.dice import ForcedDice, OutOfDice, Roll, RollRequest, need, shown
from engine.kernel.game import Game, Unasked
from engine.kernel.journal import Entry
from engine.kernel.position import Spent
from engine.kernel.statement import Sign, Statement
from engine.kernel.text import Refusal, in_words
from engine.systems.registry import POSITIONS, system_for
from scenarios import ScenarioError, position

MARCH, UNMOVED = "march", ("disband", "fort")
"""The question what an army does, and how orders begin that an army needn't move for (Justinian 6.53, 6.54)."""

DECLINE = "decline"
"""The statement that answers whatever is asked with nothing."""


@dataclass(frozen=True, slots=True)
class Written:
    """One statement of an orders file."""

    line: int
    side: str | None
    """Side it is said to be from."""
    statement: Statement


def read_orders(text: str, sides: Sequence[str]) -> list[Written]:
    """The statements of an orders file. Raises :class:`BadInput` with the line at fault."""
    found: list[Written] = []
    for number, line in enumerate(text.splitlines(), 1):
        side, rest = _prefix(line, sides, number)
        try:
            found += [Written(number, side, replace(s, line=number)) for s in parse(rest)]
        except NotationError as e:
            raise BadInput(f"line {number}: {e}") from e
    return found


def _prefix(line: str, sides: Sequence[str], number: int) -> tuple[str | None, str]:
    head, colon, rest = line.split("#", 1)[0].partition(":")
    if not colon:
        return None, line
    side = head.strip().casefold()
    if side not in sides:
        raise BadInput(f"line {number}: {head.strip()!r} is no side; there are: {', '.join(sides)}")
    return side, rest


class _SpelledOut:
    """A rule system that asks also what has one answer only: orders are written without knowing what will be asked."""

    def __init__(self, system: Any) -> None:
        self._system = system

    def __getattr__(self, name: str) -> Any:
        return getattr(self._system, name)

    def context(self, state: Any) -> Any:
        found = self._system.context(state)
        found.spelled_out = True
        return found


class _Dice(ForcedDice):
    """Forced dice that remember how far the battle had come when they ran out."""

    game: Game[Any]
    reached: Sequence[Entry] = ()
    rest_mark: int = 0
    rested: bool = False
    """Nothing had been rolled or answered since the procedure could last start afresh."""

    def throw(self, request: RollRequest, segment: int) -> tuple[int, Sequence[int]]:
        if len(self.left) < request.count:
            self.reached = tuple(self.game.journal)
            self.rest_mark, self.rested = self.game.rest_mark, self.game.at_rest
        low, high = shown(request)
        for d in self.left[: request.count]:
            if not low <= d <= high:
                raise BadInput(f"{request.text}: a die shows {low} to {high}, not {d}")
        return super().throw(request, segment)


def adjudicate(
    document: dict[str, Any],
    orders: str,
    dice: Sequence[int],
    origin: str = "position",
    problems: Sequence[str] = (),
) -> Iterator[dict[str, Any]]:
    """Carry out ``orders`` on the position and tell what happens, one dictionary at a time.

    Each has a ``type``, see ``docs/positions.md``. A refused statement changes nothing and the next one is tried.
    ``problems`` are those the position's text had already. Raises :class:`BadInput` for a bad position, for a bad
    orders file, or both.
    """
    wrong: list[str] = []
    scenario: Any = None
    state: Any = None
    try:
        scenario, state = position.read(document, origin, problems)
    except ScenarioError as e:
        wrong.append(str(e))
    if any(d < 0 for d in dice):
        wrong.append("a die shows 0 or more")
    written: list[Written] = []
    if state is not None:
        try:
            written = read_orders(orders, [s.id for s in scenario.sides])
        except BadInput as e:
            wrong.append(str(e))
    if wrong:
        raise BadInput("\n".join(wrong))
    yield from _Run(document, origin, scenario, state, written, dice).told()


class _Run:
    """One position, its orders and its dice."""

    def __init__(
        self,
        document: dict[str, Any],
        origin: str,
        scenario: Any,
        state: Any,
        written: Sequence[Written],
        dice: Sequence[int],
    ) -> None:
        self.document, self.origin = document, origin
        self.system: Any = _SpelledOut(system_for(scenario))
        self.form = POSITIONS[scenario.system]
        self.first = state.model_copy(deep=True)
        self.teller = Teller(state.model_copy(deep=True))
        self.written = list(written)
        self.source = _Dice(dice)
        self.game: Game[Any] = Game.prepare(self.system, state)
        self.source.game = self.game
        self.given: list[tuple[int, str]] = []
        """Statements carried out, each with the number of entries the journal had before."""

    def told(self) -> Iterator[dict[str, Any]]:
        """Everything that happens, and where it ends."""
        try:
            self.game.begin(self.source)
        except OutOfDice as e:
            yield from self._out(0, e.request, last=not self.written)
            return
        except Unasked as e:
            raise BadInput(f"{self.origin}: turns pass, and nobody can ever do anything: no leader is there") from e
        yield from self._happened(0)
        at = 0
        if (yield from self._pass_over(at)):
            return
        while at < len(self.written):
            left = len(self.written)
            ended = yield from self._settle_unmeant(at)
            if ended:
                return
            if len(self.written) < left:
                continue
            used = yield from self._statement(at)
            if not used:
                return
            at += used
            if (yield from self._pass_over(at)):
                return
            if at < len(self.written) and (decision := self._asked(None)) is not None:
                yield _next(decision)
        while self.source.left and (decision := self._asked(None)) is not None and _goes_without_saying(decision):
            # Nobody writes down what can't be otherwise; with dice left, it goes on from there.
            ended = yield from self._answer(decision, decision.default, last=True)
            if ended:
                return
            if (yield from self._pass_over(at)):
                return
        yield from self._end(self.game.journal, self.game.rest_mark, self.game.state)

    def _pass_over(self, at: int) -> Iterator[dict[str, Any]]:
        """Go on where nothing can be done, unless the next statement tries to; True when dice ran out."""
        while (decision := self._asked(None)) is not None and decision.vacant:
            now = self.written[at] if at < len(self.written) else None
            if now is not None and now.side in (None, decision.side):
                # The first order of a position is meant for the phase it begins with: who gives it may have none.
                ordered = not self.given and Sign(">") in now.statement.tokens
                if ordered or _plainly_about(decision, now.statement):
                    return False
            ended = yield from self._answer(decision, decision.default, last=now is None)
            if ended:
                return True
        return False

    def _settle_unmeant(self, at: int) -> Iterator[dict[str, Any]]:
        """Give the answers there is no other to, where the next statement isn't that answer; True when dice ran out.

        ``shock none`` where an attack must be made is refused, and the attack made as it must be: that statement goes.
        """
        now = self.written[at]
        while (decision := self._asked(None)) is not None and _goes_without_saying(decision):
            if now.side in (None, decision.side) and (
                decision.vacant  # who was to be told why not
                or _plainly_about(decision, now.statement)
                or self._fits(decision, now.statement)
            ):
                return False
            contrary = self._refused(decision, now.statement) if _on_attacks(decision, now.statement) else None
            if contrary is not None:
                yield _refusal(now, [now.statement], contrary)
                del self.written[at]
            ended = yield from self._answer(decision, decision.default, last=at == len(self.written))
            if ended or contrary is not None:
                return ended
        return False

    def _fits(self, decision: Decision, statement: Statement) -> bool:
        return self._refused(decision, statement) is None

    def _refused(self, decision: Decision, statement: Statement) -> Refusal | None:
        """Why the statement is no answer to the decision; None where it is one."""
        try:
            self._meant(decision, [statement])
        except Refusal as no:
            return no
        return None

    def _meant(self, decision: Decision, block: list[Statement]) -> tuple[Answer, int]:
        """The answer that the next statements are, checked, and how many they are: see :func:`answered`.

        Raises :class:`Refusal`.
        """
        if [str(t).casefold() for t in block[0].tokens] == [DECLINE]:
            answer, used = declined(decision), 1
        else:
            answer, used = answered(self.game, decision, block)
        if isinstance(decision, ChooseEach) and isinstance(answer, Picks):
            answer = decision.completed(answer)
        decision.check(answer)
        return answer, used

    def _statement(self, at: int) -> Iterator[dict[str, Any]]:
        """Carry out the next statement, or as many as its question takes; how many, 0 when the dice ran out."""
        now = self.written[at]
        decision = self._asked(now.side)
        block = [w.statement for w in _block(self.written[at:])]
        written = len(block)
        try:
            if decision is None:
                raise _not_asked(self.game, now.side)
            answer, used = self._meant(decision, block)
        except Refusal as e:
            # An answer of several parts is refused whole.
            used = e.used if isinstance(e, AnswerRefused) else 1
            yield _refusal(now, block[:used], e)
            return used
        self.written[at : at + written] = [Written(s.line, now.side, s) for s in block]
        mark = len(self.game.journal)
        said = [str(s) for s in block[:used]]
        self.given.append((mark, f"{decision.side}: {'; '.join(said)}"))
        yield {
            "type": "order",
            "line": now.line,
            "side": decision.side,
            "text": "; ".join(said),
            "question": decision.kind,
            "rule": decision.rule,
            "prompt": str(decision.prompt),
        }
        price = decision.price(answer) if isinstance(decision, Command) and decision.price is not None else None
        if price is not None:
            yield {"type": "warning", "side": decision.side, "rule": price.rule, "text": str(price.words)}
        try:
            ended = yield from self._answer(decision, answer, last=at + used >= len(self.written))
        except Refusal as e:
            self.given.pop()
            yield _refusal(now, block[:used], e)
            return used
        return 0 if ended else used

    def _answer(self, decision: Decision, answer: Any, *, last: bool) -> Iterator[dict[str, Any]]:
        """Give an answer and tell what comes of it; True when the dice ran out, and the end is told."""
        mark, left = len(self.game.journal), list(self.source.left)
        try:
            self.game.answer(decision.side, answer, self.source)
        except Refusal:
            self.source.left = left
            raise
        except OutOfDice as e:
            yield from self._out(mark, e.request, last=last)
            return True
        yield from self._happened(mark)
        return False

    def _asked(self, side: str | None) -> Decision | None:
        game = self.game
        if side is not None:
            return game.decision_for(side)
        return next((d for d in game.pending if game.decision_for(d.side) is d), None)

    # -- telling ------------------------------------------------------------------------------------------------

    def _happened(self, mark: int, entries: Sequence[Entry] | None = None) -> Iterator[dict[str, Any]]:
        """What has happened since the journal had ``mark`` entries."""
        entries = self.game.journal if entries is None else entries
        before = self._as_told()
        yield from _told(self.game, entries[mark:], self.teller)
        events = [self.system.events.validate_python(e.data) for e in entries[mark:] if e.kind == "event"]
        if events:
            for s in self.form.spent(self._as_told(), events, before):
                yield _movement(s)

    def _as_told(self) -> Any:
        """The battle as far as it has been told."""
        return self.system.context(self.teller.state.model_copy(deep=True))

    def _out(self, mark: int, request: RollRequest, *, last: bool) -> Iterator[dict[str, Any]]:
        """A roll is due and no die is left. After the last statement play stops before it, if it could start there."""
        source = self.source
        stops = last and source.rested
        entries = source.reached[: source.rest_mark] if stops else source.reached
        yield from self._happened(mark, entries)
        state = self.first.model_copy(deep=True)
        for e in entries:
            if e.kind == "event":
                self.system.events.validate_python(e.data).apply(state)
        if stops:
            yield {
                "type": "stopped",
                "side": request.side,
                "rule": request.rule,
                "text": f"Play stops here: the next thing is {request.side}'s roll, {str(request.text).rstrip('?')}.",
            }
        else:
            yield _due(request)
        yield from self._where(entries, source.rest_mark, state)

    def _end(self, entries: Sequence[Entry], rest_mark: int, state: Any) -> Iterator[dict[str, Any]]:
        left, game = self.source.left, self.game
        if left:
            text = f"dice not needed: {', '.join(map(str, left))}"
            yield {"type": "dice-left", "dice": list(left), "text": text}
        for decision in game.pending:
            if game.decision_for(decision.side) is decision:
                yield _decision(decision)
        if game.over:
            yield {"type": "outcome", "winner": state.winner, "text": str(state.outcome)}
        yield from self._where(entries, len(entries) if game.over else rest_mark, state)

    def _where(self, entries: Sequence[Entry], rest_mark: int, state: Any) -> Iterator[dict[str, Any]]:
        """The final position, and how to get there where play can't begin at it."""
        since = entries[rest_mark:]
        told: dict[str, Any] = {"type": "position", "position": self._written_down(state)}
        if any(e.kind in ("event", "answer") for e in since):
            rest = self.first.model_copy(deep=True)
            for e in entries[:rest_mark]:
                if e.kind == "event":
                    self.system.events.validate_python(e.data).apply(rest)
            told["before"] = {
                "position": self._written_down(rest),
                "orders": [text for mark, text in self.given if mark >= rest_mark],
                "dice": [d for e in since if e.kind == "roll" for d in e.data["dice"]],
            }
        yield told

    def _written_down(self, state: Any) -> dict[str, Any]:
        return position.write(copy.deepcopy(self.document), self.origin, state)


def declined(decision: Decision) -> Answer:
    """Nothing, whatever is asked; what the rules make units do they do. Raises Refusal where nothing is no answer."""
    if isinstance(decision, ChooseEach):
        return Picks(picks={i.key: i.idle_key for i in decision.items})
    if isinstance(decision, Choose):
        no = decision.policy.no if decision.policy is not None else None
        keys = [c.key for c in decision.choices]
        found = next((k for k in keys if k == no or k in NO), None)
        if found is None and decision.default_key in keys and decision.settled:
            found = decision.default_key
        if found is None:
            text = "This question can't be declined; its choices: {options}."
            raise Refusal(text, rule=decision.rule, options=listed(decision.choices))
        return Pick(key=found)
    return decision.default


def _goes_without_saying(decision: Decision) -> bool:
    """Whether its default is meant where nothing is written: one answer is possible, or the order of units is asked."""
    return decision.settled or decision.sequence


def _plainly_about(decision: Decision, statement: Statement) -> bool:
    """Whether the statement is meant for the decision, right or wrong: it names attacks, where it is asked for them, or
    what waits for no die of an army that is asked whether it moves (Justinian 7.11).
    """
    if decision.kind == MARCH:
        return str(statement.tokens[0]).casefold() in UNMOVED
    return _on_attacks(decision, statement) and any(isinstance(t, Sign) for t in statement.tokens)


def _on_attacks(decision: Decision, statement: Statement) -> bool:
    return decision.kind == SHOCK and str(statement.tokens[0]).casefold() == SHOCK


def _block(rest: Sequence[Written]) -> Iterator[Written]:
    """The statements that follow from the same side, which one question to several units may take together."""
    for w in rest:
        if w.side != rest[0].side:
            return
        yield w


def _not_asked(game: Game[Any], side: str | None) -> Refusal:
    if game.over:
        return Refusal("The battle is over.")
    open_to = ", ".join(f"{d.side} ({d.kind})" for d in game.pending)
    return Refusal(
        "{side} is not asked now; the open decision is that of {asked}.",
        rule=game.pending[0].rule,
        side=side,
        asked=open_to,
    )


def _told(game: Game[Any], entries: Sequence[Entry], teller: Teller) -> Iterator[dict[str, Any]]:
    """Rolls and events of journal entries in their order; events carry their sentence where they have one."""
    happened = [
        (e.seq, Roll.model_validate(e.data) if e.kind == "roll" else game.system.events.validate_python(e.data))
        for e in entries
        if e.kind in ("roll", "event")
    ]
    rolled = {seq for seq, x in happened if isinstance(x, Roll)}
    # What was rolled between two steps keeps them apart.
    said = {x.seq: x for x in teller.tell(happened) if x.seq not in rolled}
    spelled_out = {x.roll for x in said.values()}
    for e in entries:
        if e.kind == "roll":
            roll = Roll.model_validate(e.data)
            yield {
                "type": "roll",
                "seq": e.seq,
                "rule": roll.rule,
                "text": roll_text(roll),
                "told": roll.n in spelled_out,
                "roll": in_words(e.data),
            }
        elif e.kind == "event":
            line = said.get(e.seq)
            yield {
                "type": "event",
                "seq": e.seq,
                "rule": e.data.get("rule", ""),
                "text": str(line.text) if line is not None else None,
                "event": in_words(e.data),
            }


def roll_text(roll: Roll) -> str:
    """A roll spelled out.

    >>> roll_text(Roll(n=3, segment=1, purpose="missile", side="a", text="LC5 fires", rule="8.15", needs="4 or less",
    ...     modifiers=({"value": 1, "reason": "moved"},), dice=(3,), total=4, result="hit"))
    'roll 3: LC5 fires: needs 4 or less; 3 +1 moved = 4: hit'
    """
    parts = [" + ".join(str(d) for d in roll.dice), *(f"{m.value:+d} {m.reason}" for m in roll.modifiers)]
    total = f" = {roll.total}" if roll.modifiers or len(roll.dice) > 1 else ""
    needs = f"{need(roll.purpose, roll.needs)}; " if roll.needs else ""
    return f"roll {roll.n}: {roll.text}: {needs}{' '.join(parts)}{total}" + (f": {roll.result}" if roll.result else "")


def _movement(s: Spent) -> dict[str, Any]:
    left = max(0, s.allowance - s.spent)
    rest = "its move is over" if s.over else f"{left} left"
    text = f"{s.piece}: {s.spent} of {s.allowance} MP spent, {rest}"
    return {
        "type": "movement",
        "piece": s.piece,
        "spent": s.spent,
        "allowance": s.allowance,
        "left": left,
        "over": s.over,
        "rule": s.rule,
        "text": text,
    }


def _refusal(now: Written, statements: Sequence[Statement], e: Refusal) -> dict[str, Any]:
    return {
        "type": "refusal",
        "line": now.line,
        "side": now.side,
        "statement": "; ".join(s.typed for s in statements),
        "rule": e.rule,
        "text": str(e.text),
    }


def _due(request: RollRequest) -> dict[str, Any]:
    return {
        "type": "dice-due",
        "side": request.side,
        "purpose": request.purpose,
        "rule": request.rule,
        "text": str(request.text),
        "needs": str(request.needs),
        "told": str(need(request.purpose, request.needs)) if request.needs else "",
        "count": request.count,
        "modifiers": [{"value": m.value, "reason": str(m.reason), "rule": m.rule} for m in request.modifiers],
    }


def _next(decision: Decision) -> dict[str, Any]:
    """What the next statement answers."""
    return {
        "type": "next",
        "side": decision.side,
        "kind": decision.kind,
        "rule": decision.rule,
        "text": str(decision.prompt),
    }


def _decision(decision: Decision) -> dict[str, Any]:
    choices: list[dict[str, Any]] = []
    if isinstance(decision, Choose):
        choices = [{"key": c.key, "label": str(c.label)} for c in decision.choices]
    elif isinstance(decision, ChooseEach):
        choices = [
            {"unit": i.key, "label": str(i.label), "choices": [c.key for c in i.choices]} for i in decision.items
        ]
    elif isinstance(decision, Command):
        choices = [{"key": c.key, "label": str(c.label)} for c in decision.menu]
    return {
        "type": "decision",
        "side": decision.side,
        "kind": decision.kind,
        "rule": decision.rule,
        "text": str(decision.prompt),
        "choices": choices,
    }
