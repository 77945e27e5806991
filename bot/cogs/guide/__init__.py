"""What explains: help, lessons, rules, charts."""
