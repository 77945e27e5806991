"""What is done in a battle under way: answers, orders, standing orders, dice, take-backs, the referee, ends."""
