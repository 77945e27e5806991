"""For those who run a server: what only referees and managers use."""
