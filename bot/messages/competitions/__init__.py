"""Messages of leagues, cups and offers."""
