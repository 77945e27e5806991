"""How a line of the log is written: for people, or as one JSON object for programs that collect logs."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime

from bot.logs.context import handled
from bot.logs.redaction import Redaction


class TextFormat(logging.Formatter):
    """For people: time, level, where it comes from, what it says, and in brackets what was being handled."""

    def __init__(self, redact: Redaction) -> None:
        super().__init__("{asctime} {levelname:<8} {name}: {message}", "%Y-%m-%d %H:%M:%S", "{")
        self._redact = redact

    def formatMessage(self, record: logging.LogRecord) -> str:
        line = super().formatMessage(record)
        facts = " ".join(f"{k}={v}" for k, v in handled().items())
        return f"{line} [{facts}]" if facts else line

    def format(self, record: logging.LogRecord) -> str:
        return self._redact(super().format(record))


class JsonFormat(logging.Formatter):
    """One JSON object on one line: ``time`` (ISO 8601, UTC), ``level``, ``logger``, ``message``, and where there is
    one, the ``reference`` a player was told, the ``exception``, and what was being handled."""

    def __init__(self, redact: Redaction) -> None:
        super().__init__()
        self._redact = redact

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, str | int] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": self._redact(record.getMessage()),
        }
        reference = getattr(record, "reference", None)
        if reference:
            entry["reference"] = str(reference)
        entry |= {k: self._redact(v) if isinstance(v, str) else v for k, v in handled().items()}
        if record.exc_info:
            entry["exception"] = self._redact(self.formatException(record.exc_info))
        return json.dumps(entry, ensure_ascii=False)
