"""Rules of single battles."""
