"""A battle as a plate for the wall: the field, engraved, and the panels beside it."""
