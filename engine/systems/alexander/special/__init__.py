"""Rules of single battles of Great Battles of Alexander."""
