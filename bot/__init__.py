"""What players touch: slash commands, buttons, order notation, narration, storage. Knows Discord; knows no rule."""
