"""7.3-7.7 The Shock Phase."""
