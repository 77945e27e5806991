"""Who follows battles without playing: mirrors, watchers, scoreboards."""
