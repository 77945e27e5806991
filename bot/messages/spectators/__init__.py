"""Messages for those who don't play: mirrors, watchers, scoreboards, reports."""
