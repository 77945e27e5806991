"""What somebody wants, and what is stored about somebody."""
