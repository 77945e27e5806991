"""Looking after a database: copies of it, whether it is sound, and mending what can be mended."""
