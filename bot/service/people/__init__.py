"""Players: teams, substitutes, preferences, what is stored about them."""
