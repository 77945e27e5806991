"""Maps for messages. Drawing takes tens of milliseconds, so it is done off the event loop, one picture at a time."""
