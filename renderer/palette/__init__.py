"""Colours: of the map, of the sides, of overlays, and how eyes see them."""
