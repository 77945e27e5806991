"""8.0 Combat on land and at sea, and what comes of it."""
