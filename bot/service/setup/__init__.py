"""What is settled before a battle: scenarios, charts, servers, seats."""
