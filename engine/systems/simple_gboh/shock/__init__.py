"""7.3 to 7.7 Shock: who attacks whom, Retreat Before Shock, the one roll for both sides, what comes of it."""
