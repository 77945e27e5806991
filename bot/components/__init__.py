"""Buttons, selects and modals. All of them find what they belong to in their custom id, so they outlive a restart."""

from __future__ import annotations
