"""``python -m scenarios.schema``: write the schemas anew."""

from scenarios.schema import write

for path in write():
    print(path)
