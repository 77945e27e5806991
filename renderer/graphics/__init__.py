"""What pictures are drawn with, whatever they show: canvas, curves, type, sprites, stores, PNG."""
