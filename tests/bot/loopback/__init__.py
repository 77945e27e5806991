"""Discord on the loopback interface, with its limits: real processes of the bot talk to it over HTTP and websockets."""
