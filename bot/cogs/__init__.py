"""Slash commands and the handlers of components, one concern to a file."""

from __future__ import annotations
