"""The map under the pieces: where hexes are, which part is shown, what is written on it, and its ground."""
