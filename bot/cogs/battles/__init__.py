"""A battle's life: made, joined, begun, ended; its terms."""
