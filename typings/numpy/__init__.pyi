"""NumPy isn't installed here. Pillow's types name a type of it, without which half of its methods count as unknown."""
