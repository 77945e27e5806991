"""``pytest --touched``: the tests that a change can reach, and no others.

A test module is reached by a file it imports, at whatever remove, and by what the table in :mod:`tests.selection.edges`
says of files that no import shows. What nobody has said anything of reaches every test.
"""
