"""Whole battles played by pressing alone, on the real bot, and what they take: presses, questions, messages."""
