"""SPQR: its own numbers, troops and chapters; the rest is the family's."""
