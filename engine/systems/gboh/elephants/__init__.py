"""War elephants: their archers, passing through, rampage, cavalry before them, who drives them (A 9.1, S 9.1)."""
