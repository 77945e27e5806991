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
from bot.cli.common import NO, OK, BadInput, text_of
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
    if kind == "warning":
        return f"  WARNING: {told['text']}"
    if kind == "dice-due":
        more = "".join(f", {m['value']:+d} {m['reason']}" for m in told["modifiers"])
        needs = f", {told['told']}" if told["told"] else ""
        return f"No die is left for {told['side']}'s roll: {told['text']}{needs}{more}{rule}"
    if kind == "next":
        return f"  Asked: {told['side']}, {told['kind']}{rule}: {told['text']}"
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
