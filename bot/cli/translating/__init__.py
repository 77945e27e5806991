"""Templates of the program, and catalogues that translate them."""
