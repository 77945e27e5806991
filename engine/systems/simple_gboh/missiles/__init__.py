"""7.1, 7.2 Missile Fire: what the game has of its own beside the family's volleys."""
