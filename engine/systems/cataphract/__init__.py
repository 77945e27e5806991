"""Cataphract: battles of the age of Justinian. One module per chapter of the rules."""
