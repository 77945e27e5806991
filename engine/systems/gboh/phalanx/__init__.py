"""Phalanxes: flanks they cover for one another, double depth."""
