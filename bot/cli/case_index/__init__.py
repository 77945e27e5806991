"""Where the cases of a rulebook live in the sources: read from docstrings, comments and ``rule=`` strings."""
