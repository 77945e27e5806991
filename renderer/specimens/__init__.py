"""Specimen sheets: every counter, ground and overlay there is, as plates for the documentation."""
