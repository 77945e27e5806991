"""For those who run a server: /referee and /settings."""
