"""Films: a stretch of a battle as an animation."""
