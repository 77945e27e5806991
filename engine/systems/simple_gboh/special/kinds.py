"""Every special rule there is."""

from __future__ import annotations

from collections.abc import Mapping

from engine.systems.gboh.chapter import Special

KINDS: Mapping[str, type[Special]] = {}
"""Every special rule there is, by the id scenarios give."""
