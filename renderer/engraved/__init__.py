"""What surrounds an engraved plate: frame, cartouche, compass rose, legend, orders of battle."""
