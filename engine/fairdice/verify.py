"""Checking a trail: every hash, every secret, every die, every sum."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

from engine.fairdice.chain import digits
from engine.fairdice.trail import Trail, TrailEntry, link
from engine.kernel.dice import Roll


@dataclass(frozen=True)
class Problem:
    """One thing wrong: the entry it is found at (None: the header, secrets or end of the file) and what it is."""

    entry: int | None
    what: str

    def __str__(self) -> str:
        return self.what if self.entry is None else f"entry {self.entry}: {self.what}"


@dataclass
class Report:
    """Result of a verification."""

    problems: list[Problem] = field(default_factory=list[Problem])
    rolls: int = 0
    verified: int = 0
    """Rolls whose dice were recomputed."""
    pending: int = 0
    """Rolls of segments not ended yet: their secret is not published."""

    @property
    def valid(self) -> bool:
        return not self.problems


def verify(trail: Trail | dict[str, Any] | str | bytes) -> Report:
    """Check a trail given as its model, JSON document or JSON text. Never raises for a bad trail: it is reported."""
    report = Report()
    try:
        if isinstance(trail, (str, bytes)):
            trail = json.loads(trail)
        if not isinstance(trail, Trail):
            trail = Trail.model_validate(trail)
    except (ValueError, RecursionError) as e:
        reason = e.errors()[0]["msg"] if isinstance(e, ValidationError) else str(e)
        report.problems.append(Problem(None, f"this is no dice trail: {reason}"))
        return report
    try:
        head = trail.header.genesis
    except UnicodeEncodeError:
        report.problems.append(Problem(None, "this is no dice trail: there are half characters in its header"))
        return report
    secrets = _secrets(trail, report)
    number, segment = 1, 0
    for position, entry in enumerate(trail.entries):
        if entry.seq != position:
            report.problems.append(Problem(entry.seq, f"stands at place {position}: an entry is missing or moved"))
        try:
            follows = entry.hash == link(head, entry.seq, entry.kind, entry.data)
        except (UnicodeEncodeError, RecursionError):
            # Half characters, or lists in lists without end: nothing that was ever hashed.
            follows = False
        if not follows:
            report.problems.append(Problem(entry.seq, "its hash doesn't follow from the entry before it"))
        head = entry.hash
        if entry.kind == "annul":
            if not all(isinstance(n, int) and 1 <= n < number for n in entry.data.get("rolls", [None])):
                report.problems.append(Problem(entry.seq, "annuls rolls that were never made"))
            continue
        report.rolls += 1
        roll = _roll(entry, report)
        if roll is None:
            continue
        if roll.n != number:
            report.problems.append(Problem(entry.seq, f"is roll {roll.n}, roll {number} was next"))
        used = entry.data.get("segment")
        if not isinstance(used, int) or used < max(segment, roll.segment):
            report.problems.append(Problem(entry.seq, f"uses the secret of segment {used}, which had ended"))
            used = roll.segment
        number, segment = roll.n + 1, max(segment, used)
        _dice(entry, roll, trail, secrets.get(used), report)
    if head != trail.head:
        report.problems.append(Problem(None, "the last entry isn't the head the trail names: entries are missing"))
    return report


MOST_HASHES = 100_000
"""Hashes made to check secrets: a real battle takes one for each segment, a hostile file must not take for ever."""


def _secrets(trail: Trail, report: Report) -> dict[int, bytes]:
    """The published secrets that hash down to s_0."""
    commitment = trail.header.commitment
    found: dict[int, bytes] = {}
    last, known, left = 0, commitment, MOST_HASHES
    for i, text in sorted(trail.secrets.items()):
        try:
            secret = value = bytes.fromhex(text)
        except ValueError:
            report.problems.append(Problem(None, f"the secret of segment {i} is not hexadecimal"))
            continue
        # It is enough to get down to the last good one.
        steps = i - last
        left -= max(steps, 0)
        if left < 0:
            report.problems.append(Problem(None, f"there are too many secrets to check from segment {i} on"))
            break
        for _ in range(steps):
            value = hashlib.sha256(value).digest()
        if i < 1 or value.hex() != known:
            report.problems.append(Problem(None, f"the secret of segment {i} doesn't hash to the published s_0"))
        else:
            found[i] = secret
            last, known = i, secret.hex()
    # A later secret gives every earlier one.
    for i in sorted(found, reverse=True):
        value = found[i]
        while (i := i - 1) >= 1 and i not in found:
            found[i] = value = hashlib.sha256(value).digest()
    return found


def _roll(entry: TrailEntry, report: Report) -> Roll | None:
    try:
        roll = Roll.model_validate(entry.data["roll"])
    except (KeyError, ValidationError):
        report.problems.append(Problem(entry.seq, "is no roll"))
        return None
    if roll.total != roll.natural + sum(m.value for m in roll.modifiers):
        report.problems.append(Problem(entry.seq, f"dice and modifiers don't add up to {roll.total}"))
    return roll


def _dice(entry: TrailEntry, roll: Roll, trail: Trail, secret: bytes | None, report: Report) -> None:
    if secret is None:
        report.pending += 1
        return
    entropy = trail.header.entropy(str(entry.data.get("snowflake", "")))
    try:
        expected = digits(secret, trail.header.game, roll.n, entropy, len(roll.dice), roll.faces)
    except ValueError as e:
        report.problems.append(Problem(entry.seq, str(e)))
        return
    if expected != list(roll.dice):
        report.problems.append(
            Problem(entry.seq, f"roll {roll.n} shows {list(roll.dice)}, the secret gives {expected}")
        )
    else:
        report.verified += 1
