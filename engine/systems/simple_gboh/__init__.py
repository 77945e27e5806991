"""Simple Great Battles of History: formations, seizure of the turn, hits that stay."""
