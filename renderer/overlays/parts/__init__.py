"""What overlays are made of: areas, rings, hatching, figures, plates."""
