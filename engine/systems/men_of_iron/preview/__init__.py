"""What might be: positions in which a question is put, and odds in words; for `/what`, ideas and kinds of orders."""
