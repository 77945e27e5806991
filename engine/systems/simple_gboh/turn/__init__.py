"""3.2, 4 The Player Turn: who has it, what is activated, who is In Command."""
