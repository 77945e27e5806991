"""What tests of the family share."""

from __future__ import annotations

import csv
from pathlib import Path

from engine.systems.gboh.cases import Case, Numbers


def other_books() -> dict[str, Numbers]:
    """The numbers of Alexander's and SPQR's books, by system id."""
    rows = list(csv.DictReader(Path(__file__).with_name("other_books.csv").read_text("utf-8").splitlines()))
    return {
        book: Numbers(title, {Case[row["case"]]: row[book] for row in rows if row[book]})
        for book, title in (("alexander", "Alexander"), ("spqr", "SPQR"))
    }
