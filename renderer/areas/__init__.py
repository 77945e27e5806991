"""Maps of areas, drawn as schemes: a plate for each area, lines for the borders they share, armies as counters."""
