"""Battles as files."""
