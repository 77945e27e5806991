"""``hexarch replay``: a battle's record, checked by the rules and told again."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import scenarios
from bot.cli.adjudication import roll_text
from bot.cli.common import NO, OK, BadInput, show_json
from bot.narration.lines import Teller
from bot.notation.record import Record
from engine.kernel.dice import Roll
from engine.kernel.game import Game
from engine.kernel.text import Refusal
from engine.systems import registry


def call(args: argparse.Namespace) -> int:
    from bot.service.records import record_files, record_replay

    try:
        size = Path(args.record).stat().st_size
        data = Path(args.record).read_bytes() if size <= record_files.MOST_BYTES else b""
    except OSError as e:
        raise BadInput(f"{args.record}: can't be read: {e.strerror or e}") from e
    if size > record_files.MOST_BYTES:
        raise BadInput(f"{args.record}: a record has at most {record_files.MOST_BYTES >> 10} KiB")
    try:
        record, document = record_files.read(data, _installed)
    except Refusal as e:
        raise BadInput(f"{args.record}: {e.text}") from e
    try:
        game = record_replay.play(record, document).game
    except Refusal as e:
        if args.json:
            show_json({"type": "refusal", "text": str(e.text), "rule": e.rule})
        else:
            print(f"NOT VALID\n{e.text}")
        return NO
    for told in _told(record, game) if not args.quiet else ():
        if args.json:
            show_json(told)
        else:
            print(told["text"] if told["type"] == "order" else f"  {told['text']}")
    end = _end(record, game)
    if args.json:
        show_json(end)
    else:
        print(end["text"])
    return OK


def _installed(key: str) -> dict[str, Any] | None:
    """The battle of that key on this machine."""
    try:
        return scenarios.load(key).model_dump(mode="json")
    except scenarios.ScenarioError:
        return None


def _told(record: Record, game: Game[Any]) -> Iterator[dict[str, Any]]:
    """The battle as it was played again: orders, and the rolls and events after each."""
    from bot.service.records import record_replay

    system = game.system
    options = {k: True for k in record.tags.get("Options", "").split()}
    teller = Teller(registry.initial_state(system, options))
    events = [(e.seq, system.events.validate_python(e.data)) for e in game.journal if e.kind == "event"]
    said: dict[int, list[Any]] = {}
    for line in teller.tell(events):
        said.setdefault(line.seq, []).append(line)
    spelled_out = {x.roll for lines in said.values() for x in lines}
    number = 0
    for e in game.journal:
        if e.kind == "answer":
            number += 1
            given = record_replay.given(system, number, e.data)
            who = f"{given.side} ({given.by})" if given.by else given.side
            text = f"{number}. {who}: {given.text or 'an answer no statement says'}"
            yield {"type": "order", "seq": e.seq, "n": number, "side": given.side, "by": given.by, "text": text}
        elif e.kind == "roll" and (roll := Roll.model_validate(e.data)).n not in spelled_out:
            yield {"type": "roll", "seq": e.seq, "n": roll.n, "text": roll_text(roll)}
        for line in said.get(e.seq, ()):
            yield {"type": "event", "seq": e.seq, "rule": line.rule, "roll": line.roll, "text": str(line.text)}


def _held(end: str | None) -> str:
    """What is known of the position the record ends with."""
    from bot.service.records import record_replay

    if not end:
        return "the record names no end"
    if record_replay.OLD_STATE.fullmatch(end):
        return "its end is named in an old way that can't be compared"
    return "the end is the position the record names"


def _end(record: Record, game: Game[Any]) -> dict[str, Any]:
    """What was found, and nothing more."""
    orders = sum(e.kind == "answer" for e in game.journal)
    rolls = sum(e.kind == "roll" for e in game.journal)
    state = game.state
    played = f"{orders} order{'s' * (orders != 1)} and {rolls} roll{'s' * (rolls != 1)}"
    held = _held(record.tags.get("State"))
    how = f"over: {state.outcome}" if game.over else "not over"
    return {
        "type": "end",
        "valid": True,
        "orders": orders,
        "rolls": rolls,
        "over": game.over,
        "winner": state.winner,
        "text": f"valid: {played} are allowed by the rules, and {held}. The battle is {how}",
    }
