"""What data read from files and states kept in journals are made of."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

Confidence = Literal["source", "external", "inferred"]
"""Where a number comes from: the rules or battle book, a public page that is named, or reasoning of our own."""


class Strict(BaseModel):
    """Data that is read and never changed; a name it doesn't know is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Mutable(BaseModel):
    """Part of a state: events change it; a name it doesn't know is an error."""

    model_config = ConfigDict(extra="forbid")
