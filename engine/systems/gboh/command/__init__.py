"""Leaders: whom they command, Line Commands, where they go, who replaces them."""
