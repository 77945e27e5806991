"""``python -m bot.cli``: the ``hexarch`` program without installing it."""

from bot.cli import program

program()
