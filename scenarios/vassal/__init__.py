"""Set-ups made with VASSAL, read for what they say of pieces and places; pictures and rules in them aren't touched."""
