"""``hexarch adjudicate``: what the rules make of orders, on any position, with given dice.

An orders file holds statements in the notation of the game (docs/notation.md), in the order in which they are given:
orders of the active side, answers of either side. A line may begin with the side, as in ``vandal: LC3 no``;
without one it is for whoever is asked.
"""

from __future__ import annotations

import argparse
import json
from typing import Any

from bot.cli.adjudication import adjudicate
from bot.cli.common import NO, OK, BadInput, command, text_of
from engine.kernel.dice import need
from scenarios import ScenarioError

LISTED = 40
"""Choices shown of an open decision."""


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
        needs = f", {need(told['purpose'], told['needs'])}" if told["needs"] else ""
        return f"No die is left for {told['side']}'s roll: {told['text']}{needs}{more}{rule}"
    if kind == "decision":
        lines = [f"Open: {told['side']}, {told['kind']}{rule}: {told['text']}"]
        for c in told["choices"][:LISTED]:
            key = f"{c['unit']}: {', '.join(c['choices'])}" if "unit" in c else c["key"]
            lines.append(f"  {key}: {c['label']}" if c["label"] != key else f"  {key}")
        if len(told["choices"]) > LISTED:
            lines.append(f"  ... {len(told['choices']) - LISTED} more")
        return "\n".join(lines)
    if kind == "position":
        return None
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
        loose = scenarios.loose_document(args.position)
    except ScenarioError as e:
        raise BadInput(str(e)) from e
    clean = True
    for told in adjudicate(loose.document, text_of(args.orders), args.dice, args.position, loose.problems):
        clean &= told["type"] not in ("refusal", "dice-due")
        line = json.dumps(told, ensure_ascii=False) if args.json else _line(told)
        if line is not None:
            print(line)
    return OK if clean else NO
