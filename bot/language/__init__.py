"""Words for people: translations, and text made ready for a message."""
