"""Rules of single battles of Cataphract."""
