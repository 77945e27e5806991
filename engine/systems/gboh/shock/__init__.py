"""9.0 Shock: the segment is in :mod:`segment`, each of its steps in a module of its own."""
