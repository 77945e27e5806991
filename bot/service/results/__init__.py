"""How battles ended, ratings, rematches."""
