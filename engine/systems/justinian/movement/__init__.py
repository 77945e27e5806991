"""7.0 What an activated army or fleet does."""
