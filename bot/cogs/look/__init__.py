"""How things stand and how they came about; the record, the dice."""
