"""What Cataphract, Great Battles of Alexander and SPQR have in common: one rulebook's procedures, without its numbers.

It imports the kernel alone and knows no system. A system says how it differs in a few tables: its numbers and switches
(:mod:`.rules`), its kinds of troops (:mod:`.troops`), the numbers its book gives the cases (:mod:`.cases`).
"""
