"""``python -m bot.cli``: the ``hexarch`` program without installing it."""

from bot.cli import program

if __name__ == "__main__":
    program()
