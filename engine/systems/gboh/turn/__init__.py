"""The turn: who acts when, from the first phase to the last."""
