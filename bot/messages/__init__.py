"""What stands in Discord, kept in step with the battles: presses and commands come in, messages go out."""
