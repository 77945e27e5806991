"""Getting a message to a channel or a person, once, whatever Discord says meanwhile."""
