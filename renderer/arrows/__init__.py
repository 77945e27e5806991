"""What just happened: arrows of moves, retreats, charges, shots and shock; hits and losses."""
