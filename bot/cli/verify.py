"""``hexarch verify``: whether a dice trail is what was really rolled."""

from __future__ import annotations

import argparse
import json
from typing import Any

from bot.cli.common import NO, OK, BadInput, show_json, text_of
from engine.fairdice import verify


def call(args: argparse.Namespace) -> int:
    try:
        document = json.loads(text_of(args.trail))
    except (ValueError, RecursionError) as e:
        raise BadInput(f"{args.trail}: this is no JSON: {e}") from e
    report = verify(document)
    problems = [{"entry": p.entry, "what": p.what} for p in report.problems]
    if args.head is not None and not _passes(document, args.head):
        problems.append({"entry": None, "what": f"no entry has the hash {args.head}"})
    valid = not problems
    if args.json:
        show_json(
            {
                "valid": valid,
                "complete": valid and not report.pending,
                "rolls": report.rolls,
                "verified": report.verified,
                "pending": report.pending,
                "problems": problems,
            }
        )
        return OK if valid else NO
    print(verdict(report.rolls, report.verified) if valid else "NOT VALID")
    print(f"{report.rolls} rolls: {report.verified} recomputed, {report.pending} wait for their secret")
    for p in problems:
        print(p["what"] if p["entry"] is None else f"entry {p['entry']}: {p['what']}")
    return OK if valid else NO


def verdict(rolls: int, verified: int) -> str:
    """What may be said of a trail in which nothing wrong was found: no more than was checked.

    >>> verdict(3, 3), verdict(3, 1), verdict(3, 0)
    ('valid', 'nothing wrong, as far as it can be checked', 'nothing wrong, but no die can be checked yet')
    """
    if verified == rolls:
        return "valid"
    return "nothing wrong, as far as it can be checked" if verified else "nothing wrong, but no die can be checked yet"


def _passes(document: Any, head: str) -> bool:
    """Whether the chain passes through a head that was posted once; later entries may follow it."""
    wanted = head.strip().casefold()
    if len(wanted) < 8:
        raise BadInput(f"--head {head}: give at least 8 characters of the hash")
    entries = document.get("entries", []) if isinstance(document, dict) else []
    return any(isinstance(e, dict) and str(e.get("hash", "")).startswith(wanted) for e in entries)
