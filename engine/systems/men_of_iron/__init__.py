"""Men of Iron: battles of the fourteenth century. One module per chapter of the rules."""
