"""How strong computer players are: battles between them, positions they are tried on, and what figures show."""
