"""Lessons: a first battle, step by step."""
