"""For whoever runs the bot: the owner's commands, and what they are told."""
