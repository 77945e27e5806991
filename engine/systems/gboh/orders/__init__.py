"""Orders: what there is to choose, and how it is written."""
