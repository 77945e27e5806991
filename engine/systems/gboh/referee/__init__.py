"""What a referee may change, and what must hold of every position."""
