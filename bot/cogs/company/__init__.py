"""Others: offers, leagues and cups, statistics, watching."""
