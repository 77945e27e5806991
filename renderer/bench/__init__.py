"""How long pictures take, ours and those of general-purpose libraries, on a synthetic battle."""
