"""What is drawn, and where it is drawn."""
