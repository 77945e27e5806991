"""``hexarch adjudicate``: what the rules make of orders, on any position, with given dice.

An orders file holds statements in the notation of the game (docs/notation.md), in the order in which they are given:
orders of the active side, answers of either side. A line may begin with the side, as in ``vandal: LC3 no``;
without one it is for whoever is asked.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bot.cli.common import NO, OK, BadInput, command, text_of
from bot.narration.lines import Teller
from bot.notation import NotationError, bind, parse
from engine.kernel.decisions import Choose, ChooseEach, Command, Decision
from engine.kernel.dice import ForcedDice, OutOfDice, Roll, RollRequest
from engine.kernel.game import Game
from engine.kernel.journal import Entry
from engine.kernel.statement import Statement
from engine.kernel.text import Refusal
from scenarios import ScenarioError, position

LISTED = 40
"""Choices shown of an open decision."""


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
            found += [Written(number, side, s) for s in parse(rest)]
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


class _Dice(ForcedDice):
    """Forced dice that remember how far the battle had come when they ran out."""

    game: Game[Any] | None = None
    reached: Sequence[Entry] = ()

    def throw(self, request: RollRequest, segment: int) -> tuple[int, Sequence[int]]:
        if len(self.left) < request.count and self.game is not None:
            self.reached = tuple(self.game.journal)
        return super().throw(request, segment)


def adjudicate(
    document: dict[str, Any], orders: str, dice: Sequence[int], origin: str = "position"
) -> Iterator[dict[str, Any]]:
    """Carry out ``orders`` on the position and tell what happens, one dictionary at a time.

    Each has a ``type``: "order" (a statement that was accepted), "event", "roll", "refusal", "decision" (open at the
    end), "dice-due" (a roll no die was left for), "dice-left", "outcome". A refused statement changes nothing and the
    next one is tried. Raises :class:`BadInput` for a bad position or orders file.
    """
    from engine.systems.registry import system_for  # the rules are loaded only where they are needed

    try:
        scenario, state = position.read(document, origin)
    except ScenarioError as e:
        raise BadInput(str(e)) from e
    written = read_orders(orders, list(state.sides))
    if any(not 0 <= d <= 9 for d in dice):
        raise BadInput("a die shows 0 to 9")
    system = system_for(scenario)
    broken = system.invariants(state)
    if broken:
        raise BadInput(f"{origin}: the position can't be: {'; '.join(broken)}")
    teller = Teller(state.model_copy(deep=True))
    source = _Dice(dice)
    try:
        game: Game[Any] = Game.start(system, state, source)
    except OutOfDice as e:
        yield _due(e.request)
        return
    source.game = game
    yield from _told(game, game.journal, teller)
    at = 0
    while at < len(written):
        now = written[at]
        block = [w.statement for w in _block(written[at:])]
        decision = _asked(game, now.side)
        try:
            if decision is None:
                raise Refusal(_not_asked(game, now.side))
            answer, used = bind(game, decision, block)
            decision.check(answer)
        except Refusal as e:
            yield _refusal(now, e)
            at += 1
            continue
        yield _order(now, decision.side, block[:used])
        mark, left = len(game.journal), list(source.left)
        try:
            game.answer(decision.side, answer, source)
        except Refusal as e:
            source.left = left
            yield _refusal(now, e)
        except OutOfDice as e:
            yield from _told(game, source.reached[mark:], teller)
            yield _due(e.request)
            return
        else:
            yield from _told(game, game.journal[mark:], teller)
        at += used
    if source.left:
        yield {
            "type": "dice-left",
            "dice": list(source.left),
            "text": f"dice not needed: {', '.join(map(str, source.left))}",
        }
    for decision in game.pending:
        if game.decision_for(decision.side) is decision:
            yield _decision(decision)
    if game.over:
        yield {"type": "outcome", "winner": game.state.winner, "text": game.state.outcome}


def _block(rest: Sequence[Written]) -> Iterator[Written]:
    """The statements that follow from the same side, which one question to several units may take together."""
    for w in rest:
        if w.side != rest[0].side:
            return
        yield w


def _asked(game: Game[Any], side: str | None) -> Decision | None:
    if side is not None:
        return game.decision_for(side)
    return next((d for d in game.pending if game.decision_for(d.side) is d), None)


def _not_asked(game: Game[Any], side: str | None) -> str:
    if game.over:
        return "The battle is over."
    open_to = ", ".join(f"{d.side} ({d.kind})" for d in game.pending)
    return f"{side} is not asked now; the open decision is that of {open_to}."


def _told(game: Game[Any], entries: Sequence[Entry], teller: Teller) -> Iterator[dict[str, Any]]:
    """Rolls and events of journal entries in their order; events carry their sentence where they have one."""
    events = [(e.seq, game.system.events.validate_python(e.data)) for e in entries if e.kind == "event"]
    said = {x.seq: x for x in teller.tell(events)}
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
                "roll": e.data,
            }
        elif e.kind == "event":
            line = said.get(e.seq)
            yield {
                "type": "event",
                "seq": e.seq,
                "rule": e.data.get("rule", ""),
                "text": str(line.text) if line is not None else None,
                "event": e.data,
            }


def roll_text(roll: Roll) -> str:
    """A roll spelled out.

    >>> roll_text(Roll(n=3, segment=1, purpose="missile", side="a", text="LC5 fires", rule="8.15", needs="4 or less",
    ...     modifiers=({"value": 1, "reason": "moved"},), dice=(3,), total=4, result="hit"))
    'roll 3: LC5 fires: needs 4 or less; 3 +1 moved = 4: hit'
    """
    parts = [" + ".join(str(d) for d in roll.dice), *(f"{m.value:+d} {m.reason}" for m in roll.modifiers)]
    total = f" = {roll.total}" if roll.modifiers or len(roll.dice) > 1 else ""
    needs = f"needs {roll.needs}; " if roll.needs else ""
    return f"roll {roll.n}: {roll.text}: {needs}{' '.join(parts)}{total}" + (f": {roll.result}" if roll.result else "")


def _order(now: Written, side: str, statements: Sequence[Statement]) -> dict[str, Any]:
    return {"type": "order", "line": now.line, "side": side, "text": "; ".join(str(s) for s in statements)}


def _refusal(now: Written, e: Refusal) -> dict[str, Any]:
    return {
        "type": "refusal",
        "line": now.line,
        "side": now.side,
        "statement": str(now.statement),
        "rule": e.rule,
        "text": str(e.text),
    }


def _due(request: RollRequest) -> dict[str, Any]:
    return {
        "type": "dice-due",
        "side": request.side,
        "purpose": request.purpose,
        "rule": request.rule,
        "text": request.text,
        "needs": request.needs,
        "count": request.count,
        "modifiers": [m.model_dump() for m in request.modifiers],
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


def _line(told: dict[str, Any]) -> str | None:
    """How one dictionary is printed; None for events that pass in silence."""
    rule = f" ({told['rule']})" if told.get("rule") else ""
    kind = told["type"]
    if kind == "order":
        return f"{told['side']}: {told['text']}"
    if kind == "refusal":
        return f"  REFUSED line {told['line']}, {told['statement']}: {told['text']}{rule}"
    if kind == "dice-due":
        more = "".join(f", {m['value']:+d} {m['reason']}" for m in told["modifiers"])
        needs = f", needs {told['needs']}" if told["needs"] else ""
        return f"No die is left for {told['side']}'s roll: {told['text']}{needs}{more}{rule}"
    if kind == "decision":
        lines = [f"Open: {told['side']}, {told['kind']}{rule}: {told['text']}"]
        for c in told["choices"][:LISTED]:
            key = f"{c['unit']}: {', '.join(c['choices'])}" if "unit" in c else c["key"]
            lines.append(f"  {key}: {c['label']}" if c["label"] != key else f"  {key}")
        if len(told["choices"]) > LISTED:
            lines.append(f"  ... {len(told['choices']) - LISTED} more")
        return "\n".join(lines)
    if told.get("told"):
        return None  # the event that follows says it
    if kind == "outcome":
        return f"The battle is over: {told['text']}"
    return f"  {told['text']}{rule}" if told["text"] else None


def add(commands: Any) -> None:
    p = command(
        commands,
        "adjudicate",
        "carry out orders on a position with given dice",
        "Set up POSITION (docs/positions.md), carry out the statements in ORDERS (docs/notation.md) with the dice "
        "given, and tell what happens: rolls, events, refusals with their case, and what is open at the end. A line "
        "of ORDERS may begin with a side, as in “vandal: LC3 no”. The answer is no (exit code 1) when a statement was "
        "refused or the dice ran out.",
        "hexarch adjudicate bridge.json orders.txt --dice 3,8,0",
    )
    p.add_argument("position", metavar="POSITION", help="position file")
    p.add_argument("orders", metavar="ORDERS", help="file with statements, or - for standard input")
    p.add_argument(
        "--dice", type=dice_list, default=[], metavar="3,8,...", help="dice in the order they are rolled, 0 to 9"
    )
    p.add_argument("--json", action="store_true", help="print one JSON object a line")
    p.set_defaults(call=call)


def dice_list(text: str) -> list[int]:
    """
    >>> dice_list("3,8, 0"), dice_list("")
    ([3, 8, 0], [])
    """
    try:
        dice = [int(d) for d in text.replace(",", " ").split()]
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r}: dice are numbers with commas between, as in 3,8,0") from None
    if any(not 0 <= d <= 9 for d in dice):
        raise argparse.ArgumentTypeError("a die shows 0 to 9")
    return dice


def call(args: argparse.Namespace) -> int:
    import scenarios

    try:
        document = scenarios.document(args.position)
    except ScenarioError as e:
        raise BadInput(str(e)) from e
    clean = True
    for told in adjudicate(document, text_of(args.orders), args.dice, args.position):
        clean &= told["type"] not in ("refusal", "dice-due")
        line = json.dumps(told, ensure_ascii=False) if args.json else _line(told)
        if line is not None:
            print(line)
    return OK if clean else NO
