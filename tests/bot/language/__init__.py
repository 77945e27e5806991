"""Languages: their catalogues, and how they bend words."""
