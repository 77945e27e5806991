"""The land: paper, wash and pen work. It never changes during a battle, so it is drawn once and kept."""
