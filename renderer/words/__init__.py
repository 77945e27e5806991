"""What pictures say in words: in them, under them, and in place of them."""
