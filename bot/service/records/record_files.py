"""Records as files: what is read of one before its battle is played, whoever brings it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import scenarios
from bot.notation import record as notation
from bot.notation.record import Record
from bot.service.records import files, record_replay
from engine.kernel.text import Refusal, Text, refuse
from scenarios import ScenarioError

MOST_BYTES = 2 << 20
"""Largest record that is taken: some 10,000 orders with their story."""

RECORD = Text("a record")


def read(data: bytes, packaged: Callable[[str], dict[str, Any] | None]) -> tuple[Record, Mapping[str, Any]]:
    """The record in a file, and the scenario it is of. Raises Refusal.

    ``packaged`` finds the scenario that comes with the program under a key.
    """
    record = notation.read(files.text_of(data, RECORD, MOST_BYTES))
    return record, _document(record, packaged)


def _document(record: Record, packaged: Callable[[str], dict[str, Any] | None]) -> Mapping[str, Any]:
    """The scenario a record is of: the one it brings, or the one it names as it was then."""
    if record.document is not None:
        try:
            return scenarios.checked(record.document, "").model_dump(mode="json")
        except ScenarioError as e:
            raise Refusal("The record's scenario can't be used:\n{lines}", lines=files.listed(list(e.problems))) from e
    key = record.tags.get("Scenario", "")
    document = packaged(key)
    if document is None:
        refuse("There is no battle “{key}” here, and the record doesn't bring its scenario along.", key=key[:80])
    wanted = record.tags.get("Document", "")
    if wanted and record_replay.document_hash(document) != wanted:
        refuse("The record was played by another version of “{key}”, which it doesn't bring along.", key=key[:80])
    return document
