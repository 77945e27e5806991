"""Pictures of maps of areas: the engraved sheet, and what lies on it."""
